//! The play range: the rectangle round all dots and a few more rows and columns. Importance is computed there. Without
//! the useless cut the engine `article` plays only there. Trajectories of three cells or more may reach beyond.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The smallest rectangle round all dots, live or captured, extended by `margin` rows and columns on each
/// side and clipped at the edges of the board.
///
/// On an empty board the range is the middle of the board: one, two or four cells. The article leaves this case open.
/// With a margin of at least 1 the range has a playable cell if the board has one. The reason is that no cell outside
/// of the smallest rectangle round the dots can be captured.
///
/// CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002): a margin of 1 or 2.
pub fn play_range(board: &Board, margin: u32) -> Bitboard {
    let size = board.size();
    let mut dots = Bitboard::EMPTY;
    for player in Player::ALL {
        dots |= *board.live(player) | *board.lost_dots(player);
    }
    let mut rows = dots.rows().iter().zip(0..).filter(|(row, _)| **row != 0);
    let Some((_, top)) = rows.next() else {
        return rectangle(
            ((size.width() - 1) / 2, size.width() / 2),
            ((size.height() - 1) / 2, size.height() / 2),
        );
    };
    let bottom: u32 = rows.last().map_or(top, |(_, row)| row);
    let columns = dots.rows().iter().fold(0, |all, row| all | row);
    let (left, right) = (columns.trailing_zeros(), 63 - columns.leading_zeros());
    // Rows and columns of a bitboard are counted from 1.
    let span = |from: u32, to: u32, length: u32| {
        let last = (to - 1).saturating_add(margin).min(length - 1);
        ((from - 1).saturating_sub(margin), last)
    };
    rectangle(
        span(left, right, size.width()),
        span(top, bottom, size.height()),
    )
}

/// The cells of a rectangle, from the first to the last column and row of each pair, both included.
fn rectangle(columns: (u32, u32), rows: (u32, u32)) -> Bitboard {
    (rows.0..=rows.1)
        .flat_map(|y| (columns.0..=columns.1).map(move |x| Point::new(x, y)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    fn range(picture: &str, margin: u32) -> String {
        let board = diagram::parse(picture).unwrap();
        play_range(&board, margin).picture(board.size())
    }

    #[test]
    fn covers_all_dots_with_the_margin() {
        let picture = "......\n......\n..0...\n...1..\n......";
        assert_eq!(
            range(picture, 0),
            "......\n......\n..##..\n..##..\n......\n"
        );
        assert_eq!(
            range(picture, 1),
            "......\n.####.\n.####.\n.####.\n.####.\n"
        );
        assert_eq!(range(picture, 9), "######\n".repeat(5));
        assert_eq!(range(picture, u32::MAX), "######\n".repeat(5));
    }

    #[test]
    fn an_empty_board_has_its_middle() {
        let range = |width, height| {
            let size = Size::new(width, height).unwrap();
            play_range(&Board::new(size), 1).picture(size)
        };
        assert_eq!(range(1, 1), "#\n");
        assert_eq!(range(5, 3), ".....\n..#..\n.....\n");
        assert_eq!(range(4, 3), "....\n.##.\n....\n");
        assert_eq!(range(4, 4), "....\n.##.\n.##.\n....\n");
    }

    #[test]
    fn the_largest_board_is_covered() {
        let mut board = Board::new(Size::new(62, 62).unwrap());
        board.play(Point::new(0, 0), Player::First);
        board.play(Point::new(61, 61), Player::Second);
        assert_eq!(play_range(&board, 2), board.size().cells());
    }
}
