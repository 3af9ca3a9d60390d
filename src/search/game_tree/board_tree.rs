//! A position of the game as a [`GameTree`].

use super::GameTree;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// How a leaf is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafValue {
    /// Captured dots less lost dots.
    Captures,
    /// The same in units of [`BoardTree::DOT`], adjusted by depth: of equal captures the sooner,
    /// of equal losses the later is better.
    SoonerCaptures,
}

/// The tree of all legal moves from a position to a fixed depth, with the players alternating.
///
/// A move is a cell, or `None` for a pass.
#[derive(Debug)]
pub struct BoardTree<'a> {
    board: &'a mut Board,
    player: Player,
    plies_left: u32,
    cells: Bitboard,
    passes: bool,
    leaf_value: LeafValue,
    /// For every move made: whether it was a pass, and what the adjustment was before.
    path: Vec<(bool, i32)>,
    /// Changes of the score so far, each times the plies that were left; for the first player.
    adjustment: i32,
}

impl<'a> BoardTree<'a> {
    /// One captured dot in a leaf value adjusted by depth.
    pub const DOT: i32 = 1 << 18;

    /// The tree of `plies` plies below the position with `player` to move.
    pub fn new(board: &'a mut Board, player: Player, plies: u32) -> BoardTree<'a> {
        BoardTree {
            cells: board.size().cells(),
            board,
            player,
            plies_left: plies,
            passes: false,
            leaf_value: LeafValue::Captures,
            path: Vec::new(),
            adjustment: 0,
        }
    }

    /// Only moves on these cells.
    pub fn within(mut self, cells: Bitboard) -> BoardTree<'a> {
        self.cells = cells;
        self
    }

    /// A pass is a move too, the last one of every node.
    pub fn with_passes(mut self) -> BoardTree<'a> {
        self.passes = true;
        self
    }

    /// Values leaves in this way.
    pub fn valued_by(mut self, leaf_value: LeafValue) -> BoardTree<'a> {
        self.leaf_value = leaf_value;
        self
    }

    /// The captured difference in a value adjusted by depth.
    pub fn captures(value: i32) -> i32 {
        (value + Self::DOT / 2).div_euclid(Self::DOT)
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
        self.path.push((step.is_none(), self.adjustment));
        if let Some(point) = step {
            let before = self.board.score(Player::First);
            self.board.play(point, self.player);
            let change = self.board.score(Player::First) - before;
            self.adjustment += change * self.plies_left as i32;
        }
        self.player = self.player.opponent();
        self.plies_left -= 1;
    }

    fn undo(&mut self) {
        let (passed, adjustment) = self.path.pop().expect("a move was made");
        if !passed {
            self.board.undo();
        }
        self.adjustment = adjustment;
        self.player = self.player.opponent();
        self.plies_left += 1;
    }

    fn value(&mut self) -> i32 {
        let score = self.board.score(self.player);
        match self.leaf_value {
            LeafValue::Captures => score,
            LeafValue::SoonerCaptures => {
                let sign = if self.player == Player::First { 1 } else { -1 };
                score * Self::DOT + sign * self.adjustment
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::game_tree::{INFINITY, alpha_beta, minimax};

    #[test]
    fn a_capture_sooner_is_better() {
        let mut board = diagram::parse("..a..\n.aB..\n..a..\n.....").unwrap();
        let mut tree =
            BoardTree::new(&mut board, Player::First, 3).valued_by(LeafValue::SoonerCaptures);
        let found = alpha_beta(&mut tree, -INFINITY, INFINITY);
        assert_eq!(BoardTree::captures(found.value), 1);
        assert_eq!(found.best, Some(Some(Point::new(3, 1))));
        assert_eq!(found.value, BoardTree::DOT + 3);
    }

    #[test]
    fn a_loss_later_is_better() {
        let mut board = diagram::parse("..a..\n.aB..\n..a..\n.....").unwrap();
        let [loss, elsewhere, far] = [(3, 1), (0, 3), (4, 3)].map(|(x, y)| Some(Point::new(x, y)));
        let mut value = |steps: [Option<Point>; 3]| {
            let mut tree =
                BoardTree::new(&mut board, Player::First, 3).valued_by(LeafValue::SoonerCaptures);
            steps.into_iter().for_each(|step| tree.play(step));
            let value = tree.value();
            steps.into_iter().for_each(|_| tree.undo());
            value
        };
        // The second player is to move at the leaf, and has lost a dot.
        let (sooner, later) = (value([loss, far, elsewhere]), value([elsewhere, far, loss]));
        assert!(sooner < later && later < 0);
        assert_eq!(BoardTree::captures(sooner), BoardTree::captures(later));
    }

    #[test]
    fn the_adjustment_never_outweighs_a_dot() {
        let mut board = diagram::parse(".a.a.\naB.Ba\n.a.a.\n.....").unwrap();
        for plies in 0..4 {
            let plain = minimax(&mut BoardTree::new(&mut board, Player::Second, plies));
            let mut tree = BoardTree::new(&mut board, Player::Second, plies)
                .valued_by(LeafValue::SoonerCaptures);
            let adjusted = minimax(&mut tree);
            assert_eq!(BoardTree::captures(adjusted.value), plain.value);
        }
    }

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
