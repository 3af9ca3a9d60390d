//! How important a cell looks, before any search.
//!
//! The importance of a playable cell depends on the dots round it alone: not on the depth of a
//! search and not on whose turn it is. Three things give it:
//!
//! * 33 [shapes](shape::Shape), drawn in `importance/shapes.txt`, matched under rotation,
//!   mirroring and the exchange of colours;
//! * the [angle](Lines) heuristic;
//! * as an option, nearness to the last two moves.
//!
//! Of all shapes and angles that match, the heaviest counts, never the sum; a negative weight
//! counts only where nothing positive matches; where nothing matches the importance is 0. Nearness
//! is added to that.
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
mod places;
mod range;
pub mod shape;

pub use angle::Lines;
pub use places::Pictures;
pub use range::play_range;
pub use shape::Shape;

use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use matcher::{Planes, Variant};
use nearness::Nearness;

/// What goes into the importance of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rows and columns that the [play range](play_range) adds round the dots: 1 or 2.
    pub margin: u32,
    /// Whether shapes are matched.
    pub shapes: bool,
    /// Whether angles are looked for.
    pub angles: bool,
    /// Whether cells near the last two moves gain. The article knows nothing of it.
    pub nearness: bool,
}

impl Default for Options {
    /// The method of the article: margin 1, shapes and angles, no nearness.
    fn default() -> Options {
        Options {
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
        /// Along which lines.
        lines: Lines,
        /// Distances of the two dots in steps, added together.
        steps: u32,
    },
}

/// The judge of cells: the shapes, made ready for matching.
#[derive(Clone, Debug)]
pub struct Importance {
    options: Options,
    shapes: Vec<Shape>,
    variants: Vec<Variant>,
}

impl Importance {
    /// No importance is above this, and none is below its negative.
    pub const LARGEST: i32 = 1000 + nearness::LARGEST;

    /// A judge with the standard shapes.
    pub fn new(options: Options) -> Importance {
        Importance::with_shapes(options, &[])
    }

    /// A judge with these shapes after the standard ones; their numbers go on from those.
    pub fn with_shapes(options: Options, more: &[Shape]) -> Importance {
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

    /// What was asked for.
    pub fn options(&self) -> Options {
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
            let nearness = Nearness::new(board);
            for point in cells.iter() {
                values[point.index()] += nearness.of(point);
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
        for lines in Lines::ALL {
            angle::for_each(board, cells, lines, |point, steps| {
                let source = Source::Angle { lines, steps };
                found(point, angle::weight(lines, steps), source);
            });
        }
    }

    /// What gives the cell its importance, nearness aside: the heaviest match.
    pub fn explain(&self, board: &Board, point: Point) -> Option<Match<'_>> {
        self.matches(board, point).into_iter().next()
    }

    /// Everything that matches at the cell, the heaviest first; nothing if it cannot be played.
    /// Of two angles along the same kind of lines only the nearer is named.
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
        Importance::new(Options::default())
    }
}
