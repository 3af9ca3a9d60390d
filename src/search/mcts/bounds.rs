//! McCarthy's optimistic and pessimistic values in the tree: how a game can end at worst and at
//! best, by the rules and by what the tree has tried.
//!
//! A player may end the game at his turn: he then gives away his dots that are not joined to the edge,
//! and nothing else. Whatever is joined to the edge stays so whoever moves, and neither side can
//! take back what it holds: a dot of the opponent never makes the player's end worse. So he never
//! gets less than by ending the game now, whosever turn it is, and never more than what ending it
//! now leaves the opponent. Having to move is no danger to him, because he may end the game instead. A
//! full board has one margin only.
//!
//! A position is worth no less than the best of its moves at worst. It is worth no more than
//! the best of them at best, if all moves that the rules allow are among them, or than ending the game.
//! Where the two meet nothing is left to search.
//!
//! Where nobody ends a game before it is decided, as in matches of the Points AI Protocol, which has no
//! word for it, these bounds are those of the rules and not of the match: who has to move and has
//! no safe cell left loses a dot in a game that is proved to be drawn. Bounds that leave room for that
//! were tried, with playouts that count safe cells: 94 of 180 games, no difference that is certain.
//!
//! Whether bounds win games is not known either: 33 of 50 with 1,000 rounds a move on 20x20, but two games that were
//! played again without bounds were the same until move 280 and 340, when most are decided. Played until
//! the board was full, 49 of 121 were won and 49 lost on 12x12, with 240 rounds a move instead of 282.
//!
//! CITE: M. Winands, Y. Bjornsson and J.-T. Saito, "Monte-Carlo Tree Search Solver" (2008); T.
//! Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010); J. McCarthy's
//! optimistic and pessimistic values, as for the exact search.

use crate::board::Board;
use crate::geometry::{Bitboard, Player};
use crate::policy::Candidate;

/// The least and the greatest margin, in dots, with which a game can end for a player, if both
/// play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i16,
    pub(super) most: i16,
}

impl Bounds {
    /// Of a position of which nothing is known.
    pub(super) const UNKNOWN: Bounds = Bounds {
        least: -i16::MAX,
        most: i16::MAX,
    };

    /// Those that the rules give for the player whose turn it is.
    pub(super) fn of(board: &Board, player: Player) -> Bounds {
        let opponent = player.opponent();
        // No board has more dots than fit.
        let [least, most] = match board.free().is_empty() {
            true => [board.score(player); 2],
            false => [player, opponent].map(|stopping| board.score_after_stop(player, stopping)),
        };
        Bounds {
            least: least as i16,
            most: most as i16,
        }
    }

    /// The same for the other player.
    pub(super) fn flipped(self) -> Bounds {
        Bounds {
            least: -self.most,
            most: -self.least,
        }
    }

    /// What both say.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The margin, if there is but one.
    #[inline]
    pub(super) fn exact(self) -> Option<i16> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What is known of a position before any of its moves is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// For the player whose turn it is.
    pub(super) bounds: Bounds,
    /// Whether all moves that the rules allow are in the tree.
    pub(super) is_complete: bool,
}

/// A position with no more playable cells than this gets all of them as moves.
/// Not measured, like the next: benches/ingredients.md.
const MOST_COMPLETE: u32 = 40;
/// The likelihood of the moves that nobody would think of, such as filling one's own empty base:
/// they are tried when the others are proved.
const UNLIKELY: f32 = 0.001;

impl Known {
    pub(super) const NOTHING: Known = Known {
        bounds: Bounds::UNKNOWN,
        is_complete: false,
    };

    /// What the rules tell. Adds the moves that are missing, if they are few.
    pub(super) fn of(board: &Board, player: Player, moves: &mut Vec<Candidate>) -> Known {
        let bounds = Bounds::of(board, player);
        let few = board.free().len() <= MOST_COMPLETE;
        if few {
            add_missing(board, player, moves);
        }
        Known {
            bounds,
            // Where only suicide is left and forbidden, the rules do not tell how it goes on.
            is_complete: few && (!moves.is_empty() || board.free().is_empty()),
        }
    }
}

fn add_missing(board: &Board, player: Player, moves: &mut Vec<Candidate>) {
    let known: Bitboard = moves.iter().map(|found| found.point).collect();
    let missing = board.legal_cells(player) - known;
    moves.extend(missing.iter().map(|point| Candidate {
        point,
        weight: UNLIKELY,
        is_forcing: false,
    }));
    moves.sort_by(|a, b| b.weight.total_cmp(&a.weight));
}

/// The floor of a position of whose moves nothing is known.
pub(super) const NO_FLOOR: i16 = Bounds::UNKNOWN.least;

#[cfg(test)]
mod tests;
