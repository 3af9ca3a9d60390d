//! Points as two letters, and moves with the chains of their captures.

use super::Problem;
use crate::geometry::{Point, Size};
use crate::notation::shortened;

/// The greatest number of columns or rows for which SGF has letters.
pub(super) const LETTERS: u32 = 52;

/// The value of a move property: its point and the chains that it names. Without both it is an empty move.
pub(super) struct MoveText {
    /// `None` for an empty move, and for an enclosure without a dot.
    pub point: Option<Point>,
    pub chains: Vec<Vec<Point>>,
}

fn coordinate(letter: u8) -> Option<u32> {
    match letter {
        b'a'..=b'z' => Some(u32::from(letter - b'a')),
        b'A'..=b'Z' => Some(u32::from(letter - b'A') + 26),
        _ => None,
    }
}

/// The letter of a column or row from 0, which is below [`LETTERS`]: `a` to `z`, then `A` to `Z`.
fn letter(coordinate: u32) -> char {
    let letter = match coordinate {
        0..26 => b'a' + coordinate as u8,
        _ => b'A' + (coordinate - 26) as u8,
    };
    char::from(letter)
}

/// The two letters of a point, its column first. The board has at most 52 columns and rows.
pub(super) fn print(point: Point) -> String {
    [letter(point.x()), letter(point.y())].into_iter().collect()
}

/// The point that two letters name, its column first. Another text, or a point off the board, is an error.
pub(super) fn parse(text: &str, size: Size) -> Result<Point, Problem> {
    let &[column, row] = text.as_bytes() else {
        return Err(Problem::BadPoint(shortened(text)));
    };
    let (Some(x), Some(y)) = (coordinate(column), coordinate(row)) else {
        return Err(Problem::BadPoint(shortened(text)));
    };
    size.point(x, y)
        .ok_or_else(|| Problem::OffBoard(text.to_owned()))
}

/// The points of a value of `AB` or `AW`. `ab` is one point. `ab:cd` is all points of the rectangle that has these two
/// opposite corners, in any order.
pub(super) fn parse_setup(text: &str, size: Size) -> Result<Vec<Point>, Problem> {
    let Some((first, last)) = text.split_once(':') else {
        return Ok(vec![parse(text.trim(), size)?]);
    };
    let (first, last) = (parse(first.trim(), size)?, parse(last.trim(), size)?);
    let columns = first.x().min(last.x())..=first.x().max(last.x());
    let rows = first.y().min(last.y())..=first.y().max(last.y());
    Ok(rows
        .flat_map(|y| columns.clone().map(move |x| Point::new(x, y)))
        .collect())
}

/// Reads the value of a move: empty, or a point, or a point followed by chains as in `ba.baabbccbba`, or chains alone
/// as in `.baabbccbba`. `tt` is an empty move if the board has at most 19 columns and rows: old records of Go write a
/// pass so.
pub(super) fn parse_move(text: &str, size: Size) -> Result<MoveText, Problem> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut parts = text.split('.');
    let point = match parts.next().unwrap_or_default() {
        "" => None,
        "tt" if size.width() <= 19 && size.height() <= 19 => None,
        letters => Some(parse(letters, size)?),
    };
    let chains = parts
        .map(|part| parse_chain(part, size))
        .collect::<Result<_, _>>()?;
    Ok(MoveText { point, chains })
}

fn parse_chain(text: &str, size: Size) -> Result<Vec<Point>, Problem> {
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(2)
        .map(|pair| parse(&pair.iter().collect::<String>(), size))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_read_back() {
        let size = Size::new(LETTERS, LETTERS).unwrap();
        for point in size.points() {
            assert_eq!(parse(&print(point), size), Ok(point));
        }
    }

    #[test]
    fn any_two_corners_name_a_rectangle() {
        let size = Size::new(5, 5).unwrap();
        let expected = parse_setup("bb:cd", size).unwrap();
        assert_eq!(expected.len(), 6);
        for text in ["cd:bb", "bd:cb", "cb:bd"] {
            assert_eq!(parse_setup(text, size).as_ref(), Ok(&expected));
        }
    }

    #[test]
    fn wrong_points_are_told_apart() {
        let size = Size::new(20, 30).unwrap();
        assert_eq!(parse("a", size), Err(Problem::BadPoint("a".to_owned())));
        assert_eq!(parse("a1", size), Err(Problem::BadPoint("a1".to_owned())));
        assert_eq!(parse("ж", size), Err(Problem::BadPoint("ж".to_owned())));
        assert_eq!(parse("ua", size), Err(Problem::OffBoard("ua".to_owned())));
        assert!(parse("tt", size).is_ok());
        let small = Size::new(19, 19).unwrap();
        assert!(parse_move("tt", small).unwrap().point.is_none());
        // On a larger board it is a cell, or lies beside the board.
        let tt = |width, height| parse_move("tt", Size::new(width, height).unwrap());
        assert!(tt(19, 20).is_err() && tt(20, 19).is_err());
        assert_eq!(tt(20, 20).unwrap().point, Some(Point::new(19, 19)));
        assert!(parse_move("aa.ab", small).unwrap().chains == [[Point::new(0, 1)]]);
        assert!(parse_move("aa.abc", small).is_err());
        let spaced = parse_move(" a a .\nab", small).unwrap();
        assert_eq!(spaced.point, Some(Point::new(0, 0)));
        assert!(spaced.chains == [[Point::new(0, 1)]]);
    }
}
