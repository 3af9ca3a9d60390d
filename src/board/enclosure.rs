//! Chains round faces, and what lies inside them.
//!
//! A *face* of a player is a 4-connected set of cells without live dots of his. The *chain* of a
//! face is its outer wall with every loop cut; the *interior* is what the chain encloses.

use super::Board;
use super::face::Face;
use super::neighbourhood::{self, DIRECTIONS};
use crate::geometry::{Bitboard, Direction, Player, Point};

/// The dots of a closed chain in order, each a neighbour of the next and the last of the first.
pub type Chain = Vec<Point>;

/// A chain and what it encloses.
#[derive(Clone, Debug)]
struct Enclosure {
    chain: Chain,
    interior: Bitboard,
}

impl Enclosure {
    /// The enclosure whose chain passes through the dot `start` and hugs the face on its `side`.
    /// `None` if that face is open, if `side` holds a dot of the same player, or if the dot is
    /// not on the chain of the face.
    fn trace(live: &Bitboard, start: Point, side: Direction) -> Option<Enclosure> {
        if live.contains(start.step(side)) {
            return None;
        }
        let chain = walk_wall(live, start, side)?;
        (doubled_area(&chain) < 0).then(|| Enclosure {
            interior: inside(&chain),
            chain,
        })
    }
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

    /// Makes all enclosures round a new dot what they have become, shortest chain first; of two
    /// chains of one length, the one with the smaller interior. Returns whether anything was captured.
    pub(super) fn close_each_gap(&mut self, point: Point, player: Player) -> bool {
        let mut found: Vec<Enclosure> = Vec::new();
        for side in Direction::SIDES {
            if let Some(enclosure) = Enclosure::trace(self.live(player), point, side)
                && found
                    .iter()
                    .all(|other| other.interior != enclosure.interior)
            {
                found.push(enclosure);
            }
        }
        found.sort_by_key(|enclosure| (enclosure.chain.len(), enclosure.interior.len()));
        let mut captured_something = false;
        for Enclosure { interior, .. } in found {
            if interior.intersects(self.live(player.opponent())) {
                self.capture(&interior, player);
                captured_something = true;
            } else {
                for (row, &cells) in interior.rows().iter().enumerate() {
                    self.close_base_row(row, cells, player);
                }
            }
        }
        captured_something
    }

    fn capture(&mut self, interior: &Bitboard, player: Player) {
        for (row, &cells) in interior.rows().iter().enumerate() {
            if cells != 0 {
                self.capture_row(row, cells, player);
            }
        }
    }
}

/// Walks the wall of the face on `side` of `start` with the face at the left hand, and cuts every
/// loop: when a dot is met twice, what lies between drops off. `None` for a lone dot.
fn walk_wall(live: &Bitboard, start: Point, side: Direction) -> Option<Chain> {
    let first_step = next_step(live, start, side)?;
    let mut chain = vec![start];
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

/// Twice the signed area of a chain; negative if its interior is at the left hand.
///
/// // CITE: the shoelace formula (A. L. F. Meister, 1769).
fn doubled_area(chain: &[Point]) -> i32 {
    let next = chain.iter().cycle().skip(1);
    chain
        .iter()
        .zip(next)
        .map(|(a, b)| (a.x() * b.y()) as i32 - (b.x() * a.y()) as i32)
        .sum()
}

/// The cells strictly inside a simple closed chain: those with an odd number of the chain's links
/// to their left, counted just below the middle of the row.
fn inside(chain: &[Point]) -> Bitboard {
    let mut crossings = Bitboard::EMPTY;
    let mut dots = Bitboard::EMPTY;
    let next = chain.iter().cycle().skip(1);
    for (&a, &b) in chain.iter().zip(next) {
        dots.insert(a);
        if a.row() != b.row() {
            let upper = a.min(b);
            crossings.rows_mut()[upper.row()] ^= 1 << upper.column();
        }
    }
    for row in crossings.rows_mut() {
        for shift in [1, 2, 4, 8, 16, 32] {
            *row ^= *row << shift;
        }
    }
    crossings - dots
}
