//! Reads the puzzles of files and folders.

use crate::files::{self, MAX_TEXT};
use crate::notation::puzzle::{self, Fault, Puzzle, PuzzleError};
use crate::tools::source::{self, SourceError, address, text_files};
use std::path::{Path, PathBuf};

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

/// The puzzles of files and folders. All of them are checked when the list is made. Only the texts are kept, because a
/// board takes far more memory: a puzzle of a whole file is made when it is its turn.
#[derive(Debug, Default)]
pub struct PuzzleList {
    parts: Vec<Part>,
    titles: Vec<String>,
}

#[derive(Debug)]
enum Part {
    /// The text of a whole file. It has puzzles, and all can be read.
    Whole(String),
    /// One puzzle of a file.
    One(Box<Puzzle>),
}

impl PuzzleList {
    /// Reads the puzzles of files and folders. Of a folder it takes all `.txt` files, in the order of their names.
    /// `FILE#2` is the second puzzle of a file. Of several files some may have no puzzle, as unfinished ones of `mine`
    /// and `plant`.
    ///
    /// # Errors
    /// If a file or folder cannot be read, a folder has no `.txt` files, or a file has no puzzle of this number. Also if
    /// no file has a puzzle.
    pub fn read(paths: &[PathBuf]) -> Result<PuzzleList, ReadError> {
        let mut list = PuzzleList::default();
        let several = paths.len() > 1;
        for path in paths {
            if path.is_dir() {
                let files = text_files(path).map_err(|error| ReadError::new(path, error))?;
                if files.is_empty() {
                    return Err(ReadError::new(path, "there are no puzzles (*.txt)"));
                }
                let several = several || files.len() > 1;
                for file in files {
                    list.add_file(&file, several)?;
                }
            } else if let Some((file, number)) = numbered(path)? {
                list.add_one(&file, number)?;
            } else {
                list.add_file(path, several)?;
            }
        }
        match paths.first() {
            Some(first) if list.titles.is_empty() => Err(ReadError::new(first, Fault::NoPuzzle)),
            _ => Ok(list),
        }
    }

    /// The titles of the puzzles, in their order.
    pub fn titles(&self) -> &[String] {
        &self.titles
    }

    /// Makes the puzzles one by one.
    pub fn iter(&self) -> impl Iterator<Item = Puzzle> {
        self.parts.iter().flat_map(|part| {
            let (text, one) = match part {
                Part::Whole(text) => (text.as_str(), None),
                Part::One(puzzle) => ("", Some(Puzzle::clone(puzzle))),
            };
            // All texts were read before: none has an error.
            puzzle::each(text).flatten().chain(one)
        })
    }

    fn add_file(&mut self, path: &Path, may_be_empty: bool) -> Result<(), ReadError> {
        let text = text_of(path)?;
        let before = self.titles.len();
        for puzzle in puzzle::each(&text) {
            match puzzle {
                Ok(puzzle) => self.titles.push(puzzle.title),
                Err(error) if may_be_empty && error.fault == Fault::NoPuzzle => {}
                Err(error) => return Err(fault(path, error)),
            }
        }
        if self.titles.len() > before {
            self.parts.push(Part::Whole(text));
        }
        Ok(())
    }

    fn add_one(&mut self, path: &Path, number: usize) -> Result<(), ReadError> {
        let text = text_of(path)?;
        let (wanted, count) = puzzle::nth(&text, number).map_err(|error| fault(path, error))?;
        let puzzle =
            wanted.ok_or_else(|| ReadError::new(path, SourceError::no_number(number, count)))?;
        self.titles.push(puzzle.title.clone());
        self.parts.push(Part::One(Box::new(puzzle)));
        Ok(())
    }
}

/// Reads the puzzles of files and folders, as [`PuzzleList::read`] does, all at once.
///
/// # Errors
/// As of [`PuzzleList::read`].
pub fn read(paths: &[PathBuf]) -> Result<Vec<Puzzle>, ReadError> {
    Ok(PuzzleList::read(paths)?.iter().collect())
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

fn text_of(path: &Path) -> Result<String, ReadError> {
    let bytes = files::read(path, MAX_TEXT).map_err(|error| ReadError::new(path, error))?;
    let text = source::text_of(&bytes).map_err(|error| ReadError::new(path, error))?;
    Ok(text.to_owned())
}

fn fault(path: &Path, error: PuzzleError) -> ReadError {
    ReadError {
        place: format!("{}:{}", path.display(), error.line),
        reason: error.fault.to_string(),
    }
}
