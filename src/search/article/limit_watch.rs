//! When the search has to end, and how much it has done.

use crate::board::Board;
use crate::geometry::Player;
use crate::search::Limits;
use crate::search::trajectory::{Finder, Trajectory};

/// The search has reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// Counts nodes and watches the limits.
#[derive(Debug)]
pub(super) struct LimitWatch<'a> {
    limits: &'a Limits,
    nodes: u64,
    /// Steps since the watch was looked at.
    steps: u32,
    /// Searches for surrounding sets so far.
    generations: u64,
}

/// How many steps are made between two looks at the watch.
const STEPS: u32 = 128;

/// As many nodes take about as long as looking for surrounding sets once: the pre-search may do
/// so once for that many nodes of the limit.
const GENERATION: u64 = 100;

impl<'a> LimitWatch<'a> {
    pub(super) fn new(limits: &'a Limits) -> LimitWatch<'a> {
        LimitWatch {
            limits,
            nodes: 0,
            steps: 0,
            generations: 0,
        }
    }

    /// Positions visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A position is visited.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Interrupted> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Interrupted);
        }
        self.nodes += 1;
        self.step()
    }

    /// Finds the surrounding sets that `player` can fill with so many dots.
    pub(super) fn generate(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
    ) -> Result<Vec<Trajectory>, Interrupted> {
        self.generations += 1;
        let most = self.limits.nodes.map(|nodes| nodes / GENERATION);
        if most.is_some_and(|most| self.generations > most) || self.is_over() {
            return Err(Interrupted);
        }
        finder
            .trajectories_unless(board, player, dots, &mut || self.is_over())
            .ok_or(Interrupted)
    }

    /// Whether the time is up or the search was told to stop.
    pub(super) fn is_over(&self) -> bool {
        self.limits.is_over()
    }

    /// A step that is no node and takes no longer than one.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Interrupted> {
        self.steps += 1;
        if self.steps >= STEPS {
            self.steps = 0;
            if self.is_over() {
                return Err(Interrupted);
            }
        }
        Ok(())
    }
}
