//! Text notations for cells, positions, puzzles and games. Each file has one of them.

pub mod coordinates;
pub mod diagram;
pub mod puzzle;
pub mod record;
pub mod sgf;
pub mod start;

/// What some editors put before a text. It is no part of the text, and no white space.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A number with its noun, for messages: `counted(1, "dot")` is `1 dot`, `counted(2, "dot")` is `2 dots`. `name` is the
/// singular; an `s` is added to it unless the number is 1.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

/// The greatest length of a text from a file in messages, in characters. A file may have one of many megabytes, and many
/// games with a message each.
const LONGEST_QUOTE: usize = 60;

/// The text for a message: at most its first [`LONGEST_QUOTE`] characters.
fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}

/// The text with spaces in place of control characters, which a terminal could take as commands.
#[cfg(feature = "cli")]
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Whether a file begins with the byte order mark of UTF-16. Windows programs write it. Such files are not read.
pub fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// The text without the UTF-8 byte order mark at its start. A text that has no mark is returned unchanged.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
