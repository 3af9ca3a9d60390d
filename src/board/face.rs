//! Flooding the face of a cell, a row at a time.

use crate::geometry::{Point, Size, fill_runs};

/// A set of cells in consecutive rows. Reused from one flood to the next: rows outside `top..=bottom`
/// hold what was there before.
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

    /// Makes this the face of the cell, among `walls`, the live dots of a player.
    /// Returns whether the face is enclosed; otherwise the region holds nothing of use.
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

    /// Makes this the face that holds the given run of cells, as [`flood`](Region::flood) does.
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

    /// Grows the region to a face by sweeps down and up, until one adds nothing.
    fn grow(&mut self, walls: &[u64; 64], size: Size) -> bool {
        // The padding round the board is open: a face that reaches it is not enclosed.
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

    /// Lets every row grow into the next, from the top if `DOWN`, else from the bottom. Returns whether
    /// anything was added, or `None` if the padding was reached.
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

    /// Whether the region shares a cell with a set of which the rows are given.
    #[inline]
    pub(super) fn intersects(&self, others: &[u64; 64]) -> bool {
        self.rows().any(|(row, cells)| others[row] & cells != 0)
    }

    /// Whether every row or every column of the region is one run. The chain of such a face
    /// has no loops to cut but bare spikes, and the interior holds nothing more than the face: going
    /// round a loop or an island, the face would pass on both sides of it, in some row and in some column.
    pub(super) fn is_convex(&self) -> bool {
        let (mut before, mut ended) = (0, 0);
        let (mut split_rows, mut split_columns) = (0, 0);
        for (_, cells) in self.rows() {
            let lowest = cells & cells.wrapping_neg();
            split_rows |= cells.wrapping_add(lowest) & cells;
            ended |= before & !cells;
            split_columns |= ended & cells;
            before = cells;
        }
        split_rows == 0 || split_columns == 0
    }

    /// Whether the face has anything but `walls`, the dots round it, between two of its cells in
    /// some row or column. Otherwise there is nothing more in its interior: of what is round a cell in
    /// a loop or an island, only one side can be where the loop hangs on the chain.
    pub(super) fn surrounds_others(&self, walls: &[u64; 64]) -> bool {
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

    /// Makes this face the cells strictly inside its chain: those with an odd number of the
    /// chain's links to their left, counted just below the middle of the row.
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

/// The run of cells in its row that a flood starts from.
pub(super) enum FirstRow {
    /// The run reaches the padding: the face is not enclosed.
    Open,
    /// The run is walled in from above and below: it is the whole face, as in more than half of all
    /// cases.
    Face(u64),
    /// There is more of the face in other rows.
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

/// The run of cells without a wall round `column`; `None` if there is no wall at one of its ends.
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

    #[test]
    fn convex_regions_have_no_second_run_one_way() {
        let region = |rows: &[u64]| {
            let mut region = Region::EMPTY;
            region.cells[1..=rows.len()].copy_from_slice(rows);
            region.bottom = rows.len();
            region.is_convex()
        };
        assert!(region(&[0b0110, 0b1100, 0b1000]));
        assert!(region(&[0b1010, 0b1110]));
        assert!(region(&[0b1110, 0b1000, 0b1100]));
        assert!(!region(&[0b1110, 0b1010, 0b1110]));
    }
}
