//! The clocks of a game.

use super::{Refusal, Request, refuse};
use crate::geometry::{Player, parse_number};
use crate::protocol::Allowance;
use std::time::Duration;

/// The rules of a clock by name, as `kata-time_settings` takes them.
pub(super) const SYSTEMS: [&str; 6] = [
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
];

/// What follows when the main time is used up, or comes on top of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum System {
    /// Nothing: the game is lost.
    Absolute,
    /// Every move adds to the clock, up to a total; no move may take longer than that.
    Fischer {
        increment: Duration,
        most_left: Duration,
        most_a_move: Duration,
    },
    /// Periods; one that is not used up is there again for the next move.
    Byoyomi { period: Duration, periods: u32 },
    /// A period for so many moves, again and again.
    Canadian { period: Duration, moves: u32 },
}

/// One player's clock.
#[derive(Clone, Copy, Debug)]
struct Clock {
    system: System,
    /// What is left of the main time, or of the period.
    left: Duration,
    /// Periods or moves left; 0 in the main time.
    stage: u32,
}

/// The clocks of both players, once they are set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks {
    now: [Option<Clock>; 2],
    /// As they were set.
    full: Option<Clock>,
}

impl Clocks {
    /// What the clock of a player gives for his next move; `None` without a clock.
    pub(super) fn allowance(&self, player: Player) -> Option<Allowance> {
        self.now[player.index()].map(|clock| clock.allowance())
    }

    /// Takes the time of a move off a clock.
    pub(super) fn spend(&mut self, player: Player, spent: Duration) {
        if let Some(clock) = &mut self.now[player.index()] {
            clock.spend(spent);
        }
    }

    fn set(&mut self, system: System, main: Duration) {
        let mut clock = Clock {
            system,
            left: main,
            stage: 0,
        };
        if main.is_zero() {
            clock.enter_overtime();
        }
        self.full = Some(clock);
        self.restart();
    }

    /// Winds them up for another game.
    pub(super) fn restart(&mut self) {
        self.now = [self.full; 2];
    }
}

impl Clock {
    fn allowance(&self) -> Allowance {
        let left = self.left;
        let in_main = self.stage == 0;
        let (bank, each, most, moves) = match self.system {
            System::Absolute => (left, Duration::ZERO, left, None),
            System::Fischer {
                increment,
                most_a_move,
                ..
            } => {
                // An empty clock has nothing but the increment to begin with.
                let most = if left.is_zero() { increment } else { left };
                (left, increment, most.min(most_a_move), None)
            }
            System::Byoyomi { period, .. } if in_main => {
                (left, period, left.saturating_add(period), None)
            }
            System::Byoyomi { .. } => (Duration::ZERO, left, left, None),
            System::Canadian { period, moves } if in_main => {
                let each = period / moves.max(1);
                (left, each, left.saturating_add(each), None)
            }
            System::Canadian { .. } => (left, Duration::ZERO, left, Some(self.stage)),
        };
        Allowance {
            bank,
            each,
            most,
            moves,
        }
    }

    fn spend(&mut self, spent: Duration) {
        match self.system {
            System::Absolute => self.left = self.left.saturating_sub(spent),
            System::Fischer {
                increment,
                most_left,
                ..
            } => {
                let left = self.left.saturating_sub(spent);
                self.left = left.saturating_add(increment).min(most_left);
            }
            System::Byoyomi { .. } | System::Canadian { .. } if self.stage == 0 => {
                let over = spent.saturating_sub(self.left);
                self.left = self.left.saturating_sub(spent);
                if self.left.is_zero() {
                    self.enter_overtime();
                }
                if !over.is_zero() {
                    self.spend(over);
                }
            }
            System::Byoyomi { period, .. } => {
                // Each period that was used up is gone, but for the last.
                if let Some(over) = spent.checked_sub(self.left) {
                    let used = 1 + over.as_nanos() / period.as_nanos().max(1);
                    let used = u32::try_from(used).unwrap_or(u32::MAX);
                    self.stage = self.stage.saturating_sub(used).max(1);
                }
                self.left = period;
            }
            System::Canadian { .. } => {
                self.left = self.left.saturating_sub(spent);
                self.stage -= 1;
                if self.stage == 0 {
                    self.enter_overtime();
                }
            }
        }
    }

