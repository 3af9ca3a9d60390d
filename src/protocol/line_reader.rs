//! Lines of input, read in bounded memory whatever a client sends.

use std::io::{self, BufRead, ErrorKind};

/// A line of input, without its line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The text of the line. Its only control characters are white space of ASCII, such as tabs.
    Text(&'a str),
    /// A line that is too long, is not UTF-8, or has other control characters.
    Unreadable,
}

/// Why a [plain](Line::plain) line is unreadable, for the client.
pub(super) const UNREADABLE: &str =
    "the line is too long, not UTF-8, has spaces outside of ASCII, or has control characters";

impl<'a> Line<'a> {
    /// The line with these bytes, which are without a line feed. It may have any length: only the reader of lines refuses
    /// long ones. White space outside of ASCII is for the dialect to judge.
    pub fn of(bytes: &'a [u8]) -> Line<'a> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.chars().any(is_strange) => Line::Text(text),
            _ => Line::Unreadable,
        }
    }

    /// Turns a line with white space outside of ASCII into an unreadable one. For protocols that copy words of a
    /// request into replies: a client could take such white space for the end of a line.
    pub(super) fn plain(self) -> Self {
        match self {
            Line::Text(text) if !text.chars().all(is_plain) => Line::Unreadable,
            line => line,
        }
    }
}

/// A reader of lines in bounded memory.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    line: Vec<u8>,
    /// Whether the next line is the first one, which may begin with a byte order mark to remove.
    skips_mark: bool,
    /// Whether more bytes were in the input buffer after the line that was read last.
    has_more: bool,
    /// Whether the line that was read last had its line feed.
    has_end: bool,
}

/// A character that some programs write before their first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> LineReader<R> {
    /// Greatest length of a line in bytes. Longer lines are [unreadable](Line::Unreadable).
    pub const LONGEST: usize = 1 << 20;

    /// A reader of the lines of `input`.
    pub fn new(input: R) -> LineReader<R> {
        LineReader {
            input,
            line: Vec::new(),
            skips_mark: false,
            has_more: false,
            has_end: false,
        }
    }

    /// A reader of the lines of a client. A byte order mark at the start of the first line is removed.
    pub fn of_client(input: R) -> LineReader<R> {
        LineReader {
            skips_mark: true,
            ..LineReader::new(input)
        }
    }

    /// Whether more input arrived together with the line that was read last. This is so for all lines of a file but the
    /// last.
    pub fn has_more(&self) -> bool {
        self.has_more
    }

    /// Whether the line that was read last had its line feed. Only the last line of the input may lack it.
    #[cfg(any(feature = "cli", test))]
    pub fn has_end(&self) -> bool {
        self.has_end
    }

    /// The next line. `None` at the end of the input. The last line may lack its line feed.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.has_more = false;
        let mut seen = 0;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                if seen == 0 {
                    return Ok(None);
                }
                break;
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = Self::LONGEST - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            seen += used;
            self.has_more = used < available.len();
            self.has_end = end.is_some();
            self.input.consume(used);
            if self.has_end {
                seen -= 1;
                break;
            }
        }
        if std::mem::take(&mut self.skips_mark) && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
            seen -= BYTE_ORDER_MARK.len();
        }
        Ok(Some(self.as_text(seen)))
    }

    /// The line that was read, as text. It had `seen` bytes in the input. If it is too long, fewer bytes are kept, and
    /// it is unreadable.
    fn as_text(&self, seen: usize) -> Line<'_> {
        match seen == self.line.len() {
            true => Line::of(&self.line),
            false => Line::Unreadable,
        }
    }
}

/// Whether a character is a control character other than white space of ASCII.
fn is_strange(character: char) -> bool {
    character.is_control() && !character.is_ascii_whitespace()
}

/// Whether a character is white space of ASCII, or neither white space nor a control character.
pub(super) fn is_plain(character: char) -> bool {
    character.is_ascii_whitespace() || !(character.is_control() || character.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Option<String>> {
        // A tiny buffer, so that lines are put together from many pieces.
        rest_of(LineReader::new(io::BufReader::with_capacity(3, input)))
    }

    fn rest_of(mut lines: LineReader<impl BufRead>) -> Vec<Option<String>> {
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push(match line {
                Line::Text(text) => Some(text.to_owned()),
                Line::Unreadable => None,
            });
        }
        found
    }

    #[test]
    fn lines_end_with_line_feeds_or_the_input() {
        assert!(all(b"").is_empty());
        assert_eq!(all(b"\n"), [Some(String::new())]);
        assert_eq!(
            all(b"one\r\n\ttwo\nthree"),
            ["one\r", "\ttwo", "three"].map(|line| Some(line.to_owned()))
        );
    }

    #[test]
    fn a_line_that_the_input_cuts_has_no_end() {
        let mut lines = LineReader::new(io::BufReader::with_capacity(3, &b"whole\n\nhalf"[..]));
        for (line, has_end) in [("whole", true), ("", true), ("half", false)] {
            assert_eq!(lines.next_line().unwrap(), Some(Line::Text(line)));
            assert_eq!(lines.has_end(), has_end);
        }
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_of_a_client_does_not_count() {
        let of_client = |text: &'static str| rest_of(LineReader::of_client(text.as_bytes()));
        let found = of_client("\u{feff}one\n\u{feff}two\n");
        assert_eq!(
            found,
            ["one", "\u{feff}two"].map(|line| Some(line.to_owned()))
        );
        assert_eq!(of_client("\u{feff}"), [Some(String::new())]);
        let mark = "\u{feff}".to_owned();
        assert_eq!(all(mark.as_bytes()), [Some(mark.clone())]);
    }

    #[test]
    fn what_is_no_text_spoils_only_its_own_line() {
        let input = b"a\0b\n\xff\xfe\nx\xe2\x80\xa8y\n\x1b[2J\ngood\n";
        let found = all(input);
        assert_eq!([&found[0], &found[1], &found[3]], [&None, &None, &None]);
        assert_eq!(found[2].as_deref(), Some("x\u{2028}y"));
        assert_eq!(found[4].as_deref(), Some("good"));
        assert_eq!(Line::Text("x\u{2028}y").plain(), Line::Unreadable);
        assert_eq!(Line::Text("x\ty").plain(), Line::Text("x\ty"));
    }

    #[test]
    fn long_lines_are_cut_in_bounded_memory() {
        let longest = LineReader::<&[u8]>::LONGEST;
        let mut input = vec![b'7'; longest];
        input.push(b'\n');
        input.extend(vec![b'7'; 2 * longest]);
        input.extend(b"\ngood\n");
        let mut lines = LineReader::new(input.as_slice());
        assert!(matches!(lines.next_line(), Ok(Some(Line::Text(text))) if text.len() == longest));
        assert_eq!(lines.next_line().unwrap(), Some(Line::Unreadable));
        assert_eq!(lines.next_line().unwrap(), Some(Line::Text("good")));
        assert!(lines.line.capacity() <= 2 * longest);
        assert_eq!(lines.next_line().unwrap(), None);
    }
}
