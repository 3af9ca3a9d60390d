//! The command `tochki json`, which speaks the JSON lines of oppai on standard input and output.

use super::engine::EngineArgs;
use super::talk::talk;
use std::process::ExitCode;
use tochki::protocol::json::Json;

const EXAMPLES: &str = "\
Examples:
  tochki json --option threads=2
  tochki json --engine tactical < requests.txt";

/// Speak the JSON lines of oppai on standard input and output.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    /// Answers requests on standard input until `Quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        talk(Json, &self.engine)
    }
}
