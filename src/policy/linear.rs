//! A policy whose logit of a move is the sum of learned weights, one for each feature of the move.

use super::RingWeights;
use super::cache::PatternCache;
use super::features::{
    DISTANCE_CODES, FIRST_RING, LAST_MOVES, PLACES, distance_place, offset_place, pattern_places,
};
use super::patterns::{self, Window};
use crate::geometry::Point;
use std::sync::{Arc, LazyLock};

/// Number that stands for a logit of 1 in the table of weights. Weights are stored as integers, in logits times this.
pub(crate) const UNIT: f32 = 2048.0;

/// A policy with one learned weight for each feature of a move. The logit of a move is the sum of the weights of its
/// features.
///
/// In rare positions a logit depends on the order of the moves: dots that a capture has separated, or that were freed,
/// may count with their former cluster.
#[derive(Debug)]
pub struct LinearPolicy {
    weights: Vec<i16>,
    patterns: PatternCache,
    /// Weights of the distances of a move from the nearest own and enemy dot, by the code that
    /// [`distance_code`](super::features::PositionFeatures::distance_code) returns.
    distances: [i32; DISTANCE_CODES],
    /// Weights of the offset of a move from a last move, by number of the last move, the latest first.
    offsets: Vec<OffsetWeights>,
    rings: RingWeights,
}

/// Weights of the offset of a move from a last move: by distance in rows, then by offset in columns plus
/// [`MOST_STEPS`].
type OffsetWeights = [[i32; 2 * MOST_STEPS]; MOST_STEPS];

/// A number above every distance between two points in columns or rows.
const MOST_STEPS: usize = 64;

impl PartialEq for LinearPolicy {
    fn eq(&self, other: &LinearPolicy) -> bool {
        self.weights == other.weights
    }
}

impl Eq for LinearPolicy {}

/// The table of learned weights in the program. `weights.md` describes how they were made.
static STANDARD: &[u8] = include_bytes!("weights.bin");

/// The error for a table of weights with the wrong number of bytes. It holds the number of bytes that were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of weights has {expected} bytes, not {0}", expected = 2 * PLACES)]
pub struct WrongSize(usize);

