//! Positions and games from files, whatever their notation.
//!
//! A text that begins with a bracket is SGF, one with `key:` lines holds puzzles, anything else
//! is a diagram.

use crate::board::{Board, Move};
use crate::geometry::{Player, Point};
use crate::notation::diagram::{self, DiagramError};
use crate::notation::puzzle::{self, PuzzleError};

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
}

/// Why a text gives no position.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A diagram that cannot be read.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Puzzles that cannot be read.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// There are fewer games or puzzles in the file.
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
}

impl Source {
    /// Reads a position. Of several games or puzzles in the text, the one with this number, from 1.
    ///
    /// # Errors
    /// If the text cannot be read, or has fewer games or puzzles.
    pub fn parse(text: &str, number: usize) -> Result<Source, SourceError> {
        if text.lines().any(|line| line.contains(':')) {
            Source::from_puzzles(text, number)
        } else if number == 1 {
            Ok(Source::from_diagram(diagram::parse(text)?))
        } else {
            Err(SourceError::NoSuchNumber {
                wanted: number,
                count: 1,
            })
        }
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
            title: Some(puzzle.title),
            board: puzzle.board,
        })
    }

    fn from_diagram(board: Board) -> Source {
        Source {
            to_move: next_player(&board),
            board,
            start_dots: 0,
            title: None,
            answers: Vec::new(),
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
        if moves > count {
            return Err(SourceError::NoSuchMove {
                wanted: moves,
                count,
            });
        }
        for _ in moves..count {
            if let Some(taken_back) = self.board.undo() {
                self.to_move = taken_back.player;
            }
        }
        Ok(())
    }
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

    #[test]
    fn every_notation_is_recognised() {
        let game = Source::parse(". a . / c B a / . a .", 1).unwrap();
        assert_eq!(game.moves().len(), 5);
        assert_eq!(game.to_move, Player::Second);
        let puzzle = "title: T\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\n\n. 0\n. .";
        let puzzle = Source::parse(puzzle, 1).unwrap();
        assert_eq!(puzzle.to_move, Player::Second);
        assert_eq!(puzzle.answers, [Point::new(0, 0)]);
        assert_eq!(puzzle.title.as_deref(), Some("T"));
    }

    #[test]
    fn a_game_is_rewound_to_any_move() {
        let mut game = Source::parse(". a . / c B a / . a .", 1).unwrap();
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
    fn what_is_not_there_is_refused() {
        assert!(Source::parse("", 1).is_err());
        assert!(matches!(
            Source::parse("..", 2),
            Err(SourceError::NoSuchNumber {
                wanted: 2,
                count: 1
            })
        ));
    }
}
