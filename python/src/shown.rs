//! The state of a position as numbers in memory that NumPy arrays show.

use crate::arguments::number;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use tochki::{Bitboard, Board, Cell, Player, Point, Size};

/// The bits of a cell for the first player: a live dot, a captured dot, territory, an empty base. Those of the second
/// player are twice as large.
pub const LIVE: u8 = 1;
/// A dot that the opponent has captured.
pub const LOST: u8 = 4;
/// A cell in the territory of the player.
pub const TERRITORY: u8 = 16;
/// A playable cell in an empty base of the player.
pub const EMPTY_BASE: u8 = 64;

/// Number of boolean planes: eight for the bits of a cell, then the playable cells, and the legal cells of each player.
pub const PLANES: usize = 11;
/// The index of the plane of playable cells.
pub const FREE: usize = 8;
/// The index of the plane of legal cells of the first player.
pub const LEGAL: usize = 9;

/// The bits of a cell.
pub fn bits(board: &Board, point: Point) -> u8 {
    let mut bits = 0;
    for player in Player::ALL {
        let sets = [
            (board.live(player), LIVE),
            (board.lost_dots(player), LOST),
            (board.territory(player), TERRITORY),
            (board.empty_base(player), EMPTY_BASE),
        ];
        for (set, bit) in sets {
            if set.contains(point) {
                bits |= bit << player.index();
            }
        }
    }
    bits
}

/// The state of a cell with these bits. `None` if no cell has them. The state does not tell whose territory an empty cell
/// is.
pub fn state(sum: i64) -> Option<Cell> {
    let of_player = |player: Player| {
        let (own, enemy) = (player.index(), player.opponent().index());
        [
            (LIVE << own, Cell::Live(player)),
            (LOST << own | TERRITORY << enemy, Cell::Captured(player)),
            (TERRITORY << own, Cell::Dead),
            (EMPTY_BASE << own, Cell::EmptyBase(player)),
        ]
    };
    let of_players = Player::ALL.into_iter().flat_map(of_player);
    let mut all = of_players.chain([(0, Cell::Open)]);
    let found = all.find(|&(bits, _)| i64::from(bits) == sum);
    found.map(|(_, state)| state)
}

/// A slice of atomics, all with this value.
pub fn filled<A>(count: usize, value: impl Fn() -> A) -> Box<[A]> {
    std::iter::repeat_with(value).take(count).collect()
}

/// The state of one board, cell by cell and as boolean planes.
pub struct Shown {
    size: Size,
    /// The bits of each cell, row by row.
    pub cells: Box<[AtomicU8]>,
    /// The planes one after the other, each row by row.
    pub planes: Box<[AtomicBool]>,
}

impl Shown {
    /// The state of a board.
    pub fn new(board: &Board) -> Shown {
        let (size, area) = (board.size(), board.size().area() as usize);
        let shown = Shown {
            size,
            cells: filled(area, || AtomicU8::new(0)),
            planes: filled(area * PLANES, || AtomicBool::new(false)),
        };
        size.points().for_each(|point| shown.set(board, point));
        for player in Player::ALL {
            shown.set_legal(player, &board.legal_cells(player), &size.cells());
        }
        shown
    }

    /// Writes the state of one cell. Rules without suicide need [`set_legal`](Shown::set_legal) besides.
    pub fn set(&self, board: &Board, point: Point) {
        let (cell, area) = (number(self.size, point), self.cells.len());
        let bits = bits(board, point);
        self.cells[cell].store(bits, Relaxed);
        for plane in 0..FREE {
            self.planes[plane * area + cell].store(bits >> plane & 1 != 0, Relaxed);
        }
        let is_free = board.free().contains(point);
        for plane in FREE..PLANES {
            self.planes[plane * area + cell].store(is_free, Relaxed);
        }
    }

    /// Writes for each of the `cells` whether a player may put a dot on it.
    pub fn set_legal(&self, player: Player, legal: &Bitboard, cells: &Bitboard) {
        let start = (LEGAL + player.index()) * self.cells.len();
        for point in cells {
            let is_legal = legal.contains(point);
            self.planes[start + number(self.size, point)].store(is_legal, Relaxed);
        }
    }

    /// The planes from one on, so many of them.
    pub fn planes(&self, first: usize, count: usize) -> &[AtomicBool] {
        let area = self.cells.len();
        &self.planes[first * area..(first + count) * area]
    }
}
