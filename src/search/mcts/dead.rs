//! Dead groups: groups that are proved to be captured even if their owner moves next.
//!
//! A playout does not see to the end of a ladder. So the tree would try to save a dead group by running away with it,
//! and lose one dot more with each step. The exact search would do so as well, because running delays the capture until
//! after its last ply. And the opponent would spend moves on captures that can wait.
//!
//! So dead dots count as captured at the end of every playout, whatever happens to them in it. Dots next to a dead group
//! become unlikely at the root, and the verification of the chosen move lets it lose the dead dots.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The dead groups of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dead {
    /// For each player, the dots of his dead groups.
    dots: [Bitboard; 2],
    /// The cells next to a dead group on which the proof of its capture depends. A dot there does not save it.
    futile: Bitboard,
}

impl Dead {
    /// No dead groups.
    pub(super) const NONE: Dead = Dead {
        dots: [Bitboard::EMPTY; 2],
        futile: Bitboard::EMPTY,
    };

    /// Adds the `dots` of a group of `owner`. `zone` are the cells on which the proof of its capture depends.
    pub(super) fn insert(&mut self, owner: Player, dots: &Bitboard, zone: &Bitboard) {
        self.dots[owner.index()] |= *dots;
        self.futile |= dots.grown() & *zone;
    }

    /// Whether there is no dead group.
    pub(super) fn is_empty(&self) -> bool {
        self.dots.iter().all(Bitboard::is_empty)
    }

    /// The number of dead dots of both players.
    pub(super) fn len(&self) -> u32 {
        self.dots.iter().map(Bitboard::len).sum()
    }

    /// Whether a dot on this cell is next to a dead group and does not save it.
    pub(super) fn is_futile(&self, cell: Point) -> bool {
        self.futile.contains(cell)
    }

    /// For each player, his dead dots after these moves. The two players move by turns, `player` first. A dot that joins a
    /// dead group by a side is dead too.
    pub(super) fn after(&self, moves: &[Point], player: Player) -> [Bitboard; 2] {
        let mut dots = self.dots;
        let mut mover = player;
        for &cell in moves {
            let dead = &mut dots[mover.index()];
            if cell.side_neighbours().any(|side| dead.contains(side)) {
                dead.insert(cell);
            }
            mover = mover.opponent();
        }
        dots
    }

    /// Whether values that count the dead dots of an earlier position, after the moves `since` then, count these dots.
    /// `board` has the present position.
    pub(super) fn continues(&self, earlier: &Dead, board: &Board, since: &[Point]) -> bool {
        let since: Bitboard = since.iter().copied().collect();
        Player::ALL.into_iter().all(|owner| {
            let [now, before] = [self, earlier].map(|dead| dead.dots[owner.index()]);
            let saved = (before & *board.live(owner)) - now;
            let new = now - before - since;
            saved.is_empty() && new.is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn cells(cells: &[(u32, u32)]) -> Bitboard {
        cells.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn dots_that_join_a_dead_group_are_dead() {
        let mut dead = Dead::NONE;
        assert!(dead.is_empty());
        dead.insert(Player::First, &cells(&[(3, 3)]), &cells(&[(4, 3), (9, 9)]));
        assert_eq!((dead.is_empty(), dead.len()), (false, 1));
        assert!(dead.is_futile(Point::new(4, 3)) && !dead.is_futile(Point::new(9, 9)));
        let moves = [(4, 3), (5, 3), (5, 4), (3, 2), (4, 4)].map(|(x, y)| Point::new(x, y));
        let [first, second] = dead.after(&moves, Player::First);
        // The dot at (5, 4) touches the group by a corner only.
        assert_eq!(first, cells(&[(3, 3), (4, 3), (4, 4)]));
        assert!(second.is_empty());
        let [first, _] = dead.after(&moves, Player::Second);
        assert_eq!(first, cells(&[(3, 3), (3, 2)]));
    }

    #[test]
    fn values_are_kept_while_the_same_dots_are_dead() {
        let picture = ". . . . . .\n. . 1 . . .\n. 1 0 0 . .\n. . 1 . . .\n. . . . . .\n";
        let board = diagram::parse(picture).unwrap();
        let dead = |dots: &[(u32, u32)]| {
            let mut dead = Dead::NONE;
            dead.insert(Player::First, &cells(dots), &Bitboard::EMPTY);
            dead
        };
        let (one, both) = (dead(&[(2, 2)]), dead(&[(2, 2), (3, 2)]));
        let joined = [Point::new(3, 2)];
        assert!(one.continues(&one, &board, &[]));
        assert!(both.continues(&one, &board, &joined));
        assert!(!both.continues(&one, &board, &[]));
        assert!(!Dead::NONE.continues(&one, &board, &joined));
        // What was captured since is no longer a live dot.
        let captured = dead(&[(0, 0)]);
        assert!(Dead::NONE.continues(&captured, &board, &[]));
    }
}
