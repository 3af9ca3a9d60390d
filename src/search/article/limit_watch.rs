//! Counting nodes and checking the limits of a search.

use crate::board::Board;
use crate::geometry::Player;
use crate::search::Limits;
use crate::search::trajectory::{Cycles, MOST_TRAJECTORIES, Trajectory};

/// Why a search to a depth was not completed. A function that returns it has ended at once and left the board as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupted {
    /// A limit of nodes or time is reached, or the stop flag is raised.
    Limit,
    /// A player has more than [`MOST_TRAJECTORIES`] trajectories.
    TooMany,
}

/// Counts nodes and checks the limits of a search. It also searches for trajectories, because it limits these searches too.
/// Its methods return [`Interrupted::Limit`] once a limit is reached or the stop flag is raised, and `trajectories` also
/// [`Interrupted::TooMany`].
pub(super) struct LimitWatch<'a> {
    limits: &'a Limits,
    cycles: Cycles,
    nodes: u64,
    /// The number of nodes and of positions of the pre-search so far, for the checks of the limits.
    steps: u64,
    /// The number of positions of the pre-search so far. Those in which it searches for trajectories count in `searches`
    /// instead.
    pre_searched: u64,
    /// The number of searches for trajectories so far. One that takes very long counts as several.
    searches: u64,
}

/// The number of nodes and positions of the pre-search between two checks of the limits.
const STEPS_PER_CHECK: u64 = 128;

/// The number of nodes that take about as long as a short search for trajectories. A limit of `n` nodes allows `n /
/// NODES_FOR_A_SEARCH` such searches, but at least two, one for each player, because without them no move can be judged.
const NODES_FOR_A_SEARCH: u64 = 100;

/// A short search for trajectories checks the limits at most this many times. A longer search is charged as one more
/// search for each check beyond these. So on a large board one search may use up a small limit before the first node.
const USUAL_CHECKS: u64 = 10;

/// The number of positions of the pre-search that every limit of nodes allows. A limit of more nodes allows as many
/// positions. Those in which it searches for trajectories do not count.
/// Not measured: benches/ingredients.md.
const FREE_POSITIONS: u64 = 1_000;

impl<'a> LimitWatch<'a> {
    pub(super) fn new(limits: &'a Limits) -> LimitWatch<'a> {
        LimitWatch {
            limits,
            cycles: Cycles::new(),
            nodes: 0,
            steps: 0,
            pre_searched: 0,
            searches: 0,
        }
    }

    /// The number of positions visited so far. Those where very many trajectories are looked at count as more.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of positions of the pre-search so far, without those in which it searches for trajectories.
    pub(super) fn pre_searched(&self) -> u64 {
        self.pre_searched
    }

    /// Counts a visited position. [`Interrupted`] if the limit of nodes is reached already, or if the clock or the stop
    /// flag ends the search.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Interrupted> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Interrupted::Limit);
        }
        self.nodes += 1;
        self.step()
    }

    /// Counts `nodes` more visited positions, for work that takes as long. If there are any, it checks all limits.
    /// [`Interrupted`] if one is reached. The count does not pass the limit of nodes.
    #[inline]
    pub(super) fn charge(&mut self, nodes: u64) -> Result<(), Interrupted> {
        if nodes == 0 {
            return Ok(());
        }
        let left = self
            .limits
            .nodes
            .map(|most| most.saturating_sub(self.nodes));
        self.nodes += left.map_or(nodes, |left| nodes.min(left));
        match left.is_some_and(|left| nodes > left) || self.is_over() {
            true => Err(Interrupted::Limit),
            false => Ok(()),
        }
    }

    /// Finds the trajectories of `player` of at most `dots` cells. [`Interrupted`] if the limits allow no more such
    /// searches, if there are more than [`MOST_TRAJECTORIES`], or if time is up or the stop flag is raised before the end.
    pub(super) fn trajectories(
        &mut self,
        board: &Board,
        player: Player,
        dots: usize,
    ) -> Result<Vec<Trajectory>, Interrupted> {
        self.searches += 1;
        let most = self
            .limits
            .nodes
            .map(|nodes| (nodes / NODES_FOR_A_SEARCH).max(2));
        if most.is_some_and(|most| self.searches > most) || self.is_over() {
            return Err(Interrupted::Limit);
        }
        let most = most.map(|most| USUAL_CHECKS + most - self.searches);
        let (mut checks, mut is_over) = (0, false);
        let (limits, cycles) = (self.limits, &mut self.cycles);
        let found = cycles.trajectories_unless(board, player, dots, MOST_TRAJECTORIES, &mut || {
            checks += 1;
            is_over = limits.is_over() || most.is_some_and(|most| checks > most);
            is_over
        });
        self.searches += checks.saturating_sub(USUAL_CHECKS);
        found.ok_or(match is_over {
            true => Interrupted::Limit,
            false => Interrupted::TooMany,
        })
    }

    /// Whether the deadline has passed or the stop flag is raised.
    pub(super) fn is_over(&self) -> bool {
        self.limits.is_over()
    }

    /// Counts a position of the pre-search in which it searches for no trajectories. [`Interrupted`] if there are more than
    /// the limit of nodes allows, or if the clock or the stop flag ends the search.
    pub(super) fn visit_in_pre_search(&mut self) -> Result<(), Interrupted> {
        self.pre_searched += 1;
        let most = self.limits.nodes.map(|nodes| nodes.max(FREE_POSITIONS));
        match most.is_some_and(|most| self.pre_searched > most) {
            true => Err(Interrupted::Limit),
            false => self.step(),
        }
    }

    /// Counts a step. Every [`STEPS_PER_CHECK`] steps it checks the deadline and the stop flag, and may return
    /// [`Interrupted`].
    #[inline]
    fn step(&mut self) -> Result<(), Interrupted> {
        self.steps += 1;
        match self.steps.is_multiple_of(STEPS_PER_CHECK) && self.is_over() {
            true => Err(Interrupted::Limit),
            false => Ok(()),
        }
    }
}
