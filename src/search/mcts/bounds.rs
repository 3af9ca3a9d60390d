//! Score bounds: the least and the greatest margin that a player reaches if both play best. A margin is the score at
//! the end of the game.
//!
//! A player may end the game at his turn. He then loses his loose dots, those not joined to the edge, and keeps
//! everything else. So he never gets less than by ending the game now. He never gets more than what the opponent would
//! leave him by ending it. A full board has one margin only.
//!
//! The least margin of a position is at least that of its best move. If all legal moves are in the tree, its greatest
//! margin is at most that of the best move, or that of ending the game. If both are equal, the margin is proved and the
//! position needs no more search.
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

/// The least and the greatest margin that a player reaches if both play best. A margin is his score at the end of the
/// game, in dots, without komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i16,
    pub(super) most: i16,
}

impl Bounds {
    /// The bounds of a position about which nothing is known.
    pub(super) const UNKNOWN: Bounds = Bounds {
        least: -i16::MAX,
        most: i16::MAX,
    };

    /// The bounds that the rules give for `player`, who is to move. The least margin is his score if he ends the game
    /// now, the greatest his score if the opponent does. On a full board both are the score.
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

    /// The same bounds, counted for the other player.
    pub(super) fn flipped(self) -> Bounds {
        Bounds {
            least: -self.most,
            most: -self.least,
        }
    }

    /// The intersection of two bounds of the same final score.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The proved final score. `None` if the bounds differ.
    #[inline]
    pub(super) fn exact(self) -> Option<i16> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What is known of a new position in the tree: its bounds, and whether its list of moves is complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// The bounds of the final score of the player to move.
    pub(super) bounds: Bounds,
    /// Whether all legal moves of the position are in its list. Only then its greatest final score follows from those
    /// of the moves.
    pub(super) is_complete: bool,
}

/// A new position with at most this number of playable cells gets all legal moves, not only those of the policy. Not
/// measured, like the next: benches/ingredients.md.
const MOST_COMPLETE: u32 = 40;
/// The prior of legal moves that the policy leaves out, such as a dot in an own empty base.
const UNLIKELY: f32 = 0.001;

impl NodeInfo {
    /// The information on a position about which nothing is known.
    pub(super) const NOTHING: NodeInfo = NodeInfo {
        bounds: Bounds::UNKNOWN,
        is_complete: false,
    };

    /// The information that the rules give on a position with `player` to move. If at most [`MOST_COMPLETE`] cells are
    /// playable, adds the legal moves that are missing in `moves`. The list is not complete if cells are playable but
    /// no move is legal.
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

/// Adds the legal moves of `player` that are not in `moves`, with the prior [`UNLIKELY`]. Sorts the list, the greatest
/// prior first.
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

/// The value of [`Node::floor`](super::tree::Node::floor) while no final score is proved that a move of the position
/// reaches at least.
pub(super) const NO_FLOOR: i16 = Bounds::UNKNOWN.least;

#[cfg(test)]
mod tests;
