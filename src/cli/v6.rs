//! The command `tochki v6`, which speaks the Points AI Protocol on standard input and output. `tochki` alone does the
//! same.

use super::engine::EngineArgs;
use super::talk::talk;
use std::process::ExitCode;
use tochki::protocol::v6::V6;

const EXAMPLES: &str = "\
Examples:
  tochki v6 --engine tactical
  tochki v6 --option threads=2 --option hash=256
  tochki v6 < script.txt";

/// Speak the Points AI Protocol, version 6 (the default).
///
/// `tochki` without arguments does the same, because clients start an engine by the path of its program alone.
#[derive(clap::Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    /// Answers requests on standard input until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        talk(V6, &self.engine)
    }
}
