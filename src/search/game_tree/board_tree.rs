//! The legal moves from a position of the game as a [`GameTree`].

use super::{GameTree, Positions};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The tree of all legal moves from a position to a fixed depth. A move is a cell, or `None` for a pass. The value of a
/// leaf is the captured difference, in dots.
#[derive(Debug)]
pub struct BoardTree<'a> {
    board: &'a mut Board,
    player: Player,
    plies_left: u32,
    /// The cells of all moves, in the order in which they are tried.
    cells: Vec<Point>,
    /// The cell that is tried first at the root.
    first: Option<Point>,
    passes: bool,
    /// The number of leaves that may still be evaluated.
    leaves_left: u64,
    /// Whether a leaf was evaluated after the last one that was allowed.
    is_given_up: bool,
    /// For each move on the path to the current node, whether it is a pass.
    path: Vec<bool>,
}

impl<'a> BoardTree<'a> {
    /// The tree of `plies` plies below the position, with `player` to move. It has no passes.
    pub fn new(board: &'a mut Board, player: Player, plies: u32) -> BoardTree<'a> {
        BoardTree {
            cells: board.size().cells().iter().collect(),
            board,
            player,
            plies_left: plies,
            first: None,
            passes: false,
            leaves_left: u64::MAX,
            is_given_up: false,
            path: Vec::new(),
        }
    }

    /// Restricts the moves to these cells. A pass, if there is one, stays.
    pub fn within(self, cells: Bitboard) -> BoardTree<'a> {
        self.in_order(cells.iter().collect())
    }

    /// Restricts the moves to these cells, which are tried in this order.
    pub fn in_order(mut self, cells: Vec<Point>) -> BoardTree<'a> {
        self.cells = cells;
        self
    }

    /// Tries this cell first at the root. It becomes a move there even if it is not among the cells.
    pub fn first(mut self, cell: Point) -> BoardTree<'a> {
        self.first = Some(cell);
        self
    }

    /// Gives the tree up if a search evaluates more leaves than this. Every node after them is a leaf, so that a search
    /// ends soon.
    pub fn up_to(mut self, leaves: u64) -> BoardTree<'a> {
        self.leaves_left = leaves;
        self
    }

    /// Whether the tree was given up. What a search has found in it is worthless then.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up
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
        if self.plies_left == 0 || self.leaves_left == 0 {
            return Vec::new();
        }
        let first = self.first.filter(|_| self.path.is_empty());
        let others = self.cells.iter().copied();
        let cells = first
            .into_iter()
            .chain(others.filter(|&cell| Some(cell) != first));
        let legal = self.board.legal_cells(self.player);
        let pass = self.passes.then_some(None);
        cells
            .filter(|&cell| legal.contains(cell))
            .map(Some)
            .chain(pass)
            .collect()
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
        match self.leaves_left.checked_sub(1) {
            Some(left) => self.leaves_left = left,
            None => self.is_given_up = true,
        }
        self.board.score(self.player)
    }
}

impl Positions for BoardTree<'_> {
    fn key(&self) -> u64 {
        // The hash of the board does not tell who is to move.
        match self.player {
            Player::First => self.board.hash(),
            Player::Second => !self.board.hash(),
        }
    }

    fn plies_left(&self) -> u32 {
        self.plies_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::Size;
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

    #[test]
    fn a_dot_that_the_rules_forbid_is_no_move() {
        let rules = Rules {
            suicide: false,
            ..Rules::default()
        };
        let mut board = Board::under(rules, Size::new(3, 3).unwrap());
        for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2)] {
            board.play(Point::new(x, y), Player::First);
        }
        let base: Bitboard = [Point::new(1, 1)].into_iter().collect();
        let moves = Player::ALL.map(|player| {
            let mut tree = BoardTree::new(&mut board, player, 1).within(base);
            tree.moves().len()
        });
        assert_eq!(moves, [1, 0]);
    }
}
