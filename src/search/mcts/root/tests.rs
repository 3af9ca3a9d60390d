use super::*;
use crate::policy::LinearPolicy;

/// Makes the position the root, to be searched with one simulation.
fn move_to(root: &mut Root, board: &mut Board, player: Player) {
    let policy = LinearPolicy::standard().as_ref();
    root.move_to(board, player, &Limits::nodes(1), policy);
}

#[test]
fn a_new_engine_has_seen_no_position() {
    // The board in a new engine has the usual size.
    let mut board = Board::new(Size::default());
    board.play(Point::new(15, 15), Player::First);
    let mut root = Root::new(&MctsOptions::default());
    move_to(&mut root, &mut board, Player::Second);
    assert!(root.is_unseen);
    board.play(Point::new(16, 16), Player::Second);
    move_to(&mut root, &mut board, Player::First);
    assert!(!root.is_unseen);
}
