//! `tochki` and `tochki v6`: the protocol on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::{Session, v6};
use tochki::search::options::Options;

/// No arguments: a client starts the program by its path alone.
#[derive(clap::Args)]
pub struct Args {}

impl Args {
    /// Answers requests until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut session = Session::new(Options::default());
        let input = BufReader::new(io::stdin());
        v6::serve(&mut session, input, io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}
