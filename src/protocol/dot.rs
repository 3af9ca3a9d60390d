//! Cells, players and dots as fields of JSON objects.

use crate::board::Move;
use crate::geometry::{Player, Point};
use serde::{Deserialize, Serialize};

/// A cell: column and row from 0 at the top left.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a cell with x and y")]
pub(crate) struct Coords {
    pub x: u32,
    pub y: u32,
}

impl From<Point> for Coords {
    fn from(point: Point) -> Coords {
        Coords {
            x: point.x(),
            y: point.y(),
        }
    }
}

/// A player. Red is the first player, black the second.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) enum Colour {
    Red,
    Black,
}

impl From<Colour> for Player {
    fn from(colour: Colour) -> Player {
        match colour {
            Colour::Red => Player::First,
            Colour::Black => Player::Second,
        }
    }
}

impl From<Player> for Colour {
    fn from(player: Player) -> Colour {
        match player {
            Player::First => Colour::Red,
            Player::Second => Colour::Black,
        }
    }
}

/// A dot of a player on a cell.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a dot with coords and player")]
pub(crate) struct Dot {
    pub coords: Coords,
    pub player: Colour,
}

impl From<Move> for Dot {
    fn from(dot: Move) -> Dot {
        Dot {
            coords: dot.point.into(),
            player: dot.player.into(),
        }
    }
}
