//! Upper bounds of the gain of a side, the dots that it captures and frees: McCarthy's optimistic and pessimistic
//! values.
//!
//! A side may always pass. So it never loses more than the opponent can gain while it passes.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Player};
use crate::search::tactical::decomposition::UpperBound;

impl GoalSearch<'_> {
    /// The cells on which a dot can help the player to move: all playable cells, or fewer if he is the side that is
    /// `behind`, which lacks some dots to succeed. `None` if that side cannot gain so many in all parts of the board
    /// together, so that it fails.
    ///
    /// A dot elsewhere helps only in captures that are too small, even if all later dots of the opponent are captured
    /// too. So it wins no more than a pass.
    pub(super) fn useful(&mut self, question: Question, behind: Player) -> Option<Bitboard> {
        let all = *self.board.free();
        let missing = question.need(behind) - self.score(behind);
        // A single dot can be won wherever there is a trajectory.
        if !self.has_threats(question.plies) || missing <= 1 {
            return Some(all);
        }
        let enough = missing - question.dots(behind.opponent()) as i32;
        let bound = self.upper_bound(question, behind, enough);
        match bound.most < missing {
            true => None,
            false if behind != question.player || enough <= 1 => Some(all),
            false => Some(bound.useful),
        }
    }

    /// An upper bound of the gain of a player in all parts of the board together, and the cells that can help him to
    /// gain at least `enough` dots. The gain is the number of dots that he captures and frees.
    pub(super) fn upper_bound(
        &mut self,
        question: Question,
        player: Player,
        enough: i32,
    ) -> UpperBound {
        let dots = question.dots(player);
        let threats = &self.frames[question.ply].threats[player.index()];
        self.decomposition
            .upper_bound(threats, self.board, player, dots, enough)
    }
}
