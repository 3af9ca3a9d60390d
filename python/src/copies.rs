//! Arrays that are copies: moves, cells, and what stands on the cells of a board.

use crate::arguments::pair;
use numpy::ndarray::Array2;
use tochki::{Bitboard, Move, Point, Size};

/// Moves as rows of x, y and player.
pub fn moves_array(moves: impl Iterator<Item = Move>) -> Array2<i64> {
    let row = |dot: Move| {
        let (x, y) = pair(dot.point);
        [x.into(), y.into(), dot.player.index() as i64]
    };
    Array2::from(moves.map(row).collect::<Vec<[i64; 3]>>())
}

/// Cells as rows of x and y.
pub fn cells_array(cells: &Bitboard) -> Array2<i64> {
    let row = |point: Point| -> [i64; 2] {
        let (x, y) = pair(point);
        [x.into(), y.into()]
    };
    Array2::from(cells.iter().map(row).collect::<Vec<_>>())
}

/// An array of shape (height, width) that is true on these cells.
pub fn mask(size: Size, cells: &Bitboard) -> Array2<bool> {
    plane(size, false, cells.iter().map(|point| (point, true)))
}

/// An array of shape (height, width) with values on some cells, and `rest` on all others.
pub fn plane<T: Copy>(size: Size, rest: T, values: impl Iterator<Item = (Point, T)>) -> Array2<T> {
    let mut plane = Array2::from_elem((size.height() as usize, size.width() as usize), rest);
    for (point, value) in values {
        plane[[point.y() as usize, point.x() as usize]] = value;
    }
    plane
}
