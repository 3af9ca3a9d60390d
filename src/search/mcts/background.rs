//! The background: cells far from the moves of a simulation.
//!
//! One or two large captures make most of the margin of a playout. Most of them are far from the moves of the tree before
//! the playout, and do not depend on them. So near cells count with their final state, and far cells with their average
//! over earlier simulations in which they were far too. The mean of the margins stays the same, and their spread becomes
//! smaller.
//!
//! The background depends on the moves a little. So the average is used only on large boards, and only in the first
//! simulations of a search.
//!
//! The average excludes simulations with moves near the cell. Otherwise gains of good moves would count for moves
//! elsewhere.
//!
//! CITE: J. Veness, M. Lanctot and M. Bowling, "Variance reduction in Monte-Carlo tree search"
//! (2011): control variates.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

/// A cell is near if it is at most this far from a move, in steps of a king: benches/ingredients.md.
const NEAR: u32 = 8;
/// The average of a cell is used after this number of simulations in which the cell was far.
/// Not measured: benches/ingredients.md.
const LEAST_SIMULATIONS: u32 = 16;

/// Boards with at least this number of cells are large. It does not help on 20x20: benches/ingredients.md.
const LARGE: u32 = 600;
/// The averages are used in this number of simulations for each cell of the board.
/// Not measured: benches/ingredients.md.
const SIMULATIONS_PER_CELL: u32 = 2;

/// The average final state of cells that are far from the moves.
pub(super) struct Background {
    /// The number of simulations that are still to use the averages.
    left: u32,
    /// The number of simulations in which each cell was far.
    simulations: Box<[u32; Point::COUNT]>,
    /// The sum of the dots that the first player won on each cell in these simulations, less those that he lost there.
    won: Box<[i32; Point::COUNT]>,
}

impl Background {
    /// The background of a board before any simulation.
    pub(super) fn new(size: Size) -> Background {
        Background {
            left: match size.area() >= LARGE {
                true => SIMULATIONS_PER_CELL * size.area(),
                false => 0,
            },
            simulations: Box::new([0; Point::COUNT]),
            won: Box::new([0; Point::COUNT]),
        }
    }

    /// The margin of a finished playout for the first player, in dots, with averages for the cells far from `moves`. Updates
    /// the averages.
    pub(super) fn margin(&mut self, end: &Board, moves: &[Point]) -> f32 {
        let Some(left) = self.left.checked_sub(1) else {
            return end.score(Player::First) as f32;
        };
        self.left = left;
        let near = Bitboard::from_iter(moves.iter().copied()).grown_by(NEAR);
        self.adjusted(end, end.size().cells() - near)
    }

    /// The margin with the averages of the far cells. Updates these averages.
    fn adjusted(&mut self, end: &Board, far: Bitboard) -> f32 {
        let [lost, won] = Player::ALL.map(|player| end.lost_dots(player));
        let (mut here, mut usual) = (end.score(Player::First), 0.0);
        for cell in far.iter() {
            let holds = i32::from(won.contains(cell)) - i32::from(lost.contains(cell));
            let index = cell.index();
            let simulations = self.simulations[index];
            if simulations >= LEAST_SIMULATIONS {
                here -= holds;
                usual += self.won[index] as f32 / simulations as f32;
            }
            self.simulations[index] = simulations + 1;
            self.won[index] += holds;
        }
        here as f32 + usual
    }
}

#[cfg(test)]
mod tests {
    use super::super::playout::Playouts;
    use super::*;

    /// The plain and the adjusted margins of random games on a board with some dots.
    fn margins(moves: &[Point]) -> (Vec<f32>, Vec<f32>) {
        let mut board = Board::new(Size::new(30, 30).unwrap());
        let mut rng = fastrand::Rng::with_seed(4);
        board.put_at_random(&mut rng, 120);
        let (mut playouts, mut background) =
            (Playouts::new(None, 1), Background::new(board.size()));
        let mut play = |_| {
            let mut end = board.clone();
            let margin = playouts.play(&mut end, Player::First, &[]);
            (margin as f32, background.margin(&end, moves))
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
    fn what_is_far_counts_as_usual() {
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
        let first = LEAST_SIMULATIONS as usize;
        assert_eq!(plain[..first], adjusted[..first]);
        let usual = plain[..first].iter().sum::<f32>() / first as f32;
        assert!((adjusted[first] - usual).abs() < 1e-3);
    }
}
