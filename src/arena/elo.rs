//! Estimates of Elo differences from results.
//!
//! CITE: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), in its logistic form:
//! a difference of `d` makes the expected score `1 / (1 + 10^(-d / 400))`.

/// The 97.5 % quantile of the standard normal distribution, for two-sided intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Number, mean and variance of independent results. A result is the score of a game or of a pair of games, from 0 to
/// 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Number of results, which are games or pairs of games.
    pub count: f64,
    /// Mean score of the first engine, from 0 to 1; 0.5 is even. It is 0 without results.
    pub mean: f64,
    /// Variance of the scores around their mean; 0 without results.
    pub variance: f64,
}

/// An estimate of the difference in strength between two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The Elo difference, positive if the first engine is stronger. It is infinite if that engine won or lost all
    /// games.
    pub elo: f64,
    /// The confidence interval; `None` if all results are equal, so that their variance cannot be estimated.
    pub certainty: Option<Certainty>,
}

/// How certain an estimate is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty {
    /// Lower end of the 95 % interval, in Elo.
    pub low: f64,
    /// Upper end of the 95 % interval, in Elo.
    pub high: f64,
    /// Likelihood of superiority: the probability that the Elo difference is positive.
    pub los: f64,
}

/// The expected score, from 0 to 1, of a player who is stronger by this Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference with this expected score; infinite for scores of 0 and 1.
pub fn difference(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

impl Sample {
    /// The sample in which `counts[i]` results have the score `i / (n - 1)`, where `n` is the length of `counts`. For
    /// games `n` is 3: losses, draws, wins. For pairs of games `n` is 5: pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub fn new(counts: &[u64]) -> Sample {
        let count = counts.iter().sum::<u64>() as f64;
        let last = (counts.len().max(2) - 1) as f64;
        let average = |value: &dyn Fn(f64) -> f64| {
            let terms = counts.iter().enumerate();
            let sum: f64 = terms.map(|(i, &n)| value(i as f64 / last) * n as f64).sum();
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let mean = average(&|score| score);
        Sample {
            count,
            mean,
            variance: average(&|score| (score - mean).powi(2)),
        }
    }

    /// The estimate of the Elo difference; `None` without results. The interval takes the mean as normally distributed.
    pub fn estimate(&self) -> Option<EloEstimate> {
        if self.count == 0.0 {
            return None;
        }
        let error = (self.variance / self.count).sqrt();
        let certainty = (error > 0.0).then(|| Certainty {
            low: difference(self.mean - Z95 * error),
            high: difference(self.mean + Z95 * error),
            los: superiority(self.mean - 0.5, error),
        });
        Some(EloEstimate {
            elo: difference(self.mean),
            certainty,
        })
    }
}

/// Probability that a normally distributed value is positive. `estimate` is the mean of its distribution, and `error`
/// the standard deviation, which must not be 0.
fn superiority(estimate: f64, error: f64) -> f64 {
    libm::erfc(-estimate / error / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CITE: the logistic expectancy table, e.g. en.wikipedia.org/wiki/Elo_rating_system. For a player who is 400
    /// points stronger the odds are ten to one. A player of 1200 scores 0.151 against one of 1500.
    #[test]
    fn the_logistic_curve_is_that_of_the_tables() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((expected_score(200.0) - 0.76).abs() < 0.0005);
        assert!((expected_score(100.0) - 0.64).abs() < 0.0005);
        assert!((expected_score(-300.0) - 0.151).abs() < 0.0005);
        for elo in [-350.0, -1.0, 0.0, 5.0, 190.0] {
            assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((difference(0.75) - 190.848_5).abs() < 1e-4);
    }

    /// CITE: any table of the normal distribution: 0.97725 at 2, 0.99865 at 3 standard errors;
    /// en.wikipedia.org/wiki/Z-test works out that a mean 4 below the expected one, of 55 results
    /// with a standard deviation of 12, is 2.47 standard errors off, which has probability 0.0068.
    #[test]
    fn superiority_is_the_normal_distribution() {
        assert!((superiority(2.0, 1.0) - 0.977_25).abs() < 1e-5);
        assert!((superiority(0.03, 0.01) - 0.998_65).abs() < 1e-5);
        assert!((superiority(-2.0, 1.0) - 0.022_75).abs() < 1e-5);
        assert_eq!(superiority(0.0, 1.0), 0.5);
        let error = 12.0 / f64::sqrt(55.0);
        assert_eq!(format!("{:.4}", superiority(-2.47, 1.0)), "0.0068");
        assert!((superiority(-4.0, error) - 0.0068).abs() < 1e-4);
    }

    /// An example without draws, worked by hand: 60 won and 40 lost. The score is 0.6 with a standard error of
    /// sqrt(0.24 / 100) = 0.04899. A score of 0.6 is 70.44 Elo, and 0.6 -+ 1.96 * 0.04899 are 2.8 and 143.9 Elo.
    #[test]
    fn a_hundred_games_without_draws() {
        let estimate = Sample::new(&[40, 0, 60]).estimate().unwrap();
        assert!((estimate.elo - 70.436_5).abs() < 1e-3);
        let Certainty { low, high, los } = estimate.certainty.unwrap();
        assert!((low - 2.77).abs() < 0.05, "{low}");
        assert!((high - 143.9).abs() < 0.1, "{high}");
        assert!((los - 0.979_4).abs() < 1e-3);
    }

    /// Checks two published examples: results by game and by pair, Elo difference and 95 % interval.
    ///
    /// CITE: the tests of the commit that gave Stockfish its neural network (August 2020), as
    /// tests.stockfishchess.org printed them:
    ///
    /// ```text
    /// ELO: 92.77 +-2.1 (95%) LOS: 100.0%
    /// Total: 60000 W: 24193 L: 8543 D: 27264
    /// Ptnml(0-2): 609, 3850, 9708, 10948, 4885
    ///
    /// ELO: 89.47 +-2.0 (95%) LOS: 100.0%
    /// Total: 40000 W: 12756 L: 2677 D: 24567
    /// Ptnml(0-2): 74, 1583, 8550, 7776, 2017
    /// ```
    #[test]
    fn published_matches_have_their_published_estimates() {
        let matches = [
            (
                [8543, 27264, 24193],
                [609, 3850, 9708, 10948, 4885],
                "92.77 +-2.1",
            ),
            (
                [2677, 24567, 12756],
                [74, 1583, 8550, 7776, 2017],
                "89.47 +-2.0",
            ),
        ];
        for (games, pairs, published) in matches {
            let (games, pairs) = (Sample::new(&games), Sample::new(&pairs));
            assert_eq!(games.count, 2.0 * pairs.count);
            assert!((games.mean - pairs.mean).abs() < 1e-12);
            let estimate = pairs.estimate().unwrap();
            let Certainty { low, high, los } = estimate.certainty.unwrap();
            let half = (high - low) / 2.0;
            assert_eq!(format!("{:.2} +-{half:.1}", estimate.elo), published);
            assert_eq!(format!("{:.1}", 100.0 * los), "100.0");
            // The games of a pair depend on each other. Here the interval from single games is wider than that from
            // pairs.
            let certainty = games.estimate().unwrap().certainty.unwrap();
            assert!(certainty.high - certainty.low > high - low);
        }
    }

    /// CITE: chessprogramming.org, Match Statistics: LOS is `(1 + erf((W - L) / sqrt(2 (W + L)))) / 2`, whatever the
    /// number of draws. That formula takes the variance of equally strong players; ours takes the variance of the
    /// results. Close to even results the two agree to the second order.
    ///
    /// CITE: en.wikipedia.org/wiki/McNemar's_test works out the same statistic: of 161 pairs 16 changed in one
    /// direction and 6 in the other. Chi squared is 4.55, and the two-sided P is 0.033.
    #[test]
    fn superiority_agrees_with_the_formula_for_wins_and_losses() {
        let los = |counts: [u64; 3]| {
            Sample::new(&counts)
                .estimate()
                .unwrap()
                .certainty
                .unwrap()
                .los
        };
        for (losses, draws, wins) in [(326, 241, 433), (100, 800, 110), (59, 134, 50)] {
            let (won, lost) = (wins as f64, losses as f64);
            let published = superiority(won - lost, (won + lost).sqrt());
            let ours = los([losses, draws, wins]);
            assert!((ours - published).abs() < 0.002, "{ours} {published}");
        }
        let chi: f64 = (16.0 - 6.0) / f64::sqrt(16.0 + 6.0);
        let one_sided = 1.0 - 0.033 / 2.0;
        assert!((superiority(chi, 1.0) - one_sided).abs() < 5e-4);
        assert!((los([6, 139, 16]) - one_sided).abs() < 2e-3);
    }

    #[test]
    fn results_that_are_all_the_same_have_no_interval() {
        let even = Sample::new(&[0, 0, 7, 0, 0]).estimate().unwrap();
        assert_eq!((even.elo, even.certainty), (0.0, None));
        let lost = Sample::new(&[3, 0, 0]).estimate().unwrap();
        assert_eq!((lost.elo, lost.certainty), (f64::NEG_INFINITY, None));
        assert_eq!(Sample::new(&[0; 5]).estimate(), None);
    }
}
