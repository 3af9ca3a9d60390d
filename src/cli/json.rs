//! `tochki json`: JSON lines on standard input and output.

use super::talk::TalkArgs;
use std::process::ExitCode;
use tochki::protocol::json::Json;

/// Speak the JSON lines of oppai.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    talk: TalkArgs,
}

impl Args {
    /// Answers requests until `Quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.talk.serve(Json)
    }
}
