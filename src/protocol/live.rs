//! Reports to a client while a search runs.

use crate::search::{Outcome, Reporter, StopFlag};
use std::io;
use std::time::{Duration, Instant};

/// Hands the best moves to `write` whenever the search reports them, but at most once in every
/// `interval`. A client that cannot be written to any more ends the search.
pub(super) struct Live<W> {
    write: W,
    interval: Duration,
    stop: StopFlag,
    written: Option<Instant>,
    /// The lines that have not been written yet.
    waiting: Option<Vec<Outcome>>,
    outcome: io::Result<()>,
}

impl<W: FnMut(&[Outcome]) -> io::Result<()>> Live<W> {
    /// `stop` is what ends the search.
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
            // The flag is the reader's, too, which may have lowered it.
            self.stop.raise();
            return;
        }
        self.written = Some(Instant::now());
        self.outcome = (self.write)(lines);
        if self.outcome.is_err() {
            self.stop.raise();
        }
    }

    /// Writes the last report if it was held back.
    ///
    /// # Errors
    /// If this or anything before it could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(lines) = self.waiting.take() {
            self.tell(&lines);
        }
        self.outcome
    }

    /// As [`finish`](Live::finish), but writes `found` if nothing has been written before.
    ///
    /// # Errors
    /// As [`finish`](Live::finish).
    pub fn finish_with(mut self, found: &[Outcome]) -> io::Result<()> {
        if self.written.is_none() {
            self.tell(found);
        }
        self.finish()
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

    /// The nodes of the lines that are written of a search that tells of 1, 2 and 3.
    fn told(interval: Duration) -> Vec<u64> {
        let mut told = Vec::new();
        let mut live = Live::new(StopFlag::default(), interval, |lines| {
            told.push(lines[0].nodes);
            Ok(())
        });
        (1..=3).for_each(|nodes| live.lines(&[outcome(nodes)]));
        live.finish_with(&[outcome(4)]).unwrap();
        told
    }

    #[test]
    fn what_is_not_yet_due_is_told_at_the_end() {
        assert_eq!(told(Duration::ZERO), [1, 2, 3]);
        assert_eq!(told(Duration::MAX), [1, 3]);
    }

    #[test]
    fn what_was_found_is_told_if_nothing_else_was() {
        let mut told = 0;
        let live = Live::new(StopFlag::default(), Duration::ZERO, |lines| {
            told += lines[0].nodes;
            Ok(())
        });
        live.finish_with(&[outcome(4)]).unwrap();
        assert_eq!(told, 4);
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
            // As the reader does when other input arrives.
            stop.set(false);
        }
        assert!(live.finish().is_err());
        assert_eq!(tries, 1);
    }
}
