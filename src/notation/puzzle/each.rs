//! Reads the puzzles of a text one by one.

use super::{Draft, Fault, Puzzle, PuzzleError};
use crate::notation::BYTE_ORDER_MARK;
use std::iter::Enumerate;
use std::str::Lines;

/// Reads the puzzles of a text one by one. A byte order mark at its start is skipped. After an error there are no more
/// puzzles. A text without puzzles gives the error [`Fault::NoPuzzle`].
///
/// The board of a puzzle takes about 70 KB, far more than its text. So of many puzzles a program may want to keep few.
pub fn each(text: &str) -> impl Iterator<Item = Result<Puzzle, PuzzleError>> {
    Reader {
        lines: text.trim_start_matches(BYTE_ORDER_MARK).lines().enumerate(),
        last_line: 1,
        has_puzzles: false,
        is_at_end: false,
    }
}

struct Reader<'a> {
    lines: Enumerate<Lines<'a>>,
    /// Number of the line that was read last, from 1. At first it is 1 too.
    last_line: usize,
    /// Whether a puzzle was read.
    has_puzzles: bool,
    /// Whether all was read, or there was an error.
    is_at_end: bool,
}

impl Reader<'_> {
    /// Reads the next puzzle; `None` if there is no further one.
    fn read(&mut self) -> Result<Option<Puzzle>, PuzzleError> {
        let mut draft = Draft::default();
        for (index, line) in self.lines.by_ref() {
            let (number, line) = (index + 1, line.trim());
            self.last_line = number;
            if line.len() >= 3 && line.bytes().all(|byte| byte == b'-') {
                let puzzle = std::mem::take(&mut draft).finish(number)?;
                if puzzle.is_some() {
                    return Ok(puzzle);
                }
            } else if !line.is_empty() && !line.starts_with('#') {
                let read = draft.read_line(line, number);
                read.map_err(|fault| fault.at(number))?;
            }
        }
        let puzzle = draft.finish(self.last_line)?;
        if puzzle.is_none() && !self.has_puzzles {
            return Err(Fault::NoPuzzle.at(self.last_line));
        }
        Ok(puzzle)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Puzzle, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end {
            return None;
        }
        let read = self.read().transpose();
        let is_puzzle = matches!(read, Some(Ok(_)));
        self.has_puzzles |= is_puzzle;
        self.is_at_end = !is_puzzle;
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_before_a_fault_are_read() {
        let good = "title: t\nto move: 0\ndepth: 1\nanswer: 0 0 1\nsource: s\n\n. 0\n";
        let text = format!("---\n{good}---\n----\n{good}---\n{good}wrong: x\n---\n{good}");
        let read: Vec<_> = each(&text).collect();
        let lines: Vec<_> = read.iter().flatten().map(|puzzle| puzzle.line).collect();
        assert_eq!((read.len(), &lines[..]), (3, &[2, 11][..]));
        let error = read[2].as_ref().unwrap_err();
        assert_eq!((error.line, &error.fault), (26, &Fault::HeaderBelowPicture));
        for (text, line) in [("", 1), ("# nothing\n\n---\n", 3)] {
            let read: Vec<_> = each(text).collect();
            assert_eq!(read.len(), 1);
            assert_eq!(read[0].as_ref().unwrap_err(), &Fault::NoPuzzle.at(line));
        }
    }
}
