//! Measures how well a policy predicts the moves of games.

use super::game::TrainingGame;
use crate::policy::{Policy, softmax};

/// How well a policy predicted the moves of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Number of moves of the games that were compared with the policy.
    pub positions: u32,
    /// Number of moves of the games that the policy leaves out, so that they have no probability.
    pub missing: u32,
    /// Number of moves of the games at each rank. The likeliest move of the policy has rank 0, the next one rank 1, and
    /// so on.
    ranks: Vec<u32>,
    /// Sum of the negative natural logarithms of the probabilities that the policy gives to the moves of the games.
    losses: f64,
}

/// The probability that counts in the log-loss for a move that the policy leaves out.
const UNPREDICTED: f32 = 1e-4;

impl Accuracy {
    /// Percentage of the moves of the games that were among the `count` likeliest of the policy.
    pub fn top(&self, count: usize) -> f64 {
        let among: u32 = self.ranks.iter().take(count).sum();
        100.0 * f64::from(among) / f64::from(self.positions.max(1))
    }

    /// The log-loss: the mean negative natural logarithm of the probabilities that the policy gives to the moves of the
    /// games. It is 0 if every move had probability 1.
    pub fn log_loss(&self) -> f64 {
        self.losses / f64::from(self.positions.max(1))
    }
}

/// Compares the policy with every move of the games. Dots of start positions do not count.
pub fn evaluate(policy: &dyn Policy, games: &[TrainingGame]) -> Accuracy {
    let mut accuracy = Accuracy::default();
    let (mut evaluator, mut moves) = (policy.evaluator(), Vec::new());
    for game in games {
        game.for_each_position(|board, player, turn| {
            evaluator.evaluate(board, player, &mut moves);
            accuracy.positions += 1;
            let index = moves
                .iter()
                .position(|found| found.point == turn.played.point);
            let Some(index) = index else {
                accuracy.missing += 1;
                accuracy.losses -= f64::from(UNPREDICTED).ln();
                return;
            };
            let logits: Vec<f32> = moves.iter().map(|found| found.logit).collect();
            let rank = rank(&logits, index);
            let probabilities = softmax(logits.into_iter());
            if accuracy.ranks.len() <= rank {
                accuracy.ranks.resize(rank + 1, 0);
            }
            accuracy.ranks[rank] += 1;
            accuracy.losses -= f64::from(probabilities[index].max(f32::MIN_POSITIVE)).ln();
        });
    }
    accuracy
}

/// The rank of the move at `index`, from 0: the number of moves with a greater logit, or with the same logit and a
/// smaller index.
fn rank(logits: &[f32], index: usize) -> usize {
    let logit = logits[index];
    let others = logits.iter().enumerate();
    let ahead = others.filter(|&(other, &l)| l > logit || l == logit && other < index);
    ahead.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{HandcraftedPolicy, LinearPolicy};

    fn accuracy(policy: &dyn Policy, game: &str) -> Accuracy {
        evaluate(policy, &[game.parse().unwrap()])
    }

    #[test]
    fn of_equal_moves_the_first_has_the_lower_rank() {
        // Both cells are equal, then one is left.
        let policy = HandcraftedPolicy::default();
        let found = accuracy(&policy, "g 2x1 0 0 0:1,0 1:0,0");
        assert_eq!((found.positions, found.missing), (2, 0));
        assert_eq!([1, 2].map(|count| found.top(count)), [50.0, 100.0]);
        assert!((found.log_loss() - 2.0_f64.ln() / 2.0).abs() < 1e-6);
    }

    #[test]
    fn a_move_that_the_policy_leaves_out_counts_with_a_small_probability() {
        // The last dot is in an own empty base.
        let game = "g 5x5 0 0 0:2,1s 0:1,2s 0:3,2s 0:2,3s 0:2,2";
        let found = accuracy(&**LinearPolicy::standard(), game);
        assert_eq!((found.positions, found.missing), (1, 1));
        assert_eq!(found.top(20), 0.0);
        assert!((found.log_loss() + 1e-4_f64.ln()).abs() < 1e-6);
    }
}
