//! The face of a cell, found by a flood that handles one row at a time.
//!
//! A *face* of a player is a maximal set of cells that are connected by side steps and hold no live dot of that
//! player. The dots round it are its *walls*.

use crate::geometry::{Point, Size, fill_runs};

/// A set of cells in the rows `top..=bottom`. The words of other rows are remains of earlier floods and mean
/// nothing.
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

    /// Makes this region the face that contains the cell. `walls` are the live dots of the player. Returns whether the
    /// face is enclosed. If not, the contents of the region mean nothing.
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

    /// [`flood`](Region::flood) from `cells`, a whole run of cells in one row.
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

    /// Grows the region to a face by sweeps down and up, until a sweep adds nothing. Returns whether
    /// the face is enclosed. If it is not, the region is incomplete.
    fn grow(&mut self, walls: &[u64; 64], size: Size) -> bool {
        // The padding round the board has no walls. A face that reaches it is not enclosed.
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

    /// Spreads each row into the next one, downwards or upwards. Returns whether that added cells, or
    /// `None` if it reached the padding.
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

    /// The rows from the top, each with its number and cells.
    #[inline]
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        (self.top..=self.bottom).map(|row| (row & 63, self.cells[row & 63]))
    }

    /// Whether the region shares a cell with the set `others`, one word for each row.
    #[inline]
    pub(super) fn intersects(&self, others: &[u64; 64]) -> bool {
        self.rows().any(|(row, cells)| others[row] & cells != 0)
    }

    /// Whether, in some row or column, a cell that is neither face nor wall lies between two cells of the face. If
    /// not, the interior of the chain holds nothing but the face and walls.
    ///
    /// A wall may form a loop that hangs on the chain at one dot `h`, as in the drawing. The cell `x` in it
    /// belongs to the interior but not to the face `.`:
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
        // Most faces have one or two rows.
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

    /// Replaces the face by all cells inside its chain. A cell is inside if a ray to the left, just below the middle
    /// of its row, crosses an odd number of steps of the chain.
    pub(super) fn fill_chain(&mut self, chain: &[Point]) {
        let Some(&last) = chain.last() else {
            return;
        };
        let mut dots = [0u64; 64];
        // The chain of a face reaches one row further than the face.
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

    /// Number of cells.
    pub(super) fn len(&self) -> u32 {
        self.rows().map(|(_, cells)| cells.count_ones()).sum()
    }
}

/// The first step of a flood: the run of cells round the start, in its row.
pub(super) enum FirstRow {
    /// The run reaches the edge of the board, so that the face is not enclosed.
    Open,
    /// The run has walls above and below each of its cells, so that it is the whole face. Most faces are like this.
    Face(u64),
    /// The face has cells in other rows too.
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

/// The run of cells without walls round `column`. `None` if it has no wall at one of its ends.
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
