//! The capture search against plain search of all moves and passes to the end of the game.
//!
//! `TOCHKI_POSITIONS` sets the number of random positions (300 by default, 100 where suicide is forbidden):
//! `TOCHKI_POSITIONS=5000 cargo test --release --test search capture_search`.

use crate::brute_force::BruteForce;
use crate::random;
use fastrand::Rng;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::capture_search::{CaptureSearch, CaptureSearchOptions, Fate, Verdict};
use tochki::search::{Limits, trajectory};
use tochki::{Board, Player, Point, Size};

#[derive(Default)]
struct Tally {
    captured: u32,
    saved: u32,
    unknown: u32,
    outside: u32,
}

/// Compares one verdict with brute force, and so the positions with one more dot of the side that
/// is proved wrong.
fn check(board: &mut Board, target: Point, to_move: Player, verdict: &Verdict, tally: &mut Tally) {
    let owner = match board.live(Player::First).contains(target) {
        true => Player::First,
        false => Player::Second,
    };
    let attacker = owner.opponent();
    let (captured, wrong) = match verdict.fate {
        Fate::Captured => (true, owner),
        Fate::Saved => (false, attacker),
        Fate::Unknown => {
            tally.unknown += 1;
            return;
        }
    };
    tally.captured += u32::from(captured);
    tally.saved += u32::from(!captured);
    if board.rules().captures_empty_bases && verdict.best.is_none() {
        // Additional dots may help to take cells anywhere.
        assert!(board.free().is_subset(&verdict.zone));
    }
    let mut search = BruteForce::new(target, attacker);
    let what = |board: &Board| {
        format!(
            "{target:?}, {to_move} to move: {:?}\n{}",
            verdict,
            diagram::print(board)
        )
    };
    let found = search.captures(board, to_move, false);
    assert_eq!(found, captured, "{}", what(board));
    // Some targets are saved without a move, but none is captured without one.
    assert!(verdict.best.is_some() || !captured || to_move != attacker);
    if let Some(best) = verdict.best {
        assert_ne!(to_move, wrong);
        assert!(board.is_legal_for(best, to_move), "{}", what(board));
        board.play(best, to_move);
        assert_eq!(search.captures(board, to_move.opponent(), false), captured);
        board.undo();
    }
    let outside: Vec<Point> = (*board.free() - verdict.zone).iter().collect();
    for cell in outside {
        let before = Player::ALL.map(|player| *board.territory(player));
        board.play(cell, wrong);
        if before == Player::ALL.map(|player| *board.territory(player)) {
            tally.outside += 1;
            assert_eq!(
                search.captures(board, to_move, false),
                captured,
                "with {cell:?}: {}",
                what(board)
            );
        }
        board.undo();
    }
}

#[test]
fn proofs_are_what_plain_search_finds() {
    compare_under(Rules::default(), 300);
}

#[test]
fn proofs_hold_where_empty_bases_are_territory() {
    let rules = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    compare_under(rules, 300);
}

#[test]
fn proofs_hold_where_suicide_is_forbidden() {
    let rules = Rules {
        suicide: false,
        ..Rules::default()
    };
    compare_under(rules, 100);
}

/// Compares so many positions, unless `TOCHKI_POSITIONS` sets their number.
fn compare_under(rules: Rules, usual: u32) {
    let positions = random::positions_to_try(usual);
    let mut rng = Rng::with_seed(3);
    for order in 1..=3 {
        let mut search = CaptureSearch::new(CaptureSearchOptions {
            order,
            ..CaptureSearchOptions::default()
        });
        let mut tally = Tally::default();
        let mut forbidden = 0;
        for _ in 0..positions {
            let mut board = random::position(&mut rng, rules, 10);
            for player in Player::ALL {
                forbidden += (*board.free() - board.legal_cells(player)).len();
                let loose = board.loose_dots(player);
                let Some(target) = rng.choice(loose.iter().collect::<Vec<_>>()) else {
                    continue;
                };
                let limits = Limits::default();
                let verdict = search.attack(&mut board, target, &limits);
                check(&mut board, target, player.opponent(), &verdict, &mut tally);
                let verdict = search.defend(&mut board, target, &limits);
                check(&mut board, target, player, &verdict, &mut tally);
            }
        }
        println!(
            "order {order}: {} captured, {} saved, {} unknown, {} dots outside zones, \
             {forbidden} forbidden cells",
            tally.captured, tally.saved, tally.unknown, tally.outside
        );
        assert!(tally.captured.min(tally.saved) > positions / 20);
        assert!(tally.outside > positions / 10);
        assert_eq!(forbidden > 0, !rules.suicide);
    }
}

