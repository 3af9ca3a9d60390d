//! Seeds of parts, made from the seed of the whole.

/// The seed of part `number` of something with a `seed`, such as a game of a match. Different seeds or
/// numbers give different results as long as both are below 2^32.
pub(crate) fn derive_seed(seed: u64, number: u64) -> u64 {
    seed ^ number << 32
}
