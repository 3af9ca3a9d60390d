//! Positions as plain text.
//!
//! There are two kinds of diagrams. A *game diagram* shows the dots in the order of the moves:
//!
//! * A letter is a dot: lower case of the first player, upper case of the second. `.` is an empty cell.
//! * Dots are put in alphabetical order: `a` and `A` before `b` and `B`.
//! * Of the dots with the same letter, the first player's come first. The dots of one player with the same letter are
//!   put row by row from the top left.
//! * If the diagram has a letter, it has all letters before it in the alphabet, in either case. This tells diagrams
//!   from words.
//!
//! ```
//! use tochki::{Cell, Player, Point};
//! use tochki::notation::diagram;
//!
//! let board = diagram::parse("
//!     . a .
//!     c B a
//!     . a .
//! ")?;
//! assert_eq!(board.captured_by(Player::First), 1);
//! assert_eq!(board.cell(Point::new(1, 1)), Cell::Captured(Player::Second));
//! assert_eq!(diagram::print(&board), ".0.\n0b0\n.0.\n");
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! A *cell diagram* shows the state of every cell. A text with a `0` or `1` is read as a cell diagram. [`print()`]
//! writes cell diagrams:
//!
//! | character | cell |
//! |---|---|
//! | `.` | playable |
//! | `,` `;` | playable, inside an empty base of the first, of the second player |
//! | `0` `1` | live dot of the first, of the second player |
//! | `a` `b` | captured dot of the first, of the second player |
//! | `x` | empty cell of territory: not playable |
//!
//! Both kinds may have spaces and blank lines, which mean nothing. Rows may be separated by `/` instead of line ends.

use super::BYTE_ORDER_MARK;
use crate::board::{Board, Cell, InvalidSetup};
use crate::geometry::{InvalidSize, Player, Point, Size};
use std::collections::BTreeSet;
use std::fmt;

/// Where a cell of a diagram stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPlace {
    /// The line of the text, from 1.
    pub line: usize,
    /// Number of the row of the diagram, from 1.
    pub row: usize,
    /// Number of the column of the diagram, from 1.
    pub column: usize,
}

impl fmt::Display for CellPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {} of the diagram", self.row, self.column)
    }
}

/// The reason why a text is not a diagram of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A row is longer or shorter than the first one.
    #[error("row {row} of the diagram has {found} cells, the first row has {expected}")]
    Ragged {
        /// The line of the text, from 1.
        line: usize,
        /// Number of the row, from 1.
        row: usize,
        /// Number of cells in this row.
        found: usize,
        /// Number of cells in the first row.
        expected: usize,
    },
    /// The text has no cell.
    #[error("there is no diagram: the text is empty")]
    Empty,
    /// No board has so many rows or columns.
    #[error(transparent)]
    Size(#[from] InvalidSize),
    /// A character that game diagrams, or cell diagrams, do not have.
    #[error(
        "{place}: unexpected {character:?}; a diagram with 0 or 1 has only the characters \".,;01abx\", \
         any other only letters and '.'"
    )]
    Unexpected {
        /// Where the character stands.
        place: CellPlace,
        /// The character.
        character: char,
    },
    /// A letter is missing in a game diagram, though a later letter is there.
    #[error("this is no diagram: it has the letter {last:?}, but {missing:?} is missing")]
    Gap {
        /// The first missing letter, in lower case.
        missing: char,
        /// The next letter that the diagram has, in lower case.
        last: char,
    },
    /// A dot of a game diagram is illegal, because an earlier move has captured its cell.
    #[error("{place}: the cell is captured before {letter:?} is put")]
    IllegalMove {
        /// Where the letter stands.
        place: CellPlace,
        /// The letter of the move.
        letter: char,
    },
    /// The states of the cells in a cell diagram contradict one another.
    #[error("{place}: {}", error.fault())]
    Setup {
        /// Where the cell with the contradiction stands.
        place: CellPlace,
        /// The contradiction.
        error: InvalidSetup,
    },
}

impl DiagramError {
    /// The line of the text with the error, from 1. `None` if the error concerns the whole diagram.
    pub fn line(&self) -> Option<usize> {
        match *self {
            DiagramError::Ragged { line, .. } => Some(line),
            DiagramError::Unexpected { place, .. }
            | DiagramError::IllegalMove { place, .. }
            | DiagramError::Setup { place, .. } => Some(place.line),
            DiagramError::Empty | DiagramError::Size(_) | DiagramError::Gap { .. } => None,
        }
    }
}

