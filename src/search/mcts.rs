//! The engine that searches the whole board: Monte-Carlo tree search, guided by a policy and judged by playouts.
//!
//! A simulation has these steps:
//!
//! 1. It goes down the tree along the most promising moves (`tree`). Cells for which it matters in playouts who puts a dot
//!    there count as more promising (`criticality`).
//! 2. If the last move of this path was tried before, the position after it joins the tree. The policy gives the moves
//!    there priors (`priors`).
//! 3. A playout plays random moves near the dots (`playout`). Likely moves come early (`order`), many dots are put next
//!    to the last one (`local`), and none into empty bases. Players reconnect dots that the opponent begins to
//!    cut (`replies`), and answer threats to capture (`danger`).
//! 4. The score at the end of the playout, the *margin*, becomes a value in [0, 1] (`value`). Captures far from the
//!    moves of the tree are replaced by their average, in the first simulations of a search (`background`).
//! 5. All moves on the path add the value and the margin to their means.
//!
//! The tree is kept from move to move (`root`). Several threads share it (`worker`). Moves that decide a ladder or a
//! net at the root get higher priors, and proved captures are preferred to expected ones (`tactics`). Groups
//! that are proved to be captured even if their owner moves next count as captured (`dead`). The exact search, that of
//! the engine `tactical`, raises the priors of good moves at the root and in the positions visited most (`exact`). At the
//! end it verifies the chosen move (`verify`). A position whose margin is certain needs no playout (`certain`).
//! What a search returns is in `results`. Levels below full strength search less, and low ones choose among likely moves
//! (`levels`).
//!
//! Constants are named where they are used. `benches/ingredients.md` has the matches that chose them.
//!
//! CITE: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (2006); C. Rosin,
//! "Multi-armed bandits with episode context" (2011), for priors in the choice of moves; D. Silver
//! et al., "Mastering the game of Go without human knowledge" (2017), for its present form; G.
//! Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008) and "Parallel
//! Monte-Carlo tree search" (2008), for widening and virtual losses.

mod background;
mod certain;
mod criticality;
mod danger;
mod dead;
mod exact;
mod levels;
mod local;
mod order;
mod playout;
mod priors;
mod replies;
mod results;
mod root;
mod tactics;
mod tree;
mod value;
mod verify;
mod worker;

use super::{Engine, Limits, Outcome, Reporter};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::{LinearPolicy, Policy};
use levels::Level;
pub(super) use playout::WIDE;
use results::Listed;
use root::State;
use std::fmt;
use std::sync::Arc;

/// The number of nodes of the exact search (engine `tactical`) that count as one simulation. They take about as long.
const NODES_PER_SIMULATION: u64 = 4;

/// The limits of a side search that may take 1 / `part` of the nodes and of the time. The limit of nodes becomes a
/// limit for the exact search, with [`NODES_PER_SIMULATION`] nodes for each simulation.
fn share(limits: &Limits, part: u32) -> Limits {
    let in_nodes = Limits {
        nodes: limits
            .nodes
            .map(|simulations| simulations.saturating_mul(NODES_PER_SIMULATION)),
        ..limits.clone()
    };
    in_nodes.part(part)
}

/// The options of the engine `mcts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsOptions {
    /// Memory in megabytes for the tree, the spare memory to copy it from move to move, and the transposition table of
    /// the exact search, all together.
    pub hash: u32,
    /// Number of threads that search the same tree. 0 counts as 1.
    pub threads: u32,
    /// Seed of the random numbers in playouts.
    pub seed: u64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions {
            hash: 64,
            threads: 1,
            seed: 0,
        }
    }
}

/// The engine `mcts`: Monte-Carlo tree search with a policy and playouts.
pub struct Mcts {
    options: MctsOptions,
    policy: Arc<dyn Policy>,
    state: State,
}

impl fmt::Debug for Mcts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Mcts {
    /// An engine with an empty tree and the standard policy.
    pub fn new(options: MctsOptions) -> Mcts {
        Mcts::with_policy(options, LinearPolicy::standard().clone())
    }

    /// An engine with an empty tree and this policy.
    pub fn with_policy(options: MctsOptions, policy: Arc<dyn Policy>) -> Mcts {
        replies::prepare();
        Mcts {
            options,
            policy,
            state: State::new(&options),
        }
    }

    /// The moves at the root that have visits, each with its number of visits, the most visited first. Visits of
    /// earlier searches count too, if the last search used their tree again. Empty if no move has visits, as before the
    /// first search.
    pub fn visits(&self) -> Vec<(Point, u32)> {
        self.state.visits()
    }

    /// The move that a level below full strength plays. `None` if the limits allow no move. The search begins with an
    /// empty tree: the tree of an earlier search at full strength, as for a hint, would make the level stronger.
    fn weaker(
        &mut self,
        level: &Level,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Option<Outcome> {
        // The old tree is dropped before the new one is made: each may take all the memory that the options allow.
        self.state = State::new(&MctsOptions {
            hash: 0,
            ..self.options
        });
        self.state = State::new(&self.options);
        let limits = level.limits(limits);
        let found = root::search(self, board, player, &limits, Listed::All, |_| {});
        level.choose(found, board, self.options.seed)
    }
}

impl Default for Mcts {
    fn default() -> Mcts {
        Mcts::new(MctsOptions::default())
    }
}

/// Reports the first of the moves so far, which is the best one.
fn best_to(reporter: &mut dyn Reporter) -> impl FnMut(&[Outcome]) {
    move |lines: &[Outcome]| {
        lines
            .iter()
            .take(1)
            .for_each(|best| reporter.progress(best))
    }
}

impl Engine for Mcts {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        if let Some(level) = Level::of(limits) {
            return self
                .weaker(level, board, player, limits)
                .unwrap_or_default();
        }
        let report = best_to(reporter);
        let lines = root::search(self, board, player, limits, Listed::Played, report);
        lines.into_iter().next().unwrap_or_default()
    }

    fn search_all(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        if let Some(level) = Level::of(limits) {
            return Vec::from_iter(self.weaker(level, board, player, limits));
        }
        root::search(self, board, player, limits, Listed::All, best_to(reporter))
    }

    fn search_lines(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        if count == 0 {
            return Vec::new();
        }
        let report = |lines: &[Outcome]| reporter.lines(lines);
        let listed = Listed::Best(count);
        let lines = root::search(self, board, player, limits, listed, report);
        reporter.lines(&lines);
        lines
    }
}
