//! Reads positions and games from files of any notation.
//!
//! [`Contents`] finds out what a file holds: SGF games, puzzles or a diagram.

mod contents;

pub use contents::Contents;

use crate::board::{Board, Move};
use crate::geometry::{Player, Point};
use crate::notation::diagram::DiagramError;
use crate::notation::puzzle::{self, PuzzleError};
use crate::notation::record::{GameRecord, GameResult, NoRecord, ReplayError};
use crate::notation::sgf::{self, Address, AddressError, Located, Reading, SgfError, Warning};
use crate::notation::{is_utf16, on_one_line, without_mark};
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use std::{fs, io};

/// Reads the name `FILE[#NUMBER[.BRANCH]...][:MOVES]`, which names a game or puzzle in a file. `NUMBER` is its number,
/// each `BRANCH` is taken where the game divides, and `MOVES` is a number of moves. If the whole name is that of an
/// existing file, it is that file.
///
/// # Errors
/// If no file has this name, and it does not have that form.
pub fn address(name: &Path) -> Result<Address, AddressError> {
    if !name.exists() {
        return Address::of_name(name.as_os_str());
    }
    Ok(Address {
        path: name.to_owned(),
        game: None,
        branches: Vec::new(),
        moves: None,
    })
}

/// The `.txt` files of a folder, also in upper case, in the order of their names. Pipes and devices are left out.
///
/// # Errors
/// If the folder cannot be read.
pub fn text_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let extension = path.extension();
        let is_text = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
        if is_text && !path.is_dir() && !is_special(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a path leads to a pipe, a socket or a device, which could be read without an end. False for a link that leads
/// nowhere.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// All files of a folder and of the folders in it, in the order of their paths. A link to a folder that contains it is
/// not followed. Pipes and devices are left out.
///
/// # Errors
/// If a folder cannot be read. The text of the error names it.
pub fn files_below(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    add_files(directory, &mut Vec::new(), &mut files)?;
    files.sort();
    Ok(files)
}

/// Adds the files of a folder. `within` are the real paths of the folders that contain it.
fn add_files(
    directory: &Path,
    within: &mut Vec<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let named = |error: io::Error| {
        let text = format!("{}: {error}", directory.display());
        io::Error::new(error.kind(), text)
    };
    let real = fs::canonicalize(directory).map_err(named)?;
    if within.contains(&real) {
        return Ok(());
    }
    within.push(real);
    for entry in fs::read_dir(directory).map_err(named)? {
        let path = entry.map_err(named)?.path();
        match path.is_dir() {
            true => add_files(&path, within, files)?,
            false if is_special(&path) => {}
            false => files.push(path),
        }
    }
    within.pop();
    Ok(())
}

/// A position from a file, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The position after all moves.
    pub board: Board,
    /// How many of the first moves of the board are dots of the start position, which no player chose.
    pub start_dots: usize,
    /// The player to move.
    pub to_move: Player,
    /// The title of a puzzle, or the players and the result of a game; `None` if the file does not tell.
    pub title: Option<String>,
    /// The right answers of a puzzle; empty for a game or a diagram.
    pub answers: Vec<Point>,
    /// The SGF record with its warnings; `None` for a puzzle or diagram.
    reading: Option<Reading>,
}

/// Why no position can be read from a text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The text is SGF that cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The file is not UTF-8.
    #[error(transparent)]
    Encoding(#[from] Utf8Error),
    /// The file is in UTF-16.
    #[error("the text is UTF-16: save it as UTF-8")]
    Utf16,
    /// The text holds puzzles that cannot be read.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Another reason, as text: the text is no diagram, has no game, puzzle or move of this number, or its record has a
    /// warning.
    #[error("{0}")]
    Other(String),
}

impl SourceError {
    pub(super) fn no_number(wanted: usize, count: usize) -> SourceError {
        SourceError::Other(format!(
            "there is no number {wanted}: the file holds {count}"
        ))
    }
}

impl From<DiagramError> for SourceError {
    fn from(error: DiagramError) -> SourceError {
        let line = error.line().map(|line| format!("line {line}: "));
        SourceError::Other(format!("{}{error}", line.unwrap_or_default()))
    }
}

