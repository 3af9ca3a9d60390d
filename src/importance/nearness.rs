//! Importance for nearness to the last two moves, because players tend to answer nearby.
//!
//! CITE: R. Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007): the distances
//! from the last two moves as features. The numbers are our own.

use crate::board::Board;
use crate::geometry::Point;

/// Importance of a cell at a distance of 1, 2, 3 and 4 king's steps from the last move, in thousandths.
const LAST: [i32; 4] = [600, 400, 250, 150];
/// Importance of a cell at a distance of 1, 2, 3 and 4 king's steps from the move before the last, in thousandths.
const LAST_BUT_ONE: [i32; 4] = [250, 150, 100, 50];

/// Greatest importance that a cell can gain for nearness, in thousandths.
pub(super) const LARGEST: i32 = LAST[0] + LAST_BUT_ONE[0];

/// The importance that a cell gains from the last two moves, whoever made them, in thousandths. A move that is farther
/// than 4 king's steps, or that was never made, adds nothing.
pub(super) fn of(board: &Board, point: Point) -> i32 {
    let last = board.moves().rev().zip([&LAST, &LAST_BUT_ONE]);
    let added = last.map(|(last, added)| {
        let distance = point.chebyshev(last.point) as usize;
        added.get(distance.wrapping_sub(1)).copied().unwrap_or(0)
    });
    added.sum()
}
