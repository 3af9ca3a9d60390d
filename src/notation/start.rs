//! Start positions by name.
//!
//! ```
//! use tochki::Size;
//! use tochki::notation::{diagram, start::Start};
//!
//! let cross: Start = "cross".parse()?;
//! assert_eq!(diagram::print(&cross.board(Size::new(4, 4)?)?), "....\n.01.\n.10.\n....\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Move};
use crate::geometry::{Player, Size};
use std::fmt;
use std::str::FromStr;

/// What is on the board when a game begins. The first player moves first from all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Nothing.
    Empty,
    /// A cross of four dots in the middle.
    #[default]
    Cross,
    /// Two crosses side by side in the middle, the right one turned by a quarter.
    TwoCrosses,
    /// Four crosses, a third of the board from its edges.
    FourCrosses,
}

/// A name that no start position has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no start position is called {0:?}: there are empty, cross, two-crosses and four-crosses")]
pub struct UnknownStart(String);

/// The board is too small for the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {size} has no room for the start position {start}")]
pub struct NoRoom {
    /// The start position.
    pub start: Start,
    /// The board.
    pub size: Size,
}

impl Start {
    /// All start positions.
    pub const ALL: [Start; 4] = [
        Start::Empty,
        Start::Cross,
        Start::TwoCrosses,
        Start::FourCrosses,
    ];

    /// The name, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Start::Empty => "empty",
            Start::Cross => "cross",
            Start::TwoCrosses => "two-crosses",
            Start::FourCrosses => "four-crosses",
        }
    }

    /// The dots, those of the two players in turn.
    ///
    /// # Errors
    /// If they do not fit on a board of this size.
    pub fn dots(self, size: Size) -> Result<Vec<Move>, NoRoom> {
        let room = || NoRoom { start: self, size };
        let mut dots = Vec::new();
        for (x, y, turned) in self.crosses(size).ok_or_else(room)? {
            // Clockwise, so that the players alternate.
            let mut corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
            if turned {
                corners.rotate_left(1);
            }
            for ((x, y), player) in corners.into_iter().zip(Player::ALL.into_iter().cycle()) {
                let point = size.point(x, y).ok_or_else(room)?;
                if dots.iter().any(|dot: &Move| dot.point == point) {
                    return Err(room());
                }
                dots.push(Move { point, player });
            }
        }
        Ok(dots)
    }

    /// The position. Its dots can be taken back as moves.
    ///
    /// # Errors
    /// If the dots do not fit on a board of this size.
    pub fn board(self, size: Size) -> Result<Board, NoRoom> {
        let mut board = Board::new(size);
        for Move { point, player } in self.dots(size)? {
            board.play(point, player);
        }
        Ok(board)
    }

    /// The upper left dots of the crosses, and whether each is turned. `None` if the board is too
    /// small to tell.
    fn crosses(self, size: Size) -> Option<Vec<(u32, u32, bool)>> {
        let (width, height) = (size.width(), size.height());
        // On boards of odd width there are more columns to the left.
        let left = |columns: u32| (width.div_ceil(2)).checked_sub(columns / 2);
        let top = height.div_ceil(2).checked_sub(1)?;
        Some(match self {
            Start::Empty => Vec::new(),
            Start::Cross => vec![(left(2)?, top, false)],
            Start::TwoCrosses => {
                let left = left(4)?;
                vec![(left, top, false), (left + 2, top, true)]
            }
            Start::FourCrosses => {
                let (left, top) = corner(size)?;
                let right = width.checked_sub(left + 2)?;
                let bottom = height.checked_sub(top + 2)?;
                // Crosses that touch would capture a dot in the middle.
                if right < left + 3 || bottom < top + 3 {
                    return None;
                }
                vec![
                    (left, top, false),
                    (right, top, false),
                    (right, bottom, false),
                    (left, bottom, false),
                ]
            }
        })
    }
}

/// Where the upper left one of four crosses stands. The official board has places of its own.
fn corner(size: Size) -> Option<(u32, u32)> {
    if (size.width(), size.height()) == (39, 32) {
        return Some((11, 10));
    }
    Some((
        size.width().checked_sub(3)? / 3,
        size.height().checked_sub(3)? / 3,
    ))
}

impl FromStr for Start {
    type Err = UnknownStart;

    fn from_str(name: &str) -> Result<Start, UnknownStart> {
        let known = Start::ALL.into_iter().find(|start| start.name() == name);
        known.ok_or_else(|| UnknownStart(name.to_owned()))
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::notation::{coordinates, diagram};

    #[test]
    fn the_official_cross_is_where_the_rules_put_it() {
        let size = Size::new(39, 32).unwrap();
        let dots = Start::Cross.dots(size).unwrap();
        let named: Vec<_> = dots
            .iter()
            .map(|dot| (coordinates::print(dot.point, size), dot.player.index()))
            .collect();
        let expected = [("20-17", 0), ("21-17", 1), ("21-16", 0), ("20-16", 1)];
        assert_eq!(named, expected.map(|(at, player)| (at.to_owned(), player)));
    }

    #[test]
    fn crosses_stand_side_by_side_or_apart() {
        let two = Start::TwoCrosses.board(Size::new(6, 4).unwrap()).unwrap();
        assert_eq!(diagram::print(&two), "......\n.0110.\n.1001.\n......\n");
        let four = Start::FourCrosses.board(Size::new(8, 7).unwrap()).unwrap();
        assert_eq!(
            diagram::print(&four),
            "........\n.01..01.\n.10..10.\n........\n.01..01.\n.10..10.\n........\n"
        );
        let official = Start::FourCrosses.dots(Size::new(39, 32).unwrap()).unwrap();
        let corners: Vec<_> = official.iter().step_by(4).map(|dot| dot.point).collect();
        let expected = [(11, 10), (26, 10), (26, 20), (11, 20)];
        assert_eq!(corners, expected.map(|(x, y)| Point::new(x, y)));
    }

    #[test]
    fn small_boards_have_no_room() {
        for (start, width, height) in [
            (Start::Cross, 1, 5),
            (Start::Cross, 5, 1),
            (Start::TwoCrosses, 3, 5),
            (Start::FourCrosses, 2, 2),
            (Start::FourCrosses, 3, 3),
            (Start::FourCrosses, 4, 4),
            (Start::FourCrosses, 4, 6),
            (Start::FourCrosses, 6, 4),
            (Start::FourCrosses, 6, 6),
        ] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(start.board(size).err(), Some(NoRoom { start, size }));
        }
        assert!(Start::Empty.board(Size::new(1, 1).unwrap()).is_ok());
        assert!(Start::Cross.board(Size::new(2, 2).unwrap()).is_ok());
    }

    #[test]
    fn names_are_read_back() {
        for start in Start::ALL {
            assert_eq!(start.to_string().parse(), Ok(start));
        }
        assert!("Cross".parse::<Start>().is_err());
    }
}
