//! Weights of moves that depend only on the eight neighbours of the cell, its *ring*. They are rough, but fast enough
//! for playouts.

use super::exp;
use crate::geometry::{NeighbourMask, neighbour_symmetries, neighbours_of_cells};
use std::sync::LazyLock;

/// Number of rings with at least one dot. Rings that a rotation or reflection turns into each other count once.
pub(super) const RINGS: usize = 8689;

/// The number of each ring by its code. The code is the set of own dots, plus 256 times the set of enemy dots; a cell that
/// cannot be played is in both sets. All images of a ring under rotation and reflection have one number. `u16::MAX` stands
/// for a ring without dots.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let (mut numbers, mut next) = (vec![u16::MAX; 1 << 16], 0);
    for code in 0..=u16::MAX {
        let [own, enemy] = code.to_le_bytes();
        if own == enemy || numbers[usize::from(code)] != u16::MAX {
            continue;
        }
        for pair in neighbour_symmetries(own)
            .into_iter()
            .zip(neighbour_symmetries(enemy))
        {
            numbers[usize::from(u16::from_le_bytes(pair.into()))] = next;
        }
        next += 1;
    }
    numbers
});

/// The number of a ring, below [`RINGS`]. `None` if there is no dot in the ring. `own` and `enemy` are the cells with dots
/// of the player and of his opponent; a cell that cannot be played is in both.
pub(super) fn number(own: NeighbourMask, enemy: NeighbourMask) -> Option<usize> {
    let code = u16::from_le_bytes([own, enemy]);
    (own != enemy).then(|| NUMBERS[usize::from(code)].into())
}

/// How likely a cell is to be the next move, judged by its eight neighbours alone. Playouts draw moves by these
/// weights.
#[derive(Debug)]
pub struct RingWeights {
    /// By the eight cells round the cell, as [`get`](RingWeights::get) takes them.
    weights: Box<[u16]>,
}

impl RingWeights {
    /// The weight of a cell of average likelihood. Cells without a dot round them have it.
    pub(crate) const USUAL: u32 = 256;

    /// Makes weights from `logarithms`, which gives by the number of a ring the natural logarithm of its likelihood,
    /// compared with an average cell.
    pub(super) fn new(logarithms: impl Fn(usize) -> f32) -> RingWeights {
        // The cast saturates.
        let weight = |number| (exp(logarithms(number)) * Self::USUAL as f32) as u16;
        let by_number: Vec<u16> = (0..RINGS).map(weight).collect();
        let rings: [NeighbourMask; 256] =
            std::array::from_fn(|cells| neighbours_of_cells(cells as u8));
        let weights = (0..=u16::MAX).map(|cells: u16| {
            let [own, enemy] = cells.to_le_bytes().map(|cells| rings[usize::from(cells)]);
            number(own, enemy).map_or(Self::USUAL as u16, |number| by_number[number])
        });
        RingWeights {
            weights: weights.collect(),
        }
    }

    /// The weight of a move in proportion to its likelihood; [`USUAL`](RingWeights::USUAL) is average. `cells` are the
    /// eight cells round it, row by row: those with dots of the mover in the lower byte, those with dots of his
    /// opponent in the upper one. A cell that cannot be played is in both.
    #[inline]
    pub(crate) fn get(&self, cells: u16) -> u32 {
        self.weights[usize::from(cells)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_numbered_without_gaps() {
        let numbers = |own| (0..=NeighbourMask::MAX).filter_map(move |enemy| number(own, enemy));
        let mut all: Vec<usize> = (0..=NeighbourMask::MAX).flat_map(numbers).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.into_iter().eq(0..RINGS));
        // One dot at any corner is the same ring, and so is one dot at any side.
        let corners = [1, 3, 5, 7].map(|bit| number(1 << bit, 0));
        let sides = [0, 2, 4, 6].map(|bit| number(1 << bit, 0));
        assert!(corners.iter().all(|&number| number == corners[0]));
        assert!(sides.iter().all(|&number| number == sides[0]));
        assert_ne!(corners[0], sides[0]);
        assert_eq!(number(0b11, 0b11), None);
    }
}
