//! Elo ratings of three or more engines from the points of all their games.
//!
//! CITE: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs (1952), for the model.
//!
//! The most likely ratings are found by Newton's method, one engine at a time. A simple fixed-point iteration is far from
//! them after thousands of steps if an engine won nearly all of many games.

/// Number of drawn games, none of them played, that are added between every two engines. With them an engine that won
/// or lost every game has a finite rating.
const PRIOR: f64 = 0.5;

/// Largest change of the natural logarithm of a strength in one step. The curvature changes by a factor of at most e
/// over this length, so that a step that is not longer always comes closer to the best value.
const LONGEST_STEP: f64 = 1.0;

/// Elo ratings of all engines in the order of `scores`; their mean is 0. `scores[i][j]` are the points of engine `i`
/// against engine `j`: 1 for a win and 1/2 for a draw.
pub fn ratings(scores: &[Vec<f64>]) -> Vec<f64> {
    let count = scores.len();
    let points = |i: usize, j: usize| scores[i][j] + PRIOR / 2.0;
    // The natural logarithms of the strengths. With the best ones every engine is expected to make its points.
    let mut logs = vec![0.0_f64; count];
    for _ in 0..10_000 {
        let mut longest = 0.0_f64;
        for i in 0..count {
            let (mut missing, mut slope) = (0.0, 0.0);
            for j in (0..count).filter(|&j| j != i) {
                let ahead = logs[i] - logs[j];
                let (win, loss) = (chance(ahead), chance(-ahead));
                missing += points(i, j) * loss - points(j, i) * win;
                slope += (points(i, j) + points(j, i)) * win * loss;
            }
            let step = f64::clamp(missing / slope, -LONGEST_STEP, LONGEST_STEP);
            logs[i] += step;
            longest = longest.max(step.abs());
        }
        if longest < 1e-9 {
            break;
        }
    }
    let mean = logs.iter().sum::<f64>() / count as f64;
    let elo = |log: f64| rounded(400.0 / std::f64::consts::LN_10 * (log - mean));
    logs.into_iter().map(elo).collect()
}

/// A rating to six digits after the point, so that engines with equal points have equal ratings.
fn rounded(elo: f64) -> f64 {
    // A zero below zero would be less than zero in the ranking.
    (elo * 1e6).round() / 1e6 + 0.0
}

/// The expected score, from 0 to 1, of an engine whose logarithm of strength is greater by `ahead`.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo::expected_score;

    #[test]
    fn two_engines_differ_by_their_score() {
        let found = ratings(&[vec![0.0, 7500.0], vec![2500.0, 0.0]]);
        assert!((found[0] - found[1] - 190.85).abs() < 0.05, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-6);
    }

    /// CITE: en.wikipedia.org/wiki/Bradley-Terry_model works out an example with the teams A to D. Its strengths are
    /// 0.139, 0.226, 0.143 and 0.492.
    #[test]
    fn a_published_example_has_its_strengths() {
        let wins = [
            [0.0, 2.0, 0.0, 1.0],
            [3.0, 0.0, 5.0, 0.0],
            [0.0, 3.0, 0.0, 1.0],
            [4.0, 0.0, 3.0, 0.0],
        ];
        // The results are multiplied by a million, so that the added draws do not matter.
        let scores = wins.map(|row| row.map(|won| 1e6 * won).to_vec());
        let strengths = ratings(&scores)
            .into_iter()
            .map(|elo| 10f64.powf(elo / 400.0));
        let strengths: Vec<f64> = strengths.collect();
        let sum: f64 = strengths.iter().sum();
        let shares: Vec<_> = strengths
            .iter()
            .map(|it| format!("{:.3}", it / sum))
            .collect();
        assert_eq!(shares, ["0.139", "0.226", "0.143", "0.492"]);
    }

    #[test]
    fn differences_add_up() {
        // The odds are 3:1 from each engine to the next, so 9:1 between the first and the last.
        let found = ratings(&[
            vec![0.0, 7500.0, 9000.0],
            vec![2500.0, 0.0, 7500.0],
            vec![1000.0, 2500.0, 0.0],
        ]);
        assert!((found[0] - found[1] - 190.85).abs() < 0.1, "{found:?}");
        assert!((found[1] - found[2] - 190.85).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn winning_everything_is_not_infinite() {
        let found = ratings(&[vec![0.0, 4.0], vec![0.0, 0.0]]);
        assert!(found[0].is_finite() && found[0] > 100.0);
    }

    #[test]
    fn equal_points_are_equal_ratings() {
        let found = ratings(&[
            vec![0.0, 0.0, 1.0],
            vec![2.0, 0.0, 2.0],
            vec![1.0, 0.0, 0.0],
        ]);
        assert_eq!(found[0].to_bits(), found[2].to_bits());
        let found = ratings(&[vec![0.0, 1.0], vec![1.0, 0.0]]);
        assert!(found.iter().all(|elo| elo.to_bits() == 0));
    }

    #[test]
    fn engines_are_expected_to_make_their_points_though_they_won_or_lost_all_of_many_games() {
        let scores = [
            vec![0.0, 10_000.0, 10_000.0],
            vec![0.0, 0.0, 10_000.0],
            vec![0.0, 0.0, 0.0],
        ];
        let found = ratings(&scores);
        for i in 0..3 {
            let others = (0..3).filter(|&j| j != i);
            let points: f64 = others.clone().map(|j| scores[j][i] + PRIOR / 2.0).sum();
            let expected = others.map(|j| {
                let games = scores[i][j] + scores[j][i] + PRIOR;
                games * expected_score(found[j] - found[i])
            });
            let expected: f64 = expected.sum();
            assert!((expected - points).abs() < 1e-3, "{expected} {points}");
        }
    }
}
