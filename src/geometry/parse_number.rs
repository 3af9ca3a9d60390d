//! Numbers as text.

use std::str::FromStr;

/// Parses a number without a plus sign. `None` if the text is no such number.
///
/// It reads the numbers of protocols, options, addresses and puzzles. SGF is an exception, since its numbers
/// may have a plus sign.
///
/// ```
/// use tochki::geometry::parse_number;
///
/// assert_eq!(parse_number("-7"), Some(-7));
/// assert_eq!(parse_number::<i32>("+7"), None);
/// assert_eq!(parse_number::<u32>("7x"), None);
/// ```
pub fn parse_number<N: FromStr>(text: &str) -> Option<N> {
    (!text.starts_with('+')).then(|| text.parse().ok())?
}
