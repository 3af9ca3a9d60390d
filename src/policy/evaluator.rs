//! The evaluator of the linear policy. It is faster if a position is like the last one for the same player.
//!
//! From one position of a search to the next, most cells keep the pattern round them. The sums of the weights of these
//! patterns are kept from the last position. Features of nearby last moves, captures and clusters are looked up only for
//! the few cells that have them.

use super::features::{PositionFeatures, Sink};
use super::linear::{LinearPolicy, UNIT};
use super::patterns::{MARK_REACH, Surroundings, Window};
use super::{Candidate, Evaluator, Policy, RingWeights};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

/// Number of cells that are evaluated between two calls of `stop`.
const CELLS_PER_CHECK: usize = 64;

impl Policy for LinearPolicy {
    fn evaluator(&self) -> Box<dyn Evaluator + '_> {
        Box::new(LinearEvaluator::new(self))
    }

    fn rings(&self) -> Option<&RingWeights> {
        Some(self.ring_weights())
    }

    fn evaluate_unless(
        &self,
        board: &mut Board,
        player: Player,
        moves: &mut Vec<Candidate>,
        stop: &mut dyn FnMut() -> bool,
    ) {
        LinearEvaluator::new(self).evaluate_unless(board, player, moves, stop);
    }
}

/// Number of points in a row of points, with those beside the board.
const ROW: usize = 64;

/// Sums of weights of features by cell, in logits times [`UNIT`].
type Weights = Box<[i32; Point::COUNT]>;

/// Evaluates positions by the table of weights of a linear policy.
pub(super) struct LinearEvaluator<'a> {
    policy: &'a LinearPolicy,
    /// For each player, the last position in which his moves were evaluated.
    last: [LastPosition; 2],
    /// By cell, the sum of the weights of the features that are not kept from the last position: offsets from the last
    /// moves, captures and clusters.
    others: Weights,
}

/// The last position that was evaluated for one player. `weights` are the sums of the weights of patterns and distances
/// from the edge by cell. `position` is `None` before the first position, and after an evaluation that was stopped.
struct LastPosition {
    position: Option<(Size, Surroundings)>,
    weights: Weights,
}

impl<'a> LinearEvaluator<'a> {
    pub(super) fn new(policy: &'a LinearPolicy) -> LinearEvaluator<'a> {
        LinearEvaluator {
            policy,
            last: [LastPosition::none(), LastPosition::none()],
            others: Box::new([0; Point::COUNT]),
        }
    }

    /// Sets `others` to the weights of the offsets from the last moves, row by row.
    fn set_offsets(&mut self, position: &PositionFeatures, size: Size) {
        let columns = size.width() as usize + 1;
        let rows = self.others[..position.points_end()].chunks_exact_mut(ROW);
        // Row 0 has no cell.
        for (row, sums) in rows.enumerate().skip(1) {
            let sums = &mut sums[..columns];
            sums.fill(0);
            for (number, last) in position.last() {
                add_all(sums, self.policy.offset_weights(number, last, row));
            }
        }
    }

    /// Adds to `others` the sums of the weights of the features that few cells have: patterns near last moves, captures,
    /// empty bases and clusters.
    fn add_rare(&mut self, position: &PositionFeatures) {
        let policy = self.policy;
        let mut add = |cells: Bitboard, describe: &dyn Fn(Point, &mut Sum)| {
            for point in (cells & position.cells).iter() {
                let mut sum = Sum { policy, sum: 0 };
                describe(point, &mut sum);
                self.others[point.index()] += sum.sum;
            }
        };
        let mut nearby = Bitboard::EMPTY;
        for (_, last) in position.last() {
            nearby.insert_square(last, MARK_REACH as u32);
        }
        add(nearby, &|point, sum| {
            let ring = position.ring(point);
            for (number, last) in position.last() {
                position.describe_nearby(point, ring, number, last, sum);
            }
        });
        add(position.enclosing, &|point, sum| {
            position.describe_captures(point, sum);
        });
        add(position.cells_with_several_arcs(), &|point, sum| {
            position.describe_clusters(point, sum);
        });
    }
}

/// Adds each weight to the sum in the same place.
fn add_all(sums: &mut [i32], weights: &[i32]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight;
    }
}

impl Evaluator for LinearEvaluator<'_> {
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        self.evaluate_unless(board, player, moves, &mut || false);
    }
}

