//! Score bounds: the least and the greatest margin with which a game can end.
//!
//! A player may end the game at his turn. He then loses his loose dots, those not joined to the edge, and keeps
//! everything else. So he never gets less than by ending the game now. He never gets more than what the opponent would
//! leave him by ending it. A full board has one margin only.
//!
//! The least margin of a position is at least that of its best move. Its greatest margin is at most that of the best
//! move, if all legal moves are in the tree, or that of ending the game. Where both meet, the margin is proved and
//! nothing is left to search.
//!
//! The bounds hold where a player may end the game. In matches of the Points AI Protocol he cannot, and may lose a dot
//! for want of a safe cell in a game that is proved drawn.
//!
//! CITE: M. Winands, Y. Bjornsson and J.-T. Saito, "Monte-Carlo Tree Search Solver" (2008); T.
//! Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010); J. McCarthy's
//! optimistic and pessimistic values, as for the exact search.

use crate::board::Board;
use crate::geometry::{Bitboard, Player};
use crate::policy::Candidate;

/// The least and the greatest margin, in dots, with which the game can end for a player under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i16,
    pub(super) most: i16,
}

impl Bounds {
    /// The bounds of a position that nothing is known of.
    pub(super) const UNKNOWN: Bounds = Bounds {
        least: -i16::MAX,
        most: i16::MAX,
    };

    /// The bounds that the rules give for the player to move: those of ending the game now.
    pub(super) fn of(board: &Board, player: Player) -> Bounds {
        let opponent = player.opponent();
        // Every board has fewer cells than `i16::MAX`.
        let [least, most] = match board.free().is_empty() {
            true => [board.score(player); 2],
            false => [player, opponent].map(|stopping| board.score_after_stop(player, stopping)),
        };
        Bounds {
            least: least as i16,
            most: most as i16,
        }
    }

    /// The bounds of the other player.
    pub(super) fn flipped(self) -> Bounds {
        Bounds {
            least: -self.most,
            most: -self.least,
        }
    }

    /// The intersection of two bounds of the same margin.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The proved margin. `None` if the bounds differ.
    #[inline]
    pub(super) fn exact(self) -> Option<i16> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The bounds of a new position by the rules, and whether its list of moves is complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// The bounds for the player to move.
    pub(super) bounds: Bounds,
    /// Whether all legal moves of the position are in its list, so that its greatest margin follows from theirs.
    pub(super) is_complete: bool,
}

/// A position with at most this number of playable cells gets all legal moves.
/// Not measured, like the next: benches/ingredients.md.
const MOST_COMPLETE: u32 = 40;
/// The prior of legal moves that the policy leaves out, such as a dot in an own empty base. They are tried when the other
/// moves are proved.
const UNLIKELY: f32 = 0.001;

impl NodeInfo {
    /// The information on a position that nothing is known of.
    pub(super) const NOTHING: NodeInfo = NodeInfo {
        bounds: Bounds::UNKNOWN,
        is_complete: false,
    };

    /// The information on a position by the rules. If few cells are free, adds the legal moves that are not in `moves`.
    pub(super) fn of(board: &Board, player: Player, moves: &mut Vec<Candidate>) -> NodeInfo {
        let bounds = Bounds::of(board, player);
        let few = board.free().len() <= MOST_COMPLETE;
        if few {
            add_missing(board, player, moves);
        }
        NodeInfo {
            bounds,
            // If all free cells are forbidden suicide, the end of the game is not known.
            is_complete: few && (!moves.is_empty() || board.free().is_empty()),
        }
    }
}

/// Adds the legal moves that are not in `moves`, and sorts the list by prior.
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

/// The value of [`Node::floor`](super::tree::Node::floor) while no move has a lower bound.
pub(super) const NO_FLOOR: i16 = Bounds::UNKNOWN.least;

#[cfg(test)]
mod tests;
