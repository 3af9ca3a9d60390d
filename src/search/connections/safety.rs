//! The safety of a ring: how many dots the opponent of its owner needs to enclose one of its dots.
//!
//! A dot is enclosed if steps by side from it to the edge must cross live dots of the opponent. By Menger's theorem the
//! opponent needs as many free cells for that as there are ways to the edge without a common free cell. Territory of
//! either player counts as dots of the opponent, because a capture may free his dots there.
//!
//! CITE: K. Menger, "Zur allgemeinen Kurventheorie" (1927); L. R. Ford and D. R. Fulkerson, "Maximal flow through a
//! network" (1956), for finding the ways one by one.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// Whether the opponent of `player` needs more than `moves` dots to enclose a dot of a ring. The ring is the `wall`,
/// which is made of dots, and the `cells`, which are free and which `player` is going to take.
pub(super) fn is_safe(
    board: &Board,
    player: Player,
    wall: &Bitboard,
    cells: &Bitboard,
    moves: u32,
) -> bool {
    let own = *board.live(player);
    let mut flow = Flow::new(board, player);
    let mut left = *wall | *cells;
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
        if flow.ways(&source, moves + 1) <= moves {
            return false;
        }
    }
    true
}

/// A maximum flow: as many ways as possible from a set of cells, the source, to the edge without a common free cell.
/// Ways go by side over free cells and own dots.
struct Flow {
    own: Bitboard,
    /// The cells that a way to the edge may use: own live dots and playable cells.
    open: Bitboard,
    edge: Bitboard,
    /// For each cell, the number of ways that leave it over each of its sides, in the order of
    /// [`Point::side_neighbours`].
    over: Vec<[u8; 4]>,
    /// The free cells that the ways found so far use.
    used: Bitboard,
    /// For each state, which is the entry or the exit of a cell: the number of the last search that has reached it, and
    /// the state from which it was reached.
    seen: Vec<(u32, u16)>,
    /// The number of the current search for one more way.
    search: u32,
    queue: Vec<u16>,
    source: Bitboard,
}

/// Stands for the state before the first state of a search.
const START: u16 = u16::MAX;

impl Flow {
    fn new(board: &Board, player: Player) -> Flow {
        let own = *board.live(player);
        Flow {
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

    /// The number of ways from `source` to the edge without a common free cell, at most `most`. The result is `most` if
    /// the source has a cell on the edge, or if own dots connect it to the edge.
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

    /// Searches for one more way and adds it. Returns whether it uses no free cell. `None` if there is no further way.
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

    /// Takes the steps at a free cell, which has an entry and an exit: between these two, and back along a way that
    /// enters the cell.
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

    /// Takes the steps from a cell back along the ways that enter it. Such a step takes that part of the way out of the
    /// flow.
    fn step_back(&mut self, cell: Point, state: u16) {
        for (side, next) in cell.side_neighbours().enumerate() {
            if self.open.contains(next) && self.over[next.index()][opposite(side)] > 0 {
                self.meet(exit(next), state);
            }
        }
    }

    /// Takes the steps from a cell to its side neighbours.
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

    /// Adds a state to the current search unless this search has reached it before. `from` is the state before it.
    fn meet(&mut self, state: u16, from: u16) {
        let seen = &mut self.seen[usize::from(state)];
        if seen.0 != self.search {
            *seen = (self.search, from);
            self.queue.push(state);
        }
    }

    /// Adds the way that ends at the state `end` to the flow. Returns whether it uses no free cell.
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

    /// Adds the step from a cell to the next to the flow, or removes one such step in the other direction.
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
}

/// The state of a search at the entry of a cell.
fn entry(cell: Point) -> u16 {
    (cell.index() as u16) << 1
}

/// The state of a search at the exit of a cell.
fn exit(cell: Point) -> u16 {
    entry(cell) | 1
}

/// The number of the opposite side. Sides are numbered from 0 in the order of [`Point::side_neighbours`].
fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    /// Whether so many dots of the opponent on these cells, besides the `taken` ones, cut the source off from the edge.
    /// Tries all choices.
    fn can_cut(flow: &Flow, cells: &[Point], dots: u32, taken: &mut Bitboard) -> bool {
        if dots == 0 {
            let reached = Bitboard::flood(&flow.source, &(flow.open - *taken));
            return !reached.intersects(&flow.edge);
        }
        (0..cells.len()).any(|place| {
            taken.insert(cells[place]);
            let is_cut = can_cut(flow, &cells[place + 1..], dots - 1, taken);
            taken.remove(cells[place]);
            is_cut
        })
    }

    #[test]
    fn there_are_as_many_ways_as_dots_that_cut_them() {
        let mut rng = fastrand::Rng::with_seed(6);
        let most = 4;
        let mut counts = [0; 5];
        for _ in 0..600 {
            let size = Size::new(rng.u32(5..9), rng.u32(5..8)).expect("a small board");
            let mut board = Board::new(size);
            board.fill_at_random(&mut rng, 20);
            let player = Player::ALL[rng.usize(..2)];
            let own = *board.live(player);
            let inner = (own | *board.free()) - size.edge();
            let Some(first) = rng.choice(inner.iter().collect::<Vec<_>>()) else {
                continue;
            };
            let first = Bitboard::from_iter([first]);
            let source = first | Bitboard::flood(&(first & own), &own);
            let mut flow = Flow::new(&board, player);
            let ways = flow.ways(&source, most);
            let cells: Vec<Point> = (*board.free() - source).iter().collect();
            let mut taken = Bitboard::EMPTY;
            let dots = (0..most).find(|&dots| can_cut(&flow, &cells, dots, &mut taken));
            let picture = diagram::print(&board);
            assert_eq!(ways, dots.unwrap_or(most), "from {source:?}\n{picture}");
            counts[ways as usize] += 1;
        }
        assert!(!counts.contains(&0), "{counts:?}");
    }

    #[test]
    fn a_ring_is_safe_if_no_dots_cut_a_part_of_it_from_the_edge() {
        let mut rng = fastrand::Rng::with_seed(50);
        let mut counts = [0; 2];
        for _ in 0..1500 {
            let size = Size::new(rng.u32(5..9), rng.u32(5..8)).expect("a small board");
            let mut board = Board::new(size);
            board.fill_at_random(&mut rng, 18);
            let player = Player::ALL[rng.usize(..2)];
            let own = *board.live(player);
            let some = |rng: &mut fastrand::Rng, set: Bitboard, most: usize| -> Bitboard {
                let mut cells: Vec<Point> = set.iter().collect();
                rng.shuffle(&mut cells);
                cells.into_iter().take(most).collect()
            };
            let (wall, cells) = (some(&mut rng, own, 2), some(&mut rng, *board.free(), 2));
            let moves = rng.u32(..3);
            let mut flow = Flow::new(&board, player);
            let is_cut = |cell: Point, flow: &mut Flow| {
                let first = Bitboard::from_iter([cell]);
                flow.source = first | Bitboard::flood(&(first & own), &own);
                let others: Vec<Point> = (*board.free() - flow.source).iter().collect();
                let mut taken = Bitboard::EMPTY;
                let dots = moves.min(others.len() as u32);
                (0..=dots).any(|dots| can_cut(flow, &others, dots, &mut taken))
            };
            let is_enclosed = (wall | cells).iter().any(|cell| is_cut(cell, &mut flow));
            let found = is_safe(&board, player, &wall, &cells, moves);
            assert_eq!(found, !is_enclosed, "{wall:?} {cells:?} {moves}\n{board}");
            counts[usize::from(found)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
