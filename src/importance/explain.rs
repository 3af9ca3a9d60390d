//! Why a cell looks important: the heuristics that match there.

use super::angle::{self, AngleKind};
use super::matcher::{Planes, PreparedImage};
use super::shape::{self, ShapePicture};
use super::{Importance, nearness, within_bounds};
use crate::board::Board;
use crate::geometry::{Bitboard, Point};

/// The heuristics that match at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The shapes and angles that match, those with the greatest weight first.
    pub reasons: Vec<Reason>,
    /// Whether all reasons count, by their sum. If not, only the first one counts.
    pub is_sum: bool,
    /// The importance added for nearness to the last two moves, in thousandths.
    pub nearness: i32,
}

impl Explanation {
    /// The importance of the cell, in thousandths.
    pub fn importance(&self) -> i32 {
        let mut weights = self.reasons.iter().map(|reason| reason.weight);
        self.nearness
            + match self.is_sum {
                true => within_bounds(weights.sum()),
                false => weights.next().unwrap_or(0),
            }
    }
}

/// A heuristic that matches at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The heuristic that matches.
    pub heuristic: Heuristic,
    /// The importance that it gives, in thousandths. It can be negative.
    pub weight: i32,
}

/// A heuristic that can match at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// A shape.
    Shape {
        /// Its number in the file of shapes, from 1.
        number: usize,
        /// Its name there.
        name: &'static str,
        /// Its picture, turned, mirrored and coloured as it matches here. `*` is the cell, `.` a playable cell, `X` and
        /// `O` are dots of the first and the second player, `x` and `o` dots or playable cells, `?` is anything.
        picture: String,
    },
    /// Two dots of one player at a right angle.
    Angle {
        /// Whether the dots are seen along the diagonals, and not along row and column.
        diagonal: bool,
        /// The sum of their distances from the cell.
        steps: u32,
    },
}

impl Importance {
    /// Why the cell has its importance. `None` if no dot can be put on the cell.
    pub fn explain(&self, board: &Board, point: Point) -> Option<Explanation> {
        if !board.free().contains(point) {
            return None;
        }
        let cell: Bitboard = [point].into_iter().collect();
        let mut reasons = Vec::new();
        if self.options.shapes {
            reasons.extend(shapes(board, &cell));
        }
        if self.options.angles {
            reasons.extend(angles(board, &cell));
        }
        reasons.sort_by_key(|reason| -reason.weight);
        let nearness = match self.options.nearness {
            true => nearness::of(board, point),
            false => 0,
        };
        Some(Explanation {
            reasons,
            is_sum: self.options.sum,
            nearness,
        })
    }
}

/// The shapes that match at a cell, each once, in the order of the file.
fn shapes(board: &Board, cell: &Bitboard) -> Vec<Reason> {
    let planes = Planes::new(board);
    let matches = |weight, picture: &ShapePicture| {
        let mut found = false;
        let image = [PreparedImage::new(weight, picture)];
        planes.first_matches(&image, cell, |_, _| found = true);
        found
    };
    let mut reasons = Vec::new();
    for (shape, number) in shape::standard().into_iter().zip(1..) {
        let (name, weight) = (shape.name, shape.weight);
        let mut images = shape.images().into_iter();
        if let Some(picture) = images.find(|picture| matches(weight, picture)) {
            let picture = shape::print(&picture);
            reasons.push(Reason {
                heuristic: Heuristic::Shape {
                    number,
                    name,
                    picture,
                },
                weight,
            });
        }
    }
    reasons
}

/// The angles that match at a cell.
fn angles(board: &Board, cell: &Bitboard) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for kind in AngleKind::ALL {
        angle::for_each(board, cell, kind, |_, steps| {
            reasons.push(Reason {
                heuristic: Heuristic::Angle {
                    diagonal: matches!(kind, AngleKind::Diagonal),
                    steps,
                },
                weight: angle::weight(kind, steps),
            });
        });
    }
    reasons
}
