//! The class `Puzzle`, and texts of puzzles.

use crate::arguments::{self, invalid, notation, pair};
use crate::board::Board;
use pyo3::prelude::*;
use tochki::board::Game;
use tochki::notation::puzzle;

/// A puzzle in a pickle: its text, its board and its line. The text does not tell the order of the moves of a picture.
type Pickled = (String, Board, usize);

/// A puzzle: a position, the player to move, and moves with their scores. It cannot be changed.
#[pyclass(frozen, module = "tochki")]
pub struct Puzzle(puzzle::Puzzle);

#[pymethods]
impl Puzzle {
    /// str: the name of the puzzle.
    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// str: its topic. May be empty.
    #[getter]
    fn theme(&self) -> &str {
        &self.0.theme
    }

    /// int: the player to move.
    #[getter]
    fn player(&self) -> usize {
        self.0.player.index()
    }

    /// int: the least search depth that finds the answer, in plies. With a goal: the number of plies to the capture.
    #[getter]
    fn plies(&self) -> u32 {
        self.0.plies
    }

    /// tuple or None: x and y of the dot to capture. None if the puzzle asks for the best score.
    #[getter]
    fn goal(&self) -> Option<(u32, u32)> {
        self.0.goal.map(pair)
    }

    /// list: x, y and score of each move that the puzzle names. The score is dots won less dots lost, with a goal 1 or
    /// 0. The moves with the greatest score are right.
    #[getter]
    fn answers(&self) -> Vec<(u32, u32, i32)> {
        let answer = |answer: &puzzle::Answer| {
            let (x, y) = pair(answer.point);
            (x, y, answer.score)
        };
        self.0.answers.iter().map(answer).collect()
    }

    /// str: where the puzzle comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    /// list: the remarks, each one line.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    /// int: the line of the text where the puzzle begins, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.0.line
    }

    /// Whether the move at column x and row y is an answer with the greatest score. False off the board.
    fn is_right(&self, x: i64, y: i64) -> bool {
        let point = arguments::point(self.0.board.size(), (x, y));
        point.is_some_and(|point| self.0.is_right(point))
    }

    /// A new Board with the position. It is the turn of player.
    fn board(&self) -> Board {
        Board::of_game(Game::with_first(self.0.board.clone(), self.0.player))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.get_type::<Puzzle>().getattr("_restore")?;
        Ok((restore, (self.0.to_string(), self.board(), self.0.line)))
    }

    /// The puzzle of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        py: Python<'_>,
        text: &str,
        board: &Bound<'_, Board>,
        line: usize,
    ) -> PyResult<Puzzle> {
        let mut puzzles = puzzle::parse(text).map_err(notation)?;
        let board = board.get().game(py).board().clone();
        match (puzzles.pop(), puzzles.is_empty()) {
            (Some(puzzle), true) if puzzle.board == board => Ok(Puzzle(puzzle::Puzzle {
                board,
                line,
                ..puzzle
            })),
            _ => Err(invalid("the text is not the puzzle of the board")),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<tochki.Puzzle {:?} {}>", self.0.title, self.0.board.size())
    }
}

/// Reads the puzzles of a text in the notation of tochki. Returns a list of Puzzle, at least one.
///
/// Raises NotationError with the line if the text has a fault or no puzzle.
#[pyfunction]
pub fn read_puzzles(py: Python<'_>, text: &str) -> PyResult<Vec<Puzzle>> {
    let puzzles = py.detach(|| puzzle::parse(text)).map_err(notation)?;
    Ok(puzzles.into_iter().map(Puzzle).collect())
}
