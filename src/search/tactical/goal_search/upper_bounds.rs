//! Upper bounds of the gain of a side, the dots that it captures and frees: McCarthy's optimistic and pessimistic
//! values.
//!
//! A side may always pass. So it never loses more than the opponent can gain while it passes.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Player};
use crate::search::tactical::Technique;
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

    /// Whether the side that is `behind`, which lacks some dots to succeed, fails because it can fill only one
    /// trajectory and none gains enough. False if the technique is off, or with at most two plies left, or if only one
    /// dot is missing.
    pub(super) fn is_best_too_little(&self, question: Question, behind: Player) -> bool {
        let missing = question.need(behind) - self.score(behind);
        missing > 1
            && question.plies > 2
            && self.techniques.contains(Technique::BestTrajectory)
            && self.best_trajectory(question, behind, missing) < missing
    }

    /// An upper bound of the dots that the player gains while the opponent passes, if it is less than `enough`.
    /// Otherwise the number means only that he may gain `enough` or more. His trajectories must be up to date.
    ///
    /// If every trajectory takes all the dots he has left, he can fill only one of them. After a shorter one he has
    /// dots left for others, which are not counted here. The number is then that of all dots that he could win on the
    /// board.
    pub(super) fn best_trajectory(&self, question: Question, player: Player, enough: i32) -> i32 {
        let trajectories = &self.frames[question.ply].trajectories[player.index()];
        if trajectories.open.is_empty() {
            return 0;
        }
        let board = &self.board;
        let targets = *board.live(player.opponent()) | *board.lost_dots(player);
        let dots = question.dots(player);
        let mut all = trajectories.open.iter();
        if all.any(|own| own.cells.len() < dots || own.dots >= enough) {
            return targets.len() as i32;
        }
        let edge = board.size().edge();
        let open = board.size().cells() - *board.live(player);
        let won = |cells: &Bitboard| {
            let outside = Bitboard::flood(&edge, &(open - *cells));
            (targets - outside).len() as i32
        };
        // One flood for all trajectories together. Mostly they win too little as well.
        let by_all = won(&trajectories.cells());
        if by_all < enough {
            return by_all;
        }
        let mut most = 0;
        for trajectory in &trajectories.open {
            most = most.max(won(&trajectory.cells.iter().copied().collect()));
            if most >= enough {
                break;
            }
        }
        most
    }
}
