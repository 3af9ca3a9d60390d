//! The rules of the game, case by case.

use tochki::notation::diagram;
use tochki::{Player, Point};

/// Captures of both players after the moves of a game diagram.
fn captures(game: &str) -> (u32, u32) {
    let board = diagram::parse(game).expect("a diagram");
    board.validate().expect("a consistent board");
    (
        board.captured(Player::First),
        board.captured(Player::Second),
    )
}

#[test]
fn closing_a_ring_captures() {
    assert_eq!(captures(".a.\ncBa\n.a."), (1, 0));
}

#[test]
fn a_dot_in_an_empty_base_is_captured_at_once() {
    assert_eq!(captures(".a.\naBa\n.a."), (1, 0));
}

#[test]
fn a_capture_breaks_the_empty_base() {
    assert_eq!(captures(".aB.\naCaB\n.aB."), (0, 1));
}

#[test]
fn captured_dots_are_freed() {
    let game = "..c..\n.cBc.\ncBaBc\n.cBc.\n..d..";
    assert_eq!(captures(game), (4, 0));
    let mut board = diagram::parse(game).unwrap();
    board.undo();
    assert_eq!(board.captured(Player::Second), 1);
    board.play(Point::new(2, 4), Player::First);
    assert_eq!(
        diagram::print(&board),
        "..0..\n.0b0.\n0b0b0\n.0b0.\n..0..\n"
    );
}
