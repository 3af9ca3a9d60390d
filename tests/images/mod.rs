//! Boards that are turned or mirrored, or on which the players are exchanged, for tests.

// Every test program uses the part it needs.
#![allow(dead_code)]

use tochki::geometry::Symmetry;
use tochki::{Board, Cell, Player, Point};

/// The position that the moves of a board lead to after a symmetry, with the players exchanged if `swaps`.
pub fn image(board: &Board, symmetry: Symmetry, swaps: bool) -> Board {
    let mut image = Board::under(board.rules(), symmetry.size(board.size()));
    for played in board.moves() {
        let point = symmetry.point(played.point, board.size());
        image.play(point, image_of(played.player, swaps));
    }
    image
}

/// The image of a board cell by cell, for a position that was set up. It has no moves to undo.
pub fn image_of_cells(board: &Board, symmetry: Symmetry, swaps: bool) -> Board {
    let mut cells = vec![Cell::Open; Point::COUNT];
    for point in board.size().points() {
        cells[symmetry.point(point, board.size()).index()] = match board.cell(point) {
            Cell::Live(owner) => Cell::Live(image_of(owner, swaps)),
            Cell::Captured(owner) => Cell::Captured(image_of(owner, swaps)),
            other => other,
        };
    }
    let size = symmetry.size(board.size());
    Board::from_cells_under(board.rules(), size, |point| cells[point.index()]).unwrap()
}

/// A player, or his opponent if `swaps`.
pub fn image_of(player: Player, swaps: bool) -> Player {
    if swaps { player.opponent() } else { player }
}
