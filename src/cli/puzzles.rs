//! Files of puzzles that commands make.

use anyhow::Context;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tochki::notation::puzzle::{self, Puzzle};

/// Writes puzzles under the command that made them, and says how many there are. It is a failure if
/// there are fewer than were wanted.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    path: &Path,
    command: &str,
    puzzles: &[Puzzle],
    wanted: usize,
) -> anyhow::Result<ExitCode> {
    let text = format!("# {command}\n\n{}", puzzle::print(puzzles));
    fs::write(path, text).with_context(|| path.display().to_string())?;
    writeln!(io::stdout(), "{} puzzles", puzzles.len())?;
    let enough = puzzles.len() >= wanted;
    Ok(ExitCode::from(if enough { 0 } else { 1 }))
}
