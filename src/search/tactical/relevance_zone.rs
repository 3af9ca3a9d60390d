//! The relevance zone of a proof: where it plays.

use crate::geometry::{Bitboard, Point};

/// A set of cells that contains all on which the winner of a proof plays. A dot of the other side elsewhere
/// does not disturb the proof, unless it helps to surround something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone(Bitboard);

/// The most cells that are stored one by one in a table entry. More are stored as tiles.
const LISTED: usize = 24;
/// Side of a tile in cells: 16 by 16 tiles cover the points of the largest board.
const TILE: usize = 4;

impl Default for Zone {
    fn default() -> Zone {
        Zone::EMPTY
    }
}

impl Zone {
    pub(super) const EMPTY: Zone = Zone(Bitboard::EMPTY);

    pub(super) fn insert(&mut self, cell: Point) {
        self.0.insert(cell);
    }

    pub(super) fn add(&mut self, other: &Zone) {
        self.0 |= other.0;
    }

    pub(super) fn cells(&self) -> &Bitboard {
        &self.0
    }

    /// Writes six words and returns whether they are tiles.
    pub(super) fn to_words(self, words: &mut [u64]) -> bool {
        let tiles = self.0.len() as usize > LISTED;
        for (i, cell) in self.0.iter().enumerate() {
            if tiles {
                let tile = cell.row() / TILE * 16 + cell.column() as usize / TILE;
                words[tile / 64] |= 1 << (tile % 64);
            } else {
                words[i / 4] |= (cell.index() as u64) << (i % 4 * 16);
            }
        }
        tiles
    }

    /// Reads what [`to_words`](Zone::to_words) wrote. All cells of a tile are in the zone then.
    pub(super) fn from_words(tiles: bool, words: &[u64]) -> Zone {
        let mut cells = Bitboard::EMPTY;
        if tiles {
            for tile in (0..256).filter(|tile| words[tile / 64] >> (tile % 64) & 1 != 0) {
                for row in cells.rows_mut()[tile / 16 * TILE..][..TILE].iter_mut() {
                    *row |= 0xf << (tile % 16 * TILE);
                }
            }
        } else {
            let listed = (0..LISTED).map(|i| (words[i / 4] >> (i % 4 * 16)) as usize & 0xffff);
            cells = listed
                .take_while(|&index| index != 0)
                .map(Point::from_index)
                .collect();
        }
        Zone(cells)
    }
}
