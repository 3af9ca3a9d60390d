//! The memory that the option `hash` allows.

/// The greatest number of bytes for an engine: a quarter of all addresses. On a machine of 32 bits this is 1024 megabytes,
/// and the rest is for the program. On one of 64 bits no option is as large.
const MOST: usize = 1 << (usize::BITS - 2);

/// The number of bytes for an engine to which an option allows so many megabytes, of 2^20 bytes.
pub(super) fn bytes(megabytes: u32) -> usize {
    let bytes = u64::from(megabytes) << 20;
    usize::try_from(bytes).map_or(MOST, |bytes| bytes.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a machine of 32 bits, 4096 megabytes are one byte too many for a number of bytes.
    #[test]
    fn more_megabytes_are_never_fewer_bytes() {
        assert_eq!(bytes(64), 64 << 20);
        let asked = [1, 64, 1023, 1024, 2048, 4095, 4096, 4097, u32::MAX];
        let found = asked.map(bytes);
        assert!(found.is_sorted(), "{found:?}");
        assert!(bytes(4096) >= 1 << 30);
    }
}
