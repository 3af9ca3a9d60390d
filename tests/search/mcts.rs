//! The whole-board engine: legal games, repeatable moves, bounded memory, and no blunders that
//! anyone can see.

use crate::fixtures;
use crate::lines::Last;
use crate::random;
use crate::stop::StopAfter;
use fastrand::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tochki::notation::diagram;
use tochki::policy::{LinearPolicy, Policy};
use tochki::search::capture_search::{CaptureSearch, Fate};
use tochki::search::mcts::{Mcts, MctsOptions};
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Engine, Estimate, Limits, Outcome, Pace, Silent};
use tochki::tools::solve::{self, Budget};
use tochki::{Bitboard, Board, Player, Point, Size};

fn engine(seed: u64) -> Mcts {
    Mcts::new(MctsOptions {
        seed,
        hash: 4,
        ..MctsOptions::default()
    })
}

/// A position after random dots of both players by turns.
fn random_board(size: Size, dots: usize, seed: u64) -> Board {
    random::dots_by_turns(&mut Rng::with_seed(seed), size, dots)
}

/// Plays a whole game against itself from some random dots; returns the moves.
fn play_game(size: Size, seed: u64, nodes: u64) -> Vec<Point> {
    let mut rng = Rng::with_seed(seed);
    let mut board = Board::new(size);
    let mut player = Player::First;
    let mut engine = engine(seed);
    while !board.free().is_empty() {
        let number = board.moves().len();
        let point = match number {
            0..4 => {
                let cells: Vec<Point> = board.free().iter().collect();
                cells[rng.usize(..cells.len())]
            }
            _ => {
                let before = diagram::print(&board);
                let outcome = engine.search(&mut board, player, &Limits::nodes(nodes), &mut Silent);
                assert_eq!(diagram::print(&board), before);
                assert!(outcome.nodes <= nodes);
                assert_eq!(outcome.line.first().copied(), outcome.best);
                outcome.best.expect("a cell can be played")
            }
        };
        board.try_play(point, player).expect("a legal move");
        player = player.opponent();
    }
    let outcome = engine.search(&mut board, player, &Limits::nodes(nodes), &mut Silent);
    assert_eq!(outcome, Outcome::default());
    board.moves().map(|played| played.point).collect()
}

/// The only move of a position is searched too: a move before it is judged by its value.
#[test]
fn the_last_cell_has_its_value() {
    let mut board = diagram::parse("0 1 0\n1 0 1\n0 . 0").unwrap();
    for (player, value) in Player::ALL.into_iter().zip([0, 1]) {
        for engine in [EngineKind::Mcts, EngineKind::Tactical] {
            let options = Options {
                engine,
                ..Options::default()
            };
            let limits = Limits::nodes(1000);
            let found = options
                .build()
                .search(&mut board, player, &limits, &mut Silent);
            assert_eq!((found.best, found.value), (Some(Point::new(1, 2)), value));
        }
    }
}

#[test]
fn a_single_allowed_move_is_analyzed_to_the_limit() {
    let mut board = random_board(Size::new(12, 12).unwrap(), 30, 5);
    let only = board.free().first();
    let limits = Limits {
        moves: Some(only.into_iter().collect()),
        ..Limits::nodes(500)
    };
    let player = Player::First;
    let lines = engine(1).search_lines(&mut board, player, &limits, 3, &mut Silent);
    let visits = lines[0].visits;
    assert!(lines.len() == 1 && visits > Some(300), "{lines:?}");
    assert!(lines[0].estimate.is_some());
    // Nothing is left for verifying a move without an alternative.
    assert_eq!(lines[0].nodes, 500);
    // To play it, its value need not be known so well.
    let played = engine(1).search(&mut board, player, &limits, &mut Silent);
    assert!(played.best == only && played.nodes < 200, "{played:?}");
    assert!(played.visits >= Some(20), "{played:?}");
}

#[test]
fn a_game_begins_near_the_middle() {
    // A dot at the edge is joined to it, so that nothing can be lost any more. The game is not over all the same.
    for (width, height, nodes) in [(8, 8, 3000), (20, 20, 300), (39, 20, 300), (39, 32, 300)] {
        let size = Size::new(width, height).unwrap();
        let limits = Limits::nodes(nodes);
        let outcome = engine(1).search(&mut Board::new(size), Player::First, &limits, &mut Silent);
        assert!(outcome.nodes > nodes / 2, "{} on {size}", outcome.nodes);
        let best = outcome.best.unwrap();
        let is_central = |at: u32, side: u32| (side / 4..side - side / 4).contains(&at);
        assert!(
            is_central(best.x(), width) && is_central(best.y(), height),
            "{best:?} on {size}"
        );
    }
}

