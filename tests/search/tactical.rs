//! The exact search against plain alpha-beta over all legal moves and passes.
//!
//! `TOCHKI_POSITIONS` replaces the number of random positions in every test:
//! `TOCHKI_POSITIONS=5000 cargo test --release --test search tactical`.

use crate::capture_search::long_ladder;
use crate::images::{image, image_of};
use crate::random;
use fastrand::Rng;
use std::time::{Duration, Instant};
use tochki::board::Rules;
use tochki::geometry::Symmetry;
use tochki::notation::diagram;
use tochki::search::capture_search::{CaptureSearch, Fate};
use tochki::search::game_tree::{BoardTree, INFINITY, alpha_beta};
use tochki::search::tactical::{Tactical, TacticalOptions, Technique, Techniques};
use tochki::search::{Engine, Limits, Silent};
use tochki::{Board, Player, Size};

/// By how much the score of `player`, who is to move, changes within these plies after plain minimax.
fn plain_value(board: &mut Board, player: Player, plies: u32) -> i32 {
    let mut tree = BoardTree::new(board, player, plies).with_passes();
    alpha_beta(&mut tree, -INFINITY, INFINITY).value - board.score(player)
}

/// The same by the exact search with these techniques.
fn exact_value(
    board: &mut Board,
    player: Player,
    plies: u32,
    techniques: Techniques,
) -> Option<i32> {
    let engine = Tactical::new(TacticalOptions {
        hash: 1,
        techniques,
        ..TacticalOptions::default()
    });
    let (value, _) = engine.exact_value(board, player, plies, &Limits::default());
    value
}

/// Checks that the exact search with these techniques finds the value of plain minimax. Returns whether something can be
/// won or lost. `what` tells the position.
#[track_caller]
fn expect_plain_value(
    board: &mut Board,
    player: Player,
    plies: u32,
    techniques: Techniques,
    what: &str,
) -> bool {
    let expected = plain_value(board, player, plies);
    assert_eq!(
        exact_value(board, player, plies, techniques),
        Some(expected),
        "{what}, {player} to move, {plies} plies\n{}",
        diagram::print(board)
    );
    expected != 0
}

/// The rules of the position with this number. In every third one empty bases are captured, and in every fifth one suicide
/// is forbidden.
fn rules(number: u32) -> Rules {
    Rules {
        suicide: !number.is_multiple_of(5),
        captures_empty_bases: number.is_multiple_of(3),
    }
}

#[test]
fn the_value_is_that_of_plain_minimax() {
    let mut rng = Rng::with_seed(7);
    let mut tense = 0;
    for number in 0..random::positions_to_try(500) {
        let plies: u32 = rng.u32(1..=6);
        let cells = [36, 36, 30, 20, 16, 13, 11][plies as usize];
        let mut board = random::position(&mut rng, rules(number), cells);
        let what = format!("position {number}");
        for player in Player::ALL {
            let is_tense = expect_plain_value(&mut board, player, plies, Techniques::ALL, &what);
            tense += u32::from(is_tense);
        }
    }
    println!("{tense} positions in which something can be won or lost");
    assert!(tense > random::positions_to_try(500) / 10);
}

/// The same moves under other rules, as far as these allow them.
fn under(rules: Rules, board: &Board) -> Board {
    let mut other = Board::under(rules, board.size());
    for played in board.moves() {
        if other.is_legal_for(played.point, played.player) {
            other.play(played.point, played.player);
        }
    }
    other
}

