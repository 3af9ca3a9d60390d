//! A diagram.

use super::reference::Reference;
use tochki::notation::diagram;
use tochki::{Board, Player};

/// A diagram that can be read is printed and read again, is what the reference board makes of its moves, and all its
/// moves can be taken back.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut board = match diagram::parse(text) {
        Ok(board) => board,
        Err(error) => {
            let lines = text.split('\n').count();
            let line = error.line();
            assert!(line.is_none_or(|line| (1..=lines).contains(&line)));
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    board.validate().expect("the board is sound");
    check_print(&board);
    if board.moves().len() == 0 {
        check_cells(text, &board);
        return;
    }
    check_moves(&board);
    let empty = Board::new(board.size());
    while board.undo().is_some() {}
    board.validate().expect("the board is sound");
    assert_eq!(board.hash(), empty.hash());
    assert_eq!(board.to_string(), empty.to_string());
}

fn check_print(board: &Board) {
    for text in [diagram::print(board), diagram::print_line(board)] {
        let again = diagram::parse(&text).expect("we read what we print");
        assert_eq!(again.hash(), board.hash());
        assert_eq!(again.to_string(), board.to_string());
    }
}

/// The board has the cells of the diagram. Free cells in empty bases may have been drawn as any free cells.
fn check_cells(text: &str, board: &Board) {
    let cells = |text: &str| -> String {
        let cells = text.chars().filter(|&c| !c.is_whitespace() && c != '/');
        cells
            .map(|c| if matches!(c, ',' | ';') { '.' } else { c })
            .collect()
    };
    assert_eq!(cells(text), cells(&board.to_string()));
}

fn check_moves(board: &Board) {
    let (width, height) = (board.size().width(), board.size().height());
    let mut reference = Reference::new(board.rules(), width as usize, height as usize);
    for made in board.moves() {
        let place = (made.point.x() as usize, made.point.y() as usize);
        assert!(reference.is_playable(place), "{made:?}");
        reference.play(place, made.player);
    }
    let found: Vec<_> = board.size().points().map(|p| board.cell(p)).collect();
    assert_eq!(found, reference.cells());
    for player in Player::ALL {
        assert_eq!(board.captured_by(player), reference.captured_by(player));
    }
}