    /// The main time, or a period of so many moves, has been used up.
    fn enter_overtime(&mut self) {
        (self.left, self.stage) = match self.system {
            System::Byoyomi { period, periods } => (period, periods),
            System::Canadian { period, moves } => (period, moves.max(1)),
            System::Absolute | System::Fischer { .. } => return,
        };
    }
}

/// So many periods, which may be none.
fn byoyomi(period: Duration, periods: u32) -> System {
    match periods {
        0 => System::Absolute,
        _ => System::Byoyomi { period, periods },
    }
}

/// Seconds, perhaps with a fraction.
fn seconds(word: &str) -> Result<Duration, Refusal> {
    let wrong = || refuse(format!("Could not parse time: '{word}'"));
    let seconds: f64 = parse_number(word).ok_or_else(wrong)?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(time),
        // More than any clock can hold.
        Err(_) if seconds > 0.0 => Ok(Duration::MAX),
        Err(_) => Err(wrong()),
    }
}

fn count(word: &str) -> Result<u32, Refusal> {
    let wrong = || refuse(format!("Could not parse number: '{word}'"));
    parse_number(word).ok_or_else(wrong)
}

/// `time_settings MAIN PERIOD MOVES`. A period without moves means that there is no clock.
pub(super) fn time_settings(request: &mut Request) -> Result<String, Refusal> {
    let [main, period, moves] = request.arguments else {
        return Err(refuse("Expected three numbers for time_settings"));
    };
    let (main, period, moves) = (seconds(main)?, seconds(period)?, count(moves)?);
    let clocks = &mut request.gtp.clocks;
    match (period.is_zero(), moves) {
        (true, _) => clocks.set(System::Absolute, main),
        (false, 0) => *clocks = Clocks::default(),
        (false, moves) => clocks.set(System::Canadian { period, moves }, main),
    }
    Ok(String::new())
}

/// `kata-time_settings SYSTEM NUMBERS`.
pub(super) fn kata_time_settings(request: &mut Request) -> Result<String, Refusal> {
    let endless = Duration::MAX;
    let fischer = |increment, most_left, most_a_move| System::Fischer {
        increment,
        most_left,
        most_a_move,
    };
    let (system, main) = match request.arguments {
        ["none"] => {
            request.gtp.clocks = Clocks::default();
            return Ok(String::new());
        }
        ["absolute", main] => (System::Absolute, main),
        ["byoyomi", main, period, periods] => {
            let (period, periods) = (seconds(period)?, count(periods)?);
            (byoyomi(period, periods), main)
        }
        ["canadian", main, period, moves] => {
            let (period, moves) = (seconds(period)?, count(moves)?);
            (System::Canadian { period, moves }, main)
        }
        ["fischer", main, increment] => (fischer(seconds(increment)?, endless, endless), main),
        ["fischer-capped", main, increment, most_left, most_a_move] => {
            // Negative caps are none.
            let cap = |word: &&str| match parse_number::<f64>(word) {
                Some(number) if number < 0.0 => Ok(endless),
                _ => seconds(word),
            };
            let caps = (cap(most_left)?, cap(most_a_move)?);
            (fischer(seconds(increment)?, caps.0, caps.1), main)
        }
        _ => {
            let systems = SYSTEMS.join(", ");
            return Err(refuse(format!("Expected one of {systems} and its numbers")));
        }
    };
    let main = seconds(main)?;
    request.gtp.clocks.set(system, main);
    Ok(String::new())
}

