//! Reads the positions and games that the command line names.

use anyhow::Context;
use std::io;
use std::path::{Path, PathBuf};
use tochki::files;
use tochki::notation::sgf::{Address, MAX_BYTES};
use tochki::tools::source::{Contents, Source, SourceError};

/// Reads the position at this address. The file `-` is standard input. With `strict` a warning about the record is an
/// error.
///
/// # Errors
/// If there is no such position, or `strict` is set and the record has a warning or is not UTF-8.
pub fn read_at(address: &Address, strict: bool) -> anyhow::Result<Source> {
    Reader::default().read_at(address, strict)
}

/// Reads one position after the other. A file that is named several times in a row is parsed only once.
#[derive(Default)]
pub struct Reader {
    /// The file that was read last.
    last: Option<Positions>,
}

impl Reader {
    /// Reads the position at this address, like [`read_at`].
    ///
    /// # Errors
    /// As of [`read_at`].
    pub fn read_at(&mut self, address: &Address, strict: bool) -> anyhow::Result<Source> {
        self.file(address)?.at(address, strict)
    }

    /// Number of games in the file of this address.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count_games(&mut self, address: &Address) -> anyhow::Result<usize> {
        Ok(self.file(address)?.contents.count_games())
    }

    /// The file of this address.
    fn file(&mut self, address: &Address) -> anyhow::Result<&Positions> {
        let last = self.last.take();
        let file = match last.filter(|last| last.path == address.path) {
            Some(file) => file,
            None => Positions::read(address)?,
        };
        Ok(self.last.insert(file))
    }
}

/// A file with positions.
struct Positions {
    path: PathBuf,
    contents: Contents,
}

impl Positions {
    /// Reads the file that the address names.
    fn read(address: &Address) -> anyhow::Result<Positions> {
        let path = address.path.clone();
        let bytes = read_bytes(&path).with_context(|| missing(address))?;
        let contents = contents_of(&path, bytes).with_context(|| address.to_string())?;
        Ok(Positions { path, contents })
    }

    fn at(&self, address: &Address, strict: bool) -> anyhow::Result<Source> {
        let place = || address.to_string();
        let (number, branches) = (address.game.unwrap_or(1), &address.branches);
        let source = self.contents.source(number, branches);
        let mut source = source.with_context(place)?;
        if let Some(moves) = address.moves {
            source.rewind(moves).with_context(place)?;
        }
        if strict {
            let checked = source.expect_no_warning(self.contents.bytes());
            checked.with_context(place)?;
        }
        Ok(source)
    }
}

/// The beginning of an error message about a file that cannot be read. It explains `#` and `:` if the file name has one
/// of them.
fn missing(address: &Address) -> String {
    match address.path.to_string_lossy().contains(['#', ':']) {
        true => format!("{address}: `#` takes the number of a game, `:` that of a move"),
        false => address.to_string(),
    }
}

/// What the file with this path holds. The bytes are those of the file.
///
/// # Errors
/// If it is SGF by its name or its text, and cannot be read.
pub fn contents_of(path: &Path, bytes: Vec<u8>) -> Result<Contents, SourceError> {
    let is_named_sgf = matches!(super::extension(path).as_deref(), Some("sgf" | "sgfs"));
    Contents::new(bytes, is_named_sgf)
}

/// Reads a file, or standard input if the name is `-`.
///
/// # Errors
/// If it cannot be read, or is larger than [`MAX_BYTES`].
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    files::read(path, MAX_BYTES as u64)
}
