//! Writing the files of puzzles that `mine` and `plant` make.

use anyhow::{Context, bail};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tochki::notation::counted;
use tochki::notation::puzzle::{self, Puzzle};

/// Checks that a file does not exist yet and can be written.
///
/// # Errors
/// If it exists, or cannot be written.
pub fn check_new(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        bail!(
            "{} exists: remove it, or give --out another name",
            path.display()
        );
    }
    super::check_writable(path)
}

/// Writes puzzles, after a line with the command that made them, and prints their number. The exit code
/// is 1 if there are fewer than wanted. Without puzzles no file is written.
///
/// # Errors
/// If the file cannot be written. An existing file is unchanged then.
pub fn write(
    path: &Path,
    command: &str,
    puzzles: &[Puzzle],
    wanted: usize,
) -> anyhow::Result<ExitCode> {
    if puzzles.is_empty() {
        writeln!(
            io::stdout(),
            "no puzzles, {} is not written",
            path.display()
        )?;
        return Ok(ExitCode::from(1));
    }
    let text = format!("# {command}\n\n{}", puzzle::print(puzzles));
    replace(path, &text).with_context(|| path.display().to_string())?;
    writeln!(io::stdout(), "{}", counted(puzzles.len() as u64, "puzzle"))?;
    let enough = puzzles.len() >= wanted;
    Ok(ExitCode::from(if enough { 0 } else { 1 }))
}

/// Writes a file completely or not at all, even if the program is ended meanwhile.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_device {
        return fs::write(path, text);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let beside = path.with_file_name(name);
    fs::write(&beside, text)?;
    fs::rename(&beside, path).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}
