//! Trying engines on puzzles, and the article's engine with and without its elements.

use crate::geometry::Point;
use crate::importance::play_range;
use crate::notation::puzzle::{self, Puzzle, PuzzleError};
use crate::protocol::files::read_text;
use crate::search::article::all_sequences;
use crate::search::options::{EngineKind, Options};
use crate::search::{Limits, Silent};
use crate::tools::source::{address, text_files};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Why puzzles cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or directory cannot be read.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        fault: io::Error,
    },
    /// The directory has no `.txt` file in it.
    #[error("{}: there are no puzzles (*.txt)", path.display())]
    Nothing {
        /// The directory.
        path: PathBuf,
    },
    /// There are fewer puzzles in the file.
    #[error("{}: there is no number {wanted}: the file holds {count}", path.display())]
    NoSuchNumber {
        /// The file.
        path: PathBuf,
        /// The puzzle that was asked for.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
    /// What stands in the file is no puzzle.
    #[error("{}:{}: {}", path.display(), fault.line, fault.fault)]
    Puzzle {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        fault: PuzzleError,
    },
}

/// Reads the puzzles of files, and of all `.txt` files of directories in the order of their names.
/// `FILE#2` is the second puzzle of a file.
///
/// # Errors
/// If anything cannot be read, or a file has fewer puzzles.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Puzzle>, ReadError> {
    let mut puzzles = Vec::new();
    for path in paths {
        if path.is_dir() {
            let files = text_files(path).map_err(|fault| ReadError::File {
                path: path.to_owned(),
                fault,
            })?;
            if files.is_empty() {
                return Err(ReadError::Nothing {
                    path: path.to_owned(),
                });
            }
            for file in files {
                puzzles.extend(read_file(&file)?);
            }
        } else if let Some((file, number)) = numbered(path) {
            puzzles.push(read_one(&file, number)?);
        } else {
            puzzles.extend(read_file(path)?);
        }
    }
    Ok(puzzles)
}

/// The file and the number of `FILE#NUMBER`.
fn numbered(path: &Path) -> Option<(PathBuf, usize)> {
    let address = address(path.to_str()?).ok()?;
    let is_puzzle = address.branches.is_empty() && address.moves.is_none();
    let number = address.game.filter(|_| is_puzzle)?;
    Some((address.path.into(), number))
}

fn read_one(path: &Path, number: usize) -> Result<Puzzle, ReadError> {
    let mut puzzles = read_file(path)?;
    let count = puzzles.len();
    if number > count {
        return Err(ReadError::NoSuchNumber {
            path: path.to_owned(),
            wanted: number,
            count,
        });
    }
    Ok(puzzles.swap_remove(number - 1))
}

fn read_file(path: &Path) -> Result<Vec<Puzzle>, ReadError> {
    let text = read_text(path).map_err(|fault| ReadError::File {
        path: path.to_owned(),
        fault,
    })?;
    puzzle::parse(&text).map_err(|fault| ReadError::Puzzle {
        path: path.to_owned(),
        fault,
    })
}

/// How long an engine may think about one puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Depth in plies; without it, the depth that is set, or else the depth of the puzzle. With a goal
    /// and a limit of time or nodes, no depth is set.
    pub plies: Option<u32>,
    /// Time; without it, as long as the depth takes.
    pub time: Option<Duration>,
}

/// What an engine made of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The move it chose.
    pub answer: Option<Point>,
    /// Whether that is a right answer.
    pub right: bool,
    /// Completed depth in plies.
    pub plies: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// Lets a fresh engine with these settings choose a move.
pub fn attempt(puzzle: &Puzzle, options: &Options, budget: Budget) -> Attempt {
    let start = Instant::now();
    let is_limited = budget.time.is_some() || options.nodes > 0;
    // A goal may take as long as it takes.
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
        plies: outcome.plies,
        nodes: outcome.nodes,
        elapsed: start.elapsed(),
    }
}

/// A row of the article's table: what the search costs with the elements named so far.
#[derive(Clone, Debug, PartialEq)]
pub struct AblationRow {
    /// What is searched.
    pub name: &'static str,
    /// Positions visited, or for the first row the number there would be.
    pub nodes: u128,
    /// What came of it; `None` if the nodes are computed and nothing was searched.
    pub attempt: Option<Attempt>,
}

/// The article's table for a puzzle at its depth: all moves of the play range (computed), then
/// searches with one more element of the method each.
///
/// The bounds are off in every row, as they would end the search at the first move that wins all
/// there is to win.
pub fn ablate(puzzle: &Puzzle) -> Vec<AblationRow> {
    let mut options = Options {
        engine: EngineKind::Article,
        ..Options::default()
    };
    options.article.rule1 = false;
    options.article.rule2 = false;
    options.article.alpha_beta = false;
    options.article.bounds = false;
    let mut rows = vec![AblationRow {
        name: "all moves of the range (computed)",
        nodes: all_sequences(free_cells(puzzle, options.article.margin), puzzle.plies),
        attempt: None,
    }];
    let mut search = |name, options: &Options| {
        let attempt = attempt(puzzle, options, Budget::default());
        rows.push(AblationRow {
            name,
            nodes: attempt.nodes.into(),
            attempt: Some(attempt),
        });
    };
    search("useful moves", &options);
    options.article.rule1 = true;
    search("+ rule 1", &options);
    options.article.rule2 = true;
    search("+ rules 1 and 2", &options);
    options.article.alpha_beta = true;
    search("+ alpha-beta", &options);
    rows
}

/// Number of playable cells in the play range.
pub fn free_cells(puzzle: &Puzzle, margin: u32) -> u32 {
    (play_range(&puzzle.board, margin) & *puzzle.board.free()).len()
}
