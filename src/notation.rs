//! Text notations for cells, positions, puzzles and games. Each file has one of them.

pub mod coordinates;
pub mod diagram;
pub mod puzzle;
pub mod record;
pub mod sgf;
pub mod start;

/// A number with its noun, for messages: `1 dot`, `2 dots`. `name` is the singular. An `s` is added to it unless the number is 1.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

/// Removes the UTF-8 byte order mark from the start of a text, if there is one.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
