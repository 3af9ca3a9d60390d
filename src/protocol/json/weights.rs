//! Weights of moves in the replies to `Analyze`. Clients of oppai play the move with the greatest weight.

use crate::search::Outcome;

/// Number of equal steps from weight 0 to weight 1. A client that stores weights in 32 bits can still tell them apart.
const STEPS: f64 = 1e6;

/// The weights from 0 to 1 of moves in the engine's order, the best first. `lead` is the lead of the player in dots
/// before the move, komi included.
///
/// The weight of a move is its win rate, but at most the weight of the move before it, because the engine knows less
/// about moves with fewer visits. Only the first move has the greatest weight. A later move without visits has weight
/// 0. The win rate of an engine that has none is computed from `lead` and the value of the move.
pub(super) fn weights(moves: &[Outcome], lead: f64) -> Vec<f64> {
    let mut most = STEPS as u32;
    let weight = |(place, found): (usize, &Outcome)| {
        let steps = match found.visits {
            Some(0) if place > 0 => 0,
            _ => (found.rate(lead) * STEPS).round() as u32,
        };
        let steps = steps.clamp(u32::from(place == 0), most);
        most = if place == 0 { steps - 1 } else { steps };
        f64::from(steps) / STEPS
    };
    moves.iter().enumerate().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Estimate;

    fn tried(gain: f32, visits: u64) -> Outcome {
        Outcome {
            visits: Some(visits),
            estimate: (visits > 0).then_some(Estimate { gain, unit: 4.0 }),
            ..Outcome::default()
        }
    }

    #[test]
    fn the_first_move_has_the_greatest_weight_alone() {
        let even = weights(&[tried(0.0, 9), tried(8.0, 1), tried(-4.0, 1)], 0.0);
        assert_eq!(even, [0.5, 0.499_999, 0.268_941]);
        let certain = |gain| {
            let mut moves = [tried(gain, 9), tried(gain, 3), tried(gain, 0)];
            moves[..2].iter_mut().for_each(|found| {
                found.estimate = Some(Estimate { gain, unit: 0.0 });
            });
            weights(&moves, 0.0)
        };
        assert_eq!(certain(3.0), [1.0, 0.999_999, 0.0]);
        assert_eq!(certain(-3.0), [0.000_001, 0.0, 0.0]);
        // If there is only one move, the engine may not have visited it.
        assert_eq!(weights(&[tried(0.0, 0)], 0.0), [0.5]);
        assert!(weights(&[], 0.0).is_empty());
    }
}
