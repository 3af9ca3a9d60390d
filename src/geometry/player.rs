//! The two players.

use std::fmt;

/// One of the two players. As text the first player is colour `0`, the second colour `1`.
///
/// ```
/// use tochki::Player;
///
/// assert_eq!(Player::First.opponent(), Player::Second);
/// assert_eq!(Player::ALL.map(Player::index), [0, 1]);
/// assert_eq!(Player::Second.to_string(), "1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Player {
    /// Colour 0. By convention this player moves first.
    First = 0,
    /// Colour 1.
    Second = 1,
}

impl Player {
    /// Both players, the first one first.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// The number of the player: 0 for the first, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player with this [`index`](Player::index), 0 or 1. `None` for a greater number.
    pub const fn from_index(index: usize) -> Option<Player> {
        match index {
            0 => Some(Player::First),
            1 => Some(Player::Second),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    /// Writes the colour number of the player, `0` or `1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}
