//! The board: random full games on three sizes, putting and taking back, copying. The checksums are
//! fixed, so that a board that is faster but wrong does not pass.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tochki::Size;
use tochki::tools::bench::field;

const SEED: u64 = 1;

/// Sizes, and the checksums of a hundred games.
const GAMES: [(u32, u32, u64); 3] = [
    (20, 20, 0x5196_8d5c_7245_fcc8),
    (30, 30, 0x54bd_3ccd_cfae_9f95),
    (39, 32, 0x6ded_8c1f_4666_15df),
];

/// Numbers of dots, and the checksums of one round of putting and taking back.
const MAKE_UNDO: [(usize, u64); 2] = [(150, 0xa186_7a08_23c8_28de), (400, 0x9632_2df5_6ed8_f9b1)];

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("100 random games");
    group.sample_size(20).throughput(Throughput::Elements(100));
    for (width, height, checksum) in GAMES {
        let size = Size::new(width, height).expect("a size that boards have");
        group.bench_function(size.to_string(), |bencher| {
            bencher.iter(|| {
                assert_eq!(field::play_games(size, 100, SEED).checksum, checksum);
            });
        });
    }
}

fn make_undo(criterion: &mut Criterion) {
    for (dots, checksum) in MAKE_UNDO {
        criterion.bench_function(&format!("make and undo at {dots} dots"), |bencher| {
            bencher.iter_custom(|repetitions| {
                let once = field::make_undo(Size::default(), dots, 1, SEED);
                assert_eq!(once.checksum, checksum);
                let run = field::make_undo(Size::default(), dots, repetitions as u32, SEED);
                // One operation, not one round.
                run.elapsed / once.count as u32
            });
        });
    }
}

fn copy(criterion: &mut Criterion) {
    criterion.bench_function("copy at 150 dots", |bencher| {
        bencher.iter_custom(|repetitions| {
            let once = field::copy(Size::default(), 150, 1, SEED);
            assert_eq!(once.checksum, 0xde0c_1ce3_4ae3_bc4d);
            let run = field::copy(Size::default(), 150, repetitions as u32, SEED);
            run.elapsed / once.count as u32
        });
    });
}

criterion_group!(benches, games, make_undo, copy);
criterion_main!(benches);
