//! Positions that are set up from arrays of cells.

use crate::arguments::{self, invalid, number, pair};
use crate::arrays;
use crate::shown::{self, bits};
use pyo3::prelude::*;
use tochki::board::Rules;
use tochki::{Board, Cell, Point};

/// The position whose cells an argument has as `Board.cells` has them. It has no moves.
///
/// # Errors
/// If the argument has another shape, a cell has a state that there is not, or the states contradict one another or the
/// rules.
pub fn board(given: &Bound<'_, PyAny>, rules: Rules) -> PyResult<Board> {
    let ([height, width], sums) = arrays::table(given, "cells")?;
    let size = arguments::size(width as i64, height as i64)?;
    let wrong = |point: Point, what: &str| {
        let (x, y) = pair(point);
        invalid(format!("cell ({x}, {y}): {what}"))
    };
    let read = |(point, &sum): (Point, &i64)| {
        let found = shown::state(sum);
        found.ok_or_else(|| wrong(point, &format!("no cell has the state {sum}")))
    };
    let mut cells = size.points().zip(&sums);
    let states: Vec<Cell> = cells.clone().map(read).collect::<PyResult<_>>()?;
    let state = |point: Point| states[number(size, point)];
    let board = Board::from_cells_under(rules, size, state).map_err(invalid)?;
    // Empty bases follow from the dots. So does whose territory a cell is, but who tells that may not be wrong.
    let differs = |&(point, &sum): &(Point, &i64)| {
        !board.is_playable(point) && i64::from(bits(&board, point)) != sum
    };
    match cells.find(differs) {
        Some((point, _)) => Err(wrong(point, "it is territory of the other player")),
        None => Ok(board),
    }
}
