//! Elo ratings of three or more engines from the points of all their games.
//!
//! CITE: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs (1952), for the model.
//!
//! The most likely ratings are found by Newton's method, for all engines together. One engine at a time is too slow: two
//! groups of engines come apart in very small steps if one group won nearly all of many games against the other.

use super::elo::expected_score;

/// Number of imaginary drawn games between every two engines, the prior. With them an engine that won
/// or lost every game has a finite rating.
const PRIOR: f64 = 0.5;

/// Elo difference by which the odds grow by the factor e.
const ELO_OF_E: f64 = 400.0 / std::f64::consts::LN_10;

/// Largest change of the difference between two engines in one step. The curvature for these two changes by a factor of
/// at most e over this length, so a step that is not longer always makes the results more likely.
const LONGEST_STEP: f64 = ELO_OF_E;

/// Elo ratings that differ by less count as equal, because only rounding makes them differ. A step that is shorter is
/// the last one.
const EQUAL: f64 = 1e-6;

/// Elo ratings of all engines in the order of `scores`; their mean is 0. `scores[i][j]` are the points of engine `i`
/// against engine `j`: 1 for a win and 1/2 for a draw. In a complete round robin, engines with equal points have equal
/// ratings.
pub fn ratings(scores: &[Vec<f64>]) -> Vec<f64> {
    let mut elos = vec![0.0_f64; scores.len()];
    for _ in 0..10_000 {
        let step = step(scores, &elos);
        let highest = step.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = step.iter().copied().fold(f64::INFINITY, f64::min);
        // The largest change of a difference between two engines.
        let length = highest - lowest;
        let part = f64::min(LONGEST_STEP / length, 1.0);
        for (elo, change) in elos.iter_mut().zip(step) {
            *elo += part * change;
        }
        if length < EQUAL {
            break;
        }
    }
    make_equal(&mut elos);
    elos.into_iter().map(rounded).collect()
}

/// The step of Newton's method from these ratings: the change of each one, in Elo. The mean of the changes is 0.
fn step(scores: &[Vec<f64>], elos: &[f64]) -> Vec<f64> {
    let count = elos.len();
    // With the best ratings every engine is expected to make its points, and none are missing.
    let mut missing = vec![0.0_f64; count];
    // The results determine only differences. The added ones make the sum of the changes 0.
    let mut curvature = vec![vec![1.0_f64; count]; count];
    for i in 0..count {
        for j in (0..count).filter(|&j| j != i) {
            let ahead = elos[i] - elos[j];
            let (win, loss) = (expected_score(ahead), expected_score(-ahead));
            let won = scores[i][j] + PRIOR / 2.0;
            let lost = scores[j][i] + PRIOR / 2.0;
            missing[i] += won * loss - lost * win;
            let weight = (won + lost) * win * loss;
            curvature[i][i] += weight;
            curvature[i][j] -= weight;
        }
    }
    let step = solved(curvature, missing).into_iter();
    step.map(|change| ELO_OF_E * change).collect()
}

/// Solves a system of linear equations: `matrix[i]` has the factors of equation `i`, and `right[i]` is its right side.
/// The matrix is symmetric and positive definite, so elimination needs no exchange of rows.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        let (upper, lower) = matrix.split_at_mut(pivot + 1);
        let first = &upper[pivot];
        for (row, equation) in (pivot + 1..).zip(lower) {
            let factor = equation[pivot] / first[pivot];
            for (left, subtracted) in equation.iter_mut().zip(first) {
                *left -= factor * subtracted;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known = (row + 1..count).map(|column| matrix[row][column] * right[column]);
        let known: f64 = known.sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Gives ratings that are [equal](EQUAL) but for rounding the same value.
fn make_equal(elos: &mut [f64]) {
    let mut order: Vec<usize> = (0..elos.len()).collect();
    order.sort_by(|&a, &b| elos[a].total_cmp(&elos[b]));
    for next in order.windows(2) {
        if elos[next[1]] - elos[next[0]] < EQUAL {
            elos[next[1]] = elos[next[0]];
        }
    }
}

/// A rating to six digits after the point. A zero below zero becomes 0, because it would be printed with a minus.
fn rounded(elo: f64) -> f64 {
    (elo * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The points of four engines. The first two won all games against the other two, and every other game was drawn.
    fn two_groups(games: f64) -> Vec<Vec<f64>> {
        let half = games / 2.0;
        vec![
            vec![0.0, half, games, games],
            vec![half, 0.0, games, games],
            vec![0.0, 0.0, 0.0, half],
            vec![0.0, 0.0, half, 0.0],
        ]
    }

    #[test]
    fn engines_are_expected_to_make_their_points_though_they_won_or_lost_all_of_many_games() {
        let chain = vec![
            vec![0.0, 10_000.0, 10_000.0],
            vec![0.0, 0.0, 10_000.0],
            vec![0.0, 0.0, 0.0],
        ];
        for scores in [chain, two_groups(100_000.0)] {
            let found = ratings(&scores);
            for i in 0..scores.len() {
                let others = (0..scores.len()).filter(|&j| j != i);
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

    #[test]
    fn engines_of_equal_points_differ_in_no_digit() {
        for games in [2.0, 100.0, 1000.0, 10_000.0, 100_000.0] {
            let found = ratings(&two_groups(games));
            assert_eq!(found[0].to_bits(), found[1].to_bits(), "{found:?}");
            assert_eq!(found[2].to_bits(), found[3].to_bits(), "{found:?}");
            assert!((found[0] + found[2]).abs() < 2e-6, "{found:?}");
        }
        // The two are on both sides of a number that rounding would take up or down.
        let mut elos = [5e-7 + 1e-10, 3.0, 5e-7 - 1e-10];
        make_equal(&mut elos);
        assert_eq!(rounded(elos[0]).to_bits(), rounded(elos[2]).to_bits());
        assert_eq!(elos[1], 3.0);
    }
}
