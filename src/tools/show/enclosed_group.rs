//! Rings and ways to the edge in sentences. A sentence about a ring says whose dots are inside, where, and whether their
//! capture is proved. A sentence about a way says whose dots reach the edge, where they are, and the cells of its gaps.

use super::text::{Charset, name};
use crate::board::Board;
use crate::geometry::{Player, Point, Size};
use crate::notation::{coordinates, counted};
use crate::search::connections::{Connection, Escape, Ring};

/// Live dots inside a [`Ring`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosedGroup {
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

impl EnclosedGroup {
    /// The dots inside a ring of a position.
    pub fn of(ring: &Ring, board: &Board) -> EnclosedGroup {
        EnclosedGroup {
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
        let are = if self.dots == 1 { "is" } else { "are" };
        let dots = dots_at(self.player, self.dots, self.at, size, charset);
        format!("{dots} {are} {fate}")
    }
}

/// A sentence about a way to the edge without keys, without a full stop. It tells the cells of each gap, in order from
/// the dots to the edge: `O's 5 dots at 7-9 reach the edge: 8-10 or 7-11, 6-12 or 7-12`. If a gap has two cells,
/// either one joins it. If it has more, one may not be enough: `some of 8-10 7-11 6-11 5-11`.
pub fn escape_sentence(escape: &Escape, size: Size, charset: Charset) -> String {
    let gap = |own: &Connection| {
        let cells = own.carrier.iter();
        let cells: Vec<String> = cells.map(|&cell| coordinates::print(cell, size)).collect();
        match cells.len() {
            ..=2 => cells.join(" or "),
            _ => format!("some of {}", cells.join(" ")),
        }
    };
    let gaps: Vec<String> = escape.connections.iter().map(gap).collect();
    let count = escape.dots.len();
    let reach = if count == 1 { "reaches" } else { "reach" };
    let dots = dots_at(escape.player, count, escape.target, size, charset);
    format!("{dots} {reach} the edge: {}", gaps.join(", "))
}

/// Whose dots these are, how many, and the cell of one of them: `O's 12 dots at 7-9`.
fn dots_at(player: Player, count: u32, at: Point, size: Size, charset: Charset) -> String {
    format!(
        "{}'s {} at {}",
        name(player, charset),
        counted(count.into(), "dot"),
        coordinates::print(at, size),
    )
}
