//! Drawn shapes: what a picture says, and the reader of the file that holds them.

use crate::geometry::{Player, Symmetry};

/// The shapes the program comes with, as text.
const STANDARD: &str = include_str!("shapes.txt");

/// How far a picture reaches from its centre, in columns or rows.
pub(super) const REACH: i32 = 3;

/// What a picture asks of one cell. Cells it asks nothing of are left out of it.
///
/// Captured dots, dead cells and cells past the edge meet none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    /// The player whose dots the symbol allows.
    pub fn player(self) -> Option<Player> {
        match self {
            Symbol::Dot(player) | Symbol::DotOrEmpty(player) => Some(player),
            Symbol::Empty => None,
        }
    }
}

/// One cell of a picture, relative to the cell that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureCell {
    /// What must be there.
    pub symbol: Symbol,
    /// Columns to the right.
    pub dx: i32,
    /// Rows down.
    pub dy: i32,
}

/// A picture round a playable cell. Cells are sorted, dots first, since they are the rarest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    cells: Vec<PictureCell>,
}

impl Picture {
    fn new(mut cells: Vec<PictureCell>) -> Picture {
        cells.sort_unstable();
        Picture { cells }
    }

    /// The cells that something is asked of, without the centre.
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

/// A picture with a name and a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Place in the file, from 1.
    pub number: usize,
    /// What players would call it.
    pub name: String,
    /// In thousandths, from -1000 to 1000.
    pub weight: i32,
    /// As drawn in the file; `X` is the first player.
    pub picture: Picture,
}

/// Why a text is no list of shapes.
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

/// The shapes the program comes with.
pub fn standard() -> Vec<Shape> {
    parse(STANDARD).expect("the shapes compiled in are tested")
}

/// Reads shapes: blocks of lines with blank lines between them, each a name, a weight and the
/// rows of a picture. Lines that start with `#` do not count.
///
/// # Errors
/// If a block lacks a part, a picture is no picture, or one is an image of an earlier one.
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

/// Reads one block, which is not empty.
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

/// Reads the rows of a picture; `line` is where to report that a picture is missing something.
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
