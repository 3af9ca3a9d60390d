//! How good a cell looks by the eight cells round it alone: rough, but quick enough for playouts.

use super::exp;
use std::sync::LazyLock;

/// The cells round a cell, a bit for each: row by row from the upper left, without the one in the middle.
pub type Ring = u8;

/// Rings of own and enemy dots, of which none is another one turned or reflected.
pub const RINGS: usize = 8740;

/// The number of a ring: the same for all its symmetries.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let (mut numbers, mut next) = (vec![u16::MAX; 1 << 16], 0);
    for code in 0..numbers.len() {
        let least = symmetries(code).min().unwrap_or(code);
        if least == code {
            numbers[code] = next;
            next += 1;
        } else {
            // It is less, so it has its number.
            numbers[code] = numbers[least];
        }
    }
    numbers
});

/// The codes of a ring turned and reflected in all ways.
fn symmetries(code: usize) -> impl Iterator<Item = usize> {
    /// Which cell comes to lie in the place of each by a quarter of a turn, and by a reflection.
    const TURNED: [u32; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const REFLECTED: [u32; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let moved = |ring: u8, from: &[u32; 8]| {
        let bits = from
            .iter()
            .zip(0..)
            .map(|(&from, to)| (ring >> from & 1) << to);
        bits.fold(0, |all, bit| all | bit)
    };
    let mut rings = (code as u16).to_le_bytes();
    (0..8).map(move |number| {
        let from = if number == 4 { &REFLECTED } else { &TURNED };
        rings = rings.map(|ring| moved(ring, from));
        u16::from_le_bytes(rings).into()
    })
}

/// The number of the ring, if there is a dot in it.
pub(super) fn number(own: Ring, enemy: Ring) -> Option<usize> {
    let code = usize::from(own) | usize::from(enemy) << 8;
    (own != enemy).then(|| NUMBERS[code].into())
}

/// How much more likely than usual a cell is to be the next move, by the cells round it.
#[derive(Debug)]
pub struct RingWeights {
    /// By the own cells and, times 256, those of the opponent.
    weights: Box<[u16]>,
}

impl RingWeights {
    /// The weight of a cell that is as likely as cells next to dots are on average.
    pub const USUAL: u32 = 256;

    /// The weights of which these are the logarithms, by number.
    pub(super) fn new(logarithms: impl Fn(usize) -> f32) -> RingWeights {
        let weights = (0..=u16::MAX).map(|code| {
            let [own, enemy] = code.to_le_bytes();
            let logarithm = number(own, enemy).map_or(0.0, &logarithms);
            // Too large ones are as large as there is room for.
            (exp(logarithm) * Self::USUAL as f32) as u16
        });
        RingWeights {
            weights: weights.collect(),
        }
    }

    /// The weight of a cell for a player: his dots round it, those of the opponent, and in both the cells
    /// that nobody can play.
    #[inline]
    pub fn get(&self, own: Ring, enemy: Ring) -> u32 {
        self.weights[usize::from(own) | usize::from(enemy) << 8].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_numbered_without_gaps() {
        let largest = NUMBERS.iter().copied().max();
        assert_eq!(largest.map(usize::from), Some(RINGS - 1));
        let is_kept = |code: usize| symmetries(code).all(|other| NUMBERS[other] == NUMBERS[code]);
        assert!((0..1 << 16).all(is_kept));
        // One dot at a corner, or at a side, is the same ring wherever it is.
        let corners = [0, 2, 5, 7].map(|bit| number(1 << bit, 0));
        let sides = [1, 3, 4, 6].map(|bit| number(1 << bit, 0));
        assert!(corners.iter().all(|&number| number == corners[0]));
        assert!(sides.iter().all(|&number| number == sides[0]));
        assert_ne!(corners[0], sides[0]);
        assert_eq!(number(0b11, 0b11), None);
    }
}
