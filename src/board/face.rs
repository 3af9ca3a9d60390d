//! The enclosed cells round a cell, found by a flood fill that handles one row at a time.
//!
//! A *face* of a player is a maximal set of cells that are connected by side steps and have no live dot of that player.
//! The live dots of the player are its *walls*.

use crate::geometry::{Point, Size, fill_runs};

/// A set of cells in the rows `top..=bottom`, one word for each row and one bit for each column. The words of other
/// rows are remains of earlier floods and mean nothing.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) cells: [u64; 64],
}

impl Region {
    pub(super) const EMPTY: Region = Region {
        top: 1,
        bottom: 0,
        cells: [0; 64],
    };

    /// Makes this region all cells that side steps from `point` reach without crossing `walls`, the live dots of a
    /// player. Returns whether they are enclosed. If they reach the edge of the board, it returns false, and the
    /// contents of the region mean nothing.
    pub(super) fn flood(&mut self, walls: &[u64; 64], size: Size, point: Point) -> bool {
        match FirstRow::of(walls, point) {
            FirstRow::Open => false,
            FirstRow::Face(cells) => {
                self.start(point.row(), cells);
                true
            }
            FirstRow::Part(cells) => self.grow_from(point.row(), cells, walls, size),
        }
    }

    #[inline]
    fn start(&mut self, row: usize, cells: u64) {
        (self.top, self.bottom) = (row, row);
        self.cells[row & 63] = cells;
    }

    /// The same as [`flood`](Region::flood), from a run of `cells` in one row that has walls at both ends.
    pub(super) fn grow_from(
        &mut self,
        row: usize,
        cells: u64,
        walls: &[u64; 64],
        size: Size,
    ) -> bool {
        self.start(row, cells);
        self.grow(walls, size)
    }

    /// Adds all cells that side steps reach without crossing `walls`, by sweeps down and up, until a sweep adds
    /// nothing. Returns whether they are enclosed. If not, the region is incomplete.
    fn grow(&mut self, walls: &[u64; 64], size: Size) -> bool {
        // The padding round the board has no walls. Cells that reach it are not enclosed.
        let padding = 1 | 1 << (size.width() + 1);
        let mut is_first = true;
        loop {
            let Some(grown) = self.sweep::<true>(walls, padding) else {
                return false;
            };
            if !grown && !is_first {
                return true;
            }
            is_first = false;
            match self.sweep::<false>(walls, padding) {
                None => return false,
                Some(false) => return true,
                Some(true) => {}
            }
        }
    }

    /// Spreads the cells of each row into the next row, downwards or upwards. Returns whether that added cells, or
    /// `None` if they reached the padding round the board.
    #[inline]
    fn sweep<const DOWN: bool>(&mut self, walls: &[u64; 64], padding: u64) -> Option<bool> {
        let next = |row: usize| if DOWN { row + 1 } else { row.wrapping_sub(1) } & 63;
        let (mut row, last) = if DOWN {
            (self.top, self.bottom)
        } else {
            (self.bottom, self.top)
        };
        let mut grown = false;
        let mut cells = self.cells[row & 63];
        while row != last {
            row = next(row);
            let (old, open) = (self.cells[row], !walls[row]);
            let seeds = cells & open & !old;
            cells = old;
            if seeds != 0 {
                cells |= fill_runs(seeds, open);
                self.cells[row] = cells;
                grown = true;
                if cells & padding != 0 {
                    return None;
                }
            }
        }
        loop {
            let (further, open) = (next(row), !walls[next(row)]);
            if cells & open == 0 {
                break;
            }
            cells = fill_runs(cells & open, open);
            if cells & padding != 0 {
                return None;
            }
            row = further;
            self.cells[row] = cells;
            grown = true;
        }
        *(if DOWN {
            &mut self.bottom
        } else {
            &mut self.top
        }) = row;
        Some(grown)
    }

