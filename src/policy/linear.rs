//! A policy that adds up the learned weights of a move's features.

use super::features::{PLACES, for_each_move};
use super::{Candidate, Policy};
use crate::board::Board;
use crate::geometry::Player;

/// Units of a weight of 1 in a table.
pub const UNIT: f32 = 2048.0;

/// A table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearPolicy {
    weights: Vec<i16>,
}

/// A table has another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of weights has {expected} bytes, not {0}", expected = 2 * PLACES)]
pub struct WrongSize(usize);

impl LinearPolicy {
    /// Reads a table: for each place two bytes, the lower one first.
    ///
    /// # Errors
    /// If it is longer or shorter.
    pub fn from_bytes(bytes: &[u8]) -> Result<LinearPolicy, WrongSize> {
        if bytes.len() != 2 * PLACES {
            return Err(WrongSize(bytes.len()));
        }
        let pairs = bytes.chunks_exact(2);
        Ok(LinearPolicy {
            weights: pairs
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
        })
    }

    /// The table of these weights, rounded.
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
