//! Empty bases: enclosures without a live enemy dot.
//!
//! They hold no points and stay playable, but a dot put into one by the enemy is captured at once
//! unless that very dot captures something. They are a function of the position.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player};

impl Board {
    /// The playable cells of `region` become an empty base of `player`.
    pub(super) fn close_base(&mut self, player: Player) {
        for row in self.region.top..=self.region.bottom {
            let playable = self.region.cells[row & 63] & self.free().rows()[row & 63];
            let new = playable & !self.empty_base(player).rows()[row & 63];
            self.toggle(Plane::empty_base(player), row, new);
        }
    }

    /// An enemy dot has broken into an empty base of `player` with a capture: finds the
    /// enclosed cells anew.
    pub(super) fn recompute_empty_bases(&mut self, player: Player) {
        let now = self.enclosed_cells(player) & *self.free();
        let changed = now ^ *self.empty_base(player);
        for (row, &cells) in changed.rows().iter().enumerate() {
            self.toggle(Plane::empty_base(player), row, cells);
        }
    }

    /// All cells from which 4-connected steps over anything but live dots of `player` do not
    /// reach the edge of the board.
    pub(super) fn enclosed_cells(&self, player: Player) -> Bitboard {
        let open = self.size.cells() - *self.live(player);
        open - Bitboard::flood(&self.edge(), &open)
    }
}