impl Source {
    /// Reads the game or puzzle with this number, from 1, of a file whose name does not tell what it holds:
    /// [`Contents::new`] and [`Contents::source`] in one.
    ///
    /// # Errors
    /// As of [`Contents::new`] and [`Contents::source`].
    pub fn parse(bytes: &[u8], number: usize, branches: &[usize]) -> Result<Source, SourceError> {
        Contents::new(bytes.to_vec(), false)?.source(number, branches)
    }

    /// The last position of a game that was read from SGF.
    ///
    /// # Errors
    /// If the game cannot be replayed.
    pub fn of_reading(reading: Reading) -> Result<Source, SourceError> {
        let record = &reading.record;
        Ok(Source {
            board: record.final_board()?,
            start_dots: record.start.len(),
            to_move: record.to_move(record.moves().count()),
            title: title(record),
            answers: Vec::new(),
            reading: Some(reading),
        })
    }

    fn from_puzzles(text: &str, number: usize) -> Result<Source, SourceError> {
        let (wanted, count) = puzzle::nth(text, number)?;
        let puzzle = wanted.ok_or_else(|| SourceError::no_number(number, count))?;
        let start_dots = puzzle.board.moves().len();
        Ok(Source {
            answers: puzzle.right_answers().collect(),
            start_dots,
            to_move: puzzle.player,
            title: Some(puzzle.title),
            board: puzzle.board,
            reading: None,
        })
    }

    fn from_diagram(board: Board) -> Source {
        Source {
            to_move: next_player(&board),
            board,
            start_dots: 0,
            title: None,
            answers: Vec::new(),
            reading: None,
        }
    }

    /// The record of the game as it was read from SGF; for a puzzle or diagram, a new record of its moves.
    ///
    /// # Errors
    /// If a puzzle or diagram has dots without the order of their moves.
    pub fn record(&self) -> Result<GameRecord, NoRecord> {
        match &self.reading {
            Some(reading) => Ok(reading.record.clone()),
            None => {
                let mut record = GameRecord::of_board(&self.board, self.start_dots)?;
                if record.turns.is_empty() {
                    record.first = self.to_move;
                }
                Ok(record)
            }
        }
    }

    /// The komi of the SGF record; 0 for a puzzle or diagram.
    pub fn komi(&self) -> f64 {
        self.reading
            .as_ref()
            .map_or(0.0, |reading| reading.record.komi)
    }

    /// The warnings about the SGF record; empty for a puzzle or diagram.
    pub fn warnings(&self) -> &[Located<Warning>] {
        self.reading
            .as_ref()
            .map_or(&[], |reading| &reading.warnings)
    }

    /// The warning about the move before which the SGF record was cut. `None` if the rules allow all its moves; `None`
    /// for a puzzle or diagram.
    pub fn refused(&self) -> Option<&Located<Warning>> {
        self.reading.as_ref().and_then(Reading::refused)
    }

    /// The warnings about the SGF record as texts for a person; empty for a puzzle or diagram.
    pub fn notes(&self) -> Vec<String> {
        self.warnings().iter().map(ToString::to_string).collect()
    }

    /// Checks that the file is UTF-8, and that its record has no warning. `bytes` are the contents of the file.
    ///
    /// # Errors
    /// If the file is not UTF-8, or there is a warning.
    pub fn expect_no_warning(&self, bytes: &[u8]) -> Result<(), SourceError> {
        sgf::expect_utf8(bytes)?;
        match self.warnings().first() {
            Some(warning) => Err(SourceError::Other(warning.to_string())),
            None => Ok(()),
        }
    }

