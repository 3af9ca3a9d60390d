//! New shapes from games: what a proved capture rests on, drawn as a picture.
//!
//! The article dreams of a program that learns its shapes by itself. Here a shape is a *win*: a
//! picture in the alphabet of the [importance](crate::importance), in which the player with the dots
//! `X` puts one on `*` and captures a certain dot `O`, the *target*, whatever the other does.
//!
//! 1. `find`: in the positions of games the capture solver looks for dots that the player to move
//!    captures for certain, by a dot that is needed and not merely by taking a lone dot at once.
//! 2. `minimise`: the cells round that dot are the first picture. One after the other, the farthest
//!    first, they are made *anything* (`?`), or at least a half-colour (`x`, `o`), as long as the
//!    win is still proved.
//! 3. `tally`: everywhere in the games where the picture holds, the win is proved anew, cell by cell
//!    as the board is. The shapes are ordered by the dots won at these places.
//!
//! # When a win counts as proved
//!
//! `stage` makes boards on which nothing but the picture is given. A win is proved if the solver
//! proves it on each of these:
//!
//! * with all other cells empty, also with the edge of the board along each side of the picture and
//!   along all four; where all is empty, a pass in place of the dot must not win too;
//! * with each cell whose demand was relaxed, by itself, in every state that is left to it, and with two
//!   dots of the opponent on such cells near one another;
//! * with random dots of both colours on all cells that leave room for them, captures included.
//!
//! Random dots are not let count where the opponent, after the dot on `*`, captures a dot of the
//! picture by his next one: from the outside every wall can be broken, and no picture of bounded size tells
//! of that. Therefore a picture is no theorem, and the tally says at how many places it was one.
//!
//! A target is one dot, with those that touch it by sides: a fork that wins either of two dots is not
//! found.

mod find;
mod minimise;
mod prove;
mod stage;
mod tally;

pub use find::{Finds, find};
pub use prove::{Prover, Ruling, Win};
pub use stage::stamp;
pub use tally::{Count, Subject, Tally, best, tally};

use crate::geometry::{Player, Symmetry};
use crate::importance::shape::{PictureCell, Symbol};

impl Win {
    /// The first of its symmetrical forms: the same for all of them.
    pub fn canonical(&self) -> Win {
        self.turned(self.to_canonical())
    }

    /// What makes it the first of its symmetrical forms.
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

    /// How many dots of the picture are captured with the target for certain: those that it is
    /// joined to by sides, and itself.
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
