//! The order in which moves are tried.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;
use std::cmp::Reverse;

/// The weight of a `hot` cell in the order of moves.
/// Not measured, like the weights of trajectories by their length: benches/ingredients.md.
const HOT: u32 = 1 << 12;

impl GoalSearch<'_> {
    /// The given cells as moves, the most promising first. A cell has a higher weight on short trajectories and on many
    /// of them, if it is `hot`, and by the history heuristic. Hot cells are those where the opponent plays to refute a
    /// pass, and cells that help to surround his dots there. Without the technique of order the cells are row by row.
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
        for trajectory in &trajectories.open {
            for cell in trajectory.cells.iter() {
                self.worth[cell.index()] += 1 << (16 - 3 * trajectory.cells.len().min(5));
            }
        }
        let worth = |cell: Point| {
            let history = u32::from(has_history) * self.history[cell.index()][own];
            let worth = self.worth[cell.index()] + u32::from(hot.contains(cell)) * HOT;
            worth.saturating_add(history)
        };
        let mut ranked: Vec<(Reverse<u32>, Point)> = cells
            .iter()
            .map(|cell| (Reverse(worth(cell)), cell))
            .collect();
        ranked.sort_unstable();
        for cell in trajectories.open.iter().flat_map(|own| own.cells.iter()) {
            self.worth[cell.index()] = 0;
        }
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}
