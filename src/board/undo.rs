//! Taking dots back, and copying positions.

use super::connection::Merge;
use super::{Board, Move, Plane};
use crate::geometry::{Player, Point, dot_key};

/// What every dot so far has changed.
#[derive(Debug)]
pub(super) struct History {
    records: Box<[Record; Point::COUNT]>,
    count: usize,
    captures: Vec<BeforeCapture>,
    changes: Vec<Change>,
    merges: Vec<Merge>,
}

/// One dot that was put.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Index of the point, [`SECOND`] and [`STARTED_GROUP`].
    dot: u16,
    /// Number of merges.
    merges: u8,
    /// Whether anything has changed but the dot's own cell.
    has_changes: bool,
}

/// The dot is the second player's.
const SECOND: u16 = 1 << 12;
/// The dot had no neighbours.
const STARTED_GROUP: u16 = 1 << 13;

/// What a dot that changed more than its own cell found.
#[derive(Clone, Copy, Debug)]
struct BeforeCapture {
    hash: u64,
    captured: [u16; 2],
    /// Length of the list of changes.
    changes: u32,
}

/// Cells of one row that went into or out of a plane.
#[derive(Clone, Copy, Debug)]
struct Change {
    cells: u64,
    plane: u8,
    row: u8,
}

impl Record {
    fn point(self) -> Point {
        Point::from_index(self.dot as usize)
    }

    fn player(self) -> Player {
        if self.dot & SECOND == 0 {
            Player::First
        } else {
            Player::Second
        }
    }
}

impl History {
    pub(super) fn new() -> History {
        History {
            records: Box::new([Record::default(); Point::COUNT]),
            count: 0,
            captures: Vec::new(),
            changes: Vec::new(),
            merges: Vec::new(),
        }
    }

    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.records[..self.count].iter().map(|record| Move {
            point: record.point(),
            player: record.player(),
        })
    }

    /// Opens the record of a dot.
    #[inline]
    pub(super) fn record(&mut self, point: Point, player: Player, started_group: bool) {
        self.records[self.count % Point::COUNT] = Record {
            dot: point.index() as u16
                | (player.index() as u16 * SECOND)
                | (u16::from(started_group) * STARTED_GROUP),
            merges: 0,
            has_changes: false,
        };
        self.count += 1;
    }

    /// The record of the last dot.
    #[inline]
    fn last(&mut self) -> &mut Record {
        &mut self.records[self.count.wrapping_sub(1) % Point::COUNT]
    }

    pub(super) fn push_merge(&mut self, merge: Merge) {
        self.merges.push(merge);
        self.last().merges += 1;
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.captures.clear();
        self.changes.clear();
        self.merges.clear();
    }

    fn copy_from(&mut self, other: &History) {
        self.records[..other.count].copy_from_slice(&other.records[..other.count]);
        self.count = other.count;
        self.captures.clone_from(&other.captures);
        self.changes.clone_from(&other.changes);
        self.merges.clone_from(&other.merges);
    }
}

impl Board {
    /// Has to be called before [`toggle`](Board::toggle), once or more for each dot, while the
    /// dot has changed nothing but its own cell.
    pub(super) fn expect_changes(&mut self) {
        let before = BeforeCapture {
            hash: self.hash,
            captured: self.captured,
            changes: self.history.changes.len() as u32,
        };
        let record = self.history.last();
        if !record.has_changes {
            record.has_changes = true;
            self.history.captures.push(before);
        }
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
        if self.history.count == 0 {
            return None;
        }
        let record = *self.history.last();
        self.history.count -= 1;
        if record.has_changes {
            self.undo_changes();
        }
        for _ in 0..record.merges {
            let merge = self.history.merges.pop()?;
            self.connections.unmerge(&merge);
        }
        self.connections
            .drop_groups(u16::from(record.dot & STARTED_GROUP != 0));
        let (point, player) = (record.point(), record.player());
        self.toggle_dot(point, player);
        Some(Move { point, player })
    }

    fn undo_changes(&mut self) {
        let Some(before) = self.history.captures.pop() else {
            return;
        };
        for change in self.history.changes.drain(before.changes as usize..) {
            let row = change.row as usize & 63;
            self.planes[change.plane as usize].rows_mut()[row] ^= change.cells;
        }
        self.hash = before.hash;
        self.captured = before.captured;
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
        let rows = self.size.height().max(other.size.height()) as usize + 2;
        for (own, others) in self.planes.iter_mut().zip(&other.planes) {
            own.rows_mut()[..rows].copy_from_slice(&others.rows()[..rows]);
        }
        self.size = other.size;
        self.captured = other.captured;
        self.hash = other.hash;
        self.connections.copy_from(&other.connections, other.size);
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
        self.history.copy_from(&other.history);
    }
}
