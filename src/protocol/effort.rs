//! How long the engine should think about a move, as a client asks for it.
//!
//! From an effort to the limits of a search:
//!
//! 1. `Effort::limits_under` makes the limits of the effort. `Options::apply_to` adds the depth, nodes and level of the options.
//! 2. `Session::limits` adds the stop flag of the session.
//! 3. `Session::choose` adds the komi and the moves that the rules allow.

use super::clock::{Allowance, reply_margin};
use crate::board::Board;
use crate::search::complexity::MOST_COMPLEX;
use crate::search::limits::after;
use crate::search::options::Options;
use crate::search::{Limits, Pace};
use std::time::{Duration, Instant};

/// How long the engine should think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The limits that the options set. If they set no number of nodes, the limit is the number that belongs to the
    /// complexity [`MOST_COMPLEX`], so that no client waits for ever.
    Options,
    /// A complexity from 0 to [`MOST_COMPLEX`], which limits nodes and, for engines that search to a depth, the depth.
    /// There is no time limit, so the same requests from the start of a session give the same results.
    Complexity(u32),
    /// A level of play, from 1 to [`FULL_LEVEL`]. At lower ones the engine `mcts` searches less, and errs as people do.
    /// It takes at most as long as for the complexity [`MOST_COMPLEX`]. Other engines use the complexity that is ten
    /// times the level.
    ///
    /// [`FULL_LEVEL`]: crate::search::limits::FULL_LEVEL
    Level(u32),
    /// The time from the request to the reply.
    Time(Duration),
    /// The time that a clock gives. The engine uses a share of it.
    Clock(Allowance),
}

impl Effort {
    /// The limits of a search on `board` that a client requested at `start`. The depth, nodes and level of
    /// `options` hold as well: the smaller number of nodes and the lower level count.
    pub fn limits_under(self, options: &Options, start: Instant, board: &Board) -> Limits {
        let given = match self {
            Effort::Options => Limits::default(),
            Effort::Complexity(complexity) => options.limits_for_complexity(complexity, board),
            Effort::Level(level) => options.limits_for_level(level, board),
            Effort::Time(time) => Limits {
                deadline: Some(deadline(start, time)),
                ..Limits::default()
            },
            Effort::Clock(allowance) => {
                let (usual, most) = allowance.share(board);
                let pace = Pace { start, usual };
                Limits {
                    deadline: Some(after(start, pace.longest().min(most))),
                    pace: Some(pace),
                    ..Limits::default()
                }
            }
        };
        let mut limits = options.apply_to(given);
        if self == Effort::Options {
            limits.nodes = limits
                .nodes
                .or(options.limits_for_complexity(MOST_COMPLEX, board).nodes);
        }
        limits
    }
}

/// The moment at which the search must end so that the reply arrives within `time`.
fn deadline(start: Instant, time: Duration) -> Instant {
    after(start, time.saturating_sub(reply_margin(time)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::search::limits::CENTURY;

    #[test]
    fn every_time_leaves_a_margin_and_something_to_think_with() {
        let start = Instant::now();
        for ms in [1, 2, 5, 20, 100, 1000, 60_000] {
            let time = Duration::from_millis(ms);
            let end = deadline(start, time);
            assert!(end > start && end < start + time);
        }
        assert_eq!(deadline(start, Duration::ZERO), start);
    }

    #[test]
    fn the_longest_times_are_limits_too() {
        let (board, start) = (Board::new(Size::default()), Instant::now());
        let options = Options::default();
        let last_of_a_period = Allowance {
            bank: Duration::MAX,
            per_move: Duration::ZERO,
            longest: Duration::MAX,
            moves: Some(1),
        };
        for effort in [
            Effort::Time(Duration::from_secs(1 << 63)),
            Effort::Time(Duration::MAX),
            Effort::Clock(last_of_a_period),
        ] {
            let deadline = effort.limits_under(&options, start, &board).deadline;
            assert_eq!(deadline, Some(start + CENTURY), "{effort:?}");
        }
    }

    #[test]
    fn a_clock_limits_every_move() {
        let (board, start) = (Board::new(Size::default()), Instant::now());
        let ms = Duration::from_millis;
        let options = Options::default();
        let limits = |remaining| {
            let allowance = Allowance::with_increment(remaining, ms(500));
            let limits = Effort::Clock(allowance).limits_under(&options, start, &board);
            let deadline = limits.deadline.expect("there is a clock") - start;
            (deadline, limits.pace.map(|pace| pace.usual))
        };
        let (deadline, usual) = limits(ms(60_500));
        assert_eq!(usual, Some(ms(1500)));
        assert_eq!(deadline, ms(3000));
        // Only the increment of the move is left.
        assert_eq!(limits(ms(0)), (ms(475), Some(ms(475))));
    }
}
