//! What is won and lost far from the moves that are tried, most of which is chance.
//!
//! The margin of a random game is mostly made by one or two large captures, and most of these are far
//! from the moves that led into the game: they tell nothing about them. So only cells near those
//! moves count as the game has ended there; those far away count what they usually hold after
//! moves that are just as far from them. The mean stays what it is, but the margins of rounds differ
//! by much less: on boards of 30x30 their spread is a half to three quarters of what it was.
//!
//! That helps as long as chance is the greater error: what is far away does depend on the moves a little. So
//! it is done on large boards only, and later rounds of a search count as they end.
//!
//! Usual is what other moves leave behind: if it were what all rounds leave behind, the best
//! moves would be credited to those that are made elsewhere.
//!
//! CITE: J. Veness, M. Lanctot and M. Bowling, "Variance reduction in Monte-Carlo tree search"
//! (2011): control variates.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

/// Cells are near that are no farther than this from a move, in steps of a king. With 800 rounds on 30x30
/// 26 of 40 games were won against counting all cells, 22 with 6.
const NEAR: u32 = 8;
/// What is usual at a cell is known after so many rounds in which it was far away.
/// Not measured: benches/ingredients.md.
const LEAST_ROUNDS: u32 = 16;

/// Boards of so many cells are large: on 20x20 most cells are near, and 500 rounds won 45 of 80 games against
/// counting all cells, but 2,500 rounds 17 of 40, and 15 of 40 with [`ROUNDS_A_CELL`].
const LARGE: u32 = 600;
/// For each cell of a large board so many rounds of a search count like this.
/// Not measured: benches/ingredients.md.
const ROUNDS_A_CELL: u32 = 2;

/// Whether most of what happens on a board is far from a move.
fn is_large(size: Size) -> bool {
    size.area() >= LARGE
}

/// What cells far from the moves of a round usually hold in the end.
pub(super) struct Background {
    /// How many rounds are still to count like this.
    left: u32,
    /// In how many rounds each cell was far away.
    rounds: Box<[u32; Point::COUNT]>,
    /// In how many more of them the first player had won a dot there than lost one.
    won: Box<[i32; Point::COUNT]>,
}

impl Background {
    /// Nothing is usual yet.
    pub(super) fn new(size: Size) -> Background {
        Background {
            left: match is_large(size) {
                true => ROUNDS_A_CELL * size.area(),
                false => 0,
            },
            rounds: Box::new([0; Point::COUNT]),
            won: Box::new([0; Point::COUNT]),
        }
    }

    /// By how many dots the first player wins a round of these moves that has ended like this, with what is
    /// usual far away. Takes in what was there.
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
            let rounds = self.rounds[index];
            if rounds >= LEAST_ROUNDS {
                here -= holds;
                usual += self.won[index] as f32 / rounds as f32;
            }
            self.rounds[index] = rounds + 1;
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
    fn the_first_rounds_and_the_last_count_as_they_are() {
        let (plain, adjusted) = margins(&[]);
        let end = (ROUNDS_A_CELL * 900) as usize;
        assert_eq!(plain[end..], adjusted[end..]);
        assert_ne!(plain[end - 9..end], adjusted[end - 9..end]);
        let first = LEAST_ROUNDS as usize;
        assert_eq!(plain[..first], adjusted[..first]);
        let usual = plain[..first].iter().sum::<f32>() / first as f32;
        assert!((adjusted[first] - usual).abs() < 1e-3);
    }
}