    /// The moves of the game, without the dots of the start position.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.board.moves().skip(self.start_dots)
    }

    /// Goes back to the position after the first `moves` moves. Dots of the start position do not count.
    ///
    /// # Errors
    /// If the game has fewer moves. Nothing changes then.
    pub fn rewind(&mut self, moves: usize) -> Result<(), SourceError> {
        let count = self.moves().len();
        let read = self.reading.as_mut();
        if moves > count {
            let cut = read.and_then(|reading| reading.refused());
            let reason = cut.map_or(format!("the game has {count}"), ToString::to_string);
            let reason = format!("there is no move {moves}: {reason}");
            return Err(SourceError::Other(reason));
        }
        if let Some(reading) = read {
            // The last turn of a record that is not cut may be the end of the game, which is no move. It stays.
            let is_whole = moves == count;
            let turns = if is_whole {
                reading.record.turns.len()
            } else {
                moves
            };
            reading.cut(turns);
            self.title = title(&reading.record);
        }
        for _ in moves..count {
            if let Some(taken_back) = self.board.undo() {
                self.to_move = taken_back.player;
            }
        }
        Ok(())
    }
}

/// The text of a file that is no SGF, without the byte order mark at its start.
///
/// # Errors
/// If it is not UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, SourceError> {
    if is_utf16(bytes) {
        return Err(SourceError::Utf16);
    }
    Ok(std::str::from_utf8(without_mark(bytes))?)
}

/// The players, and the result if it is known, on one line. `None` if the record names no player.
fn title(record: &GameRecord) -> Option<String> {
    let [first, second] = &record.players;
    if first.is_empty() && second.is_empty() {
        return None;
    }
    let known = record
        .result
        .filter(|&result| result != GameResult::Unknown);
    let result = known.map(|result| format!(", {result}"));
    let players = format!("{first} - {second}");
    Some(on_one_line(&players) + &result.unwrap_or_default())
}

/// The player to move: the opponent of the player who moved last. Without moves it is the first player.
fn next_player(board: &Board) -> Player {
    board
        .last_move()
        .map_or(Player::First, |last| last.player.opponent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn parse(text: &str, number: usize) -> Result<Source, SourceError> {
        Source::parse(text.as_bytes(), number, &[])
    }

    #[test]
    fn the_folder_that_cannot_be_read_is_named() {
        let missing = Path::new("no/such/folder");
        let error = files_below(missing).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(error.to_string().starts_with("no/such/folder: "), "{error}");
    }

    /// To open the pipe would wait for a writer. A link that leads nowhere stays, so that it is told.
    #[cfg(unix)]
    #[test]
    fn pipes_in_folders_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let [file, lost, pipe] = ["a.txt", "b.txt", "c.txt"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink("nowhere", &lost).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let wanted = [file, lost];
        assert_eq!(text_files(folder.path()).unwrap(), wanted);
        assert_eq!(files_below(folder.path()).unwrap(), wanted);
    }

    #[test]
    fn a_game_is_rewound_to_any_move() {
        let mut game = parse(". a . / c B a / . a .", 1).unwrap();
        let error = game.rewind(6).unwrap_err().to_string();
        assert_eq!(error, "there is no move 6: the game has 5");
        game.rewind(3).unwrap();
        assert_eq!(diagram::print(&game.board), ".0.\n..0\n.0.\n");
        assert_eq!(game.to_move, Player::Second);
        game.rewind(0).unwrap();
        assert_eq!(game.board.moves().len(), 0);
    }

    #[test]
    fn grounding_is_no_turn_of_a_dot() {
        let game = parse("(;GM[40]SZ[6];B[bb];W[aa];B[])", 1).unwrap();
        assert_eq!(game.to_move, Player::First);
    }

    #[test]
    fn rewinding_cuts_the_record_too() {
        let text = "(;GM[40]SZ[3]PB[Ann]PW[Bob]RE[W+9]KM[?]C[all];B[aa];W[bb]C[two];B[cc];W[])";
        let mut game = parse(text, 1).unwrap();
        game.rewind(3).unwrap();
        assert_eq!(game.record().unwrap().turns.len(), 4);
        assert_eq!(
            (game.title.as_deref(), game.notes().len()),
            (Some("Ann - Bob, W+9"), 2)
        );
        game.rewind(2).unwrap();
        let record = game.record().unwrap();
        assert_eq!((record.turns.len(), record.result), (2, None));
        assert_eq!(
            (game.title.as_deref(), game.notes().len()),
            (Some("Ann - Bob"), 1)
        );
        assert_eq!(
            (&*record.comment, &*record.turns[1].comment),
            ("all", "two")
        );
    }
}
