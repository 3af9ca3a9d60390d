//! Drawing one of several items in proportion to weights.

/// The index of the weight that `drawn` falls on, when the weights are laid end to end; `None` if it is
/// not below their sum. If `drawn` is uniform below the sum, each index is as likely as its weight is large.
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
}
