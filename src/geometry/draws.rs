//! Draws from the crate `fastrand` that are equal on every machine.
//!
//! `fastrand` draws a `usize` from as many bits as it has. So its functions `usize`, `choice` and `shuffle` have other
//! results on a machine of 32 bits than on one of 64 bits. A test of the house keeps them out of the engine.

use fastrand::Rng;

/// A random index below `len`. Every index is equally likely.
///
/// # Panics
/// If `len` is 0.
fn random_index(rng: &mut Rng, len: usize) -> usize {
    rng.u64(..len as u64) as usize
}

/// A random item. Every item is equally likely. `None` if there is none.
pub(crate) fn random_item<T>(rng: &mut Rng, items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    (!items.is_empty()).then(|| items.swap_remove(random_index(rng, items.len())))
}

/// Puts the items in a random order. Every order is equally likely.
// CITE: R. Durstenfeld, "Algorithm 235: random permutation" (1964).
pub(crate) fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for last in 1..items.len() {
        items.swap(last, random_index(rng, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results come from a machine of 64 bits.
    #[test]
    fn draws_are_the_same_on_every_machine() {
        let mut rng = Rng::with_seed(1);
        let indices: Vec<usize> = (0..8).map(|_| random_index(&mut rng, 1000)).collect();
        assert_eq!(indices, [657, 534, 239, 778, 9, 781, 769, 848]);
        let letters: String = (0..8)
            .filter_map(|_| random_item(&mut rng, 'a'..='z'))
            .collect();
        assert_eq!(letters, "pebeawck");
        let mut order: Vec<u32> = (0..8).collect();
        shuffle(&mut rng, &mut order);
        assert_eq!(order, [0, 2, 3, 5, 1, 6, 7, 4]);
        assert_eq!(random_item(&mut rng, 0..0), None);
    }

    /// Matches, learning and puzzles of earlier versions were drawn by `fastrand` on machines of 64 bits.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn draws_are_those_of_fastrand_on_64_bits() {
        let (mut ours, mut theirs) = (Rng::with_seed(2), Rng::with_seed(2));
        for len in 1..100 {
            assert_eq!(random_index(&mut ours, len), theirs.usize(..len));
            assert_eq!(random_item(&mut ours, 0..len), theirs.choice(0..len));
            let (mut order, mut other) = ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4]);
            shuffle(&mut ours, &mut order);
            theirs.shuffle(&mut other);
            assert_eq!(order, other);
        }
    }
}
