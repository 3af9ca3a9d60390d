//! The order in which moves are tried.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;
use std::cmp::Reverse;

/// What a `hot` cell is worth. Never measured, as the worth of trajectories by their length.
const HOT: u32 = 1 << 12;

impl GoalSearch<'_> {
    /// The cells, the most promising first: those on short and on many trajectories, `hot` ones where the
    /// opponent wants to play, and those that were right elsewhere.
    pub(super) fn ordered(
        &mut self,
        question: Question,
        cells: &Bitboard,
        hot: &Bitboard,
    ) -> Vec<Point> {
        if !self.techniques.contains(Technique::Order) {
            return cells.iter().collect();
        }
        let own = question.player.index();
        let has_history = self.techniques.contains(Technique::History);
        let trajectories = &self.frames[question.ply].trajectories[own];
        for remaining in trajectories.iter().map(|trajectory| trajectory.cells()) {
            for cell in remaining {
                self.worth[cell.index()] += 1 << (16 - 3 * remaining.len().min(5));
            }
        }
        let worth = |cell: Point| {
            let history = u32::from(has_history) * self.history[cell.index()][own];
            self.worth[cell.index()] + u32::from(hot.contains(cell)) * HOT + history
        };
        let mut ranked: Vec<(Reverse<u32>, Point)> = cells
            .iter()
            .map(|cell| (Reverse(worth(cell)), cell))
            .collect();
        ranked.sort_unstable();
        for cell in trajectories
            .iter()
            .flat_map(|trajectory| trajectory.cells())
        {
            self.worth[cell.index()] = 0;
        }
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}
