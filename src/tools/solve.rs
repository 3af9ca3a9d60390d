//! Lets engines solve puzzles, and counts the nodes that each technique of the article saves.

mod ablation;
mod read;

pub use ablation::{Ablation, AblationRow, Published, ablate, free_cells};
pub use read::{PuzzleList, ReadError, read};

use crate::geometry::Point;
use crate::notation::puzzle::Puzzle;
use crate::search::options::Options;
use crate::search::{Limits, Silent};
use std::time::{Duration, Instant};

/// The limits of the search of one puzzle, in addition to those of the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Depth in plies. If it is `None`, the option `depth` of an engine that searches to a depth holds, or else the
    /// depth of the puzzle. If time or nodes are limited, the depth of a puzzle that asks for the capture of a dot does
    /// not count.
    pub plies: Option<u32>,
    /// Time for one puzzle; `None` for no limit.
    pub time: Option<Duration>,
}

/// The answer of an engine to a puzzle, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The move that the engine chose; `None` if it found none.
    pub answer: Option<Point>,
    /// Whether the move is a right answer; false without a move.
    pub right: bool,
    /// Completed depth in plies. For a tree search it is the length of the principal variation.
    pub plies: u32,
    /// Number of nodes of the search.
    pub nodes: u64,
    /// Time from the creation of the engine to its answer.
    pub elapsed: Duration,
}

/// Lets a new engine with these options choose a move in the position of the puzzle. `budget` and the limits in the
/// options end its search.
pub fn attempt(puzzle: &Puzzle, options: &Options, budget: Budget) -> Attempt {
    let start = Instant::now();
    let is_limited = budget.time.is_some() || options.nodes > 0;
    // If the puzzle asks for a capture, its depth is the length of the capture, which the engine has to find by itself.
    let plies = Some(puzzle.plies).filter(|_| puzzle.goal.is_none() || !is_limited);
    let mut limits = options.apply_to(Limits {
        plies,
        deadline: budget.time.and_then(|time| start.checked_add(time)),
        ..Limits::default()
    });
    limits.plies = budget.plies.or(limits.plies);
    let mut board = puzzle.board.clone();
    let mut engine = options.build();
    let outcome = engine.search(&mut board, puzzle.player, &limits, &mut Silent);
    Attempt {
        answer: outcome.best,
        right: outcome.best.is_some_and(|point| puzzle.is_right(point)),
        plies: outcome.depth(),
        nodes: outcome.nodes,
        elapsed: start.elapsed(),
    }
}
