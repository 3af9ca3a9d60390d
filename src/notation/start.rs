//! Named start positions: the dots on the board before the first move.
//!
//! ```
//! use tochki::Size;
//! use tochki::notation::{diagram, start::Start};
//!
//! let cross: Start = "cross".parse()?;
//! assert_eq!(diagram::print(&cross.board(Size::new(4, 4)?)?), "....\n.01.\n.10.\n....\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Move, Rules};
use crate::geometry::{Player, Size};
use std::fmt;
use std::str::FromStr;

/// A named start position: the dots on the board before the first move. The first player moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// No dots.
    Empty,
    /// One dot of the first player in the middle.
    Single,
    /// A cross in the middle: two dots of each player in a square of 2x2, those of one player on a diagonal.
    #[default]
    Cross,
    /// Two crosses side by side in the middle. The colours of the right one are exchanged.
    TwoCrosses,
    /// Four crosses. Each stands about a third of the width and of the height from the edges nearest to it.
    FourCrosses,
}

/// The text is not the name of a start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no start position is called {0:?}: there are empty, single, cross, two-crosses and four-crosses"
)]
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

/// Greatest number of random placements to try. If none of them fits on the board, the usual place is taken.
const MOST_TRIES: usize = 20;

impl Start {
    /// All start positions.
    pub const ALL: [Start; 5] = [
        Start::Empty,
        Start::Single,
        Start::Cross,
        Start::TwoCrosses,
        Start::FourCrosses,
    ];

    /// The name of the start position, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Start::Empty => "empty",
            Start::Single => "single",
            Start::Cross => "cross",
            Start::TwoCrosses => "two-crosses",
            Start::FourCrosses => "four-crosses",
        }
    }

    /// The dots of the start position in the order in which they are put. In each cross the players alternate.
    ///
    /// # Errors
    /// If the dots do not fit on a board of this size.
    pub fn dots(self, size: Size) -> Result<Vec<Move>, NoRoom> {
        self.dots_of(&self.figures(size), size)
    }

    /// The dots of the start position, moved to a random place. Each of the four crosses moves by itself within its
    /// quarter of the board. In the other start positions all dots move together: by at most a sixth of the width, and
    /// a sixth of the height. If no random placement out of several fits, the dots are those of [`dots`](Start::dots).
    ///
    /// CITE: the program KataGoDots, for four crosses: 4 to 7 columns of 39 from the middle.
    ///
    /// # Errors
    /// If the dots fit neither in the random places nor in the usual one.
    pub fn random_dots(self, size: Size, seed: u64) -> Result<Vec<Move>, NoRoom> {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..MOST_TRIES)
            .find_map(|_| self.random_place(size, &mut rng).ok())
            .map_or_else(|| self.dots(size), Ok)
    }

    /// One random placement of the dots. It is an error if a dot is off the board, or crosses are too close.
    fn random_place(self, size: Size, rng: &mut fastrand::Rng) -> Result<Vec<Move>, NoRoom> {
        let (width, height) = (i64::from(size.width()), i64::from(size.height()));
        let mut figures = self.figures(size);
        if self == Start::FourCrosses {
            let mut offset = |side: i64| (rng.i64(4 * side..=7 * side) + 19) / 39;
            for (index, figure) in figures.iter_mut().enumerate() {
                let (x, y) = (offset(width), offset(height));
                let (middle_x, middle_y) = ((width - 1) / 2, (height - 1) / 2);
                figure.x = middle_x + if [0, 3].contains(&index) { -x } else { x };
                figure.y = middle_y + if index < 2 { -y } else { y };
            }
        } else {
            let (x, y) = (
                rng.i64(-(width / 6)..=width / 6),
                rng.i64(-(height / 6)..=height / 6),
            );
            for figure in &mut figures {
                (figure.x, figure.y) = (figure.x + x, figure.y + y);
            }
        }
        self.dots_of(&figures, size)
    }

    /// The dots of all figures in the order in which they are put. It is an error if a figure leaves the board, or two
    /// figures overlap. The four crosses must not touch either, as they could capture a dot.
    fn dots_of(self, figures: &[Figure], size: Size) -> Result<Vec<Move>, NoRoom> {
        let room = || NoRoom { start: self, size };
        let mut dots: Vec<Move> = Vec::new();
        for (index, figure) in figures.iter().enumerate() {
            let gap = if self == Start::FourCrosses { 3 } else { 2 };
            let touches = |other: &Figure| {
                (other.x - figure.x).abs() < gap && (other.y - figure.y).abs() < gap
            };
            if figures[..index].iter().any(touches) {
                return Err(room());
            }
            // Clockwise from the upper left, so that the players alternate.
            let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
            let (first, count) = match figure.kind {
                Kind::Dot => (0, 1),
                Kind::Cross => (0, 4),
                Kind::TurnedCross => (1, 4),
            };
            let corners = corners.into_iter().cycle().skip(first).take(count);
            for ((x, y), player) in corners.zip(Player::ALL.into_iter().cycle()) {
                let coordinate = |at: i64| u32::try_from(at).map_err(|_| room());
                let (x, y) = (coordinate(figure.x + x)?, coordinate(figure.y + y)?);
                let point = size.point(x, y).ok_or_else(room)?;
                dots.push(Move { point, player });
            }
        }
        Ok(dots)
    }

    /// A board with the start position under the default rules. [`Board::undo`] takes back its dots one by one.
    ///
    /// # Errors
    /// If the dots do not fit on a board of this size.
    pub fn board(self, size: Size) -> Result<Board, NoRoom> {
        self.board_under(Rules::default(), size)
    }

    /// A board with the start position under a variant of the rules. No start position has a capture or an empty base,
    /// so all variants allow its dots.
    ///
    /// # Errors
    /// If the dots do not fit on a board of this size.
    pub fn board_under(self, rules: Rules, size: Size) -> Result<Board, NoRoom> {
        let mut board = Board::under(rules, size);
        for Move { point, player } in self.dots(size)? {
            board.play(point, player);
        }
        Ok(board)
    }

    /// The dots and crosses of the start position in their usual places. On a small board these may lie outside it.
    fn figures(self, size: Size) -> Vec<Figure> {
        let (width, height) = (i64::from(size.width()), i64::from(size.height()));
        // On boards of odd width the figures stand so that more columns are to their left.
        let (middle, top) = ((width + 1) / 2, (height + 1) / 2 - 1);
        let figure = |kind, x, y| Figure { kind, x, y };
        let cross = |x, y| figure(Kind::Cross, x, y);
        match self {
            Start::Empty => Vec::new(),
            Start::Single => vec![figure(Kind::Dot, middle - 1, top)],
            Start::Cross => vec![cross(middle - 1, top)],
            Start::TwoCrosses => vec![
                cross(middle - 2, top),
                figure(Kind::TurnedCross, middle, top),
            ],
            Start::FourCrosses => {
                // The official board has its crosses in other places than the formula gives.
                let (left, top) = match (width, height) {
                    (39, 32) => (11, 10),
                    _ => ((width - 3) / 3, (height - 3) / 3),
                };
                let (right, bottom) = (width - left - 2, height - top - 2);
                [(left, top), (right, top), (right, bottom), (left, bottom)]
                    .map(|(x, y)| cross(x, y))
                    .to_vec()
            }
        }
    }
}

