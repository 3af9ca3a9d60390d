//! Chains round faces, and what lies inside them.
//!
//! A *face* of a player is a 4-connected set of cells without live dots of his. The *chain* of a
//! face is its outer wall with every loop cut; the *interior* is what the chain encloses.

use super::Board;
use super::face::Face;
use super::neighbourhood::{self, Arcs, DIRECTIONS};
use crate::geometry::{Bitboard, Direction, Player, Point};

/// The dots of a closed chain in order, each a neighbour of the next and the last of the first.
pub type Chain = Vec<Point>;

/// The cells inside a chain; none lie outside the rows from `top` to `bottom`.
#[derive(Clone, PartialEq, Eq)]
struct Interior {
    top: usize,
    bottom: usize,
    cells: Bitboard,
}

impl Board {
    /// The smallest enclosure of `player` round the cell, territory and empty bases alike:
    /// the chain of the cell's face. `None` if the face reaches the edge of the board or the
    /// cell is a live dot of the player.
    pub fn chain_round(&self, point: Point, player: Player) -> Option<Chain> {
        let wall = self.topmost_wall(point, player)?;
        walk_wall(self.live(player), wall, Direction::SOUTH)
    }

    /// A dot of the chain round the cell: the one above the topmost cell of its face, where
    /// there is nothing but the chain.
    fn topmost_wall(&self, point: Point, player: Player) -> Option<Point> {
        if self.live(player).contains(point) {
            return None;
        }
        let first = match self.face(point, player) {
            Face::Open => return None,
            Face::Row { row, cells } => (row, cells),
            Face::Rows { top, cells, .. } => (top, cells.rows()[top & 63]),
        };
        let topmost = Point::from_index(first.0 << 6 | first.1.trailing_zeros() as usize);
        Some(topmost.step(Direction::NORTH))
    }

    /// Captures what the smallest enclosure of `player` round the cell holds.
    pub(super) fn capture_smallest_round(&mut self, point: Point, player: Player) {
        if let Face::Row { row, cells } = self.face(point, player) {
            self.capture_row(row, cells, player);
        } else if let Some(wall) = self.topmost_wall(point, player) {
            self.capture_inside_chain(wall, Direction::SOUTH, player);
        }
    }

    /// Captures the interior of the chain that passes through `dot` and hugs the enclosed face on
    /// its `side`.
    pub(super) fn capture_inside_chain(&mut self, dot: Point, side: Direction, player: Player) {
        if let Some(chain) = walk_wall(self.live(player), dot, side) {
            self.capture(&inside(&chain), player);
        }
    }

    /// Captures the faces round a new dot or makes them empty bases, shortest chain first; of
    /// two chains of one length, the one with the smaller interior. Returns whether anything was
    /// captured.
    #[inline(never)]
    pub(super) fn close_each_gap(&mut self, point: Point, player: Player, arcs: &Arcs) -> bool {
        let mut found: Vec<(usize, u32, Interior)> = Vec::new();
        for &side in &arcs.gaps[..arcs.count as usize] {
            if matches!(self.face(point.step(side), player), Face::Open) {
                continue;
            }
            if let Some(chain) = walk_wall(self.live(player), point, side) {
                let interior = inside(&chain);
                if found.iter().all(|(_, _, other)| *other != interior) {
                    found.push((chain.len(), interior.cells.len(), interior));
                }
            }
        }
        found.sort_by_key(|&(length, area, _)| (length, area));
        let mut captured_something = false;
        for (_, _, interior) in found {
            if interior.cells.intersects(self.live(player.opponent())) {
                self.capture(&interior, player);
                captured_something = true;
            } else {
                for row in interior.top..=interior.bottom {
                    self.close_base_row(row, interior.cells.rows()[row & 63], player);
                }
            }
        }
        captured_something
    }

    fn capture(&mut self, interior: &Interior, player: Player) {
        for row in interior.top..=interior.bottom {
            self.capture_row(row, interior.cells.rows()[row & 63], player);
        }
    }
}

/// Walks the wall of the face on `side` of `start` with the face at the left hand, and cuts every
/// loop: when a dot is met twice, what lies between drops off. `None` for a lone dot.
fn walk_wall(live: &Bitboard, start: Point, side: Direction) -> Option<Chain> {
    let first_step = next_step(live, start, side)?;
    let mut chain = Vec::with_capacity(64);
    chain.push(start);
    let mut on_chain = Bitboard::EMPTY;
    on_chain.insert(start);
    let (mut dot, mut step) = (start, first_step);
    loop {
        dot = dot.step(step);
        // The last cell of the face that was passed, as seen from the new dot.
        let side = step.turn(if step.index() % 2 == 1 { -3 } else { -2 });
        step = next_step(live, dot, side)?;
        if dot == start && step == first_step {
            return Some(chain);
        }
        if on_chain.contains(dot) {
            while chain.last() != Some(&dot) {
                on_chain.remove(chain.pop().expect("the dot is on the chain"));
            }
        } else {
            chain.push(dot);
            on_chain.insert(dot);
        }
    }
}

/// The first direction clockwise from `side` in which there is a dot.
#[inline]
fn next_step(live: &Bitboard, dot: Point, side: Direction) -> Option<Direction> {
    let dots = DIRECTIONS[neighbourhood::code(live, dot)];
    let turned = dots.rotate_right(side.index() as u32);
    (dots != 0).then(|| side.turn(turned.trailing_zeros() as i32))
}

/// The cells strictly inside a simple closed chain: those with an odd number of the chain's links
/// to their left, counted just below the middle of the row.
fn inside(chain: &[Point]) -> Interior {
    let mut cells = Bitboard::EMPTY;
    let mut dots = Bitboard::EMPTY;
    let (mut top, mut bottom) = (63, 0);
    let mut last = chain[chain.len() - 1];
    for &dot in chain {
        dots.insert(dot);
        if dot.row() != last.row() {
            let upper = dot.min(last);
            cells.rows_mut()[upper.row()] ^= 1 << upper.column();
        }
        top = top.min(dot.row());
        bottom = bottom.max(dot.row());
        last = dot;
    }
    // Neither the first nor the last row of a chain has cells inside.
    let (top, bottom) = (top + 1, bottom - 1);
    cells.rows_mut()[top - 1] = 0;
    for row in top..=bottom {
        let crossings = cells.rows()[row & 63];
        cells.rows_mut()[row & 63] = parity(crossings) & !dots.rows()[row & 63];
    }
    Interior { top, bottom, cells }
}

/// For every bit, whether an odd number of bits is set up to it.
fn parity(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}
