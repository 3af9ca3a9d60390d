//! Numbers as text.

use std::str::FromStr;

/// The number that a text is, written without a plus sign; `None` if it is none.
///
/// The numbers of protocols, options, addresses and puzzles are read here, so that all refuse the
/// same. Sizes and komi of SGF are not: that format knows the sign.
///
/// ```
/// use tochki::geometry::parse_number;
///
/// assert_eq!(parse_number("-7"), Some(-7));
/// assert_eq!(parse_number::<i32>("+7"), None);
/// assert_eq!(parse_number::<u32>("7x"), None);
/// ```
pub fn parse_number<N: FromStr>(text: &str) -> Option<N> {
    match text.starts_with('+') {
        true => None,
        false => text.parse().ok(),
    }
}