/// Positions that random ones hardly meet: a zone with less in it would be wrong here.
#[test]
fn zones_have_all_that_a_proof_depends_on() {
    for (picture, target, order, to_move, fate) in [
        // Each of several replies has a proof with cells of its own.
        (
            "
            0 1 . 0 0
            1 0 . 0 1
            . . 1 . .
            1 0 . 0 1
            0 . . . 0
            ",
            Point::new(2, 2),
            2,
            Player::First,
            Fate::Saved,
        ),
        // The second player needs a dot at (2, 3). One of the first player at (2, 2) disturbs him.
        (
            "
            . 0 . 1
            . . 0 .
            0 1 . .
            1 . 1 0
            . . 0 1
            ",
            Point::new(1, 2),
            1,
            Player::First,
            Fate::Saved,
        ),
        // The second player captures with (2, 3), which has to live until then.
        (
            "
            . 0 . 0 1
            0 0 . 0 .
            0 1 1 0 0
            0 0 . 0 0
            0 1 . 1 .
            0 . 1 . .
            ",
            Point::new(2, 2),
            1,
            Player::Second,
            Fate::Saved,
        ),
        // The threats to save the dot need cells that replies take.
        (
            "
            0 0 . 1 1
            . 0 . 0 0
            . . 1 . .
            1 0 . 0 1
            1 1 . . 0
            ",
            Point::new(2, 2),
            2,
            Player::First,
            Fate::Unknown,
        ),
    ] {
        let mut board = diagram::parse(picture).unwrap();
        let mut search = CaptureSearch::new(CaptureSearchOptions {
            order,
            ..CaptureSearchOptions::default()
        });
        let is_attack = board.live(to_move.opponent()).contains(target);
        let limits = Limits::default();
        let verdict = match is_attack {
            true => search.attack(&mut board, target, &limits),
            false => search.defend(&mut board, target, &limits),
        };
        assert_eq!(verdict.fate, fate, "{picture}");
        check(&mut board, target, to_move, &verdict, &mut Tally::default());
    }
}

/// The dot has a way to the edge that cannot be cut. Without a look at it two dots would seem to threaten it.
#[test]
fn a_dot_with_a_way_to_the_edge_takes_next_to_no_search() {
    let picture = ". 1 . . .\n. . 1 0 .\n. 0 0 . .\n. . . . .";
    let mut board = diagram::parse(picture).unwrap();
    let limits = Limits::default();
    let verdict = CaptureSearch::default().attack(&mut board, Point::new(2, 1), &limits);
    assert_eq!((verdict.fate, verdict.nodes), (Fate::Saved, 2));
}

/// A ladder that begins in one corner of a 30x30 board and ends in front of a dot in the other.
pub fn long_ladder() -> (Board, Point) {
    let mut board = Board::new(Size::default());
    let target = Point::new(2, 2);
    for (x, y) in [(2, 1), (1, 2), (1, 3), (28, 28)] {
        board.play(Point::new(x, y), Player::First);
    }
    board.play(target, Player::Second);
    (board, target)
}

