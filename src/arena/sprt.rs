//! The sequential probability ratio test. It stops a match as soon as the results decide between two hypotheses
//! about the Elo difference.
//!
//! The hypotheses are logistic Elo differences. The results are scores of pairs of games (pentanomial). Each
//! hypothesis fixes the mean score. For each, the test takes the distribution with this mean that fits the results
//! best. It compares the likelihoods of the two distributions.
//!
//! CITE: A. Wald, Sequential Tests of Statistical Hypotheses (1945), for the test and its bounds;
//! M. Van den Bergh, A Practical Introduction to the GSPRT, for the generalised likelihood ratio.

use super::elo;
use crate::geometry::parse_number;
use std::str::FromStr;

/// The hypotheses about an Elo difference, and the error probabilities of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The Elo difference under the alternative hypothesis, larger than `elo0`.
    pub elo1: f64,
    /// Probability, above 0 and below 0.5, of accepting the alternative although the null hypothesis is true.
    pub alpha: f64,
    /// Probability, above 0 and below 0.5, of accepting the null hypothesis although the alternative is true.
    pub beta: f64,
}

/// What the results so far decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// More games are needed.
    Undecided,
    /// The null hypothesis is accepted.
    H0,
    /// The alternative hypothesis is accepted.
    H1,
}

/// The text does not name the hypotheses of a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no test: use elo0,elo1[,alpha,beta] with elo0 < elo1, both from -1000 to 1000, \
     alpha and beta above 0 and below 0.5, such as 0,10,0.05,0.05"
)]
pub struct InvalidSprt(String);

impl FromStr for Sprt {
    type Err = InvalidSprt;

    /// Reads `ELO0,ELO1[,ALPHA,BETA]`: `ELO0` below `ELO1`, both from -1000 to 1000; `ALPHA` and `BETA` above 0 and
    /// below 0.5, 0.05 if they are left out.
    fn from_str(text: &str) -> Result<Sprt, InvalidSprt> {
        let bad = || InvalidSprt(text.to_owned());
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| parse_number(number.trim()).ok_or_else(bad))
            .collect::<Result<_, _>>()?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(bad()),
        };
        Sprt::new(elo0, elo1, alpha, beta).ok_or_else(bad)
    }
}

/// The count that stands for 0 if a score of pairs has not occurred, so that no score has probability 0.
const RARE: f64 = 1e-3;

