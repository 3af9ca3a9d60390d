//! Criticality: how much it matters for the result who puts a dot on a cell.
//!
//! A cell is critical if playouts end better for the player who has put a dot on it. A critical move is tried earlier
//! than by the policy alone, and its first few results count as better than they are. Both effects fade as the move
//! gets visits.
//!
//! The statistics are those of a whole search, whatever the moves of the tree before the playouts are. Few playouts
//! would tell nothing about a single position.
//!
//! CITE: R. Coulom, "Criticality: a Monte-Carlo heuristic for Go programs" (2009); S. Gelly and D. Silver, "Combining
//! online and offline knowledge in UCT" (2007), for values of moves from all playouts in which they were played.

use crate::board::Move;
use crate::geometry::Point;

/// The number of playouts with an average result that each mean begins with: benches/ingredients.md.
const AVERAGE_PLAYOUTS: u32 = 20;
/// The weight of criticality in the promise of a move without visits: benches/ingredients.md.
const WEIGHT: f32 = 0.5;
/// The number of visits of a move after which criticality counts half: benches/ingredients.md.
const HALF_AT: f32 = 30.0;

/// A playout has at least the weight 1 / `PLAYOUT_MEMORY` in a mean: with less, rounding would lose it. The counts stop
/// here, so that they cannot overflow.
const PLAYOUT_MEMORY: u32 = 1 << 20;

/// What the playouts of one thread tell about the cells. Every thread has its own.
pub(super) struct Criticality {
    /// The mean value of the playouts for the first player, in [0, 1].
    mean: f32,
    /// The number of playouts in the mean, at most [`PLAYOUT_MEMORY`].
    playouts: u32,
    /// For each cell by its index, and each player, what the playouts tell in which he has put a dot there.
    cells: Box<[[CellStatistics; 2]; Point::COUNT]>,
}

/// The playouts in which a player has put a dot on a cell.
#[derive(Clone, Copy, Default)]
struct CellStatistics {
    /// Their number, at most [`PLAYOUT_MEMORY`].
    playouts: u32,
    /// By how much their values for the first player exceed the mean of all playouts before them, on average.
    gain: f32,
}

impl Criticality {
    /// The state before any playout: no cell is critical.
    pub(super) fn new() -> Criticality {
        Criticality {
            mean: 0.5,
            playouts: 0,
            cells: Box::new([[CellStatistics::default(); 2]; Point::COUNT]),
        }
    }

    /// Adds a playout with its value for the first player, in [0, 1], and the dots that it has put.
    pub(super) fn learn(&mut self, value: f32, dots: impl Iterator<Item = Move>) {
        let gain = value - self.mean;
        self.playouts = (self.playouts + 1).min(PLAYOUT_MEMORY);
        self.mean += gain / self.playouts as f32;
        for dot in dots {
            let cell = &mut self.cells[dot.point.index()][dot.player.index()];
            cell.playouts = (cell.playouts + 1).min(PLAYOUT_MEMORY);
            cell.gain += (gain - cell.gain) / (AVERAGE_PLAYOUTS + cell.playouts) as f32;
        }
    }

    /// What is added to the promise of a move with this number of visits, simulations on their way included. It is the
    /// same whoever makes the move.
    pub(super) fn bonus(&self, point: Point, visits: u32) -> f32 {
        let [first, second] = self.cells[point.index()].map(|cell| cell.gain);
        WEIGHT * (first - second) * HALF_AT / (HALF_AT + visits as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Player;

    #[test]
    fn cells_that_decide_are_critical_for_both() {
        let [decisive, idle] = [Point::new(3, 4), Point::new(5, 6)];
        let mut criticality = Criticality::new();
        assert_eq!(criticality.bonus(decisive, 0), 0.0);
        for number in 0..400 {
            // Whoever has the decisive cell wins. The other cell says nothing.
            let [owner, other] = [number % 2, number / 2 % 2].map(|index| Player::ALL[index]);
            let value = if owner == Player::First { 0.9 } else { 0.1 };
            let dots = [(decisive, owner), (idle, other)];
            criticality.learn(
                value,
                dots.map(|(point, player)| Move { point, player })
                    .into_iter(),
            );
        }
        let all = 0.8 * WEIGHT * 200.0 / (200.0 + AVERAGE_PLAYOUTS as f32);
        assert!((criticality.bonus(decisive, 0) - all).abs() < 0.02);
        assert!((criticality.bonus(decisive, 30) - all / 2.0).abs() < 0.02);
        assert!(criticality.bonus(idle, 0).abs() < 0.02);
    }

    #[test]
    fn counts_of_playouts_end_before_they_begin_again_at_zero() {
        let (mut criticality, cell) = (Criticality::new(), Point::new(3, 4));
        let dot = Move {
            point: cell,
            player: Player::First,
        };
        criticality.playouts = PLAYOUT_MEMORY;
        criticality.cells[cell.index()][0].playouts = PLAYOUT_MEMORY;
        criticality.learn(0.9, [dot].into_iter());
        let [first, _] = criticality.cells[cell.index()];
        assert_eq!([criticality.playouts, first.playouts], [PLAYOUT_MEMORY; 2]);
        assert!(criticality.mean > 0.5 && first.gain > 0.0);
    }
}
