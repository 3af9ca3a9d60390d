//! The engine `article`: the method of P. Torgashov's article of 2002.
//!
//! The value of a position is the score, the difference of captured dots.
//!
//! | the article | here |
//! |---|---|
//! | pre-search: each side plays alone, for trajectories and bounds of the score (Fmax, Fmin) | `pre_search` |
//! | [trajectories](super::trajectory) | `search/trajectory.rs` |
//! | useful cells: only cells on trajectories are searched | `root`: `useful_cells` |
//! | rule 1: at every node | `rule1` |
//! | rule 2: before the search | `rule2` |
//! | search of both sides | `minimax` |
//! | order of moves | `root`: `root_moves`, `useful_cells` |
//! | deepening by full moves, with a half move at the end or not | `root`: `deepening` |
//! | [importance](crate::importance) decides among equal moves | `root`: `search_moves` |
//! | not in the article: captures beyond the depth, leaf minus depth | `minimax`: `quiet_value`, `standing` |
//! | not in the article: unlikely lines end early | `likelihood` |
//! | classes of trajectories | `root`: `search_classes` |
//! | no search if both bounds are equal; end at the upper bound | `root`: `search_to`, `search_moves` |
//! | play range | `importance/range.rs` |
//!
//! A depth at which a player has more than 50,000 trajectories is not searched. If that is the first depth of a search, it
//! tries two plies less, then four, and so on.
//!
//! The method is not exact. Trajectories are found while the opponent passes. So the search may miss captures of dots
//! that are put during the search. Both rules can drop a cell that such a capture needs.
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002).

mod likelihood;
mod limit_watch;
mod minimax;
mod options;
mod pre_search;
mod root;
mod rule1;
mod rule2;
mod survey;

pub use options::{ArticleOptions, Bounds, Classes};
pub use survey::Survey;

use super::{Engine, Limits, Outcome, Reporter};
use crate::board::Board;
use crate::geometry::Player;
use crate::importance::Importance;

/// The engine `article`: minimax over the cells on trajectories, after P. Torgashov.
#[derive(Clone, Debug)]
pub struct Article {
    options: ArticleOptions,
    importance: Importance,
}

impl Article {
    /// An engine with these options.
    pub fn new(options: ArticleOptions) -> Article {
        Article {
            options,
            importance: Importance::new(options.importance_options()),
        }
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

#[cfg(test)]
mod tests;
