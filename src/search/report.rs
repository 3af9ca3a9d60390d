//! The results of a search, and how they are reported.

use crate::geometry::Point;
use std::time::Duration;

/// The result of a search, at its end or while it runs.
///
/// ```
/// use tochki::search::{Engine, Limits, Outcome, Silent, options::Options};
/// use tochki::{Player, notation::diagram};
///
/// let mut options = Options::default();
/// options.set("engine", "tactical")?;
/// let mut board = diagram::parse(". 0 .\n0 1 .\n. 0 .")?;
/// let outcome: Outcome =
///     options.build().search(&mut board, Player::First, &Limits::plies(1), &mut Silent);
/// assert_eq!((outcome.value, outcome.depth()), (1, 1));
/// // This engine has no win rate. Its value still tells who is better.
/// assert_eq!(outcome.win_rate(0.0), None);
/// assert!(outcome.rate(0.0) > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The best move. `None` only if no cell can be played, or if the limits allow none of these cells.
    pub best: Option<Point>,
    /// The value of the best move for the side to move: the dots that it will capture from now on, less those that it
    /// will lose. 0 if the move was not searched.
    pub value: i32,
    /// The principal variation: moves of both players in turn, with the best move first. It may be empty, also with a
    /// best move, if the search ended before it completed a depth.
    pub line: Vec<Point>,
    /// Depth in plies that the search has completed; 0 if none is. The tree search always has 0: see
    /// [`depth`](Outcome::depth).
    pub plies: u32,
    /// Number of positions visited. The tree search counts simulations, and adds the nodes of its exact searches and
    /// capture searches, converted to simulations. `tactical` counts neither its searches of ladders and nets nor, with
    /// several threads, the positions of threads after the first.
    pub nodes: u64,
    /// Number of visits of the best move in the search tree. Visits of earlier searches count if their tree is used
    /// again. `None` if the engine does not count visits.
    pub visits: Option<u64>,
    /// The prior of the best move, from 0 to 1: the probability that the policy gives it. It is raised for forcing moves,
    /// and if the exact search or the capture search finds the move. It is lowered for moves that neither save nor need
    /// to capture a dead group beside them. `None` if the engine does not search by a policy.
    pub prior: Option<f32>,
    /// The expected result of the game. `None` for engines without playouts, and for a move without visits.
    pub estimate: Option<Estimate>,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// The least and the greatest value for the side to move that the pre-search of the engine `article` allows. `None`
    /// for other engines, and if that engine searches without bounds or too deep for them.
    pub bounds: Option<(i32, i32)>,
    /// Number of trajectories of both sides in the position searched. `None` for engines that do not look for them, such
    /// as `article` without useless cut and without bounds.
    pub trajectories: Option<usize>,
}

/// What an engine with playouts expects of the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean number of dots that the side to move will capture from now on, less those that it will lose.
    pub gain: f32,
    /// The lead in dots at the end of the game for which the win rate is 73 %. 0 if `gain` is certain, so that the
    /// winner is certain.
    pub unit: f32,
}

impl Outcome {
    /// What stands for [`Estimate::unit`] with engines that give no estimate.
    const DEFAULT_UNIT: f64 = 4.0;

    /// Probability from 0 to 1 that the side to move wins. `lead` is its lead in dots before the move, komi included.
    /// `None` if the engine gives no [`Estimate`].
    pub fn win_rate(&self, lead: f64) -> Option<f64> {
        let Estimate { gain, unit } = self.estimate?;
        Some(logistic(lead + f64::from(gain), unit.into()))
    }

    /// A number from 0 to 1 that tells how well the side to move stands, for clients that need one of every engine. It
    /// is the [`win_rate`](Outcome::win_rate). If there is none, it is computed from the [`value`](Outcome::value).
    /// `lead` is the lead of the side to move in dots before the move, komi included.
    pub fn rate(&self, lead: f64) -> f64 {
        let by_value = || logistic(lead + f64::from(self.value), Outcome::DEFAULT_UNIT);
        self.win_rate(lead).unwrap_or_else(by_value)
    }

    /// This outcome alone, or nothing if it has no best move.
    pub(crate) fn into_list(self) -> Vec<Outcome> {
        match self.best {
            Some(_) => vec![self],
            None => Vec::new(),
        }
    }

    /// The depth to show, in plies. For an engine that counts visits it is the length of the principal variation, for
    /// other engines the completed depth.
    pub fn depth(&self) -> u32 {
        match self.visits {
            Some(_) => self.line.len() as u32,
            None => self.plies,
        }
    }
}

/// The win rate of a player who expects to win by `margin` dots. The smaller `unit` is, the more certain is that
/// margin; 0 means that it is certain.
fn logistic(margin: f64, unit: f64) -> f64 {
    match unit > 0.0 {
        true => 1.0 / (1.0 + (-margin / unit).exp()),
        // A draw is half a win.
        false if margin == 0.0 => 0.5,
        false => f64::from(u8::from(margin > 0.0)),
    }
}

/// Receives reports of a search while it runs.
pub trait Reporter {
    /// Takes the result so far, when a better move or a deeper result is known.
    fn progress(&mut self, outcome: &Outcome);

    /// Takes the best moves so far, the best one first. Only [`Engine::search_lines`](super::Engine::search_lines)
    /// calls it. The default ignores them.
    fn lines(&mut self, _lines: &[Outcome]) {}
}

/// A reporter that ignores all reports.
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
        assert_eq!(outcome(2.5, 5.0).rate(-2.5), 0.5);
        assert!((outcome(2.5, 5.0).rate(2.5) - 0.731).abs() < 1e-3);
        assert!(outcome(2.5, 9.0).rate(2.5) < outcome(2.5, 5.0).rate(2.5));
        // With a certain margin the rate says whether the game is won, drawn or lost, komi included.
        assert_eq!(
            [-1.0, -2.0, -2.5].map(|lead| outcome(2.0, 0.0).rate(lead)),
            [1.0, 0.5, 0.0]
        );
        let unknown = Outcome {
            value: 2,
            ..Outcome::default()
        };
        assert_eq!(unknown.win_rate(2.0), None);
        assert_eq!(outcome(2.5, 5.0).win_rate(-2.5), Some(0.5));
        assert!((unknown.rate(2.0) - 0.731).abs() < 1e-3);
        assert_eq!(unknown.rate(-2.0), 0.5);
        for lead in [f64::MIN, f64::MAX] {
            assert!((0.0..=1.0).contains(&outcome(0.0, 1.0).rate(lead)));
        }
    }
}
