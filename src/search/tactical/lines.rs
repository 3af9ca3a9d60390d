//! Multi PV. The order of equal moves is found once for all searches of the position, because it costs an eighth of the
//! time of a search.

use super::Tactical;
use super::root::{self, Ordering};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::multi_pv::by_exclusion;
use crate::search::{Engine, Limits, Outcome, Reporter};

/// Searches for the `count` best moves. See [`Engine::search_lines`].
pub(super) fn search(
    engine: &mut Tactical,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    count: usize,
    reporter: &mut dyn Reporter,
) -> Vec<Outcome> {
    let mut lines = Lines {
        engine,
        position: (board.hash(), player),
        order: root::order(board, player, limits, Ordering::Full),
    };
    by_exclusion(&mut lines, board, player, limits, count, reporter)
}

/// The engine with the order of moves of one position.
struct Lines<'a> {
    engine: &'a mut Tactical,
    /// The hash of the position and the player to move.
    position: (u64, Player),
    /// The moves of this position, in the order in which equal ones are preferred.
    order: Vec<Point>,
}

impl Engine for Lines<'_> {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let order = match self.position == (board.hash(), player) {
            true => {
                let moves = self.order.iter().copied();
                let is_allowed = |cell: &Point| limits.moves.is_none_or(|all| all.contains(*cell));
                moves.filter(is_allowed).collect()
            }
            // A line is made longer. Only moves that win or lose something are kept, and the policy tells them apart.
            false => root::order(board, player, limits, Ordering::PolicyOnly),
        };
        root::search_in(self.engine, board, player, limits, order, reporter)
    }
}
