//! Captures far from the moves of a simulation, most of which are chance.
//!
//! One or two large captures make most of the margin of a playout. Most of them are far from the moves that led into it,
//! and tell nothing about these moves. So cells near the moves count as the playout ends, and far cells count their
//! average over earlier simulations in which they were far, too. The mean of the margins stays the same, and their
//! spread becomes smaller.
//!
//! What happens far away depends on the moves a little. So this is done on large boards only, and in the first
//! simulations of a search only.
//!
//! The average excludes simulations with moves near the cell. Otherwise the gains of good moves would be credited to
//! moves elsewhere.
//!
//! CITE: J. Veness, M. Lanctot and M. Bowling, "Variance reduction in Monte-Carlo tree search"
//! (2011): control variates.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

/// A cell is near if it is at most this far from a move, in steps of a king: benches/ingredients.md.
const NEAR: u32 = 8;
/// The average of a cell is used after this number of simulations in which it was far.
/// Not measured: benches/ingredients.md.
const LEAST_SIMULATIONS: u32 = 16;

/// Boards with at least this number of cells are large. It does not help on 20x20: benches/ingredients.md.
const LARGE: u32 = 600;
/// The averages are used in this number of simulations for each cell of the board.
/// Not measured: benches/ingredients.md.
const SIMULATIONS_PER_CELL: u32 = 2;

/// Whether most of what happens on a board is far from a move.
fn is_large(size: Size) -> bool {
    size.area() >= LARGE
}

/// The average final state of cells that are far from the moves.
pub(super) struct Background {
    /// How many simulations are still to count like this.
    left: u32,
    /// In how many simulations each cell was far away.
    simulations: Box<[u32; Point::COUNT]>,
    /// In how many more of them the first player had won a dot there than lost one.
    won: Box<[i32; Point::COUNT]>,
}

impl Background {
    /// Nothing is usual yet.
    pub(super) fn new(size: Size) -> Background {
        Background {
            left: match is_large(size) {
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
        self.adjusted(end, end.size().cells() - near(moves))
    }

    /// The margin with what is usual in the far cells; takes in what they hold.
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

/// The cells near some moves.
fn near(moves: &[Point]) -> Bitboard {
    let moves: Bitboard = moves.iter().copied().collect();
    moves.grown_by(NEAR)
}

#[cfg(test)]
mod tests {
    use super::super::playout::Playouts;
    use super::*;

    /// The margins of random games on a board with some dots, and what the background makes of them.
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
