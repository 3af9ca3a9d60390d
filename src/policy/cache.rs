//! What the patterns round a cell weigh, as far as it was asked lately.
//!
//! What is round a cell comes back from position to position, and elsewhere on the board. Looking up a sum
//! takes a tenth of the time of finding three patterns in all their symmetries.

use super::patterns::Window;
use std::sync::atomic::{AtomicU64, Ordering};

/// Half a megabyte of sums. Not measured: benches/ingredients.md.
const ENTRY_BITS: u32 = 16;
/// Bits of a sum.
const SUM_BITS: u32 = 21;

/// Sums by what is round a cell. Threads share it: an entry is a whole number, right or absent.
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

    /// The sum for what is round a cell, which is always the same and less than 2^20 from zero.
    #[inline]
    pub(super) fn get_or(&self, window: Window, sum: impl FnOnce() -> i32) -> i32 {
        // An entry without a window is 0.
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