/// The positions of all games, under all rules, share one table.
#[test]
fn one_engine_searches_the_positions_of_games_under_all_rules() {
    let mut rng = Rng::with_seed(23);
    let engine = Tactical::new(TacticalOptions {
        hash: 1,
        ..TacticalOptions::default()
    });
    let mut tense = 0;
    for game in 0..random::positions_to_try(50) {
        let mut board = random::position(&mut rng, Rules::default(), 16);
        for _ in 0..4 {
            // The rules with the numbers 0, 1, 3 and 5 are all there are.
            for mut board in [0, 1, 3, 5].map(|number| under(rules(number), &board)) {
                for (player, plies) in Player::ALL.into_iter().flat_map(|p| [(p, 2), (p, 4)]) {
                    let expected = plain_value(&mut board, player, plies);
                    let limits = Limits::default();
                    let (value, _) = engine.exact_value(&mut board, player, plies, &limits);
                    let (rules, picture) = (board.rules(), diagram::print(&board));
                    let what = format!("game {game}, {rules}, {player}, {plies} plies\n{picture}");
                    assert_eq!(value, Some(expected), "{what}");
                    tense += u32::from(expected != 0);
                }
            }
            random::put(&mut board, &mut rng, 1);
        }
    }
    assert!(tense > random::positions_to_try(50), "{tense}");
}

/// A pass is refuted where other moves help: the zone of its refutation is a part of the answer.
#[test]
fn a_move_may_disturb_the_refutation_of_a_pass() {
    let mut board = diagram::parse(
        "
        0 0 1 . 0 0
        . 0 0 . 0 0
        . 1 . 0 0 1
        1 0 . . 1 0
        0 0 1 0 0 1
        . 1 1 . 1 1
        ",
    )
    .unwrap();
    for technique in Technique::ALL {
        let techniques = Techniques::ALL.without(technique);
        expect_plain_value(&mut board, Player::First, 5, techniques, technique.name());
    }
}

/// Positions that random ones hardly meet: with less in the zones, or with fewer moves tried, their values would be wrong.
#[test]
fn rare_positions_have_the_value_of_plain_minimax() {
    for (picture, player, plies) in [
        // A dot is not idle on a cell that the refutation of a pass needs.
        (
            "
            1 . 1 . 1 .
            . . 0 . 0 .
            1 0 1 1 . .
            . 1 0 0 0 .
            . 0 . 0 . 1
            ",
            Player::First,
            5,
        ),
        // Dots help that surround cells of the refutation.
        (
            "
            0 1 0 . 0 .
            1 1 0 . 0 .
            . . . 1 . .
            0 . 0 . 0 1
            0 0 . . . 1
            ",
            Player::First,
            7,
        ),
        // The cells that help the opponent to gain enough are not all that help the player to move.
        (
            "
            0 0 . . . 1
            . 0 . 0 1 0
            . . 1 . . 0
            1 0 1 0 1 0
            . . 0 0 0 0
            1 . 1 0 . .
            ",
            Player::First,
            7,
        ),
        // A trajectory that a capture has opened is still to be completed.
        (
            "
            0 0 0 0 0 0 .
            0 , 0 1 1 . 1
            0 0 . 0 1 0 0
            0 . 1 . . 1 1
            1 . 0 0 0 . 1
            1 . . . . . 1
            ",
            Player::Second,
            6,
        ),
    ] {
        let mut board = diagram::parse(picture).unwrap();
        expect_plain_value(
            &mut board,
            player,
            plies,
            Techniques::ALL,
            "a rare position",
        );
    }
}

#[test]
fn an_interrupted_search_leaves_no_wrong_answers() {
    let mut rng = Rng::with_seed(12);
    let positions = random::positions_to_try(100);
    let (mut interrupted, mut tense) = (0, 0);
    for number in 0..positions {
        let mut board = random::position(&mut rng, rules(number), 14);
        let engine = Tactical::new(TacticalOptions {
            hash: 1,
            ..TacticalOptions::default()
        });
        let value = |board: &mut Board, limits: &Limits| {
            let (value, _) = engine.exact_value(board, Player::First, 5, limits);
            value
        };
        let all = exact_value(&mut board, Player::First, 5, Techniques::ALL);
        for most in [5, 10, 20, 40, 80] {
            let found = value(&mut board, &Limits::nodes(most));
            interrupted += u32::from(found.is_none());
        }
        let found = value(&mut board, &Limits::default());
        assert_eq!(found, all, "position {number}\n{}", diagram::print(&board));
        tense += u32::from(all != Some(0));
    }
    println!(
        "{interrupted} searches were interrupted, {tense} positions in which something can be won or lost"
    );
    assert!(interrupted > positions && tense > positions / 10);
}

