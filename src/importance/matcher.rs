//! Matches pictures on whole rows of cells at once.
//!
//! Each symbol of pictures has a plane of bits: the cells that meet it. There are seven copies of each
//! plane, shifted by -3 to 3 columns. To match a picture on a row of cells, one word for each cell of the
//! picture is and-ed.

use super::shape::{Picture, PictureCell, REACH, Shape, Symbol};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// Rows that are matched together.
const BLOCK: usize = 16;
const SYMBOLS: usize = 5;
const SHIFTS: usize = 2 * REACH as usize + 1;
/// Words a plane: the rows of a bitboard, and room for the reach of a picture above and below.
const ROWS: usize = 64 + 2 * REACH as usize;

/// One image of a shape, prepared for matching.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// Index into the shapes it was made from.
    pub(super) shape: usize,
    /// Number among the images of its shape, from 0.
    pub(super) number: usize,
    pub(super) weight: i32,
    /// For each cell of the picture, the index of its word for cells of row 0.
    words: Vec<usize>,
}

/// All variants of the shapes, the heaviest first.
pub(super) fn compile(shapes: &[Shape]) -> Vec<Variant> {
    let mut variants = Vec::new();
    for (shape, drawn) in shapes.iter().enumerate() {
        for (number, picture) in drawn.picture.variants().iter().enumerate() {
            variants.push(Variant {
                shape,
                number,
                weight: drawn.weight,
                words: picture.cells().iter().map(word_of).collect(),
            });
        }
    }
    variants.sort_by_key(|variant| -variant.weight);
    variants
}

/// Index of the word that tells of a picture cell for the cells of row 0.
fn word_of(cell: &PictureCell) -> usize {
    let plane = match cell.symbol {
        Symbol::Dot(player) => player.index(),
        Symbol::DotOrEmpty(player) => 2 + player.index(),
        Symbol::Empty => 4,
    };
    (plane * SHIFTS + (cell.dx + REACH) as usize) * ROWS + (cell.dy + REACH) as usize
}

/// The planes of a position.
pub(super) struct Planes {
    words: Vec<u64>,
}

impl Planes {
    pub(super) fn new(board: &Board) -> Planes {
        let mut words = vec![0; SYMBOLS * SHIFTS * ROWS];
        let [first, second] = Player::ALL.map(|player| board.live(player).rows());
        let free = board.free().rows();
        let bottom = board.size().height() as usize;
        for (shift, dx) in (-REACH..=REACH).enumerate() {
            // Bit c of the word is about column c + dx.
            let shifted = |word: u64| match dx {
                0.. => word >> dx,
                _ => word << -dx,
            };
            for row in 1..=bottom {
                let dots = [shifted(first[row]), shifted(second[row])];
                let empty = shifted(free[row]);
                let asked = [dots[0], dots[1], dots[0] | empty, dots[1] | empty, empty];
                for (plane, word) in asked.into_iter().enumerate() {
                    words[(plane * SHIFTS + shift) * ROWS + row + REACH as usize] = word;
                }
            }
        }
        Planes { words }
    }

    /// Whether the variant holds at the cell, whatever is on the cell itself.
    pub(super) fn holds(&self, variant: &Variant, point: Point) -> bool {
        let bit = 1 << point.column();
        let mut words = variant.words.iter();
        words.all(|word| self.words[word + point.row()] & bit != 0)
    }

    /// Calls `found` with each of the cells where a variant holds, and with the weight of the first variant
    /// that holds there.
    pub(super) fn first_matches(
        &self,
        variants: &[Variant],
        cells: &Bitboard,
        mut found: impl FnMut(Point, i32),
    ) {
        for (block, rows) in cells.rows().chunks_exact(BLOCK).enumerate() {
            let top = block * BLOCK;
            let mut left = [0; BLOCK];
            left.copy_from_slice(rows);
            for variant in variants {
                if left == [0; BLOCK] {
                    break;
                }
                let hits = self.block(variant, top, left);
                for (row, &hits) in hits.iter().enumerate() {
                    left[row] &= !hits;
                    let mut rest = hits;
                    while rest != 0 {
                        let column = rest.trailing_zeros() as usize;
                        found(Point::from_index((top + row) << 6 | column), variant.weight);
                        rest &= rest - 1;
                    }
                }
            }
        }
    }

    /// Those of the cells where a variant holds.
    pub(super) fn places(&self, variant: &Variant, cells: &Bitboard) -> Bitboard {
        let mut places = Bitboard::EMPTY;
        for (block, rows) in cells.rows().chunks_exact(BLOCK).enumerate() {
            let top = block * BLOCK;
            let mut left = [0; BLOCK];
            left.copy_from_slice(rows);
            if left != [0; BLOCK] {
                let hits = self.block(variant, top, left);
                places.rows_mut()[top..][..BLOCK].copy_from_slice(&hits);
            }
        }
        places
    }

    /// The cells of a block of rows where the variant holds.
    #[inline]
    fn block(&self, variant: &Variant, top: usize, cells: [u64; BLOCK]) -> [u64; BLOCK] {
        let mut hits = cells;
        for word in &variant.words {
            let words = &self.words[word + top..][..BLOCK];
            let mut any = 0;
            for (hits, word) in hits.iter_mut().zip(words) {
                *hits &= word;
                any |= *hits;
            }
            if any == 0 {
                break;
            }
        }
        hits
    }
}

/// Pictures prepared for matching, without their symmetric images.
pub struct Pictures(Vec<Variant>);

impl Pictures {
    /// Prepares pictures.
    pub fn new<'a>(pictures: impl IntoIterator<Item = &'a Picture>) -> Pictures {
        let words = |picture: &Picture| picture.cells().iter().map(word_of).collect();
        let variant = |picture| Variant {
            shape: 0,
            number: 0,
            weight: 0,
            words: words(picture),
        };
        Pictures(pictures.into_iter().map(variant).collect())
    }

    /// For each picture, the playable cells at which it holds.
    pub fn places(&self, board: &Board) -> Vec<Bitboard> {
        let planes = Planes::new(board);
        let places = |variant| planes.places(variant, board.free());
        self.0.iter().map(places).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::importance::shape;
    use crate::notation::diagram;

    #[test]
    fn a_picture_is_found_where_it_holds_cell_by_cell() {
        let text = "0...1..\n.1.....\n.......\n.01....\n..0.1..\n.......\n1..0..1";
        let board = diagram::parse(text).unwrap();
        let shapes = shape::standard();
        let images = shapes.iter().flat_map(|shape| shape.picture.variants());
        let pictures: Vec<Picture> = images.collect();
        let found = Pictures::new(&pictures).places(&board);
        let mut count = 0;
        for (picture, found) in pictures.iter().zip(&found) {
            let slowly = |point: &Point| board.is_legal(*point) && picture.holds(&board, *point);
            let expected: Bitboard = board.size().points().filter(slowly).collect();
            assert_eq!(*found, expected, "{picture}");
            count += found.len();
        }
        assert!(count > 0);
    }
}
