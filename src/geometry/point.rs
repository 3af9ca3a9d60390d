//! A cell of the board, packed into one small number.

use super::{Direction, parse_number};
use std::fmt;
use std::str::FromStr;

/// A cell: its row and column packed into `(y + 1) << 6 | (x + 1)`.
///
/// Row 0, column 0 and everything beyond the board are padding: points that are not cells. So every cell has eight
/// neighbours. The number of a point, its [`index`](Point::index), is also the number of its bit in a
/// [`Bitboard`](super::Bitboard). Points are ordered row by row.
///
/// As text a point is `x,y`, column and row from 0 at the top left. The coordinates that players write count from the
/// bottom and need the size of the board: see [`coordinates`](crate::notation::coordinates).
///
/// ```
/// use tochki::{Point, Size};
///
/// let point: Point = "2,0".parse()?;
/// assert_eq!((point.x(), point.y()), (2, 0));
/// assert_eq!(point.to_string(), "2,0");
/// // A corner of the board has three neighbours.
/// assert_eq!(Size::new(3, 3)?.neighbours(point).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

/// The text is not the point of any board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected X,Y with numbers from 0 to 61, such as 2,0, instead of {0:?}")]
pub struct ParsePointError(String);

impl Point {
    /// Number of possible indices of points, including points off every board.
    pub const COUNT: usize = 64 * 64;

    /// The point at column `x` and row `y`, both from 0 at the top left.
    ///
    /// # Panics
    /// If a coordinate is above 61. [`Size::point`](super::Size::point) checks against the size of a board.
    #[inline]
    pub const fn new(x: u32, y: u32) -> Point {
        assert!(x < 62 && y < 62, "coordinates are at most 61");
        Point(((y + 1) << 6 | (x + 1)) as u16)
    }

    /// The point with this [`index`](Point::index). Bits above the lowest twelve are dropped.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        Point((index & (Self::COUNT - 1)) as u16)
    }

    /// The number of the point: `row << 6 | column`, where row and column are counted from 1 at the top left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from 0 at the left.
    #[inline]
    pub const fn x(self) -> u32 {
        (self.0 as u32 & 63).wrapping_sub(1)
    }

    /// Row from 0 at the top.
    #[inline]
    pub const fn y(self) -> u32 {
        (self.0 as u32 >> 6).wrapping_sub(1)
    }

    /// Row counted from 1 at the top: the index of the point's word in a [`Bitboard`](super::Bitboard).
    #[inline]
    pub(crate) const fn row(self) -> usize {
        (self.0 >> 6) as usize & 63
    }

    /// Column counted from 1 at the left: the index of the point's bit in the word of its row in a `Bitboard`.
    #[inline]
    pub(crate) const fn column(self) -> u32 {
        self.0 as u32 & 63
    }

    /// The neighbour in a direction. From a cell at the edge of the board it may be a point off the board.
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> Point {
        Point(self.0.wrapping_add_signed(direction.offset()) & (Self::COUNT as u16 - 1))
    }

    /// The eight neighbours by side and corner, clockwise from the one above. Some may be off the board.
    pub(crate) fn neighbours(self) -> impl Iterator<Item = Point> {
        Direction::ALL.into_iter().map(move |d| self.step(d))
    }

    /// The four neighbours by side, clockwise from the one above. Some may be off the board.
    pub(crate) fn side_neighbours(self) -> impl Iterator<Item = Point> {
        Direction::SIDES.into_iter().map(move |d| self.step(d))
    }

    /// The distance in steps of a king: the larger of the distances in columns and in rows. Neither point may be
    /// padding, which no board has as a cell.
    pub const fn chebyshev(self, other: Point) -> u32 {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads `x,y`, column and row from 0 at the top left, the form that `Display` writes.
    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let numbers = text.split_once(',');
        let numbers = numbers.and_then(|(x, y)| parse_number(x).zip(parse_number(y)));
        let on_board = |&(x, y): &(u32, u32)| x.max(y) < 62;
        match numbers.filter(on_board) {
            Some((x, y)) => Ok(Point::new(x, y)),
            None => Err(ParsePointError(text.to_owned())),
        }
    }
}

impl fmt::Display for Point {
    /// Writes `x,y`, column and row from 0 at the top left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x() as i32, self.y() as i32)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x() as i32, self.y() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_back() {
        for point in [(0, 0), (61, 0), (7, 61)].map(|(x, y)| Point::new(x, y)) {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        for text in [
            "", ",", "1", "1,", "62,0", "0,62", "-1,0", "+1,0", "1, 0", "1,0,0", "1-0",
        ] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError(text.to_owned())));
        }
    }
}
