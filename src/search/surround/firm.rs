//! Cells that a few dots cannot cut from the edge: ways need not be followed beyond them.
//!
//! CITE: the converse of Menger's theorem ("Zur allgemeinen Kurventheorie", 1927): from a cell with
//! more ways that share no choice than cells may be taken, one way stays. It is enough if the ways
//! end in *firm* cells, those known to have as many, because a taken cell stops one way only.

use crate::geometry::Bitboard;

/// How often to pass over the rows, from the top and from the bottom.
const PASSES: usize = 2;

/// The ground on which ways run.
pub(super) struct Ground<'a> {
    /// Cells that a way may use.
    pub(super) open: &'a Bitboard,
    /// Cells that may be taken to stop a way.
    pub(super) choice: &'a Bitboard,
    pub(super) edge: &'a Bitboard,
    /// Number of rows, the first being row 1.
    pub(super) height: usize,
}

impl Ground<'_> {
    /// Open cells that are not cut from the edge by any `cells` choices unless they are taken
    /// themselves; not all of them, but those in the open. With four cells and more, which can
    /// surround any cell, these are only the edge and what hangs on to it by cells that are no choice.
    pub(super) fn firm(&self, cells: usize) -> Bitboard {
        let mut firm = *self.open & *self.edge;
        for _ in 0..PASSES {
            let mut added = 0;
            for y in 2..self.height {
                added |= self.extend(&mut firm, y, y - 1, y + 1, cells);
            }
            for y in (2..self.height).rev() {
                added |= self.extend(&mut firm, y, y + 1, y - 1, cells);
            }
            if added == 0 {
                break;
            }
        }
        firm
    }

    /// Adds the cells of row `y` that are firm for sure, mostly because of the row `behind`;
    /// returns the new ones.
    fn extend(
        &self,
        firm: &mut Bitboard,
        y: usize,
        behind: usize,
        ahead: usize,
        cells: usize,
    ) -> u64 {
        let (open, choice) = (self.open.rows(), self.choice.rows());
        let firm = firm.rows_mut();
        let before = firm[y];
        loop {
            let own = firm[y];
            let enough = match cells {
                0..=2 => self.three_ways(firm, y, behind, ahead),
                3 => self.four_ways(firm, y, behind, ahead),
                _ => 0,
            };
            let hard = !choice[y];
            let fixed = |y: usize| firm[y] & !choice[y];
            firm[y] |= (enough | fixed(behind) | fixed(ahead)) & open[y];
            // What cannot be taken is firm along with its neighbours.
            loop {
                let fixed = firm[y] & hard;
                let beside = (fixed << 1 | fixed >> 1) & open[y];
                if beside & !firm[y] == 0 {
                    break;
                }
                firm[y] |= beside;
            }
            if firm[y] == own {
                return own & !before;
            }
        }
    }

    /// The cells of a row from which three steps in different directions lead to firm cells, those
    /// to the left and right perhaps with a second step.
    fn three_ways(&self, firm: &[u64; 64], y: usize, behind: usize, ahead: usize) -> u64 {
        let open = self.open.rows();
        let side = firm[y] | open[y] & (firm[behind] | firm[ahead]);
        let (left, right) = (side << 1, side >> 1);
        let (back, front) = (firm[behind], firm[ahead]);
        left & right & (back | front) | back & front & (left | right)
    }

    /// The cells of a row from which ways in all four directions lead to firm cells: to the left and
    /// right perhaps with a second step back, ahead perhaps round one of those two.
    fn four_ways(&self, firm: &[u64; 64], y: usize, behind: usize, ahead: usize) -> u64 {
        let open = self.open.rows();
        let side = firm[y] | open[y] & firm[behind];
        let turned = firm[ahead] | open[ahead] & side;
        let before = firm[ahead] | open[ahead] & (turned << 1);
        let after = firm[ahead] | open[ahead] & (turned >> 1);
        let front = firm[ahead] | open[ahead] & (before << 1 | after >> 1);
        firm[behind] & side << 1 & side >> 1 & front
    }
}
