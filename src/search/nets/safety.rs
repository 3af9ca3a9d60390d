//! Whether the dots of a ring live long enough: how many dots the opponent needs to enclose one of them.
//!
//! A dot is enclosed when no steps by side lead from it to the edge that avoid live dots of the opponent. By Menger's
//! theorem he needs as many free cells for that as there are ways that share none. Territory of either side counts as
//! taken by the opponent: a capture may free dots of his there, and those are a wall at once.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// What the opponent needs against the dots of a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Safety {
    /// So many dots enclose one of them, or fewer. The cells of one way to do so.
    Unsafe(Bitboard),
    /// More are needed. The cells of all ways to do so with one dot more.
    Safe(Bitboard),
}

/// Whether the opponent needs more than `moves` dots to enclose a dot of `wall` or a cell of `cells`, all of which
/// the player is taken to hold.
pub(super) fn safety(
    board: &Board,
    player: Player,
    wall: &Bitboard,
    cells: &Bitboard,
    moves: u32,
) -> Safety {
    let own = *board.live(player);
    let mut flow = Flow::new(board, player);
    let mut left = *wall | *cells;
    let mut critical = Bitboard::EMPTY;
    while let Some(first) = left.first() {
        let source = match own.contains(first) {
            true => Bitboard::flood(&Bitboard::from_iter([first]), &own),
            false => Bitboard::from_iter([first]),
        };
        left -= source;
        // A cell that touches a dot of the wall by a side is enclosed with it only.
        let touched = source.grown_by_sides() & own;
        if !own.contains(first) && touched.intersects(wall) {
            continue;
        }
        let ways = flow.ways(&source, moves + 2);
        if ways <= moves {
            return Safety::Unsafe(flow.cut());
        }
        if ways == moves + 1 {
            critical |= flow.on_ways();
        }
    }
    Safety::Safe(critical)
}

/// Ways from a set of cells to the edge that share no free cell.
struct Flow<'a> {
    board: &'a Board,
    own: Bitboard,
    /// Cells that a way may use.
    open: Bitboard,
    edge: Bitboard,
    /// How many ways lead from a cell over each of its sides.
    over: Vec<[u8; 4]>,
    /// Free cells that a way leads through.
    used: Bitboard,
    /// For the entry and the exit of each cell: the search that has met it, and where from.
    seen: Vec<(u32, u16)>,
    search: u32,
    touched: Vec<Point>,
    queue: Vec<u16>,
    source: Bitboard,
}

/// Where a search begins.
const START: u16 = u16::MAX;

