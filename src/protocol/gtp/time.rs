//! The clocks of a game, and the commands that set them.

use super::Request;
use crate::geometry::{Player, parse_number};
use crate::protocol::clock::RESERVE;
use crate::protocol::{Allowance, Refusal, refuse};
use std::time::Duration;

/// The names of the time systems that `kata-time_settings` takes.
pub(super) const SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

/// A time system: what a player gets besides his main time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum System {
    /// Every move adds `increment`. The clock never holds more than `most_left`, and one move may take at most
    /// `most_a_move`.
    Fischer {
        increment: Duration,
        most_left: Duration,
        most_a_move: Duration,
    },
    /// After the main time, each move has one of `periods` periods. A move that takes longer than `period` uses up
    /// further ones.
    Byoyomi { period: Duration, periods: u32 },
    /// After the main time, each block of `moves` moves has a time of `period`.
    Canadian { period: Duration, moves: u32 },
}

/// The time system with main time alone.
const ABSOLUTE: System = System::Fischer {
    increment: Duration::ZERO,
    most_left: Duration::MAX,
    most_a_move: Duration::MAX,
};

/// The clock of one player.
#[derive(Clone, Copy, Debug)]
struct Clock {
    system: System,
    /// Time left of the main time, or of the current period.
    left: Duration,
    /// During the main time 0. After it, the number of periods left, or of moves left in a Canadian period. A clock with
    /// increments ignores it.
    stage: u32,
}

/// The clocks of both players. `None` means that a player has no clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks {
    now: [Option<Clock>; 2],
    /// The clock that each player gets at the start of a game. `None` until a client sets it.
    full: Option<Clock>,
}

impl Clocks {
    /// The time that the clock of a player gives for his next move. `None` if he has no clock.
    pub(super) fn allowance(&self, player: Player) -> Option<Allowance> {
        self.now[player.index()].map(|clock| clock.allowance())
    }

    /// Takes the time of a move off the clock of a player. Without a clock it does nothing.
    pub(super) fn spend(&mut self, player: Player, spent: Duration) {
        if let Some(clock) = &mut self.now[player.index()] {
            clock.spend(spent);
        }
    }

    fn set(&mut self, system: System, main: Duration) {
        let left = match system {
            System::Fischer { most_left, .. } => main.min(most_left),
            _ => main,
        };
        let mut clock = Clock {
            system,
            left,
            stage: 0,
        };
        if main.is_zero() {
            clock.enter_overtime();
        }
        self.full = Some(clock);
        self.restart();
    }

    /// Gives both players full clocks for a new game.
    pub(super) fn restart(&mut self) {
        self.now = [self.full; 2];
    }
}

impl Clock {
    fn allowance(&self) -> Allowance {
        let left = self.left;
        let in_main = self.stage == 0;
        // A period does not refill the clock. So a little main time that is left keeps back no part of it.
        let main = if left < RESERVE { Duration::ZERO } else { left };
        let (bank, per_move, longest, moves) = match self.system {
            System::Fischer {
                increment,
                most_a_move,
                ..
            } => {
                let Allowance { longest, .. } = Allowance::with_increment(left, increment);
                (left, increment, longest.min(most_a_move), None)
            }
            System::Byoyomi { period, .. } if in_main => {
                (main, period, left.saturating_add(period), None)
            }
            System::Byoyomi { .. } => (Duration::ZERO, left, left, None),
            System::Canadian { period, moves } if in_main => {
                let per_move = period / moves.max(1);
                (main, per_move, left.saturating_add(per_move), None)
            }
            System::Canadian { .. } => (left, Duration::ZERO, left, Some(self.stage)),
        };
        Allowance {
            bank,
            per_move,
            longest,
            moves,
        }
    }

    fn spend(&mut self, spent: Duration) {
        match self.system {
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
                // Every period that was used up is gone. The last one stays: only a referee ends the game.
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

    /// Starts the first period after the main time, or the next Canadian period. A clock with increments has no periods
    /// and stays as it is.
    fn enter_overtime(&mut self) {
        (self.left, self.stage) = match self.system {
            System::Byoyomi { period, periods } => (period, periods),
            System::Canadian { period, moves } => (period, moves.max(1)),
            System::Fischer { .. } => return,
        };
    }
}

/// The time system byoyomi. With 0 periods there is only main time.
fn byoyomi(period: Duration, periods: u32) -> System {
    match periods {
        0 => ABSOLUTE,
        _ => System::Byoyomi { period, periods },
    }
}

/// Reads a time in seconds, with an optional fraction. A time too long for `Duration` is [`Duration::MAX`].
fn seconds(word: &str) -> Result<Duration, Refusal> {
    let wrong = || refuse(format!("Could not parse time: '{word}'"));
    let seconds: f64 = parse_number(word).ok_or_else(wrong)?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(time),
        // The time is too long for `Duration`.
        Err(_) if seconds > 0.0 => Ok(Duration::MAX),
        Err(_) => Err(wrong()),
    }
}

fn count(word: &str) -> Result<u32, Refusal> {
    let wrong = || refuse(format!("Could not parse number: '{word}'"));
    parse_number(word).ok_or_else(wrong)
}

/// `time_settings MAIN PERIOD MOVES`, with times in seconds. `PERIOD` 0 means main time only. Another period for 0
/// moves means that there is no clock.
pub(super) fn time_settings(request: &mut Request) -> Result<String, Refusal> {
    let [main, period, moves] = request.arguments else {
        return Err(refuse("Expected three numbers for time_settings"));
    };
    let (main, period, moves) = (seconds(main)?, seconds(period)?, count(moves)?);
    let clocks = &mut request.gtp.clocks;
    match (period.is_zero(), moves) {
        (true, _) => clocks.set(ABSOLUTE, main),
        (false, 0) => *clocks = Clocks::default(),
        (false, moves) => clocks.set(System::Canadian { period, moves }, main),
    }
    Ok(String::new())
}

/// `kata-time_settings SYSTEM NUMBERS`: sets the clocks. The numbers depend on the time system. `none` removes the
/// clocks.
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
        ["absolute", main] => (ABSOLUTE, main),
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
            // A negative cap means no cap.
            let cap = |word: &&str| match parse_number::<f64>(word) {
                Some(number) if number < 0.0 => Ok(endless),
                _ => seconds(word),
            };
            let caps = (cap(most_left)?, cap(most_a_move)?);
            (fischer(seconds(increment)?, caps.0, caps.1), main)
        }
        _ => {
            let systems = SYSTEMS.replace(' ', ", ");
            return Err(refuse(format!("Expected one of {systems} and its numbers")));
        }
    };
    let main = seconds(main)?;
    request.gtp.clocks.set(system, main);
    Ok(String::new())
}

