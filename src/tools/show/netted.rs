//! Nets in sentences: whose dots are inside, where, and whether it is proved that they are captured.

use super::text::{Charset, name};
use crate::board::Board;
use crate::geometry::{Player, Point, Size};
use crate::notation::{coordinates, counted};
use crate::search::nets::Ring;

/// Dots in a net: live dots inside a [`Ring`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Netted {
    /// The player whose dots are inside.
    pub player: Player,
    /// The number of these dots.
    pub dots: u32,
    /// One of these dots: the target of the ring.
    pub at: Point,
    /// The cell that the enemy has to take first. `None` if he captures the dots even if `player` moves first.
    pub key: Option<Point>,
    /// Whether it is proved that the enemy captures the dots, after he has taken the key if there is one.
    pub is_proved: bool,
}

impl Netted {
    /// The dots inside a ring of a position.
    pub fn of(ring: &Ring, board: &Board) -> Netted {
        Netted {
            player: ring.player.opponent(),
            dots: ring.inside(board).len(),
            at: ring.target,
            key: ring.keys().next(),
            is_proved: ring.is_proved,
        }
    }

    /// A sentence without a full stop, such as `O's 12 dots at 7-9 are enclosed: key 8-10`.
    pub fn sentence(&self, size: Size, charset: Charset) -> String {
        let key = self
            .key
            .map(|key| format!(": key {}", coordinates::print(key, size)));
        let fate = match self.is_proved {
            true => format!("enclosed{}", key.unwrap_or_default()),
            false => "in a net, not proved".to_owned(),
        };
        format!(
            "{}'s {} at {} {} {fate}",
            name(self.player, charset),
            counted(self.dots.into(), "dot"),
            coordinates::print(self.at, size),
            if self.dots == 1 { "is" } else { "are" },
        )
    }
}
