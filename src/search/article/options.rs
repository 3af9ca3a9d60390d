//! The elements of the article's method, each of which can be switched off.

use crate::importance;

/// What the engine of the article does. The default is the article's own method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleOptions {
    /// Depth in plies. Two plies are a full move; the odd ply of a half depth is the engine's own.
    pub depth: u32,
    /// Rows and columns that the play range adds round the dots: 1 or 2.
    pub margin: u32,
    /// Only cells on a surrounding trajectory are searched; without it, all of the play range.
    pub useless_cut: bool,
    /// At every node, trajectories that cannot be completed any more are dropped. Does nothing
    /// without the useless cut.
    pub rule1: bool,
    /// Before the search, trajectories that the enemy can answer in private are dropped. Does
    /// nothing without the useless cut.
    pub rule2: bool,
    /// No search if the bounds of the pre-search are equal; no more moves once one has reached
    /// the upper bound. Deeper than ten plies there are no bounds, as captures that need more
    /// than five dots are not looked for.
    pub bounds: bool,
    /// The most important cell is searched first, if importance is used, then cells on more trajectories, with
    /// the useless cut. Without `order` they are searched row by row.
    pub order: bool,
    /// Branches that cannot change the result are cut. The article does without.
    pub alpha_beta: bool,
    /// Of the moves searched that win as much, the most important is chosen. With bounds the
    /// search ends at the first that wins all there is to win.
    pub importance: bool,
    /// Cells near the last two moves gain importance. The article knows nothing of it.
    pub nearness: bool,
    /// Under a limit of time or nodes, shallower searches come first, so that a good move is
    /// known when the limit strikes. Without a limit the full depth is searched at once.
    pub deepening: bool,
}

impl ArticleOptions {
    /// What goes into the importance of a cell.
    pub fn judged_by(&self) -> importance::Options {
        importance::Options {
            margin: self.margin,
            nearness: self.nearness,
            ..importance::Options::default()
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
