//! What a side can win at most: McCarthy's optimistic and pessimistic values.
//!
//! A side may always pass. So it never loses more than the opponent can capture while it passes.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Player};
use crate::search::tactical::Technique;
use crate::search::tactical::decomposition::UpperBound;

impl GoalSearch<'_> {
    /// The cells on which the player to move has to put dots to win enough: all free ones, unless
    /// he is behind. `None` if the side that is `behind` cannot win enough in all regions together.
    ///
    /// A dot elsewhere takes part only in captures that are not enough with all others, even if the dots
    /// that the opponent still puts are captured too. So it wins no more than a pass.
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

    /// What a player can win in all regions together, if he has to win `enough`.
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

    /// Whether the side that is `behind` fails because it can fill only one trajectory, and none
    /// captures enough.
    pub(super) fn is_best_too_little(&self, question: Question, behind: Player) -> bool {
        let missing = question.need(behind) - self.score(behind);
        missing > 1
            && question.plies > 2
            && self.techniques.contains(Technique::BestTrajectory)
            && self.best_trajectory(question, behind, missing) < missing
    }

    /// An upper bound of the dots that a player can win while the opponent passes. If it is `enough`, the
    /// player may be able to win more than that. His trajectories must be up to date.
    ///
    /// If every trajectory takes all the dots he has left, he can fill only one of them. A shorter one may
    /// give rise to others, which are not followed: then the bound is all there is.
    pub(super) fn best_trajectory(&self, question: Question, player: Player, enough: i32) -> i32 {
        let trajectories = &self.frames[question.ply].trajectories[player.index()];
        if trajectories.is_empty() {
            return 0;
        }
        let board = &self.board;
        let targets = *board.live(player.opponent()) | *board.lost_dots(player);
        let dots = question.dots(player);
        let mut all = trajectories.iter();
        if all.any(|own| own.cells().len() < dots || own.dots() >= enough) {
            return targets.len() as i32;
        }
        let edge = board.size().edge();
        let open = board.size().cells() - *board.live(player);
        let won = |cells: &Bitboard| {
            let outside = Bitboard::flood(&edge, &(open - *cells));
            (targets - outside).len() as i32
        };
        // All together take one flood, and mostly win too little as well.
        let by_all = won(&trajectories.cells());
        if by_all < enough {
            return by_all;
        }
        let mut most = 0;
        for trajectory in trajectories.iter() {
            most = most.max(won(&trajectory.cells().iter().copied().collect()));
            if most >= enough {
                break;
            }
        }
        most
    }
}
