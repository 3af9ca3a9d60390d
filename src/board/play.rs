//! Putting a dot, with the captures that follow.

use super::connection::{End, gaps_inside_by_area};
use super::enclosure::{chain_of_face, interior_of_chain};
use super::neighbourhood::{self, ARCS, Arcs, FIRST_ARCS};
use super::{Board, Cell, Plane};
use crate::geometry::{Bitboard, Direction, Player, Point, captured_key, dead_cell_key};

/// The rule that forbids a dot on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the cell is not on the board")]
    OffBoard,
    /// The cell has a dot, live or captured.
    #[error("there is a dot on the cell")]
    Occupied,
    /// The cell is empty but lies in territory of a player.
    #[error("the cell is inside captured territory")]
    InTerritory,
    /// The cell is in an empty base of the opponent, the dot would capture nothing, and the rules forbid suicide.
    #[error("the dot would be captured at once")]
    Suicide,
}

impl Board {
    /// Whether the cell is playable: on the board, empty and outside of territory. Rules without suicide forbid some
    /// playable cells to one player: see [`is_legal_for`](Board::is_legal_for).
    #[inline]
    pub fn is_playable(&self, point: Point) -> bool {
        self.free().contains(point)
    }

    /// Whether the rules allow `player` to put a dot on the cell. `false` also for a point off the board.
    pub fn is_legal_for(&self, point: Point, player: Player) -> bool {
        self.is_playable(point) && (self.rules.suicide || !self.is_suicide(point, player))
    }

    /// The cells where the rules allow `player` to put a dot.
    pub fn legal_cells(&self, player: Player) -> Bitboard {
        let mut legal = *self.free();
        if !self.rules.suicide {
            let bases = legal & *self.empty_base(player.opponent());
            for point in bases.iter().filter(|&p| self.is_suicide(p, player)) {
                legal.remove(point);
            }
        }
        legal
    }

    /// Whether a dot of `player` on a playable cell would be captured at once. This is so if the cell is in an empty
    /// base of the opponent, and the dot captures nothing.
    pub fn is_suicide(&self, point: Point, player: Player) -> bool {
        let opponent = player.opponent();
        if !self.empty_base(opponent).contains(point) {
            return false;
        }
        let mut live = *self.live(player);
        live.insert(point);
        let captures = |side: Direction| {
            chain_of_face(&live, self.size, point.step(side))
                .is_some_and(|chain| interior_of_chain(&chain).intersects(self.live(opponent)))
        };
        !Direction::SIDES.into_iter().any(captures)
    }

    /// Whether a dot of `player` would be captured at once wherever he puts it. Also true if no cell is playable.
    pub fn has_only_suicides(&self, player: Player) -> bool {
        self.free().iter().all(|p| self.is_suicide(p, player))
    }

    /// Puts a dot of `player` and carries out the captures. It panics at an unplayable cell, while
    /// [`try_play`](Board::try_play) returns an error.
    ///
    /// A suicide is carried out even if the rules forbid it, so that a search need not check for it.
    ///
    /// # Panics
    /// If the cell is not playable.
    #[inline(always)]
    pub fn play(&mut self, point: Point, player: Player) {
        assert!(self.is_playable(point), "{point:?} is not playable");
        self.put(point, player);
    }

    /// Puts a dot of `player` and carries out the captures. It returns an error at an illegal move, while
    /// [`play`](Board::play) panics.
    ///
    /// # Errors
    /// If the cell is off the board, has a dot or is in territory, or if the dot would be a forbidden suicide. The
    /// board is unchanged then.
    pub fn try_play(&mut self, point: Point, player: Player) -> Result<(), IllegalMove> {
        self.check_legal(point, player)?;
        self.put(point, player);
        Ok(())
    }

    /// Whether [`try_play`](Board::try_play) would put the dot, and the reason if not.
    ///
    /// # Errors
    /// If the cell is off the board, has a dot or is in territory, or if the dot would be a forbidden suicide.
    pub fn check_legal(&self, point: Point, player: Player) -> Result<(), IllegalMove> {
        if self.is_legal_for(point, player) {
            return Ok(());
        }
        if !self.size.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        match self.cell(point) {
            Cell::Dead => Err(IllegalMove::InTerritory),
            Cell::Open | Cell::EmptyBase(_) => Err(IllegalMove::Suicide),
            Cell::Live(_) | Cell::Captured(_) => Err(IllegalMove::Occupied),
        }
    }

    #[inline(always)]
    fn put(&mut self, point: Point, player: Player) {
        let code = neighbourhood::code(self.live(player), point);
        let first_arc = &FIRST_ARCS[code];
        self.connections.attach(point, &first_arc.branch);
        self.history.record(point, player);
        self.toggle_dot(point, player);
        if self.is_in_base(point) {
            self.put_into_base(point, player, code);
        } else if first_arc.has_several_arcs {
            self.join_arcs(point, player, code);
        }
    }

    /// Whether a cell is in an empty base of either player.
    #[inline]
    pub(super) fn is_in_base(&self, point: Point) -> bool {
        let [first, second] = Player::ALL.map(|player| self.empty_base(player).rows()[point.row()]);
        (first | second) >> point.column() & 1 != 0
    }

    /// Completes a move next to several arcs of own dots. Merges the clusters of connected dots that these belong to.
    /// Cells that the dot encloses are captured or become empty bases. Returns whether anything was captured.
    #[inline(never)]
    fn join_arcs(&mut self, point: Point, player: Player, code: usize) -> bool {
        let arcs = &ARCS[code & 511];
        let gaps = self.connect_arcs(point, arcs);
        gaps != 0 && self.close_enclosures(point, player, arcs, gaps)
    }

