//! `tochki` and `tochki v6`: the protocol on standard input and output.

use super::weights;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tochki::protocol::{Session, v6};
use tochki::search::options::Options;

/// No arguments are needed: a client starts the program by its path alone.
#[derive(clap::Args, Default)]
pub struct Args {
    /// The table of weights of the engine `mcts`, in place of its own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl Args {
    /// Answers requests until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let table = self.weights.as_deref().map(weights::read).transpose()?;
        let mut session = Session::new(Options {
            policy: table.map(Arc::new),
            ..Options::default()
        });
        let input = BufReader::new(io::stdin());
        v6::serve(&mut session, input, io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}
