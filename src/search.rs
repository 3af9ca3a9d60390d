//! Choosing a move. Nothing here prints, reads files or knows a protocol: an [`Engine`] takes a
//! position, [`Limits`] and a [`Reporter`].

pub mod article;
pub mod game_tree;
pub mod limits;
pub mod options;
pub mod report;
pub mod surround;
pub mod tactical;

pub use limits::{Limits, StopFlag};
pub use report::{Outcome, Reporter, Silent};

use crate::board::Board;
use crate::geometry::Player;

/// A way of choosing moves.
pub trait Engine {
    /// Searches for the best move of `player` and returns when a limit is reached or nothing is
    /// left to search. The board is as before afterwards.
    ///
    /// The best move is `None` only if no cell is playable.
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome;
}
