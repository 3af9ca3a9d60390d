//! A file of lines that an interrupted program can continue.
//!
//! The first line is the heading. It describes the work. Each of the other lines is one result of that work. A last
//! line without line feed does not count, because an interruption has cut it.

use super::locked_file::LockedFile;
use crate::files;
use std::fs::{OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// An open file of lines. It is locked: nobody else can open it as a [`LineLog`] meanwhile.
#[derive(Debug)]
pub struct LineLog {
    file: LockedFile,
    /// The heading, as long as it is not written; `None` afterwards. It is written together with the first result, so
    /// that a file without results stays empty.
    heading: Option<String>,
}

/// The contents of a file of lines when it was opened.
#[derive(Debug)]
pub struct Contents {
    /// All complete lines with their line feeds; the heading is the first.
    pub complete_lines: String,
    /// The bytes after the last line feed, which an interruption left; empty if the last line is complete. They may end
    /// in the middle of a character.
    pub incomplete_line: Vec<u8>,
}

impl Contents {
    /// Whether the file is empty, or has no complete line and is the beginning of `heading`.
    pub fn is_beginning_of(&self, heading: &str) -> bool {
        self.complete_lines.is_empty() && heading.as_bytes().starts_with(&self.incomplete_line)
    }
}

/// Why a file of lines cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineLogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is locked, because it is open as a [`LineLog`] elsewhere.
    #[error("another process adds to it")]
    InUse,
    /// The path is a directory, a device or a pipe.
    #[error("it is no regular file, to which lines can be added")]
    NoFile,
}

impl LineLog {
    /// Opens a file, or makes an empty one, and reads its contents. Call [`prepare_to_add`](LineLog::prepare_to_add)
    /// before adding lines.
    ///
    /// # Errors
    /// If it cannot be opened, is in use, is no regular file, or its complete lines are not UTF-8.
    pub fn open(path: &Path) -> Result<(LineLog, Contents), LineLogError> {
        files::expect_file(path).map_err(|_| LineLogError::NoFile)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let locked = LockedFile::open(path, &mut options);
        let mut file = locked.map_err(|error| match error {
            TryLockError::WouldBlock => LineLogError::InUse,
            TryLockError::Error(error) => LineLogError::Io(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let complete = bytes.iter().rposition(|&byte| byte == b'\n');
        let incomplete_line = bytes.split_off(complete.map_or(0, |end| end + 1));
        let complete_lines = String::from_utf8(bytes).map_err(io::Error::other)?;
        let heading = None;
        Ok((
            LineLog { file, heading },
            Contents {
                complete_lines,
                incomplete_line,
            },
        ))
    }

    /// Prepares the file for further lines. The incomplete line at its end is removed. If there are no complete lines,
    /// the first line that is [added](LineLog::add) is written after `heading`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn prepare_to_add(&mut self, contents: &Contents, heading: &str) -> io::Result<()> {
        self.file.set_len(contents.complete_lines.len() as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        self.heading = contents
            .complete_lines
            .is_empty()
            .then(|| heading.to_owned());
        Ok(())
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If the file cannot be written. A partly written line is then removed if possible, so that other lines can
    /// follow.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        let end = self.file.stream_position()?;
        let lines = self.heading.iter().map(String::as_str).chain([line]);
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        let written = self.file.write_all(text.as_bytes());
        written.inspect_err(|_| {
            let _ = self.file.set_len(end);
            let _ = self.file.seek(SeekFrom::Start(end));
        })?;
        self.heading = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_cut_off_is_dropped_when_it_goes_on_and_not_before() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lines");
        let (mut log, contents) = LineLog::open(&path).unwrap();
        assert!(contents.is_beginning_of("heading"));
        assert!(matches!(LineLog::open(&path), Err(LineLogError::InUse)));
        log.prepare_to_add(&contents, "heading").unwrap();
        // The file stays empty as long as there is no result. So the work may begin anew with other settings.
        assert!(fs::read(&path).unwrap().is_empty());
        log.add("one").unwrap();
        drop(log);
        // The last byte is the first half of a letter.
        let cut = b"heading\none\ntwo\xd0";
        fs::write(&path, cut).unwrap();
        let (mut log, contents) = LineLog::open(&path).unwrap();
        assert_eq!(
            (&*contents.complete_lines, &*contents.incomplete_line),
            ("heading\none\n", &b"two\xd0"[..])
        );
        assert!(!contents.is_beginning_of("heading"));
        assert_eq!(fs::read(&path).unwrap(), cut);
        log.prepare_to_add(&contents, "heading").unwrap();
        log.add("three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "heading\none\nthree\n");
    }

    #[test]
    fn half_a_heading_begins_a_file_and_other_words_do_not() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lines");
        for (text, begins) in [
            ("", true),
            ("head", true),
            ("notes", false),
            ("heading\n", false),
        ] {
            fs::write(&path, text).unwrap();
            let (_, contents) = LineLog::open(&path).unwrap();
            assert_eq!(contents.is_beginning_of("heading"), begins, "{text:?}");
        }
    }
}