/// `time_left COLOUR TIME STAGE`: with stage 0 it is main time, else that of a period.
pub(super) fn time_left(request: &mut Request) -> Result<String, Refusal> {
    let (player, rest) = request.player()?;
    let [time, stage] = *rest else {
        return Err(refuse("Expected a color, a time and a number"));
    };
    let (left, stage) = (seconds(time)?, count(stage)?);
    let clock = &mut request.gtp.clocks.now[player.index()];
    let mut known = clock.unwrap_or(Clock {
        system: System::Absolute,
        left,
        stage: 0,
    });
    known.left = left;
    known.stage = match known.system {
        System::Absolute | System::Fischer { .. } => 0,
        System::Byoyomi { .. } | System::Canadian { .. } => stage,
    };
    *clock = Some(known);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(system: System, main: Duration) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(system, main);
        clocks
    }

    fn first(clocks: &Clocks) -> Allowance {
        clocks.allowance(Player::First).unwrap()
    }

    #[test]
    fn an_increment_comes_after_the_move_and_has_its_cap() {
        let fischer = System::Fischer {
            increment: s(2),
            most_left: s(11),
            most_a_move: s(4),
        };
        let mut clocks = clocks(fischer, s(10));
        assert_eq!(first(&clocks).most, s(4));
        clocks.spend(Player::First, s(3));
        assert_eq!(first(&clocks).bank, s(9));
        clocks.spend(Player::First, s(0));
        clocks.spend(Player::First, s(0));
        assert_eq!(first(&clocks).bank, s(11));
        assert_eq!(clocks.allowance(Player::Second).unwrap().bank, s(10));
    }

    #[test]
    fn an_empty_clock_has_its_increment() {
        let fischer = |most_a_move| System::Fischer {
            increment: s(5),
            most_left: Duration::MAX,
            most_a_move,
        };
        assert_eq!(first(&clocks(fischer(Duration::MAX), s(0))).most, s(5));
        assert_eq!(first(&clocks(fischer(s(3)), s(0))).most, s(3));
        assert_eq!(first(&clocks(fischer(Duration::MAX), s(2))).most, s(2));
    }

    #[test]
    fn another_game_has_all_the_time() {
        let mut clocks = clocks(System::Absolute, s(10));
        clocks.spend(Player::First, s(4));
        assert_eq!(first(&clocks).bank, s(6));
        clocks.restart();
        assert_eq!(first(&clocks).bank, s(10));
    }

    #[test]
    fn a_period_is_there_again_until_it_is_used_up() {
        let none = clocks(byoyomi(s(5), 0), s(10));
        assert_eq!((first(&none).each, first(&none).most), (s(0), s(10)));
        let mut clocks = clocks(byoyomi(s(5), 3), s(10));
        assert_eq!((first(&clocks).bank, first(&clocks).most), (s(10), s(15)));
        clocks.spend(Player::First, s(12));
        for _ in 0..5 {
            let allowance = first(&clocks);
            assert_eq!((allowance.bank, allowance.each), (s(0), s(5)));
            assert_eq!(allowance.most, s(5));
            clocks.spend(Player::First, s(4));
        }
        assert_eq!(clocks.now[0].unwrap().stage, 3);
        clocks.spend(Player::First, s(11));
        assert_eq!(clocks.now[0].unwrap().stage, 1);
    }

    #[test]
    fn what_is_left_of_a_period_is_all_there_is() {
        let mut clocks = clocks(byoyomi(s(30), 2), s(0));
        if let Some(clock) = &mut clocks.now[0] {
            clock.left = s(3);
        }
        assert_eq!((first(&clocks).each, first(&clocks).most), (s(3), s(3)));
        clocks.spend(Player::First, s(2));
        assert_eq!(
            (clocks.now[0].unwrap().stage, first(&clocks).most),
            (2, s(30))
        );
        clocks.spend(Player::First, s(30));
        assert_eq!(
            (clocks.now[0].unwrap().stage, first(&clocks).most),
            (1, s(30))
        );
    }

    #[test]
    fn moves_share_a_period_and_then_another() {
        let canadian = System::Canadian {
            period: s(30),
            moves: 3,
        };
        let mut clocks = clocks(canadian, s(0));
        assert_eq!(first(&clocks).moves, Some(3));
        clocks.spend(Player::First, s(10));
        clocks.spend(Player::First, s(15));
        assert_eq!((first(&clocks).bank, first(&clocks).moves), (s(5), Some(1)));
        clocks.spend(Player::First, s(4));
        assert_eq!(
            (first(&clocks).bank, first(&clocks).moves),
            (s(30), Some(3))
        );
    }
}
