//! The rules of the game, case by case.

use tochki::board::{IllegalMove, Rules};
use tochki::notation::diagram;
use tochki::{Board, Move, Player, Point, Size};

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

/// The board after the moves of a game diagram under these rules.
fn board_under(rules: Rules, game: &str) -> Board {
    let usual = diagram::parse(game).expect("a diagram");
    let mut board = Board::under(rules, usual.size());
    for Move { point, player } in usual.moves() {
        board.try_play(point, player).expect("a legal move");
    }
    board
}

#[test]
fn suicide_can_be_forbidden() {
    let rules = Rules {
        suicide: false,
        ..Rules::default()
    };
    let middle = Point::new(1, 1);
    let mut board = board_under(rules, ".a.\na.a\n.a.");
    assert_eq!(
        board.try_play(middle, Player::Second),
        Err(IllegalMove::Suicide)
    );
    assert!(board.is_legal_for(middle, Player::First));
    board.validate().unwrap();
    // A dot that captures is none.
    let mut board = board_under(rules, ".aB.\na.aB\n.aB.");
    assert!(!board.is_suicide(middle, Player::Second));
    assert_eq!(board.try_play(middle, Player::Second), Ok(()));
    assert_eq!(board.captured(Player::Second), 1);
}

#[test]
fn empty_bases_can_be_captured() {
    let rules = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    let mut board = board_under(rules, ".a.\na.a\n.a.");
    assert_eq!(diagram::print(&board), ".0.\n0x0\n.0.\n");
    assert_eq!(board.score(Player::First), 0);
    assert_eq!(
        board.try_play(Point::new(1, 1), Player::First),
        Err(IllegalMove::InTerritory)
    );
    board.validate().unwrap();
    let usual = board_under(Rules::default(), ".a.\na.a\n.a.");
    assert_ne!(board.hash(), usual.hash());
    board.undo();
    assert_eq!(diagram::print(&board), ".0.\n0.0\n...\n");
    assert!(Board::from_cells_under(rules, usual.size(), |point| usual.cell(point)).is_err());
}
