//! Captures that count more the sooner they come, and quiescence, against a slow search that cuts nothing.

use super::*;
use crate::geometry::Bitboard;

/// The result of the line of play from here: the score for `player` after best play to the depth, and the sum of the
/// dots that he wins, less those that he loses, each times the plies that are left after it. `quiet` captures may
/// follow. Nothing is cut.
fn slow_value(board: &mut Board, player: Player, plies: u32, quiet: u32) -> (i32, i32) {
    let score = board.score(player);
    let cells = match plies {
        0 if quiet == 0 => Bitboard::EMPTY,
        0 => board.captures(player),
        _ => play_range(board, 1) & *board.free(),
    };
    let mut best = (plies == 0).then_some((score, 0));
    for cell in cells
        .iter()
        .filter(|&cell| board.is_playable(cell))
        .collect::<Vec<_>>()
    {
        board.play(cell, player);
        let won = board.score(player) - score;
        let (left, quiet) = match plies {
            0 => (0, quiet - 1),
            _ => (plies - 1, quiet),
        };
        let (theirs, sooner) = slow_value(board, player.opponent(), left, quiet);
        board.undo();
        best = best.max(Some((-theirs, won * left as i32 - sooner)));
    }
    best.unwrap_or((score, 0))
}

/// The moves with the greatest slow value.
fn slow_best(board: &mut Board, plies: u32, quiet: u32) -> (i32, Vec<Point>) {
    let score = board.score(Player::First);
    let mut values = Vec::new();
    for cell in (play_range(board, 1) & *board.free()).iter() {
        board.play(cell, Player::First);
        let won = board.score(Player::First) - score;
        let (theirs, sooner) = slow_value(board, Player::Second, plies - 1, quiet);
        board.undo();
        values.push(((-theirs, won * (plies as i32 - 1) - sooner), cell));
    }
    let best = values.iter().map(|(value, _)| *value).max().unwrap();
    let cells = values.iter().filter(|(value, _)| *value == best);
    (best.0 - score, cells.map(|(_, cell)| *cell).collect())
}

#[test]
fn leaf_minus_depth_and_quiescence_are_those_of_the_slow_search() {
    let mut rng = Rng::with_seed(19);
    let (mut told_apart, mut quiet_changed) = (0, 0);
    for case in 0..200 {
        let size = Size::new(rng.u32(4..7), rng.u32(4..6)).unwrap();
        let free = rng.u32(4..13);
        let mut board = random_position(&mut rng, size, free);
        let (depth, quiescence) = (1 + case % 4, case / 4 % 3);
        if (play_range(&board, 1) & *board.free()).is_empty() {
            continue;
        }
        let options = ArticleOptions {
            sooner: true,
            quiescence,
            importance: false,
            ..full_width(depth)
        };
        let (value, moves) = slow_best(&mut board, depth, quiescence);
        let found = search(&mut board, options);
        assert_eq!(found.value, value, "{}", diagram::print(&board));
        assert!(
            moves.contains(&found.best.unwrap()),
            "{}",
            diagram::print(&board)
        );
        let plain = ArticleOptions {
            sooner: false,
            quiescence: 0,
            ..options
        };
        let plain = search(&mut board, plain);
        told_apart += u32::from(quiescence == 0 && !moves.contains(&plain.best.unwrap()));
        quiet_changed += u32::from(plain.value != value);
    }
    assert!(
        told_apart > 0 && quiet_changed > 0,
        "{told_apart}, {quiet_changed}"
    );
}

#[test]
fn a_move_that_reaches_the_bound_later_does_not_end_the_search() {
    // A dot at (3, 2) or at (4, 2) captures 1. Whatever else comes first, one of the two is left for the second dot, so
    // that every move reaches the bound. With `sooner` the search must go on to the move that captures first.
    let picture = "
        . . . . . .
        . . 0 0 . .
        . 0 1 . . .
        . . 0 0 . .
        . . . . . .";
    for (sooner, best) in [(false, Point::new(0, 0)), (true, Point::new(3, 2))] {
        let options = ArticleOptions {
            sooner,
            importance: false,
            bounds: Bounds::Article,
            ..full_width(3)
        };
        let found = search(&mut diagram::parse(picture).unwrap(), options);
        assert_eq!(found.best, Some(best));
    }
}
