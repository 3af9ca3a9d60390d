//! The exact search on fixed positions to a fixed depth.
//!
//! A position file has the player to move, `0` or `1`, in its first line and a cell diagram below.

use crate::board::Board;
use crate::geometry::Player;
use crate::notation::diagram::{self, DiagramError};
use crate::protocol::files::read_text;
use crate::search::Limits;
use crate::search::tactical::{Part, Parts, Tactical, TacticalOptions};
use crate::tools::source::text_files;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct Position {
    /// The name of its file, without the extension.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Whose turn it is.
    pub player: Player,
}

/// Why positions cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The directory or a file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The directory has no `.txt` file in it.
    #[error("{0}: there are no positions (*.txt)")]
    Nothing(PathBuf),
    /// The first line does not name a player.
    #[error("{0}: the first line is not the player to move, 0 or 1")]
    Player(PathBuf),
    /// The diagram is none.
    #[error("{0}: {1}")]
    Diagram(PathBuf, DiagramError),
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Job {
    /// Depth in plies.
    pub plies: u32,
    /// Megabytes of the transposition table.
    pub hash: u32,
    /// The parts of the search that are switched on.
    pub parts: Parts,
    /// When to give up a position.
    pub time: Option<Duration>,
    /// How many nodes of a position to search before it is given up.
    pub nodes: Option<u64>,
}

/// What the search of one position did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the position.
    pub name: String,
    /// Dots to be won less those to be lost; `None` if the position was given up.
    pub value: Option<i32>,
    /// Nodes searched, all depths together.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// The positions in the `.txt` files of a directory, by name.
///
/// # Errors
/// If one cannot be read, or there are none.
pub fn read(directory: &Path) -> Result<Vec<Position>, ReadError> {
    let files =
        text_files(directory).map_err(|error| ReadError::Io(directory.to_owned(), error))?;
    if files.is_empty() {
        return Err(ReadError::Nothing(directory.to_owned()));
    }
    files.iter().map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Result<Position, ReadError> {
    let text = read_text(path).map_err(|error| ReadError::Io(path.to_owned(), error))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    parse(&name, &text).map_err(|fault| match fault {
        Fault::Player => ReadError::Player(path.to_owned()),
        Fault::Diagram(error) => ReadError::Diagram(path.to_owned(), error),
    })
}

/// What is wrong with the text of a position.
#[derive(Debug)]
pub(super) enum Fault {
    Player,
    Diagram(DiagramError),
}

/// The position in a text.
pub(super) fn parse(name: &str, text: &str) -> Result<Position, Fault> {
    let (first, rows) = text.split_once('\n').unwrap_or((text, ""));
    let player = match first.trim() {
        "0" => Player::First,
        "1" => Player::Second,
        _ => return Err(Fault::Player),
    };
    Ok(Position {
        name: name.to_owned(),
        board: diagram::parse(rows).map_err(Fault::Diagram)?,
        player,
    })
}

/// Searches a position on one thread with an empty table.
pub fn search(position: &Position, job: &Job) -> Report {
    let mut engine = Tactical::new(TacticalOptions {
        hash: job.hash,
        parts: job.parts,
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
        name: position.name.clone(),
        value,
        nodes,
        elapsed: start.elapsed(),
    }
}

/// A row of the table of [`ablate`].
#[derive(Clone, Debug)]
pub struct AblationRow {
    /// The part that is switched off; the first row has none.
    pub without: Option<Part>,
    /// Nodes searched in all positions, with those of the ones given up.
    pub nodes: u64,
    /// The number of positions given up.
    pub given_up: usize,
    /// Time taken by all positions.
    pub elapsed: Duration,
}

/// Searches all positions with every part of the search, then without one part at a time.
pub fn ablate<'a>(
    positions: &'a [Position],
    job: &'a Job,
) -> impl Iterator<Item = AblationRow> + 'a {
    let all = std::iter::once(None).chain(Part::ALL.into_iter().map(Some));
    all.map(move |without| ablation_row(positions, job, without))
}

fn ablation_row(positions: &[Position], job: &Job, without: Option<Part>) -> AblationRow {
    let job = Job {
        parts: without.map_or(job.parts, |part| job.parts.without(part)),
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
