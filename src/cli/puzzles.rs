//! Files of puzzles that commands make.

use anyhow::{Context, bail};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tochki::notation::counted;
use tochki::notation::puzzle::{self, Puzzle};

/// Refuses a file that is there already, or cannot be written.
///
/// # Errors
/// If it is so.
pub fn check_new(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        bail!(
            "{} exists: remove it, or give --out another name",
            path.display()
        );
    }
    super::check_writable(path)
}

/// Writes puzzles under the command that made them, and says how many there are. It is a failure if
/// there are fewer than were wanted. Without any puzzle there is no file.
///
/// # Errors
/// If the file cannot be written; what was there before is left alone then.
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

/// Writes a file in one go: whoever ends the program in the midst of it leaves no half of a file.
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
