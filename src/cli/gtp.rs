//! `tochki gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::Session;
use tochki::protocol::gtp::{self, Gtp};
use tochki::search::options::Options;

/// What clients of KataGo pass on the command line is taken and not used.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer to `name`: dots-game insists on KataGoDots.
    #[arg(long, default_value = env!("CARGO_PKG_NAME"))]
    name: String,
    /// Ignored.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    model: Vec<String>,
    /// Ignored.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    config: Vec<String>,
}

impl Args {
    /// Answers commands until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut session = Session::new(Options::default());
        let input = BufReader::new(io::stdin());
        let output = io::stdout().lock();
        gtp::serve(Gtp::named(&self.name), &mut session, input, output)?;
        Ok(ExitCode::SUCCESS)
    }
}
