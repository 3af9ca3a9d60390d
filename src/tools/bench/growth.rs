//! How many positions and games there are, by size of the board and number of dots.
//!
//! Small boards are enumerated. For the others the number of games is estimated by random games. The number of
//! positions is about that of the ways to lay out the dots: `docs/growth.md` compares them. The players move by turns,
//! the first one first, until no cell is playable.
//!
//! CITE: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975): the mean
//! of the products of the numbers of moves along random games is the number of games.

use crate::board::Board;
use crate::geometry::{Player, Size};
use ahash::AHashMap;

/// The numbers of positions and games with a given number of dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Number of distinct positions. Positions with equal cells are the same, whatever led to them.
    pub positions: u64,
    /// Number of games that end here, because no cell is playable.
    pub games: u128,
}

/// Enumerates all positions and games on a board of this size. The index of a level is its number of dots. `None` if
/// there are more than `most` positions.
pub fn enumerate(size: Size, most: usize) -> Option<Vec<Level>> {
    let mut levels = vec![Level::default(); size.area() as usize + 1];
    let mut known = AHashMap::new();
    let mut board = Board::new(size);
    let games = games_from(&mut board, Player::First, most, &mut known, &mut levels)?;
    for (level, games) in levels.iter_mut().zip(games) {
        level.games = games;
    }
    Some(levels)
}

/// The numbers of games from a position on, by the number of dots that they put after it. Counts all positions that it
/// has not met before. `known` has the results by hash. `None` if there are more than `most` positions.
fn games_from(
    board: &mut Board,
    player: Player,
    most: usize,
    known: &mut AHashMap<u64, Vec<u128>>,
    levels: &mut [Level],
) -> Option<Vec<u128>> {
    if let Some(games) = known.get(&board.hash()) {
        return Some(games.clone());
    }
    levels[board.moves().count()].positions += 1;
    let mut games = vec![u128::from(board.free().is_empty())];
    for cell in board.free().iter().collect::<Vec<_>>() {
        board.play(cell, player);
        let after = games_from(board, player.opponent(), most, known, levels);
        board.undo();
        let after = after?;
        games.resize(games.len().max(after.len() + 1), 0);
        for (games, after) in games[1..].iter_mut().zip(after) {
            *games += after;
        }
    }
    if known.len() >= most {
        return None;
    }
    known.insert(board.hash(), games.clone());
    Some(games)
}

/// An estimate from random games.
#[derive(Clone, Debug)]
pub struct GrowthEstimate {
    /// Decimal logarithm of the estimated number of games.
    pub games: f64,
    /// Mean number of dots of a random game.
    pub dots: f64,
    /// For each number of dots from 1 to that of the longest random game, the decimal logarithm of the estimated number
    /// of ways to play this number of dots.
    pub sequences: Vec<f64>,
}

/// Estimates the numbers of games and of their beginnings from this many random games. `count` must be at least 1.
pub fn estimate(size: Size, count: u32, seed: u64) -> GrowthEstimate {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut products = Vec::new();
    // For each number of dots, the decimal logarithm of the sum of the products of the games so far.
    let mut sums: Vec<f64> = Vec::new();
    let mut dots = 0_u64;
    for _ in 0..count {
        let mut board = Board::new(size);
        let mut player = Player::First;
        let mut product = 0.0;
        let mut length = 0;
        while !board.free().is_empty() {
            let moves = board.free().len();
            product += f64::from(moves).log10();
            if let Some(cell) = board.free().iter().nth(random.u32(..moves) as usize) {
                board.play(cell, player);
            }
            player = player.opponent();
            sums.resize(sums.len().max(length + 1), f64::NEG_INFINITY);
            sums[length] = sum_of_powers(sums[length], product);
            length += 1;
        }
        dots += length as u64;
        products.push(product);
    }
    GrowthEstimate {
        games: mean_of_powers(&products),
        dots: dots as f64 / f64::from(count),
        // A game that has ended before counts as 0 in the mean.
        sequences: sums
            .iter()
            .map(|sum| sum - f64::from(count).log10())
            .collect(),
    }
}

/// Decimal logarithm of `10^a + 10^b`. `b` is finite.
fn sum_of_powers(a: f64, b: f64) -> f64 {
    let greatest = a.max(b);
    greatest + (10f64.powf(a - greatest) + 10f64.powf(b - greatest)).log10()
}

