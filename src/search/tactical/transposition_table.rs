//! The transposition table: answers to questions of earlier nodes. A question is whether the side to move reaches a
//! score, its goal, in a number of plies.

use crate::geometry::{Bitboard, Point};
use std::iter::successors;
use std::sync::atomic::{AtomicU64, Ordering};

const WORDS: usize = 8;

/// The answer to a null-window search: whether the side to move reaches a score, its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether the side to move reaches the goal. If so, it is the winner of the answer, otherwise its opponent is.
    pub(super) reached: bool,
    /// The move that reaches the goal. `None` if a pass reaches it, or if nothing does.
    pub(super) best: Option<Point>,
    /// The relevance zone: all cells on which the winner of the answer plays, and perhaps more. A dot of the loser
    /// elsewhere does not change the answer, unless it helps to surround something.
    pub(super) zone: Bitboard,
}

/// A table of fixed size, shared by all threads without locks.
///
/// CITE: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel
/// search", ICGA Journal 25 (2002): the key is stored combined with the data, so that a torn
/// entry does not match.
pub(super) struct TranspositionTable {
    slots: Box<[[AtomicU64; WORDS]]>,
}

impl TranspositionTable {
    /// A table of at most this number of bytes, and at least one entry. It is smaller if the system lacks memory.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let number = bytes / size_of::<[AtomicU64; WORDS]>();
        let mut numbers = successors(Some(number), |number| (*number > 1).then(|| number / 2));
        // The system hands out zeroed memory when it is first used, so that a large table takes no time.
        let slots = numbers.find_map(|number| bytemuck::try_zeroed_slice_box(number.max(1)).ok());
        TranspositionTable {
            slots: slots.unwrap_or_else(|| Box::new([Default::default()])),
        }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; WORDS] {
        let index = (key as u128 * self.slots.len() as u128) >> 64;
        &self.slots[index as usize]
    }

    pub(super) fn get(&self, key: u64) -> Option<Answer> {
        let slot = self.slot(key);
        let words: [u64; WORDS] = std::array::from_fn(|i| slot[i].load(Ordering::Relaxed));
        if words.iter().fold(0, |sum, word| sum ^ word) != key || words[1] & VALID == 0 {
            return None;
        }
        let best = (words[1] >> 8) as usize & 0xffff;
        Some(Answer {
            reached: words[1] & REACHED != 0,
            best: (best != 0).then(|| Point::from_index(best)),
            zone: zone_of_words(words[1] & TILES != 0, &words[2..]),
        })
    }

    pub(super) fn put(&self, key: u64, answer: &Answer) {
        let mut words = [0; WORDS];
        let tiles = zone_to_words(&answer.zone, &mut words[2..]);
        words[1] = VALID
            | if answer.reached { REACHED } else { 0 }
            | if tiles { TILES } else { 0 }
            | (answer.best.map_or(0, Point::index) as u64) << 8;
        words[0] = words[1..].iter().fold(key, |sum, word| sum ^ word);
        let slot = self.slot(key);
        for (word, value) in slot.iter().zip(words) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

const VALID: u64 = 1;
const REACHED: u64 = 2;
const TILES: u64 = 4;

/// The greatest number of cells of a zone that are stored one by one. Larger zones are stored as tiles, squares of
/// cells.
const LISTED: usize = 24;
/// The side of a tile in cells. 16 by 16 tiles cover the largest board.
const TILE: usize = 4;

/// Writes a zone into six words, as a list of cells or as a set of tiles. Returns whether they are tiles.
fn zone_to_words(zone: &Bitboard, words: &mut [u64]) -> bool {
    let tiles = zone.len() as usize > LISTED;
    for (i, cell) in zone.iter().enumerate() {
        if tiles {
            let tile = cell.row() / TILE * 16 + cell.column() as usize / TILE;
            words[tile / 64] |= 1 << (tile % 64);
        } else {
            words[i / 4] |= (cell.index() as u64) << (i % 4 * 16);
        }
    }
    tiles
}

/// Reads a zone from the words that [`zone_to_words`] has written. `tiles` tells that they are tiles. All cells of a
/// tile are in the zone.
fn zone_of_words(tiles: bool, words: &[u64]) -> Bitboard {
    if !tiles {
        let listed = (0..LISTED).map(|i| (words[i / 4] >> (i % 4 * 16)) as usize & 0xffff);
        let listed = listed.take_while(|&index| index != 0);
        return listed.map(Point::from_index).collect();
    }
    let mut cells = Bitboard::EMPTY;
    for tile in (0..256).filter(|tile| words[tile / 64] >> (tile % 64) & 1 != 0) {
        for row in cells.rows_mut()[tile / 16 * TILE..][..TILE].iter_mut() {
            *row |= 0xf << (tile % 16 * TILE);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use std::collections::HashSet;

    /// A list has the cells of the zone. Tiles have all cells of the tiles that the zone meets.
    #[test]
    fn zones_of_all_sizes_are_kept() {
        let table = TranspositionTable::new(1 << 16);
        let cells: Vec<Point> = Size::new(62, 62).unwrap().points().collect();
        let tile_of = |cell: Point| (cell.row() / TILE, cell.column() as usize / TILE);
        let mut rng = fastrand::Rng::with_seed(6);
        for number in (0..60).chain([300, cells.len()]) {
            let zone: Bitboard = rng
                .choose_multiple(&cells, number)
                .into_iter()
                .copied()
                .collect();
            let answer = Answer {
                reached: rng.bool(),
                best: rng.choice(&cells).copied().filter(|_| number % 3 > 0),
                zone,
            };
            let key = rng.u64(..);
            table.put(key, &answer);
            let found = table.get(key).unwrap();
            assert_eq!((found.reached, found.best), (answer.reached, answer.best));
            let tiles: HashSet<_> = zone.iter().map(tile_of).collect();
            let in_tiles = |cell: &Point| tiles.contains(&tile_of(*cell));
            let expected = match number > LISTED {
                true => (0..64 * 64)
                    .map(Point::from_index)
                    .filter(in_tiles)
                    .collect(),
                false => zone,
            };
            assert_eq!(found.zone, expected, "{number} cells");
            assert_eq!(table.get(key ^ 1), None);
        }
    }
}