/// `time_left COLOUR TIME STAGE`: sets the time left of a player, in seconds. A negative time counts as 0. With `STAGE`
/// 0 it is main time. Otherwise it is the time of a period, and `STAGE` is the number of periods or moves left.
pub(super) fn time_left(request: &mut Request) -> Result<String, Refusal> {
    let (player, rest) = request.player()?;
    let [time, stage] = *rest else {
        return Err(refuse("Expected a color, a time and a number"));
    };
    // A client that counts delays sends a negative time if the engine has overstepped.
    let left = match parse_number::<f64>(time) {
        Some(number) if number < 0.0 => Duration::ZERO,
        _ => seconds(time)?,
    };
    let stage = count(stage)?;
    let clock = &mut request.gtp.clocks.now[player.index()];
    let mut known = clock.unwrap_or(Clock {
        system: ABSOLUTE,
        left,
        stage: 0,
    });
    known.left = left;
    known.stage = stage;
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
        assert_eq!(first(&clocks(fischer, s(60))).bank, s(11));
        let mut clocks = clocks(fischer, s(10));
        assert_eq!(first(&clocks).longest, s(4));
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
        assert_eq!(first(&clocks(fischer(Duration::MAX), s(0))).longest, s(5));
        assert_eq!(first(&clocks(fischer(s(3)), s(0))).longest, s(3));
        assert_eq!(first(&clocks(fischer(Duration::MAX), s(2))).longest, s(2));
    }

    #[test]
    fn another_game_has_all_the_time() {
        let mut clocks = clocks(ABSOLUTE, s(10));
        clocks.spend(Player::First, s(4));
        assert_eq!(first(&clocks).bank, s(6));
        clocks.restart();
        assert_eq!(first(&clocks).bank, s(10));
    }

    #[test]
    fn a_period_is_there_again_until_it_is_used_up() {
        let none = clocks(byoyomi(s(5), 0), s(10));
        assert_eq!((first(&none).per_move, first(&none).longest), (s(0), s(10)));
        let mut clocks = clocks(byoyomi(s(5), 3), s(10));
        assert_eq!(
            (first(&clocks).bank, first(&clocks).longest),
            (s(10), s(15))
        );
        clocks.spend(Player::First, s(12));
        for _ in 0..5 {
            let allowance = first(&clocks);
            assert_eq!((allowance.bank, allowance.per_move), (s(0), s(5)));
            assert_eq!(allowance.longest, s(5));
            clocks.spend(Player::First, s(4));
        }
        assert_eq!(clocks.now[0].unwrap().stage, 3);
        clocks.spend(Player::First, s(11));
        assert_eq!(clocks.now[0].unwrap().stage, 1);
    }

    #[test]
    fn the_last_of_the_main_time_leaves_the_whole_period() {
        let (main, canadian) = (
            Duration::from_millis(10),
            System::Canadian {
                period: s(5),
                moves: 1,
            },
        );
        for system in [byoyomi(s(5), 3), canadian] {
            let allowance = first(&clocks(system, main));
            assert_eq!((allowance.bank, allowance.per_move), (s(0), s(5)));
            assert_eq!(allowance.longest, s(5) + main);
        }
    }

    #[test]
    fn what_is_left_of_a_period_is_all_there_is() {
        let mut clocks = clocks(byoyomi(s(30), 2), s(0));
        if let Some(clock) = &mut clocks.now[0] {
            clock.left = s(3);
        }
        assert_eq!(
            (first(&clocks).per_move, first(&clocks).longest),
            (s(3), s(3))
        );
        clocks.spend(Player::First, s(2));
        assert_eq!(
            (clocks.now[0].unwrap().stage, first(&clocks).longest),
            (2, s(30))
        );
        clocks.spend(Player::First, s(30));
        assert_eq!(
            (clocks.now[0].unwrap().stage, first(&clocks).longest),
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