/// A dot, or a cross of four dots.
#[derive(Clone, Copy, Debug)]
struct Figure {
    kind: Kind,
    /// Column and row of its upper left cell, from 0 at the top left. They may be negative.
    x: i64,
    y: i64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// One dot of the first player.
    Dot,
    /// A cross whose upper left dot and lower right dot are the first player's.
    Cross,
    /// A cross whose upper left dot and lower right dot are the second player's.
    TurnedCross,
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
    fn random_places_exist_on_every_board_with_room() {
        for (width, height) in [(8, 7), (8, 8), (10, 10), (12, 14), (14, 9)] {
            let size = Size::new(width, height).unwrap();
            for start in Start::ALL {
                for seed in 0..50 {
                    assert_eq!(
                        start.random_dots(size, seed).is_ok(),
                        start.dots(size).is_ok()
                    );
                }
            }
        }
    }

    #[test]
    fn random_places_lie_on_the_board() {
        let size = Size::OFFICIAL;
        for start in Start::ALL {
            let places: Vec<Vec<Move>> = (0..50)
                .map(|seed| start.random_dots(size, seed).unwrap())
                .collect();
            let dots = start.dots(size).unwrap();
            let moved = places.iter().filter(|&place| *place != dots).count();
            assert_eq!(moved > 25, start != Start::Empty, "{start}");
            for place in places {
                assert_eq!(place.len(), dots.len());
                let mut board = Board::new(size);
                for dot in place {
                    board.play(dot.point, dot.player);
                }
                assert_eq!(board.score(Player::First), 0);
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for start in Start::ALL {
            assert_eq!(start.to_string().parse(), Ok(start));
        }
        assert!("Cross".parse::<Start>().is_err());
    }
}
