//! Measures the exact search on fixed positions to a fixed depth.
//!
//! The positions are read as puzzles, but only the board and the player to move are used.

use crate::notation::puzzle::{self, Puzzle};
use crate::search::Limits;
use crate::search::tactical::{Tactical, TacticalOptions, Technique, Techniques};
use std::time::{Duration, Instant};

/// The settings of the searches.
#[derive(Clone, Debug)]
pub struct Job {
    /// Depth in plies.
    pub plies: u32,
    /// Megabytes of the transposition table.
    pub hash: u32,
    /// The techniques of the search that are switched on.
    pub techniques: Techniques,
    /// Time after which a position is given up.
    pub time: Option<Duration>,
    /// Number of nodes after which a position is given up.
    pub nodes: Option<u64>,
}

/// The result of the search of one position.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the position.
    pub name: String,
    /// Dots that the player to move wins minus dots that he loses; `None` if the position was given up.
    pub value: Option<i32>,
    /// Nodes searched, all depths together.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// The positions that come with the program.
pub fn positions() -> Vec<Puzzle> {
    let text = include_str!("../../../fixtures/positions.txt");
    puzzle::parse(text).expect("the text is well formed")
}

/// Searches a position on one thread with an empty table.
pub fn search(position: &Puzzle, job: &Job) -> Report {
    let mut engine = Tactical::new(TacticalOptions {
        hash: job.hash,
        techniques: job.techniques,
        ..TacticalOptions::default()
    });
    let mut board = position.board.clone();
    let start = Instant::now();
    let limits = Limits {
        deadline: job.time.map(|time| start + time),
        nodes: job.nodes,
        ..Limits::default()
    };
    let (value, nodes) = engine.exact_value(&mut board, position.player, job.plies, &limits);
    Report {
        name: position.title.clone(),
        value,
        nodes,
        elapsed: start.elapsed(),
    }
}

/// A row of the table of [`ablate`]: the cost of all positions with one technique off.
#[derive(Clone, Debug)]
pub struct AblationRow {
    /// The technique that is switched off; the first row has none.
    pub without: Option<Technique>,
    /// Nodes searched in all positions, including those given up.
    pub nodes: u64,
    /// The number of positions given up.
    pub given_up: usize,
    /// Time taken by all positions.
    pub elapsed: Duration,
}

/// Searches all positions with every technique of the search, then without one technique at a time.
pub fn ablate<'a>(positions: &'a [Puzzle], job: &'a Job) -> impl Iterator<Item = AblationRow> + 'a {
    let all = std::iter::once(None).chain(Technique::ALL.into_iter().map(Some));
    all.map(move |without| ablation_row(positions, job, without))
}

fn ablation_row(positions: &[Puzzle], job: &Job, without: Option<Technique>) -> AblationRow {
    let job = Job {
        techniques: without.map_or(job.techniques, |technique| {
            job.techniques.without(technique)
        }),
        ..job.clone()
    };
    let mut row = AblationRow {
        without,
        nodes: 0,
        given_up: 0,
        elapsed: Duration::ZERO,
    };
    for position in positions {
        let report = search(position, &job);
        row.nodes += report.nodes;
        row.given_up += usize::from(report.value.is_none());
        row.elapsed += report.elapsed;
    }
    row
}
