//! The engine that searches the whole board: a tree guided by a policy, judged by playouts.
//!
//! A simulation has these steps:
//!
//! 1. It goes down the tree along the most promising moves (`tree`).
//! 2. A playout plays random moves near the dots to the end of the game (`playout`). Likely moves come early (`order`),
//!    many dots are put next to the last one (`local`), and none into empty bases (`open`). Players answer cuts
//!    (`replies`) and threats to capture (`danger`).
//! 3. The margin of captured dots becomes a value (`value`). On large boards captures far from the moves are replaced
//!    by their average (`background`).
//! 4. The value is added to all moves on the path.
//!
//! The tree is kept from move to move (`root`). Several threads share it (`worker`). Moves that decide a ladder or a net at
//! the root get higher priors, and proved captures are preferred to expected ones (`tactics`). The exact search raises
//! the priors of good moves at the root and in the positions visited most, and verifies the chosen move (`verify`).
//! Margins that the rules prove are backed up (`bounds`).
//!
//! Constants are named where they are used. `benches/ingredients.md` has the matches that chose them.
//!
//! CITE: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (2006); C. Rosin,
//! "Multi-armed bandits with episode context" (2011), for priors in the choice of moves; D. Silver
//! et al., "Mastering the game of Go without human knowledge" (2017), for its present form; G.
//! Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008) and "Parallel
//! Monte-Carlo tree search" (2008), for widening and virtual losses.

mod background;
mod bounds;
mod danger;
mod local;
mod open;
mod order;
mod playout;
mod replies;
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
use root::{Listed, Root};
use std::sync::Arc;

/// Number of nodes of the exact search that take as long as one simulation: 4 to 8 us each against 20 to 40 us on 20x20.
pub const NODES_PER_SIMULATION: u64 = 4;

/// 1 / `part` of the limits, with nodes of the exact search instead of simulations.
fn share(limits: &Limits, part: u32) -> Limits {
    // On a clock the deadline is far later than the usual end of a search.
    let usual = limits
        .pace
        .and_then(|pace| pace.start.checked_add(pace.usual));
    let in_nodes = Limits {
        nodes: limits
            .nodes
            .map(|simulations| simulations.saturating_mul(NODES_PER_SIMULATION)),
        deadline: limits.deadline.map(|end| end.min(usual.unwrap_or(end))),
        ..limits.clone()
    };
    in_nodes.part(part)
}

/// The settings of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsOptions {
    /// Megabytes for the tree, its copy from move to move, and the transposition table of the exact search.
    pub hash: u32,
    /// Number of threads.
    pub threads: u32,
    /// Seed of the playouts.
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

/// The engine `mcts`.
pub struct Mcts {
    options: MctsOptions,
    policy: Arc<dyn Policy>,
    root: Root,
}

impl Mcts {
    /// An engine with an empty tree and the policy that plays best.
    pub fn new(options: MctsOptions) -> Mcts {
        Mcts::with_policy(options, LinearPolicy::standard().clone())
    }

    /// An engine with an empty tree and this policy.
    pub fn with_policy(options: MctsOptions, policy: Arc<dyn Policy>) -> Mcts {
        replies::prepare();
        Mcts {
            options,
            policy,
            root: Root::new(&options),
        }
    }

    /// The moves that were tried at the root, with their numbers of visits, the most visited first. Visits of earlier
    /// searches count too, if the last search used their tree again.
    pub fn visits(&self) -> Vec<(Point, u32)> {
        self.root.visits()
    }
}

impl Default for Mcts {
    fn default() -> Mcts {
        Mcts::new(MctsOptions::default())
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
        let best = |lines: &[Outcome]| lines.iter().for_each(|best| reporter.progress(best));
        let lines = root::search(self, board, player, limits, Listed::Best(1), best);
        lines.into_iter().next().unwrap_or_default()
    }

    fn search_all(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        let best = |lines: &[Outcome]| {
            lines
                .iter()
                .take(1)
                .for_each(|best| reporter.progress(best))
        };
        root::search(self, board, player, limits, Listed::All, best)
    }

    fn search_lines(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        let report = |lines: &[Outcome]| reporter.lines(lines);
        let listed = Listed::Best(count);
        let lines = root::search(self, board, player, limits, listed, report);
        reporter.lines(&lines);
        lines
    }
}
