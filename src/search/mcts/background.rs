//! The background: cells far from the moves of a simulation.
//!
//! One or two large captures make most of the score of a playout. Most of them are far from the moves of the tree
//! before the playout, and do not depend on them. So near cells count with their final state, and far cells with their
//! average over earlier simulations in which they were far too. The mean of the scores stays the same, and their spread
//! becomes smaller.
//!
//! The background depends on the moves a little. So the average is used only in the first simulations of a search.
//!
//! The average excludes simulations with moves near the cell. Otherwise gains of good moves would count for moves
//! elsewhere.
//!
//! CITE: J. Veness, M. Lanctot and M. Bowling, "Variance reduction in Monte-Carlo tree search"
//! (2011): control variates.

use super::playout::CapturedAtEnd;
use crate::geometry::{Bitboard, Point, Size};

/// A cell is near if it is at most this far from a move of the tree, in steps of a king: benches/ingredients.md.
const CELL_NEARBY: u32 = 8;
/// The average of a cell is used after this number of simulations in which the cell was far from the moves:
/// benches/ingredients.md.
const LEAST_FOR_AVERAGE: u32 = 16;

/// A search uses averages in its first simulations: this number times the number of cells of the board.
/// Not measured: benches/ingredients.md.
const SIMULATIONS_PER_CELL: u32 = 2;

/// The average state, at the end of playouts, of cells that are far from the moves of the tree. Every thread has its own.
pub(super) struct Background {
    size: Size,
    /// The number of simulations that are still to use the averages.
    left: u32,
    /// For each cell by its index, the number of simulations in which it was far from the moves.
    simulations: Box<[u32; Point::COUNT]>,
    /// For each cell by its index, the number of simulations in which the first player captured a dot on it, less the
    /// number in which he lost one there. Dots that a playout has put do not count, and only simulations do in which the
    /// cell was far from the moves.
    won: Box<[i32; Point::COUNT]>,
}

impl Background {
    /// The background for a thread of a search on a board of this size, before any simulation. `threads` is the number
    /// of threads, which share the simulations.
    pub(super) fn new(size: Size, threads: u32) -> Background {
        Background {
            size,
            left: SIMULATIONS_PER_CELL * size.area() / threads,
            simulations: Box::new([0; Point::COUNT]),
            won: Box::new([0; Point::COUNT]),
        }
    }

    /// The score of the first player at the end of a playout, in dots. Cells far from `moves` count with their averages,
    /// if these have enough simulations. Updates the averages. After the first simulations of a search it is the plain
    /// score.
    pub(super) fn margin(&mut self, captured: &CapturedAtEnd, moves: &[Point]) -> f32 {
        let Some(left) = self.left.checked_sub(1) else {
            return captured.score() as f32;
        };
        self.left = left;
        let mut near = Bitboard::EMPTY;
        for &point in moves {
            near.insert_square(point, CELL_NEARBY);
        }
        self.adjusted(captured, self.size.cells() - near)
    }

    /// The score of the first player at the end of a playout, with the averages of the `far` cells that have enough
    /// simulations. Updates the averages of the far cells.
    fn adjusted(&mut self, captured: &CapturedAtEnd, far: Bitboard) -> f32 {
        let has_average = |simulations: u32| simulations >= LEAST_FOR_AVERAGE;
        let mut averages = 0.0;
        for cells in far.runs() {
            let numbers = self.simulations[cells.clone()].iter_mut();
            for (simulations, &won) in numbers.zip(&self.won[cells]) {
                averages += match has_average(*simulations) {
                    true => won as f32 / *simulations as f32,
                    false => 0.0,
                };
                *simulations += 1;
            }
        }
        let mut here = captured.score();
        let [lost, won] = &captured.0;
        for (dots, sign) in [(won, 1), (lost, -1)] {
            for cell in (*dots & far).iter() {
                let index = cell.index();
                // This simulation is counted already.
                if has_average(self.simulations[index] - 1) {
                    here -= sign;
                }
                self.won[index] += sign;
            }
        }
        here as f32 + averages
    }
}

#[cfg(test)]
mod tests {
    use super::super::playout::Playouts;
    use super::*;
    use crate::board::Board;
    use crate::geometry::Player;

    /// The plain and the adjusted scores of 1900 playouts on a large board with 120 random dots. `moves` are the moves
    /// of the tree.
    fn margins(moves: &[Point]) -> (Vec<f32>, Vec<f32>) {
        let mut board = Board::new(Size::new(30, 30).unwrap());
        let mut rng = fastrand::Rng::with_seed(4);
        board.put_at_random(&mut rng, 120);
        let (mut playouts, mut background) =
            (Playouts::new(None, 1), Background::new(board.size(), 1));
        let mut play = |_| {
            let mut end = board.clone();
            let captured = playouts.play(&mut end, Player::First, &[]);
            (captured.score() as f32, background.margin(&captured, moves))
        };
        (0..1900).map(&mut play).unzip()
    }

    fn mean_and_spread(margins: &[f32]) -> (f32, f32) {
        let count = margins.len() as f32;
        let mean = margins.iter().sum::<f32>() / count;
        let square = |margin: &f32| (margin - mean).powi(2);
        (
            mean,
            (margins.iter().map(square).sum::<f32>() / count).sqrt(),
        )
    }

    #[test]
    fn what_is_near_counts_as_it_is() {
        let (plain, adjusted) = margins(
            &[5, 15, 25]
                .map(|y| [5, 15, 25].map(|x| Point::new(x, y)))
                .concat(),
        );
        assert_eq!(plain, adjusted);
    }

    #[test]
    fn what_is_far_counts_with_its_average() {
        let (plain, adjusted) = margins(&[Point::new(6, 7), Point::new(8, 5)]);
        let count = 1500;
        let (mean, spread) = mean_and_spread(&plain[..count]);
        let (adjusted_mean, adjusted_spread) = mean_and_spread(&adjusted[..count]);
        assert!(
            adjusted_spread < 0.75 * spread,
            "{adjusted_spread} {spread}"
        );
        let error = spread / (count as f32).sqrt();
        assert!(
            (adjusted_mean - mean).abs() < 3.0 * error,
            "{adjusted_mean} {mean}"
        );
    }

    #[test]
    fn the_first_simulations_and_the_last_count_as_they_are() {
        let (plain, adjusted) = margins(&[]);
        let end = (SIMULATIONS_PER_CELL * 900) as usize;
        assert_eq!(plain[end..], adjusted[end..]);
        assert_ne!(plain[end - 9..end], adjusted[end - 9..end]);
        let first = LEAST_FOR_AVERAGE as usize;
        assert_eq!(plain[..first], adjusted[..first]);
        let average = plain[..first].iter().sum::<f32>() / first as f32;
        assert!((adjusted[first] - average).abs() < 1e-3);
    }
}