    /// The rows of the region from the top, each with its number and the word of its cells.
    #[inline]
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        (self.top..=self.bottom).map(|row| (row & 63, self.cells[row & 63]))
    }

    /// Whether the region shares a cell with the set `others`, which has one word for each row.
    #[inline]
    pub(super) fn intersects(&self, others: &[u64; 64]) -> bool {
        self.rows().any(|(row, cells)| others[row] & cells != 0)
    }

    /// Number of cells that the region shares with the set `others`, which has one word for each row.
    #[inline]
    pub(super) fn count(&self, others: &[u64; 64]) -> u32 {
        self.rows()
            .map(|(row, cells)| (others[row] & cells).count_ones())
            .sum()
    }

    /// Whether the region, a face, has other cells between its own. They lie between two cells of the face in some row
    /// or column, and are no walls. If there are none, the chain round the face encloses only the face and walls.
    ///
    /// Walls may form a loop that hangs on the chain at one dot `h`, as in the drawing. The cell `x` in the loop is
    /// inside the chain, but is not part of the face `.`:
    ///
    /// ```text
    /// # # # # # # #
    /// # . . . . . #
    /// # . . # . . #     The row of x is: face, wall, x, wall, face. So x is found.
    /// # . # x # . #     Of the four sides of x only one can lead to h. So in its row
    /// # . . h . . #     or in its column the face lies on both sides of x.
    /// # # # # # # #
    /// ```
    pub(super) fn surrounds_others(&self, walls: &[u64; 64]) -> bool {
        // Most faces have one or two rows, which leave no room for such cells.
        if self.bottom < self.top + 2 {
            return false;
        }
        let (mut seen, mut others_below) = (0, 0);
        for (row, cells) in self.rows() {
            let (lowest, highest) = (cells & cells.wrapping_neg(), 63 - cells.leading_zeros());
            let others = !cells & !walls[row];
            let between = (1 << highest) - lowest;
            if between & others != 0 || others_below & cells != 0 {
                return true;
            }
            others_below |= seen & others;
            seen |= cells;
        }
        false
    }

    /// The leftmost cell of the topmost row.
    pub(super) fn topmost(&self) -> Point {
        let column = self.cells[self.top & 63].trailing_zeros() as usize;
        Point::from_index(self.top << 6 | column)
    }

    /// Replaces the cells of the region by all cells inside the chain round them. A cell is inside if a ray to the
    /// left, just below the middle of its row, crosses an odd number of steps of the chain.
    ///
    /// CITE: M. Shimrat, "Algorithm 112: position of point relative to polygon" (1962).
    pub(super) fn fill_chain(&mut self, chain: &[Point]) {
        let Some(&last) = chain.last() else {
            return;
        };
        let mut dots = [0u64; 64];
        // The chain reaches one row further up and down than the cells it encloses.
        for row in self.top - 1..=self.bottom + 1 {
            self.cells[row & 63] = 0;
        }
        let mut before = last;
        for &dot in chain {
            dots[dot.row()] |= 1 << dot.column();
            if before.row() != dot.row() {
                let upper = dot.min(before);
                self.cells[upper.row()] ^= u64::MAX << upper.column();
            }
            before = dot;
        }
        for row in self.top..=self.bottom {
            self.cells[row & 63] &= !dots[row & 63];
        }
    }

    /// Number of cells of the region.
    pub(super) fn len(&self) -> u32 {
        self.rows().map(|(_, cells)| cells.count_ones()).sum()
    }
}

/// The first step of a flood fill: the cells without walls that follow one another in the row of the start.
pub(super) enum FirstRow {
    /// The cells beside the start, up to the next walls in its row, reach the edge of the board. So the start is not
    /// enclosed.
    Open,
    /// These cells of the row, one bit for each column, are all that is reached from the start: each has a wall above
    /// and below. This is the usual case.
    Face(u64),
    /// These cells of the row, one bit for each column, are reached from the start. Other rows are reached too, because
    /// some of the cells have no wall above or below.
    Part(u64),
}

impl FirstRow {
    #[inline]
    pub(super) fn of(walls: &[u64; 64], point: Point) -> FirstRow {
        let row = point.row();
        let Some(cells) = run(walls[row], point.column()) else {
            return FirstRow::Open;
        };
        let (above, below) = (walls[row.wrapping_sub(1) & 63], walls[(row + 1) & 63]);
        if cells & !(above & below) == 0 {
            FirstRow::Face(cells)
        } else {
            FirstRow::Part(cells)
        }
    }
}

/// The cells without walls that follow one another round `column`, one bit each. `None` if they have no wall at one
/// end, so that they reach the edge of the board.
#[inline]
fn run(walls: u64, column: u32) -> Option<u64> {
    let below = walls & ((1 << column) - 1);
    let above = walls & (!1 << column);
    if below == 0 || above == 0 {
        return None;
    }
    let (low, high) = (63 - below.leading_zeros(), above.trailing_zeros());
    Some((1 << high) - (2 << low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_needs_a_wall_at_both_ends() {
        assert_eq!(run(0b1_0001, 2), Some(0b0_1110));
        assert_eq!(run(0b1_0000, 2), None);
        assert_eq!(run(0b0_0001, 2), None);
    }
}
