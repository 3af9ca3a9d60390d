//! Positions after a symmetry, for tests. Those outside the crate have `tests/images`.

use super::Board;
use crate::geometry::{Player, Symmetry};

impl Board {
    /// The position that the moves lead to after a symmetry, when each is made by the player that `colour` gives for its
    /// own.
    pub(crate) fn image(&self, symmetry: Symmetry, colour: impl Fn(Player) -> Player) -> Board {
        let mut image = Board::under(self.rules(), symmetry.size(self.size()));
        for played in self.moves() {
            let point = symmetry.point(played.point, self.size());
            image.play(point, colour(played.player));
        }
        image
    }
}
