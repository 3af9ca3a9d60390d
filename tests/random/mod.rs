//! Random positions for tests.

// Every test file uses the part it needs.
#![allow(dead_code)]

use fastrand::Rng;
use tochki::board::Rules;
use tochki::{Board, Player, Point, Size};

/// How many positions to try: `TOCHKI_POSITIONS`, or as usual.
pub fn positions_to_try(usual: u32) -> u32 {
    let asked = std::env::var("TOCHKI_POSITIONS").ok();
    asked.map_or(usual, |number| {
        number.parse().expect("TOCHKI_POSITIONS is a number")
    })
}

/// A position after random moves of random players with at most `free` free cells.
pub fn position(rng: &mut Rng, rules: Rules, free: u32) -> Board {
    let size = Size::new(rng.u32(3..=6), rng.u32(3..=6)).expect("a good size");
    let mut board = Board::under(rules, size);
    let left = rng.u32(1..=free);
    fill(&mut board, rng, left);
    board
}

/// Puts dots of random players on random cells until at most `free` cells are free.
pub fn fill(board: &mut Board, rng: &mut Rng, free: u32) {
    while board.free().len() > free {
        put(board, rng);
    }
}

/// Puts a dot of a random player on a random cell, if one is left and the rules allow it.
pub fn put(board: &mut Board, rng: &mut Rng) {
    let cells: Vec<Point> = board.free().iter().collect();
    if let Some(&cell) = rng.choice(&cells) {
        let player = Player::ALL[rng.usize(..2)];
        if board.is_legal_for(cell, player) {
            board.play(cell, player);
        }
    }
}

/// A board of this size with random dots of both players by turns.
pub fn dots_by_turns(rng: &mut Rng, size: Size, dots: usize) -> Board {
    let mut board = Board::new(size);
    for player in Player::ALL.into_iter().cycle().take(dots) {
        if let Some(cell) = rng.choice(board.free().iter().collect::<Vec<_>>()) {
            board.play(cell, player);
        }
    }
    board
}
