//! Random numbers for playouts, and seeds derived from others.

use super::Point;

/// A fast pseudo-random number generator. Equal seeds give equal numbers on every machine. It is for searches, where
/// speed counts. Most other code uses the crate `fastrand`.
///
/// CITE: Wang Yi's wyrand generator (public domain); D. Lemire, "Fast random integer generation in
/// an interval" (2019): multiplication instead of division, rejection against bias; N. Brackett-Rozas
/// and D. Lemire, "Batched ranged random integer generation" (2024): several numbers from one word.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

/// Number of random numbers that are drawn from one random word.
const DRAWS: usize = 4;

impl Rng {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// Shuffles the points, at most [`Point::COUNT`]. Every order is equally likely.
    // CITE: R. Durstenfeld, "Algorithm 235: random permutation" (1964).
    pub fn shuffle(&mut self, points: &mut [Point]) {
        let mut points = points;
        while let Some(left) = points.len().checked_sub(DRAWS) {
            let drawn = self.draw(points.len() as u64);
            let (head, tail) = points.split_at_mut(left);
            for (i, &drawn) in drawn.iter().enumerate() {
                let last = DRAWS - 1 - i;
                match head.get_mut(drawn as usize) {
                    Some(point) => std::mem::swap(point, &mut tail[last]),
                    None => tail.swap(last, drawn as usize - left),
                }
            }
            points = head;
        }
        for last in (1..points.len()).rev() {
            points.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A nearly uniform number from 0 to `bound - 1`. The probability of each number is wrong by less than one part in
    /// 2^32. It is 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    /// Draws four uniform numbers from one random word: from 0 and below `bound`, `bound - 1`, `bound - 2` and `bound -
    /// 3`. A word that would cause a bias is replaced. `bound` is from 4 to 4096, so that the product of the bounds
    /// fits in a word.
    #[inline]
    fn draw(&mut self, bound: u64) -> [u64; DRAWS] {
        loop {
            let mut numbers = [0; DRAWS];
            let mut fraction = self.next();
            for (i, number) in numbers.iter_mut().enumerate() {
                let scaled = u128::from(fraction) * u128::from(bound - i as u64);
                *number = (scaled >> 64) as u64;
                fraction = scaled as u64;
            }
            // An upper limit of the product of the bounds.
            const LARGEST_PRODUCT: u64 = (Point::COUNT as u64).pow(DRAWS as u32);
            if fraction >= LARGEST_PRODUCT || is_unbiased(fraction, bound) {
                return numbers;
            }
        }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.state) * u128::from(self.state ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }
}

/// Whether the four numbers drawn from a random word are free of bias. `fraction` is what is left of the word after the
/// draws. `bound` is the bound of the first number; each further bound is one less.
#[cold]
fn is_unbiased(fraction: u64, bound: u64) -> bool {
    let product: u64 = (0..DRAWS as u64).map(|i| bound - i).product();
    fraction >= product.wrapping_neg() % product
}

/// The seed for part `number` of a whole that has the seed `seed`, such as a game of a match. Different pairs of seed
/// and number give different results, as long as both are below 2^32, as the flags of matches, puzzles and learning
/// ensure. Greater seeds may share results.
pub(crate) fn derive_seed(seed: u64, number: u64) -> u64 {
    seed ^ number << 32
}

/// The index of a random item, drawn in proportion to the weights. `drawn` must be a uniform random number below the
/// sum of the weights. `None` if it is not below the sum.
#[inline]
pub(crate) fn weighted_index(weights: impl IntoIterator<Item = u32>, drawn: u32) -> Option<usize> {
    let mut left = drawn;
    weights.into_iter().position(|weight| {
        let falls_on_it = left < weight;
        left = left.wrapping_sub(weight);
        falls_on_it
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_hit_as_often_as_it_is_large() {
        let found: Vec<Option<usize>> = (0..7).map(|n| weighted_index([2, 0, 3, 1], n)).collect();
        let expected = [0, 0, 2, 2, 2, 3].map(Some);
        assert_eq!(found[..6], expected);
        assert_eq!(found[6], None);
    }

    #[test]
    fn every_order_is_equally_likely() {
        // Chi-squared with 23 and 719 degrees of freedom: the limits are passed once in a thousand streams. Up to four
        // points are all drawn from one random word, more are not.
        for (points, orders, limit) in [(4, 24, 49.7), (6, 720, 842.0)] {
            let mut rng = Rng::new(1);
            let mut counts = std::collections::HashMap::new();
            for _ in 0..1000 * orders {
                let mut points: Vec<Point> = (0..points).map(|x| Point::new(x, 0)).collect();
                rng.shuffle(&mut points);
                *counts.entry(points).or_insert(0u32) += 1;
            }
            let distance = |&count: &u32| (f64::from(count) - 1000.0).powi(2) / 1000.0;
            let chi: f64 = counts.values().map(distance).sum();
            assert_eq!(counts.len(), orders);
            assert!(chi < limit, "{orders} orders: chi squared {chi}");
        }
    }

    #[test]
    fn words_that_would_cause_a_bias_are_drawn_again() {
        // 2^64 leaves 16 when it is divided by 4 * 3 * 2 * 1 = 24, and also by 5 * 4 * 3 * 2 = 120.
        for bound in [4, 5] {
            assert!(!is_unbiased(15, bound), "{bound}");
            assert!(is_unbiased(16, bound), "{bound}");
        }
    }

    #[test]
    fn a_seed_repeats() {
        let order = |seed| {
            let mut points: Vec<Point> = (0..50).map(|x| Point::new(x, 1)).collect();
            Rng::new(seed).shuffle(&mut points);
            points
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }
}
