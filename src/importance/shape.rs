//! The standard shapes: small pictures of the cells round a cell, each with an importance, drawn in `shapes.txt`.

use crate::geometry::{Player, Symmetry};

/// The text of the file of the standard shapes.
const STANDARD: &str = include_str!("shapes.txt");

/// Largest distance of a cell of a picture from the cell in its centre, in columns or rows.
pub(super) const REACH: i32 = 3;

/// What a picture requires of one cell of the board. A captured dot, an empty cell of territory and a cell off the
/// board meet none of these requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// The cell holds a live dot of the player.
    Dot(Player),
    /// The cell holds a live dot of the player, or is playable.
    DotOrEmpty(Player),
    /// The cell is playable.
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
}

/// One cell of a picture, with what the picture requires of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PictureCell {
    pub(super) symbol: Symbol,
    /// Number of columns by which the cell is to the right of the centre, from -[`REACH`] to [`REACH`].
    pub(super) dx: i32,
    /// Number of rows by which the cell is below the centre, from -[`REACH`] to [`REACH`].
    pub(super) dy: i32,
}

/// A pattern of cells round a playable cell, the centre. The centre and the cells that may hold anything are not
/// listed. Required dots come first: few cells hold a dot, so a mismatch shows early.
pub(super) type ShapePicture = Vec<PictureCell>;

/// A picture, and the importance that it gives to a cell if the cells round that cell match it.
pub(super) struct Shape {
    /// The name in the file.
    pub(super) name: &'static str,
    /// The importance in thousandths, from -1000 to 1000.
    pub(super) weight: i32,
    /// The picture as drawn in the file. `X` stands for the first player.
    picture: ShapePicture,
}

