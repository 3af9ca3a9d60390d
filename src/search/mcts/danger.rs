//! Threats to capture near the last dot of a playout. Players answer them. Without answers playouts complete enclosures
//! that a player would break.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// The distance from a dot, in steps of a king, within which cells that capture are looked for: benches/ingredients.md.
const NEAR: usize = 1;
/// The distance, in steps of a king, for a dot that has joined clusters of its player. A cluster is a group of dots
/// connected by sides or corners. The last open cell of an enclosure may be farther away then.
const FAR: usize = 3;

/// Whether a dot of `player` on the cell would join at least two of his clusters, groups of dots connected by sides or
/// corners. The dot must not be on the cell yet.
#[inline]
pub(super) fn joins(board: &Board, cell: Point, player: Player) -> bool {
    board.has_several_arcs(cell, player) && board.clusters_round(cell, player).nth(1).is_some()
}

/// Whether the opponent can capture something, at once, by a dot on one of the eight cells round `cell`. `player` has
/// just put a dot on `cell`. It need not be among the dots that can be captured. The board is unchanged afterwards.
#[inline]
pub(super) fn is_in_danger(board: &mut Board, cell: Point, player: Player) -> bool {
    let mut captures = board.captures_near(cell, NEAR, player.opponent());
    captures.next().is_some()
}

/// The two cells near `cell` where a dot of `player` captures the most dots, the better one first. `None` in place of a
/// missing one. `player` has just put a dot on `cell`. If this dot `has_joined` several of his clusters, groups of dots
/// connected by sides or corners, cells up to [`FAR`] are searched, otherwise up to [`NEAR`]. The board is unchanged
/// afterwards.
#[inline]
pub(super) fn threats(
    board: &mut Board,
    cell: Point,
    has_joined: bool,
    player: Player,
) -> [Option<Point>; 2] {
    let reach = if has_joined { FAR } else { NEAR };
    let mut best = [(0, None); 2];
    for (point, gain) in board.captures_near(cell, reach, player) {
        if gain > best[0].0 {
            best = [(gain, Some(point)), best[0]];
        } else if gain > best[1].0 {
            best[1] = (gain, Some(point));
        }
    }
    best.map(|(_, point)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    #[test]
    fn the_largest_threat_comes_first() {
        let picture = "
            . . . . 0 . .
            . 0 0 . 1 0 .
            0 1 1 . 0 . .
            . 0 0 . . . .
        ";
        let mut board = diagram::parse(picture).unwrap();
        let mut find = |x, y, has_joined| {
            let found = threats(&mut board, Point::new(x, y), has_joined, Player::First);
            found.map(|cell| cell.map(|cell| (cell.x(), cell.y())))
        };
        // A dot on one cell captures two dots, a dot on the other cell one.
        let both = [Some((3, 2)), Some((3, 1))];
        assert_eq!(find(2, 1, false), both);
        assert_eq!(find(3, 3, false), [both[0], None]);
        assert_eq!(find(0, 0, false), [None; 2]);
        assert_eq!(find(0, 0, true), both);
        for (x, y, is_danger) in [(2, 1, true), (0, 0, false)] {
            let cell = Point::new(x, y);
            assert_eq!(is_in_danger(&mut board, cell, Player::Second), is_danger);
        }
    }
}