#[test]
fn whole_games_are_legal_and_repeat() {
    for (number, (width, height)) in [(9, 9), (13, 6), (1, 7), (20, 3)].into_iter().enumerate() {
        let size = Size::new(width, height).unwrap();
        let game = play_game(size, number as u64, 60);
        assert_eq!(game, play_game(size, number as u64, 60));
    }
}

#[test]
fn other_seeds_search_otherwise() {
    let search = |seed| {
        let mut board = Board::new(Size::default());
        let mut engine = engine(seed);
        engine.search(&mut board, Player::First, &Limits::nodes(300), &mut Silent);
        engine.visits()
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

#[test]
fn the_tree_is_used_again() {
    let mut board = Board::new(Size::new(12, 12).unwrap());
    board.play(Point::new(5, 5), Player::First);
    let mut engine = engine(1);
    let outcome = engine.search(
        &mut board,
        Player::Second,
        &Limits::nodes(4000),
        &mut Silent,
    );
    for (point, player) in outcome.line.iter().zip([Player::Second, Player::First]) {
        board.play(*point, player);
    }
    let few = 20;
    let mut known = |board: &mut Board| {
        engine.search(board, Player::Second, &Limits::nodes(few), &mut Silent);
        engine
            .visits()
            .iter()
            .map(|&(_, visits)| u64::from(visits))
            .sum::<u64>()
    };
    assert!(known(&mut board) > 100);
    // Another position is not mistaken for it.
    board.undo();
    board.play(Point::new(0, 0), Player::First);
    assert!((1..=few).contains(&known(&mut board)));
}

#[test]
fn a_search_that_ended_before_it_began_leaves_nothing_behind() {
    let mut board = random_board(Size::new(12, 12).unwrap(), 30, 3);
    let priors = |board: &mut Board, engine: &mut Mcts| {
        let limits = Limits::nodes(1);
        let found = engine.search_all(board, Player::First, &limits, &mut Silent);
        let mut priors: Vec<_> = found.iter().map(|one| (one.best, one.prior)).collect();
        priors.sort_by_key(|&(point, _)| point);
        priors
    };
    let (mut fresh, mut used) = (engine(1), engine(1));
    let stopped = Limits::default();
    stopped.stop.raise();
    used.search(&mut board, Player::First, &stopped, &mut Silent);
    assert_eq!(
        priors(&mut board, &mut used),
        priors(&mut board, &mut fresh)
    );
}

#[test]
fn what_is_certain_is_no_mean() {
    let mut certain = 0;
    for seed in 0..300 {
        let mut board = random_board(Size::new(8, 3).unwrap(), 20, seed);
        let limits = Limits::nodes(200);
        for found in engine(1).search_all(&mut board, Player::First, &limits, &mut Silent) {
            // Nothing is known of a move without visits.
            let is_known = found.visits > Some(0);
            assert_eq!(found.estimate.is_some(), is_known);
            assert!(is_known || found.value == 0, "{seed}");
            if let Some(Estimate { gain, unit: 0.0 }) = found.estimate {
                assert_eq!(gain, found.value as f32, "{seed}");
                certain += 1;
            }
        }
    }
    assert!(certain > 50, "{certain}");
}

#[test]
fn threads_play_legal_games() {
    for (seed, threads) in [(1, 2), (2, 2), (3, 4), (4, 4)] {
        let mut engine = Mcts::new(MctsOptions {
            seed,
            threads,
            hash: 1,
        });
        let mut board = Board::new(Size::new(11, 9).unwrap());
        let mut player = Player::First;
        while !board.free().is_empty() {
            let before = diagram::print(&board);
            let outcome = engine.search(&mut board, player, &Limits::nodes(150), &mut Silent);
            assert_eq!(diagram::print(&board), before);
            let best = outcome.best.expect("a cell can be played");
            board.try_play(best, player).expect("a legal move");
            player = player.opponent();
        }
    }
}

/// A pocket of the first player. With one more dot it captures five dots.
const POCKET: &str = "
    . . . . . . . . . .
    . . 0 0 0 0 0 . . .
    . 0 1 1 1 1 1 0 . .
    . . 0 0 . 0 0 . . .
    . . . . 1 . . . . .
    . . . . . . . . . .
    . . . 1 . 1 . . . .
    . . . . . . . . . .
";

#[test]
fn a_capture_is_taken_and_prevented() {
    for player in Player::ALL {
        for seed in 0..5 {
            let mut board = diagram::parse(POCKET).unwrap();
            let outcome = engine(seed).search(&mut board, player, &Limits::nodes(300), &mut Silent);
            assert_eq!(
                outcome.best,
                Some(Point::new(4, 3)),
                "{player}, seed {seed}"
            );
        }
    }
}

#[test]
fn puzzles_are_solved() {
    let puzzles = fixtures::puzzles("puzzles");
    let options = Options {
        engine: EngineKind::Mcts,
        nodes: 3000,
        ..Options::default()
    };
    let wrong = Mutex::new(Vec::new());
    fixtures::for_each(&puzzles, |puzzle| {
        if !solve::attempt(puzzle, &options, Budget::default()).right {
            wrong.lock().unwrap().push(puzzle.title.clone());
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(puzzles.len() > 80 && wrong.is_empty(), "{wrong:?}");
}

/// Most of the ladders end beyond the depth of the exact search. It prefers a smaller capture within its depth.
#[test]
fn ladders_are_solved_that_end_beyond_the_exact_search() {
    let puzzles = fixtures::puzzles("puzzles/ladders");
    let options = Options {
        engine: EngineKind::Mcts,
        nodes: 3000,
        ..Options::default()
    };
    let right = AtomicU32::new(0);
    fixtures::for_each(&puzzles, |puzzle| {
        let is_right = solve::attempt(puzzle, &options, Budget::default()).right;
        right.fetch_add(u32::from(is_right), Ordering::Relaxed);
    });
    assert_eq!(puzzles.len(), 50);
    let right = right.into_inner();
    // The engine solves 45 of them, and 40 if it does not prefer proved captures to expected ones.
    assert!(right >= 42, "{right}");
}

#[test]
fn limits_are_kept() {
    for threads in [1, 2] {
        let mut engine = Mcts::new(MctsOptions {
            threads,
            ..MctsOptions::default()
        });
        let mut board = Board::new(Size::default());
        board.play(Point::new(15, 15), Player::First);
        for milliseconds in [0, 50] {
            let limits = Limits::time(Duration::from_millis(milliseconds));
            // tests/deadlines.rs measures how late the answer is.
            let outcome = engine.search(&mut board, Player::Second, &limits, &mut Silent);
            assert!(outcome.best.is_some_and(|best| board.is_playable(best)));
        }
        let outcome = engine.search(&mut board, Player::Second, &Limits::nodes(700), &mut Silent);
        // The nodes that are reserved for verifying the move need not be used up.
        assert!((600..=700).contains(&outcome.nodes), "{}", outcome.nodes);
        let limits = Limits::nodes(1_000_000);
        let mut reporter = StopAfter(0, limits.stop.clone());
        let outcome = engine.search(&mut board, Player::Second, &limits, &mut reporter);
        assert!(outcome.nodes < 100_000);
    }
}

/// On a crowded board much of a search is exact searches of the threads.
#[test]
fn several_threads_keep_the_limit_of_nodes() {
    for seed in 0..16 {
        let mut engine = Mcts::new(MctsOptions {
            threads: 4,
            hash: 4,
            seed,
        });
        let mut board = random_board(Size::new(20, 20).unwrap(), 160, seed);
        let found = engine.search(&mut board, Player::First, &Limits::nodes(300), &mut Silent);
        // 15 nodes are reserved for verifying the move.
        assert!((285..=300).contains(&found.nodes), "{}", found.nodes);
    }
}

#[test]
fn only_allowed_moves_are_chosen() {
    let mut board = diagram::parse(POCKET).unwrap();
    let mut engine = engine(1);
    let corner: Bitboard = [Point::new(0, 0), Point::new(9, 7)].into_iter().collect();
    let limits = Limits {
        moves: Some(corner),
        ..Limits::nodes(200)
    };
    let outcome = engine.search(&mut board, Player::First, &limits, &mut Silent);
    assert!(corner.contains(outcome.best.unwrap()));
    // The tree of the few moves does not limit the next search.
    let outcome = engine.search(&mut board, Player::First, &Limits::nodes(200), &mut Silent);
    assert_eq!(outcome.best, Some(Point::new(4, 3)));
    let nothing = Limits {
        moves: Some(Bitboard::EMPTY),
        ..Limits::nodes(200)
    };
    let outcome = engine.search(&mut board, Player::First, &nothing, &mut Silent);
    assert_eq!(outcome, Outcome::default());
}

#[test]
fn several_lines_come_from_one_search() {
    let mut board = Board::new(Size::new(12, 12).unwrap());
    board.play(Point::new(5, 5), Player::First);
    board.play(Point::new(6, 6), Player::Second);
    let mut heard = Last::default();
    let lines = engine(1).search_lines(
        &mut board,
        Player::First,
        &Limits::nodes(700),
        3,
        &mut heard,
    );
    assert_eq!(lines.len(), 3);
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(Some(line.line[0]), line.best);
        assert!(lines[..number].iter().all(|other| other.best != line.best));
        let mut after = board.clone();
        let mut player = Player::First;
        for &point in &line.line {
            after.try_play(point, player).expect("lines can be played");
            player = player.opponent();
        }
    }
    assert_eq!(heard.0, lines);
    // Moves without visits are no lines.
    let limits = Limits::nodes(100);
    let lines = engine(1).search_lines(&mut board, Player::First, &limits, 99, &mut Silent);
    assert!(lines.len() > 3 && lines.iter().all(|line| line.visits > Some(0)));
    // For no line nothing is searched.
    let mut unused = engine(1);
    let lines = unused.search_lines(&mut board, Player::First, &limits, 0, &mut Silent);
    assert_eq!((lines, unused.visits()), (vec![], vec![]));
}

#[test]
fn a_pace_ends_the_search_before_the_deadline() {
    let start = Instant::now();
    let mut board = diagram::parse(POCKET).unwrap();
    let limits = Limits {
        deadline: Some(start + Duration::from_secs(40)),
        pace: Some(Pace {
            start,
            usual: Duration::from_millis(20),
        }),
        ..Limits::default()
    };
    let outcome = engine(1).search(&mut board, Player::First, &limits, &mut Silent);
    assert_eq!(outcome.best, Some(Point::new(4, 3)));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn priors_are_those_of_the_policy_or_raised() {
    let quiet = "......\n..01..\n..10..\n......\n......\n";
    // The dot of the second player is in a net.
    let net = ". . . . . . .\n. . 0 0 . . .\n. 0 1 . . . .\n. 0 . . . . .\n. . . . . 0 .\n. . . 0 . . .\n. . . . . . .\n";
    for (picture, is_quiet) in [(quiet, true), (net, false)] {
        let mut board = diagram::parse(picture).unwrap();
        let expected = LinearPolicy::standard().probabilities(&mut board, Player::First);
        let sum: f32 = expected.iter().map(|&(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let limits = Limits::nodes(300);
        let lines = engine(1).search_all(&mut board, Player::First, &limits, &mut Silent);
        assert!(lines.len() > 20);
        let mut raised = 0;
        for line in &lines {
            let prior = line.prior.expect("the tree has priors");
            let known = expected.iter().find(|found| Some(found.0) == line.best);
            let before = known.map_or(0.0, |&(_, probability)| probability);
            assert!(prior >= before && prior <= 1.0, "{prior} {before}");
            raised += u32::from(prior > before);
        }
        assert_eq!(raised == 0, is_quiet, "{raised} raised\n{picture}");
    }
}

/// The prior of the move of the second player that captures the dot of the first player at (2, 2) in a net, when the
/// engine searches the position with 5,000 simulations. The last moves are far from the net. Before the last two of
/// them it searches too, with the simulations that `before` tells, if any.
fn prior_of_a_far_capture(before: Option<u64>) -> f32 {
    let net = ". . . . . . .\n. . 1 1 . . .\n. 1 0 . . . .\n. 1 . . . . .\n. . . . . 1 .\n. . . 1 . . .\n";
    let mut board = diagram::parse(&format!("{net}{}", ". . . . . . .\n".repeat(12))).unwrap();
    let mut engine = engine(1);
    board.play(Point::new(3, 14), Player::First);
    if let Some(nodes) = before {
        let limits = Limits::nodes(nodes);
        engine.search(&mut board, Player::Second, &limits, &mut Silent);
    }
    board.play(Point::new(2, 15), Player::Second);
    board.play(Point::new(4, 16), Player::First);
    let mut search = CaptureSearch::default();
    let verdict = search.attack(&mut board, Point::new(2, 2), &Limits::default());
    assert_eq!(verdict.fate, Fate::Captured);
    let limits = Limits::nodes(5000);
    let lines = engine.search_all(&mut board, Player::Second, &limits, &mut Silent);
    let capture = lines.iter().find(|line| line.best == verdict.best);
    capture.and_then(|line| line.prior).unwrap_or(0.0)
}

#[test]
fn nets_far_from_the_last_moves_are_looked_for_until_a_long_search_has_done_so() {
    // With 300 simulations the engine does not look there.
    for before in [None, Some(300)] {
        let prior = prior_of_a_far_capture(before);
        assert!(prior >= 0.1, "{before:?}: {prior}");
    }
    let prior = prior_of_a_far_capture(Some(5000));
    assert!(prior < 0.1, "{prior}");
}
