//! The moves that a position in the tree keeps, with their priors.

use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use crate::policy::{Candidate, softmax};

/// The number of moves kept in a position of the tree, the most likely ones: benches/ingredients.md.
const MOST_MOVES: usize = 40;
/// The number of other moves kept in a position: the most likely of those far from the last two moves. The policy
/// expects answers nearby. benches/ingredients.md has the match.
const FAR_MOVES: usize = 4;
/// A move is far from another if its distance is greater than this, in steps of a king.
/// Not measured: benches/ingredients.md.
const MOVE_NEARBY: u32 = 5;
/// The least prior of a forcing move: one that captures, or takes a cell where the opponent would capture:
/// benches/ingredients.md.
const FORCING: f32 = 0.01;

/// A move with its prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PriorMove {
    pub(super) point: Point,
    /// The probability, in [0, 1], that the move is played. Forcing moves have at least [`FORCING`], so the priors of a
    /// position may sum to more than 1.
    pub(super) prior: f32,
}

/// The moves that a position keeps: the [`MOST_MOVES`] most likely of the `candidates` of its policy, and the
/// [`FAR_MOVES`] most likely of those far from the last two moves. The most likely comes first. The board has the
/// position.
pub(super) fn moves_with_priors(candidates: &[Candidate], board: &Board) -> Vec<PriorMove> {
    let moves = candidates.iter().zip(priors(candidates));
    let mut ranks: Vec<Rank> = moves
        .map(|(found, prior)| Rank::of(found.point, prior))
        .collect();
    if ranks.len() > MOST_MOVES {
        ranks.select_nth_unstable(MOST_MOVES);
        keep_far(&mut ranks, board);
    }
    ranks.sort_unstable();
    ranks.into_iter().map(Rank::prior_move).collect()
}

/// The priors of moves: the softmax of their logits, and at least [`FORCING`] for forcing moves.
fn priors(candidates: &[Candidate]) -> Vec<f32> {
    let mut priors = softmax(candidates.iter().map(|found| found.logit));
    for (prior, found) in priors.iter_mut().zip(candidates) {
        if found.is_forcing {
            *prior = prior.max(FORCING);
        }
    }
    priors
}

/// A move and its prior as a number that is quick to compare. A more likely move has a smaller number. Equally likely
/// moves are in the order of their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    /// A number above that of every move.
    const NONE: Rank = Rank(u64::MAX);

    /// The upper half of the number is the complement of the bits of the prior, the lower half has the point.
    fn of(point: Point, prior: f32) -> Rank {
        // Floats that are not negative are in the order of their bits.
        Rank(u64::from(!prior.to_bits()) << 32 | point.index() as u64)
    }

    fn point(self) -> Point {
        Point::from_index(self.0 as u32 as usize)
    }

    fn prior_move(self) -> PriorMove {
        PriorMove {
            point: self.point(),
            prior: f32::from_bits(!((self.0 >> 32) as u32)),
        }
    }
}

/// Removes moves beyond the first [`MOST_MOVES`], which must be the most likely ones. It keeps the [`FAR_MOVES`] most
/// likely of those that are far from the last two moves.
fn keep_far(ranks: &mut Vec<Rank>, board: &Board) {
    let mut near = Bitboard::EMPTY;
    for last in board.moves().rev().take(2) {
        near.insert_square(last.point, MOVE_NEARBY);
    }
    let mut far = [Rank::NONE; FAR_MOVES];
    for rank in ranks.drain(MOST_MOVES..) {
        if rank < far[FAR_MOVES - 1] && !near.contains(rank.point()) {
            far[FAR_MOVES - 1] = rank;
            far.sort_unstable();
        }
    }
    ranks.extend(far.into_iter().filter(|&rank| rank != Rank::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    /// The moves that `moves_with_priors` should return, found by a sort of all moves.
    fn slow_moves(candidates: &[Candidate], board: &Board) -> Vec<PriorMove> {
        let moves = candidates.iter().zip(priors(candidates));
        let mut moves: Vec<PriorMove> = moves
            .map(|(found, prior)| PriorMove {
                point: found.point,
                prior,
            })
            .collect();
        moves.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.point.cmp(&b.point)));
        let is_far = |found: &PriorMove| {
            let mut last = board.moves().rev().take(2);
            last.all(|last| found.point.chebyshev(last.point) > MOVE_NEARBY)
        };
        let far = moves.iter().copied().skip(MOST_MOVES).filter(is_far);
        let far: Vec<PriorMove> = far.take(FAR_MOVES).collect();
        moves.truncate(MOST_MOVES);
        moves.extend(far);
        moves
    }

    #[test]
    fn the_likeliest_moves_and_some_far_ones_are_kept() {
        let mut rng = fastrand::Rng::with_seed(8);
        for dots in 0..30 {
            let mut board = Board::new(Size::new(13, 12).unwrap());
            board.put_at_random(&mut rng, dots);
            let candidate = |point| Candidate {
                point,
                logit: rng.i32(-6..6) as f32,
                is_forcing: rng.u32(..20) == 0,
            };
            let candidates: Vec<Candidate> = board.free().iter().map(candidate).collect();
            assert_eq!(
                moves_with_priors(&candidates, &board),
                slow_moves(&candidates, &board)
            );
        }
    }

    #[test]
    fn forcing_moves_are_never_unlikely() {
        let candidate = |x, logit, is_forcing| Candidate {
            point: Point::new(x, 0),
            logit,
            is_forcing,
        };
        let candidates = [
            candidate(0, 9.0, false),
            candidate(1, 0.0, true),
            candidate(2, 0.0, false),
        ];
        let found = moves_with_priors(&candidates, &Board::new(Size::new(9, 9).unwrap()));
        assert!(found[0].prior > 0.99 && found[1].prior == FORCING && found[2].prior < FORCING);
    }
}
