//! Players, cells and sizes as Python passes them, and the errors for invalid ones.

use crate::arrays;
use numpy::{PyArrayMethods, PyUntypedArrayMethods};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tochki::board::{Game, IllegalAction, IllegalMove};
use tochki::notation::sgf::{GREATEST_KOMI, Unwritable};
use tochki::{Player, Point, Size};

create_exception!(
    tochki,
    IllegalMoveError,
    PyValueError,
    "The rules forbid the move. The board is unchanged."
);
create_exception!(
    tochki,
    GameOverError,
    PyValueError,
    "A player has grounded or resigned, so that nobody can move."
);
create_exception!(
    tochki,
    NotationError,
    PyValueError,
    "The text is no SGF, puzzle or diagram, or the record cannot be written."
);

/// The exception for a value that an argument cannot have, with the text of the library.
pub fn invalid(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a text that cannot be read or written.
pub fn notation(error: impl Display) -> PyErr {
    NotationError::new_err(error.to_string())
}

/// The exception for a dot that the rules forbid. The message begins with the number of the move or game, if there is
/// one.
pub fn illegal(reason: IllegalMove, (x, y): (i64, i64), number: Option<String>) -> PyErr {
    let number = number.map_or(String::new(), |number| format!("{number}, "));
    IllegalMoveError::new_err(format!("{number}cell ({x}, {y}): {reason}"))
}

/// The exception for a dot that the game refuses. `cell` has its column and row.
pub fn refused(reason: IllegalAction, cell: (i64, i64), number: Option<String>) -> PyErr {
    match reason {
        IllegalAction::IllegalMove(reason) => illegal(reason, cell, number),
        IllegalAction::GameOver => game_over(),
    }
}

/// The exception for an action that has no cell, such as grounding.
pub fn refused_without_cell(reason: IllegalAction) -> PyErr {
    match reason {
        IllegalAction::IllegalMove(reason) => IllegalMoveError::new_err(reason.to_string()),
        IllegalAction::GameOver => game_over(),
    }
}

/// The exception for an action after the end of the game.
pub fn game_over() -> PyErr {
    GameOverError::new_err(IllegalAction::GameOver.to_string())
}

/// Checks that the game goes on.
///
/// # Errors
/// `GameOverError` if a player has grounded or resigned.
pub fn expect_going_on(game: &Game) -> PyResult<()> {
    match game.ending() {
        None => Ok(()),
        Some(_) => Err(game_over()),
    }
}

/// The player with a number.
pub fn player(number: i64) -> PyResult<Player> {
    match number {
        0 => Ok(Player::First),
        1 => Ok(Player::Second),
        other => Err(invalid(format!("a player is 0 or 1, not {other}"))),
    }
}

/// The player with a number. `None` stands for `usual`.
pub fn player_or(number: Option<i64>, usual: Player) -> PyResult<Player> {
    number.map_or(Ok(usual), player)
}

/// The size of a board.
pub fn size(width: i64, height: i64) -> PyResult<Size> {
    // A side that does not fit is too long anyway.
    let side = |side: i64| u32::try_from(side).unwrap_or(u32::MAX);
    Size::new(side(width), side(height))
        .map_err(|error| invalid(format!("{width}x{height}: {error}")))
}

/// Column and row of a cell.
pub type Place = (u32, u32);

/// The cell at a column and row. `None` if it is not on the board.
pub fn point(size: Size, (x, y): (i64, i64)) -> Option<Point> {
    size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
}

/// The cell at a column and row, where the board must have one.
pub fn on_board(size: Size, cell: (i64, i64)) -> PyResult<Point> {
    point(size, cell).ok_or_else(|| illegal(IllegalMove::OffBoard, cell, None))
}

/// The cell at a column and row of a board whose size is unknown.
pub fn on_any_board((x, y): Place) -> PyResult<Point> {
    on_board(Size::LARGEST, (x.into(), y.into()))
}

/// Column and row of a cell number, `row * width + column`. A number that no cell has gives a row that is not on the
/// board.
pub fn column_and_row(size: Size, cell: i64) -> (i64, i64) {
    let width = i64::from(size.width());
    (cell.rem_euclid(width), cell.div_euclid(width))
}

/// The cell with this number, `row * width + column`. `None` if it is not on the board.
pub fn cell(size: Size, cell: i64) -> Option<Point> {
    point(size, column_and_row(size, cell))
}

/// The number of a cell: `row * width + column`.
pub fn number(size: Size, point: Point) -> usize {
    (point.y() * size.width() + point.x()) as usize
}

/// A cell as Python sees it.
pub fn pair(point: Point) -> Place {
    (point.x(), point.y())
}

/// The moves of an argument.
pub struct Moves {
    /// Column and row of each move. They may be off the board.
    pub cells: Vec<(i64, i64)>,
    /// The player of each move. `None` if the argument does not tell.
    pub players: Option<Vec<Player>>,
}

impl Moves {
    /// Reads cell numbers of shape (n,), columns and rows of shape (n, 2), or columns, rows and players of shape (n, 3).
    pub fn read(given: &Bound<'_, PyAny>, size: Size) -> PyResult<Moves> {
        let array = arrays::integers(given, "moves")?;
        let numbers = array.to_vec()?;
        let rows = |length| numbers.chunks(length);
        let cell = |row: &[i64]| match *row {
            [number] => column_and_row(size, number),
            _ => (row[0], row[1]),
        };
        let (length, players) = match array.shape() {
            [_] => (1, None),
            [_, 2] => (2, None),
            [_, 3] => (3, Some(all_players(rows(3).map(|row| row[2]))?)),
            shape => {
                let wanted = "(n,), (n, 2) or (n, 3)";
                return Err(arrays::wrong_shape("moves", wanted, shape));
            }
        };
        let cells = rows(length).map(cell).collect();
        Ok(Moves { cells, players })
    }

    /// The same moves by the players of another argument.
    pub fn by(self, given: &Bound<'_, PyAny>) -> PyResult<Moves> {
        if self.players.is_some() {
            let message = "moves of shape (n, 3) tell their players themselves";
            return Err(invalid(message));
        }
        let (numbers, count) = (arrays::row(given, "players")?, self.cells.len());
        if numbers.len() != count {
            let wanted = format!("({count},)");
            return Err(arrays::wrong_shape("players", &wanted, &[numbers.len()]));
        }
        let players = Some(all_players(numbers.into_iter())?);
        Ok(Moves { players, ..self })
    }
}

fn all_players(numbers: impl Iterator<Item = i64>) -> PyResult<Vec<Player>> {
    numbers.map(player).collect()
}

/// Komi in dots, if a record can have it.
pub fn komi(dots: f64) -> PyResult<f64> {
    match (-GREATEST_KOMI..=GREATEST_KOMI).contains(&dots) {
        true => Ok(dots),
        false => Err(invalid(Unwritable::Komi)),
    }
}

/// Locks without the lock of the interpreter held while waiting. A thread that panicked has left a whole state.
pub fn lock<'a, T>(py: Python<'_>, mutex: &'a Mutex<T>) -> MutexGuard<'a, T> {
    use pyo3::sync::MutexExt;
    mutex
        .lock_py_attached(py)
        .unwrap_or_else(PoisonError::into_inner)
}

/// Locks on a thread that has detached from the interpreter.
pub fn lock_detached<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
