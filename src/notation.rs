//! Positions and moves as text, one notation a file.

pub mod coordinates;
pub mod diagram;
pub mod puzzle;
pub mod record;
pub mod sgf;
pub mod start;

/// A text without its byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
