//! How long it takes to judge all cells of a busy board.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tochki::importance::{Importance, ImportanceOptions};
use tochki::{Board, Player, Point, Size};

/// 30x30 with 300 dots at random, put by turns.
fn busy_board() -> Board {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut board = Board::new(Size::default());
    let mut player = Player::First;
    for _ in 0..300 {
        let free: Vec<Point> = board.free().iter().collect();
        board.play(free[rng.usize(..free.len())], player);
        player = player.opponent();
    }
    board
}

/// Depends on every value and its place.
fn checksum(map: &[(Point, i32)]) -> i64 {
    map.iter()
        .map(|&(point, value)| point.index() as i64 * i64::from(value))
        .sum()
}

fn importance(criterion: &mut Criterion) {
    let board = busy_board();
    for (name, nearness, expected) in [
        ("faithful", false, 74_735_454),
        ("with nearness", true, 91_088_704),
    ] {
        let importance = Importance::new(ImportanceOptions {
            nearness,
            ..ImportanceOptions::default()
        });
        assert_eq!(checksum(&importance.map(&board)), expected, "{name}");
        criterion.bench_function(&format!("importance of a busy 30x30, {name}"), |bencher| {
            bencher.iter(|| importance.map(black_box(&board)));
        });
    }
}

criterion_group!(benches, importance);
criterion_main!(benches);
