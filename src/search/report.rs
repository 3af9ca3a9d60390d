//! What a search tells about itself.

use crate::geometry::Point;
use std::time::Duration;

/// What a search has found, at its end or on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The best move; `None` only if no cell is playable or allowed.
    pub best: Option<Point>,
    /// Its worth for the side to move: captured dots to be won less those to be lost.
    pub value: i32,
    /// The expected moves of both sides, the best one first. A pass is `None`.
    pub line: Vec<Option<Point>>,
    /// Completed depth in plies; of a tree search the length of the line.
    pub plies: u32,
    /// Positions visited; of a tree search rounds, and what was read exactly in rounds.
    pub nodes: u64,
    /// How often the best move was tried, in this search and those whose results it goes on with, if
    /// the search counts that.
    pub visits: Option<u64>,
    /// How many dots are won in the mean, and how much that varies, if the search knows.
    pub estimate: Option<Estimate>,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// Least and greatest gain in dots that the pre-search allows, for the side to move.
    pub bounds: Option<(i32, i32)>,
    /// Number of trajectories at the root, both sides.
    pub trajectories: usize,
}

/// What a search that plays many games to their ends has seen of the margins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean number of dots to be won less those to be lost, for the side to move.
    pub gain: f32,
    /// Dots of lead that make a chance of 73 %; 0 if the end is certain.
    pub unit: f32,
}

impl Outcome {
    /// Dots of lead that make a chance of 73 % where the search does not know how much margins vary.
    const USUAL_UNIT: f64 = 4.0;

    /// Probability in [0, 1] that the side to move wins. `lead` is its lead in dots now, komi included.
    ///
    /// Of a search without an [`Estimate`] it is no more than the expected lead as a fraction.
    pub fn win_rate(&self, lead: f64) -> f64 {
        let (gain, unit) = match self.estimate {
            Some(Estimate { gain, unit }) => (f64::from(gain), f64::from(unit)),
            None => (f64::from(self.value), Outcome::USUAL_UNIT),
        };
        let margin = lead + gain;
        match unit > 0.0 {
            true => 1.0 / (1.0 + (-margin / unit).exp()),
            // A draw is half a win.
            false if margin == 0.0 => 0.5,
            false => f64::from(u8::from(margin > 0.0)),
        }
    }
}

/// Hears of a search while it runs.
pub trait Reporter {
    /// A better or deeper result is known.
    fn progress(&mut self, outcome: &Outcome);

    /// The best moves are known anew, the best one first. Only searches for
    /// [several lines](super::Engine::search_lines) tell it.
    fn lines(&mut self, _lines: &[Outcome]) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn progress(&mut self, _: &Outcome) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_rate_follows_the_lead_and_its_certainty() {
        let outcome = |gain, unit| Outcome {
            value: 2,
            estimate: Some(Estimate { gain, unit }),
            ..Outcome::default()
        };
        assert_eq!(outcome(2.5, 5.0).win_rate(-2.5), 0.5);
        assert!((outcome(2.5, 5.0).win_rate(2.5) - 0.731).abs() < 1e-3);
        assert!(outcome(2.5, 9.0).win_rate(2.5) < outcome(2.5, 5.0).win_rate(2.5));
        // What is certain is won, drawn or lost by komi too.
        assert_eq!(
            [-1.0, -2.0, -2.5].map(|lead| outcome(2.0, 0.0).win_rate(lead)),
            [1.0, 0.5, 0.0]
        );
        let unknown = Outcome {
            value: 2,
            ..Outcome::default()
        };
        assert!((unknown.win_rate(2.0) - 0.731).abs() < 1e-3);
        assert_eq!(unknown.win_rate(-2.0), 0.5);
        for lead in [f64::MIN, f64::MAX] {
            assert!((0.0..=1.0).contains(&outcome(0.0, 1.0).win_rate(lead)));
        }
    }
}
