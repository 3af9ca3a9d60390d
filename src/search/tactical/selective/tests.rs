use super::*;
use crate::geometry::Size;
use crate::notation::diagram;
use fastrand::Rng;
use std::time::{Duration, Instant};

/// A board of six by six with dots put at random.
fn random_board(rng: &mut Rng) -> Board {
    let mut board = Board::new(Size::new(6, 6).unwrap());
    let dots = rng.u32(8..24);
    board.put_at_random(rng, dots);
    board
}

/// The cells on which a dot captures, found by trying.
fn captures(board: &mut Board, player: Player) -> Vec<Point> {
    let before = board.captured(player);
    let free: Vec<Point> = board.free().iter().collect();
    let captures = |&cell: &Point| {
        board.play(cell, player);
        let more = board.captured(player) > before;
        board.undo();
        more
    };
    free.into_iter().filter(captures).collect()
}

/// The cells after which two more cells capture, found by trying.
fn doubles(board: &mut Board, player: Player) -> Vec<Point> {
    let before = captures(board, player);
    let free: Vec<Point> = board.free().iter().collect();
    let mut found = Vec::new();
    for cell in free.into_iter().filter(|cell| !before.contains(cell)) {
        board.play(cell, player);
        let after = captures(board, player);
        board.undo();
        if after.iter().filter(|cell| !before.contains(cell)).count() >= 2 {
            found.push(cell);
        }
    }
    found
}

/// Plain minimax of captures, of what prevents them, of double threats and passes.
fn played_out(board: &mut Board, player: Player, plies: u32) -> i32 {
    let opponent = player.opponent();
    let quiet = |board: &mut Board, player| {
        captures(board, player).is_empty() && doubles(board, player).is_empty()
    };
    if plies == 0 || quiet(board, player) && quiet(board, opponent) {
        return board.score(player);
    }
    let mut best = -played_out(board, opponent, plies - 1);
    let mut cells = captures(board, player);
    cells.extend(captures(board, opponent));
    cells.extend(doubles(board, player));
    for cell in cells {
        board.play(cell, player);
        best = best.max(-played_out(board, opponent, plies - 1));
        board.undo();
    }
    best
}

#[test]
fn quiescence_is_minimax_of_captures_and_double_threats() {
    let mut rng = Rng::with_seed(4);
    let (mut tense, mut with_doubles) = (0, 0);
    for _ in 0..300 {
        let mut board = random_board(&mut rng);
        for player in Player::ALL {
            let found = Selective::new(&mut board, Limits::default()).threats(player);
            let expected: Bitboard = doubles(&mut board, player).into_iter().collect();
            assert_eq!(found.doubles, expected, "{}", diagram::print(&board));
            with_doubles += u32::from(!expected.is_empty());
            let plies = rng.u32(0..=3);
            let expected = played_out(&mut board, player, plies);
            tense += u32::from(expected != board.score(player));
            let before = board.hash();
            let mut search = Selective::new(&mut board, Limits::default());
            let value = search.quiesce(player, plies, (-INFINITY, INFINITY));
            assert_eq!(value, expected, "{plies} plies\n{}", diagram::print(&board));
            assert_eq!(board.hash(), before);
        }
    }
    println!("{tense} with captures, {with_doubles} with double threats");
    assert!(tense > 25 && with_doubles > 25);
}

#[test]
fn a_move_that_loses_a_dot_goes_behind_the_others() {
    // A dot beside the loose one of the first player saves it; elsewhere it is lost.
    let mut board = diagram::parse(
        ". . . . . . .
         . . 1 1 . . .
         . 1 0 . . . .
         . . 1 . . . .
         . . . . . . .
         . . . . . . .",
    )
    .unwrap();
    let (idle, saving) = (Point::new(5, 5), Point::new(3, 2));
    let limits = Limits {
        nodes: Some(8000),
        ..Limits::default()
    };
    let mut order = vec![idle, saving];
    prefer(&mut board, Player::First, &limits, &mut order);
    assert_eq!(order, [saving, idle]);
}

#[test]
fn what_is_not_compared_lies_in_the_middle() {
    let cells: Vec<Point> = (0..5).map(|x| Point::new(x, 0)).collect();
    let mut order = cells.clone();
    sort(&mut order, &[-1, 0, 2]);
    assert_eq!(order, [2, 1, 3, 4, 0].map(|index: usize| cells[index]));
    sort(&mut order, &[]);
    assert_eq!(order, [2, 1, 3, 4, 0].map(|index: usize| cells[index]));
}

#[test]
fn nothing_is_done_without_limits_and_little_with_them() {
    assert!(allowance(&Limits::default()).is_none());
    let limits = Limits {
        nodes: Some(800),
        ..Limits::default()
    };
    assert_eq!(
        allowance(&limits).and_then(|limits| limits.nodes),
        Some(100)
    );
    let now = Instant::now();
    let limits = Limits {
        deadline: Some(now + Duration::from_secs(8)),
        ..Limits::default()
    };
    let allowed = allowance(&limits).and_then(|limits| limits.deadline);
    assert!(allowed.is_some_and(|end| end < now + Duration::from_secs(2)));
}
