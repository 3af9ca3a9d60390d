//! What the commands that speak a protocol have in common.

use super::engine::EngineArgs;
use super::weights;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tochki::protocol::{Dialect, Session, serve};

/// Bytes that are read at once. Lines that are read together count as sent together, so that a script of
/// this length can be repeated.
const AT_ONCE: usize = 1 << 20;

/// How the engine is set at first; clients may set it otherwise.
#[derive(clap::Args, Default)]
pub struct TalkArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// The table of weights of the engine `mcts`, in place of its own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl TalkArgs {
    /// Talks on standard input and output until the client or the end of the input ends it.
    ///
    /// # Errors
    /// If there is no such setting or table, or the streams fail.
    pub fn serve(&self, dialect: impl Dialect) -> anyhow::Result<ExitCode> {
        let mut options = self.engine.options()?;
        let table = self.weights.as_deref().map(weights::read).transpose()?;
        options.policy = table.map(Arc::new);
        let input = BufReader::with_capacity(AT_ONCE, io::stdin());
        let output = io::stdout().lock();
        serve(dialect, &mut Session::new(options), input, output)?;
        Ok(ExitCode::SUCCESS)
    }
}
