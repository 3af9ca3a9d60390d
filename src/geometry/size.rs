//! The size of a board.

use super::{Bitboard, Point, parse_number};
use std::fmt;
use std::str::FromStr;

/// Width and height of a board in cells, each from 1 to [`Size::MAX_SIDE`].
///
/// ```
/// use tochki::Size;
///
/// let size: Size = "39x32".parse()?;
/// assert_eq!(size, Size::OFFICIAL);
/// assert_eq!((size.width(), size.height(), size.area()), (39, 32, 1248));
/// assert!(size.point(38, 31).is_some() && size.point(39, 0).is_none());
/// # Ok::<(), tochki::geometry::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A width or height of a board is zero or above [`Size::MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has sides from 1 to {max}", max = Size::MAX_SIDE)]
pub struct InvalidSize;

/// The reason why a text is not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// The text is not two numbers with an `x` between them, or a number is above 2^32 - 1.
    #[error("expected WxH, such as 20x20, instead of {0:?}")]
    Malformed(String),
    /// The width or height is zero or above [`Size::MAX_SIDE`].
    #[error(transparent)]
    Invalid(#[from] InvalidSize),
}

impl Size {
    /// The greatest width and height, 62 cells. A row of cells is a 64-bit word with one unused bit at either end.
    pub const MAX_SIDE: u32 = 62;

    /// 39x32, the board of the official rules.
    pub const OFFICIAL: Size = Size {
        width: 39,
        height: 32,
    };

    /// 62x62. Every cell of any board is on this one.
    pub const LARGEST: Size = Size {
        width: Self::MAX_SIDE as u8,
        height: Self::MAX_SIDE as u8,
    };

    /// A size of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If the width or the height is not from 1 to 62.
    pub const fn new(width: u32, height: u32) -> Result<Size, InvalidSize> {
        if width == 0 || height == 0 || width > Self::MAX_SIDE || height > Self::MAX_SIDE {
            return Err(InvalidSize);
        }
        Ok(Size {
            width: width as u8,
            height: height as u8,
        })
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// Number of cells.
    pub const fn area(self) -> u32 {
        self.width() * self.height()
    }

    /// A number above the [index](Point::index) of every cell of a board of this size.
    #[inline]
    pub(crate) const fn points_end(self) -> usize {
        (self.height as usize + 1) << 6
    }

    /// The point at column `x` and row `y`, both from 0 at the top left. `None` if it is not on the board.
    pub const fn point(self, x: u32, y: u32) -> Option<Point> {
        if x < self.width() && y < self.height() {
            Some(Point::new(x, y))
        } else {
            None
        }
    }

    /// Whether the point is a cell of a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        let (column, row) = (point.index() as u32 & 63, point.index() as u32 >> 6);
        column.wrapping_sub(1) < self.width() && row.wrapping_sub(1) < self.height()
    }

    /// All cells of a board of this size, row by row from the top left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }

    /// The neighbours of a cell by side and corner that are on the board. At most eight, clockwise from the one above.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let is_cell = move |&next: &Point| self.contains(next);
        point.neighbours().filter(is_cell)
    }

    /// The neighbours of a cell by side that are on the board. At most four, clockwise from the one above.
    pub fn side_neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let is_cell = move |&next: &Point| self.contains(next);
        point.side_neighbours().filter(is_cell)
    }

    /// The set of all cells of a board of this size.
    pub fn cells(self) -> Bitboard {
        let row = ((1u64 << self.width) - 1) << 1;
        let mut cells = Bitboard::EMPTY;
        for y in 1..=self.height as usize {
            cells.rows_mut()[y] = row;
        }
        cells
    }

    /// The set of the cells in the first and last row and in the first and last column.
    pub fn edge(self) -> Bitboard {
        let mut edge = self.cells();
        let sides = 1 << 1 | 1 << self.width;
        for row in &mut edge.rows_mut()[2..(self.height as usize).max(2)] {
            *row &= sides;
        }
        edge
    }
}

impl Bitboard {
    /// Draws the set as text, a line for each row of the board from the top: `#` for a cell in the set, `.` for
    /// another. Points off the board are left out.
    pub fn picture(&self, size: Size) -> String {
        let mut picture = String::new();
        for y in 0..size.height() {
            for x in 0..size.width() {
                let is_in = self.contains(Point::new(x, y));
                picture.push(if is_in { '#' } else { '.' });
            }
            picture.push('\n');
        }
        picture
    }
}

impl Default for Size {
    /// 30x30, the board of the article.
    fn default() -> Size {
        Size {
            width: 30,
            height: 30,
        }
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Reads width and height as `WxH`, the form that `Display` writes.
    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        let malformed = || ParseSizeError::Malformed(text.to_owned());
        let (width, height) = text.split_once('x').ok_or_else(malformed)?;
        let side = |digits: &str| parse_number(digits).ok_or_else(malformed);
        Ok(Size::new(side(width)?, side(height)?)?)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_back() {
        let size = Size::new(39, 32).unwrap();
        assert_eq!(size.to_string().parse(), Ok(size));
        for text in [
            "", "x", "39", "39x", "39x32x1", "39 x 32", "-1x5", "+5x5", "5x+5",
        ] {
            let malformed = ParseSizeError::Malformed(text.to_owned());
            assert_eq!(text.parse::<Size>(), Err(malformed));
        }
        for text in ["0x5", "5x0", "63x5", "5x63"] {
            assert_eq!(text.parse::<Size>(), Err(InvalidSize.into()));
        }
    }
}
