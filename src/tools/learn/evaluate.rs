//! How well a policy foresees the moves of games.

use super::game::Game;
use super::self_play::for_each_position;
use crate::policy::{Policy, softmax};

/// What a policy foresaw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foresight {
    /// Moves looked at.
    pub positions: u32,
    /// Of them those that the policy does not weigh at all.
    pub unweighed: u32,
    /// How many moves had this rank: 0 for the likeliest move of the policy.
    ranks: Vec<u32>,
    /// Sum of the logarithms of the likelihoods of the moves, negated.
    losses: f64,
}

/// The likelihood that is counted for a move that the policy does not weigh.
const UNFORESEEN: f32 = 1e-4;

impl Foresight {
    /// The share of moves among the likeliest `count` of the policy, in percent.
    pub fn top(&self, count: usize) -> f64 {
        let among: u32 = self.ranks.iter().take(count).sum();
        100.0 * f64::from(among) / f64::from(self.positions.max(1))
    }

    /// The mean of the logarithms of the likelihoods of the moves, negated.
    pub fn log_loss(&self) -> f64 {
        self.losses / f64::from(self.positions.max(1))
    }
}

/// Lets a policy foresee the moves that were played in games.
pub fn evaluate(policy: &dyn Policy, games: &[Game]) -> Foresight {
    let mut foresight = Foresight::default();
    let mut moves = Vec::new();
    for game in games {
        for_each_position(game, |board, player, turn| {
            policy.weigh(board, player, &mut moves);
            foresight.positions += 1;
            let index = moves
                .iter()
                .position(|found| found.point == turn.played.point);
            let Some(index) = index else {
                foresight.unweighed += 1;
                foresight.losses -= f64::from(UNFORESEEN).ln();
                return;
            };
            let mut weights: Vec<f32> = moves.iter().map(|found| found.weight).collect();
            let rank = rank(&weights, index);
            softmax(&mut weights);
            if foresight.ranks.len() <= rank {
                foresight.ranks.resize(rank + 1, 0);
            }
            foresight.ranks[rank] += 1;
            foresight.losses -= f64::from(weights[index].max(f32::MIN_POSITIVE)).ln();
        });
    }
    foresight
}

/// How many others are likelier, or as likely and before it.
fn rank(weights: &[f32], index: usize) -> usize {
    let weight = weights[index];
    let others = weights.iter().enumerate();
    let ahead = others.filter(|&(other, &w)| w > weight || w == weight && other < index);
    ahead.count()
}
