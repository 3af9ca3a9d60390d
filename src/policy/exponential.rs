//! The exponential function and the softmax, equal on every machine.
//!
//! The exponential of a system's mathematical library may differ in the last bit. A search that compares
//! sums of such numbers would not be reproducible.

/// A number to which others of less than 2^22 are added to round them to whole numbers.
const ROUNDS: f32 = (3 << 22) as f32;

/// The exponential of `x` to about seven digits, by additions and multiplications alone. `x` is limited to [-87, 88]
/// first.
#[inline]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let binary = x * std::f32::consts::LOG2_E;
    // `round` would be a library call on processors that may lack the instruction. A sum of this size has no digits
    // after the point, and its lowest bits are those of the rounded number.
    let sum = binary + ROUNDS;
    let power = sum.to_bits().wrapping_sub(ROUNDS.to_bits());
    let rounded = sum - ROUNDS;
    // x = power * ln 2 + rest. ln 2 is split in two parts, so that no digits are lost.
    let rest = x - rounded * 0.693_359_4 + rounded * 2.121_944_4e-4;
    // CITE: the Taylor series to the sixth power; |rest| is at most ln 2 / 2.
    let mut series = 1.0 / 720.0;
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = series * rest + coefficient;
    }
    series * f32::from_bits(power.wrapping_add(127) << 23)
}

/// The softmax of logits: probabilities that sum to 1. Empty if there are no logits.
pub fn softmax(logits: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = logits.collect();
    let largest = values.iter().copied().fold(f32::MIN, f32::max);
    for value in &mut values {
        *value = exp(*value - largest);
    }
    let sum: f32 = values.iter().sum();
    for value in &mut values {
        *value /= sum;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_library() {
        for step in -8700..=8800 {
            let x = step as f32 / 100.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 1e-6, "{x}: {error}");
        }
        assert!(exp(-1e9) < 1e-37 && exp(1e9) > 1e38);
    }

    #[test]
    fn probabilities_sum_to_one() {
        let probabilities = softmax([900.0, 901.0, -50.0].into_iter());
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        let ratio = probabilities[1] / probabilities[0];
        assert!((ratio - std::f32::consts::E).abs() < 1e-5);
    }
}
