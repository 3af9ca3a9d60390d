//! Measures the exact search on given positions to a given depth.
//!
//! The positions have the format of puzzles. Only the board and the player to move are used.

use crate::notation::puzzle::{self, Puzzle};
use crate::search::Limits;
use crate::search::tactical::{Tactical, TacticalOptions, Technique, Techniques};
use std::time::{Duration, Instant};

/// The settings of the measured searches.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// Depth of the searches in plies.
    pub plies: u32,
    /// Size of the transposition table in megabytes.
    pub hash: u32,
    /// The techniques of the search that are switched on.
    pub techniques: Techniques,
    /// Time after which the search of a position is given up; `None` for no limit.
    pub time: Option<Duration>,
    /// Number of nodes after which the search of a position is given up; `None` for no limit.
    pub nodes: Option<u64>,
}

/// The result of the search of one position.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The name of the position.
    pub name: String,
    /// Dots that the player to move captures from here on minus dots that he loses, with best play to this depth.
    /// `None` if the search was given up.
    pub value: Option<i32>,
    /// Number of nodes of the search, all its depths together.
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
}

/// The positions that come with the program, for measuring the search.
pub fn positions() -> Vec<Puzzle> {
    let text = include_str!("../../../fixtures/positions.txt");
    puzzle::parse(text).expect("the text is well formed")
}

/// Searches a position exactly, on one thread and with an empty transposition table.
pub fn search(position: &Puzzle, job: &SearchJob) -> SearchReport {
    let engine = Tactical::new(TacticalOptions {
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
    SearchReport {
        name: position.title.clone(),
        value,
        nodes,
        elapsed: start.elapsed(),
    }
}

/// The cost of searching all positions with one technique switched off. It is a row of the table of [`ablate`].
#[derive(Clone, Debug)]
pub struct SearchCost {
    /// The technique that is switched off, together with those that need it. `None` if all techniques of the job are on.
    pub without: Option<Technique>,
    /// Number of nodes of all searches, also of those given up.
    pub nodes: u64,
    /// Number of positions whose search was given up.
    pub given_up: usize,
    /// Time of all searches together.
    pub elapsed: Duration,
}

/// Measures what each technique of the search saves. It searches all positions with the techniques of the job, then
/// once for each of these techniques without it. The searches run while the rows are taken from the iterator.
pub fn ablate<'a>(
    positions: &'a [Puzzle],
    job: &'a SearchJob,
) -> impl Iterator<Item = SearchCost> + 'a {
    let all = Technique::ALL
        .into_iter()
        .filter(|&it| job.techniques.contains(it));
    let all = std::iter::once(None).chain(all.map(Some));
    all.map(move |without| search_cost(positions, job, without))
}

fn search_cost(positions: &[Puzzle], job: &SearchJob, without: Option<Technique>) -> SearchCost {
    let job = SearchJob {
        techniques: without.map_or(job.techniques, |technique| {
            job.techniques.without(technique)
        }),
        ..job.clone()
    };
    let mut cost = SearchCost {
        without,
        nodes: 0,
        given_up: 0,
        elapsed: Duration::ZERO,
    };
    for position in positions {
        let report = search(position, &job);
        cost.nodes += report.nodes;
        cost.given_up += usize::from(report.value.is_none());
        cost.elapsed += report.elapsed;
    }
    cost
}
