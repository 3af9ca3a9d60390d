//! How likely moves are to be good, before any search.
//!
//! A [`Policy`] gives each move of the player to move a weight. Weights are logits: the softmax of the
//! weights of all moves is their probability.
//!
//! ```
//! use tochki::policy::{LinearPolicy, Policy};
//! use tochki::{Player, Point, notation::diagram};
//!
//! let mut board = diagram::parse("
//!     . . . . .
//!     . . 0 . .
//!     . 0 1 . .
//!     . . 0 . .
//!     . . . . .
//! ")?;
//! let mut moves = Vec::new();
//! LinearPolicy::standard().evaluate(&mut board, Player::First, &mut moves);
//! let best = moves.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
//! // The dot that captures.
//! assert_eq!(best.map(|best| best.point), Some(Point::new(3, 2)));
//! # Ok::<(), diagram::DiagramError>(())
//! ```

mod cache;
mod evaluator;
mod exponential;
mod features;
mod handcrafted;
mod linear;
mod patterns;
mod rings;

pub(crate) use exponential::{exp, softmax};
#[cfg(feature = "cli")]
pub(crate) use features::{Features, PLACES, for_each_move};
pub use handcrafted::HandcraftedPolicy;
#[cfg(feature = "cli")]
pub(crate) use linear::UNIT;
pub use linear::{LinearPolicy, WrongSize};
pub use rings::RingWeights;

use crate::board::{Board, EnclosingMove};
use crate::geometry::{Bitboard, Player, Point};

/// A move with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where the dot is put.
    pub point: Point,
    /// Logit of the probability that the move is played. A search replaces it by the probability.
    pub weight: f32,
    /// Whether the dot captures, or takes a cell where a dot of the opponent would capture.
    pub is_forcing: bool,
}

/// Gives moves their weights. The weights depend on the position and its last moves only, and are the
/// same on every machine.
pub trait Policy: Send + Sync {
    /// An evaluator for many positions, such as those of one search.
    fn evaluator(&self) -> Box<dyn Evaluator + '_>;

    /// Weights of cells by their eight neighbours alone, for playouts, if the policy has them.
    fn rings(&self) -> Option<&RingWeights> {
        None
    }

    /// Evaluates one position. See [`Evaluator::evaluate`].
    fn evaluate(&self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        self.evaluator().evaluate(board, player, moves);
    }

    /// Evaluates one position. If `stop` returns true before the end, all moves are there but their
    /// weights mean nothing. A policy that takes a millisecond or more calls `stop` now and then.
    fn evaluate_unless(
        &self,
        board: &mut Board,
        player: Player,
        moves: &mut Vec<Candidate>,
        _stop: &mut dyn FnMut() -> bool,
    ) {
        self.evaluate(board, player, moves);
    }
}

/// Evaluates positions one after the other. It may keep results, so that similar positions are evaluated
/// faster. The weights do not depend on that.
pub trait Evaluator: Send {
    /// Replaces `moves` by the reasonable moves of `player`, row by row: at least one if there is a legal
    /// move. The board is unchanged afterwards.
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>);
}

/// The cells of reasonable moves: playable cells outside of empty bases, and cells where a dot captures.
/// All legal cells if there is none of these.
fn reasonable_cells(board: &Board, player: Player, enclosing: &[EnclosingMove]) -> Bitboard {
    let [first, second] = Player::ALL.map(|player| *board.empty_base(player));
    let mut cells = *board.free() - first - second;
    for capture in enclosing.iter().filter(|found| found.captured > 0) {
        cells.insert(capture.point);
    }
    if cells.is_empty() {
        let legal = |&point: &Point| board.is_legal_for(point, player);
        cells = board.free().iter().filter(legal).collect();
    }
    cells
}
