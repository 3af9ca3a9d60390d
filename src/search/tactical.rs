//! The engine that searches captures exactly, and chooses likely moves among equals.
//!
//! The value of a position at a depth is what plain minimax gives over all legal moves and a pass,
//! in captured dots; nothing is cut that could change it. What makes that quick:
//!
//! * Questions instead of values: "can the side to move reach so many dots?" The value is where
//!   the answer turns from yes to no (`node`).
//! * A side that is behind and cannot surround anything with the dots it has left has failed, even
//!   if the opponent passes all the time. What it can surround is known exactly
//!   ([surrounding sets](super::trajectory)) and kept along the line of play (`sets`).
//! * A pass is tried first. If it is refuted, a dot can be better only where the refutation plays
//!   (its `zone`), or if it helps to surround something.
//! * Answers are remembered with their zones (`table`).
//!
//! Among equal moves, those come first that a ladder or a net beyond that depth makes captures or
//! defences (`fights`), then those that the learned policy thinks likely.
//!
//! CITE: McCarthy's optimistic and pessimistic values in D. E. Knuth and R. W. Moore, "An
//! analysis of alpha-beta pruning" (1975); relevance zones after T. Thomsen, "Lambda-search in
//! game trees" (2000); a value by yes-no questions after A. Plaat et al., "Best-first
//! fixed-depth minimax algorithms" (1996).

mod decomposition;
mod exact_search;
mod fights;
mod goal_search;
mod open_trajectories;
mod relevance_zone;
mod remaining_cells;
mod root;
mod techniques;
mod threats;
mod transposition_table;

pub use techniques::{Technique, Techniques, UnknownTechnique};

use super::{Engine, Limits, Outcome, Reporter};
use crate::board::Board;
use crate::geometry::Player;
use crate::policy::LinearPolicy;
use crate::search::trajectory::LONGEST;
pub(super) use exact_search::{ExactResult, ExactSearch};
use goal_search::GoalSearch;
use transposition_table::TranspositionTable;

/// What the engine does and how much it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticalOptions {
    /// Depth in plies when there is no limit.
    pub depth: u32,
    /// Size of the transposition table in megabytes.
    pub hash: u32,
    /// Number of threads.
    pub threads: u32,
    /// The techniques of the search that are switched on.
    pub techniques: Techniques,
}

impl Default for TacticalOptions {
    fn default() -> TacticalOptions {
        TacticalOptions {
            depth: 6,
            hash: 64,
            threads: 1,
            techniques: Techniques::ALL,
        }
    }
}

/// The deepest search in plies: longer surrounding sets are not looked for.
pub const DEEPEST: u32 = 2 * LONGEST as u32;

/// The engine `tactical`.
pub struct Tactical {
    options: TacticalOptions,
    table: TranspositionTable,
}

impl Tactical {
    /// An engine with an empty table.
    pub fn new(options: TacticalOptions) -> Tactical {
        // ExactResult the policy takes milliseconds, which are not for the first search to pay.
        LinearPolicy::standard();
        Tactical {
            options,
            table: TranspositionTable::new((options.hash as usize) << 20),
        }
    }

    fn search_of<'a>(&'a self, board: &'a mut Board, limits: &'a Limits) -> GoalSearch<'a> {
        GoalSearch::new(board, &self.table, limits, self.options.techniques)
    }

    /// The value of the position for `player` to move at exactly this depth, in dots to be won
    /// less those to be lost from here on, and the number of nodes that took. There is no value
    /// if a limit was reached.
    ///
    /// # Panics
    /// If `plies` is greater than [`DEEPEST`].
    pub fn exact_value(
        &mut self,
        board: &mut Board,
        player: Player,
        plies: u32,
        limits: &Limits,
    ) -> (Option<i32>, u64) {
        assert!(plies <= DEEPEST, "at most {DEEPEST} plies");
        let mut search = self.search_of(board, limits);
        let score = search.score(player);
        let mut value = Some(score);
        for plies in 1..=plies {
            value = value.and_then(|guess| search.value(player, plies, guess));
        }
        (value.map(|value| value - score), search.nodes())
    }
}

impl Default for Tactical {
    fn default() -> Tactical {
        Tactical::new(TacticalOptions::default())
    }
}

impl Engine for Tactical {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        root::search(self, board, player, limits, reporter)
    }
}