impl Sprt {
    /// The test with these numbers. `None` unless `elo0` is below `elo1`, both are from -1000 to 1000, and `alpha` and
    /// `beta` are above 0 and below 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Sprt> {
        let is_error = |p: f64| p > 0.0 && p < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let is_good =
            is_elo(elo0) && is_elo(elo1) && elo0 < elo1 && is_error(alpha) && is_error(beta);
        is_good.then_some(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The lower and the upper bound of the log likelihood ratio. At or below the lower one the null hypothesis is
    /// accepted, at or above the upper one the alternative.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log likelihood ratio of the results; positive if they speak for the alternative, 0 without results.
    /// `pairs[i]` is the number of pairs in which the first engine made `i` half points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| (count as f64).max(RARE));
        let all: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / all);
        let fit = |elo| most_likely(&observed, elo::expected_score(elo));
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        let terms = observed.iter().zip(null.iter().zip(&alternative));
        all * terms.map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// The decision of the test. `pairs[i]` is the number of pairs of games in which the first engine made `i` half
    /// points.
    pub fn verdict(&self, pairs: &[u64; 5]) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => SprtVerdict::H0,
            llr if llr >= upper => SprtVerdict::H1,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// The distribution of the scores 0, 1/4, 1/2, 3/4 and 1 that has this mean and makes the observed frequencies most
/// likely. A score with frequency `p` gets the probability `p / (1 + x (score - mean))`. `x` is the number that gives
/// the distribution this mean.
fn most_likely(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - mean;
    // The sum below falls as `x` grows. Between these two bounds of `x` all probabilities are positive.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = observed
            .iter()
            .enumerate()
            .map(|(i, p)| p * offset(i) / (1.0 + x * offset(i)))
            .sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| observed[i] / (1.0 + x * offset(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Sprt = Sprt {
        elo0: 0.0,
        elo1: 2.0,
        alpha: 0.05,
        beta: 0.05,
    };

    /// CITE: every test on tests.stockfishchess.org shows these bounds: `LLR (-2.94,2.94)`.
    #[test]
    fn the_bounds_are_those_of_fishtest() {
        let (lower, upper) = USUAL.bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
    }

    /// If every pair is won or lost as a whole, the test is one of a proportion. The bounds of the ratio then
    /// correspond to numbers of wins.
    ///
    /// CITE: NIST/SEMATECH e-Handbook of Statistical Methods, 6.2.6, What is a sequential sampling
    /// plan? For proportions 0.01 and 0.10, alpha 0.05, beta 0.10, a sample of `n` is accepted
    /// with `-0.939 + 0.0397 n` defectives at most, and rejected with `1.205 + 0.0397 n` at least.
    #[test]
    fn a_sampling_plan_is_that_of_the_handbook() {
        let test = Sprt {
            elo0: elo::difference(0.01),
            elo1: elo::difference(0.10),
            alpha: 0.05,
            beta: 0.10,
        };
        // For larger samples the handbook's numbers have too few digits.
        for n in 1..=60 {
            let accept = -0.939 + 0.0397 * n as f64;
            let reject = 1.205 + 0.0397 * n as f64;
            for found in 0..=n.min(20) {
                let wanted = match found as f64 {
                    found if found <= accept => SprtVerdict::H0,
                    found if found >= reject => SprtVerdict::H1,
                    _ => SprtVerdict::Undecided,
                };
                let verdict = test.verdict(&[n - found, 0, 0, 0, found]);
                assert_eq!(verdict, wanted, "{found} of {n}");
            }
        }
        // The handbook also says in words that a sample needs 24 items to be accepted.
        assert_eq!(test.verdict(&[23, 0, 0, 0, 0]), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&[24, 0, 0, 0, 0]), SprtVerdict::H0);
    }

    /// CITE: a test of a network for Stockfish (December 2020), as tests.stockfishchess.org printed
    /// it when the test had just been decided:
    ///
    /// ```text
    /// LLR: 2.94 (-2.94,2.94) {-0.25,1.25}
    /// Total: 108328 W: 14048 L: 13719 D: 80561
    /// Ptnml(0-2): 842, 10039, 32062, 10390, 831
    /// ```
    ///
    /// The table also counts games that ended after the decision; the printed ratio does not. So our ratio differs a
    /// little.
    #[test]
    fn a_published_test_is_decided_as_it_was() {
        let test: Sprt = "-0.25,1.25".parse().unwrap();
        let (games, pairs) = ([13719, 80561, 14048], [842, 10039, 32062, 10390, 831]);
        let (by_game, by_pair) = (elo::Sample::new(&games), elo::Sample::new(&pairs));
        assert_eq!((by_game.count, by_pair.count), (108_328.0, 54_164.0));
        assert!((by_game.mean - by_pair.mean).abs() < 1e-12);
        let llr = test.llr(&pairs);
        assert!((llr - 2.94).abs() < 0.05, "{llr}");
        assert_eq!(test.verdict(&pairs), SprtVerdict::H1);
        // With results and hypotheses of opposite sign the ratio has the opposite sign.
        let [a, b, c, d, e] = pairs;
        let turned: Sprt = "-1.25,0.25".parse().unwrap();
        assert!((turned.llr(&[e, d, c, b, a]) + llr).abs() < 1e-6);
    }

    /// CITE: M. Van den Bergh's approximation, N (s1 - s0) (2 s - s0 - s1) / (2 variance), which
    /// is close when both hypotheses are close to the results.
    #[test]
    fn the_ratio_is_close_to_its_published_approximation() {
        for pairs in [[200, 8000, 18000, 8300, 220], [90, 2000, 4100, 2050, 85]] {
            let sample = elo::Sample::new(&pairs);
            let (s0, s1) = (elo::expected_score(0.0), elo::expected_score(2.0));
            let approximation =
                sample.count * (s1 - s0) * (2.0 * sample.mean - s0 - s1) / (2.0 * sample.variance);
            let llr = USUAL.llr(&pairs);
            assert!((llr - approximation).abs() < 0.01, "{llr} {approximation}");
        }
    }

    #[test]
    fn the_fitted_distribution_has_the_mean_and_cannot_be_bettered() {
        let observed = [0.05, 0.2, 0.4, 0.25, 0.1];
        let fit = most_likely(&observed, 0.47);
        let mean = |p: &[f64; 5]| -> f64 { (0..5).map(|i| p[i] * i as f64 / 4.0).sum() };
        assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((mean(&fit) - 0.47).abs() < 1e-9);
        let likelihood = |p: &[f64; 5]| -> f64 { (0..5).map(|i| observed[i] * p[i].ln()).sum() };
        // Changes of three neighbouring probabilities that keep the sum and the mean.
        for at in 0..3 {
            for step in [-1e-4, 1e-4] {
                let mut other = fit;
                other[at] += step;
                other[at + 1] -= 2.0 * step;
                other[at + 2] += step;
                assert!(likelihood(&other) < likelihood(&fit));
            }
        }
    }

    #[test]
    fn clear_results_decide() {
        let test: Sprt = "0,50".parse().unwrap();
        assert_eq!(test.verdict(&[0, 0, 0, 0, 0]), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&[0, 5, 20, 30, 25]), SprtVerdict::H1);
        assert_eq!(test.verdict(&[25, 30, 20, 5, 0]), SprtVerdict::H0);
        assert!(test.llr(&[0, 0, 3, 0, 0]).is_finite());
    }

    #[test]
    fn nonsense_is_no_test() {
        for text in [
            "",
            "0",
            "5,0",
            "5,5",
            "0,1001",
            "-1001,0",
            "0,5,0.05",
            "0,5,0,0.1",
            "0,5,0.5,0.1",
            "0,5,0.1,0",
            "0,5,0.1,0.5",
            "0,NaN",
            "0,inf",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert!("-1000,1000".parse::<Sprt>().is_ok());
    }
}
