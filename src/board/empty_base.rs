//! Empty bases: enclosures without a live enemy dot.
//!
//! An empty base scores nothing, and its cells stay playable. An enemy dot in it is captured at once, unless it
//! captures something itself. The dots on the board alone tell where empty bases are.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player, Point};

impl Board {
    /// Makes the playable cells of `region` an empty base of `player`.
    pub(super) fn close_base(&mut self, player: Player) {
        for row in self.region.top..=self.region.bottom {
            self.close_base_row(row, self.region.cells[row & 63], player);
        }
    }

    /// Makes the playable ones of the `cells` of a row an empty base of `player`.
    #[inline]
    pub(super) fn close_base_row(&mut self, row: usize, cells: u64, player: Player) {
        let base = Plane::empty_base(player);
        let new = self.cells_in(Plane::FREE, row, cells) & !self.cells_in(base, row, cells);
        self.toggle([base], row, new);
    }

    /// Opens an empty base of `player`, because an enemy dot in it, at `point`, has captured a part of its wall. All
    /// cells of the base that the dot is connected with are no base any more.
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

    /// All cells that live dots of `player` separate from the edge of the board, so that no side steps lead there.
    pub(super) fn enclosed_cells(&self, player: Player) -> Bitboard {
        let open = self.size.cells() - *self.live(player);
        open - Bitboard::flood(&self.size.edge(), &open)
    }
}
