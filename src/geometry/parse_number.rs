//! Numbers as text.

use std::str::FromStr;

/// Parses a number. `None` if the text is not a number of this type, or begins with a plus sign.
///
/// It is meant for the numbers of protocols, options, addresses and puzzles. SGF sizes and komi are parsed in another
/// way, because there a plus sign is allowed.
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
