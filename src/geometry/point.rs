//! A cell of the board as one small number.

use super::Direction;
use std::fmt;

/// A cell: its row and column packed into `(y + 1) << 6 | (x + 1)`.
///
/// Row 0, column 0 and what lies past the board are padding, so that every cell has eight
/// neighbours. The [`index`](Point::index) is at the same time the number of the cell's bit in a
/// [`Bitboard`](super::Bitboard). Points are ordered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Number of distinct indices, padding included.
    pub const COUNT: usize = 64 * 64;

    /// The point at column `x` and row `y`, both from 0 at the top left.
    ///
    /// # Panics
    /// If a coordinate is above 61. [`Size::point`](super::Size::point) checks against a board.
    #[inline]
    pub const fn new(x: u32, y: u32) -> Point {
        assert!(x < 62 && y < 62, "coordinates are at most 61");
        Point(((y + 1) << 6 | (x + 1)) as u16)
    }

    /// The point with this index; bits above the twelfth are dropped.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point((index & (Self::COUNT - 1)) as u16)
    }

    /// `row << 6 | column`, both counted from 1.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from 0 at the left. Means nothing for padding at the left.
    #[inline]
    pub const fn x(self) -> u32 {
        (self.0 as u32 & 63).wrapping_sub(1)
    }

    /// Row from 0 at the top. Means nothing for padding above.
    #[inline]
    pub const fn y(self) -> u32 {
        (self.0 as u32 >> 6).wrapping_sub(1)
    }

    /// The word of a bitboard that holds this point: its row counted from 1.
    #[inline]
    pub(crate) const fn row(self) -> usize {
        (self.0 >> 6) as usize & 63
    }

    /// The bit within that word: its column counted from 1.
    #[inline]
    pub(crate) const fn column(self) -> u32 {
        self.0 as u32 & 63
    }

    /// The neighbour in a direction; it may be padding.
    #[inline]
    pub const fn step(self, direction: Direction) -> Point {
        Point(self.0.wrapping_add_signed(direction.offset()) & (Self::COUNT as u16 - 1))
    }

    /// The eight neighbours, clockwise from the one above; some may be padding.
    pub fn neighbours(self) -> impl Iterator<Item = Point> {
        Direction::ALL.into_iter().map(move |d| self.step(d))
    }

    /// The four neighbours that share a side, clockwise from the one above; some may be padding.
    pub fn side_neighbours(self) -> impl Iterator<Item = Point> {
        Direction::SIDES.into_iter().map(move |d| self.step(d))
    }

    /// The larger of the distances in columns and rows. Both points must be on the board.
    pub const fn chebyshev(self, other: Point) -> u32 {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x() as i32, self.y() as i32)
    }
}
