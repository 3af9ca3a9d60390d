//! Reports to a client during a search.

use crate::search::{Outcome, Reporter, StopFlag};
use std::io;
use std::time::{Duration, Instant};

/// How often a client hears of a search.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// Least time between two reports.
    pub interval: Duration,
    /// The same, if the second one [tells the same](tells_the_same).
    pub interval_of_same: Duration,
}

impl Pace {
    /// Tells new moves at once. Counts and probabilities alone are told ten times a second, which is enough to show them.
    pub const NEWS: Pace = Pace {
        interval: Duration::ZERO,
        interval_of_same: Duration::from_millis(100),
    };

    /// Tells something at most once in every `interval`.
    pub fn every(interval: Duration) -> Pace {
        Pace {
            interval,
            interval_of_same: interval,
        }
    }
}

/// A reporter that passes the best moves to `write` when a search reports them, as often as its [`Pace`] allows. A report
/// that comes too early is kept until a later one replaces it. If `write` fails, the search ends.
pub(super) struct Live<W> {
    write: W,
    pace: Pace,
    stop: StopFlag,
    /// The last report for which `write` was called, and the time of the call. `None` before the first call.
    written: Option<(Vec<Outcome>, Instant)>,
    /// The last report, if it came too early to be written. `None` otherwise.
    waiting: Option<Vec<Outcome>>,
    outcome: io::Result<()>,
}

impl<W: FnMut(&[Outcome]) -> io::Result<()>> Live<W> {
    /// A reporter that calls `write`. `stop` is the stop flag of the search, which is raised if `write` fails.
    pub fn new(stop: StopFlag, pace: Pace, write: W) -> Live<W> {
        Live {
            write,
            pace,
            stop,
            written: None,
            waiting: None,
            outcome: Ok(()),
        }
    }

    fn tell(&mut self, lines: &[Outcome]) {
        if self.outcome.is_err() {
            // The stop flag may have been lowered by the inbox, which shares it.
            self.stop.raise();
            return;
        }
        self.written = Some((lines.to_vec(), Instant::now()));
        self.outcome = (self.write)(lines);
        if self.outcome.is_err() {
            self.stop.raise();
        }
    }

    /// Writes the last report if it came too early to be written before.
    ///
    /// # Errors
    /// If `write` failed now or before.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(lines) = self.waiting.take() {
            self.tell(&lines);
        }
        self.outcome
    }
}

impl<W: FnMut(&[Outcome]) -> io::Result<()>> Reporter for Live<W> {
    fn progress(&mut self, _: &Outcome) {}

    fn lines(&mut self, lines: &[Outcome]) {
        let is_due = |(told, then): &(Vec<Outcome>, Instant)| {
            let interval = match tells_the_same(told, lines) {
                true => self.pace.interval_of_same,
                false => self.pace.interval,
            };
            then.elapsed() >= interval
        };
        if self.outcome.is_err() || self.written.as_ref().is_none_or(is_due) {
            self.waiting = None;
            self.tell(lines);
        } else {
            self.waiting = Some(lines.to_vec());
        }
    }
}

/// Whether two reports have the same moves with the same lines, values and depths. Counts of nodes and visits and the
/// expected results may differ.
fn tells_the_same(one: &[Outcome], other: &[Outcome]) -> bool {
    let is_same = |(one, other): (&Outcome, &Outcome)| {
        (one.best, one.value, one.depth()) == (other.best, other.value, other.depth())
            && one.line == other.line
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use std::slice;

    fn outcome(nodes: u64, value: i32) -> Outcome {
        Outcome {
            nodes,
            value,
            ..Outcome::default()
        }
    }

    /// The numbers of nodes in the reports that are written. The search reports 1 to 4 nodes, and a new value with the
    /// third.
    fn told(pace: Pace) -> Vec<u64> {
        let mut told = Vec::new();
        let mut live = Live::new(StopFlag::default(), pace, |lines| {
            told.push(lines[0].nodes);
            Ok(())
        });
        for (nodes, value) in [(1, 0), (2, 0), (3, 5), (4, 5)] {
            live.lines(&[outcome(nodes, value)]);
        }
        live.finish().unwrap();
        told
    }

    #[test]
    fn what_is_not_yet_due_is_told_at_the_end() {
        assert_eq!(told(Pace::every(Duration::ZERO)), [1, 2, 3, 4]);
        assert_eq!(told(Pace::every(Duration::MAX)), [1, 4]);
    }

    #[test]
    fn new_moves_are_told_sooner_than_new_counts() {
        let pace = Pace {
            interval_of_same: Duration::MAX,
            ..Pace::NEWS
        };
        assert_eq!(told(pace), [1, 3, 4]);
    }

    #[test]
    fn moves_lines_and_depths_are_news_and_counts_are_not() {
        let [one, other] = [1, 2].map(|x| Some(Point::new(x, 1)));
        let told = Outcome {
            best: one,
            ..outcome(1, 0)
        };
        let more_nodes = Outcome {
            nodes: 2,
            ..told.clone()
        };
        assert!(tells_the_same(slice::from_ref(&told), &[more_nodes]));
        let best = Outcome {
            best: other,
            ..told.clone()
        };
        let line = Outcome {
            line: vec![Point::new(1, 1)],
            ..told.clone()
        };
        let depth = Outcome {
            plies: told.plies + 2,
            ..told.clone()
        };
        for new in [best, line, depth] {
            assert!(!tells_the_same(slice::from_ref(&told), &[new]));
        }
        let twice = [told.clone(), told.clone()];
        assert!(!tells_the_same(slice::from_ref(&told), &twice));
    }

    #[test]
    fn a_client_that_is_gone_ends_the_search_and_hears_no_more() {
        let stop = StopFlag::default();
        let mut tries = 0;
        let mut live = Live::new(stop.clone(), Pace::every(Duration::MAX), |_| {
            tries += 1;
            Err(io::ErrorKind::BrokenPipe.into())
        });
        for nodes in 1..=3 {
            live.lines(&[outcome(nodes, 0)]);
            assert!(stop.is_raised());
            // The thread that reads the input lowers the flag when it takes a line from the queue.
            stop.set(false);
        }
        assert!(live.finish().is_err());
        assert_eq!(tries, 1);
    }
}
