//! Positions and games from files, whatever their notation.
//!
//! A text may be [SGF](sgf::is_sgf); one with `key:` lines holds puzzles, anything else is a diagram.

use crate::board::{Board, Move};
use crate::geometry::{Player, Point};
use crate::notation::diagram::{self, DiagramError};
use crate::notation::puzzle::{self, PuzzleError};
use crate::notation::record::{GameRecord, ReplayError};
use crate::notation::sgf::{
    self, Address, AddressError, Collection, Doubt, Located, Reading, SgfError,
};
use crate::notation::without_mark;
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use std::{fs, io};

/// What `FILE[#NUMBER[.BRANCH]...][:MOVES]` names. A file that has the whole text as its name goes first.
///
/// # Errors
/// If there is no such file, and the text is no address.
pub fn address(name: &str) -> Result<Address, AddressError> {
    if !Path::new(name).exists() {
        return name.parse();
    }
    Ok(Address {
        path: name.to_owned(),
        game: None,
        branches: Vec::new(),
        moves: None,
    })
}

/// The `.txt` files of a directory in the order of their names; an empty list if there are none.
///
/// # Errors
/// If it cannot be read.
pub fn text_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// What a file holds: a position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The position, all moves played.
    pub board: Board,
    /// How many of the first moves of the board are start dots.
    pub start_dots: usize,
    /// Whose turn it is.
    pub to_move: Player,
    /// What the position is called.
    pub title: Option<String>,
    /// The right answers of a puzzle.
    pub answers: Vec<Point>,
    /// The record that the game was read from, and what is odd about it.
    reading: Option<Reading>,
}

