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

/// A random index below `len`. With `Rng::usize` the positions would be others on machines of 32 bits.
fn index(rng: &mut Rng, len: usize) -> usize {
    rng.u64(..len as u64) as usize
}

/// Puts the cells in a random order, the same on every machine.
fn shuffle(rng: &mut Rng, cells: &mut [Point]) {
    for last in 1..cells.len() {
        cells.swap(last, index(rng, last + 1));
    }
}

/// A position after random moves of random players with at most `free` free cells.
pub fn position(rng: &mut Rng, rules: Rules, free: u32) -> Board {
    let size = Size::new(rng.u32(3..=6), rng.u32(3..=6)).expect("a good size");
    let left = rng.u32(1..=free);
    filled(rng, rules, size, left)
}

/// A board of this size after random moves of random players, with at most `free` free cells.
pub fn filled(rng: &mut Rng, rules: Rules, size: Size, free: u32) -> Board {
    let mut board = Board::under(rules, size);
    while board.free().len() > free {
        put_one(&mut board, rng);
    }
    board
}

/// Puts so many dots of random players on random cells, as far as cells are left and the rules allow it.
pub fn put(board: &mut Board, rng: &mut Rng, dots: u32) {
    (0..dots).for_each(|_| put_one(board, rng));
}

fn put_one(board: &mut Board, rng: &mut Rng) {
    let cells: Vec<Point> = board.free().iter().collect();
    if !cells.is_empty() {
        let cell = cells[index(rng, cells.len())];
        let player = Player::ALL[index(rng, 2)];
        if board.is_legal_for(cell, player) {
            board.play(cell, player);
        }
    }
}

/// A position with at most `free` free cells, and its target: a dot of the second player in a ring of dots of the first
/// one. The ring has two to four gaps. Most of them have two cells that close them. The other cells have random dots, but
/// some are left free in the gaps.
pub fn ringed(rng: &mut Rng, rules: Rules, free: u32) -> (Board, Point) {
    let size = Size::new(rng.u32(5..=7), rng.u32(5..=6)).expect("a good size");
    let mut board = Board::under(rules, size);
    let (x, y) = (rng.u32(2..size.width() - 2), rng.u32(2..size.height() - 2));
    let target = Point::new(x, y);
    board.play(target, Player::Second);
    let steps = |cell: Point| cell.x().abs_diff(x) + cell.y().abs_diff(y);
    let mut ring: Vec<Point> = size
        .cells()
        .iter()
        .filter(|&cell| steps(cell) == 2)
        .collect();
    shuffle(rng, &mut ring);
    // Two cells close a gap in the row or the column of the target, one closes another gap. The gaps come last.
    ring.sort_by_cached_key(|cell| (cell.x() == x || cell.y() == y) ^ (rng.u32(..8) == 0));
    let gaps = ring.split_off(ring.len() - rng.u64(2..=4) as usize);
    for dot in ring {
        board.play(dot, Player::First);
    }
    let is_in_gap = |cell: Point| {
        let is_beside = |gap: &Point| gap.x().abs_diff(cell.x()) + gap.y().abs_diff(cell.y()) <= 1;
        steps(cell) <= 2 && gaps.iter().any(is_beside)
    };
    let mut others: Vec<Point> = board.free().iter().collect();
    shuffle(rng, &mut others);
    // Those in gaps come last.
    others.sort_by_cached_key(|&cell| is_in_gap(cell) && rng.u32(..16) > 0);
    for cell in others {
        let player = Player::ALL[index(rng, 2)];
        if board.free().len() > free && board.is_legal_for(cell, player) {
            board.play(cell, player);
        }
    }
    (board, target)
}

/// A board of this size with random dots of both players by turns.
pub fn dots_by_turns(rng: &mut Rng, size: Size, dots: usize) -> Board {
    let mut board = Board::new(size);
    for player in Player::ALL.into_iter().cycle().take(dots) {
        let cells: Vec<Point> = board.free().iter().collect();
        if !cells.is_empty() {
            board.play(cells[index(rng, cells.len())], player);
        }
    }
    board
}
