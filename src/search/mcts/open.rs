//! Where playouts put dots: on playable cells outside empty bases.
//!
//! The owner of a base would fill his own base, and the other player would lose a dot there.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// The open cells of a row of the board.
#[inline]
pub(super) fn row(board: &Board, row: usize) -> u64 {
    let [first, second] = Player::ALL.map(|player| board.empty_base(player).rows()[row]);
    board.free().rows()[row] & !first & !second
}

/// Whether a cell is open.
#[inline]
pub(super) fn is_open(board: &Board, cell: Point) -> bool {
    row(board, cell.row()) >> cell.column() & 1 == 1
}
