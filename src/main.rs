//! The `tochki` command: runs the command line and maps its result to an exit code.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code after an error. A command whose answer is "no" has exit code 1.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `eprintln!`, which panics when a client has closed our stderr.
            let _ = writeln!(io::stderr(), "tochki: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Whether the reader of our output has closed it, as `head` does. The exit code is 0 then.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    causes.any(|cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe)
}
