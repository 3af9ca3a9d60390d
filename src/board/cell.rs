//! What a cell can be.

use crate::geometry::Player;

/// The state of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Empty and playable, in no empty base.
    Free,
    /// Empty and playable, inside an empty base of the player.
    EmptyBase(Player),
    /// Empty, but inside captured territory: never playable again.
    Dead,
    /// A dot of the player that is not captured.
    Live(Player),
    /// A dot of the player that the opponent has captured.
    Captured(Player),
}
