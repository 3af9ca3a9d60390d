//! Shapes: pictures with a weight, and the parser of the file they are drawn in.

use crate::board::{Board, Cell};
use crate::geometry::{Player, Point, Symmetry};
use std::fmt;

/// The shapes the program comes with, as text.
const STANDARD: &str = include_str!("shapes.txt");

/// How far a picture reaches from its centre, in columns or rows.
pub const REACH: i32 = 3;

/// What a picture requires of one cell.
///
/// Captured dots, dead cells and cells off the board meet none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A live dot of the player.
    Dot(Player),
    /// A live dot of the player, or a playable cell.
    DotOrEmpty(Player),
    /// A playable cell.
    Empty,
}

impl Symbol {
    fn with_colours_exchanged(self) -> Symbol {
        match self {
            Symbol::Dot(player) => Symbol::Dot(player.opponent()),
            Symbol::DotOrEmpty(player) => Symbol::DotOrEmpty(player.opponent()),
            Symbol::Empty => Symbol::Empty,
        }
    }

    /// Whether a cell meets the requirement.
    pub fn is_met(self, cell: Cell) -> bool {
        match (self, cell) {
            (Symbol::Dot(player) | Symbol::DotOrEmpty(player), Cell::Live(owner)) => {
                owner == player
            }
            (Symbol::Empty | Symbol::DotOrEmpty(_), Cell::Free | Cell::EmptyBase(_)) => true,
            _ => false,
        }
    }

    /// Whether every cell that meets the other symbol meets this one.
    pub fn allows(self, other: Symbol) -> bool {
        let half = |player| matches!(other, Symbol::Dot(owner) if owner == player);
        self == other
            || matches!(self, Symbol::DotOrEmpty(player) if other == Symbol::Empty || half(player))
    }

    fn character(self) -> char {
        match self {
            Symbol::Dot(Player::First) => 'X',
            Symbol::Dot(Player::Second) => 'O',
            Symbol::DotOrEmpty(Player::First) => 'x',
            Symbol::DotOrEmpty(Player::Second) => 'o',
            Symbol::Empty => '.',
        }
    }

    /// The player whose dots the symbol allows.
    pub fn player(self) -> Option<Player> {
        match self {
            Symbol::Dot(player) | Symbol::DotOrEmpty(player) => Some(player),
            Symbol::Empty => None,
        }
    }
}

/// One cell of a picture, relative to the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureCell {
    /// What must be there.
    pub symbol: Symbol,
    /// Columns to the right.
    pub dx: i32,
    /// Rows down.
    pub dy: i32,
}

/// What is required of the cells round a playable cell, the centre. Cells that may be anything are left out.
/// The cells are sorted, dots first, since they are the rarest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture {
    cells: Vec<PictureCell>,
}

impl Picture {
    fn new(mut cells: Vec<PictureCell>) -> Picture {
        cells.sort_unstable();
        Picture { cells }
    }

    /// A picture of these cells. `None` if there are none, if one is the centre or farther than [`REACH`], or
    /// if two are the same.
    pub fn from_cells(cells: impl IntoIterator<Item = PictureCell>) -> Option<Picture> {
        let picture = Picture::new(cells.into_iter().collect());
        let mut places: Vec<(i32, i32)> = picture.cells.iter().map(|c| (c.dx, c.dy)).collect();
        places.sort_unstable();
        let is_apart = places.windows(2).all(|pair| pair[0] != pair[1]);
        let is_near = |&(dx, dy): &(i32, i32)| {
            let reach = -REACH..=REACH;
            (dx, dy) != (0, 0) && reach.contains(&dx) && reach.contains(&dy)
        };
        (!places.is_empty() && is_apart && places.iter().all(is_near)).then_some(picture)
    }

    /// What is required of the cell `dx` columns to the right of the centre and `dy` rows below.
    pub fn asks(&self, dx: i32, dy: i32) -> Option<Symbol> {
        let cell = self
            .cells
            .iter()
            .find(|cell| (cell.dx, cell.dy) == (dx, dy));
        cell.map(|cell| cell.symbol)
    }