impl<'a> Flow<'a> {
    fn new(board: &'a Board, player: Player) -> Flow<'a> {
        let own = *board.live(player);
        Flow {
            board,
            own,
            open: own | *board.free(),
            edge: board.size().edge(),
            over: vec![[0; 4]; Point::COUNT],
            used: Bitboard::EMPTY,
            seen: vec![(0, 0); 2 * Point::COUNT],
            search: 0,
            touched: Vec::new(),
            queue: Vec::new(),
            source: Bitboard::EMPTY,
        }
    }

    /// The number of ways, `most` if there are as many or more.
    fn ways(&mut self, source: &Bitboard, most: u32) -> u32 {
        for cell in self.touched.drain(..) {
            self.over[cell.index()] = [0; 4];
        }
        self.used = Bitboard::EMPTY;
        self.source = *source;
        if source.intersects(&self.edge) {
            return most;
        }
        let mut count = 0;
        while count < most {
            match self.find() {
                // Own dots lead to the edge.
                Some(true) => return most,
                Some(false) => count += 1,
                None => break,
            }
        }
        count
    }

    /// Finds one more way; tells whether it needs no free cell.
    fn find(&mut self) -> Option<bool> {
        self.search += 1;
        self.queue.clear();
        let source = self.source;
        for cell in &source {
            self.meet(exit(cell), START);
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let cell = Point::from_index(usize::from(state >> 1));
            let is_exit = state & 1 != 0;
            if is_exit && self.edge.contains(cell) && !self.source.contains(cell) {
                return Some(self.follow(state));
            }
            if !self.is_free(cell) || is_exit {
                self.step_from(cell, state);
            }
            match self.is_free(cell) {
                true => self.step_within(cell, state, is_exit),
                false => self.step_back(cell, state),
            }
        }
        None
    }

    fn is_free(&self, cell: Point) -> bool {
        !self.own.contains(cell) && !self.source.contains(cell)
    }

    /// Between the entry and the exit of a free cell, and back along ways that enter it.
    fn step_within(&mut self, cell: Point, state: u16, is_exit: bool) {
        let is_used = self.used.contains(cell);
        if is_exit {
            if is_used {
                self.meet(entry(cell), state);
            }
            return;
        }
        if !is_used {
            self.meet(exit(cell), state);
        }
        self.step_back(cell, state);
    }

    fn step_back(&mut self, cell: Point, state: u16) {
        for (side, next) in cell.side_neighbours().enumerate() {
            if self.open.contains(next) && self.over[next.index()][opposite(side)] > 0 {
                self.meet(exit(next), state);
            }
        }
    }

    fn step_from(&mut self, cell: Point, state: u16) {
        for next in cell.side_neighbours() {
            if !self.open.contains(next) || self.source.contains(next) {
                continue;
            }
            let side = cell.side_neighbours().position(|other| other == next);
            if self.over[next.index()][opposite(side.unwrap_or(0))] > 0 {
                // To take that way back is better.
                continue;
            }
            match self.own.contains(next) {
                true => self.meet(exit(next), state),
                false => self.meet(entry(next), state),
            }
        }
    }

    fn meet(&mut self, state: u16, from: u16) {
        let seen = &mut self.seen[usize::from(state)];
        if seen.0 != self.search {
            *seen = (self.search, from);
            self.queue.push(state);
        }
    }

    /// Takes over the way that ends at a state; tells whether it uses no free cell.
    fn follow(&mut self, end: u16) -> bool {
        let mut state = end;
        let mut is_solid = true;
        loop {
            let (_, from) = self.seen[usize::from(state)];
            let cell = Point::from_index(usize::from(state >> 1));
            is_solid &= !self.is_free(cell);
            if from == START {
                return is_solid;
            }
            let before = Point::from_index(usize::from(from >> 1));
            if before == cell {
                match state & 1 != 0 {
                    true => self.used.insert(cell),
                    false => self.used.remove(cell),
                }
            } else {
                self.lead(before, cell);
            }
            state = from;
        }
    }

    /// One way more from a cell to the next, or one less the other way.
    fn lead(&mut self, from: Point, to: Point) {
        let side = from
            .side_neighbours()
            .position(|next| next == to)
            .unwrap_or(0);
        self.touched.extend([from, to]);
        let back = &mut self.over[to.index()][opposite(side)];
        if *back > 0 {
            *back -= 1;
        } else {
            self.over[from.index()][side] += 1;
        }
    }

    /// The free cells that stop all ways, as near as possible.
    fn cut(&self) -> Bitboard {
        let met = |state: u16| self.seen[usize::from(state)].0 == self.search;
        let stops = |cell: &Point| met(entry(*cell)) && !met(exit(*cell));
        self.used.iter().filter(stops).collect()
    }

    /// The free cells on the ways: those of every smallest cut are among them.
    fn on_ways(&self) -> Bitboard {
        self.used & *self.board.free()
    }
}

fn entry(cell: Point) -> u16 {
    (cell.index() as u16) << 1
}

fn exit(cell: Point) -> u16 {
    entry(cell) | 1
}

/// The side that leads back; sides are counted as [`Point::side_neighbours`] does.
fn opposite(side: usize) -> usize {
    (side + 2) % 4
}
