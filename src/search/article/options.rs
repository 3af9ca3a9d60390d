//! The options of the engine. Elements of the article's method can be switched off.

use crate::importance::ImportanceOptions;

/// The options of the engine `article`. The default is the method of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleOptions {
    /// Depth in plies. Two plies are a full move.
    pub depth: u32,
    /// Rows and columns that the play range adds round the dots: 1 or 2.
    pub margin: u32,
    /// Only useful cells are searched: those on a trajectory. If it is off, all cells of the play range are.
    pub useless_cut: bool,
    /// Rule 1: every node drops the trajectories that cannot be completed. Needs `useless_cut`.
    pub rule1: bool,
    /// Rule 2: trajectories that the opponent can always answer are dropped before the search. Needs `useless_cut`.
    pub rule2: bool,
    /// The bounds of the pre-search. There is no search if they are equal, and it ends when a move reaches the greatest score.
    /// Beyond ten plies there are no bounds, because longer trajectories are not found.
    pub bounds: bool,
    /// Order of moves: the most important cell first (with `importance`), then cells on more trajectories (with
    /// `useless_cut`). If it is off, cells are tried row by row.
    pub order: bool,
    /// Alpha-beta pruning. It is not in the article, and does not change the result.
    pub alpha_beta: bool,
    /// Importance decides among the moves with the greatest score.
    pub importance: bool,
    /// Importance is higher near the last two moves. This is not in the article.
    pub nearness: bool,
    /// Iterative deepening under a limit of time or nodes.
    pub deepening: bool,
}

impl ArticleOptions {
    /// The options for the importance of cells.
    pub fn judged_by(&self) -> ImportanceOptions {
        ImportanceOptions {
            margin: self.margin,
            nearness: self.nearness,
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
