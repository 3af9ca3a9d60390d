//! The transposition table: the answers to questions asked before.

use super::relevance_zone::Zone;
use crate::geometry::Point;
use std::iter::successors;
use std::sync::atomic::{AtomicU64, Ordering};

const WORDS: usize = 8;

/// The answer to a question: can the side to move reach a captured difference in so many plies?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether the side to move can.
    pub(super) reached: bool,
    /// The move that does it; `None` for a pass, or if there is none.
    pub(super) best: Option<Point>,
    /// Where the side that was right plays, see [`Zone`].
    pub(super) zone: Zone,
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
    /// A table of at most so many bytes, but at least one entry. It is smaller if the system lacks
    /// memory.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let number = bytes / size_of::<[AtomicU64; WORDS]>();
        let mut numbers = successors(Some(number), |number| (*number > 1).then(|| number / 2));
        // The system hands out zeroed memory when it is first used, so that a large table takes no time.
        let slots = numbers.find_map(|number| bytemuck::try_zeroed_slice_box(number.max(1)).ok());
        TranspositionTable {
            slots: slots.unwrap_or_else(|| Box::new([Default::default()])),
        }
    }

    /// Bytes of memory that it takes.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.slots)
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
            zone: Zone::from_words(words[1] & TILES != 0, &words[2..]),
        })
    }

    pub(super) fn put(&self, key: u64, answer: &Answer) {
        let mut words = [0; WORDS];
        let tiles = answer.zone.to_words(&mut words[2..]);
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
