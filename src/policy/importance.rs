//! Importance alone as a policy, to measure how well it foresees moves.

use super::{Candidate, Evaluator, Policy};
use crate::board::Board;
use crate::geometry::Player;
use crate::importance::Importance;

/// The policy that weighs moves by [`Importance`] and nothing else. Its moves are the playable cells of the play range.
#[derive(Clone, Debug)]
pub struct ImportancePolicy(pub Importance);

impl ImportancePolicy {
    /// Logit that an importance of 1 thousandth gives a move. The importance of a shape in thousandths is 100 times the
    /// binary logarithm of how much more often people play there. This factor turns it into the natural logarithm.
    pub(super) const LOGIT: f32 = 10.0 * std::f32::consts::LN_2 / 1000.0;
}

impl Policy for ImportancePolicy {
    fn evaluator(&self) -> Box<dyn Evaluator + '_> {
        Box::new(self)
    }
}

impl Evaluator for &ImportancePolicy {
    fn evaluate(&mut self, board: &mut Board, _: Player, moves: &mut Vec<Candidate>) {
        moves.clear();
        moves.extend(
            self.0
                .map(board)
                .into_iter()
                .map(|(point, value)| Candidate {
                    point,
                    logit: value as f32 * ImportancePolicy::LOGIT,
                    is_forcing: false,
                }),
        );
    }
}
