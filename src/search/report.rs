//! What a search tells about itself.

use crate::geometry::Point;
use std::time::Duration;

/// What a search has found, at its end or on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The best move; `None` only if no cell is playable or allowed.
    pub best: Option<Point>,
    /// Its worth for the side to move: captured dots to be won less those to be lost.
    pub value: i32,
    /// The expected moves of both sides, the best one first. A pass is `None`.
    pub line: Vec<Option<Point>>,
    /// Completed depth in plies; of a tree search the length of the line.
    pub plies: u32,
    /// Positions visited; of a tree search rounds, and what was read exactly in rounds.
    pub nodes: u64,
    /// How often the best move was tried, in this search and those whose results it goes on with, if
    /// the search counts that.
    pub visits: Option<u64>,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// Least and greatest gain in dots that the pre-search allows, for the side to move.
    pub bounds: Option<(i32, i32)>,
    /// Number of surrounding trajectories at the root, both sides.
    pub trajectories: usize,
}

/// Hears of a search while it runs.
pub trait Reporter {
    /// A better or deeper result is known.
    fn progress(&mut self, outcome: &Outcome);

    /// The best moves are known anew, the best one first. Only searches for
    /// [several lines](super::Engine::search_lines) tell it.
    fn lines(&mut self, _lines: &[Outcome]) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn progress(&mut self, _: &Outcome) {}
}
