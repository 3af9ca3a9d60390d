//! The position after a variation, and what is captured on the way.

use crate::board::{Board, Cell};
use crate::geometry::{Player, Point};

/// The position after a variation that begins with a move of `player`. A pass is `None`. Moves after the first illegal one
/// are not played.
pub fn position_after(board: &Board, player: Player, line: &[Option<Point>]) -> Board {
    let mut end = board.clone();
    let mut turn = player;
    for &step in line {
        if let Some(point) = step
            && end.try_play(point, turn).is_err()
        {
            break;
        }
        turn = turn.opponent();
    }
    end
}

/// The owner of a cell: the player whose live dot is on it, or who has captured it. `None` for free cells.
pub fn owner(board: &Board, point: Point) -> Option<Player> {
    match board.cell(point) {
        Cell::Live(player) => Some(player),
        Cell::Captured(player) => Some(player.opponent()),
        Cell::Dead => Player::ALL
            .into_iter()
            .find(|&player| board.territory(player).contains(point)),
        Cell::Free | Cell::EmptyBase(_) => None,
    }
}

/// The dots that are live on `board` and captured on `end`, in the order of rows.
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
        let line = [Some(Point::new(3, 1)), None, Some(Point::new(0, 0))];
        let end = position_after(&board, Player::Second, &line);
        assert_eq!(dots_captured(&board, &end), [Point::new(2, 1)]);
        assert_eq!(owner(&end, Point::new(2, 1)), Some(Player::Second));
        assert_eq!(owner(&end, Point::new(1, 1)), Some(Player::Second));
        assert_eq!(owner(&end, Point::new(4, 3)), None);
        // Where a dot is already, the line ends.
        let end = position_after(
            &board,
            Player::First,
            &[Some(Point::new(2, 0)), Some(Point::new(3, 1))],
        );
        assert_eq!(dots_captured(&board, &end), []);
    }
}
