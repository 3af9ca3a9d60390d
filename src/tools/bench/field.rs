//! Measures the speed of the board.
//!
//! The workloads are deterministic. Each has a checksum that is the same on every machine, so that a
//! faster but wrong board is noticed.

use crate::board::Board;
use crate::geometry::{Player, Point, Rng, Size};
use std::time::{Duration, Instant};

/// The result of random full games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games played.
    pub games: u32,
    /// Dots put in all games together.
    pub dots: u64,
    /// Games won by the first and by the second player.
    pub wins: [u32; 2],
    /// Games with equal captures.
    pub draws: u32,
    /// A digest of all final scores in order.
    pub checksum: u64,
    /// Time taken, shuffling included.
    pub elapsed: Duration,
}

/// Plays random full games. The players move in turn. They take all cells in random order, and skip those that
/// cannot be played.
pub fn play_games(size: Size, games: u32, seed: u64) -> Games {
    let start = Instant::now();
    let mut report = Games {
        games,
        ..Games::default()
    };
    let empty = Board::new(size);
    let mut board = Board::new(size);
    let mut shuffle = Rng::new(seed);
    let mut order: Vec<Point> = size.points().collect();
    for _ in 0..games {
        shuffle.shuffle(&mut order);
        board.copy_position(&empty);
        fill(&mut board, &order);
        report.dots += board.moves().len() as u64;
        let score = board.score(Player::First);
        match score.signum() {
            1 => report.wins[0] += 1,
            -1 => report.wins[1] += 1,
            _ => report.draws += 1,
        }
        report.checksum = digest(report.checksum, score as u64);
    }
    report.elapsed = start.elapsed();
    report
}

/// Puts dots in this order, where they are legal.
// If this were inlined, the loop would not keep its variables in registers.
#[inline(never)]
fn fill(board: &mut Board, order: &[Point]) {
    let mut player = Player::First;
    for &point in order {
        if board.is_legal(point) {
            board.play(point, player);
            player = player.opponent();
        }
    }
}

/// The result of repeating one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations {
    /// How often the operation was done.
    pub count: u64,
    /// A digest of the resulting positions.
    pub checksum: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// Number of random positions that [`make_undo`] and [`copy`] use.
const POSITIONS: u64 = 20;

/// Puts a dot on every playable cell of random positions with this number of dots, in random order, and
/// takes it back at once. All positions are gone through `repetitions` times.
pub fn make_undo(size: Size, dots: usize, repetitions: u32, seed: u64) -> Operations {
    let mut positions = random_positions(size, dots, seed);
    let mut count = 0;
    let mut checksum = 0;
    let start = Instant::now();
    for _ in 0..repetitions {
        for (board, cells) in &mut positions {
            for &point in cells.iter() {
                board.play(point, Player::First);
                checksum = digest(checksum, board.hash());
                board.undo();
            }
            count += cells.len() as u64;
        }
    }
    Operations {
        count,
        checksum,
        elapsed: start.elapsed(),
    }
}

/// Copies random positions with this number of dots, without their history, `repetitions` times.
pub fn copy(size: Size, dots: usize, repetitions: u32, seed: u64) -> Operations {
    let positions = random_positions(size, dots, seed);
    let mut target = Board::new(size);
    let mut checksum = 0;
    let start = Instant::now();
    for _ in 0..repetitions {
        for (board, _) in &positions {
            target.copy_position(board);
            checksum = digest(checksum, target.hash());
        }
    }
    Operations {
        count: u64::from(repetitions) * POSITIONS,
        checksum,
        elapsed: start.elapsed(),
    }
}

/// Positions after this number of random dots, each with its playable cells in random order.
fn random_positions(size: Size, dots: usize, seed: u64) -> Vec<(Board, Vec<Point>)> {
    let mut shuffle = Rng::new(seed);
    (0..POSITIONS)
        .map(|_| {
            let mut order: Vec<Point> = size.points().collect();
            shuffle.shuffle(&mut order);
            let mut board = Board::new(size);
            fill(&mut board, &order[..dots.min(order.len())]);
            let mut cells: Vec<Point> = board.free().iter().collect();
            shuffle.shuffle(&mut cells);
            (board, cells)
        })
        .collect()
}

/// The digest after one more value. It depends on the order of the values.
fn digest(digest: u64, value: u64) -> u64 {
    (digest.rotate_left(7) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_repeat_and_add_up() {
        let size = Size::new(9, 7).unwrap();
        let (a, b) = (play_games(size, 50, 3), play_games(size, 50, 3));
        assert_eq!(a.checksum, b.checksum);
        assert_eq!(a.wins[0] + a.wins[1] + a.draws, 50);
        assert!(a.dots <= 50 * u64::from(size.area()));
        assert_ne!(a.checksum, play_games(size, 50, 4).checksum);
    }

    /// The checksums follow from the rules, so every correct board gives them.
    #[test]
    fn games_have_known_checksums() {
        for (width, height, checksum) in [
            (20, 20, 0x5196_8d5c_7245_fcc8),
            (30, 30, 0x54bd_3ccd_cfae_9f95),
            (39, 32, 0x6ded_8c1f_4666_15df),
        ] {
            let size = Size::new(width, height).unwrap();
            let report = play_games(size, 100, 1);
            assert_eq!(report.checksum, checksum, "{size}");
        }
    }

    #[test]
    fn every_repetition_is_counted() {
        let size = Size::new(9, 7).unwrap();
        let (once, twice) = (make_undo(size, 20, 1, 5), make_undo(size, 20, 2, 5));
        assert_eq!(2 * once.count, twice.count);
    }
}
