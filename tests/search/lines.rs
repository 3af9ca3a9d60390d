//! Searches for several moves, against the value after each move.

use crate::random;
use fastrand::Rng;
use std::time::{Duration, Instant};
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::article::Article;
use tochki::search::mcts::Mcts;
use tochki::search::tactical::{DEEPEST, Tactical, TacticalOptions};
use tochki::search::{Engine, Limits, Outcome, Pace, Reporter, Silent};
use tochki::{Bitboard, Board, Player, Point, Size};

/// More than the moves with which something is won.
const LINES: usize = 20;

/// A small position after random moves.
fn random_position(rng: &mut Rng) -> Board {
    let size = Size::new(rng.u32(4..=6), rng.u32(4..=5)).unwrap();
    let mut board = Board::new(size);
    let dots = rng.u32(9..=14);
    random::put(&mut board, rng, dots);
    board
}

fn tactical() -> Tactical {
    Tactical::new(TacticalOptions {
        hash: 1,
        ..TacticalOptions::default()
    })
}

/// What the move is worth with so many plies, itself among them.
fn value_of(board: &mut Board, cell: Point, player: Player, plies: u32) -> i32 {
    let before = board.score(player);
    board.play(cell, player);
    let won = board.score(player) - before;
    let opponent = player.opponent();
    let (value, _) = tactical().exact_value(board, opponent, plies - 1, &Limits::default());
    board.undo();
    won - value.expect("there is no limit")
}

/// Keeps the last lines it was told.
#[derive(Default)]
pub struct Last(pub Vec<Outcome>);

impl Reporter for Last {
    fn progress(&mut self, _: &Outcome) {}

    fn lines(&mut self, lines: &[Outcome]) {
        self.0 = lines.to_vec();
    }
}

#[test]
fn the_best_moves_are_the_best_and_have_their_values() {
    let mut rng = Rng::with_seed(3);
    let mut different = 0;
    for _ in 0..300 {
        let mut board = random_position(&mut rng);
        let before = diagram::print(&board);
        let (player, plies) = (Player::ALL[rng.usize(..2)], rng.u32(1..=4));
        let limits = Limits::plies(plies);
        let mut last = Last::default();
        let lines = tactical().search_lines(&mut board, player, &limits, LINES, &mut last);
        assert_eq!(before, diagram::print(&board));
        assert_eq!(lines, last.0);

        let values = |board: &mut Board| -> Vec<i32> {
            let free = *board.free();
            let mut values: Vec<i32> = free
                .iter()
                .map(|cell| value_of(board, cell, player, plies))
                .collect();
            values.sort_by_key(|value| -value);
            values.truncate(LINES);
            values
        };
        let found: Vec<i32> = lines.iter().map(|line| line.value).collect();
        assert_eq!(
            found,
            values(&mut board),
            "{player}, {plies} plies\n{before}"
        );
        for line in &lines {
            let best = line.best.expect("there are free cells");
            assert_eq!(line.line[0], best);
            assert_eq!(line.value, value_of(&mut board, best, player, plies));
        }
        different += u32::from(found.first() != found.last());
    }
    assert!(
        different > 20,
        "{different} positions with something to win"
    );
}

/// Most moves keep the capture, but only those near it are on the way to it.
#[test]
fn a_capture_that_can_wait_counts_for_other_moves() {
    let picture =
        ". . . . . . .\n. . 0 0 . . .\n. 0 1 . . . .\n. . 0 0 . . .\n. . . . . . .\n. . . . . . .";
    let mut board = diagram::parse(picture).unwrap();
    let limits = Limits::plies(3);
    let lines = tactical().search_lines(&mut board, Player::First, &limits, 6, &mut Silent);
    assert_eq!(lines.len(), 6);
    for line in &lines {
        let best = line.best.expect("there are free cells");
        assert_eq!(line.value, value_of(&mut board, best, Player::First, 3));
        assert_eq!(line.value, 1, "{best:?}");
    }
}

/// The article's search does not see all moves while it has useful cells. The others are found later.
#[test]
fn lines_of_the_article_are_in_the_order_of_their_values() {
    let mut board = diagram::parse("0 . 0 1 1 1\n0 1 . 0 . 1\n0 0 . 1 1 .\n0 0 . 0 . 1").unwrap();
    let limits = Limits::plies(2);
    let lines = Article::default().search_lines(&mut board, Player::First, &limits, 7, &mut Silent);
    let values: Vec<i32> = lines.iter().map(|line| line.value).collect();
    assert_eq!(values, [0, -1, -1, -1, -1, -1, -2]);
}

