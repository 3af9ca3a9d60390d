//! A reporter that stops a search.

use tochki::search::{Outcome, Reporter, StopFlag};

/// Raises the flag when the search has visited more nodes than this.
pub struct StopAfter(pub u64, pub StopFlag);

impl Reporter for StopAfter {
    fn progress(&mut self, outcome: &Outcome) {
        if outcome.nodes > self.0 {
            self.1.raise();
        }
    }

    fn lines(&mut self, lines: &[Outcome]) {
        lines.iter().for_each(|line| self.progress(line));
    }
}
