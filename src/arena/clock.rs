//! Time controls.

use crate::geometry::{Player, parse_number};
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
        }
    }
}

/// The clocks of both players in one game.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
}

impl Clocks {
    /// Clocks at the beginning of a game.
    pub fn new(control: TimeControl) -> Clocks {
        let base = match control {
            TimeControl::Game { base, .. } => base,
            _ => Duration::ZERO,
        };
        Clocks {
            control,
            left: [base; 2],
        }
    }

    /// The request for a move, without its number.
    pub fn request(&self, player: Player) -> String {
        match self.control {
            TimeControl::Own => format!("gen_move {player}"),
            TimeControl::PerMove(time) => {
                format!("gen_move_with_time {player} {}", time.as_millis())
            }
            TimeControl::Game { increment, .. } => {
                let left = self.left[player.index()].as_millis();
                format!(
                    "gen_move_with_full_time {player} {left} {}",
                    increment.as_millis()
                )
            }
            TimeControl::Complexity(effort) => {
                format!("gen_move_with_complexity {player} {effort}")
            }
        }
    }

    /// The time for the next move; `None` without a limit.
    pub fn limit(&self, player: Player) -> Option<Duration> {
        match self.control {
            TimeControl::Own | TimeControl::Complexity(_) => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Game { .. } => Some(self.left[player.index()]),
        }
    }

    /// Takes the time of a move off the clock. What was within the margin costs nothing more
    /// than what is left.
    pub fn spend(&mut self, player: Player, spent: Duration) {
        if let TimeControl::Game { increment, .. } = self.control {
            let left = &mut self.left[player.index()];
            *left = left.saturating_sub(spent) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_and_is_topped_up() {
        let control: TimeControl = "1+0.25".parse().unwrap();
        let mut clocks = Clocks::new(control);
        assert_eq!(
            clocks.request(Player::Second),
            "gen_move_with_full_time 1 1000 250"
        );
        clocks.spend(Player::Second, Duration::from_millis(600));
        assert_eq!(
            clocks.limit(Player::Second),
            Some(Duration::from_millis(650))
        );
        assert_eq!(clocks.limit(Player::First), Some(Duration::from_secs(1)));
        clocks.spend(Player::Second, Duration::from_millis(660));
        assert_eq!(
            clocks.limit(Player::Second),
            Some(Duration::from_millis(250))
        );
    }

    #[test]
    fn nonsense_is_no_time_control() {
        for text in ["", "+", "1+", "x", "-1", "1+-1", "inf", "NaN", "1e99"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
