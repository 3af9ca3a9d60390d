//! Counts nodes and watches the limits of a search.

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
    /// Steps since the clock was read.
    steps: u32,
    /// Searches for trajectories so far.
    generations: u64,
}

/// Steps between two readings of the clock.
const STEPS: u32 = 128;

/// Nodes that take about as long as one search for trajectories. The pre-search may search once for that many
/// nodes of the limit.
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

    /// Counts a visited position.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Interrupted> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Interrupted);
        }
        self.nodes += 1;
        self.step()
    }

    /// The trajectories that `player` can fill with so many dots.
    pub(super) fn trajectories(
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

    /// Counts a step that is no node and takes no longer than one.
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
