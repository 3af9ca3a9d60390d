//! Nearness to the last two moves: players answer where something has just happened.

use crate::board::Board;
use crate::geometry::Point;

/// Added at Chebyshev distance 1 to 4 from the last move, in thousandths.
const LAST: [i32; 4] = [600, 400, 250, 150];
/// The same for the move before it.
const LAST_BUT_ONE: [i32; 4] = [250, 150, 100, 50];

/// The most that can be added to a cell.
pub(super) const LARGEST: i32 = LAST[0] + LAST_BUT_ONE[0];

/// The last two moves of a position, with what they add to the cells round them.
pub(super) struct Nearness<'a> {
    moves: [Option<(Point, &'a [i32; 4])>; 2],
}

impl Nearness<'_> {
    pub(super) fn new(board: &Board) -> Nearness<'static> {
        let mut latest = board.moves().rev();
        let moves = [&LAST, &LAST_BUT_ONE].map(|added| Some((latest.next()?.point, added)));
        Nearness { moves }
    }

    /// What the cell gains.
    pub(super) fn of(&self, point: Point) -> i32 {
        let gain = |&(last, added): &(Point, &[i32; 4])| {
            let distance = point.chebyshev(last) as usize;
            added.get(distance.wrapping_sub(1)).copied().unwrap_or(0)
        };
        self.moves.iter().flatten().map(gain).sum()
    }
}
