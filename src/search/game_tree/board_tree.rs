//! A position of the game as a [`GameTree`].

use super::GameTree;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The game tree of a position to a fixed depth. A move is a playable cell, or `None` for a pass. The value of a leaf
/// is the score of the side to move: the dots it has captured minus the dots it has lost.
#[derive(Debug)]
pub struct BoardTree<'a> {
    board: &'a mut Board,
    player: Player,
    plies_left: u32,
    cells: Bitboard,
    passes: bool,
    /// For each move on the path to the current node, whether it is a pass.
    path: Vec<bool>,
}

impl<'a> BoardTree<'a> {
    /// The tree of `plies` plies below the position, with `player` to move. It has no passes.
    pub fn new(board: &'a mut Board, player: Player, plies: u32) -> BoardTree<'a> {
        BoardTree {
            cells: board.size().cells(),
            board,
            player,
            plies_left: plies,
            passes: false,
            path: Vec::new(),
        }
    }

    /// Restricts the moves to these cells. A pass, if there is one, stays.
    pub fn within(mut self, cells: Bitboard) -> BoardTree<'a> {
        self.cells = cells;
        self
    }

    /// Adds a pass as the last move to every node that is not at the full depth.
    pub fn with_passes(mut self) -> BoardTree<'a> {
        self.passes = true;
        self
    }
}

impl GameTree for BoardTree<'_> {
    type Move = Option<Point>;

    fn moves(&mut self) -> Vec<Option<Point>> {
        if self.plies_left == 0 {
            return Vec::new();
        }
        let free = *self.board.free() & self.cells;
        let pass = self.passes.then_some(None);
        free.iter().map(Some).chain(pass).collect()
    }

    fn play(&mut self, step: Option<Point>) {
        self.path.push(step.is_none());
        if let Some(point) = step {
            self.board.play(point, self.player);
        }
        self.player = self.player.opponent();
        self.plies_left -= 1;
    }

    fn undo(&mut self) {
        if self.path.pop() == Some(false) {
            self.board.undo();
        }
        self.player = self.player.opponent();
        self.plies_left += 1;
    }

    fn value(&mut self) -> i32 {
        self.board.score(self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::game_tree::minimax;

    #[test]
    fn a_pass_leaves_the_board_alone() {
        let mut board = diagram::parse(".a.\na.a\n.a.").unwrap();
        let base: Bitboard = [Point::new(1, 1)].into_iter().collect();
        let mut tree = BoardTree::new(&mut board, Player::Second, 1).within(base);
        assert_eq!(minimax(&mut tree).value, -1);
        let mut tree = BoardTree::new(&mut board, Player::Second, 1)
            .within(base)
            .with_passes();
        let found = minimax(&mut tree);
        assert_eq!((found.value, found.best), (0, Some(None)));
        assert_eq!(board.moves().len(), 4);
    }
}
