//! Open cells: playable cells outside of the empty bases of both players. Playouts put dots only there.
//!
//! A dot in an empty base gains nothing for its owner, and a dot of the opponent there is captured at once, unless it
//! captures.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// Whether a cell is open: playable, and in no empty base of either player.
#[inline]
pub(super) fn is_open(board: &Board, cell: Point) -> bool {
    let (row, column) = (cell.row(), cell.column());
    let [first, second] = Player::ALL.map(|player| board.empty_base(player).rows()[row]);
    (board.free().rows()[row] & !first & !second) >> column & 1 == 1
}