impl Shape {
    /// The distinct images of the picture under rotation, mirroring and the exchange of colours: at most
    /// 16, and the picture itself first.
    pub(super) fn images(&self) -> Vec<ShapePicture> {
        let mut images = Vec::with_capacity(16);
        for exchange_colours in [false, true] {
            for symmetry in Symmetry::all() {
                let image = self.image(symmetry, exchange_colours);
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        images
    }

    fn image(&self, symmetry: Symmetry, exchange_colours: bool) -> ShapePicture {
        let image = |cell: &PictureCell| {
            let (dx, dy) = symmetry.vector(cell.dx, cell.dy);
            let symbol = match exchange_colours {
                true => cell.symbol.with_colours_exchanged(),
                false => cell.symbol,
            };
            PictureCell { symbol, dx, dy }
        };
        let mut cells: ShapePicture = self.picture.iter().map(image).collect();
        cells.sort_unstable();
        cells
    }
}

/// A shape as a person sees it, with all its images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeImages {
    /// The name in the file of shapes.
    pub name: &'static str,
    /// The importance in thousandths, from -1000 to 1000.
    pub weight: i32,
    /// The distinct images under rotation, mirroring and the exchange of colours: at most 16, and the picture itself
    /// first. Each is rows of characters in the alphabet of [`Heuristic::Shape`](super::Heuristic::Shape).
    pub images: Vec<String>,
}

/// The standard shapes with their images, in the order of the file.
pub fn shape_images() -> Vec<ShapeImages> {
    let with_images = |shape: Shape| ShapeImages {
        name: shape.name,
        weight: shape.weight,
        images: shape.images().iter().map(print).collect(),
    };
    standard().into_iter().map(with_images).collect()
}

/// The shapes of `shapes.txt`, in the order of the file.
pub(super) fn standard() -> Vec<Shape> {
    let lines = STANDARD.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&'static str> = lines.collect();
    let blocks = lines.split(|line| line.is_empty());
    blocks
        .filter(|block| !block.is_empty())
        .map(parse)
        .collect()
}

/// Reads one shape of `shapes.txt`: the lines `name: ...` and `weight: ...`, then the rows of the picture.
///
/// # Panics
/// If the lines have another form. The only such file is compiled in and tested.
fn parse(block: &[&'static str]) -> Shape {
    let weight = block[1].strip_prefix("weight: ").map(str::parse::<f64>);
    let weight = weight.expect("a weight").expect("a number");
    let cells = (0..).zip(&block[2..]).flat_map(|(y, row)| {
        let characters = (0..).zip(row.chars());
        characters.map(move |(x, character)| (x, y, character))
    });
    let centre = cells.clone().find(|&(_, _, character)| character == '*');
    let (cx, cy, _) = centre.expect("a centre");
    let mut picture: ShapePicture = cells
        .filter_map(|(x, y, character)| {
            let symbol = match character {
                'X' => Symbol::Dot(Player::First),
                'O' => Symbol::Dot(Player::Second),
                'x' => Symbol::DotOrEmpty(Player::First),
                'o' => Symbol::DotOrEmpty(Player::Second),
                '.' => Symbol::Empty,
                _ => return None,
            };
            let (dx, dy) = (x - cx, y - cy);
            Some(PictureCell { symbol, dx, dy })
        })
        .collect();
    picture.sort_unstable();
    Shape {
        name: block[0].strip_prefix("name: ").expect("a name"),
        weight: (weight * 1000.0).round() as i32,
        picture,
    }
}

/// A picture as rows of characters, in the alphabet of the file. The rows are as long as the picture is wide.
pub(super) fn print(picture: &ShapePicture) -> String {
    let required = |dx, dy| {
        let cell = picture.iter().find(|cell| (cell.dx, cell.dy) == (dx, dy));
        match cell.map(|cell| cell.symbol) {
            None if (dx, dy) == (0, 0) => '*',
            None => '?',
            Some(Symbol::Dot(Player::First)) => 'X',
            Some(Symbol::Dot(Player::Second)) => 'O',
            Some(Symbol::DotOrEmpty(Player::First)) => 'x',
            Some(Symbol::DotOrEmpty(Player::Second)) => 'o',
            Some(Symbol::Empty) => '.',
        }
    };
    let reach = |offset: fn(&PictureCell) -> i32| {
        let offsets = picture.iter().map(offset);
        let (least, greatest) = (offsets.clone().min(), offsets.max());
        least.unwrap_or(0).min(0)..=greatest.unwrap_or(0).max(0)
    };
    let rows = reach(|cell| cell.dy).map(|dy| {
        let row: String = reach(|cell| cell.dx).map(|dx| required(dx, dy)).collect();
        row + "\n"
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_33_distinct_shapes() {
        let shapes = standard();
        assert_eq!(shapes.len(), 33);
        for (number, shape) in (1..).zip(&shapes) {
            let images = shape.images();
            assert!([1, 2, 4, 8, 16].contains(&images.len()), "shape {number}");
            let earlier = &shapes[..number - 1];
            let is_new = earlier.iter().all(|other| !images.contains(&other.picture));
            assert!(is_new, "shape {number} is an image of an earlier one");
            let is_near = |cell: &PictureCell| cell.dx.abs().max(cell.dy.abs()) <= REACH;
            assert!(shape.picture.iter().all(is_near), "shape {number}");
            assert!(shape.weight.abs() <= 1000, "shape {number}");
        }
    }

    #[test]
    fn the_file_has_only_rows_of_equal_length_and_known_symbols() {
        let lines = STANDARD.lines().filter(|line| !line.starts_with('#'));
        let lines: Vec<&str> = lines.collect();
        for block in lines
            .split(|line| line.is_empty())
            .filter(|b| !b.is_empty())
        {
            assert!(block[0].starts_with("name: "), "{block:?}");
            let rows = &block[2..];
            assert!(rows.iter().all(|row| row.len() == rows[0].len()));
            let is_known = |symbol| "*.XOxo?".contains(symbol);
            assert!(rows.iter().all(|row| row.chars().all(is_known)));
            assert_eq!(rows.concat().matches('*').count(), 1, "{block:?}");
        }
    }

    #[test]
    fn symmetric_pictures_have_fewer_images() {
        let images = |rows: &[&'static str]| {
            let block = [&["name: a", "weight: 0"], rows].concat();
            parse(&block).images().len()
        };
        assert_eq!(images(&["?O?", "?*X", "??O"]), 16);
        assert_eq!(images(&["X*"]), 8);
        assert_eq!(images(&["X*X"]), 4);
        assert_eq!(images(&["O?X", "?*?", "X?O"]), 2);
        assert_eq!(images(&["?.?", ".*.", "?.?"]), 1);
    }

    #[test]
    fn shapes_of_both_colours_weigh_more_than_shapes_of_one() {
        for (number, shape) in (1..).zip(standard()) {
            let mentions = |player| {
                shape.picture.iter().any(|cell| {
                    cell.symbol == Symbol::Dot(player) || cell.symbol == Symbol::DotOrEmpty(player)
                })
            };
            match Player::ALL.into_iter().all(mentions) {
                true => assert!(shape.weight.abs() >= 100, "shape {number}"),
                false => assert!(shape.weight.abs() <= 50, "shape {number}"),
            }
        }
    }
}
