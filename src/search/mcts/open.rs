//! Open cells: free cells outside of empty bases. Playouts put dots only there.
//!
//! In an empty base the owner would fill his own base, and the opponent would lose a dot.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// The open cells of a row of the board, bit `column` for each.
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
