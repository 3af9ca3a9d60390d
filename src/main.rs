//! The `tochki` command: runs the command line and turns what comes of it into an exit code.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code for bad usage and unreadable input; 1 is for a command whose answer is "no".
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `eprintln!`, which panics when a client has closed our stderr.
            let _ = writeln!(io::stderr(), "tochki: {error:#}");
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Whether whoever read our output has gone away, as `head` does: no fault of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
