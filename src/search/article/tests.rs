mod bounds;
mod classes;
mod slow_search;

use super::*;
use crate::geometry::{Point, Size, Symmetry};
use crate::importance::play_range;
use crate::notation::diagram;
use crate::search::game_tree::{BoardTree, minimax};
use crate::search::trajectory::{Trajectory, trajectories};
use crate::search::{Silent, StopFlag};
use fastrand::Rng;
use std::time::Duration;

fn search(board: &mut Board, options: ArticleOptions) -> Outcome {
    let before = diagram::print(board);
    let outcome =
        Article::new(options).search(board, Player::First, &Limits::default(), &mut Silent);
    assert_eq!(diagram::print(board), before);
    assert!(outcome.best.is_none_or(|best| board.is_playable(best)));
    assert_eq!(outcome.line.first().copied(), outcome.best);
    outcome
}

fn to_depth(depth: u32) -> ArticleOptions {
    ArticleOptions {
        depth,
        ..ArticleOptions::default()
    }
}

/// Options with which all moves of the play range are searched.
fn full_width(depth: u32) -> ArticleOptions {
    ArticleOptions {
        useless_cut: false,
        bounds: Bounds::Off,
        ..to_depth(depth)
    }
}

/// A position after random moves of both sides, with about `free` playable cells.
fn random_position(rng: &mut Rng, size: Size, free: u32) -> Board {
    let mut board = Board::new(size);
    board.fill_at_random(rng, free);
    board
}

/// The first player threatens to capture two dots, and the second player can save only one of them.
const DOUBLE_THREAT: &str = "
    ...........
    ..a.....a..
    .aB..A.aB..
    ..a.....a..
    ...........";

/// The first player captures B with two more dots, in two ways.
const NET: &str = "
    .......
    ...a...
    ..aB...
    ...a.b.
    .......";

#[test]
fn full_width_is_the_minimax_of_the_oracle() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..200 {
        let size = Size::new(rng.u32(2..6), rng.u32(2..6)).unwrap();
        let free = rng.u32(1..10);
        let mut board = random_position(&mut rng, size, free);
        let range = play_range(&board, 1);
        let score = board.score(Player::First);
        for depth in 1..=4 {
            let mut tree = BoardTree::new(&mut board, Player::First, depth).within(range);
            let expected = minimax(&mut tree).value - score;
            let outcome = search(&mut board, full_width(depth));
            assert_eq!(outcome.value, expected, "{}", diagram::print(&board));
        }
    }
}

#[test]
fn alpha_beta_changes_nothing_but_the_nodes() {
    let mut rng = Rng::with_seed(12);
    let (mut plain_nodes, mut cut_nodes) = (0, 0);
    for case in 0..300 {
        let size = Size::new(rng.u32(4..9), rng.u32(4..9)).unwrap();
        let mut board = random_position(&mut rng, size, size.area() / 2);
        let plain = ArticleOptions {
            rule1: case % 2 == 0,
            rule2: case % 3 == 0,
            bounds: Bounds::ALL[case as usize % 3],
            order: case % 7 != 0,
            importance: case % 4 != 0,
            sooner: case % 5 == 0,
            quiescence: case / 3 % 3,
            likelihood: case / 5 % 4,
            ..to_depth(1 + case % 4)
        };
        let cut = ArticleOptions {
            alpha_beta: true,
            ..plain
        };
        let (plain, cut) = (search(&mut board, plain), search(&mut board, cut));
        assert_eq!((plain.best, plain.value), (cut.best, cut.value));
        assert_eq!(plain.line, cut.line);
        assert!(cut.nodes <= plain.nodes);
        plain_nodes += plain.nodes;
        cut_nodes += cut.nodes;
    }
    assert!(cut_nodes * 2 < plain_nodes, "{cut_nodes} of {plain_nodes}");
}

#[test]
fn the_rules_keep_the_value_of_the_fixed_positions() {
    for picture in [DOUBLE_THREAT, NET] {
        for depth in 1..=6 {
            let with = |rule1, rule2| ArticleOptions {
                rule1,
                rule2,
                alpha_beta: depth > 4,
                ..to_depth(depth)
            };
            let mut board = diagram::parse(picture).unwrap();
            let neither = search(&mut board, with(false, false));
            let first = search(&mut board, with(true, false));
            let both = search(&mut board, with(true, true));
            assert_eq!(first.value, neither.value, "depth {depth} {picture}");
            assert_eq!(both.value, neither.value, "depth {depth} {picture}");
            assert!(first.nodes <= neither.nodes);
        }
    }
}