#[test]
fn engines_choose_among_the_moves_that_are_allowed() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..50 {
        let mut board = random_position(&mut rng);
        let cells: Vec<Point> = board.free().iter().collect();
        let moves: Bitboard = cells.into_iter().filter(|_| rng.u32(..4) == 0).collect();
        // Cells with dots are ignored.
        let taken: Bitboard = board.moves().map(|made| made.point).collect();
        let limits = Limits {
            plies: Some(3),
            moves: Some(moves | taken),
            ..Limits::default()
        };
        let engines: [&mut dyn Engine; 2] = [&mut Article::default(), &mut tactical()];
        for engine in engines {
            let outcome = engine.search(&mut board, Player::First, &limits, &mut Silent);
            assert_eq!(outcome.best.is_some(), !moves.is_empty());
            assert!(outcome.best.is_none_or(|best| moves.contains(best)));
        }
    }
}

#[test]
fn the_best_of_the_allowed_moves_is_found() {
    let cells = |cells: &[(u32, u32)]| -> Bitboard {
        cells.iter().map(|&(x, y)| Point::new(x, y)).collect()
    };
    let bases = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    for (picture, rules, player, plies, moves) in [
        // A dot on a cell that the opponent needs to refute a pass, outside of all trajectories.
        (
            "
            0 . 0 . . .
            1 0 . 0 1 .
            . . 1 1 0 0
            0 . 0 . 1 1
            0 0 1 1 0 1
            ",
            bases,
            Player::First,
            2,
            cells(&[(1, 0), (3, 0), (4, 0), (5, 0), (2, 1), (0, 2), (1, 2)]),
        ),
        // The best move of all is not allowed. A pass is as good, and so is this dot.
        (
            "
            1 1 1 1 1
            1 1 0 . 0
            1 1 1 0 1
            1 0 . 0 0
            . 1 1 0 1
            ",
            Rules::default(),
            Player::Second,
            4,
            cells(&[(0, 4)]),
        ),
    ] {
        let dots = diagram::parse(picture).unwrap();
        let mut board = Board::under(rules, dots.size());
        for owner in Player::ALL {
            for dot in dots.live(owner) {
                board.play(dot, owner);
            }
        }
        let limits = Limits {
            plies: Some(plies),
            moves: Some(moves),
            ..Limits::default()
        };
        let outcome = tactical().search(&mut board, player, &limits, &mut Silent);
        let mut value = |cell| value_of(&mut board, cell, player, plies);
        let best = moves.iter().map(&mut value).max();
        assert_eq!(Some(outcome.value), best, "{picture}");
        assert_eq!(outcome.best.map(value), best, "{picture}");
    }
}

/// What was found before a limit is right, and every node counts.
#[test]
fn a_limit_ends_the_search_with_a_move_of_the_depth_before() {
    let picture = "
        . . . . . . .
        . . 1 1 . . .
        . 1 0 . . . .
        . 1 . . . . .
        . . . . . 1 .
        . . . 1 . . .
    ";
    let (player, plies) = (Player::Second, 5);
    let (mut depths, mut valued) = (Vec::new(), None);
    for nodes in 0..400 {
        let mut board = diagram::parse(picture).unwrap();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::plies(plies)
        };
        let found = tactical().search(&mut board, player, &limits, &mut Silent);
        let best = found.best.expect("there are free cells");
        let result = (best, found.plies, found.value);
        // Most results are those of the limit before.
        if found.plies > 0 && valued.replace(result) != Some(result) {
            let value = value_of(&mut board, best, player, found.plies);
            assert_eq!(found.value, value, "{nodes} nodes: {best:?}");
        }
        assert!(found.nodes <= nodes);
        assert!(found.nodes == nodes || found.plies == plies, "{found:?}");
        depths.push(found.plies);
    }
    assert!(depths.is_sorted() && depths.contains(&2) && depths.contains(&plies));
}

/// The greatest depth holds for every search. A search with a deadline alone ends there, too.
#[test]
fn no_search_is_deeper_than_the_greatest_depth() {
    let picture = "
        0 1 . 1
        1 1 0 0
        0 . 1 0
    ";
    for limits in [Limits::plies(1000), Limits::time(Duration::from_secs(3600))] {
        let mut board = diagram::parse(picture).unwrap();
        let found = tactical().search(&mut board, Player::First, &limits, &mut Silent);
        assert_eq!(found.plies, DEEPEST);
    }
}

