//! Winding round a target: whether a way by steps of a king crosses a ray from the target to the left edge an odd
//! number of times.
//!
//! CITE: M. Shimrat, "Algorithm 112: position of point relative to polygon" (1962): an odd number of crossings is inside.

use super::ConnectionKind;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// A ray from the target to the left edge of the board. It runs from the middle of the target to the lower left corner
/// of its cell, and from there along the border of two rows to the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    column: u32,
    row: usize,
}

impl Ray {
    pub(super) fn from(target: Point) -> Ray {
        Ray {
            column: target.column(),
            row: target.row(),
        }
    }

    /// Whether a step of a king from one cell to another crosses the ray. A closed way winds round the target an odd
    /// number of times if an odd number of its steps cross the ray.
    pub(super) fn is_crossed(self, from: Point, to: Point) -> bool {
        let rows = (from.row().min(to.row()), from.row().max(to.row()));
        rows == (self.row, self.row + 1) && from.column() + to.column() < 2 * self.column
    }

    /// Whether ways from `from` to `to` over the `cells` cross the ray an odd number of times. `None` if some ways do
    /// and others do not. The cells must connect `from` to `to`.
    pub(super) fn parity(self, from: Point, to: Point, cells: &[Point]) -> Option<bool> {
        let all = || cells.iter().copied().chain([from, to]);
        let (low, high) = (self.row, self.row + 1);
        if all().all(|cell| cell.row() < high)
            || all().all(|cell| cell.row() > low)
            || all().all(|cell| cell.column() > self.column)
        {
            return Some(false);
        }
        let mut parities: Vec<(Point, Option<bool>)> = all().map(|cell| (cell, None)).collect();
        let start = parities.len() - 2;
        parities[start].1 = Some(false);
        let mut reached = vec![start];
        while let Some(place) = reached.pop() {
            let (cell, Some(parity)) = parities[place] else {
                continue;
            };
            for (next, (other, known)) in parities.iter_mut().enumerate() {
                if other.chebyshev(cell) != 1 {
                    continue;
                }
                let crossed = parity ^ self.is_crossed(cell, *other);
                match *known {
                    None => {
                        *known = Some(crossed);
                        reached.push(next);
                    }
                    Some(known) if known != crossed => return None,
                    Some(_) => {}
                }
            }
        }
        parities[start + 1].1
    }
}

/// The groups of connected dots of a player: by side or corner for a wall, by side for a way to the edge. Each dot has the
/// number of its group. It also has a parity: whether ways to it from the first dot of the group cross the [`Ray`] an odd
/// number of times.
#[derive(Debug)]
pub(super) struct Groups {
    number: Vec<u16>,
    parity: Vec<bool>,
    /// The number of groups.
    pub(super) count: usize,
}

/// The number of a cell that belongs to no group.
const NONE: u16 = u16::MAX;

impl Groups {
    pub(super) fn of(board: &Board, player: Player, kind: ConnectionKind, ray: Ray) -> Groups {
        let mut groups = Groups {
            number: vec![NONE; Point::COUNT],
            parity: vec![false; Point::COUNT],
            count: 0,
        };
        let solid = match kind {
            ConnectionKind::Wall => *board.live(player),
            ConnectionKind::Escape => *board.live(player) | *board.territory(player),
        };
        let mut reached = Vec::new();
        for dot in &solid {
            if groups.number[dot.index()] != NONE {
                continue;
            }
            groups.number[dot.index()] = groups.count as u16;
            reached.push(dot);
            while let Some(cell) = reached.pop() {
                groups.spread(cell, &solid, kind, ray, &mut reached);
            }
            groups.count += 1;
        }
        groups
    }

    fn spread(
        &mut self,
        cell: Point,
        solid: &Bitboard,
        kind: ConnectionKind,
        ray: Ray,
        reached: &mut Vec<Point>,
    ) {
        for next in cell.neighbours() {
            let is_side = next.row() == cell.row() || next.column() == cell.column();
            let touches = is_side || kind == ConnectionKind::Wall;
            if touches && solid.contains(next) && self.number[next.index()] == NONE {
                self.number[next.index()] = self.number[cell.index()];
                let crosses = kind == ConnectionKind::Wall && ray.is_crossed(cell, next);
                self.parity[next.index()] = self.parity[cell.index()] ^ crosses;
                reached.push(next);
            }
        }
    }

    /// The number of the group of a dot. `None` for a cell without a group.
    pub(super) fn number(&self, dot: Point) -> Option<usize> {
        let number = self.number[dot.index()];
        (number != NONE).then_some(number.into())
    }

    pub(super) fn parity(&self, dot: Point) -> bool {
        self.parity[dot.index()]
    }
}