#[test]
fn rule_1_rarely_changes_the_value() {
    let mut rng = Rng::with_seed(16);
    let mut changed = 0;
    for _ in 0..200 {
        let size = Size::new(rng.u32(5..9), rng.u32(5..9)).unwrap();
        let mut board = random_position(&mut rng, size, size.area() / 2);
        let with = |rule1| ArticleOptions {
            rule1,
            rule2: false,
            bounds: Bounds::Off,
            alpha_beta: true,
            ..to_depth(4)
        };
        let (without, with) = (
            search(&mut board, with(false)),
            search(&mut board, with(true)),
        );
        changed += u32::from(with.value != without.value);
    }
    // Rarely means less than a tenth of the positions.
    assert!((1..20).contains(&changed), "{changed} of 200");
}

#[test]
fn rule_1_may_spare_a_forced_loss() {
    // There is no pass. At the third ply the first player's trajectory is blocked, and without
    // the rule the only cell that was useful once lies in an empty base of the enemy.
    let mut board = diagram::parse("0.11\n010.\n1;11\n.11.\n.100").unwrap();
    for (rule1, value) in [(false, -1), (true, 0)] {
        let options = ArticleOptions {
            rule1,
            rule2: false,
            bounds: Bounds::Off,
            importance: false,
            ..to_depth(3)
        };
        assert_eq!(search(&mut board, options).value, value);
    }
}

#[test]
fn several_captures_are_added() {
    let mut board = diagram::parse(DOUBLE_THREAT).unwrap();
    let outcome = search(&mut board, to_depth(1));
    assert_eq!((outcome.value, outcome.bounds), (1, Some((0, 1))));
    let outcome = search(&mut board, to_depth(3));
    assert_eq!((outcome.value, outcome.bounds), (1, Some((0, 2))));
    let outcome = search(&mut board, to_depth(2));
    assert_eq!(outcome.value, 1);
}

#[test]
fn trajectories_of_three_cells_may_reach_beyond_the_play_range() {
    // Three dots two columns and less to the right of B hold it too. The farthest is outside of the margin.
    let board = diagram::parse(".......\n..a....\n.aB....\n..a....\n.......").unwrap();
    let range = play_range(&board, 1);
    for (longest, beyond) in [(2, false), (3, true)] {
        let found = trajectories(&board, Player::First, longest);
        let mut cells = found.iter().flat_map(Trajectory::cells);
        assert_eq!(cells.any(|cell| !range.contains(cell)), beyond, "{longest}");
    }
}

#[test]
fn a_board_without_use_or_cells_is_no_trouble() {
    for picture in ["a", "ab", "aB\nCd"] {
        let mut board = diagram::parse(picture).unwrap();
        assert_eq!(search(&mut board, to_depth(6)).best, None);
    }
    for (width, height) in [(1, 1), (1, 5), (2, 2), (62, 62)] {
        let mut board = Board::new(Size::new(width, height).unwrap());
        assert!(search(&mut board, to_depth(6)).best.is_some());
        assert!(search(&mut board, full_width(2)).best.is_some());
    }
}

#[test]
fn switches_off_still_move() {
    let mut rng = Rng::with_seed(13);
    for case in 0u32..128 {
        let mut board = random_position(&mut rng, Size::new(6, 6).unwrap(), 14);
        let on = |bit: u32| case >> bit & 1 != 0;
        let options = ArticleOptions {
            useless_cut: on(0),
            rule1: on(1),
            rule2: on(2),
            bounds: [Bounds::Article, Bounds::Off][usize::from(!on(3))],
            order: on(4),
            importance: on(5),
            nearness: on(6),
            margin: 1 + case % 2,
            ..to_depth(3)
        };
        let first = search(&mut board, options);
        assert!(first.best.is_some());
        let second = search(&mut board, options);
        let timeless = |outcome: Outcome| Outcome {
            elapsed: Duration::ZERO,
            ..outcome
        };
        assert_eq!(timeless(first), timeless(second));
    }
}

#[test]
fn the_margin_is_that_of_the_search_and_of_importance() {
    for (margin, cells) in [(1, 8), (2, 24)] {
        let mut board = Board::new(Size::new(7, 7).unwrap());
        board.play(Point::new(3, 3), Player::First);
        let options = ArticleOptions {
            margin,
            ..full_width(1)
        };
        assert_eq!(search(&mut board, options).nodes, cells);
        let importance = Importance::new(options.importance_options());
        assert_eq!(importance.map(&board).len() as u64, cells);
    }
}

