//! Ways from a dot to the edge that the opponent of its owner cannot cut.
//!
//! CITE: V. Anshelevich, "A hierarchical approach to computer Hex" (2002): two free cells that both join two stones make
//! a bridge, which the opponent cannot cut.

use crate::board::Board;
use crate::geometry::{Bitboard, Direction, Player, Point};
use std::collections::VecDeque;
use std::iter::successors;

/// The cells that can be reached from a dot of the owner, and the first way found to the edge.
///
/// A way goes over live dots and territory of the owner. A step may lead to a side neighbour. It may lead to a corner
/// neighbour if the two cells between are playable. If the opponent takes one of these, the owner takes the other. That
/// dot touches dots that are not enclosed, so that it cannot be captured. No two steps of a way may need the same cell.
pub(super) struct Ways {
    /// The live dots and territory of the owner that the search has reached, the start among them. With a way to the
    /// edge the search ends early, and some cells are missing.
    pub(super) reached: Bitboard,
    /// The way to the edge. `None` if none was found.
    pub(super) to_edge: Option<Way>,
}

/// A way from a dot to the edge of the board that the opponent of its owner cannot cut.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The cells of the way: dots and territory of the owner.
    pub(super) path: Bitboard,
    /// The playable cells between corner neighbours on the way, two for each such step.
    pub(super) pairs: Bitboard,
}

/// Searches for a way from a dot of `owner` to the edge of the board that his opponent cannot cut. The search ends at
/// the first way.
pub(super) fn ways(board: &Board, owner: Player, dot: Point) -> Ways {
    let own = *board.live(owner) | *board.territory(owner);
    let edge = board.size().edge();
    let mut search = Breadth::new(board, own, dot);
    while let Some(cell) = search.queue.pop_front() {
        if edge.contains(cell) {
            return Ways {
                to_edge: Some(search.way_to(cell)),
                reached: search.reached,
            };
        }
        search.steps_from(cell);
    }
    Ways {
        reached: search.reached,
        to_edge: None,
    }
}

/// A breadth-first search for a way from a dot to the edge. Steps to side neighbours come first.
struct Breadth<'a> {
    board: &'a Board,
    own: Bitboard,
    /// For each cell reached, the cell before it on the way, by index. `None` for the start and for other cells.
    from: Vec<Option<Point>>,
    reached: Bitboard,
    queue: VecDeque<Point>,
}

impl Breadth<'_> {
    fn new(board: &Board, own: Bitboard, dot: Point) -> Breadth<'_> {
        Breadth {
            board,
            own,
            from: vec![None; board.size().points_end()],
            reached: Bitboard::from_iter([dot]),
            queue: VecDeque::from([dot]),
        }
    }

    fn steps_from(&mut self, cell: Point) {
        for direction in Direction::ALL {
            let next = cell.step(direction);
            if !self.own.contains(next) || self.reached.contains(next) {
                continue;
            }
            let is_side = Direction::SIDES.contains(&direction);
            if !is_side && !self.can_pass_between(cell, next) {
                continue;
            }
            self.reached.insert(next);
            self.from[next.index()] = Some(cell);
            match is_side {
                true => self.queue.push_front(next),
                false => self.queue.push_back(next),
            }
        }
    }

    /// Whether both cells between two corner neighbours are playable, and no earlier step of the way needs one of them.
    fn can_pass_between(&self, cell: Point, next: Point) -> bool {
        let is_free = |&side: &Point| self.board.is_playable(side) && !self.is_needed(side, cell);
        between(cell, next).iter().all(is_free)
    }

    /// Whether a corner step of the way to `end` needs the cell `side`. Such a step ends beside that cell. Without one
    /// the way is not followed back, which takes long if it has hundreds of cells.
    fn is_needed(&self, side: Point, end: Point) -> bool {
        let needs_side = |cell: Point| {
            let before = self.before(cell).filter(|&before| is_corner(before, cell));
            before.is_some_and(|before| between(before, cell).contains(&side))
        };
        let is_on_way =
            |step| successors(Some(end), |&cell| self.before(cell)).any(|cell| cell == step);
        side.side_neighbours()
            .any(|cell| needs_side(cell) && is_on_way(cell))
    }

    /// The cell before this one on the way to it. `None` if no step leads to it.
    fn before(&self, cell: Point) -> Option<Point> {
        self.from.get(cell.index()).copied().flatten()
    }

    fn way_to(&self, end: Point) -> Way {
        let mut way = Way {
            path: Bitboard::EMPTY,
            pairs: Bitboard::EMPTY,
        };
        let mut cell = end;
        way.path.insert(cell);
        while let Some(before) = self.before(cell) {
            way.path.insert(before);
            if is_corner(before, cell) {
                way.pairs |= Bitboard::from_iter(between(before, cell));
            }
            cell = before;
        }
        way
    }
}

/// Whether two neighbours touch by a corner only.
fn is_corner(a: Point, b: Point) -> bool {
    a.x() != b.x() && a.y() != b.y()
}

/// The two cells that both of two corner neighbours touch by a side.
fn between(a: Point, b: Point) -> [Point; 2] {
    [Point::new(a.x(), b.y()), Point::new(b.x(), a.y())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    fn has_way(picture: &str, x: u32, y: u32) -> bool {
        let board = diagram::parse(picture).unwrap();
        ways(&board, Player::First, Point::new(x, y))
            .to_edge
            .is_some()
    }

    #[test]
    fn a_way_leads_past_corners_with_two_playable_cells() {
        assert!(has_way(
            ". . . . 0\n. . . 0 .\n. . 0 . .\n. . . . .\n. . . . .",
            2,
            2
        ));
        assert!(has_way(
            ". . . . 0\n. . . 0 0\n. . 0 . .\n. . . . .\n. . . . .",
            2,
            2
        ));
        assert!(!has_way(
            ". . . . 0\n. . . 0 0\n. . 0 1 .\n. . . . .\n. . . . .",
            2,
            2
        ));
    }

    #[test]
    fn a_way_leads_through_territory() {
        let picture = ". . 0 . .\n. 0 b 0 .\n. . 0 . .\n. . . . .";
        assert!(has_way(picture, 2, 2));
    }

    #[test]
    fn no_cell_serves_two_corners() {
        assert!(!has_way(
            ". . . . .\n. . 0 . 0\n. 0 . 0 .\n. . . . .\n. . . . .",
            1,
            2
        ));
    }

    #[test]
    fn a_cell_is_needed_if_the_way_has_a_corner_step_past_it() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut needed = 0;
        for _ in 0..50 {
            let board = sparse_board(&mut rng);
            let own = *board.live(Player::First);
            let mut search = Breadth::new(&board, own, own.first().expect("there are dots"));
            while let Some(cell) = search.queue.pop_front() {
                search.steps_from(cell);
            }
            for end in &search.reached {
                let pairs = search.way_to(end).pairs;
                for side in board.free() {
                    assert_eq!(search.is_needed(side, end), pairs.contains(side));
                }
                needed += pairs.len();
            }
        }
        assert!(needed > 1000, "only {needed}");
    }

    /// A board with dots of the first player, few of which touch by a side.
    fn sparse_board(rng: &mut fastrand::Rng) -> Board {
        let mut board = Board::new(Size::new(12, 9).expect("a small board"));
        for cell in board.size().points() {
            let is_alone = cell.side_neighbours().all(|side| board.is_playable(side));
            if board.is_playable(cell) && rng.u32(..10) < if is_alone { 8 } else { 2 } {
                board.play(cell, Player::First);
            }
        }
        board
    }
}