/// Why a text gives no position.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A game record that cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A game that cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A file that is no text.
    #[error(transparent)]
    Encoding(#[from] Utf8Error),
    /// A diagram that cannot be read.
    #[error("{}{_0}", place(_0))]
    Diagram(DiagramError),
    /// Puzzles that cannot be read.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// There are fewer puzzles in the file.
    #[error("there is no number {wanted}: the file holds {count}")]
    NoSuchNumber {
        /// The number that was asked for.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
    /// The game is shorter.
    #[error("there is no move {wanted}: the game has {count}")]
    NoSuchMove {
        /// The move that was asked for.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
    /// The game is longer, but the rules refuse one of its moves.
    #[error("there is no move {wanted}: {cut}")]
    CutBefore {
        /// The move that was asked for.
        wanted: usize,
        /// Where the record is cut and why.
        cut: Located<Doubt>,
    },
    /// The record is odd, and that is not wanted.
    #[error(transparent)]
    Doubtful(Located<Doubt>),
}

// Not as its source, which would be told a second time.
impl From<DiagramError> for SourceError {
    fn from(error: DiagramError) -> SourceError {
        SourceError::Diagram(error)
    }
}

/// The beginning of a message about a diagram: its line, if it is about one.
fn place(error: &DiagramError) -> String {
    let line = error.line();
    line.map_or(String::new(), |line| format!("line {line}: "))
}

impl Source {
    /// Reads a position. Of several games or puzzles in the text it is the one with this number,
    /// from 1, and of the branches of a game those with these numbers.
    ///
    /// # Errors
    /// If the text cannot be read, or has fewer games, puzzles or branches.
    pub fn parse(bytes: &[u8], number: usize, branches: &[usize]) -> Result<Source, SourceError> {
        if sgf::is_sgf(bytes) {
            return Source::parse_sgf(bytes, number, branches);
        }
        let text = std::str::from_utf8(without_mark(bytes))?;
        if text.contains(':') {
            return Source::from_puzzles(text, number);
        }
        match number {
            1 => Ok(Source::from_diagram(diagram::parse(text)?)),
            wanted => Err(SourceError::NoSuchNumber { wanted, count: 1 }),
        }
    }

    /// Reads a game of a text that is known to be SGF.
    ///
    /// # Errors
    /// If the text cannot be read, or has fewer games or branches.
    pub fn parse_sgf(
        bytes: &[u8],
        number: usize,
        branches: &[usize],
    ) -> Result<Source, SourceError> {
        let reading = Collection::new(bytes)?.game(number, branches)?;
        let record = &reading.record;
        Ok(Source {
            board: record.final_board()?,
            start_dots: record.start.len(),
            to_move: record.to_move(record.turns.len()),
            title: title(record),
            answers: Vec::new(),
            reading: Some(reading),
        })
    }

    fn from_puzzles(text: &str, number: usize) -> Result<Source, SourceError> {
        let mut puzzles = puzzle::parse(text)?;
        let count = puzzles.len();
        if !(1..=count).contains(&number) {
            return Err(SourceError::NoSuchNumber {
                wanted: number,
                count,
            });
        }
        let puzzle = puzzles.swap_remove(number - 1);
        let start_dots = puzzle.board.moves().len();
        Ok(Source {
            answers: puzzle.right_answers().collect(),
            start_dots,
            to_move: puzzle.player,
            title: Some(on_one_line(&puzzle.title)),
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

    /// The record of the game: the one it was read from, or one of its moves.
    pub fn record(&self) -> GameRecord {
        let new = || GameRecord::of_board(&self.board, self.start_dots);
        let read = self.reading.as_ref();
        read.map_or_else(new, |reading| reading.record.clone())
    }

    /// What is odd about the file.
    pub fn doubts(&self) -> &[Located<Doubt>] {
        self.reading.as_ref().map_or(&[], |reading| &reading.doubts)
    }

    /// What is odd about the file, in words.
    pub fn notes(&self) -> Vec<String> {
        self.doubts().iter().map(ToString::to_string).collect()
    }

    /// Refuses what was read with an allowance. `bytes` are those that it was read from.
    ///
    /// # Errors
    /// If they are not UTF-8, or anything is odd about the record.
    pub fn expect_no_doubt(&self, bytes: &[u8]) -> Result<(), SourceError> {
        sgf::expect_utf8(bytes)?;
        match self.doubts().first() {
            Some(doubt) => Err(SourceError::Doubtful(doubt.clone())),
            None => Ok(()),
        }
    }

    /// The moves of the game, without the start dots.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.board.moves().skip(self.start_dots)
    }

    /// Goes back to the position after so many moves.
    ///
    /// # Errors
    /// If the game has fewer moves; nothing has changed then.
    pub fn rewind(&mut self, moves: usize) -> Result<(), SourceError> {
        let count = self.moves().len();
        let read = self.reading.as_mut();
        if moves > count {
            return Err(match read.and_then(|reading| reading.refused()) {
                Some(cut) => SourceError::CutBefore {
                    wanted: moves,
                    cut: cut.clone(),
                },
                None => SourceError::NoSuchMove {
                    wanted: moves,
                    count,
                },
            });
        }
        if let Some(reading) = read {
            // The end of the game may be one more turn.
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

/// The players and the result, if the record names them.
fn title(record: &GameRecord) -> Option<String> {
    let [first, second] = &record.players;
    if first.is_empty() && second.is_empty() {
        return None;
    }
    let result = record.result.map(|result| format!(", {result}"));
    let players = format!("{first} - {second}");
    Some(on_one_line(&players) + &result.unwrap_or_default())
}

/// A text without control characters: what a terminal takes for commands.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The opponent of who moved last; the first player in the beginning.
fn next_player(board: &Board) -> Player {
    board
        .last_move()
        .map_or(Player::First, |last| last.player.opponent())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, number: usize) -> Result<Source, SourceError> {
        Source::parse(text.as_bytes(), number, &[])
    }

    #[test]
    fn every_notation_is_recognised() {
        let game = parse(". a . / c B a / . a .", 1).unwrap();
        assert_eq!(game.moves().len(), 5);
        assert_eq!(game.to_move, Player::Second);
        let puzzle = "title: T\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\n\n. 0\n. .";
        let puzzle = parse(puzzle, 1).unwrap();
        assert_eq!(puzzle.to_move, Player::Second);
        assert_eq!(puzzle.answers, [Point::new(0, 0)]);
        assert_eq!(puzzle.title.as_deref(), Some("T"));
        let sgf = "(;GM[40]SZ[3:4]PB[Ann]PW[Bob]RE[B+R]AW[bb];B[ba];W[cd];B[ab])";
        let game = parse(sgf, 1).unwrap();
        assert_eq!((game.start_dots, game.moves().len()), (1, 3));
        assert_eq!(game.to_move, Player::Second);
        assert_eq!(game.title.as_deref(), Some("Ann - Bob, B+R"));
        assert_eq!(game.record().turns.len(), 3);
    }

    #[test]
    fn a_game_is_rewound_to_any_move() {
        let mut game = parse(". a . / c B a / . a .", 1).unwrap();
        assert!(matches!(
            game.rewind(6),
            Err(SourceError::NoSuchMove {
                wanted: 6,
                count: 5
            })
        ));
        game.rewind(3).unwrap();
        assert_eq!(diagram::print(&game.board), ".0.\n..0\n.0.\n");
        assert_eq!(game.to_move, Player::Second);
        game.rewind(0).unwrap();
        assert_eq!(game.board.moves().len(), 0);
    }

    #[test]
    fn a_record_ends_where_the_game_does() {
        let text = "(;GM[40]SZ[3]PB[Ann]PW[Bob]RE[W+9]KM[?]C[all];B[aa];W[bb]C[two];B[cc];W[])";
        let mut game = parse(text, 1).unwrap();
        game.rewind(3).unwrap();
        assert_eq!(game.record().turns.len(), 4);
        assert_eq!(
            (game.title.as_deref(), game.notes().len()),
            (Some("Ann - Bob, W+9"), 2)
        );
        game.rewind(2).unwrap();
        let record = game.record();
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

    #[test]
    fn what_is_not_there_is_refused() {
        assert!(parse("", 1).is_err());
        let broken = parse("..\n\n.?", 1).unwrap_err().to_string();
        assert!(broken.starts_with("line 3: "), "{broken}");
        assert!(matches!(
            parse("..", 2),
            Err(SourceError::NoSuchNumber {
                wanted: 2,
                count: 1
            })
        ));
    }
}
