//! The engine that searches captures exactly, and prefers likely moves among equal ones.
//!
//! The value of a position at a depth is the score after plain minimax over all legal moves and a pass. Forbidden
//! suicides are tried too: they win no more than a pass. A depth at which a player has more than 50,000 trajectories is
//! not searched. No technique of the search changes the value:
//!
//! * Null-window searches: "can the side to move reach a score of so many dots?" This score is its *goal*. The value is
//!   the greatest goal with the answer yes (`goal_search`).
//! * A side is *behind* if its score is less than its goal. If it has no [trajectory](super::trajectory) either, it
//!   fails, even if the opponent always passes. Trajectories are updated from move to move (`open_trajectories`).
//! * A side that is behind also fails if an upper bound of its gain is too low (`goal_search/upper_bounds`, and
//!   `threats` with `decomposition`).
//! * A pass is tried before moves that capture nothing at once. If it is refuted, another move can only be better on a
//!   trajectory, or on or round a cell that the refutation needs: its relevance zone (`goal_search/candidates`).
//! * The transposition table keeps answers with their zones (`transposition_table`).
//!
//! Among equal moves, the engine prefers those that capture or save a group in a ladder or a net (`fights`), then those
//! that the learned policy gives a high weight (`root`).
//!
//! CITE: optimistic and pessimistic values after J. McCarthy, in D. E. Knuth and R. W. Moore, "An
//! analysis of alpha-beta pruning" (1975); relevance zones after T. Thomsen, "Lambda-search in
//! game trees" (2000); a value by null-window searches after A. Plaat et al., "Best-first
//! fixed-depth minimax algorithms" (1996); the history heuristic after J. Schaeffer, "The history
//! heuristic and alpha-beta search enhancements in practice" (1989).

mod decomposition;
mod exact_search;
mod fights;
mod goal_search;
mod lines;
mod open_trajectories;
mod remaining_cells;
mod root;
mod techniques;
mod threats;
mod transposition_table;

pub(super) use exact_search::{ExactResult, ExactSearch};
pub use techniques::{Technique, Techniques};

use super::{Engine, Limits, Outcome, Reporter, memory};
use crate::board::Board;
use crate::geometry::Player;
use crate::policy::LinearPolicy;
use crate::search::multi_pv::by_exclusion;
use crate::search::trajectory::LONGEST;
use goal_search::GoalSearch;
use lines::Lines;
use root::TieBreak;
use std::fmt;
use std::time::Instant;
use transposition_table::TranspositionTable;

/// The options of the engine `tactical`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticalOptions {
    /// Depth in plies if the limits set neither a depth nor a deadline.
    pub depth: u32,
    /// Size of the transposition table in megabytes.
    pub hash: u32,
    /// Number of threads that share the transposition table. At least 1.
    pub threads: u32,
    /// The techniques that are switched on. Switching some off is only for measurements.
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

/// The greatest depth in plies. To this depth each side puts no more dots than the longest trajectory has cells.
pub const DEEPEST: u32 = 2 * LONGEST as u32;

/// The engine `tactical`: an exact search of captures to a fixed depth.
pub struct Tactical {
    options: TacticalOptions,
    table: TranspositionTable,
}

impl fmt::Debug for Tactical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tactical")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Tactical {
    /// An engine with an empty transposition table.
    pub fn new(options: TacticalOptions) -> Tactical {
        // Loading the policy takes milliseconds, which would count as time of the first search.
        LinearPolicy::standard();
        Tactical {
            options,
            table: TranspositionTable::new(memory::bytes(options.hash)),
        }
    }

    fn search_of<'a>(&'a self, board: &'a mut Board, limits: &'a Limits) -> GoalSearch<'a> {
        GoalSearch::new(board, &self.table, limits, self.options.techniques)
    }

    /// The change of the score of `player`, who is to move, after best play of both sides for `plies` plies, and the
    /// number of nodes. The change is in dots. It is `None` if a limit was reached, or if one player can capture in more
    /// than 50,000 ways.
    ///
    /// # Panics
    /// If `plies` is greater than [`DEEPEST`].
    pub fn exact_value(
        &self,
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
        let start = Instant::now();
        let order = root::order(board, player, limits, TieBreak::Full);
        root::search_in(self, board, player, limits, order, start, reporter)
    }

    fn search_lines(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        let mut lines = Lines::new(self, board, player, limits);
        by_exclusion(&mut lines, board, player, limits, count, reporter)
    }
}
