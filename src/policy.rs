//! Which moves are likely to be good, before any search: what a tree search looks at first.
//!
//! A [`Policy`] weighs the moves of a position for the player to move. Weights are logits: the
//! likelihood of a move is the exponential of its weight, over the sum for all moves.
//!
//! ```
//! use tochki::policy::{HandcraftedPolicy, Policy};
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
//! HandcraftedPolicy::default().evaluate(&mut board, Player::First, &mut moves);
//! let best = moves.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
//! assert_eq!(best.map(|best| best.point), Some(Point::new(3, 2)));
//! # Ok::<(), diagram::DiagramError>(())
//! ```

mod cache;
mod evaluator;
mod exponential;
pub mod features;
mod handcrafted;
mod linear;
mod patterns;
mod rings;

pub use exponential::{exp, softmax, softmax_of};
pub use handcrafted::HandcraftedPolicy;
pub use linear::{LinearPolicy, UNIT, WrongSize};
pub use rings::RingWeights;

use crate::board::{Board, EnclosingMove};
use crate::geometry::{Bitboard, Player, Point};

/// A move with how good it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// The logit of its likelihood; where likelihoods were made of all weights of a position, the
    /// likelihood.
    pub weight: f32,
    /// Whether it captures, or takes a capture away from the opponent.
    pub is_forcing: bool,
}

/// What tells how good moves look. The same position and last moves give the same weights on every machine.
pub trait Policy: Send + Sync {
    /// A judge for many positions, of one search for instance.
    fn evaluator(&self) -> Box<dyn Evaluator + '_>;

    /// How good cells look by what is round them alone, if that is known.
    fn rings(&self) -> Option<&RingWeights> {
        None
    }

    /// Judges one position.
    fn evaluate(&self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        self.evaluator().evaluate(board, player, moves);
    }

    /// Judges one position unless `stop` says so before that is done: then all moves are there, but the weights mean
    /// nothing. A policy that takes a millisecond and more asks every now and then.
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

/// A policy with what it keeps from position to position, so that similar ones are judged faster; the
/// weights are the same.
pub trait Evaluator: Send {
    /// Replaces `moves` by all moves of `player` that are worth a thought, row by row: at least
    /// one if there is any. The board is as before afterwards.
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>);
}

/// The cells that are worth a thought: playable, and in no empty base unless a dot there captures.
/// If there are no others, all cells that the rules let the player play.
fn sensible_cells(board: &Board, player: Player, enclosing: &[EnclosingMove]) -> Bitboard {
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
