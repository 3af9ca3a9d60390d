//! Taking dots back, and copying positions.

use super::connection::Merge;
use super::{Board, Move, Plane};
use crate::geometry::{Player, Point, dot_key};

/// What every dot so far has changed.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    records: Vec<Record>,
    changes: Vec<Change>,
    merges: Vec<Merge>,
}

/// One dot that was put: what was before, and where its changes begin.
#[derive(Clone, Copy, Debug)]
struct Record {
    hash: u64,
    changes: u32,
    captured: [u16; 2],
    merges: u16,
    point: Point,
    player: Player,
    started_group: bool,
}

/// Cells of one row that went into or out of a plane, beyond the dot's own cell.
#[derive(Clone, Copy, Debug)]
struct Change {
    cells: u64,
    plane: u8,
    row: u8,
}

impl History {
    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.records.iter().map(|record| Move {
            point: record.point,
            player: record.player,
        })
    }

    pub(super) fn push_merge(&mut self, merge: Merge) {
        self.merges.push(merge);
    }

    pub(super) fn clear(&mut self) {
        self.records.clear();
        self.changes.clear();
        self.merges.clear();
    }
}

impl Board {
    /// Opens the record of a dot, before anything is changed.
    #[inline]
    pub(super) fn record(&mut self, point: Point, player: Player, started_group: bool) {
        self.history.records.push(Record {
            hash: self.hash,
            changes: self.history.changes.len() as u32,
            captured: self.captured,
            merges: self.history.merges.len() as u16,
            point,
            player,
            started_group,
        });
    }

    /// Puts the cells of a row into the plane that are not in it, and takes out those that are.
    #[inline]
    pub(super) fn toggle(&mut self, plane: Plane, row: usize, cells: u64) {
        if cells != 0 {
            self.planes[plane.index()].rows_mut()[row & 63] ^= cells;
            self.history.changes.push(Change {
                cells,
                plane: plane.0,
                row: row as u8,
            });
        }
    }

    /// Takes the last dot back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let record = self.history.records.pop()?;
        while self.history.changes.len() > record.changes as usize {
            let Change { cells, plane, row } = self.history.changes.pop()?;
            self.planes[plane as usize].rows_mut()[row as usize & 63] ^= cells;
        }
        while self.history.merges.len() > record.merges as usize {
            let merge = self.history.merges.pop()?;
            self.connections.unmerge(&merge);
        }
        if record.started_group {
            self.connections.detach_group();
        }
        self.toggle_dot(record.point, record.player);
        self.captured = record.captured;
        self.hash = record.hash;
        Some(Move {
            point: record.point,
            player: record.player,
        })
    }

    /// Puts a live dot on a playable cell, or takes it off again.
    #[inline]
    pub(super) fn toggle_dot(&mut self, point: Point, player: Player) {
        let (row, bit) = (point.row(), 1 << point.column());
        self.planes[Plane::live(player).index()].rows_mut()[row] ^= bit;
        self.planes[Plane::FREE.index()].rows_mut()[row] ^= bit;
        self.hash ^= dot_key(player, point);
    }

    /// Makes this the same position as `other`, but without moves to take back. Cheaper than
    /// cloning: nothing is allocated, and only the rows of the board are copied.
    pub fn copy_position(&mut self, other: &Board) {
        self.size = other.size;
        self.planes = other.planes;
        self.captured = other.captured;
        self.hash = other.hash;
        let end = (other.size.height() as usize + 1) * 64;
        self.connections.copy_from(&other.connections, end);
        self.history.clear();
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::new(self.size);
        board.clone_from(self);
        board
    }

    fn clone_from(&mut self, other: &Board) {
        self.copy_position(other);
        self.history.clone_from(&other.history);
    }
}
