//! Positions and moves as text, one notation a file.

pub mod coordinates;
pub mod diagram;
pub mod puzzle;
pub mod record;
pub mod sgf;
pub mod start;

/// A number of things: `1 dot`, `2 dots`. `name` is the singular, and an `s` is added for more.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

/// A text without its byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
