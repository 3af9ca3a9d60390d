//! Putting a dot.

use super::{Board, enclosure::Enclosure, undo::Record};
use crate::geometry::{Bitboard, Player, Point, captured_key, dead_cell_key, dot_key};

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
        self.planes.free.contains(point)
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
            super::Cell::Dead => Err(IllegalMove::InTerritory),
            _ => Err(IllegalMove::Occupied),
        }
    }

    fn put(&mut self, point: Point, player: Player) {
        let opponent = player.opponent();
        self.log.push(Record {
            point,
            player,
            captured: self.captured,
            hash: self.hash,
            planes: Box::new(self.planes.clone()),
        });
        let in_own_base = self.planes.empty_base[player.index()].contains(point);
        let in_enemy_base = self.planes.empty_base[opponent.index()].contains(point);
        self.planes.live[player.index()].insert(point);
        self.planes.free.remove(point);
        self.planes.empty_base[player.index()].remove(point);
        self.planes.empty_base[opponent.index()].remove(point);
        self.hash ^= dot_key(player, point);

        let mut captured_something = false;
        if !in_own_base {
            for enclosure in self.enclosures_closed_by(point, player) {
                if enclosure.interior.intersects(self.live(opponent)) {
                    self.capture(&enclosure.interior, player);
                    captured_something = true;
                } else {
                    self.close_empty_base(&enclosure.interior, player);
                }
            }
        }
        if in_enemy_base {
            if captured_something {
                self.recompute_empty_bases(opponent);
            } else if let Some(enclosure) = self.smallest_enclosure_round(point, opponent) {
                self.capture(&enclosure.interior, opponent);
            }
        }
    }

    /// Makes `interior` territory of `player`: captures the enemy dots in it, frees his own.
    fn capture(&mut self, interior: &Bitboard, player: Player) {
        let (own, enemy) = (player.index(), player.opponent().index());
        let planes = &mut self.planes;
        let taken = *interior & planes.live[enemy];
        let freed = *interior & planes.captured[own];
        let closed = *interior & planes.free;
        planes.live[enemy] -= taken;
        planes.captured[enemy] |= taken;
        planes.captured[own] -= freed;
        planes.live[own] |= freed;
        planes.free -= closed;
        planes.empty_base[own] -= closed;
        planes.empty_base[enemy] -= closed;
        planes.territory[enemy] -= *interior;
        planes.territory[own] |= *interior - planes.live[own];
        self.captured[own] += taken.len();
        self.captured[enemy] -= freed.len();
        for point in taken.iter() {
            self.hash ^= captured_key(player.opponent(), point);
        }
        for point in freed.iter() {
            self.hash ^= captured_key(player, point);
        }
        for point in closed.iter() {
            self.hash ^= dead_cell_key(point);
        }
    }

    /// The enclosures that the new dot at `point` has closed, shortest chain first.
    fn enclosures_closed_by(&self, point: Point, player: Player) -> Vec<Enclosure> {
        let mut found: Vec<Enclosure> = Vec::new();
        for side in crate::geometry::Direction::SIDES {
            if let Some(enclosure) = Enclosure::trace(self.live(player), point, side)
                && found
                    .iter()
                    .all(|other| other.interior != enclosure.interior)
            {
                found.push(enclosure);
            }
        }
        found.sort_by_key(|enclosure| (enclosure.chain.len(), enclosure.interior.len()));
        found
    }
}
