//! `tochki json`: JSON lines on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::json::Json;
use tochki::protocol::{Session, serve};
use tochki::search::options::Options;

/// No arguments.
#[derive(clap::Args)]
pub struct Args {}

impl Args {
    /// Answers requests until `Quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut session = Session::new(Options::default());
        let input = BufReader::new(io::stdin());
        serve(Json, &mut session, input, io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}
