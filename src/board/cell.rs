//! The states of a cell.

use crate::geometry::Player;

/// The state of one cell of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An empty playable cell outside of the empty bases of both players. [`Board::free`](super::Board::free) has also
    /// those inside.
    Open,
    /// An empty playable cell in an empty base of this player.
    EmptyBase(Player),
    /// An empty cell in the territory of a player. No dot can be put on it.
    Dead,
    /// A dot of this player that is not captured.
    Live(Player),
    /// A dot of this player that the opponent has captured.
    Captured(Player),
}
