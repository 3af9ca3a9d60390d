//! Threats to capture next to the last dot of a playout. Players answer them. Without answers playouts complete enclosures
//! that a player would break.

use crate::board::{Around, Board};
use crate::geometry::{Player, Point};

/// Whether the opponent can capture something, at once, by a dot on one of the eight cells round the middle of `around`.
/// `player` has just put a dot in the middle. The capture need not include this dot. The board is unchanged afterwards.
#[inline]
pub(super) fn is_in_danger(board: &mut Board, around: &Around, player: Player) -> bool {
    let mut captures = board.captures_round(around, player.opponent());
    captures.next().is_some()
}

/// The two cells of the eight round the middle of `around` where a dot of `player` captures the most dots, the better one
/// first. `None` in place of a missing one. `player` has just put a dot in the middle. The board is unchanged afterwards.
#[inline]
pub(super) fn threats(board: &mut Board, around: &Around, player: Player) -> [Option<Point>; 2] {
    let mut best = [(0, None); 2];
    for (point, gain) in board.captures_round(around, player) {
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
        let mut find = |x, y| {
            let around = Around::of(&board, Point::new(x, y));
            let found = threats(&mut board, &around, Player::First);
            found.map(|cell| cell.map(|cell| (cell.x(), cell.y())))
        };
        // A dot on one cell captures two dots, a dot on the other cell one.
        let both = [Some((3, 2)), Some((3, 1))];
        assert_eq!(find(2, 1), both);
        assert_eq!(find(3, 3), [both[0], None]);
        assert_eq!(find(0, 0), [None; 2]);
        for (x, y, is_danger) in [(2, 1, true), (0, 0, false)] {
            let around = Around::of(&board, Point::new(x, y));
            assert_eq!(is_in_danger(&mut board, &around, Player::Second), is_danger);
        }
    }
}
