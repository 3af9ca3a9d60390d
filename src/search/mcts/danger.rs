//! Threats to capture near the last dot of a playout. Players answer them, so that playouts do not complete enclosures
//! which a player would break.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// The distance from a dot within which captures are looked for, in steps of a king: benches/ingredients.md.
const NEAR: usize = 1;
/// The distance for a dot that has joined clusters. The last open cell of an enclosure may be farther away.
const FAR: usize = 3;

/// Whether a dot of the player would join several of his clusters. Call it before the dot is put.
#[inline]
pub(super) fn joins(board: &Board, cell: Point, player: Player) -> bool {
    board.has_several_arcs(cell, player) && board.clusters_round(cell, player).nth(1).is_some()
}

/// Whether the opponent can capture something by a dot next to the cell, where `player` has put a dot. The board is
/// unchanged afterwards.
#[inline]
pub(super) fn is_in_danger(board: &mut Board, cell: Point, player: Player) -> bool {
    let mut captures = board.captures_near(cell, NEAR, player.opponent());
    captures.next().is_some()
}

/// The two cells near a dot of the player where his next dot captures most, the better one first. The search goes farther
/// if the dot `has_joined` clusters. The board is unchanged afterwards.
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
        // One cell captures two dots, the other one.
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
