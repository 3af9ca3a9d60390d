//! The safety of a ring: how many dots the opponent needs to enclose one of its dots.
//!
//! A dot is enclosed if no side steps lead from it to the edge without crossing live dots of the opponent. By Menger's
//! theorem the opponent needs as many free cells for that as there are ways to the edge without a common free cell.
//! Territory of either player counts as dots of the opponent, because a capture may free his dots there.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The safety of a ring against a number of moves of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Safety {
    /// The opponent can enclose a dot of the ring in time, by dots on these cells.
    Unsafe(Bitboard),
    /// The opponent needs more dots. With only one more he has to play on these cells.
    Safe(Bitboard),
}

/// Whether the opponent needs more than `moves` dots to enclose a dot of `wall` or a dot of the player on one of the
/// `cells`.
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
        // A cell that touches a dot of the wall by a side is enclosed only together with it.
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

/// A maximum flow: ways from a set of cells to the edge without a common free cell.
struct Flow<'a> {
    board: &'a Board,
    own: Bitboard,
    /// The cells that a way may use.
    open: Bitboard,
    edge: Bitboard,
    /// For each cell, the number of ways that leave it over each of its sides.
    over: Vec<[u8; 4]>,
    /// The free cells on the ways.
    used: Bitboard,
    /// For the entry and the exit of each cell: the number of the last search that has reached it, and the state before
    /// it.
    seen: Vec<(u32, u16)>,
    /// The number of the current search.
    search: u32,
    queue: Vec<u16>,
    source: Bitboard,
}

/// The state before the first ones of a search.
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
            queue: Vec::new(),
            source: Bitboard::EMPTY,
        }
    }

    /// The number of ways from `source` to the edge, at most `most`.
    fn ways(&mut self, source: &Bitboard, most: u32) -> u32 {
        self.over.fill([0; 4]);
        self.used = Bitboard::EMPTY;
        self.source = *source;
        if source.intersects(&self.edge) {
            return most;
        }
        let mut count = 0;
        while count < most {
            match self.find() {
                // Own dots connect the source to the edge.
                Some(true) => return most,
                Some(false) => count += 1,
                None => break,
            }
        }
        count
    }

    /// Finds one more way. Returns whether it uses no free cell. `None` if there is no further way.
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

    /// The steps between the entry and the exit of a free cell, and back along the ways that enter it.
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

    /// The steps from a cell back along the ways that enter it.
    fn step_back(&mut self, cell: Point, state: u16) {
        for (side, next) in cell.side_neighbours().enumerate() {
            if self.open.contains(next) && self.over[next.index()][opposite(side)] > 0 {
                self.meet(exit(next), state);
            }
        }
    }

    /// The steps from a cell to its neighbours.
    fn step_from(&mut self, cell: Point, state: u16) {
        for (side, next) in cell.side_neighbours().enumerate() {
            let is_back = self.over[next.index()][opposite(side)] > 0;
            // A way that enters the cell is followed by `step_back`.
            if !self.open.contains(next) || self.source.contains(next) || is_back {
                continue;
            }
            match self.own.contains(next) {
                true => self.meet(exit(next), state),
                false => self.meet(entry(next), state),
            }
        }
    }

    /// Adds a state to the search unless it was reached before.
    fn meet(&mut self, state: u16, from: u16) {
        let seen = &mut self.seen[usize::from(state)];
        if seen.0 != self.search {
            *seen = (self.search, from);
            self.queue.push(state);
        }
    }

    /// Adds the way that ends at a state to the flow. Returns whether it uses no free cell.
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

    /// Adds one way from a cell to the next, or removes one in the other direction.
    fn lead(&mut self, from: Point, to: Point) {
        let side = from
            .side_neighbours()
            .position(|next| next == to)
            .unwrap_or(0);
        let back = &mut self.over[to.index()][opposite(side)];
        if *back > 0 {
            *back -= 1;
        } else {
            self.over[from.index()][side] += 1;
        }
    }

    /// The smallest cut: free cells that stop all ways, as near the source as possible.
    fn cut(&self) -> Bitboard {
        let met = |state: u16| self.seen[usize::from(state)].0 == self.search;
        let stops = |cell: &Point| met(entry(*cell)) && !met(exit(*cell));
        self.used.iter().filter(stops).collect()
    }

    /// The free cells on the ways. They contain every smallest cut.
    fn on_ways(&self) -> Bitboard {
        self.used & *self.board.free()
    }
}

/// The state at the entry of a cell.
fn entry(cell: Point) -> u16 {
    (cell.index() as u16) << 1
}

/// The state at the exit of a cell.
fn exit(cell: Point) -> u16 {
    entry(cell) | 1
}

/// The opposite side. Sides are numbered from 0 in the order of [`Point::side_neighbours`].
fn opposite(side: usize) -> usize {
    (side + 2) % 4
}
