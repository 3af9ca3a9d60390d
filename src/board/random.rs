//! Random positions for tests.

use super::{Board, Rules};
use crate::geometry::{Player, random_item};
use fastrand::Rng;

/// The usual rules, and those by which empty bases are captured.
pub(super) const RULES: [Rules; 2] = [
    Rules {
        suicide: true,
        captures_empty_bases: false,
    },
    Rules {
        suicide: true,
        captures_empty_bases: true,
    },
];

impl Board {
    /// Puts `dots` dots of random players on random playable cells. It ends early if no cell is playable.
    pub(crate) fn put_at_random(&mut self, rng: &mut Rng, dots: u32) {
        for _ in 0..dots {
            self.put_one_at_random(rng);
        }
    }

    /// Puts dots of random players on random playable cells, until at most `free` cells are playable.
    pub(crate) fn fill_at_random(&mut self, rng: &mut Rng, free: u32) {
        while self.free().len() > free {
            self.put_one_at_random(rng);
        }
    }

    fn put_one_at_random(&mut self, rng: &mut Rng) {
        if let Some(cell) = random_item(rng, self.free()) {
            let player = random_item(rng, Player::ALL).expect("there are two players");
            self.play(cell, player);
        }
    }
}