    /// Whether the picture, without its symmetric images, holds round a cell. The cell itself may be anything.
    pub fn holds(&self, board: &Board, centre: Point) -> bool {
        let size = board.size();
        self.cells.iter().all(|asked| {
            let x = centre.x().checked_add_signed(asked.dx);
            let y = centre.y().checked_add_signed(asked.dy);
            let point = x.zip(y).and_then(|(x, y)| size.point(x, y));
            point.is_some_and(|point| asked.symbol.is_met(board.cell(point)))
        })
    }

    /// Whether it holds wherever the other picture does.
    pub fn is_implied_by(&self, other: &Picture) -> bool {
        self.cells.iter().all(|asked| {
            let there = other.asks(asked.dx, asked.dy);
            there.is_some_and(|there| asked.symbol.allows(there))
        })
    }

    /// The picture turned or mirrored.
    pub fn turned(&self, symmetry: Symmetry) -> Picture {
        self.image(symmetry, false)
    }

    /// The picture with the colours exchanged.
    pub fn with_colours_exchanged(&self) -> Picture {
        let mut symmetries = Symmetry::all();
        let identity = symmetries.next().expect("there are eight");
        self.image(identity, true)
    }

    /// The cells of the picture, without the centre.
    pub fn cells(&self) -> &[PictureCell] {
        &self.cells
    }

    fn image(&self, symmetry: Symmetry, exchange_colours: bool) -> Picture {
        let image = |cell: &PictureCell| {
            let (dx, dy) = symmetry.vector(cell.dx, cell.dy);
            let symbol = match exchange_colours {
                true => cell.symbol.with_colours_exchanged(),
                false => cell.symbol,
            };
            PictureCell { symbol, dx, dy }
        };
        Picture::new(self.cells.iter().map(image).collect())
    }

    /// The distinct images under rotation, mirroring and the exchange of colours: at most 16,
    /// the picture itself first.
    pub fn variants(&self) -> Vec<Picture> {
        let mut variants = Vec::with_capacity(16);
        for exchange_colours in [false, true] {
            for symmetry in Symmetry::all() {
                let image = self.image(symmetry, exchange_colours);
                if !variants.contains(&image) {
                    variants.push(image);
                }
            }
        }
        variants
    }
}

impl fmt::Display for Picture {
    /// The rows of the picture, as in the file, each with a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = |along: fn(&PictureCell) -> i32| {
            let places = self.cells.iter().map(along);
            places.fold((0, 0), |(least, most), place| {
                (least.min(place), most.max(place))
            })
        };
        let ((left, right), (top, bottom)) = (span(|cell| cell.dx), span(|cell| cell.dy));
        for dy in top..=bottom {
            let character = |dx| match (dx, dy) {
                (0, 0) => '*',
                _ => self.asks(dx, dy).map_or('?', Symbol::character),
            };
            writeln!(f, "{}", (left..=right).map(character).collect::<String>())?;
        }
        Ok(())
    }
}

/// A picture with a name and a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Place in the file, from 1.
    pub number: usize,
    /// A name that players would use.
    pub name: String,
    /// In thousandths, from -1000 to 1000.
    pub weight: i32,
    /// As drawn in the file; `X` is the first player.
    pub picture: Picture,
}

impl fmt::Display for Shape {
    /// A block of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = f64::from(self.weight) / 1000.0;
        write!(
            f,
            "name: {}\nweight: {weight:+}\n{}",
            self.name, self.picture
        )
    }
}

/// Why a text is not a list of shapes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the shapes: {problem}")]
pub struct ShapeError {
    /// Line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: ShapeProblem,
}

/// What can be wrong with a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeProblem {
    /// The first line of a shape is not `name: ...`.
    #[error("expected \"name: \" and a name")]
    NoName,
    /// The second line of a shape is not `weight: ...` with a number from -1 to 1.
    #[error("expected \"weight: \" and a number from -1 to 1")]
    NoWeight,
    /// A character is not in the alphabet.
    #[error("unexpected {0:?} in the picture")]
    UnknownSymbol(char),
    /// A row is longer or shorter than the first one.
    #[error("the rows of the picture differ in length")]
    Ragged,
    /// There is not exactly one `*`.
    #[error("the picture needs exactly one *")]
    Centre,
    /// A cell is too far from the centre.
    #[error("the picture reaches further than {REACH} cells from its centre")]
    TooFar,
    /// Every cell is `?`.
    #[error("the picture asks nothing of any cell")]
    AsksNothing,
    /// The same picture, or an image of it, was there before.
    #[error("the picture is an image of shape {0}")]
    Repeated(usize),
}

