//! Open cells: playable cells outside of the empty bases of both players. Playouts put dots only there.
//!
//! A dot in an empty base gains nothing for its owner, and a dot of the opponent there is captured at once, unless it
//! captures.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// The open cells of a row of the board, as a word with a bit for each column. Open cells are playable, and in no empty
/// base.
#[inline]
pub(super) fn row(board: &Board, row: usize) -> u64 {
    let [first, second] = Player::ALL.map(|player| board.empty_base(player).rows()[row]);
    board.free().rows()[row] & !first & !second
}

/// Whether a cell is open: playable, and in no empty base of either player.
#[inline]
pub(super) fn is_open(board: &Board, cell: Point) -> bool {
    row(board, cell.row()) >> cell.column() & 1 == 1
}
