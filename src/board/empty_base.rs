//! Empty bases: enclosures without a live enemy dot.
//!
//! They score nothing, and their cells stay playable. An enemy dot put into one is captured at once, unless
//! it captures something itself. Empty bases follow from the position alone.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player, Point};

impl Board {
    /// The playable cells of `region` become an empty base of `player`.
    pub(super) fn close_base(&mut self, player: Player) {
        for row in self.region.top..=self.region.bottom {
            self.close_base_row(row, self.region.cells[row & 63], player);
        }
    }

    /// The playable ones among the cells of a row become an empty base of `player`.
    #[inline]
    pub(super) fn close_base_row(&mut self, row: usize, cells: u64, player: Player) {
        let base = Plane::empty_base(player);
        let new = self.cells_in(Plane::FREE, row, cells) & !self.cells_in(base, row, cells);
        self.toggle([base], row, new);
    }

    /// Ends an empty base of `player` after an enemy dot in it, at `point`, has captured part of its wall.
    /// All cells that are connected with the dot through the gap cease to be a base.
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

    /// All cells from which steps by side do not reach the edge of the board without crossing live dots of
    /// `player`.
    pub(super) fn enclosed_cells(&self, player: Player) -> Bitboard {
        let open = self.size.cells() - *self.live(player);
        open - Bitboard::flood(&self.size.edge(), &open)
    }
}
