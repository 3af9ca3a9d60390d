//! The table of weights: which feature has its weight in which place.
//!
//! A feature has a kind and a key. Their hash is a place below [`FIRST_RING`]. Two features may share a
//! place. The places from [`FIRST_RING`] on hold the weights of [rings](crate::policy::rings).

use crate::policy::patterns::Window;
use crate::policy::rings::RINGS;

/// Number of places in a table of weights.
pub(crate) const PLACES: usize = FIRST_RING + RINGS;
/// The first place of a ring. All places together take just less than a mebibyte.
pub(in crate::policy) const FIRST_RING: usize = 515_548;

/// Offsets from a last move are features up to this distance, in steps of a king.
pub(in crate::policy) const NEARBY: u32 = 6;
/// Larger distances fall into four classes, with these limits.
const FAR: [u32; 3] = [8, 12, 18];

/// The kinds of features. The number of the pattern, the part or the last move is added.
pub(super) mod kind {
    pub const PATTERN: u32 = 0;
    pub const EDGE: u32 = 3;
    pub const DISTANCE: u32 = 4;
    pub const OFFSET: u32 = 5;
    pub const OFFSET_AND_PATTERN: u32 = 8;
    pub const REPLY: u32 = 11;
    pub const CAPTURE: u32 = 12;
    pub const RESCUE: u32 = 13;
    pub const CLOSING: u32 = 14;
    pub const GROUPS: u32 = 15;
    pub const PART: u32 = 16;
    pub const FAR: u32 = 18;
}

/// The place of a feature.
#[inline]
pub(super) fn place(kind: u32, key: u32) -> u32 {
    let mixed = (key ^ kind.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    let hash = (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35);
    ((u64::from(hash) * FIRST_RING as u64) >> 32) as u32
}

/// The places of the patterns round a cell, and of their corners and sides.
pub(in crate::policy) fn pattern_places(window: Window) -> impl Iterator<Item = u32> {
    let patterns = window.patterns().into_iter().zip(kind::PATTERN..);
    let parts = window.parts().into_iter().zip(kind::PART..);
    let parts = parts.flat_map(|(turns, kind)| turns.map(|number| (number, kind)));
    let all = patterns.chain(parts);
    all.map(|(number, kind)| place(kind, number))
}

/// The place of a [distance](super::PositionFeatures::distance) from the nearest dots.
pub(in crate::policy) fn distance_place(distance: usize) -> u32 {
    place(kind::DISTANCE, distance as u32)
}

/// The place of a distance above [`NEARBY`] from the last move with this number.
pub(in crate::policy) fn far_place(number: usize, steps: u32) -> u32 {
    let class = FAR.iter().filter(|&&limit| steps > limit).count();
    place(kind::FAR + number as u32, class as u32)
}
