//! Taking dots back.

use super::{Board, Move, Planes};
use crate::geometry::{Player, Point};

/// What is needed to take one dot back.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) point: Point,
    pub(super) player: Player,
    pub(super) captured: [u32; 2],
    pub(super) hash: u64,
    pub(super) planes: Box<Planes>,
}

impl Record {
    pub(super) fn as_move(&self) -> Move {
        Move {
            point: self.point,
            player: self.player,
        }
    }
}

impl Board {
    /// Takes the last dot back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let record = self.log.pop()?;
        self.captured = record.captured;
        self.hash = record.hash;
        self.planes = *record.planes;
        Some(Move {
            point: record.point,
            player: record.player,
        })
    }
}
