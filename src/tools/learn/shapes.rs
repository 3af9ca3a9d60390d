//! New shapes from games: small pictures for which a capture is proved.
//!
//! A shape here is a *win*: a picture in the alphabet of the [importance](crate::importance). The
//! player `X` puts a dot on `*` and captures one dot `O`, the *target*, whatever the opponent does.
//!
//! 1. `find`: in the positions of games, the capture solver looks for dots that the player to move
//!    captures for certain. Captures of one dot by one dot are left out.
//! 2. `minimise`: the first picture is the cells round the capturing dot. Each cell, the farthest
//!    first, is made *anything* (`?`) or a half-colour (`x`, `o`) if the win is still proved.
//! 3. `tally`: at every place in the games where the picture holds, the win is proved on the whole
//!    board. The shapes are ordered by the dots won there.
//!
//! # When a win counts as proved
//!
//! `stage` makes boards with the dots of the picture. The solver must prove the win on all of these:
//!
//! * all other cells are empty, with and without edges of the board beside the picture. If the cells
//!   are empty, a pass must not win too;
//! * one relaxed cell has any state that the picture allows, or two near ones have dots of the opponent;
//! * all other cells have random dots of both players, with captures.
//!
//! A random board does not count if the opponent can capture a dot of the picture by his next dot: a
//! wall can be broken from outside, and no picture shows all of that. So a picture is no theorem; the
//! tally tells at how many places it held.
//!
//! A target is one dot with the dots joined to it by sides. Forks, which win one of two targets, are
//! not found.

mod find;
mod minimise;
mod prove;
mod stage;
mod tally;

pub use find::{Finds, find};
pub use prove::{Prover, Ruling, Win};
pub use tally::{Count, Subject, Tally, best, tally};

use crate::geometry::{Player, Symmetry};
use crate::importance::shape::{PictureCell, Symbol};

impl Win {
    /// The least of its symmetrical forms. Symmetrical wins have equal canonical forms.
    pub fn canonical(&self) -> Win {
        self.turned(self.to_canonical())
    }

    /// The symmetry that gives the canonical form.
    fn to_canonical(&self) -> Symmetry {
        let symmetries = Symmetry::all();
        let first = symmetries.min_by_key(|&symmetry| self.turned(symmetry));
        first.expect("there are eight symmetries")
    }

    /// The win turned or mirrored.
    pub fn turned(&self, symmetry: Symmetry) -> Win {
        Win {
            picture: self.picture.turned(symmetry),
            target: symmetry.vector(self.target.0, self.target.1),
        }
    }

    /// Number of dots that are captured for certain: the target and those joined to it by sides.
    pub fn dots(&self) -> usize {
        let is_enemy = |cell: &&PictureCell| cell.symbol == Symbol::Dot(Player::Second);
        let mut left: Vec<(i32, i32)> = self
            .picture
            .cells()
            .iter()
            .filter(is_enemy)
            .map(|cell| (cell.dx, cell.dy))
            .collect();
        let mut group = vec![self.target];
        left.retain(|&cell| cell != self.target);
        let mut next = 0;
        while let Some(&(x, y)) = group.get(next) {
            let touches = |&(dx, dy): &(i32, i32)| (dx - x).abs() + (dy - y).abs() == 1;
            group.extend(left.iter().copied().filter(touches));
            left.retain(|cell| !touches(cell));
            next += 1;
        }
        group.len()
    }
}
