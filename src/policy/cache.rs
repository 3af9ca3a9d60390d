//! A cache of the sums of pattern weights.
//!
//! The same cells come back from position to position, and elsewhere on the board. Looking up a sum takes a
//! tenth of the time that computing the patterns in all their symmetries takes.

use super::patterns::Window;
use std::sync::atomic::{AtomicU64, Ordering};

/// Half a megabyte of sums. Not measured: benches/ingredients.md.
const ENTRY_BITS: u32 = 16;
/// Bits of a sum.
const SUM_BITS: u32 = 21;

/// Sums by window. Threads share the cache: each entry is one atomic word.
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

    /// The sum for a window. If it is not in the cache, it is computed by `sum`. Its absolute value is below 2^20.
    #[inline]
    pub(super) fn get_or(&self, window: Window, sum: impl FnOnce() -> i32) -> i32 {
        // Empty entries are 0, so that no key is 0.
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
