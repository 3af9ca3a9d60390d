//! Finds the cells at which shapes match, for whole rows of cells at once.
//!
//! A shape is a picture of the cells round a cell; each of its cells requires a symbol, such as a dot of the first
//! player or an empty cell. Each symbol has a plane: one bit for every cell of the board, set if that cell meets the
//! symbol. Each plane has seven copies, shifted by -3 to 3 columns. A picture is matched on a whole row of cells by the
//! bitwise *and* of one word for each cell of the picture.

use super::shape::{self, PictureCell, REACH, Shape, ShapePicture, Symbol};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, bits};
use std::cmp::Reverse;

/// Number of rows of the board that are matched together.
const BLOCK: usize = 16;
/// Number of planes: a dot, or a dot or empty, for each player, and empty.
const SYMBOLS: usize = 5;
/// Number of shifted copies of a plane.
const SHIFTS: usize = 2 * REACH as usize + 1;
/// Number of words of a plane: the rows of a bitboard, and [`REACH`] rows above and below.
const ROWS: usize = 64 + 2 * REACH as usize;

/// One image of a shape under a rotation, a reflection or the exchange of colours, prepared for matching.
#[derive(Clone, Debug)]
pub(super) struct PreparedImage {
    /// The weight of the shape, in thousandths.
    weight: i32,
    /// For each cell of the picture, the index of its word in [`Planes`] for a centre in row 0, as [`word_of`] gives
    /// it.
    words: Vec<usize>,
}

impl PreparedImage {
    pub(super) fn new(weight: i32, picture: &ShapePicture) -> PreparedImage {
        PreparedImage {
            weight,
            words: picture.iter().map(word_of).collect(),
        }
    }

    /// A key that sorts images with a greater weight first.
    pub(super) fn falling_weight(&self) -> Reverse<i32> {
        Reverse(self.weight)
    }
}

/// The images of each standard shape, in the order of the file.
pub(super) fn prepared_shapes() -> Vec<Vec<PreparedImage>> {
    let prepared = |shape: &Shape| {
        let images = shape.images();
        let prepare = |image| PreparedImage::new(shape.weight, image);
        images.iter().map(prepare).collect()
    };
    shape::standard().iter().map(prepared).collect()
}

/// Index in [`Planes`] of the word for one cell of a picture whose centre is in row 0. Bit `c` of that word is set if
/// the board meets the symbol of the cell when the centre is in column `c`. For a centre in row `n` the index is `n`
/// higher.
fn word_of(cell: &PictureCell) -> usize {
    let plane = match cell.symbol {
        Symbol::Dot(player) => player.index(),
        Symbol::DotOrEmpty(player) => 2 + player.index(),
        Symbol::Empty => 4,
    };
    (plane * SHIFTS + (cell.dx + REACH) as usize) * ROWS + (cell.dy + REACH) as usize
}

/// The planes of all symbols in one position, each in [`SHIFTS`] shifted copies. The word of a row of the board is at
/// the index `(symbol * SHIFTS + shift) * ROWS + row + REACH`.
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

    /// Calls `found` with every cell of `cells` at which an image matches, and with the weight of the first matching
    /// image in the order of `images`. `found` is not called for cells at which none matches.
    pub(super) fn first_matches(
        &self,
        images: &[PreparedImage],
        cells: &Bitboard,
        mut found: impl FnMut(Point, i32),
    ) {
        for (block, rows) in cells.rows().chunks_exact(BLOCK).enumerate() {
            let top = block * BLOCK;
            let mut left = [0; BLOCK];
            left.copy_from_slice(rows);
            for image in images {
                if left == [0; BLOCK] {
                    break;
                }
                let hits = self.block(image, top, left);
                for (row, &hits) in hits.iter().enumerate() {
                    left[row] &= !hits;
                    for column in bits(hits) {
                        found(Point::from_index((top + row) << 6 | column), image.weight);
                    }
                }
            }
        }
    }

    /// The cells among `cells` at which the image matches. Argument and result have one word for each of [`BLOCK`]
    /// rows, of which the first is row `top` of the bitboard. Bit `c` stands for column `c`.
    #[inline]
    fn block(&self, image: &PreparedImage, top: usize, cells: [u64; BLOCK]) -> [u64; BLOCK] {
        let mut hits = cells;
        for word in &image.words {
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
