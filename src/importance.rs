//! How important a cell looks, before any search.
//!
//! The importance of a playable cell depends on the dots round it, and not on whose turn it is. Three
//! things give it:
//!
//! * 33 [shapes](shape::Shape), drawn in `importance/shapes.txt`, matched under rotation,
//!   mirroring and the exchange of colours;
//! * the [angle](AngleKind) heuristic;
//! * as an option, nearness to the last two moves.
//!
//! Of all shapes and angles that match, only the greatest weight counts. If nothing matches, the
//! importance is 0. Nearness is added to that.
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
mod matcher;
mod nearness;
mod range;
pub mod shape;

pub use angle::AngleKind;
pub use matcher::Pictures;
pub use range::play_range;
pub use shape::Shape;

use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use matcher::{Planes, Variant};

/// Which parts the importance of a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportanceOptions {
    /// Rows and columns that the [play range](play_range) adds round the dots: 1 or 2.
    pub margin: u32,
    /// Whether shapes are matched.
    pub shapes: bool,
    /// Whether angles are looked for.
    pub angles: bool,
    /// Whether cells near the last two moves gain importance. The article has no such term.
    pub nearness: bool,
}

impl Default for ImportanceOptions {
    /// The method of the article: margin 1, shapes and angles, no nearness.
    fn default() -> ImportanceOptions {
        ImportanceOptions {
            margin: 1,
            shapes: true,
            angles: true,
            nearness: false,
        }
    }
}

/// Something that matched at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match<'a> {
    /// In thousandths, from -1000 to 1000.
    pub weight: i32,
    /// What it is.
    pub source: Source<'a>,
}

/// What can match at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A drawn shape.
    Shape {
        /// The shape.
        shape: &'a Shape,
        /// Which of the [variants](shape::Picture::variants) of its picture, from 0.
        variant: usize,
    },
    /// A right angle of dots of one player.
    Angle {
        /// Straight or diagonal.
        kind: AngleKind,
        /// Sum of the distances of the two dots, in steps.
        steps: u32,
    },
}

/// Computes the importance of cells.
#[derive(Clone, Debug)]
pub struct Importance {
    options: ImportanceOptions,
    shapes: Vec<Shape>,
    variants: Vec<Variant>,
}

impl Importance {
    /// No importance is above this, and none is below its negative.
    pub const LARGEST: i32 = 1000 + nearness::LARGEST;

    /// An instance with the standard shapes.
    pub fn new(options: ImportanceOptions) -> Importance {
        Importance::with_shapes(options, &[])
    }

    /// An instance with more shapes after the standard ones. Shapes are numbered from 1.
    pub fn with_shapes(options: ImportanceOptions, more: &[Shape]) -> Importance {
        let mut shapes = match options.shapes {
            true => [&shape::standard(), more].concat(),
            false => Vec::new(),
        };
        for (number, shape) in (1..).zip(&mut shapes) {
            shape.number = number;
        }
        Importance {
            options,
            variants: matcher::compile(&shapes),
            shapes,
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> ImportanceOptions {
        self.options
    }

    /// The shapes that are matched, in the order of their numbers.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The importance of every playable cell of the play range, row by row.
    pub fn map(&self, board: &Board) -> Vec<(Point, i32)> {
        let cells = play_range(board, self.options.margin) & *board.free();
        self.map_cells(board, &cells)
    }

    /// The importance of one cell, in the play range or not; 0 if it cannot be played.
    pub fn of(&self, board: &Board, point: Point) -> i32 {
        let cells = [point].into_iter().collect::<Bitboard>() & *board.free();
        let values = self.map_cells(board, &cells);
        values.first().map_or(0, |&(_, importance)| importance)
    }

    /// The importance of each of the cells, which must be playable.
    fn map_cells(&self, board: &Board, cells: &Bitboard) -> Vec<(Point, i32)> {
        let mut values = vec![0; Point::COUNT];
        if self.options.shapes {
            Planes::new(board).first_matches(&self.variants, cells, |point, weight| {
                values[point.index()] = weight;
            });
        }
        self.for_each_angle(board, cells, |point, weight, _| {
            let value = &mut values[point.index()];
            *value = weight.max(*value);
        });
        if self.options.nearness {
            for point in cells {
                values[point.index()] += nearness::of(board, point);
            }
        }
        let value = |point: Point| (point, values[point.index()]);
        cells.iter().map(value).collect()
    }

    fn for_each_angle(
        &self,
        board: &Board,
        cells: &Bitboard,
        mut found: impl FnMut(Point, i32, Source<'static>),
    ) {
        if !self.options.angles {
            return;
        }
        for kind in AngleKind::ALL {
            angle::for_each(board, cells, kind, |point, steps| {
                let source = Source::Angle { kind, steps };
                found(point, angle::weight(kind, steps), source);
            });
        }
    }

    /// Everything that matches at the cell, the heaviest first. It is empty if the cell cannot be played.
    /// Of several angles of one kind only the nearest is included.
    pub fn matches(&self, board: &Board, point: Point) -> Vec<Match<'_>> {
        if !board.is_legal(point) {
            return Vec::new();
        }
        let planes = Planes::new(board);
        let shapes = self.variants.iter().filter(|v| planes.holds(v, point));
        let mut matches: Vec<Match> = shapes
            .map(|variant| Match {
                weight: variant.weight,
                source: Source::Shape {
                    shape: &self.shapes[variant.shape],
                    variant: variant.number,
                },
            })
            .collect();
        let cell = [point].into_iter().collect();
        self.for_each_angle(board, &cell, |_, weight, source| {
            matches.push(Match { weight, source });
        });
        matches.sort_by_key(|found| -found.weight);
        matches
    }
}

impl Default for Importance {
    fn default() -> Importance {
        Importance::new(ImportanceOptions::default())
    }
}