impl LinearEvaluator<'_> {
    /// Replaces `moves` by the moves of `player` that are worth a thought, with their logits, row by row. If `stop`
    /// returns true before the end, all moves are there, but their logits mean nothing. The board is unchanged
    /// afterwards.
    pub(super) fn evaluate_unless(
        &mut self,
        board: &mut Board,
        player: Player,
        moves: &mut Vec<Candidate>,
        stop: &mut dyn FnMut() -> bool,
    ) {
        let size = board.size();
        let position = PositionFeatures::new(board, player);
        self.set_offsets(&position, size);
        self.add_rare(&position);
        let policy = self.policy;
        let cached = &mut self.last[player.index()];
        cached.update(policy, &position, size, stop);
        moves.clear();
        moves.extend(position.cells.iter().map(|point| {
            let distance = policy.distance_weight(position.distance_code(point));
            let sum = cached.weights[point.index()] + self.others[point.index()] + distance;
            Candidate {
                point,
                logit: sum as f32 / UNIT,
                is_forcing: position.is_forcing(point),
            }
        }));
    }
}

impl LastPosition {
    fn none() -> LastPosition {
        LastPosition {
            position: None,
            weights: Box::new([0; Point::COUNT]),
        }
    }

    /// Recomputes the weights of patterns and distances from the edge, for cells whose surroundings differ from those
    /// in the last position. If `stop` returns true, the weights are incomplete and are recomputed for all cells next
    /// time.
    fn update(
        &mut self,
        policy: &LinearPolicy,
        position: &PositionFeatures,
        size: Size,
        stop: &mut dyn FnMut() -> bool,
    ) {
        let mut changed = position.free();
        // If the evaluation is stopped, there is no last position.
        if let Some((_, before)) = self.position.take().filter(|last| last.0 == size) {
            changed &= position.surroundings.changed_since(&before);
        }
        for (number, point) in changed.iter().enumerate() {
            if number % CELLS_PER_CHECK == CELLS_PER_CHECK - 1 && stop() {
                return;
            }
            let mut sum = Sum { policy, sum: 0 };
            position.describe_place(point, &mut sum);
            self.weights[point.index()] = sum.sum;
        }
        self.position = Some((size, position.surroundings.clone()));
    }
}

/// Adds up the weights of the features of a move. A weight is an integer, its logit times [`UNIT`], so that the sum is
/// equal on every machine.
struct Sum<'a> {
    policy: &'a LinearPolicy,
    sum: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn patterns(&mut self, window: Window) {
        self.sum += self.policy.pattern_weight(window);
    }

    #[inline]
    fn feature(&mut self, place: u32) {
        self.sum += self.policy.weight(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::features::for_each_move;

    /// The moves of `player` that the evaluator lists, with the weights of all their features added one by one and
    /// without a cache.
    fn slow_moves(policy: &LinearPolicy, board: &mut Board, player: Player) -> Vec<Candidate> {
        let mut moves = Vec::new();
        for_each_move(board, player, |point, is_forcing, features| {
            let weights = features.places().iter().map(|&place| policy.weight(place));
            moves.push(Candidate {
                point,
                logit: weights.sum::<i32>() as f32 / UNIT,
                is_forcing,
            });
        });
        moves
    }

    #[test]
    fn weights_are_sums_over_the_features_whatever_was_evaluated_before() {
        let policy = LinearPolicy::standard();
        let (mut evaluator, mut moves) = (policy.evaluator(), Vec::new());
        let mut rng = fastrand::Rng::with_seed(6);
        for (width, height) in [(11, 9), (20, 9), (11, 9), (9, 22)] {
            let mut board = Board::new(Size::new(width, height).unwrap());
            for _ in 0..150 {
                // Moves are taken back and made, as in a search.
                let back = rng.usize(..8);
                for _ in 0..back {
                    board.undo();
                }
                let dots = rng.u32(..10);
                board.put_at_random(&mut rng, dots);
                let player = Player::ALL[rng.usize(..2)];
                evaluator.evaluate(&mut board, player, &mut moves);
                assert_eq!(moves, slow_moves(policy, &mut board, player));
            }
        }
    }

    #[test]
    fn a_stopped_evaluation_leaves_no_weights_behind() {
        let policy = LinearPolicy::standard();
        let (mut evaluator, mut moves) = (LinearEvaluator::new(policy), Vec::new());
        let [mut first, mut second] = [1, 2].map(|seed| {
            let mut board = Board::new(Size::default());
            board.put_at_random(&mut fastrand::Rng::with_seed(seed), 300);
            board
        });
        evaluator.evaluate(&mut first, Player::First, &mut moves);
        let expected = moves.clone();
        evaluator.evaluate_unless(&mut second, Player::First, &mut moves, &mut || true);
        evaluator.evaluate(&mut first, Player::First, &mut moves);
        assert_eq!(moves, expected);
    }
}
