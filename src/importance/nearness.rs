//! Importance for nearness to the last two moves, because players tend to answer nearby.

use crate::board::Board;
use crate::geometry::Point;

/// Importance at a Chebyshev distance of 1, 2, 3 and 4 from the last move, in thousandths.
const LAST: [i32; 4] = [600, 400, 250, 150];
/// The same for the move before the last.
const LAST_BUT_ONE: [i32; 4] = [250, 150, 100, 50];

/// Greatest importance for nearness, in thousandths.
pub(super) const LARGEST: i32 = LAST[0] + LAST_BUT_ONE[0];

/// The importance that a cell gains from the last two moves, in thousandths.
pub(super) fn of(board: &Board, point: Point) -> i32 {
    let last = board.moves().rev().zip([&LAST, &LAST_BUT_ONE]);
    let added = last.map(|(last, added)| {
        let distance = point.chebyshev(last.point) as usize;
        added.get(distance.wrapping_sub(1)).copied().unwrap_or(0)
    });
    added.sum()
}