#[test]
fn a_pace_that_is_over_ends_the_search_after_one_depth() {
    let mut board = diagram::parse(". . .\n. 0 .\n. . .").unwrap();
    let limits = Limits {
        pace: Some(Pace {
            start: Instant::now(),
            usual: Duration::ZERO,
        }),
        ..Limits::plies(3)
    };
    let found = tactical().search(&mut board, Player::First, &limits, &mut Silent);
    assert_eq!(found.plies, 1);
}

#[test]
fn there_is_a_line_even_without_time() {
    let mut board = Board::new(Size::new(9, 9).unwrap());
    let limits = Limits::default();
    limits.stop.raise();
    for count in [1, 3] {
        let lines = tactical().search_lines(&mut board, Player::First, &limits, count, &mut Silent);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].best.is_some());
    }
}

/// Chooses a cell whatever is asked for.
struct Stubborn(Point);

impl Engine for Stubborn {
    fn search(
        &mut self,
        _: &mut Board,
        _: Player,
        limits: &Limits,
        _: &mut dyn Reporter,
    ) -> Outcome {
        Outcome {
            best: Some(self.0),
            line: vec![self.0],
            plies: limits.plies.unwrap_or(1),
            ..Outcome::default()
        }
    }
}

#[test]
fn an_engine_that_repeats_itself_comes_to_an_end() {
    let mut board = Board::new(Size::new(4, 4).unwrap());
    let cell = Point::new(1, 1);
    let limits = Limits::plies(3);
    let lines = Stubborn(cell).search_lines(&mut board, Player::First, &limits, 5, &mut Silent);
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].best, lines[0].plies), (Some(cell), 3));
}

/// Chooses the first cell, needs ten nodes for that, and searches to the first ply only if it is told how
/// fast to think.
struct Thrifty {
    spent: u64,
}

impl Engine for Thrifty {
    fn search(
        &mut self,
        _: &mut Board,
        _: Player,
        limits: &Limits,
        _: &mut dyn Reporter,
    ) -> Outcome {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(10);
        self.spent += nodes;
        let best = limits.moves.as_ref().and_then(Bitboard::first);
        Outcome {
            best,
            line: Vec::from_iter(best),
            value: 1,
            plies: match (nodes, limits.pace) {
                (10, None) => limits.plies.unwrap_or(1),
                (10, Some(_)) => 1,
                _ => 0,
            },
            nodes,
            ..Outcome::default()
        }
    }
}

#[test]
fn lines_keep_to_the_limits_together() {
    let search = |limits: Limits| {
        let (mut board, mut engine) = (Board::new(Size::new(4, 4).unwrap()), Thrifty { spent: 0 });
        let lines = engine.search_lines(&mut board, Player::First, &limits, 2, &mut Silent);
        (lines, engine.spent)
    };
    let plies = |plies| Limits::plies(plies);
    let now = Instant::now();
    let paces = [Duration::ZERO, Duration::from_secs(3600)].map(|usual| Pace { start: now, usual });
    for (pace, depth) in paces.into_iter().zip([1, 3]) {
        let (lines, _) = search(Limits {
            pace: Some(pace),
            ..plies(3)
        });
        let depths: Vec<u32> = lines.iter().map(|line| line.plies).collect();
        assert_eq!(depths, [depth; 2]);
    }
    let mut deepest = 0;
    for nodes in 0..90 {
        let (lines, spent) = search(Limits {
            nodes: Some(nodes),
            ..plies(3)
        });
        assert!(spent <= nodes && lines[0].plies >= deepest);
        assert!(lines.iter().all(|line| line.nodes == spent));
        deepest = lines[0].plies;
    }
    assert_eq!(deepest, 3);
}

#[test]
fn a_depth_of_zero_has_moves_too() {
    let mut board = diagram::parse(". . .\n. 0 .\n. . .").unwrap();
    let limits = Limits::plies(0);
    let lines = tactical().search_lines(&mut board, Player::First, &limits, 2, &mut Silent);
    assert!(lines.iter().all(|line| line.best.is_some()) && !lines.is_empty());
}

#[test]
fn a_dot_that_is_lost_at_once_has_that_value() {
    let mut board = diagram::parse(". 0 .\n0 . 0\n. 0 .").unwrap();
    let cell = Point::new(1, 1);
    let limits = Limits {
        moves: Some(Bitboard::from_iter([cell])),
        ..Limits::plies(2)
    };
    let engines: [Box<dyn Engine>; 3] = [
        Box::new(Article::default()),
        Box::new(tactical()),
        Box::new(Mcts::default()),
    ];
    for mut engine in engines {
        let found = engine.search(&mut board, Player::Second, &limits, &mut Silent);
        assert_eq!((found.best, found.value), (Some(cell), -1));
    }
}