#[test]
fn a_raised_flag_ends_the_search_after_a_few_nodes() {
    let mut board = middle_game(&mut Rng::with_seed(13));
    let limits = Limits::default();
    limits.stop.raise();
    let (value, nodes) = Tactical::default().exact_value(&mut board, Player::First, 6, &limits);
    assert!(value.is_none() && nodes < 10, "{value:?}, {nodes} nodes");
}

/// The second player has captured a block of dots with an inner ring. If the first one frees them by capturing this ring, the
/// second one captures all of it again with a dot in the gap of his outer ring.
#[test]
fn dots_that_were_freed_are_captured_again() {
    let mut board = diagram::parse(
        "
        . 1 1 1 1 1 1 1 1 1 1 1 .
        1 0 0 0 0 0 0 0 0 0 0 0 1
        1 0 1 1 1 1 1 1 1 1 1 0 1
        1 0 1 a a a a a a a 1 0 1
        1 0 1 a a a a a a a 1 0 1
        1 . 1 a a a a a a a 1 0 .
        1 0 1 a a a a a a a 1 0 1
        1 0 1 a a a a a a a 1 0 1
        1 0 1 a a a a a a a 1 0 1
        1 0 1 1 1 1 1 1 1 1 1 0 1
        1 0 0 0 0 0 0 0 0 0 0 0 1
        . 1 1 1 1 1 1 1 1 1 1 1 .
        ",
    )
    .unwrap();
    for player in Player::ALL {
        for plies in 1..=6 {
            expect_plain_value(&mut board, player, plies, Techniques::ALL, "two rings");
        }
    }
}

/// Deeper than the other tests, and so on fewer cells.
#[test]
fn the_value_is_that_of_plain_minimax_on_few_cells() {
    let mut rng = Rng::with_seed(41);
    let mut tense = 0;
    for number in 0..random::positions_to_try(600) {
        let plies = rng.u32(7..=10);
        let cells = if plies > 8 { 7 } else { 9 };
        let mut board = random::position(&mut rng, rules(number), cells);
        let player = Player::ALL[rng.usize(..2)];
        let what = format!("position {number}");
        let is_tense = expect_plain_value(&mut board, player, plies, Techniques::ALL, &what);
        tense += u32::from(is_tense);
    }
    assert!(tense > random::positions_to_try(600) / 20, "{tense}");
}

#[test]
fn no_part_of_the_search_changes_the_value() {
    for technique in Technique::ALL {
        let mut rng = Rng::with_seed(technique as u64);
        let mut tense = 0;
        for number in 0..random::positions_to_try(1000) {
            let plies: u32 = rng.u32(1..=5);
            let cells = [36, 25, 20, 16, 12, 10][plies as usize];
            let mut board = random::position(&mut rng, rules(number), cells);
            let player = Player::ALL[rng.usize(..2)];
            let techniques = Techniques::ALL.without(technique);
            let what = format!("without {}, position {number}", technique.name());
            let is_tense = expect_plain_value(&mut board, player, plies, techniques, &what);
            tense += u32::from(is_tense);
        }
        assert!(tense > random::positions_to_try(1000) / 20, "{tense}");
    }
}

/// A 39x32 board with dots put at random, as busy as the middle of a game.
fn middle_game(rng: &mut Rng) -> Board {
    let dots = rng.usize(50..500);
    random::dots_by_turns(rng, Size::new(39, 32).unwrap(), dots)
}

