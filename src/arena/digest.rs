//! Hashes of games and positions that are the same in every build.

use crate::board::Move;

/// A number that stands for a dot: the index of its cell times 2, plus the index of its player. It is an input of
/// [`digest`].
pub(crate) fn number_of(dot: Move) -> u64 {
    (dot.point.index() << 1 | dot.player.index()) as u64
}

/// A hash of a list of numbers. It is the same in every build, because the journal of a match keeps it.
///
/// It is FNV-1a by G. Fowler, L. C. Noll and K.-P. Vo, with words of 64 bits in place of bytes. Lists of equal length
/// that differ in exactly one number have different hashes, because every step is a bijection.
pub(crate) fn digest(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, number| {
        (hash ^ number).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_logs_that_there_are() {
        assert_eq!(digest([].into_iter()), 0xcbf2_9ce4_8422_2325);
        // A number below 256 gives the hash of FNV-1a for that single byte. A larger number is not split into bytes.
        assert_eq!(digest([1].into_iter()), 0xaf63_bc4c_8601_b62c);
        assert_eq!(digest([0x0001_0203].into_iter()), 0xb061_be4c_87b1_5392);
        let digests = [[1, 2], [2, 1], [1, 3]].map(|words| digest(words.into_iter()));
        assert!(digests[0] != digests[1] && digests[0] != digests[2]);
    }
}
