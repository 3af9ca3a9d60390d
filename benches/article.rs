//! Nodes per second of the engine of the article, with and without its rules. The node counts are
//! fixed: a change of them is a change of the search.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tochki::notation::diagram;
use tochki::search::article::{Article, ArticleOptions};
use tochki::search::{Engine, Limits, Silent};
use tochki::{Board, Player};

/// Nodes after which the search without rules is stopped.
const MOST: u64 = 500_000;

/// Positions, and the nodes of three full moves with rule 1, with both rules, and with alpha-beta.
const POSITIONS: [(&str, [u64; 3]); 3] = [
    (
        ".........../...0.101.../..110.1..../...0..0..../.1....0.1../
         .110110.0../....11..0../...0...00../...........",
        [37_828, 23_519, 2_613],
    ),
    (
        ".........../.1..0....1./.....10..0./.00001...1./...0..1.1../
         ..101...01./..0...01.0./..1......1./...........",
        [443_533, 182_654, 3_342],
    ),
    (
        ".........../..1....0.../...111.010./.1.00..10../.11..0.0.../
         ......0.1../...1..110../.0.0...0.../...........",
        [199_278, 60_104, 3_659],
    ),
];

fn options(rule1: bool, rule2: bool, alpha_beta: bool) -> ArticleOptions {
    ArticleOptions {
        rule1,
        rule2,
        alpha_beta,
        deepening: false,
        ..ArticleOptions::default()
    }
}

fn nodes(board: &mut Board, engine: &mut Article) -> u64 {
    let limits = Limits::nodes(MOST);
    engine
        .search(board, Player::First, &limits, &mut Silent)
        .nodes
}

fn article(criterion: &mut Criterion) {
    for (number, (picture, [rule1, rules, alpha_beta])) in POSITIONS.iter().enumerate() {
        let mut board = diagram::parse(picture).expect("the picture is right");
        for (name, options, expected) in [
            ("useful moves", options(false, false, false), MOST),
            ("rule 1", options(true, false, false), *rule1),
            ("rules 1 and 2", options(true, true, false), *rules),
            ("alpha-beta", options(true, true, true), *alpha_beta),
        ] {
            let mut engine = Article::new(options);
            assert_eq!(nodes(&mut board, &mut engine), expected, "{number}, {name}");
            let mut group = criterion.benchmark_group(format!("position {number}"));
            group.sample_size(10);
            group.throughput(Throughput::Elements(expected));
            group.bench_function(name, |bencher| {
                bencher.iter(|| nodes(&mut board, &mut engine));
            });
        }
    }
}

criterion_group!(benches, article);
criterion_main!(benches);
