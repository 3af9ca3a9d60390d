//! The weights of all moves of a position, faster if it is like the last one.
//!
//! From one position of a search to the next most cells keep what is round them: what that weighs is
//! kept. What depends on the last moves, on captures and on groups is asked only where there is any of it.

use super::features::{LAST_MOVES, NEARBY, Position, Sink};
use super::linear::{LinearPolicy, UNIT};
use super::patterns::{Surroundings, Window};
use super::{Candidate, Evaluator, Policy, RingWeights};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

/// How many cells are weighed between two questions whether to stop.
const CELLS_PER_QUESTION: usize = 64;

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

/// Weights by cell.
type Weights = Box<[i32; Point::COUNT]>;

/// Judges positions by a table of weights.
pub(super) struct LinearEvaluator<'a> {
    policy: &'a LinearPolicy,
    /// The last position of each player.
    seen: [Seen; 2],
    /// What else the moves weigh that few of them have.
    rare: Weights,
}

/// What is round the cells of a position, and what that weighs with how far they are from the edge.
struct Seen {
    position: Option<(Size, Surroundings)>,
    weights: Weights,
}

impl<'a> LinearEvaluator<'a> {
    pub(super) fn new(policy: &'a LinearPolicy) -> LinearEvaluator<'a> {
        LinearEvaluator {
            policy,
            seen: [Seen::nothing(), Seen::nothing()],
            rare: Box::new([0; Point::COUNT]),
        }
    }

    /// Finds what few moves have: being near to one of the last moves, to a capture or to several groups.
    fn weigh_rare(&mut self, position: &Position) {
        let policy = self.policy;
        self.rare.fill(0);
        let mut add = |cells: Bitboard, describe: &dyn Fn(Point, &mut Sum)| {
            for point in (cells & position.cells).iter() {
                let mut sum = Sum { policy, sum: 0 };
                describe(point, &mut sum);
                self.rare[point.index()] += sum.sum;
            }
        };
        for (number, last) in position.last() {
            let nearby = Bitboard::from_iter([last]).grown_by(NEARBY);
            add(nearby, &|point, sum| {
                position.describe_nearby(point, number, last, sum);
            });
        }
        add(position.captures, &|point, sum| {
            position.describe_captures(point, sum);
        });
        add(position.cells_near_dots(), &|point, sum| {
            position.describe_groups(point, sum);
        });
    }
}

impl Evaluator for LinearEvaluator<'_> {
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        self.evaluate_unless(board, player, moves, &mut || false);
    }
}

impl LinearEvaluator<'_> {
    /// As [`Policy::evaluate_unless`](super::Policy::evaluate_unless).
    pub(super) fn evaluate_unless(
        &mut self,
        board: &mut Board,
        player: Player,
        moves: &mut Vec<Candidate>,
        stop: &mut dyn FnMut() -> bool,
    ) {
        let size = board.size();
        let position = Position::new(board, player);
        self.weigh_rare(&position);
        let policy = self.policy;
        let seen = &mut self.seen[player.index()];
        seen.look_at(policy, &position, size, stop);
        let mut last = [None; LAST_MOVES];
        position
            .last()
            .for_each(|(number, point)| last[number] = Some(point));
        moves.clear();
        moves.extend(position.cells.iter().map(|point| {
            let mut sum = seen.weights[point.index()] + self.rare[point.index()];
            sum += policy.distance_weight(position.distance(point));
            for (number, last) in last.iter().enumerate() {
                if let Some(last) = last {
                    sum += policy.far_weight(number, point.chebyshev(*last));
                }
            }
            Candidate {
                point,
                weight: sum as f32 / UNIT,
                is_forcing: position.is_forcing(point),
            }
        }));
    }
}

impl Seen {
    fn nothing() -> Seen {
        Seen {
            position: None,
            weights: Box::new([0; Point::COUNT]),
        }
    }

    /// Weighs what is round the cells of a position where that has changed. `stop` is asked every few microseconds;
    /// then nothing is taken to be seen.
    fn look_at(
        &mut self,
        policy: &LinearPolicy,
        position: &Position,
        size: Size,
        stop: &mut dyn FnMut() -> bool,
    ) {
        let mut changed = position.free();
        if let Some((_, before)) = self.position.as_ref().filter(|seen| seen.0 == size) {
            changed &= position.surroundings.changed_since(before);
        }
        for (number, point) in changed.iter().enumerate() {
            if number % CELLS_PER_QUESTION == CELLS_PER_QUESTION - 1 && stop() {
                self.position = None;
                return;
            }
            let mut sum = Sum { policy, sum: 0 };
            position.describe_place(point, &mut sum);
            self.weights[point.index()] = sum.sum;
        }
        self.position = Some((size, position.surroundings.clone()));
    }
}

/// The weights of a move's features: a sum of whole numbers, the same on every machine.
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

    /// The moves with the weights of all their features.
    fn slow_moves(policy: &LinearPolicy, board: &mut Board, player: Player) -> Vec<Candidate> {
        let mut moves = Vec::new();
        for_each_move(board, player, |point, is_forcing, features| {
            let weights = features.places().iter().map(|&place| policy.weight(place));
            moves.push(Candidate {
                point,
                weight: weights.sum::<i32>() as f32 / UNIT,
                is_forcing,
            });
        });
        moves
    }

    #[test]
    fn weights_are_those_of_the_features_whatever_was_judged_before() {
        let policy = LinearPolicy::standard();
        let (mut judge, mut moves) = (policy.evaluator(), Vec::new());
        let mut rng = fastrand::Rng::with_seed(6);
        for width in [11, 20, 11, 9] {
            let mut board = Board::new(Size::new(width, 9).unwrap());
            for _ in 0..150 {
                // Back and forth, as in a search.
                let back = rng.usize(..8);
                for _ in 0..back {
                    board.undo();
                }
                let dots = rng.u32(..10);
                board.put_at_random(&mut rng, dots);
                let player = Player::ALL[rng.usize(..2)];
                judge.evaluate(&mut board, player, &mut moves);
                assert_eq!(moves, slow_moves(policy, &mut board, player));
            }
        }
    }
}
