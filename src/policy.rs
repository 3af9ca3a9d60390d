//! How likely moves are to be good, before any search.
//!
//! A [`Policy`] gives each move of the player to move a logit. The softmax of the logits of all moves gives each move its
//! probability.
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
//! let best = moves.iter().max_by(|a, b| a.logit.total_cmp(&b.logit));
//! // The dot that captures.
//! assert_eq!(best.map(|best| best.point), Some(Point::new(3, 2)));
//! # Ok::<(), diagram::DiagramError>(())
//! ```

mod cache;
mod evaluator;
mod exponential;
mod features;
mod handcrafted;
mod importance;
mod linear;
mod patterns;
mod rings;

pub(crate) use exponential::{exp, softmax};
#[cfg(feature = "cli")]
pub(crate) use features::{Features, PLACES, for_each_move};
pub use handcrafted::HandcraftedPolicy;
pub use importance::ImportancePolicy;
#[cfg(feature = "cli")]
pub(crate) use linear::UNIT;
pub use linear::{LinearPolicy, WrongSize};
pub use rings::RingWeights;

use crate::board::{Board, EnclosingMove};
use crate::geometry::{Bitboard, Player, Point};

/// A move that a [`Policy`] considers, with its logit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The cell of the move.
    pub point: Point,
    /// Logit of the probability that the move is played, up to a number that is the same for all moves.
    pub logit: f32,
    /// Whether the move captures, or takes a cell where one dot of the opponent would capture.
    pub is_forcing: bool,
}

/// Gives each move of a player a logit, which depends only on the position, the player and the last moves. Those of
/// [`LinearPolicy`] may also depend on the order of the moves in rare positions. Logits are the same on every machine.
pub trait Policy: Send + Sync {
    /// Makes an evaluator for many positions, such as those of one search.
    fn evaluator(&self) -> Box<dyn Evaluator + '_>;

    /// Weights of moves that depend only on the eight neighbours of the cell, its ring. Playouts use them. `None` if
    /// the policy has none.
    fn rings(&self) -> Option<&RingWeights> {
        None
    }

    /// Evaluates one position with a new evaluator: replaces `moves` by the moves of `player` with their logits. See
    /// [`Evaluator::evaluate`].
    fn evaluate(&self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        self.evaluator().evaluate(board, player, moves);
    }

    /// The moves of `player` with their probabilities in [0, 1], which sum to 1: the softmax of the logits of
    /// [`evaluate`](Policy::evaluate). Empty if the policy lists no move.
    fn probabilities(&self, board: &mut Board, player: Player) -> Vec<(Point, f32)> {
        let mut moves = Vec::new();
        self.evaluate(board, player, &mut moves);
        let probabilities = softmax(moves.iter().map(|found| found.logit));
        let points = moves.iter().map(|found| found.point);
        points.zip(probabilities).collect()
    }

    /// Evaluates one position as [`evaluate`](Policy::evaluate) does, and asks `stop` now and then whether to give up.
    /// If `stop` returns true before the end, `moves` holds all moves, but their logits mean nothing. The default
    /// never asks: it is for policies that take less than a millisecond.
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

/// Evaluates positions one after the other. An evaluator may keep results, so that a position like the last one is
/// evaluated faster. What it keeps does not change the logits.
pub trait Evaluator: Send {
    /// Replaces `moves` by the moves of `player` that are worth a thought, with their logits. A policy may leave out
    /// moves that it never expects, even all of them. The learned policy lists, row by row, all moves outside of empty
    /// bases and all that capture. If there are none, it lists all legal moves, so that its list is empty only if the
    /// player has no legal move. The board is unchanged afterwards.
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>);
}

/// The cells of moves that are worth a thought: playable cells outside of empty bases, and cells where a dot of
/// `player` captures. If there is no such cell, all cells where he may put a dot; the set is empty if there is none of
/// these either. `enclosing` are his moves that capture or close an empty base.
fn reasonable_cells(board: &Board, player: Player, enclosing: &[EnclosingMove]) -> Bitboard {
    let mut cells = board.open_cells();
    for capture in enclosing.iter().filter(|found| found.captured > 0) {
        cells.insert(capture.point);
    }
    if cells.is_empty() {
        let legal = |&point: &Point| board.is_legal_for(point, player);
        cells = board.free().iter().filter(legal).collect();
    }
    cells
}
