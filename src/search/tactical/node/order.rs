//! The order in which moves are tried.

use super::{Question, Search};
use crate::geometry::{Bitboard, Point};
use std::cmp::Reverse;

impl Search<'_> {
    /// The cells, the most promising first: those of short and many sets, those where the
    /// opponent wants to play, and those that were right elsewhere.
    pub(super) fn ordered(
        &mut self,
        question: Question,
        cells: &Bitboard,
        hot: &Bitboard,
    ) -> Vec<Point> {
        let own = question.player.index();
        let sets = &self.frames[question.ply].sets[own];
        for rest in sets.iter() {
            for cell in rest.cells() {
                self.worth[cell.index()] += 1 << (16 - 3 * rest.cells().len().min(5));
            }
        }
        let worth = |cell: Point| {
            let zone = if hot.contains(cell) { 1 << 12 } else { 0 };
            self.worth[cell.index()] + zone + self.history[cell.index()][own]
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
