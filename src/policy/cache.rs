//! A cache of the sums of pattern weights, by the cells round a move.
//!
//! The same surroundings come back from position to position, and elsewhere on the board. Looking up their sum is much
//! faster than computing the patterns in all their symmetries.

use super::patterns::Window;
use std::sync::atomic::{AtomicU64, Ordering};

/// Binary logarithm of the number of entries of the cache. They take half a mebibyte.
/// Not measured: benches/ingredients.md.
const ENTRY_BITS: u32 = 16;
/// Number of bits of a cache entry that hold the sum of weights. The other bits hold the key.
const SUM_BITS: u32 = 21;

/// Sums of pattern weights by [`Window`]. Threads share the cache: each entry is one atomic word. A new entry replaces
/// an older one in the same place.
#[derive(Debug)]
pub(super) struct PatternCache {
    entries: Vec<AtomicU64>,
}

impl PatternCache {
    pub(super) fn new() -> PatternCache {
        PatternCache {
            entries: (0..1 << ENTRY_BITS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The sum of weights for the cells round a move. If it is not in the cache, `sum` computes it, and it is stored.
    /// The absolute value of a sum must be below 2^20.
    #[inline]
    pub(super) fn get_or(&self, window: Window, sum: impl FnOnce() -> i32) -> i32 {
        // An empty entry is 0, so a key must not be 0.
        let key = window.number() + 1;
        let index = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRY_BITS);
        let entry = &self.entries[index as usize];
        let known = entry.load(Ordering::Relaxed);
        if known >> SUM_BITS == key {
            return (known as i32) << (32 - SUM_BITS) >> (32 - SUM_BITS);
        }
        let sum = sum();
        let bits = (sum as u64) & ((1 << SUM_BITS) - 1);
        entry.store(key << SUM_BITS | bits, Ordering::Relaxed);
        sum
    }
}
