//! Hashes of games and positions that are the same in every build.

use crate::board::Move;

/// A dot as a number; [digests](digest) of dots are made of these.
pub(super) fn number_of(dot: Move) -> u64 {
    (dot.point.index() << 1 | dot.player.index()) as u64
}

/// A hash of numbers. It has to be the same in every build: logs of matches last.
///
/// It has the constants of FNV-1a by G. Fowler, L. C. Noll and K.-P. Vo, but takes in a number of 64 bits at a
/// time where FNV-1a takes a byte, so that its values are others. A change of one number changes the hash in any case:
/// the prime is odd, so that a step can be undone.
pub(super) fn digest(numbers: impl Iterator<Item = u64>) -> u64 {
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
        // FNV-1a of the byte 1, and of the bytes 1 and 0: a whole word is not taken in so.
        assert_eq!(digest([1].into_iter()), 0xaf63_bc4c_8601_b62c);
        assert_eq!(digest([0x0001_0203].into_iter()), 0xb061_be4c_87b1_5392);
        let digests = [[1, 2], [2, 1], [1, 3]].map(|words| digest(words.into_iter()));
        assert!(digests[0] != digests[1] && digests[0] != digests[2]);
    }
}