#[test]
fn a_move_is_ready_when_time_is_over() {
    let mut rng = Rng::with_seed(11);
    for threads in [1, 2] {
        let mut engine = Tactical::new(TacticalOptions {
            hash: 1,
            threads,
            ..TacticalOptions::default()
        });
        for milliseconds in [0, 5, 20, 100] {
            let mut board = middle_game(&mut rng);
            let before = board.clone();
            let deadline = Instant::now() + Duration::from_millis(milliseconds);
            let limits = Limits {
                deadline: Some(deadline),
                ..Limits::default()
            };
            // tests/deadlines.rs measures how late the answer is.
            let outcome = engine.search(&mut board, Player::First, &limits, &mut Silent);
            assert!(outcome.best.is_some_and(|best| board.is_playable(best)));
            assert_eq!(diagram::print(&board), diagram::print(&before));
        }
    }
}

/// The same dots with so many empty columns to the right and rows below.
fn with_room(board: &Board, more: u32) -> Board {
    let size = Size::new(board.size().width() + more, board.size().height() + more).unwrap();
    let mut larger = Board::new(size);
    for played in board.moves() {
        // With more room a cell may have been captured before.
        let _ = larger.try_play(played.point, played.player);
    }
    larger
}

#[test]
fn the_value_does_not_depend_on_how_the_board_is_turned_or_coloured() {
    let mut rng = Rng::with_seed(21);
    let mut tense = 0;
    for _ in 0..random::positions_to_try(150) {
        let plies: u32 = rng.u32(3..=5);
        let board = random::position(&mut rng, Rules::default(), 18);
        let value = |mut board: Board, player| {
            let engine = Tactical::new(TacticalOptions {
                hash: 1,
                ..TacticalOptions::default()
            });
            engine
                .exact_value(&mut board, player, plies, &Limits::default())
                .0
        };
        let expected = value(board.clone(), Player::First);
        tense += u32::from(expected != Some(0));
        for symmetry in Symmetry::all() {
            for swaps in [false, true] {
                let player = image_of(Player::First, swaps);
                let found = value(image(&board, symmetry, swaps), player);
                assert_eq!(found, expected, "{symmetry:?}");
            }
        }
    }
    assert!(tense > random::positions_to_try(150) / 20, "{tense}");
}

#[test]
fn one_engine_searches_boards_of_several_sizes() {
    let mut rng = Rng::with_seed(22);
    let engine = Tactical::new(TacticalOptions {
        hash: 4,
        ..TacticalOptions::default()
    });
    let mut changed = 0;
    for _ in 0..random::positions_to_try(300) {
        let board = random::position(&mut rng, Rules::default(), 30);
        let sizes = [0, 1, 2].map(|more| with_room(&board, more));
        let mut values = Vec::new();
        for mut board in sizes {
            let fresh = Tactical::new(TacticalOptions {
                hash: 1,
                ..TacticalOptions::default()
            });
            let expected = fresh
                .exact_value(&mut board, Player::First, 4, &Limits::default())
                .0;
            let value = engine
                .exact_value(&mut board, Player::First, 4, &Limits::default())
                .0;
            assert_eq!(value, expected, "{}", diagram::print(&board));
            values.push(value);
        }
        changed += u32::from(values[0] != values[1]);
    }
    // Where there is more room there is more to capture.
    assert!(changed > 3, "{changed}");
}

/// A ladder across the whole board, far longer than the search is deep.
#[test]
fn ladders_beyond_the_depth_decide_among_equals() {
    let (mut board, target) = long_ladder();
    let limits = Limits::plies(4);
    let mut search = CaptureSearch::default();
    for player in Player::ALL {
        let mut engine = Tactical::new(TacticalOptions {
            hash: 1,
            ..TacticalOptions::default()
        });
        let outcome = engine.search(&mut board, player, &limits, &mut Silent);
        assert_eq!(
            outcome.value, 0,
            "the ladder is longer than the search is deep"
        );
        board.play(outcome.best.expect("a move"), player);
        let captured = match player {
            Player::First => search.defend(&mut board, target, &Limits::default()),
            Player::Second => search.attack(&mut board, target, &Limits::default()),
        };
        board.undo();
        assert_eq!(captured.fate == Fate::Captured, player == Player::First);
    }
}
