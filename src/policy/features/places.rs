//! The table of weights: which feature has its weight in which place.
//!
//! A feature has a kind, such as the distance from the edge, and a key, such as that distance. Their hash is a place
//! below [`FIRST_RING`]. Two features may share a place. The places from [`FIRST_RING`] on hold the weights of
//! [rings](crate::policy::rings).

use crate::policy::patterns::Window;
use crate::policy::rings::RINGS;

/// Number of places in a table of weights, one weight each.
pub(crate) const PLACES: usize = FIRST_RING + RINGS;
/// The first place of a ring, a pattern of the eight neighbours of a cell. All places together take just less than a
/// mebibyte.
pub(in crate::policy) const FIRST_RING: usize = 515_548;

/// Largest distance of a move from a last move at which its exact offset is a feature, in king's steps.
const NEARBY: u32 = 6;
/// Limits of the four classes of distances from a last move above [`NEARBY`], in king's steps. A limit belongs to the
/// lower class.
const FAR: [u32; 3] = [8, 12, 18];

/// The kinds of features. Some kinds are the first of several in a row: of three patterns, of two parts of a pattern
/// (corner and side), or of the last three moves. The index is added to them.
pub(super) mod kind {
    pub const PATTERN: u32 = 0;
    pub const EDGE: u32 = 3;
    pub const DISTANCE: u32 = 4;
    pub const OFFSET: u32 = 5;
    pub const OFFSET_AND_PATTERN: u32 = 8;
    pub const LAST_PATTERN: u32 = 11;
    pub const CAPTURE: u32 = 12;
    pub const RESCUE: u32 = 13;
    pub const CLOSING: u32 = 14;
    pub const CLUSTERS: u32 = 15;
    pub const PART: u32 = 16;
    pub const FAR: u32 = 18;
}

/// The place of a feature in the table of weights, below [`FIRST_RING`]. It is a hash of the kind of the feature and of
/// its key, the number that tells it from others of this kind.
#[inline]
pub(super) fn place(kind: u32, key: u32) -> u32 {
    let mixed = (key ^ kind.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    let hash = (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35);
    ((u64::from(hash) * FIRST_RING as u64) >> 32) as u32
}

/// The places of the weights of the three patterns round a cell, then of its four corners and four sides.
pub(in crate::policy) fn pattern_places(window: Window) -> impl Iterator<Item = u32> {
    let patterns = window.patterns().into_iter().zip(kind::PATTERN..);
    let parts = window.parts().into_iter().zip(kind::PART..);
    let parts = parts.flat_map(|(turns, kind)| turns.map(|number| (number, kind)));
    let all = patterns.chain(parts);
    all.map(|(number, kind)| place(kind, number))
}

/// The place of the weight for the distances from the nearest own and enemy dot. `code` is what
/// [`distance_code`](super::PositionFeatures::distance_code) returns.
pub(in crate::policy) fn distance_place(code: usize) -> u32 {
    place(kind::DISTANCE, code as u32)
}

/// A number for the offset of a move from a last move. The offset is given in columns and rows. Rotations and
/// reflections do not change it.
pub(super) fn offset(columns: u32, rows: u32) -> u32 {
    columns.max(rows) * 8 + columns.min(rows)
}

/// The place of the weight for the offset of a move from a last move. The offset is given in columns and rows. `number`
/// is 0 for the latest move. Above [`NEARBY`] king's steps only the class of the distance counts.
pub(in crate::policy) fn offset_place(number: usize, columns: u32, rows: u32) -> u32 {
    let (number, steps) = (number as u32, columns.max(rows));
    if steps <= NEARBY {
        return place(kind::OFFSET + number, offset(columns, rows));
    }
    let class = FAR.iter().filter(|&&limit| steps > limit).count();
    place(kind::FAR + number, class as u32)
}
