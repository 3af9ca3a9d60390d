//! Lets engines solve puzzles, and counts the nodes that each technique of the article saves.

mod ablation;

pub use ablation::{Ablation, AblationRow, Published, ablate, free_cells};

use crate::files::read_text;
use crate::geometry::Point;
use crate::notation::puzzle::{self, Fault, Puzzle};
use crate::search::options::Options;
use crate::search::{Limits, Silent};
use crate::tools::source::{SourceError, address, text_files};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Why puzzles cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct ReadError {
    /// The file or folder, with the number of the line if that is known.
    place: String,
    reason: String,
}

impl ReadError {
    fn new(path: &Path, reason: impl ToString) -> ReadError {
        ReadError {
            place: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// Reads the puzzles of files and folders. Of a folder it takes all `.txt` files, in the order of their names. `FILE#2`
/// is the second puzzle of a file. Of several files some may have no puzzle, as unfinished ones of `mine` and `plant`.
///
/// # Errors
/// If a file or folder cannot be read, a folder has no `.txt` files, or a file has no puzzle of this number. Also if no
/// file has a puzzle.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Puzzle>, ReadError> {
    let mut puzzles = Vec::new();
    let several = paths.len() > 1;
    for path in paths {
        if path.is_dir() {
            let files = text_files(path).map_err(|error| ReadError::new(path, error))?;
            if files.is_empty() {
                return Err(ReadError::new(path, "there are no puzzles (*.txt)"));
            }
            let several = several || files.len() > 1;
            for file in files {
                puzzles.extend(read_file(&file, several)?);
            }
        } else if let Some((file, number)) = numbered(path)? {
            puzzles.push(read_one(&file, number)?);
        } else {
            puzzles.extend(read_file(path, several)?);
        }
    }
    match paths.first() {
        Some(first) if puzzles.is_empty() => Err(ReadError::new(first, Fault::NoPuzzle)),
        _ => Ok(puzzles),
    }
}

/// The file and the number of `FILE#NUMBER`; `None` if the path has no number or names an existing file.
fn numbered(path: &Path) -> Result<Option<(PathBuf, usize)>, ReadError> {
    let address = address(path).map_err(|error| ReadError::new(path, error))?;
    if !address.branches.is_empty() || address.moves.is_some() {
        return Err(ReadError::new(
            path,
            "a puzzle has no branches and no moves",
        ));
    }
    Ok(address.game.map(|number| (address.path, number)))
}

fn read_one(path: &Path, number: usize) -> Result<Puzzle, ReadError> {
    let mut puzzles = read_file(path, false)?;
    let count = puzzles.len();
    if number > count {
        return Err(ReadError::new(path, SourceError::no_number(number, count)));
    }
    Ok(puzzles.swap_remove(number - 1))
}

fn read_file(path: &Path, may_be_empty: bool) -> Result<Vec<Puzzle>, ReadError> {
    let text = read_text(path).map_err(|error| ReadError::new(path, error))?;
    puzzle::parse(&text).or_else(|error| match error.fault {
        Fault::NoPuzzle if may_be_empty => Ok(Vec::new()),
        fault => Err(ReadError {
            place: format!("{}:{}", path.display(), error.line),
            reason: fault.to_string(),
        }),
    })
}

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
    let mut limits = options.limit(Limits {
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