/// Reads a game diagram or a cell diagram. [`Board::undo`] takes back the moves of a game diagram. A cell diagram has
/// no moves. A byte order mark at the start is skipped.
///
/// # Errors
/// If the text is not a diagram, or its position is impossible.
pub fn parse(text: &str) -> Result<Board, DiagramError> {
    let rows = rows(text.trim_start_matches(BYTE_ORDER_MARK))?;
    let width = rows.first().ok_or(DiagramError::Empty)?.cells.len();
    let size = Size::new(width as u32, rows.len() as u32)?;
    if characters(&rows).any(|(_, c)| matches!(c, '0' | '1')) {
        parse_cells(size, &rows)
    } else {
        parse_game(size, &rows)
    }
}

impl fmt::Display for Board {
    /// Writes the position as a cell diagram, one row per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}

impl fmt::Debug for Board {
    /// Writes the size, and the cell diagram on one line with `/` between the rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} {})", self.size(), print_line(self))
    }
}

/// The cell diagram of a position, one row per line.
pub fn print(board: &Board) -> String {
    let size = board.size();
    let mut text = String::with_capacity((size.area() + size.height()) as usize);
    for point in size.points() {
        text.push(cell_char(board.cell(point)));
        if point.x() + 1 == size.width() {
            text.push('\n');
        }
    }
    text
}

/// The cell diagram of a position on one line. `/` separates the rows.
pub fn print_line(board: &Board) -> String {
    print(board).trim_end().replace('\n', "/")
}

/// The character of a cell in a cell diagram.
pub const fn cell_char(cell: Cell) -> char {
    match cell {
        Cell::Open => '.',
        Cell::EmptyBase(Player::First) => ',',
        Cell::EmptyBase(Player::Second) => ';',
        Cell::Live(Player::First) => '0',
        Cell::Live(Player::Second) => '1',
        Cell::Captured(Player::First) => 'a',
        Cell::Captured(Player::Second) => 'b',
        Cell::Dead => 'x',
    }
}

fn char_cell(character: char) -> Option<Cell> {
    Some(match character {
        '.' => Cell::Open,
        ',' => Cell::EmptyBase(Player::First),
        ';' => Cell::EmptyBase(Player::Second),
        '0' => Cell::Live(Player::First),
        '1' => Cell::Live(Player::Second),
        'a' => Cell::Captured(Player::First),
        'b' => Cell::Captured(Player::Second),
        'x' => Cell::Dead,
        _ => return None,
    })
}

/// A row of a diagram.
struct Row {
    /// The line of the text, from 1.
    line: usize,
    cells: Vec<char>,
}

/// Splits a text into rows. Spaces and blank lines are dropped. Rows of different lengths are an error.
fn rows(text: &str) -> Result<Vec<Row>, DiagramError> {
    let parts = (1..)
        .zip(text.split('\n'))
        .flat_map(|(line, text)| text.split('/').map(move |part| (line, part)));
    let rows: Vec<Row> = parts
        .map(|(line, part)| Row {
            line,
            cells: part.chars().filter(|c| !c.is_whitespace()).collect(),
        })
        .filter(|row| !row.cells.is_empty())
        // One row more tells that the board is too large. All rows of a long text could fill the memory.
        .take(Size::MAX_SIDE as usize + 1)
        .collect();
    let expected = rows.first().map_or(0, |row| row.cells.len());
    match rows.iter().position(|row| row.cells.len() != expected) {
        Some(row) => Err(DiagramError::Ragged {
            line: rows[row].line,
            row: row + 1,
            found: rows[row].cells.len(),
            expected,
        }),
        None => Ok(rows),
    }
}

/// All characters of a diagram with the points they stand at, row by row from the top left.
fn characters(rows: &[Row]) -> impl Iterator<Item = (Point, char)> + '_ {
    rows.iter().enumerate().flat_map(|(y, row)| {
        row.cells
            .iter()
            .enumerate()
            .map(move |(x, &c)| (Point::new(x as u32, y as u32), c))
    })
}

/// Where the cell of a point stands.
fn place(rows: &[Row], point: Point) -> CellPlace {
    let (row, column) = (point.y() as usize, point.x() as usize);
    CellPlace {
        line: rows[row].line,
        row: row + 1,
        column: column + 1,
    }
}

fn unexpected(rows: &[Row], point: Point, character: char) -> DiagramError {
    let place = place(rows, point);
    DiagramError::Unexpected { place, character }
}

fn parse_cells(size: Size, rows: &[Row]) -> Result<Board, DiagramError> {
    for (point, character) in characters(rows) {
        char_cell(character).ok_or_else(|| unexpected(rows, point, character))?;
    }
    let cell = |point: Point| {
        char_cell(rows[point.y() as usize].cells[point.x() as usize]).expect("all were looked at")
    };
    Board::from_cells(size, cell).map_err(|error| {
        let place = place(rows, error.point());
        DiagramError::Setup { place, error }
    })
}

