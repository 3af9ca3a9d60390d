//! A policy that adds up the learned weights of a move's features.

use super::features::{PLACES, for_each_move};
use super::{Candidate, Policy, patterns};
use crate::board::Board;
use crate::geometry::Player;
use std::sync::{Arc, LazyLock};

/// Units of a weight of 1 in a table.
pub const UNIT: f32 = 2048.0;

/// A table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearPolicy {
    weights: Vec<i16>,
}

/// The weights that were learned; weights.md tells how.
static STANDARD: &[u8] = include_bytes!("weights.bin");

/// A table has another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of weights has {expected} bytes, not {0}", expected = 2 * PLACES)]
pub struct WrongSize(usize);

impl LinearPolicy {
    /// The policy that was learned from games of the engine against itself.
    pub fn standard() -> Arc<LinearPolicy> {
        static TABLE: LazyLock<Arc<LinearPolicy>> = LazyLock::new(|| {
            let table = LinearPolicy::from_bytes(STANDARD);
            Arc::new(table.expect("the table in the program has the right size"))
        });
        TABLE.clone()
    }

    /// Reads a table: for each place two bytes, the lower one first.
    ///
    /// # Errors
    /// If it is longer or shorter.
    pub fn from_bytes(bytes: &[u8]) -> Result<LinearPolicy, WrongSize> {
        if bytes.len() != 2 * PLACES {
            return Err(WrongSize(bytes.len()));
        }
        let pairs = bytes.chunks_exact(2);
        // The first move should not have to wait for them.
        patterns::prepare();
        Ok(LinearPolicy {
            weights: pairs
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
        })
    }

    /// The table of these weights, rounded.
    ///
    /// # Errors
    /// If there are not as many as a table has places.
    pub fn from_weights(weights: &[f32]) -> Result<LinearPolicy, WrongSize> {
        if weights.len() != PLACES {
            return Err(WrongSize(2 * weights.len()));
        }
        Ok(LinearPolicy {
            weights: weights
                .iter()
                .map(|weight| (weight * UNIT).round() as i16)
                .collect(),
        })
    }

    /// The table as [`from_bytes`](LinearPolicy::from_bytes) reads it.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights
            .iter()
            .flat_map(|weight| weight.to_le_bytes())
            .collect()
    }
}

impl Policy for LinearPolicy {
    fn weigh(&self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        moves.clear();
        for_each_move(board, player, |point, is_forcing, features| {
            let weights = features
                .places()
                .iter()
                .map(|&place| i32::from(self.weights[place as usize]));
            // A sum of whole numbers: the same on every machine.
            let sum: i32 = weights.sum();
            moves.push(Candidate {
                point,
                weight: sum as f32 / UNIT,
                is_forcing,
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Size};
    use crate::notation::diagram;

    #[test]
    fn tables_are_read_back() {
        let table = LinearPolicy::standard();
        let bytes = table.to_bytes();
        assert_eq!(LinearPolicy::from_bytes(&bytes).as_ref(), Ok(&*table));
        assert_eq!(
            LinearPolicy::from_bytes(&bytes[2..]),
            Err(WrongSize(2 * PLACES - 2))
        );
    }

    #[test]
    fn weights_do_not_depend_on_how_the_board_is_turned() {
        let mut rng = fastrand::Rng::with_seed(5);
        let size = Size::new(9, 9).unwrap();
        for _ in 0..20 {
            let mut boards = [Board::new(size), Board::new(size)];
            let turn = |point: Point| Point::new(8 - point.y(), point.x());
            for number in 0..rng.usize(4..50) {
                let cells: Vec<Point> = boards[0].free().iter().collect();
                let Some(&cell) = rng.choice(&cells) else {
                    break;
                };
                boards[0].play(cell, Player::ALL[number % 2]);
                boards[1].play(turn(cell), Player::ALL[number % 2]);
            }
            let before = boards.each_ref().map(diagram::print);
            let [plain, turned] = boards.each_mut().map(|board| {
                let mut moves = Vec::new();
                LinearPolicy::standard().weigh(board, Player::First, &mut moves);
                moves
            });
            assert_eq!(boards.each_ref().map(diagram::print), before);
            assert_eq!(plain.len(), turned.len());
            for found in &plain {
                let image = turned.iter().find(|image| image.point == turn(found.point));
                assert_eq!(image.map(|image| image.weight), Some(found.weight));
            }
        }
    }
}
