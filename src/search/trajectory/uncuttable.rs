//! Uncuttable cells: cells that a few more dots cannot cut from the edge of the board. A search for a path to the edge
//! can end at such a cell.
//!
//! A *candidate* is a cell that may be taken. If `n` cells may be taken, and `n + 1` paths without a common candidate lead
//! from a cell, one path stays. The paths may end in other uncuttable cells, because a taken cell stops only one of them.
//!
//! CITE: the converse of Menger's theorem ("Zur allgemeinen Kurventheorie", 1927).

use crate::geometry::Bitboard;

/// The most passes over all rows of the board, each from the top and then from the bottom. Not
/// measured: benches/ingredients.md.
const PASSES: usize = 2;

/// The cells that paths by side steps to the edge may use.
pub(super) struct PathGrid<'a> {
    /// Cells that a path may use.
    pub(super) open: &'a Bitboard,
    /// Cells that may be taken to stop a path.
    pub(super) candidates: &'a Bitboard,
    pub(super) edge: &'a Bitboard,
    /// Number of rows of the board. The first is row 1.
    pub(super) height: usize,
}

impl PathGrid<'_> {
    /// Open cells that stay joined to the edge whichever `cells` candidates are taken, unless the cell itself is one of
    /// them. Some are missed. From four on only the edge is left, and what is joined to it by cells that are no
    /// candidates: four dots can surround any cell.
    pub(super) fn uncuttable(&self, cells: usize) -> Bitboard {
        let mut uncuttable = *self.open & *self.edge;
        for _ in 0..PASSES {
            let mut added = 0;
            for y in 2..self.height {
                added |= self.extend(&mut uncuttable, y, y - 1, y + 1, cells);
            }
            for y in (2..self.height).rev() {
                added |= self.extend(&mut uncuttable, y, y + 1, y - 1, cells);
            }
            if added == 0 {
                break;
            }
        }
        uncuttable
    }

    /// Adds uncuttable cells in row `y`, judged by the rows `behind` and `ahead`. `behind` is the neighbouring row that
    /// the pass has visited before, and `ahead` the one that it visits next. Returns the new cells of the row, a bit
    /// for each column.
    fn extend(
        &self,
        uncuttable: &mut Bitboard,
        y: usize,
        behind: usize,
        ahead: usize,
        cells: usize,
    ) -> u64 {
        let (open, candidates) = (self.open.rows(), self.candidates.rows());
        let uncuttable = uncuttable.rows_mut();
        let before = uncuttable[y];
        loop {
            let own = uncuttable[y];
            let enough = match cells {
                0..=2 => self.three_paths(uncuttable, y, behind, ahead),
                3 => self.four_paths(uncuttable, y, behind, ahead),
                _ => 0,
            };
            let hard = !candidates[y];
            let fixed = |y: usize| uncuttable[y] & !candidates[y];
            uncuttable[y] |= (enough | fixed(behind) | fixed(ahead)) & open[y];
            // A neighbour of an uncuttable cell is uncuttable too if that cell is not a candidate.
            loop {
                let fixed = uncuttable[y] & hard;
                let beside = (fixed << 1 | fixed >> 1) & open[y];
                if beside & !uncuttable[y] == 0 {
                    break;
                }
                uncuttable[y] |= beside;
            }
            if uncuttable[y] == own {
                return own & !before;
            }
        }
    }

    /// The cells of a row from which paths in three of the four directions lead to uncuttable cells. Each path is one
    /// step. Paths to the left and right may have a second step, to the row ahead or behind. Bit `c` stands for column
    /// `c`.
    fn three_paths(&self, uncuttable: &[u64; 64], y: usize, behind: usize, ahead: usize) -> u64 {
        let open = self.open.rows();
        let side = uncuttable[y] | open[y] & (uncuttable[behind] | uncuttable[ahead]);
        let (left, right) = (side << 1, side >> 1);
        let (back, front) = (uncuttable[behind], uncuttable[ahead]);
        left & right & (back | front) | back & front & (left | right)
    }

    /// The cells of a row from which paths in all four directions lead to uncuttable cells. Bit `c` stands for column
    /// `c`. For the cell `x` these are the longest paths, to uncuttable cells `U`. A path ends earlier if it meets an
    /// uncuttable cell earlier.
    ///
    /// ```text
    /// behind   U U U U .
    /// y        ^ ^ x ^ .
    /// ahead    ^ < < . .
    /// ```
    ///
    /// The path ahead may also turn right. It goes two columns to the side, so that it shares no cell with the path on
    /// that side.
    fn four_paths(&self, uncuttable: &[u64; 64], y: usize, behind: usize, ahead: usize) -> u64 {
        let open = self.open.rows();
        // Each word has the cells from which the rest of a path leads on.
        let side = uncuttable[y] | open[y] & uncuttable[behind];
        let two_columns_away = uncuttable[ahead] | open[ahead] & side;
        let left_ahead = uncuttable[ahead] | open[ahead] & (two_columns_away << 1);
        let right_ahead = uncuttable[ahead] | open[ahead] & (two_columns_away >> 1);
        let front = uncuttable[ahead] | open[ahead] & (left_ahead << 1 | right_ahead >> 1);
        uncuttable[behind] & side << 1 & side >> 1 & front
    }
}
