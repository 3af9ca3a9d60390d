//! How much thought a client asks for.

use crate::board::Board;
use crate::search::Limits;
use crate::search::options::Options;
use std::time::{Duration, Instant};

/// The greatest complexity that can be asked for.
pub const MOST_COMPLEX: u32 = 100;

/// How long to think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As the options say. If they leave the nodes open, no more than for the greatest complexity:
    /// a client without a clock must not wait for ever.
    Options,
    /// On a scale from 0 to [`MOST_COMPLEX`], without a clock, so that the move can be repeated.
    Complexity(u32),
    /// The reply must be there within this time.
    Time(Duration),
    /// A clock for the whole game.
    Clock {
        /// What is left of it.
        remaining: Duration,
        /// What there is on top of it for this move.
        per_move: Duration,
    },
}

impl Effort {
    /// The limits of a search on `board` that was asked for at `start`, under these options.
    pub fn limits_under(self, options: &Options, start: Instant, board: &Board) -> Limits {
        let mut limits = options.limit(self.limits(options, start, board));
        if self == Effort::Options {
            limits.nodes = limits
                .nodes
                .or(options.limits_for_complexity(MOST_COMPLEX).nodes);
        }
        limits
    }

    fn limits(self, options: &Options, start: Instant, board: &Board) -> Limits {
        let time = match self {
            Effort::Options => return Limits::default(),
            Effort::Complexity(complexity) => return options.limits_for_complexity(complexity),
            Effort::Time(time) => time,
            Effort::Clock {
                remaining,
                per_move,
            } => share(remaining, per_move, board),
        };
        Limits {
            deadline: deadline(start, time),
            ..Limits::default()
        }
    }
}

/// When the search has to end for the reply to arrive in `time`. `None` for times that no clock
/// can hold.
fn deadline(start: Instant, time: Duration) -> Option<Instant> {
    start.checked_add(time.saturating_sub(reply_margin(time)))
}

/// What is kept back for writing the reply and for a busy machine: half of very short times, a
/// tenth of short ones, never more than 25 ms.
fn reply_margin(time: Duration) -> Duration {
    const LEAST: Duration = Duration::from_millis(3);
    const MOST: Duration = Duration::from_millis(25);
    (time / 10).clamp(LEAST, MOST).min(time / 2)
}

/// The part of a clock to use for one move: the time per move and an equal share of the rest,
/// but never more than is left, so that both kinds of clock are kept, whether the time per move
/// comes before the move or after it.
fn share(remaining: Duration, per_move: Duration, board: &Board) -> Duration {
    if remaining.is_zero() {
        return per_move;
    }
    let share = remaining / moves_to_go(board.free().len());
    share.saturating_add(per_move).min(remaining)
}

/// For how many more moves of one side the clock should last. A side plays at most half of the
/// free cells, and games are decided long before the board is full.
fn moves_to_go(free: u32) -> u32 {
    (free / 6).clamp(10, 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn every_time_leaves_a_margin_and_something_to_think_with() {
        let start = Instant::now();
        for ms in [1, 2, 5, 20, 100, 1000, 60_000] {
            let time = Duration::from_millis(ms);
            let end = deadline(start, time).unwrap();
            assert!(end > start && end < start + time);
        }
        assert_eq!(deadline(start, Duration::ZERO), Some(start));
        assert_eq!(deadline(start, Duration::MAX), None);
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        let board = Board::new(Size::default());
        let ms = Duration::from_millis;
        assert_eq!(share(ms(0), ms(500), &board), ms(500));
        assert_eq!(share(ms(200), ms(500), &board), ms(200));
        assert_eq!(share(ms(60_000), ms(500), &board), ms(1500));
        assert_eq!(share(Duration::MAX, Duration::MAX, &board), Duration::MAX);
    }
}
