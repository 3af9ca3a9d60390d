//! The options of the engine: elements of the article's method can be switched off.

use crate::importance::ImportanceOptions;

/// The options of the engine `article`. The default is the method of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleOptions {
    /// Depth in plies. Two plies are a full move; the odd ply of a half depth is the engine's own.
    pub depth: u32,
    /// Rows and columns that the play range adds round the dots: 1 or 2.
    pub margin: u32,
    /// Only useful cells are searched: those on a trajectory. Otherwise all of the play range.
    pub useless_cut: bool,
    /// Rule 1: at every node, trajectories that cannot be completed any more are dropped. Needs
    /// `useless_cut`.
    pub rule1: bool,
    /// Rule 2: before the search, trajectories that the enemy can always answer are dropped. Needs
    /// `useless_cut`.
    pub rule2: bool,
    /// The bounds of the pre-search: no search if they are equal, and no more moves once one has reached the
    /// greatest score. There are none beyond ten plies, because longer trajectories are not found.
    pub bounds: bool,
    /// Order of moves: the most important cell first (with `importance`), then cells on more trajectories (with
    /// `useless_cut`). Otherwise row by row.
    pub order: bool,
    /// Alpha-beta: branches that cannot change the result are cut. The article does without.
    pub alpha_beta: bool,
    /// Of the searched moves that win equally much, the most important is chosen.
    pub importance: bool,
    /// Cells near the last two moves are more important. It is not in the article.
    pub nearness: bool,
    /// Iterative deepening under a limit of time or nodes.
    pub deepening: bool,
}

impl ArticleOptions {
    /// The options of the importance of cells.
    pub fn judged_by(&self) -> ImportanceOptions {
        ImportanceOptions {
            margin: self.margin,
            nearness: self.nearness,
            ..ImportanceOptions::default()
        }
    }
}

impl Default for ArticleOptions {
    fn default() -> ArticleOptions {
        ArticleOptions {
            depth: 6,
            margin: 1,
            useless_cut: true,
            rule1: true,
            rule2: true,
            bounds: true,
            order: true,
            alpha_beta: false,
            importance: true,
            nearness: false,
            deepening: true,
        }
    }
}