/// The standard shapes, which are compiled in.
pub fn standard() -> Vec<Shape> {
    parse(STANDARD).expect("the shapes compiled in are tested")
}

/// Reads shapes: blocks of lines with blank lines between them, each a name, a weight and the
/// rows of a picture. Lines that start with `#` are comments.
///
/// # Errors
/// If a block lacks a part, a picture is malformed, or it is a symmetric image of an earlier one.
pub fn parse(text: &str) -> Result<Vec<Shape>, ShapeError> {
    let mut shapes: Vec<Shape> = Vec::new();
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim_end()))
        .filter(|(_, line)| !line.starts_with('#'))
        .collect();
    for block in lines.split(|(_, line)| line.is_empty()) {
        let Some(&(line, _)) = block.first() else {
            continue;
        };
        let shape = parse_shape(shapes.len() + 1, block)?;
        let variants = shape.picture.variants();
        if let Some(earlier) = shapes.iter().find(|s| variants.contains(&s.picture)) {
            let problem = ShapeProblem::Repeated(earlier.number);
            return Err(ShapeError { line, problem });
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

/// Reads one non-empty block.
fn parse_shape(number: usize, block: &[(usize, &str)]) -> Result<Shape, ShapeError> {
    let error = |line: usize, problem| ShapeError { line, problem };
    let field = |index: usize, key: &str| -> Option<&str> {
        let (_, line) = block.get(index)?;
        let value = line.strip_prefix(key)?.trim();
        (!value.is_empty()).then_some(value)
    };
    let line_of = |index: usize| block[index.min(block.len() - 1)].0;
    let name = field(0, "name:").ok_or_else(|| error(line_of(0), ShapeProblem::NoName))?;
    let weight = field(1, "weight:")
        .and_then(|value| value.parse::<f64>().ok())
        .filter(|weight| (-1.0..=1.0).contains(weight))
        .ok_or_else(|| error(line_of(1), ShapeProblem::NoWeight))?;
    Ok(Shape {
        number,
        name: name.to_owned(),
        weight: (weight * 1000.0).round() as i32,
        picture: parse_picture(line_of(2), &block[2..])?,
    })
}

/// Reads the rows of a picture. `line` is reported if something is missing.
fn parse_picture(line: usize, rows: &[(usize, &str)]) -> Result<Picture, ShapeError> {
    let error = |line: usize, problem| ShapeError { line, problem };
    let width = rows.first().map_or(0, |(_, row)| row.chars().count());
    let mut centre = None;
    let mut cells = Vec::new();
    for (y, &(line, row)) in (0..).zip(rows) {
        if row.chars().count() != width {
            return Err(error(line, ShapeProblem::Ragged));
        }
        for (x, character) in (0..).zip(row.chars()) {
            let symbol = match character {
                '*' if centre.replace((x, y)).is_some() => {
                    return Err(error(line, ShapeProblem::Centre));
                }
                '*' | '?' => continue,
                '.' => Symbol::Empty,
                'X' => Symbol::Dot(Player::First),
                'O' => Symbol::Dot(Player::Second),
                'x' => Symbol::DotOrEmpty(Player::First),
                'o' => Symbol::DotOrEmpty(Player::Second),
                other => return Err(error(line, ShapeProblem::UnknownSymbol(other))),
            };
            cells.push((x, y, symbol));
        }
    }
    let (cx, cy) = centre.ok_or_else(|| error(line, ShapeProblem::Centre))?;
    let cells: Vec<PictureCell> = cells
        .into_iter()
        .map(|(x, y, symbol): (i32, i32, Symbol)| PictureCell {
            symbol,
            dx: x - cx,
            dy: y - cy,
        })
        .collect();
    let reach = |cell: &PictureCell| cell.dx.abs().max(cell.dy.abs());
    match cells.iter().map(reach).max() {
        None => Err(error(line, ShapeProblem::AsksNothing)),
        Some(far) if far > REACH => Err(error(line, ShapeProblem::TooFar)),
        Some(_) => Ok(Picture::new(cells)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_33_distinct_shapes() {
        let shapes = parse(STANDARD).unwrap();
        assert_eq!(shapes.len(), 33);
        for shape in &shapes {
            assert!([1, 2, 4, 8, 16].contains(&shape.picture.variants().len()));
        }
    }

    #[test]
    fn shapes_are_read_back() {
        let text = |shapes: &[Shape]| {
            let blocks: Vec<String> = shapes.iter().map(Shape::to_string).collect();
            blocks.join("\n")
        };
        let shapes = parse(STANDARD).unwrap();
        let again = parse(&text(&shapes)).unwrap();
        assert_eq!(again, shapes);
        for shape in &shapes {
            let cells = shape.picture.cells().iter().copied();
            assert_eq!(Picture::from_cells(cells).as_ref(), Some(&shape.picture));
        }
    }

    #[test]
    fn pictures_are_compared_cell_by_cell() {
        let picture = |rows: &str| {
            let text = format!("name: a\nweight: 0\n{rows}");
            parse(&text).unwrap()[0].picture.clone()
        };
        let special = picture("XO\n*.");
        for general in ["XO\n*.", "xO\n*.", "X?\n*?", "?o\n*x", "XO\n*o"] {
            assert!(picture(general).is_implied_by(&special), "{general}");
            let is_same = general == "XO\n*.";
            assert_eq!(special.is_implied_by(&picture(general)), is_same);
        }
        for other in ["OX\n*.", "?O\n*X", "XO\nX*", "o?\n*?", "?x\n*?"] {
            assert!(!picture(other).is_implied_by(&special), "{other}");
        }
        assert_eq!(special.with_colours_exchanged(), picture("OX\n*."));
        let cell = |dx, dy| PictureCell {
            symbol: Symbol::Empty,
            dx,
            dy,
        };
        for cells in [
            vec![],
            vec![cell(0, 0)],
            vec![cell(4, 0)],
            vec![cell(1, 1); 2],
        ] {
            assert_eq!(Picture::from_cells(cells), None);
        }
    }

    #[test]
    fn symmetric_pictures_have_fewer_variants() {
        let variants = |picture: &str| {
            let text = format!("name: a\nweight: 0\n{picture}");
            parse(&text).unwrap()[0].picture.variants().len()
        };
        assert_eq!(variants("?O?\n?*X\n??O"), 16);
        assert_eq!(variants("X*"), 8);
        assert_eq!(variants("X*X"), 4);
        assert_eq!(variants("O?X\n?*?\nX?O"), 2);
        assert_eq!(variants("?.?\n.*.\n?.?"), 1);
    }

    #[test]
    fn weights_follow_the_number_of_colours() {
        for shape in parse(STANDARD).unwrap() {
            let mentions = |player| {
                let mut cells = shape.picture.cells().iter();
                cells.any(|cell| cell.symbol.player() == Some(player))
            };
            if Player::ALL.into_iter().all(mentions) {
                assert!(shape.weight.abs() >= 100, "{}", shape.name);
            } else {
                assert!(shape.weight.abs() <= 50, "{}", shape.name);
            }
        }
    }

    #[test]
    fn broken_shapes_are_refused_with_their_line() {
        let problem = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.line, error.problem)
        };
        let picture = |rows: &str| problem(&format!("# c\n\nname: a\nweight: 0.1\n{rows}"));
        assert_eq!(problem("X*\n"), (1, ShapeProblem::NoName));
        assert_eq!(problem("name:\n"), (1, ShapeProblem::NoName));
        assert_eq!(problem("name: a\n"), (1, ShapeProblem::NoWeight));
        for weight in ["", "much", "1.1", "-2", "NaN", "inf"] {
            let text = format!("name: a\nweight: {weight}\nX*");
            assert_eq!(problem(&text), (2, ShapeProblem::NoWeight));
        }
        assert_eq!(picture(""), (4, ShapeProblem::Centre));
        assert_eq!(picture("X?"), (5, ShapeProblem::Centre));
        assert_eq!(picture("*X\nX*"), (6, ShapeProblem::Centre));
        assert_eq!(picture("*X\nX"), (6, ShapeProblem::Ragged));
        assert_eq!(picture("*Y"), (5, ShapeProblem::UnknownSymbol('Y')));
        assert_eq!(picture("*???X"), (5, ShapeProblem::TooFar));
        assert_eq!(picture("*???"), (5, ShapeProblem::AsksNothing));
        let twice = "name: b\nweight: 0\n*?\n?O";
        assert_eq!(
            picture(&format!("X?\n?*\n\n{twice}")),
            (8, ShapeProblem::Repeated(1))
        );
    }
}
