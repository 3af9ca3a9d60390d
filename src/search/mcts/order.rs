//! The random order in which a playout tries the cells.

use super::priors::PriorMove;
use crate::geometry::{Bitboard, Point, Rng, weighted_index};

/// Draws random orders of cells in which likely moves come early.
///
/// In a uniform order the cell that breaks an enclosure often comes too late, and playouts complete enclosures that a
/// player would break: benches/ingredients.md.
///
/// CITE: S.-C. Huang, B. Arneson, R. B. Hayward, M. Müller and J. Pawlewicz, "MoHex 2.0: a
/// pattern-based MCTS Hex player" (2013), whose playouts draw moves by learned weights.
#[derive(Default)]
pub(super) struct Order {
    likely: Vec<(Point, u32)>,
    others: Vec<Point>,
    cells: Vec<Point>,
}

/// The integer weight of a move with the prior 1. A prior is converted to its part of this weight.
const CERTAIN: f32 = (1 << 24) as f32;

impl Order {
    /// Draws an order of `cells` in which likely moves come early. `moves` are the moves in the position before the
    /// playout, with their priors. A move is likely if its prior is more than 1 / number of cells. Likely moves are
    /// drawn in proportion to their priors, and are in the order even if they are not in `cells`. All other cells have
    /// the same weight. Unlikely moves that are not in `cells` are left out.
    pub(super) fn draw(
        &mut self,
        rng: &mut Rng,
        mut cells: Bitboard,
        moves: &[PriorMove],
    ) -> &[Point] {
        let share = CERTAIN as u32 / cells.len().max(1);
        let weights = moves.iter().map(|m| (m.point, (m.prior * CERTAIN) as u32));
        self.likely.clear();
        self.likely
            .extend(weights.filter(|&(_, weight)| weight > share));
        for &(cell, _) in &self.likely {
            cells.remove(cell);
        }
        self.others.clear();
        self.others.extend(cells.iter());
        rng.shuffle(&mut self.others);
        self.merge(rng, share);
        &self.cells
    }

    /// Writes the order to `self.cells`: likely moves, drawn by their weights, among the shuffled other cells. Each of
    /// the other cells has the weight `share`.
    fn merge(&mut self, rng: &mut Rng, share: u32) {
        self.cells.clear();
        let mut weight: u32 = self.likely.iter().map(|&(_, weight)| weight).sum();
        let mut others = self.others.iter();
        while weight > 0 {
            let drawn = rng.below(weight + share * others.len() as u32);
            if drawn < weight {
                let (cell, taken) = take(&mut self.likely, drawn);
                weight -= taken;
                self.cells.push(cell);
            } else {
                self.cells.extend(others.next());
            }
        }
        self.cells.extend(others);
    }
}

/// Removes and returns a move and its weight, drawn in proportion to the weights. `drawn` is a random number below the
/// sum of the weights.
fn take(likely: &mut Vec<(Point, u32)>, drawn: u32) -> (Point, u32) {
    let index = weighted_index(likely.iter().map(|&(_, weight)| weight), drawn);
    likely.remove(index.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean place, from 0, of each of ten cells in 2,000 drawn orders. `moves` have cells among these ten.
    fn places(moves: &[PriorMove]) -> Vec<f64> {
        let row: Vec<Point> = (0..10).map(|x| Point::new(x, 0)).collect();
        let cells: Bitboard = row.iter().copied().collect();
        let (mut rng, mut order) = (Rng::new(4), Order::default());
        let mut sums = vec![0.0; row.len()];
        for _ in 0..2000 {
            let drawn = order.draw(&mut rng, cells, moves);
            assert_eq!(drawn.len(), row.len());
            for (cell, sum) in row.iter().zip(&mut sums) {
                *sum += drawn.iter().position(|drawn| drawn == cell).unwrap() as f64;
            }
        }
        sums.iter().map(|sum| sum / 2000.0).collect()
    }

    #[test]
    fn all_cells_are_drawn_and_likely_moves_early() {
        assert!(places(&[]).iter().all(|place| (4.2..4.8).contains(place)));
        let moves = [(3, 0.8), (7, 0.15), (5, 0.05)];
        let moves = moves.map(|(x, prior)| PriorMove {
            point: Point::new(x, 0),
            prior,
        });
        let places = places(&moves);
        // The likeliest has 0.8 of a total weight of 1.75, so it comes first in nearly half of the orders.
        assert!(places[3] < 1.5);
        assert!(places[3] + 1.0 < places[7] && places[7] < places[0]);
        // Less likely than a tenth, it is drawn like the others.
        assert!((places[5] - places[0]).abs() < 0.3);
    }

    #[test]
    fn moves_elsewhere_are_drawn_too() {
        let (mut rng, mut order) = (Rng::new(4), Order::default());
        let cells: Bitboard = [Point::new(0, 0), Point::new(1, 0)].into_iter().collect();
        let far = Point::new(9, 9);
        let likely = PriorMove {
            point: far,
            prior: 0.9,
        };
        let drawn = order.draw(&mut rng, cells, &[likely]);
        assert_eq!(drawn.len(), 3);
        assert!(drawn.contains(&far));
    }
}
