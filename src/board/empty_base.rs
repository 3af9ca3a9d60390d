//! Empty bases: enclosures without a live enemy dot.
//!
//! An empty base does not change the score, and its cells stay playable. An enemy dot in it is captured at once, unless
//! the dot captures something itself. The positions of the dots alone determine the empty bases.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player, Point};

impl Board {
    /// Makes the playable cells in the scratch `region` of the board an empty base of `player`.
    pub(super) fn close_base(&mut self, player: Player) {
        for row in self.region.top..=self.region.bottom {
            self.close_base_row(row, self.region.cells[row & 63], player);
        }
    }

    /// Makes the playable cells among the `cells` of a row an empty base of `player`. `cells` has one bit for each
    /// column.
    #[inline]
    pub(super) fn close_base_row(&mut self, row: usize, cells: u64, player: Player) {
        let base = Plane::empty_base(player);
        let new = self.cells_in(Plane::FREE, row, cells) & !self.cells_in(base, row, cells);
        self.toggle([base], row, new);
    }

    /// Opens an empty base of `player`, because an enemy dot in it, at `point`, has captured a part of the chain round
    /// it. All cells of the base that the dot can reach by side steps leave the base.
    pub(super) fn break_empty_base(&mut self, point: Point, player: Player) {
        let broken = *self.empty_base(player) | *self.territory(player.opponent());
        let mut walls = broken.rows().map(|row| !row);
        walls[point.row()] &= !(1 << point.column());
        self.region.flood(&walls, self.size, point);
        for row in self.region.top..=self.region.bottom {
            let lost = self.region.cells[row & 63] & self.empty_base(player).rows()[row & 63];
            self.toggle([Plane::empty_base(player)], row, lost);
        }
    }

    /// All cells from which side steps cannot reach the edge of the board without crossing live dots of `player`. His
    /// live dots are not among them.
    pub(super) fn enclosed_cells(&self, player: Player) -> Bitboard {
        let open = self.size.cells() - *self.live(player);
        open - Bitboard::flood(&self.size.edge(), &open)
    }
}
