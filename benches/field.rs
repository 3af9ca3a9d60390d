//! The board: random full games on three sizes, putting and taking back, copying. The checksums are asserted, so that a
//! board that is faster but wrong does not pass.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tochki::Size;
use tochki::tools::bench::field::{self, KNOWN};

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("100 random games");
    group.sample_size(20).throughput(Throughput::Elements(100));
    for (width, height, checksum) in KNOWN.games {
        let size = Size::new(width, height).expect("a size that boards have");
        group.bench_function(size.to_string(), |bencher| {
            bencher.iter(|| {
                assert_eq!(field::play_games(size, 100, KNOWN.seed).checksum, checksum);
            });
        });
    }
}

fn make_undo(criterion: &mut Criterion) {
    for (dots, checksum) in KNOWN.make_undo {
        criterion.bench_function(&format!("make and undo at {dots} dots"), |bencher| {
            bencher.iter_custom(|repetitions| {
                let once = field::make_undo(Size::default(), dots, 1, KNOWN.seed);
                assert_eq!(once.checksum, checksum);
                let run = field::make_undo(Size::default(), dots, repetitions as u32, KNOWN.seed);
                // One operation, not one round.
                run.elapsed / once.count as u32
            });
        });
    }
}

fn copy(criterion: &mut Criterion) {
    let (dots, checksum) = KNOWN.copy;
    criterion.bench_function(&format!("copy at {dots} dots"), |bencher| {
        bencher.iter_custom(|repetitions| {
            let once = field::copy(Size::default(), dots, 1, KNOWN.seed);
            assert_eq!(once.checksum, checksum);
            let run = field::copy(Size::default(), dots, repetitions as u32, KNOWN.seed);
            run.elapsed / once.count as u32
        });
    });
}

criterion_group!(benches, games, make_undo, copy);
criterion_main!(benches);
