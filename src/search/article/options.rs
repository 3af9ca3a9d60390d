//! The options of the engine `article`. Elements of the article's method can be switched off.

use crate::importance::ImportanceOptions;

/// The options of the engine `article`. The default is the method of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleOptions {
    /// Depth in plies, if the limits set none. Two plies are a full move.
    pub depth: u32,
    /// The virtual margin: number of rows and columns that the play range adds on each side of the rectangle round all dots,
    /// 1 or 2.
    pub margin: u32,
    /// Whether only useful cells are searched: those on a trajectory of either player. With `importance` and without
    /// `classes` the most important cell is searched at the root too. If the cut is off, all cells of the play range are
    /// searched.
    pub useless_cut: bool,
    /// Rule 1: every node drops the trajectories that can no longer be completed. Needs `useless_cut`.
    pub rule1: bool,
    /// Rule 2: trajectories that the opponent seems able to answer are dropped before the search. Needs `useless_cut`.
    pub rule2: bool,
    /// How the pre-search bounds the score. If both bounds are equal, there is no search. Otherwise the search ends when
    /// a move reaches the upper bound. With `classes` only the search of its class ends then. Beyond ten plies there are no
    /// bounds, because longer trajectories are not found. Nor are there any with `quiescence`, because captures beyond the
    /// depth can break them.
    pub bounds: Bounds,
    /// Whether each class of trajectories is searched alone. Needs `useless_cut`.
    pub classes: Classes,
    /// Order of moves at the root: the most important cell first (with `importance`, not with `classes`), then cells on
    /// more trajectories (with `useless_cut`). The other nodes try cells on more trajectories first too. If it is off,
    /// cells are tried row by row. In both cases the best move of the last depth comes first at the root if it is still a
    /// move, but not with `classes`.
    pub order: bool,
    /// Alpha-beta pruning. It is not in the article, and does not change the result.
    pub alpha_beta: bool,
    /// Leaf minus depth: whether of equal results the one is best in which dots are won sooner and lost later. This is
    /// not in the article. The search does not end when a move reaches the upper bound, because another may reach it
    /// sooner.
    pub sooner: bool,
    /// The number of plies by which captures by one dot go on beyond the depth (quiescence search). Trajectories that are
    /// completed by the first capture of either player there count too. It is not in the article.
    pub quiescence: u32,
    /// A line of play ends before the depth where it is less likely than 2^-`likelihood`; 0 is off. Needs `rule1`. It is
    /// not in the article.
    pub likelihood: u32,
    /// Whether importance decides among the moves with the greatest score. If it is off, the first of them in the order
    /// of moves is played.
    pub importance: bool,
    /// Whether importance is higher near the last two moves. This is not in the article.
    pub nearness: bool,
    /// Whether the shapes count for importance.
    pub shapes: bool,
    /// Whether the angles count for importance.
    pub angles: bool,
    /// Whether importance is the sum of the weights of all shapes and angles that hold, not the greatest weight. The
    /// article rejects that.
    pub sum: bool,
    /// Iterative deepening under a limit of time or nodes, in steps of two plies. If it is off, the search goes to its
    /// full depth at once.
    pub deepening: bool,
}

/// How the pre-search bounds the score that a player can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// Not at all.
    Off,
    /// By the captures that he can make while the opponent passes (Fmax of the article). A capture of dots that the
    /// opponent puts during the search can break this bound.
    Article,
    /// By those captures, and all dots that the opponent puts during the search. No line of play breaks this bound. At
    /// even depth F'max of the article is one dot less: it leaves out the last dot of the search, but the opponent can be
    /// forced to put that dot into an empty base.
    Safe,
}

impl Bounds {
    /// All kinds of bounds, in the order of [`Bounds::NAMES`].
    pub const ALL: [Bounds; 3] = [Bounds::Off, Bounds::Article, Bounds::Safe];
    /// The names of all kinds of bounds, in the order of [`Bounds::ALL`].
    pub const NAMES: [&'static str; 3] = ["off", "article", "safe"];
}

/// How the [classes](crate::search::trajectory::classes) of trajectories divide the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classes {
    /// Not at all: one search has the cells of all classes.
    Off,
    /// Each class is searched alone, as if both players had to play there. The move with the greatest value in its class
    /// is played. This is not sound: the opponent may answer in another class.
    Naive,
}

impl Classes {
    /// All ways, in the order of [`Classes::NAMES`].
    pub const ALL: [Classes; 2] = [Classes::Off, Classes::Naive];
    /// The names of all ways, in the order of [`Classes::ALL`].
    pub const NAMES: [&'static str; 2] = ["off", "naive"];
}

impl ArticleOptions {
    /// The plies whose dots make trajectories, for a search of `depth` plies. Beyond the depth one dot of either player
    /// counts. Trajectories that a second capture of a player there completes may be missing.
    pub(super) fn plies_of_trajectories(&self, depth: usize) -> usize {
        depth + self.quiescence.min(2) as usize
    }

    /// The options with which the importance of cells is computed.
    pub fn importance_options(&self) -> ImportanceOptions {
        ImportanceOptions {
            margin: self.margin,
            nearness: self.nearness,
            shapes: self.shapes,
            angles: self.angles,
            sum: self.sum,
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
            bounds: Bounds::Article,
            classes: Classes::Off,
            order: true,
            alpha_beta: false,
            sooner: false,
            quiescence: 0,
            likelihood: 0,
            importance: true,
            nearness: false,
            shapes: true,
            angles: true,
            sum: false,
            deepening: true,
        }
    }
}
