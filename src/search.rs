//! Choosing a move. Nothing here prints, reads files or knows a protocol: an [`Engine`] takes a
//! position, [`Limits`] and a [`Reporter`].

pub mod article;
pub mod capture_search;
pub mod complexity;
pub mod connections;
pub mod game_tree;
mod groups;
mod helper_threads;
pub mod limits;
pub mod mcts;
mod memory;
mod multi_pv;
pub mod options;
pub mod report;
pub mod tactical;
mod time_manager;
pub mod trajectory;
pub mod variation;

pub use limits::{Limits, Pace, StopFlag};
pub use report::{Estimate, Outcome, Reporter, Silent};

use crate::board::Board;
use crate::geometry::Player;
use time_manager::{RootVisits, TimeManager, limits_of_tree_search};

/// A program that chooses moves. Engines are `Send`, so that they can search on a thread of their own.
///
/// ```
/// use tochki::search::{Engine, Limits, Silent, tactical::Tactical};
/// use tochki::{Player, notation::diagram};
///
/// let mut board = diagram::parse(". 0 .\n0 1 .\n. 0 .")?;
/// let mut engine = Tactical::default();
/// let outcome = engine.search(&mut board, Player::First, &Limits::plies(2), &mut Silent);
/// assert_eq!(outcome.best, Some("2,1".parse()?));
/// let best_two =
///     engine.search_lines(&mut board, Player::First, &Limits::plies(2), 2, &mut Silent);
/// assert_eq!((best_two[0].value, best_two[1].value), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine: Send {
    /// Searches for the best move of `player` until a limit is reached or nothing is left to search. Calls `reporter`
    /// with results while it runs. A short search, or one at a low level, may report nothing. The board is unchanged
    /// afterwards.
    ///
    /// If the rules forbid suicides, the limits have to leave them out: [`Limits::by_rules`] does.
    ///
    /// The best move is `None` only if no cell can be played, or the limits allow none.
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome;

    /// Like [`search`](Engine::search), but returns all moves that the engine has examined, each with its result, the
    /// best one first. By default this is the best move alone. The list is empty only if no cell can be played, or the
    /// limits allow none.
    fn search_all(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Vec<Outcome> {
        self.search(board, player, limits, reporter).into_list()
    }

    /// Multi PV: searches for the `count` best moves of `player`, and reports them while it runs. The result is the
    /// last report, the best move first. It has fewer moves if the search ends early or there are no more. It is empty
    /// only if `count` is 0, no cell can be played, or the limits allow none. Every move has the nodes and the time of
    /// the whole search.
    ///
    /// By default the engine searches again without the moves found so far, at growing depth.
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
