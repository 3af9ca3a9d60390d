//! Multi PV. The order of equal moves is found once for all searches of the position, because it costs an eighth of the
//! time of a search.

use super::Tactical;
use super::root::{self, TieBreak};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::{Engine, Limits, Outcome, Reporter};
use std::time::Instant;

/// The engine with the order of moves of one position.
pub(super) struct Lines<'a> {
    engine: &'a Tactical,
    /// The hash of the position and the player to move.
    position: (u64, Player),
    /// The moves of this position, in the order in which equal ones are preferred.
    order: Vec<Point>,
}

impl<'a> Lines<'a> {
    /// Finds the order of the moves that the limits allow in a position.
    pub(super) fn new(
        engine: &'a Tactical,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Lines<'a> {
        Lines {
            engine,
            position: (board.hash(), player),
            order: root::order(board, player, limits, TieBreak::Full),
        }
    }
}

impl Engine for Lines<'_> {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let start = Instant::now();
        let order = match self.position == (board.hash(), player) {
            true => {
                let moves = self.order.iter().copied();
                moves.filter(|&cell| limits.allows(cell)).collect()
            }
            // A line is made longer. Only moves that win or lose something are kept, and the policy tells them apart.
            false => root::order(board, player, limits, TieBreak::PolicyOnly),
        };
        root::search_in(self.engine, board, player, limits, order, start, reporter)
    }
}
