//! Views of the memory of a board: arrays without a copy.

use super::Board;
use crate::arrays;
use crate::shown::FREE;
use numpy::ndarray::{Ix2, Ix3};
use numpy::{PyArray2, PyArray3};
use pyo3::prelude::*;

/// The state of each cell.
pub(super) fn cells<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let [height, width] = sides(this);
    arrays::view(this, |board| &board.shown.cells, Ix2(height, width))
}

/// `count` planes, from the one with the index `first` on.
pub(super) fn planes<'py>(
    this: &Bound<'py, Board>,
    first: usize,
    count: usize,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let [height, width] = sides(this);
    let shape = Ix3(count, height, width);
    arrays::view(this, |board| board.shown.planes(first, count), shape)
}

/// The plane of the playable cells.
pub(super) fn free<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let [height, width] = sides(this);
    let shape = Ix2(height, width);
    arrays::view(this, |board| board.shown.planes(FREE, 1), shape)
}

/// The numbers of rows and columns.
fn sides(this: &Bound<'_, Board>) -> [usize; 2] {
    let size = this.get().size;
    [size.height() as usize, size.width() as usize]
}
