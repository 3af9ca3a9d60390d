//! Reports to a client during a search.

use crate::search::{Outcome, Reporter, StopFlag};
use std::io;
use std::time::{Duration, Instant};

/// A reporter that passes the best moves to `write` when a search reports them, at most once in every `interval`. A
/// report that comes too early is kept until a later one replaces it. If `write` fails, the search ends.
pub(super) struct Live<W> {
    write: W,
    interval: Duration,
    stop: StopFlag,
    /// Time of the last call of `write`. `None` before the first call.
    written: Option<Instant>,
    /// The last report, if it came too early to be written. `None` otherwise.
    waiting: Option<Vec<Outcome>>,
    outcome: io::Result<()>,
}

impl<W: FnMut(&[Outcome]) -> io::Result<()>> Live<W> {
    /// A reporter that calls `write`. `stop` is the stop flag of the search, which is raised if `write` fails.
    pub fn new(stop: StopFlag, interval: Duration, write: W) -> Live<W> {
        Live {
            write,
            interval,
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
        self.written = Some(Instant::now());
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
        let is_due = |then: Instant| then.elapsed() >= self.interval;
        if self.outcome.is_err() || self.written.is_none_or(is_due) {
            self.waiting = None;
            self.tell(lines);
        } else {
            self.waiting = Some(lines.to_vec());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(nodes: u64) -> Outcome {
        Outcome {
            nodes,
            ..Outcome::default()
        }
    }

    /// The numbers of nodes in the reports that are written. The search reports 1, 2 and 3 nodes.
    fn told(interval: Duration) -> Vec<u64> {
        let mut told = Vec::new();
        let mut live = Live::new(StopFlag::default(), interval, |lines| {
            told.push(lines[0].nodes);
            Ok(())
        });
        (1..=3).for_each(|nodes| live.lines(&[outcome(nodes)]));
        live.finish().unwrap();
        told
    }

    #[test]
    fn what_is_not_yet_due_is_told_at_the_end() {
        assert_eq!(told(Duration::ZERO), [1, 2, 3]);
        assert_eq!(told(Duration::MAX), [1, 3]);
    }

    #[test]
    fn a_client_that_is_gone_ends_the_search_and_hears_no_more() {
        let stop = StopFlag::default();
        let mut tries = 0;
        let mut live = Live::new(stop.clone(), Duration::MAX, |_| {
            tries += 1;
            Err(io::ErrorKind::BrokenPipe.into())
        });
        for nodes in 1..=3 {
            live.lines(&[outcome(nodes)]);
            assert!(stop.is_raised());
            // The thread that reads the input lowers the flag when it takes a line from the queue.
            stop.set(false);
        }
        assert!(live.finish().is_err());
        assert_eq!(tries, 1);
    }
}
