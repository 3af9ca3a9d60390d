//! The position after a variation, which is a line of moves, and what is captured on the way.

use crate::board::{Board, Cell};
use crate::geometry::{Player, Point};

/// The position after a line of moves by turns, of which `player` makes the first. At the first illegal move the line
/// ends.
pub fn position_after(board: &Board, player: Player, line: &[Point]) -> Board {
    let mut end = board.clone();
    let mut turn = player;
    for &point in line {
        if end.try_play(point, turn).is_err() {
            break;
        }
        turn = turn.opponent();
    }
    end
}

/// The player whose live dot is on a cell, or to whose territory the cell belongs. `None` for playable cells, also in
/// empty bases.
pub fn owner(board: &Board, point: Point) -> Option<Player> {
    match board.cell(point) {
        Cell::Live(player) => Some(player),
        Cell::Captured(player) => Some(player.opponent()),
        Cell::Dead => board.territory_owner(point),
        Cell::Open | Cell::EmptyBase(_) => None,
    }
}

/// The dots of both players that are live on `board` and captured on `end`, row by row.
pub fn dots_captured(board: &Board, end: &Board) -> Vec<Point> {
    let lost = |player: Player| *board.live(player) & *end.lost_dots(player);
    let lost = lost(Player::First) | lost(Player::Second);
    lost.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    #[test]
    fn a_line_tells_what_will_be_captured() {
        let board = diagram::parse("..1..\n.10..\n..1..\n.....\n").unwrap();
        let line = [Point::new(3, 1), Point::new(0, 0)];
        let end = position_after(&board, Player::Second, &line);
        assert_eq!(dots_captured(&board, &end), [Point::new(2, 1)]);
        assert_eq!(owner(&end, Point::new(2, 1)), Some(Player::Second));
        assert_eq!(owner(&end, Point::new(1, 1)), Some(Player::Second));
        assert_eq!(owner(&end, Point::new(4, 3)), None);
        // The line ends at a move to a cell that has a dot already.
        let end = position_after(&board, Player::First, &[Point::new(2, 0), Point::new(3, 1)]);
        assert_eq!(dots_captured(&board, &end), []);
    }
}