/// Decimal logarithm of the mean of `10^x` over all `x` of `exponents`.
fn mean_of_powers(exponents: &[f64]) -> f64 {
    let greatest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = exponents.iter().map(|x| 10f64.powf(x - greatest)).sum();
    greatest + (sum / exponents.len() as f64).log10()
}

/// Decimal logarithm of the number of ways to lay out dots on `cells` cells: up to `cells` dots, put by turns. There
/// are about as many positions: captures and empty bases depend on the order of the dots, and some layouts cannot arise.
pub fn layouts(cells: u32) -> f64 {
    mean_of_powers(&layouts_by_dots(cells)) + f64::from(cells + 1).log10()
}

/// The decimal logarithm of the number of ways to lay out this number of dots on `cells` cells, put by turns. Its index
/// is the number of dots.
pub fn layouts_by_dots(cells: u32) -> Vec<f64> {
    let factorials: Vec<f64> = (0..=cells)
        .scan(0.0, |sum, n| {
            *sum += f64::from(n.max(1)).log10();
            Some(*sum)
        })
        .collect();
    let factorial = |n: u32| factorials[n as usize];
    (0..=cells)
        .map(|dots| {
            let (first, second) = (dots.div_ceil(2), dots / 2);
            factorial(cells) - factorial(first) - factorial(second) - factorial(cells - dots)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Plays all games, and counts them and the positions by number of dots.
    fn play_all(board: &mut Board, player: Player, seen: &mut Vec<HashSet<u64>>) -> u128 {
        let dots = board.moves().count();
        seen.resize_with(seen.len().max(dots + 1), HashSet::new);
        seen[dots].insert(board.hash());
        let cells: Vec<_> = board.free().iter().collect();
        let mut games = u128::from(cells.is_empty());
        for cell in cells {
            board.play(cell, player);
            games += play_all(board, player.opponent(), seen);
            board.undo();
        }
        games
    }

    #[test]
    fn small_boards_are_counted_as_by_playing_all_games() {
        for (width, height) in [(1, 1), (2, 2), (3, 2), (3, 3)] {
            let size = Size::new(width, height).unwrap();
            let mut seen = Vec::new();
            let games = play_all(&mut Board::new(size), Player::First, &mut seen);
            let levels = enumerate(size, 1_000_000).unwrap();
            assert_eq!(levels.iter().map(|level| level.games).sum::<u128>(), games);
            let positions: Vec<u64> = levels.iter().map(|level| level.positions).collect();
            let expected: Vec<u64> = seen.iter().map(|level| level.len() as u64).collect();
            assert_eq!(positions, expected);
        }
        assert_eq!(enumerate(Size::new(3, 3).unwrap(), 100), None);
    }

    #[test]
    fn estimates_are_near_the_true_numbers() {
        let size = Size::new(3, 3).unwrap();
        let levels = enumerate(size, 1_000_000).unwrap();
        let games: u128 = levels.iter().map(|level| level.games).sum();
        let estimate = estimate(size, 10_000, 1);
        assert!(
            (estimate.games - (games as f64).log10()).abs() < 0.01,
            "{estimate:?}"
        );
    }

    #[test]
    fn beginnings_of_games_are_counted_by_number_of_dots() {
        // No capture takes a free cell on 3x3, so that there are 9 * 8 * 7 ... ways.
        let small = estimate(Size::new(3, 3).unwrap(), 100, 1);
        assert_eq!(small.sequences.len(), 9);
        let mut product = 0.0;
        for (sequences, moves) in small.sequences.iter().zip((1..=9).rev()) {
            product += f64::from(moves).log10();
            assert!((sequences - product).abs() < 1e-9, "{small:?}");
        }
        // On 4x4 some games end before the board is full.
        let large = estimate(Size::new(4, 4).unwrap(), 1000, 1);
        assert_eq!(large.sequences.len(), 16);
        assert!(large.sequences[15] < large.games, "{large:?}");
    }

    #[test]
    fn layouts_are_counted_by_number_of_dots() {
        let expected = [1, 2, 2].map(|ways| f64::from(ways).log10());
        let mut pairs = layouts_by_dots(2).into_iter().zip(expected);
        assert!(pairs.all(|(ways, expected)| (ways - expected).abs() < 1e-9));
        // On two cells: no dot, a dot on one of them, and the first player's dot on one and the other's on the other.
        assert!((layouts(2) - 5f64.log10()).abs() < 1e-9);
        assert!((layouts(900) - 428.0).abs() < 2.0, "{}", layouts(900));
    }
}
