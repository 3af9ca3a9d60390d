//! Empty bases: enclosures without a live enemy dot.
//!
//! They hold no points and stay playable, but a dot put into one by the enemy is captured at once
//! unless that very dot captures something. They are a function of the position.

use super::Board;
use crate::geometry::{Bitboard, Player};

impl Board {
    /// An empty base of `player` is closed: the playable cells of `interior`.
    pub(super) fn close_empty_base(&mut self, interior: &Bitboard, player: Player) {
        self.planes.empty_base[player.index()] |= *interior & self.planes.free;
    }

    /// An enemy dot has broken into an empty base of `player` with a capture: finds the
    /// enclosed cells anew.
    pub(super) fn recompute_empty_bases(&mut self, player: Player) {
        self.planes.empty_base[player.index()] = self.enclosed_cells(player) & self.planes.free;
    }

    /// All cells from which 4-connected steps over anything but live dots of `player` do not
    /// reach the edge of the board.
    pub(super) fn enclosed_cells(&self, player: Player) -> Bitboard {
        let open = self.size.cells() - *self.live(player);
        open - Bitboard::flood(&self.edge(), &open)
    }
}
