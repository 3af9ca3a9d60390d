//! Why a cell looks important: the heuristics that hold there, found without the planes of the matcher.

use super::angle::{self, AngleKind};
use super::shape::{self, PictureCell, Symbol};
use super::{Importance, nearness};
use crate::board::Board;
use crate::geometry::{Bitboard, Point};

/// The heuristics that hold at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The shapes and angles that hold, those with the greatest weight first. Only the first one counts.
    pub reasons: Vec<Reason>,
    /// The importance added for nearness to the last two moves, in thousandths.
    pub nearness: i32,
}

impl Explanation {
    /// The importance of the cell, in thousandths.
    pub fn importance(&self) -> i32 {
        self.nearness + self.reasons.first().map_or(0, |reason| reason.weight)
    }
}

/// A heuristic that holds at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What holds.
    pub heuristic: Heuristic,
    /// The importance that it gives, in thousandths. It can be negative.
    pub weight: i32,
}

/// What can hold at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// A shape.
    Shape {
        /// Its number in the file of shapes, from 1.
        number: usize,
        /// Its name there.
        name: &'static str,
        /// Its picture, turned, mirrored and coloured as it holds here. `*` is the cell, `.` a playable cell, `X` and
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
        let mut reasons: Vec<Reason> = shapes(board, point).chain(angles(board, point)).collect();
        reasons.sort_by_key(|reason| -reason.weight);
        let nearness = match self.options.nearness {
            true => nearness::of(board, point),
            false => 0,
        };
        Some(Explanation { reasons, nearness })
    }
}

/// The shapes that hold at a cell, each once, in the order of the file.
fn shapes(board: &Board, point: Point) -> impl Iterator<Item = Reason> + '_ {
    let shapes = shape::standard().into_iter().zip(1..);
    shapes.filter_map(move |(shape, number)| {
        let mut variants = shape.variants().into_iter();
        let picture =
            variants.find(|picture| picture.iter().all(|cell| holds(board, point, cell)))?;
        Some(Reason {
            heuristic: Heuristic::Shape {
                number,
                name: shape.name,
                picture: shape::print(&picture),
            },
            weight: shape.weight,
        })
    })
}

/// Whether a cell of the board is as a cell of a picture with its centre at `point` requires.
fn holds(board: &Board, point: Point, cell: &PictureCell) -> bool {
    let (x, y) = (point.x() as i32 + cell.dx, point.y() as i32 + cell.dy);
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
        return false;
    };
    if x >= board.size().width() || y >= board.size().height() {
        return false;
    }
    let there = Point::new(x, y);
    match cell.symbol {
        Symbol::Dot(player) => board.live(player).contains(there),
        Symbol::DotOrEmpty(player) => {
            board.live(player).contains(there) || board.free().contains(there)
        }
        Symbol::Empty => board.free().contains(there),
    }
}

/// The angles that hold at a cell.
fn angles(board: &Board, point: Point) -> Vec<Reason> {
    let cells: Bitboard = [point].into_iter().collect();
    let mut reasons = Vec::new();
    for kind in AngleKind::ALL {
        angle::for_each(board, &cells, kind, |_, steps| {
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
