//! Reads the positions and games that the command line names.

use anyhow::Context;
use std::io;
use std::path::Path;
use tochki::notation::sgf::{Address, MAX_BYTES};
use tochki::protocol::files;
use tochki::tools::source::{Source, address};

/// Reads the position with the name `FILE[#NUMBER[.BRANCH]...][:MOVES]`. `NUMBER` is the game or puzzle in the file,
/// each `BRANCH` is taken where the game divides, and `MOVES` is a number of moves. The file `-` is standard input.
/// With `strict` a warning about the record is an error.
///
/// # Errors
/// If there is no such position, or `strict` is set and the record has a warning or is not UTF-8.
pub fn read(name: &str, strict: bool) -> anyhow::Result<Source> {
    let address = address(name).with_context(|| name.to_owned())?;
    read_at(&address, strict)
}

/// Reads the position at this address, like [`read`].
///
/// # Errors
/// As of [`read`].
pub fn read_at(address: &Address, strict: bool) -> anyhow::Result<Source> {
    let place = || address.to_string();
    let bytes = read_bytes(Path::new(&address.path)).with_context(|| missing(address))?;
    let parse = match super::extension(Path::new(&address.path)).as_deref() {
        Some("sgf" | "sgfs") => Source::parse_sgf,
        _ => Source::parse,
    };
    let mut source =
        parse(&bytes, address.game.unwrap_or(1), &address.branches).with_context(place)?;
    if let Some(moves) = address.moves {
        source.rewind(moves).with_context(place)?;
    }
    if strict {
        source.expect_no_warning(&bytes).with_context(place)?;
    }
    Ok(source)
}

/// The beginning of an error message about a file that cannot be read. It explains `#` and `:` if the file name has one
/// of them.
fn missing(address: &Address) -> String {
    match address.path.contains(['#', ':']) {
        true => format!("{address}: `#` takes the number of a game, `:` that of a move"),
        false => address.to_string(),
    }
}

/// Reads a file, or standard input if the name is `-`.
///
/// # Errors
/// If it cannot be read, or is larger than [`MAX_BYTES`].
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    files::read(path, MAX_BYTES as u64)
}
