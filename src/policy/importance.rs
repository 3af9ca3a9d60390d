//! Importance alone as a policy, to measure how well it foresees moves.

use super::{Candidate, Evaluator, Policy};
use crate::board::Board;
use crate::geometry::Player;
use crate::importance::Importance;

/// The policy that weighs moves by [`Importance`] and nothing else. Its moves are the legal ones of the play range.
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
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        let cells = self.0.map(board).into_iter();
        let legal = cells.filter(|&(point, _)| board.is_legal_for(point, player));
        moves.clear();
        moves.extend(legal.map(|(point, value)| Candidate {
            point,
            logit: value as f32 * ImportancePolicy::LOGIT,
            is_forcing: false,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::{Point, Size};

    #[test]
    fn a_dot_that_the_rules_forbid_is_no_move() {
        let rules = Rules {
            suicide: false,
            ..Rules::default()
        };
        let mut board = Board::under(rules, Size::new(5, 5).unwrap());
        for (x, y) in [(2, 1), (1, 2), (3, 2), (2, 3)] {
            board.play(Point::new(x, y), Player::First);
        }
        let policy = ImportancePolicy(Importance::default());
        let listed = Player::ALL.map(|player| {
            let mut moves = Vec::new();
            policy.evaluate(&mut board, player, &mut moves);
            moves.iter().any(|found| found.point == Point::new(2, 2))
        });
        assert_eq!(listed, [true, false]);
    }
}
