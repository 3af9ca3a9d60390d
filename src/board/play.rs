//! Putting a dot.

use super::face::Face;
use super::neighbourhood::{self, ARCS, Arcs, LINKS};
use super::{Board, Cell, Plane};
use crate::geometry::{Player, Point, captured_key, dead_cell_key};

/// Why a dot cannot be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the cell is not on the board")]
    OffBoard,
    /// There is a dot already, live or captured.
    #[error("there is a dot on the cell")]
    Occupied,
    /// The cell is empty but lies in captured territory.
    #[error("the cell is inside captured territory")]
    InTerritory,
}

impl Board {
    /// Whether a dot may be put on the cell. It is the same for both players.
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        self.free().contains(point)
    }

    /// Puts a dot and carries out what follows from it. See [`try_play`](Board::try_play) for a
    /// version that reports illegal moves.
    ///
    /// # Panics
    /// If the move is illegal.
    #[inline]
    pub fn play(&mut self, point: Point, player: Player) {
        assert!(self.is_legal(point), "illegal move at {point:?}");
        self.put(point, player);
    }

    /// Puts a dot and carries out what follows from it. See [`play`](Board::play) for a version
    /// that panics instead.
    ///
    /// # Errors
    /// If the cell is off the board, holds a dot or is inside captured territory; nothing has
    /// changed then.
    pub fn try_play(&mut self, point: Point, player: Player) -> Result<(), IllegalMove> {
        if self.is_legal(point) {
            self.put(point, player);
            return Ok(());
        }
        if !self.size.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        match self.cell(point) {
            Cell::Dead => Err(IllegalMove::InTerritory),
            _ => Err(IllegalMove::Occupied),
        }
    }

    #[inline]
    fn put(&mut self, point: Point, player: Player) {
        let code = neighbourhood::code(self.live(player), point);
        let link = LINKS[code];
        self.record(point, player, link.arcs == 0);
        self.toggle_dot(point, player);
        self.connections.attach(point, link);
        let bases = self.empty_base(Player::First).rows()[point.row()]
            | self.empty_base(Player::Second).rows()[point.row()];
        if bases >> point.column() & 1 != 0 {
            self.put_into_base(point, player, &ARCS[code]);
        } else if link.arcs > 1 {
            self.close_loops(point, player, &ARCS[code]);
            self.join_arcs(point, &ARCS[code]);
        }
    }

    /// The rest of a move into an empty base. One's own base changes in nothing but the cell. In a base
    /// of the enemy the dot must capture, or is captured.
    fn put_into_base(&mut self, point: Point, player: Player, arcs: &Arcs) {
        let (row, bit) = (point.row(), 1 << point.column());
        let opponent = player.opponent();
        if self.empty_base(player).contains(point) {
            self.toggle(Plane::empty_base(player), row, bit);
            self.join_arcs(point, arcs);
            return;
        }
        self.toggle(Plane::empty_base(opponent), row, bit);
        let captured_something = self.close_loops(point, player, arcs);
        self.join_arcs(point, arcs);
        if captured_something {
            self.recompute_empty_bases(opponent);
        } else {
            self.capture_smallest_round(point, opponent);
        }
    }

    /// Joins the clusters of all arcs round a new dot, which has been attached to the first.
    pub(super) fn join_arcs(&mut self, point: Point, arcs: &Arcs) {
        let first = point.step(arcs.dots[0]);
        for arc in 1..arcs.count as usize & 7 {
            let dot = point.step(arcs.dots[arc & 3]);
            let (root, other) = (self.connections.root(first), self.connections.root(dot));
            if root != other {
                let shift = self
                    .connections
                    .potential_through(first, point)
                    .wrapping_sub(self.connections.potential_through(dot, point));
                let merge = self.connections.merge(root, other, shift);
                self.history.push_merge(merge);
            }
        }
    }

    /// Finds the faces that the new dot has enclosed, and captures them or makes them empty
    /// bases. Returns whether anything was captured. The dot's clusters are not joined yet.
    fn close_loops(&mut self, point: Point, player: Player, arcs: &Arcs) -> bool {
        let gaps = self.gaps_inside(point, arcs);
        if gaps == 0 {
            return false;
        }
        if gaps.is_power_of_two() {
            let side = arcs.gaps[gaps.trailing_zeros() as usize & 3];
            match self.face(point.step(side), player) {
                Face::Open => {}
                Face::Row { row, cells } => {
                    let captures = self.live(player.opponent()).rows()[row & 63] & cells != 0;
                    if captures {
                        self.capture_row(row, cells, player);
                    } else {
                        self.close_base_row(row, cells, player);
                    }
                    return captures;
                }
                Face::Rows { top, bottom, cells } => {
                    let enemies = self.live(player.opponent()).rows();
                    let captures =
                        (top..=bottom).any(|row| enemies[row & 63] & cells.rows()[row & 63] != 0);
                    if captures {
                        self.capture_inside_chain(point, side, player);
                    } else {
                        for row in top..=bottom {
                            self.close_base_row(row, cells.rows()[row & 63], player);
                        }
                    }
                    return captures;
                }
            }
        }
        // Several faces at once, or a loop that captures have broken: look at each gap.
        self.close_each_gap(point, player)
    }

    /// The gaps round the new dot that lie inside loops which it closes, one bit each, as the
    /// potentials tell: of two arcs of one cluster, the one that follows clockwise has the larger
    /// potential if the gap between them lies inside.
    fn gaps_inside(&self, point: Point, arcs: &Arcs) -> u8 {
        let count = arcs.count as usize & 7;
        let mut roots = [0; 4];
        let mut potentials = [0; 4];
        for arc in 0..count {
            let dot = point.step(arcs.dots[arc & 3]);
            roots[arc & 3] = self.connections.root(dot);
            potentials[arc & 3] = self.connections.potential_through(dot, point);
        }
        let mut gaps = 0;
        for arc in 0..count {
            for further in 1..count {
                let next = if arc + further < count {
                    arc + further
                } else {
                    arc + further - count
                };
                if roots[arc & 3] == roots[next & 3] {
                    let area = potentials[next & 3].wrapping_sub(potentials[arc & 3]);
                    gaps |= ((area > 0) as u8) << arc;
                    break;
                }
            }
        }
        gaps
    }

    /// Makes the cells of a row territory of `player`: captures the enemy dots, frees his own.
    pub(super) fn capture_row(&mut self, row: usize, cells: u64, player: Player) {
        let opponent = player.opponent();
        let at = |board: &Board, plane: Plane| board.planes[plane.index()].rows()[row & 63] & cells;
        let taken = at(self, Plane::live(opponent));
        let freed = at(self, Plane::captured(player));
        let closed = at(self, Plane::FREE);
        let lost = at(self, Plane::territory(opponent));
        let own = at(self, Plane::live(player)) | freed;
        let won = cells & !own & !at(self, Plane::territory(player));
        self.toggle(Plane::live(opponent), row, taken);
        self.toggle(Plane::captured(opponent), row, taken);
        self.toggle(Plane::captured(player), row, freed);
        self.toggle(Plane::live(player), row, freed);
        self.toggle(Plane::FREE, row, closed);
        self.toggle(Plane::territory(opponent), row, lost);
        self.toggle(Plane::territory(player), row, won);
        for side in Player::ALL {
            let base = at(self, Plane::empty_base(side));
            self.toggle(Plane::empty_base(side), row, base);
        }
        self.captured[player.index()] += taken.count_ones() as u16;
        self.captured[opponent.index()] -= freed.count_ones() as u16;
        self.hash ^= keys(row, taken, |point| captured_key(opponent, point))
            ^ keys(row, freed, |point| captured_key(player, point))
            ^ keys(row, closed, dead_cell_key);
    }
}

/// The exclusive or of the keys of the cells of a row.
#[inline]
fn keys(row: usize, mut cells: u64, key: impl Fn(Point) -> u64) -> u64 {
    let mut sum = 0;
    while cells != 0 {
        sum ^= key(Point::from_index(
            row << 6 | cells.trailing_zeros() as usize,
        ));
        cells &= cells - 1;
    }
    sum
}
