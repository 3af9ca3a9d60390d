//! All features of each move, as a list of places in the table of weights. Training uses the list, and tests check the
//! evaluator against it.

use super::{PositionFeatures, Sink, pattern_places};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::patterns::Window;
use crate::policy::rings;

/// A move has at most this many features.
const MOST_FEATURES: usize = 24;

/// The features of one move, as places in the table of weights.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    places: [u32; MOST_FEATURES],
    count: usize,
    ring: Option<usize>,
}

/// Calls `found` for each move of `player` that is worth a thought, row by row: moves outside of empty bases and
/// captures, or all legal moves if there are none. `found` gets the move, whether the move is
/// [forcing](super::super::Candidate::is_forcing), and its features. The board is unchanged afterwards.
pub(crate) fn for_each_move(
    board: &mut Board,
    player: Player,
    mut found: impl FnMut(Point, bool, &Features),
) {
    let position = PositionFeatures::new(board, player);
    for point in &position.cells {
        let mut features = Features {
            places: [0; MOST_FEATURES],
            count: 0,
            ring: None,
        };
        position.describe(point, &mut features);
        found(point, position.is_forcing(point), &features);
    }
}

impl Features {
    /// The place in the table of weights for the eight neighbours of the move. `None` if none of them has a live dot.
    /// This place is not among [`places`](Features::places).
    #[cfg(feature = "cli")]
    pub(crate) fn ring(&self) -> Option<usize> {
        self.ring
    }

    /// The places of the features in the table of weights, without that of the ring. Two may be equal.
    pub(crate) fn places(&self) -> &[u32] {
        &self.places[..self.count]
    }
}

impl Sink for Features {
    fn patterns(&mut self, window: Window) {
        let [own, enemy] = window.rings();
        self.ring = rings::number(own, enemy).map(|number| super::FIRST_RING + number);
        for place in pattern_places(window) {
            self.feature(place);
        }
    }

    fn feature(&mut self, place: u32) {
        self.places[self.count] = place;
        self.count += 1;
    }
}
