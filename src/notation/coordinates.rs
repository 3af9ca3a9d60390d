//! Names of cells for people: `x-y`, the column from the left and the row from the bottom, both from 1.
//!
//! CITE: the official Russian rules (tensu.ru/en/rules, 1.3 and 2.10): two Arabic numerals
//! separated by a hyphen, counted from left to right and from bottom to top.
//!
//! ```
//! use tochki::{Point, Size};
//! use tochki::notation::coordinates;
//!
//! let size = Size::new(39, 32)?;
//! let point = coordinates::parse("20-17", size)?;
//! assert_eq!(point, Point::new(19, 15));
//! assert_eq!(coordinates::print(point, size), "20-17");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::geometry::{Point, Size, parse_number};

/// The reason why a text does not name a cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoordinatesError {
    /// The text does not have the form `x-y` with two whole numbers.
    #[error("expected x-y, such as 3-5, instead of {0:?}")]
    Malformed(String),
    /// The form is right, but the board has no such cell.
    #[error("{text} is not on a board of {size}")]
    OffBoard {
        /// The text that was read.
        text: String,
        /// The size of the board.
        size: Size,
    },
}

/// Reads the name `x-y` of a cell on a board of this size. Columns count from the left, rows from the bottom, both from
/// 1.
///
/// # Errors
/// If the text is malformed or the cell is off the board.
pub fn parse(text: &str, size: Size) -> Result<Point, CoordinatesError> {
    let malformed = || CoordinatesError::Malformed(text.to_owned());
    let off_board = || CoordinatesError::OffBoard {
        text: text.to_owned(),
        size,
    };
    let number = |digits: &str| -> Result<u32, CoordinatesError> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed());
        }
        parse_number(digits).ok_or_else(off_board)
    };
    let (x, y) = text.split_once('-').ok_or_else(malformed)?;
    let (x, y) = (number(x)?, number(y)?);
    let from_left = x.checked_sub(1).ok_or_else(off_board)?;
    let from_top = size.height().checked_sub(y).ok_or_else(off_board)?;
    size.point(from_left, from_top).ok_or_else(off_board)
}

/// The name `x-y` of a cell: its column from the left and its row from the bottom, both from 1.
///
/// # Panics
/// If the point is not on the board.
pub fn print(point: Point, size: Size) -> String {
    assert!(size.contains(point), "{point:?} is not on the board");
    format!("{}-{}", point.x() + 1, size.height() - point.y())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_survives_a_round_trip() {
        let size = Size::new(7, 4).unwrap();
        for point in size.points() {
            assert_eq!(parse(&print(point, size), size), Ok(point));
        }
        assert_eq!(print(Point::new(0, 3), size), "1-1");
        assert_eq!(print(Point::new(6, 0), size), "7-4");
    }

    #[test]
    fn wrong_names_are_refused() {
        let size = Size::new(7, 4).unwrap();
        for text in [
            "", "-", "3", "3-", "-3", "a-1", "1-2-3", "+1-2", "1 - 2", "٣-1",
        ] {
            assert!(matches!(
                parse(text, size),
                Err(CoordinatesError::Malformed(_))
            ));
        }
        for text in ["0-1", "1-0", "8-1", "1-5", "99999999999-1"] {
            assert!(matches!(
                parse(text, size),
                Err(CoordinatesError::OffBoard { .. })
            ));
        }
    }
}
