//! The engine of the article of 2002, whole.
//!
//! A position is worth the difference of captured dots and nothing else. The engine looks at what
//! each side could do if only it moved: that gives the least and the greatest difference that can
//! come about (`bounds`), and the sets of dots that capture something
//! ([trajectories](super::trajectory)). Only cells on trajectories are worth a dot, so only those
//! are searched (`tree`), and fewer still by two rules (`table`). Of moves that win equally many
//! dots, the more [important](crate::importance) one is chosen.
//!
//! It is not sound, and is not meant to be: trajectories are made with the opponent passing, so
//! captures of dots that are put during the search are found only where they happen to lie on
//! them, and both rules can drop a cell that such a capture needs.
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002).

mod limit_watch;
mod minimax;
mod options;
mod pre_search;
mod root;
mod rule1;

pub use options::ArticleOptions;

use super::{Engine, Limits, Outcome, Reporter};
use crate::board::Board;
use crate::geometry::Player;
use crate::importance::{Importance, Shape};

/// The engine `article`.
#[derive(Clone, Debug)]
pub struct Article {
    options: ArticleOptions,
    importance: Importance,
}

impl Article {
    /// An engine with these elements of the method.
    pub fn new(options: ArticleOptions) -> Article {
        Article::with_shapes(options, &[])
    }

    /// An engine that knows these shapes besides the standard ones.
    pub fn with_shapes(options: ArticleOptions, shapes: &[Shape]) -> Article {
        Article {
            options,
            importance: Importance::with_shapes(options.judged_by(), shapes),
        }
    }

    /// The elements of the method that are used.
    pub fn options(&self) -> &ArticleOptions {
        &self.options
    }
}

impl Default for Article {
    fn default() -> Article {
        Article::new(ArticleOptions::default())
    }
}

impl Engine for Article {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        root::search(self, board, player, limits, reporter)
    }
}

/// The leaves of a search of all moves: the number of sequences of `plies` different cells out
/// of `cells`. It stops at the greatest number that fits.
pub fn all_sequences(cells: u32, plies: u32) -> u128 {
    (0..plies)
        .map(|ply| u128::from(cells.saturating_sub(ply)))
        .fold(1, u128::saturating_mul)
}

#[cfg(test)]
mod tests;
