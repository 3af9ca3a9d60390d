//! Measures how well a policy predicts the moves of games.

use super::game::TrainingGame;
use super::self_play::for_each_position;
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
    let mut moves = Vec::new();
    for game in games {
        for_each_position(game, |board, player, turn| {
            policy.evaluate(board, player, &mut moves);
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