impl LinearPolicy {
    /// The standard policy. It was learned from games of the engine against itself.
    pub fn standard() -> &'static Arc<LinearPolicy> {
        static TABLE: LazyLock<Arc<LinearPolicy>> = LazyLock::new(|| {
            let table = LinearPolicy::from_bytes(STANDARD);
            Arc::new(table.expect("the table in the program has the right size"))
        });
        &TABLE
    }

    /// The size of a table of weights in bytes.
    pub const BYTES: usize = 2 * PLACES;

    /// Reads a table of weights: one signed 16-bit integer for each feature, the lower byte first. 2048 stands for a
    /// logit of 1.
    ///
    /// # Errors
    /// If the number of bytes is not [`BYTES`](LinearPolicy::BYTES).
    pub fn from_bytes(bytes: &[u8]) -> Result<LinearPolicy, WrongSize> {
        if bytes.len() != LinearPolicy::BYTES {
            return Err(WrongSize(bytes.len()));
        }
        let pairs = bytes.chunks_exact(2);
        let weights = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Ok(LinearPolicy::new(weights.collect()))
    }

    /// A policy with the weights that `weight` gives by place in the table, in logits. They are rounded to the nearest
    /// multiple of 1 / [`UNIT`], and limited to the range of 16 bits.
    #[cfg(feature = "cli")]
    pub(crate) fn from_weights(weight: impl Fn(usize) -> f32) -> LinearPolicy {
        let weights = (0..PLACES).map(|place| (weight(place) * UNIT).round() as i16);
        LinearPolicy::new(weights.collect())
    }

    fn new(weights: Vec<i16>) -> LinearPolicy {
        // Without this the first search would spend its time on making the keys of patterns.
        patterns::prepare();
        let rings = RingWeights::new(|number| f32::from(weights[FIRST_RING + number]) / UNIT);
        let mut policy = LinearPolicy {
            rings,
            weights,
            patterns: PatternCache::new(),
            distances: [0; DISTANCE_CODES],
            offsets: Vec::new(),
        };
        policy.distances = std::array::from_fn(|code| policy.weight(distance_place(code)));
        let offsets = |number: usize| -> OffsetWeights {
            let weight = |rows: usize, columns: usize| {
                policy.weight(offset_place(number, columns as u32, rows as u32))
            };
            std::array::from_fn(|rows| {
                std::array::from_fn(|column| weight(rows, column.abs_diff(MOST_STEPS)))
            })
        };
        policy.offsets = (0..LAST_MOVES).map(offsets).collect();
        policy
    }

    /// Weights of moves for playouts, by the eight neighbours of the cell.
    pub(super) fn ring_weights(&self) -> &RingWeights {
        &self.rings
    }

    /// The sum of the weights of the patterns round a cell, in logits times [`UNIT`]. It is looked up in a cache, and
    /// computed if it is not there.
    #[inline]
    pub(super) fn pattern_weight(&self, window: Window) -> i32 {
        let places = || pattern_places(window);
        let sum = || places().map(|place| self.weight(place)).sum();
        self.patterns.get_or(window, sum)
    }

    /// The weight of a distance from the nearest own and enemy dot, in logits times [`UNIT`]. `code` is what
    /// [`distance_code`](super::features::PositionFeatures::distance_code) returns.
    #[inline]
    pub(super) fn distance_weight(&self, code: usize) -> i32 {
        self.distances[code % DISTANCE_CODES]
    }

    /// The weights of the offsets of moves in one row of points from a last move, by column from 0, in logits times
    /// [`UNIT`]. Row and columns are counted with those beside the board. `number` is 0 for the latest move.
    #[inline]
    pub(super) fn offset_weights(&self, number: usize, last: Point, row: usize) -> &[i32] {
        let rows = last.row().abs_diff(row);
        &self.offsets[number][rows][MOST_STEPS - last.column() as usize..]
    }

    #[inline]
    pub(super) fn weight(&self, place: u32) -> i32 {
        self.weights[place as usize].into()
    }

    /// The table of weights in the format that [`from_bytes`](LinearPolicy::from_bytes) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights
            .iter()
            .flat_map(|weight| weight.to_le_bytes())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::{Player, Size, Symmetry};
    use crate::notation::diagram;
    use crate::policy::Policy;
    use std::collections::BTreeMap;

    #[test]
    fn tables_are_read_back() {
        let table = LinearPolicy::standard();
        let bytes = table.to_bytes();
        assert_eq!(LinearPolicy::from_bytes(&bytes).as_ref(), Ok(&**table));
        assert_eq!(
            LinearPolicy::from_bytes(&bytes[2..]),
            Err(WrongSize(2 * PLACES - 2))
        );
    }

    /// The moves of `player` with their logits, by their cells.
    fn evaluated(board: &mut Board, player: Player) -> BTreeMap<Point, f32> {
        let (mut moves, before) = (Vec::new(), diagram::print(board));
        LinearPolicy::standard().evaluate(board, player, &mut moves);
        assert_eq!(diagram::print(board), before);
        moves
            .iter()
            .map(|found| (found.point, found.logit))
            .collect()
    }

    #[test]
    fn weights_do_not_depend_on_how_the_board_is_turned() {
        let mut rng = fastrand::Rng::with_seed(5);
        let size = Size::new(9, 8).unwrap();
        for _ in 0..20 {
            let mut plain = Board::new(size);
            let dots = rng.u32(4..50);
            plain.put_at_random(&mut rng, dots);
            for symmetry in Symmetry::all() {
                let mut turned = plain.image(symmetry, |player| player);
                for player in Player::ALL {
                    let images = evaluated(&mut plain, player).into_iter();
                    let images = images.map(|(point, logit)| (symmetry.point(point, size), logit));
                    let images: BTreeMap<Point, f32> = images.collect();
                    assert_eq!(images, evaluated(&mut turned, player), "{symmetry:?}");
                }
            }
        }
    }
}
