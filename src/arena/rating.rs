//! Elo ratings of three or more engines from the points of all their games.
//!
//! CITE: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs (1952); the
//! iteration is that of D. R. Hunter, MM Algorithms for Generalized Bradley-Terry Models (2004).

/// Number of drawn games, none of them played, that are added between every two engines. With them an engine that won
/// or lost every game has a finite rating.
const PRIOR: f64 = 0.5;

/// Elo ratings of all engines in the order of `scores`; their mean is 0. `scores[i][j]` are the points of engine `i`
/// against engine `j`: 1 for a win and 1/2 for a draw.
pub fn ratings(scores: &[Vec<f64>]) -> Vec<f64> {
    let count = scores.len();
    let points = |i: usize, j: usize| scores[i][j] + PRIOR / 2.0;
    let others = |i: usize| (0..count).filter(move |&j| j != i);
    let mut strengths = vec![1.0; count];
    for _ in 0..10_000 {
        let before = strengths.clone();
        for i in 0..count {
            let won: f64 = others(i).map(|j| points(i, j)).sum();
            let met: f64 = others(i)
                .map(|j| (points(i, j) + points(j, i)) / (strengths[i] + strengths[j]))
                .sum();
            strengths[i] = won / met;
        }
        let logs: f64 = strengths.iter().map(|strength: &f64| strength.ln()).sum();
        let mean = (logs / count as f64).exp();
        strengths.iter_mut().for_each(|strength| *strength /= mean);
        let mut changes = strengths.iter().zip(&before).map(|(a, b)| a / b - 1.0);
        if changes.all(|change| change.abs() < 1e-10) {
            break;
        }
    }
    let elo = |strength: f64| 400.0 * strength.log10();
    strengths.into_iter().map(elo).collect()
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
}
