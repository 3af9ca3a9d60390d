//! How important a cell looks, before any search.
//!
//! The importance of a playable cell is a number in thousandths. It depends on the dots round the cell,
//! and is the same whoever moves. It comes from three sources:
//!
//! * *shapes*: small pictures with a weight, drawn in `importance/shapes.txt`. They match under rotation,
//!   mirroring and the exchange of colours;
//! * the *angle* heuristic: cells at which two walls of one player would meet (`importance/angle.rs`);
//! * as an option, *nearness* to the last two moves.
//!
//! The greatest weight of all shapes and angles that match is the importance, or 0 if none matches. Nearness
//! is then added.
//!
//! ```
//! use tochki::importance::Importance;
//! use tochki::{Point, notation::diagram};
//!
//! let board = diagram::parse("
//!     . . . . .
//!     . . 1 . .
//!     . 0 . 0 .
//!     . . 1 . .
//!     . . . . .
//! ")?;
//! let importance = Importance::default();
//! assert_eq!(importance.of(&board, Point::new(2, 2)), 810);
//! let best = importance.map(&board).into_iter().max_by_key(|&(_, value)| value);
//! assert_eq!(best, Some((Point::new(2, 2), 810)));
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002): the idea, the alphabet
//! of the shapes, the maximum and the angle heuristic. The shapes and weights are our own.

mod angle;
mod explain;
mod matcher;
mod nearness;
mod range;
mod shape;

pub use explain::{Explanation, Heuristic, Reason};
pub use range::play_range;
pub use shape::{ShapeImages, shape_images};

use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use angle::AngleKind;
use matcher::{Planes, PreparedImage};

/// The options of [`Importance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportanceOptions {
    /// The virtual margin: number of rows and columns by which the [play range](play_range) goes beyond the outermost
    /// dots on each side. The article uses 1 or 2.
    pub margin: u32,
    /// Whether a cell gains importance if it is at most four king's steps from one of the last two moves, whoever made
    /// them. The article has no such rule.
    pub nearness: bool,
    /// Whether the shapes count.
    pub shapes: bool,
    /// Whether the angles count.
    pub angles: bool,
    /// Whether the weights of all shapes and angles that match are added up, each shape once and each kind of angle
    /// once. If it is off, the greatest weight counts. The article rejects the sum. A sum beyond 1000 thousandths
    /// counts as 1000, and one below -1000 as -1000.
    pub sum: bool,
}

impl Default for ImportanceOptions {
    /// The method of the article: margin 1, the greatest weight of shapes and angles, and no nearness.
    fn default() -> ImportanceOptions {
        ImportanceOptions {
            margin: 1,
            nearness: false,
            shapes: true,
            angles: true,
            sum: false,
        }
    }
}

/// Computes the importance of cells. Creating a value prepares all rotated, mirrored and recoloured images of the
/// shapes, so use one value for many positions.
#[derive(Clone, Debug)]
pub struct Importance {
    options: ImportanceOptions,
    /// Lists of images. Of each list the first image that matches counts. For the greatest weight there is one list with
    /// the images of all shapes, and for the sum a list for each shape.
    alternatives: Vec<Vec<PreparedImage>>,
}

impl Importance {
    /// Upper bound of the absolute value of an importance, in thousandths.
    pub const LARGEST: i32 = Importance::LARGEST_WEIGHT + nearness::LARGEST;
    /// Upper bound of the absolute value that shapes and angles give, in thousandths.
    const LARGEST_WEIGHT: i32 = 1000;

    /// Prepares the standard shapes for these options.
    pub fn new(options: ImportanceOptions) -> Importance {
        let mut alternatives = matcher::prepared_shapes();
        if !options.shapes {
            alternatives.clear();
        } else if !options.sum {
            let mut all = alternatives.concat();
            all.sort_by_key(PreparedImage::falling_weight);
            alternatives = vec![all];
        }
        Importance {
            options,
            alternatives,
        }
    }

    /// The importance of every playable cell in the [play range](play_range), in thousandths, row by row. The list is
    /// empty if the range has no playable cell. Importance can be negative.
    pub fn map(&self, board: &Board) -> Vec<(Point, i32)> {
        let cells = play_range(board, self.options.margin) & *board.free();
        self.map_cells(board, &cells)
    }

    /// The importance of one cell, in thousandths; it can be negative. The cell may lie outside of the play range. The
    /// result is 0 if no dot can be put on the cell.
    pub fn of(&self, board: &Board, point: Point) -> i32 {
        let cells = [point].into_iter().collect::<Bitboard>() & *board.free();
        let values = self.map_cells(board, &cells);
        values.first().map_or(0, |&(_, importance)| importance)
    }

    /// The importance of each cell of `cells` in thousandths, row by row. All of them must be playable.
    fn map_cells(&self, board: &Board, cells: &Bitboard) -> Vec<(Point, i32)> {
        let mut values = vec![0; Point::COUNT];
        let planes = Planes::new(board);
        for images in &self.alternatives {
            planes.first_matches(images, cells, |point, weight| {
                values[point.index()] += weight;
            });
        }
        if self.options.angles {
            for kind in AngleKind::ALL {
                angle::for_each(board, cells, kind, |point, steps| {
                    let (value, weight) = (&mut values[point.index()], angle::weight(kind, steps));
                    *value = match self.options.sum {
                        true => *value + weight,
                        false => weight.max(*value),
                    };
                });
            }
        }
        if self.options.sum {
            for point in cells {
                values[point.index()] = within_bounds(values[point.index()]);
            }
        }
        if self.options.nearness {
            for point in cells {
                values[point.index()] += nearness::of(board, point);
            }
        }
        let value = |point: Point| (point, values[point.index()]);
        cells.iter().map(value).collect()
    }
}

/// A sum of weights, cut off at the greatest and the least weight that shapes and angles may give.
fn within_bounds(sum: i32) -> i32 {
    sum.clamp(-Importance::LARGEST_WEIGHT, Importance::LARGEST_WEIGHT)
}

impl Default for Importance {
    fn default() -> Importance {
        Importance::new(ImportanceOptions::default())
    }
}