fn parse_game(size: Size, rows: &[Row]) -> Result<Board, DiagramError> {
    let mut moves = Vec::new();
    for (point, letter) in characters(rows) {
        match letter {
            '.' => {}
            'a'..='z' => moves.push((letter, Player::First, point)),
            'A'..='Z' => moves.push((letter, Player::Second, point)),
            _ => return Err(unexpected(rows, point, letter)),
        }
    }
    let letters = moves.iter().map(|(letter, ..)| letter.to_ascii_lowercase());
    expect_no_gap(letters.collect())?;
    moves.sort_by_key(|&(letter, player, point)| (letter.to_ascii_lowercase(), player, point));
    let mut board = Board::new(size);
    for (letter, player, point) in moves {
        board.try_play(point, player).map_err(|_| {
            let place = place(rows, point);
            DiagramError::IllegalMove { place, letter }
        })?;
    }
    Ok(board)
}

/// Checks that the letters are the first ones of the alphabet. They are in lower case.
fn expect_no_gap(letters: BTreeSet<char>) -> Result<(), DiagramError> {
    let pairs = ('a'..='z').zip(&letters);
    match pairs
        .into_iter()
        .find(|(expected, letter)| expected != *letter)
    {
        Some((missing, &last)) => Err(DiagramError::Gap { missing, last }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_survive_a_round_trip() {
        for game in [
            ".a.\ncBa\n.a.",
            ".a.\na.a\n.a.",
            ".aB.\naCaB\n.aB.",
            "..c..\n.cBc.\ncBaBc\n.cBc.\n..d..",
        ] {
            let board = parse(game).unwrap();
            board.validate().unwrap();
            let again = parse(&format!("\u{feff}{board}")).unwrap();
            assert_eq!(print(&again), print(&board));
            assert_eq!(again.hash(), board.hash());
        }
    }

    #[test]
    fn the_error_for_a_wrong_character_tells_which_are_allowed() {
        assert_eq!(
            parse(".0.\n0B0\n.0.").unwrap_err().to_string(),
            "row 2, column 2 of the diagram: unexpected 'B'; a diagram with 0 or 1 has only the characters \".,;01abx\", \
             any other only letters and '.'"
        );
    }

    #[test]
    fn broken_diagrams_are_refused() {
        assert!(matches!(parse(""), Err(DiagramError::Empty)));
        assert!(matches!(
            parse("..\n."),
            Err(DiagramError::Ragged { row: 2, .. })
        ));
        let line = |text| parse(text).unwrap_err().line();
        assert_eq!(line("\n..\n\n ./.. "), Some(4));
        assert_eq!(line("\n..\n\n.?"), Some(4));
        assert_eq!(line("\n0.\n.b"), Some(3));
        assert!(matches!(
            parse("..\n.?"),
            Err(DiagramError::Unexpected {
                place: CellPlace {
                    row: 2,
                    column: 2,
                    ..
                },
                ..
            })
        ));
        // The last row is not even looked at.
        let long = format!("{}..", ".\n".repeat(63));
        assert!(matches!(parse(&long), Err(DiagramError::Size(_))));
        assert!(parse(".a.\naBa\ncaC").is_ok());
        assert!(parse(".b.\nbAb\n.b.").is_ok());
        let text = |text| parse(text).unwrap_err().to_string();
        assert_eq!(
            text("0b"),
            "row 1, column 2 of the diagram: the cell is not enclosed"
        );
        assert_eq!(
            text(".11.\n1a.1\n.11."),
            "row 2, column 3 of the diagram: the cell should be unplayable"
        );
        for (text, missing, last) in [
            ("hello world", 'a', 'd'),
            ("Hello.\nWorld.", 'a', 'd'),
            ("No.", 'a', 'n'),
            ("a.C", 'b', 'c'),
            ("z", 'a', 'z'),
        ] {
            assert_eq!(
                parse(text).unwrap_err(),
                DiagramError::Gap { missing, last },
                "{text}"
            );
        }
        assert!(parse("abcdefghijklm\nNOPQRSTUVWXYZ").is_ok());
        assert!(matches!(
            parse(".0.\n010\n.0."),
            Err(DiagramError::Setup { .. })
        ));
        assert!(matches!(
            parse(".aaa.\na.D.a\na.B.a\n.aca."),
            Err(DiagramError::IllegalMove { letter: 'D', .. })
        ));
    }
}
