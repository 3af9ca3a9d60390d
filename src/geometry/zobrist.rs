//! Random keys whose exclusive or is the hash of a position.
//!
//! CITE: A. L. Zobrist, "A new hashing method with application for game playing" (1970).

use super::{Player, Point, Size};

/// A key for each player and each index of a point.
type DotKeys = [[u64; Point::COUNT]; 2];

static DOTS: DotKeys = [keys(1), keys(2)];
static CAPTURED: DotKeys = [keys(3), keys(4)];
static DEAD_CELLS: [u64; Point::COUNT] = keys(5);
static RULES: [u64; 4] = keys(6);
static SIZES: [u64; Point::COUNT] = keys(7);

/// The key in the hash of a position for a dot of `player` at `point`, live or captured.
#[inline]
pub(crate) fn dot_key(player: Player, point: Point) -> u64 {
    DOTS[player.index()][point.index() & (Point::COUNT - 1)]
}

/// The key in the hash of a position for the fact that the dot of `player` at `point` is captured. It is combined with
/// the key of the dot.
#[inline]
pub(crate) fn captured_key(player: Player, point: Point) -> u64 {
    CAPTURED[player.index()][point.index() & (Point::COUNT - 1)]
}

/// The key in the hash of a position for an empty cell in territory, where no dot can be put.
#[inline]
pub(crate) fn dead_cell_key(point: Point) -> u64 {
    DEAD_CELLS[point.index() & (Point::COUNT - 1)]
}

/// The key in the hash of a position for a variant of the rules. `number` is from 0 to 3.
pub(crate) fn rules_key(number: usize) -> u64 {
    RULES[number & 3]
}

/// The key in the hash of a position for the size of the board.
pub(crate) fn size_key(size: Size) -> u64 {
    SIZES[(size.width() << 6 | size.height()) as usize & (Point::COUNT - 1)]
}

/// A table of random keys. Tables with different numbers `table` have different keys.
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
