//! Time controls.

use crate::geometry::parse_number;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long an engine may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as its own settings let it.
    #[default]
    Own,
    /// A fixed time a move.
    PerMove(Duration),
    /// A time for the game, and an increment after every move.
    Game {
        /// In the beginning.
        base: Duration,
        /// After every move.
        increment: Duration,
    },
    /// An effort from 0 to 100.
    Complexity(u32),
    /// So many positions a move.
    Nodes(u64),
}

/// Not `BASE+INCREMENT` in seconds, or nothing to begin with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not BASE+INCREMENT in seconds, such as 60+0.5")]
pub struct BadTimeControl(String);

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    /// `BASE+INCREMENT` or `BASE`, in seconds.
    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let seconds = |text: &str| {
            let seconds: f64 = parse_number(text.trim())?;
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| time.as_secs() < 1_000_000)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => {
                Ok(TimeControl::Game { base, increment })
            }
            _ => Err(BadTimeControl(text.to_owned())),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Own => f.write_str("own settings"),
            TimeControl::PerMove(time) => write!(f, "st={} ms", time.as_millis()),
            TimeControl::Game { base, increment } => {
                write!(f, "tc={}+{} s", base.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::Complexity(effort) => write!(f, "complexity={effort}"),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

/// What is left: during a game with a clock its base shrinks and grows.
impl TimeControl {
    /// The time for the next move; `None` without a limit.
    pub fn limit(self) -> Option<Duration> {
        match self {
            TimeControl::Own | TimeControl::Complexity(_) | TimeControl::Nodes(_) => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Game { base, .. } => Some(base),
        }
    }

    /// Takes the time of a move off the clock. What was within the margin costs nothing more
    /// than what is left.
    pub fn spend(&mut self, spent: Duration) {
        if let TimeControl::Game { base, increment } = self {
            *base = base.saturating_sub(spent) + *increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_and_is_topped_up() {
        let control: TimeControl = "1+0.25".parse().unwrap();
        let ms = Duration::from_millis;
        let mut clock = control;
        clock.spend(ms(600));
        assert_eq!(clock.limit(), Some(ms(650)));
        clock.spend(ms(660));
        assert_eq!(clock.limit(), Some(ms(250)));
        let mut fixed = TimeControl::PerMove(ms(5));
        fixed.spend(ms(9));
        assert_eq!(fixed.limit(), Some(ms(5)));
    }

    #[test]
    fn nonsense_is_no_time_control() {
        for text in ["", "+", "1+", "x", "-1", "1+-1", "inf", "NaN", "1e99"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