    /// Completes a move into an empty base. In an own base only the cell of the dot changes. In an enemy base the dot
    /// either captures something, or is captured with the whole enclosure round it.
    #[inline(never)]
    fn put_into_base(&mut self, point: Point, player: Player, code: usize) {
        self.save_for_undo();
        let (row, bit) = (point.row(), 1 << point.column());
        let opponent = player.opponent();
        if self.empty_base(player).contains(point) {
            self.toggle([Plane::empty_base(player)], row, bit);
            // All cells of the base are enclosed already, and it has no live enemy dot.
            self.connect_arcs(point, &ARCS[code & 511]);
            return;
        }
        self.toggle([Plane::empty_base(opponent)], row, bit);
        if self.join_arcs(point, player, code) {
            self.break_empty_base(point, opponent);
        } else {
            self.capture_smallest_round(point, opponent);
        }
    }

    /// Merges the clusters of the arcs round a new dot, which already belongs to the cluster of the first arc. Returns
    /// the [gaps](gaps_inside_by_area) that are inside loops closed by the dot, one bit each.
    #[inline(always)]
    pub(super) fn connect_arcs(&mut self, point: Point, arcs: &Arcs) -> u8 {
        match arcs.count {
            0 | 1 => 0,
            2 => {
                let a = self.connections.end_at(point);
                let b = self.connections.end(point, &arcs.branches[1]);
                if a.root() == b.root() {
                    return if b.is_above(a) { 0b01 } else { 0b10 };
                }
                self.merge(a, b);
                0
            }
            3 => self.connect_many::<3>(point, arcs),
            _ => self.connect_many::<4>(point, arcs),
        }
    }

    /// The same as [`connect_arcs`](Board::connect_arcs), for three or four arcs.
    #[inline(never)]
    fn connect_many<const N: usize>(&mut self, point: Point, arcs: &Arcs) -> u8 {
        let ends: [End; N] = std::array::from_fn(|i| match i {
            0 => self.connections.end_at(point),
            _ => self.connections.end(point, &arcs.branches[i]),
        });
        let gaps = gaps_inside_by_area(&ends);
        for (i, &b) in ends.iter().enumerate().skip(1) {
            if ends[..i].iter().all(|a| a.root() != b.root()) {
                // The first cluster may have been relabelled by the merge before.
                let a = self.connections.end_at(point);
                self.merge(a, b);
            }
        }
        gaps
    }

    #[inline]
    fn merge(&mut self, a: End, b: End) {
        let merge = self.connections.merge(a, b);
        self.history.push_merge(merge);
    }

    /// Makes the cells of the scratch `region` of the board territory of `player`.
    pub(super) fn capture(&mut self, player: Player) {
        for row in self.region.top..=self.region.bottom {
            self.capture_row(row, self.region.cells[row & 63], player);
        }
    }

    /// Makes the `cells` of a row, one bit for each column, territory of `player`. Captures the enemy dots among them
    /// and frees his own captured dots.
    #[inline(never)]
    pub(super) fn capture_row(&mut self, row: usize, cells: u64, player: Player) {
        let opponent = player.opponent();
        let territory = Plane::territory(player);
        let taken = self.cells_in(Plane::live(opponent), row, cells);
        if taken != 0 {
            let dots = [Plane::live(opponent), Plane::lost(opponent), territory];
            self.toggle(dots, row, taken);
            let (keys, count) = keys(row, taken, |point| captured_key(opponent, point));
            self.hash ^= keys;
            self.captured[player.index()] += count;
        }
        let closed = self.cells_in(Plane::FREE, row, cells);
        if closed != 0 {
            self.toggle([Plane::FREE, territory], row, closed);
            for base in Player::ALL.map(Plane::empty_base) {
                self.toggle([base], row, self.cells_in(base, row, closed));
            }
            self.hash ^= keys(row, closed, dead_cell_key).0;
        }
        let retaken = self.cells_in(Plane::territory(opponent), row, cells);
        if retaken != 0 {
            self.take_over_row(row, retaken, player);
        }
    }

    /// Makes cells that were territory of the opponent territory of `player`, and frees the captured dots of `player`
    /// on them. `retaken` are these cells of a row, one bit for each column.
    #[cold]
    fn take_over_row(&mut self, row: usize, retaken: u64, player: Player) {
        let opponent = player.opponent();
        let freed = self.cells_in(Plane::lost(player), row, retaken);
        self.toggle([Plane::lost(player), Plane::live(player)], row, freed);
        self.toggle([Plane::territory(opponent)], row, retaken);
        self.toggle([Plane::territory(player)], row, retaken & !freed);
        let (keys, count) = keys(row, freed, |point| captured_key(player, point));
        self.hash ^= keys;
        self.captured[opponent.index()] -= count;
    }

    /// Those of the `cells` of a row that are in the set `plane`, one bit for each column.
    #[inline]
    pub(super) fn cells_in(&self, plane: Plane, row: usize, cells: u64) -> u64 {
        self.planes[plane.index()].rows()[row & 63] & cells
    }
}

/// The exclusive or of the hash keys of the `cells` of a row, and the number of these cells.
#[inline]
fn keys(row: usize, mut cells: u64, key: impl Fn(Point) -> u64) -> (u64, u16) {
    let (mut sum, mut count) = (0, 0);
    while cells != 0 {
        let column = cells.trailing_zeros() as usize;
        sum ^= key(Point::from_index(row << 6 | column));
        count += 1;
        cells &= cells - 1;
    }
    (sum, count)
}
