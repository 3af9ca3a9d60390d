//! Flooding the face of a cell, a row at a time.

use super::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The face of a cell, if it does not reach the edge of the board.
pub(super) enum Face {
    /// It reaches the edge.
    Open,
    /// It lies in one row; most enclosed faces do.
    Row { row: usize, cells: u64 },
    /// It has several rows, from `top` to `bottom`.
    Rows {
        top: usize,
        bottom: usize,
        cells: Bitboard,
    },
}

impl Board {
    /// The face of `player` that holds the cell.
    pub(super) fn face(&self, point: Point, player: Player) -> Face {
        let walls = self.live(player).rows();
        let row = point.row();
        let Some(cells) = run(walls[row], point.column()) else {
            return Face::Open;
        };
        let (above, below) = (walls[row.wrapping_sub(1) & 63], walls[(row + 1) & 63]);
        if cells & !(above & below) == 0 {
            return Face::Row { row, cells };
        }
        self.flood_rows(walls, row, cells)
    }

    /// Grows a run of cells to its face by sweeps down and up, until a sweep adds nothing.
    fn flood_rows(&self, walls: &[u64; 64], row: usize, run: u64) -> Face {
        let padding = 1 | 1 << (self.size.width() + 1);
        let height = self.size.height() as usize;
        let mut region = Bitboard::EMPTY;
        let cells = region.rows_mut();
        cells[row & 63] = run;
        let (mut top, mut bottom) = (row & 63, row & 63);
        let mut sweeps_without_change = 0;
        let mut down = true;
        while sweeps_without_change < 2 {
            sweeps_without_change += 1;
            let mut from = if down { top } else { bottom };
            loop {
                let to = if down { from + 1 } else { from.wrapping_sub(1) } & 63;
                let open = !walls[to];
                let seeds = cells[from] & open & !cells[to];
                if seeds != 0 {
                    let filled = runs(seeds, open);
                    if filled & padding != 0 || to == 0 || to > height {
                        return Face::Open;
                    }
                    cells[to] |= filled;
                    top = top.min(to);
                    bottom = bottom.max(to);
                    sweeps_without_change = 0;
                }
                if to < top || to > bottom {
                    break;
                }
                from = to;
            }
            down = !down;
        }
        Face::Rows {
            top,
            bottom,
            cells: region,
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

/// All runs of `open` that hold a bit of `seeds`; `seeds` must lie within `open`.
#[inline]
fn runs(seeds: u64, open: u64) -> u64 {
    // Adding a seed to its run carries through to the run's upper end.
    let mut filled = open & !open.wrapping_add(seeds) | seeds;
    loop {
        let lower = filled >> 1 & open & !filled;
        if lower == 0 {
            return filled;
        }
        filled |= lower;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_filled_from_any_seed() {
        let open = 0b0111_0110_1110;
        assert_eq!(runs(0b0000_0000_0100, open), 0b0000_0000_1110);
        assert_eq!(runs(0b0010_0100_0000, open), 0b0111_0110_0000);
        assert_eq!(runs(0b0101_0000_0000, open), 0b0111_0000_0000);
    }

    #[test]
    fn a_run_needs_a_wall_at_both_ends() {
        assert_eq!(run(0b1_0001, 2), Some(0b0_1110));
        assert_eq!(run(0b1_0000, 2), None);
        assert_eq!(run(0b0_0001, 2), None);
    }
}
