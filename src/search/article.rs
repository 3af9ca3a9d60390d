//! The engine of the 2002 article.

mod options;

pub use options::ArticleOptions;

use super::{Engine, Limits, Outcome, Reporter};
use crate::board::Board;
use crate::geometry::Player;

/// The engine `article`.
#[derive(Clone, Debug, Default)]
pub struct Article {
    options: ArticleOptions,
}

impl Article {
    /// An engine with these elements of the method.
    pub fn new(options: ArticleOptions) -> Article {
        Article { options }
    }

    /// The elements of the method that are used.
    pub fn options(&self) -> &ArticleOptions {
        &self.options
    }
}

impl Engine for Article {
    fn search(
        &mut self,
        board: &mut Board,
        _player: Player,
        _limits: &Limits,
        _reporter: &mut dyn Reporter,
    ) -> Outcome {
        Outcome {
            best: board.free().first(),
            ..Outcome::default()
        }
    }
}