/// Plays a won ladder to its end, the runner leaving where he can, and counts the plies.
fn play_ladder(mut board: Board, target: Point) -> u32 {
    let (attacker, runner) = (Player::First, Player::Second);
    let mut search = CaptureSearch::default();
    for plies in (1..).step_by(2) {
        let verdict = search.attack(&mut board, target, &Limits::default());
        assert_eq!(verdict.fate, Fate::Captured, "{}", diagram::print(&board));
        board.play(verdict.best.expect("the attacker moves"), attacker);
        if !board.live(runner).contains(target) {
            return plies;
        }
        let sets = trajectory::trajectories(&board, attacker, 1);
        let way_out = sets[0].cells().next().expect("a set has cells");
        board.play(way_out, runner);
    }
    unreachable!("the board is finite");
}

#[test]
fn a_ladder_of_sixty_plies_is_read() {
    let (mut board, target) = long_ladder();
    let verdict = CaptureSearch::default().attack(&mut board, target, &Limits::default());
    assert_eq!(verdict.fate, Fate::Captured);
    println!("{} nodes", verdict.nodes);
    assert!(verdict.nodes < 1000);
    assert!(play_ladder(board, target) >= 60);
}

/// A search of the engine `mcts` for one group has 450 nodes.
#[test]
fn a_ladder_takes_few_nodes_under_all_rules() {
    let usual = Rules::default();
    let variants = [
        usual,
        Rules {
            suicide: false,
            ..usual
        },
        Rules {
            captures_empty_bases: true,
            ..usual
        },
    ];
    for rules in variants {
        let mut board = Board::under(rules, Size::default());
        for (x, y) in [(3, 1), (2, 2), (4, 2), (2, 3), (6, 5)] {
            board.play(Point::new(x, y), Player::Second);
        }
        let target = Point::new(3, 2);
        board.play(target, Player::First);
        let limits = Limits::nodes(450);
        let verdict = CaptureSearch::default().defend(&mut board, target, &limits);
        assert_eq!(verdict.fate, Fate::Captured, "{rules:?}");
    }
}

#[test]
fn a_dot_on_the_way_breaks_the_ladder() {
    let (mut board, target) = long_ladder();
    board.play(Point::new(20, 20), Player::Second);
    let verdict = CaptureSearch::default().attack(&mut board, target, &Limits::default());
    assert_ne!(verdict.fate, Fate::Captured);
}

#[test]
fn an_interrupted_search_proves_nothing() {
    let (mut board, target) = long_ladder();
    let before = board.hash();
    for nodes in [0, 1, 50] {
        let limits = Limits::nodes(nodes);
        let verdict = CaptureSearch::default().attack(&mut board, target, &limits);
        assert_eq!(verdict.fate, Fate::Unknown);
        assert!(!verdict.is_exhausted && verdict.nodes <= nodes + 4);
        assert_eq!(board.hash(), before);
    }
    let raised = Limits::default();
    raised.stop.raise();
    let verdict = CaptureSearch::default().attack(&mut board, target, &raised);
    assert_eq!(verdict.fate, Fate::Unknown);
}

/// The first player threatens to capture the target, which would free his dot at (4, 2). It is no part of the chain
/// round the target then. If it counted as one, the dots of the true chain would not be held, and the threat would seem
/// proved.
#[test]
fn a_freed_dot_does_not_hold_a_capture() {
    let picture = "
        . . . . 0 . .
        . . 0 0 1 0 .
        . . . 1 a 1 0
        . . 0 0 1 0 1
        . . . . 0 . .
    ";
    let mut board = diagram::parse(picture).unwrap();
    let (target, way_out) = (Point::new(4, 1), Point::new(5, 4));
    let limits = Limits::default();
    let verdict = CaptureSearch::default().defend(&mut board, target, &limits);
    assert_ne!(verdict.fate, Fate::Captured);
    // The second player saves his dots: he captures one of those round them.
    board.play(way_out, Player::Second);
    assert!(!board.loose_dots(Player::Second).contains(target));
}
