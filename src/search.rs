//! Choosing a move. Nothing here prints, reads files or knows a protocol: an [`Engine`] takes a
//! position, [`Limits`] and a [`Reporter`].

pub mod article;
pub mod capture;
pub mod complexity;
pub mod game_tree;
mod helper_threads;
pub mod limits;
pub mod mcts;
mod multi_pv;
pub mod options;
pub mod report;
pub mod tactical;
mod time_manager;
pub mod trajectory;
pub mod variation;

pub use limits::{Limits, Pace, StopFlag};
pub use report::{Estimate, Outcome, Reporter, Silent};
pub use time_manager::{RootVisits, TimeManager};

use crate::board::Board;
use crate::geometry::Player;

/// A way of choosing moves. Engines are `Send`, so that a program can search on a thread of its own.
pub trait Engine: Send {
    /// Searches for the best move of `player` and returns when a limit is reached or nothing is
    /// left to search. The board is as before afterwards.
    ///
    /// The best move is `None` only if no cell is playable, or the limits allow none.
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome;

    /// Searches for the best move as [`search`](Engine::search) does, and returns every move that it knows
    /// anything about, the best one first; at least that one, unless no cell is playable or allowed.
    fn search_all(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        let found = self.search(board, player, limits, reporter);
        found.best.is_some().then_some(found).into_iter().collect()
    }

    /// Searches for the best `count` moves of `player`, and tells the reporter of them as they
    /// get better known. The result is as the last report: at least one move, the best one first,
    /// unless no cell is playable or allowed.
    ///
    /// As it stands it searches for the best move and the best of the others at growing depth, for
    /// engines that know nothing of the moves that are not the best.
    fn search_lines(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        multi_pv::by_exclusion(self, board, player, limits, count, reporter)
    }
}