#[test]
fn limits_are_kept() {
    let mut rng = Rng::with_seed(14);
    let mut board = random_position(&mut rng, Size::default(), 500);
    let mut run = |depth: u32, limits: Limits, deepening: bool| {
        let options = ArticleOptions {
            deepening,
            ..to_depth(depth)
        };
        let outcome = Article::new(options).search(&mut board, Player::First, &limits, &mut Silent);
        assert!(outcome.best.is_some());
        outcome.nodes
    };
    for (nodes, deepening) in [(0, true), (1, true), (1000, true), (1000, false)] {
        let limits = Limits::nodes(nodes);
        assert!(run(8, limits, deepening) <= nodes);
    }
    let stop = StopFlag::default();
    stop.raise();
    let limits = Limits::default().with_stop(&stop);
    assert_eq!(run(12, limits, true), 0);
}

/// Keeps all reports of a search.
struct Reports(Vec<Outcome>);

impl Reporter for Reports {
    fn progress(&mut self, outcome: &Outcome) {
        self.0.push(outcome.clone());
    }
}

#[test]
fn the_best_move_of_the_last_depth_is_tried_first() {
    let mut rng = Rng::with_seed(17);
    let options = ArticleOptions {
        alpha_beta: true,
        ..full_width(6)
    };
    let mut not_the_most_important = 0;
    for _ in 0..40 {
        let mut board = random_position(&mut rng, Size::new(6, 6).unwrap(), 14);
        let mut reports = Reports(Vec::new());
        let limits = Limits::nodes(2000);
        Article::new(options).search(&mut board, Player::First, &limits, &mut reports);
        let most_important = reports.0[0].best;
        for reports in reports.0.windows(3) {
            let [before, end, next] = reports else {
                unreachable!("three reports");
            };
            // The first report with more plies is the end of a depth.
            if end.plies > before.plies {
                assert_eq!(next.best, end.best, "{board}");
                not_the_most_important += u32::from(end.best != most_important);
            }
        }
    }
    assert!(not_the_most_important > 5, "{not_the_most_important}");
}

#[test]
fn few_nodes_are_used() {
    let mut board = diagram::parse(DOUBLE_THREAT).unwrap();
    for nodes in [20, 100, 199] {
        let limits = Limits::nodes(nodes);
        let outcome = Article::default().search(&mut board, Player::First, &limits, &mut Silent);
        assert_eq!((outcome.value, outcome.plies), (1, 2));
        assert!((1..=nodes).contains(&outcome.nodes));
    }
}

#[test]
fn invariant_under_symmetries_and_colours() {
    let mut rng = Rng::with_seed(15);
    let mut tense = 0;
    for _ in 0..12 {
        let size = Size::new(rng.u32(5..10), rng.u32(5..10)).unwrap();
        let board = random_position(&mut rng, size, size.area() * 3 / 5);
        let options = ArticleOptions {
            alpha_beta: true,
            ..to_depth(4)
        };
        let expected = search(&mut board.clone(), options);
        tense += u32::from(expected.value != 0 && expected.trajectories > Some(0));
        for symmetry in Symmetry::all() {
            for swapped in [false, true] {
                let colour = |player: Player| if swapped { player.opponent() } else { player };
                let mut turned = board.image(symmetry, colour);
                let found = Article::new(options).search(
                    &mut turned,
                    colour(Player::First),
                    &Limits::default(),
                    &mut Silent,
                );
                assert_eq!(
                    (found.value, found.bounds, found.trajectories),
                    (expected.value, expected.bounds, expected.trajectories)
                );
            }
        }
    }
    assert!(tense > 0);
}

#[test]
fn unlikely_lines_are_cut_and_forced_ones_are_not() {
    for picture in [DOUBLE_THREAT, NET] {
        let mut board = diagram::parse(picture).unwrap();
        let with = |likelihood| ArticleOptions {
            likelihood,
            bounds: Bounds::Off,
            ..to_depth(6)
        };
        let plain = search(&mut board, with(0));
        let cut = search(&mut board, with(4));
        let nothing_cut = search(&mut board, with(60));
        assert_eq!(cut.value, plain.value, "{picture}");
        assert!(cut.nodes < plain.nodes, "{} of {}", cut.nodes, plain.nodes);
        assert_eq!(nothing_cut.nodes, plain.nodes);
    }
}
