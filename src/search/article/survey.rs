//! What the pre-search finds and costs, without the search after it.

use super::ArticleOptions;
use super::limit_watch::LimitWatch;
use super::pre_search::PreSearch;
use super::rule2::rule2;
use crate::board::Board;
use crate::geometry::{Bitboard, Player};
use crate::importance::play_range;
use crate::search::Limits;
use crate::search::trajectory::Trajectory;
use std::time::{Duration, Instant};

/// The result of the pre-search for a search to some depth, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The playable cells of the play range: the moves of a ply without the cut to useful cells.
    pub range: u32,
    /// The useful cells: the moves of a ply with that cut.
    pub useful: u32,
    /// The useful cells that rule 2 leaves.
    pub after_rule2: u32,
    /// The number of trajectories of both players.
    pub trajectories: usize,
    /// The number of positions in which the pre-search has put a set of dots, without those in which it has then searched
    /// for trajectories.
    pub positions: u64,
    /// The time of the pre-search.
    pub elapsed: Duration,
}

impl Survey {
    /// Runs the pre-search for a search of `plies`, with `player` to move. The board is unchanged afterwards. `None` if a
    /// player has more than 50,000 trajectories.
    pub fn new(
        board: &Board,
        player: Player,
        options: &ArticleOptions,
        plies: u32,
    ) -> Option<Survey> {
        let start = Instant::now();
        let limits = Limits::default();
        let mut watch = LimitWatch::new(&limits);
        let board = &mut board.clone();
        let found = PreSearch::run(options, board, player, plies, &mut watch).ok()?;
        let trajectories = found.trajectories;
        Some(Survey {
            range: (play_range(board, options.margin) & *board.free()).len(),
            useful: cells(&trajectories),
            after_rule2: cells(&rule2(&trajectories)),
            trajectories: trajectories.iter().map(Vec::len).sum(),
            positions: watch.pre_searched(),
            elapsed: start.elapsed(),
        })
    }
}

/// The number of cells on trajectories.
fn cells(trajectories: &[Vec<Trajectory>; 2]) -> u32 {
    let all = trajectories.iter().flatten();
    all.flat_map(Trajectory::cells).collect::<Bitboard>().len()
}
