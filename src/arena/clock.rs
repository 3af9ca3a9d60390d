//! Time controls of engines, and the clock of a game.

use crate::geometry::parse_number;
use std::fmt;
use std::time::Duration;

/// A time control: what limits the thinking of an engine about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// The settings of the engine itself. The client sends no limit.
    Own,
    /// The same time for every move.
    PerMove(Duration),
    /// A clock for the whole game, with an increment after every move.
    Game {
        /// Time on the clock: at the beginning of a game the time for the whole game, later what is left of it.
        base: Duration,
        /// Time that is added to the clock after every move.
        increment: Duration,
    },
    /// A complexity from 0 to 100: how hard the engine tries, in place of a time or a number of nodes.
    Complexity(u32),
    /// Number of nodes that the engine may search for each move.
    Nodes(u64),
}

/// The text is not a clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not BASE+INCREMENT in seconds, BASE above 0 and both below 1000000, such as 60+0.5"
)]
pub struct InvalidClock(String);

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Own => f.write_str("own settings"),
            TimeControl::PerMove(time) => write!(f, "{} ms a move", time.as_millis()),
            TimeControl::Game { base, increment } => {
                let [base, increment] = [base, increment].map(Duration::as_secs_f64);
                write!(f, "a clock of {base}+{increment} s")
            }
            TimeControl::Complexity(effort) => write!(f, "complexity {effort}"),
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
        }
    }
}

impl TimeControl {
    /// Parses a clock: `BASE+INCREMENT` or `BASE`, in seconds. Each is below 1,000,000, and `BASE` is not 0.
    ///
    /// # Errors
    /// If the text is no such clock.
    pub fn parse_clock(text: &str) -> Result<TimeControl, InvalidClock> {
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
            _ => Err(InvalidClock(text.to_owned())),
        }
    }

    /// The text for this time control in the journal of a match. It is the same in every version of the program,
    /// because a match is continued only if its settings have the same text. `Display` gives another text, for people.
    pub fn key(self) -> String {
        match self {
            TimeControl::Own => "own settings".to_owned(),
            TimeControl::PerMove(time) => format!("st={} ms", time.as_millis()),
            TimeControl::Game { base, increment } => {
                let [base, increment] = [base, increment].map(|time| time.as_secs_f64());
                format!("tc={base}+{increment} s")
            }
            TimeControl::Complexity(effort) => format!("complexity={effort}"),
            TimeControl::Nodes(nodes) => format!("nodes={nodes}"),
        }
    }

    /// The time control with this [key](TimeControl::key); `None` if there is none.
    pub fn from_key(key: &str) -> Option<TimeControl> {
        let Some((name, value)) = key.split_once('=') else {
            return (key == TimeControl::Own.key()).then_some(TimeControl::Own);
        };
        match name {
            "st" => parse_number(value.strip_suffix(" ms")?)
                .map(Duration::from_millis)
                .map(TimeControl::PerMove),
            "tc" => TimeControl::parse_clock(value.strip_suffix(" s")?).ok(),
            "complexity" => parse_number(value).map(TimeControl::Complexity),
            "nodes" => parse_number(value).map(TimeControl::Nodes),
            _ => None,
        }
    }

    /// The longest time for the next move: the fixed time of a move, or all the time on the clock. `None` if time is
    /// not limited.
    pub fn limit(self) -> Option<Duration> {
        match self {
            TimeControl::Own | TimeControl::Complexity(_) | TimeControl::Nodes(_) => None,
            TimeControl::PerMove(time) | TimeControl::Game { base: time, .. } => Some(time),
        }
    }
}

/// The time of a player in a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// His time control. That of a game has the time that is left on the clock.
    pub control: TimeControl,
    /// Time by which the clock of a game is below 0, which its control does not show.
    late: Duration,
}

impl Clock {
    /// The clock at the beginning of a game with this time control.
    pub fn new(control: TimeControl) -> Clock {
        let late = Duration::ZERO;
        Clock { control, late }
    }

    /// The longest time for the next move, `time_margin` included; `None` if time is not limited. With a fixed time
    /// every move has the whole margin. On a clock the moves of a game share it.
    pub fn longest_wait(&self, time_margin: Duration) -> Option<Duration> {
        let limit = self.control.limit()?;
        Some(limit.saturating_add(time_margin).saturating_sub(self.late))
    }

    /// Takes the time of a move off the clock of a game and adds the increment. Other time controls do not change.
    pub fn spend(&mut self, spent: Duration) {
        if let TimeControl::Game { base, increment } = &mut self.control {
            let spent = spent.saturating_add(self.late);
            let left = *base + *increment;
            *base = left.saturating_sub(spent);
            self.late = spent.saturating_sub(left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_keys_that_they_always_had() {
        let ms = Duration::from_millis;
        for (control, key) in [
            (TimeControl::Own, "own settings"),
            (TimeControl::PerMove(ms(50)), "st=50 ms"),
            (
                TimeControl::Game {
                    base: ms(60_000),
                    increment: ms(500),
                },
                "tc=60+0.5 s",
            ),
            (TimeControl::Complexity(7), "complexity=7"),
            (TimeControl::Nodes(9), "nodes=9"),
        ] {
            assert_eq!(control.key(), key);
            assert_eq!(TimeControl::from_key(key), Some(control));
        }
    }

    #[test]
    fn the_clock_runs_and_is_topped_up() {
        let ms = Duration::from_millis;
        let mut clock = Clock::new(TimeControl::parse_clock("1+0.25").unwrap());
        clock.spend(ms(600));
        assert_eq!(clock.control.limit(), Some(ms(650)));
        // The increment pays for the 10 ms of lateness.
        clock.spend(ms(660));
        assert_eq!(clock.control.limit(), Some(ms(240)));
        assert_eq!(clock.longest_wait(ms(100)), Some(ms(340)));
    }

    #[test]
    fn only_on_the_clock_of_a_game_lateness_adds_up() {
        let ms = Duration::from_millis;
        let mut clock = Clock::new(TimeControl::parse_clock("0.5").unwrap());
        for (spent, longest) in [(0, 600), (560, 40), (30, 10)] {
            clock.spend(ms(spent));
            assert_eq!(clock.longest_wait(ms(100)), Some(ms(longest)));
        }
        assert_eq!(clock.control.limit(), Some(ms(0)));
        let mut fixed = Clock::new(TimeControl::PerMove(ms(5)));
        fixed.spend(ms(9));
        assert_eq!(fixed.longest_wait(ms(100)), Some(ms(105)));
        assert_eq!(Clock::new(TimeControl::Own).longest_wait(ms(100)), None);
    }

    #[test]
    fn nonsense_is_no_time_control() {
        for text in [
            "",
            "+",
            "1+",
            "x",
            "-1",
            "1+-1",
            "inf",
            "NaN",
            "1e99",
            "0",
            "0+1",
            "1000000",
            "1+1000000",
        ] {
            assert!(TimeControl::parse_clock(text).is_err(), "{text}");
        }
    }
}
