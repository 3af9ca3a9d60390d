//! Random keys whose exclusive or is the hash of a position.
//!
//! CITE: A. L. Zobrist, "A new hashing method with application for game playing" (1970).

use super::{Player, Point, Size};

/// By point, then by player.
type DotKeys = [[u64; 2]; Point::COUNT];

static DOTS: DotKeys = pairs(keys(1), keys(2));
static CAPTURED: DotKeys = pairs(keys(3), keys(4));
static DEAD_CELLS: [u64; Point::COUNT] = keys(5);
static RULES: [u64; 4] = keys(6);
static SIZES: [u64; Point::COUNT] = keys(7);

/// The key of a dot of `player` at `point`, live or captured.
#[inline]
pub(crate) fn dot_key(player: Player, point: Point) -> u64 {
    DOTS[point.index() & (Point::COUNT - 1)][player.index()]
}

/// The key of the fact that the dot of `player` at `point` is captured.
#[inline]
pub(crate) fn captured_key(player: Player, point: Point) -> u64 {
    CAPTURED[point.index() & (Point::COUNT - 1)][player.index()]
}

/// The key of an empty cell that can no longer be played.
#[inline]
pub(crate) fn dead_cell_key(point: Point) -> u64 {
    DEAD_CELLS[point.index() & (Point::COUNT - 1)]
}

/// The key of one of four variants of the rules.
pub(crate) fn rules_key(number: usize) -> u64 {
    RULES[number & 3]
}

/// The key of a size of the board.
pub(crate) fn size_key(size: Size) -> u64 {
    SIZES[(size.width() << 6 | size.height()) as usize & (Point::COUNT - 1)]
}

/// One table of keys.
///
/// CITE: S. Vigna's splitmix64, public domain.
const fn keys<const COUNT: usize>(table: u64) -> [u64; COUNT] {
    let mut keys = [0; COUNT];
    let mut state = table << 56;
    let mut i = 0;
    while i < COUNT {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

const fn pairs(first: [u64; Point::COUNT], second: [u64; Point::COUNT]) -> DotKeys {
    let mut pairs = [[0; 2]; Point::COUNT];
    let mut i = 0;
    while i < Point::COUNT {
        pairs[i] = [first[i], second[i]];
        i += 1;
    }
    pairs
}
