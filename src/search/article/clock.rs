//! When the search has to end, and how much it has done.

use crate::search::Limits;

/// The search has reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// Counts nodes and watches the limits.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    limits: &'a Limits,
    nodes: u64,
    /// Steps since the clock was looked at.
    steps: u32,
    over: bool,
}

/// How many steps are made between two looks at the clock.
const STEPS: u32 = 128;

impl<'a> Clock<'a> {
    pub(super) fn new(limits: &'a Limits) -> Clock<'a> {
        Clock {
            limits,
            nodes: 0,
            steps: 0,
            over: limits.is_over(),
        }
    }

    /// Positions visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A position is visited. Whether the search may go on.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.over = true;
            return false;
        }
        self.nodes += 1;
        self.step()
    }

    /// Looks at the clock now.
    pub(super) fn look(&mut self) {
        self.over |= self.limits.is_over();
    }

    /// A step that is no node. Whether the search may go on.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps >= STEPS {
            self.steps = 0;
            self.look();
        }
        !self.over
    }
}
