//! Measures the speed of the board.
//!
//! The moves are the same in every run with the same seed. A checksum of the results is the same on every machine, so
//! that a faster but wrong board is noticed.

use crate::board::Board;
use crate::geometry::{Player, Point, Rng, Size};
use std::time::{Duration, Instant};

/// Checksums that every correct board gives. They depend on the rules and the random moves; those of positions depend
/// on the keys of the hash too.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The seed of all of them.
    pub seed: u64,
    /// Sizes, and the checksums of 100 games each.
    pub games: [(u32, u32, u64); 3],
    /// Numbers of dots on a board of the default size, and the checksums of one repetition of [`make_undo`].
    pub make_undo: [(usize, u64); 2],
    /// A number of dots on a board of the default size, and the checksum of one repetition of [`copy`].
    pub copy: (usize, u64),
}

/// The checksums that are asserted here and in `benches/field.rs`.
pub const KNOWN: Known = Known {
    seed: 1,
    games: [
        (20, 20, 0x5196_8d5c_7245_fcc8),
        (30, 30, 0x54bd_3ccd_cfae_9f95),
        (39, 32, 0x6ded_8c1f_4666_15df),
    ],
    make_undo: [(150, 0xe214_cbec_6369_5aef), (400, 0x39af_1d7c_416b_382d)],
    copy: (150, 0x58a9_7566_2ba4_10a6),
};

/// The results of random full games, and the time that they took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Number of games.
    pub games: u32,
    /// Number of dots put in all games together.
    pub dots: u64,
    /// Number of games won by the first and by the second player.
    pub wins: [u32; 2],
    /// Number of games in which both players captured equally many dots.
    pub draws: u32,
    /// A hash of all final scores in their order.
    pub checksum: u64,
    /// Time for all games, with the shuffling of the cells.
    pub elapsed: Duration,
}

/// Plays `games` games with random moves until the board is full. The players move in turn. The cells are taken in
/// random order; a cell that is not playable is skipped.
pub fn play_games(size: Size, games: u32, seed: u64) -> Games {
    let start = Instant::now();
    let mut report = Games {
        games,
        ..Games::default()
    };
    let empty = Board::new(size);
    let mut board = Board::new(size);
    let mut rng = Rng::new(seed);
    let mut order: Vec<Point> = size.points().collect();
    for _ in 0..games {
        rng.shuffle(&mut order);
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

/// Puts dots on the cells of `order`, one after the other, the players in turn. A cell that is not playable is skipped.
// The function is not inlined: otherwise its loop would not keep its variables in registers.
#[inline(never)]
fn fill(board: &mut Board, order: &[Point]) {
    let mut player = Player::First;
    for &point in order {
        if board.is_playable(point) {
            board.play(point, player);
            player = player.opponent();
        }
    }
}

/// The result of repeating one operation of the board, such as putting and taking back a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations {
    /// How often the operation was done.
    pub count: u64,
    /// A hash of the resulting positions.
    pub checksum: u64,
    /// Time for all operations.
    pub elapsed: Duration,
}

/// Number of random positions that [`make_undo`] and [`copy`] use.
const POSITIONS: u64 = 20;

/// Measures putting a dot and taking it back. This is done on every playable cell of random positions with `dots` dots.
/// All positions are gone through `repetitions` times.
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

/// Measures copying a position without its moves. Each of the random positions with `dots` dots is copied `repetitions`
/// times.
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

/// Positions after this number of random dots. Each has its playable cells in random order. Cells that have become
/// unplayable are skipped, so that there may be fewer dots.
fn random_positions(size: Size, dots: usize, seed: u64) -> Vec<(Board, Vec<Point>)> {
    let mut rng = Rng::new(seed);
    (0..POSITIONS)
        .map(|_| {
            let mut order: Vec<Point> = size.points().collect();
            rng.shuffle(&mut order);
            let mut board = Board::new(size);
            fill(&mut board, &order[..dots.min(order.len())]);
            let mut cells: Vec<Point> = board.free().iter().collect();
            rng.shuffle(&mut cells);
            (board, cells)
        })
        .collect()
}

/// The checksum `digest` after one more value. It depends on the order of the values.
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

    #[test]
    fn games_have_known_checksums() {
        for (width, height, checksum) in KNOWN.games {
            let size = Size::new(width, height).unwrap();
            let report = play_games(size, 100, KNOWN.seed);
            assert_eq!(report.checksum, checksum, "{size}");
        }
    }

    #[test]
    fn positions_have_known_checksums() {
        let size = Size::default();
        let make_undo = KNOWN
            .make_undo
            .map(|(dots, _)| make_undo(size, dots, 1, KNOWN.seed));
        let copy = copy(size, KNOWN.copy.0, 1, KNOWN.seed);
        let known = KNOWN.make_undo.map(|(_, checksum)| checksum);
        assert_eq!(make_undo.map(|report| report.checksum), known);
        assert_eq!(copy.checksum, KNOWN.copy.1);
    }

    #[test]
    fn every_repetition_is_counted() {
        let size = Size::new(9, 7).unwrap();
        let (once, twice) = (make_undo(size, 20, 1, 5), make_undo(size, 20, 2, 5));
        assert_eq!(2 * once.count, twice.count);
    }
}
