//! The program `tochki`: runs the command line and turns its result into an exit code.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code after an error. 1 is for a negative result, such as a wrong solution.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // `eprintln!` would panic if a client has closed our stderr.
            let _ = writeln!(io::stderr(), "tochki: {}", cli::error_text(&error));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Whether the error comes from a reader that has closed our output, as `head` does. Such an end is no error: the exit
/// code is 0.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    causes.any(|cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe)
}
