//! The order in which moves are tried.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;
use std::cmp::Reverse;

impl GoalSearch<'_> {
    /// The cells, the most promising first: those of short and many sets, those where the
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
        let history = self.techniques.contains(Technique::History);
        let sets = &self.frames[question.ply].sets[own];
        for rest in sets.iter() {
            for cell in rest.cells() {
                self.worth[cell.index()] += 1 << (16 - 3 * rest.cells().len().min(5));
            }
        }
        let worth = |cell: Point| {
            let zone = if hot.contains(cell) { 1 << 12 } else { 0 };
            let before = if history {
                self.history[cell.index()][own]
            } else {
                0
            };
            self.worth[cell.index()] + zone + before
        };
        let mut ranked: Vec<(Reverse<u32>, Point)> = cells
            .iter()
            .map(|cell| (Reverse(worth(cell)), cell))
            .collect();
        ranked.sort_unstable();
        for rest in sets.iter() {
            for cell in rest.cells() {
                self.worth[cell.index()] = 0;
            }
        }
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}
