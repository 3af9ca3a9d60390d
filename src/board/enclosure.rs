//! Chains round faces, and what lies inside them.
//!
//! A *face* of a player is a 4-connected set of cells without live dots of his. The *chain* of a
//! face is its outer wall with every loop cut; the *interior* is what the chain encloses.

use super::Board;
use crate::geometry::{Bitboard, Direction, Player, Point};

/// The dots of a closed chain in order, each a neighbour of the next and the last of the first.
pub type Chain = Vec<Point>;

/// A chain and what it encloses.
#[derive(Clone, Debug)]
pub(super) struct Enclosure {
    pub(super) chain: Chain,
    pub(super) interior: Bitboard,
}

impl Enclosure {
    /// The enclosure whose chain passes through the dot `start` and hugs the face on its `side`.
    /// `None` if that face is open, if `side` holds a dot of the same player, or if the dot is
    /// not on the chain of the face.
    pub(super) fn trace(live: &Bitboard, start: Point, side: Direction) -> Option<Enclosure> {
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
        self.smallest_enclosure_round(point, player)
            .map(|enclosure| enclosure.chain)
    }

    pub(super) fn smallest_enclosure_round(
        &self,
        point: Point,
        player: Player,
    ) -> Option<Enclosure> {
        let seed: Bitboard = [point].into_iter().collect();
        let open = self.size.cells() - *self.live(player);
        let face = Bitboard::flood(&seed, &open);
        // Above the topmost row of a face there is nothing but its chain.
        let wall = face.first()?.step(Direction::NORTH);
        self.live(player)
            .contains(wall)
            .then(|| Enclosure::trace(self.live(player), wall, Direction::SOUTH))?
    }
}

/// Walks the wall of the face on `side` of `start` with the face at the left hand, and cuts every
/// loop: when a dot is met twice, what lies between drops off. `None` for a lone dot.
fn walk_wall(live: &Bitboard, start: Point, side: Direction) -> Option<Chain> {
    let next = |dot: Point, side: Direction| {
        (1..8)
            .map(|eighths| side.turn(eighths))
            .find(|&step| live.contains(dot.step(step)))
    };
    let first_step = next(start, side)?;
    let mut chain = vec![start];
    let mut on_chain = Bitboard::EMPTY;
    on_chain.insert(start);
    let (mut dot, mut step) = (start, first_step);
    loop {
        dot = dot.step(step);
        // The last cell of the face that was passed, as seen from the new dot.
        let side = step.turn(if step.index() % 2 == 1 { -3 } else { -2 });
        step = next(dot, side)?;
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
