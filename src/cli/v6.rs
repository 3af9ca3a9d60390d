//! `tochki` and `tochki v6`: the Points AI Protocol on standard input and output.

use super::talk::TalkArgs;
use std::process::ExitCode;
use tochki::protocol::v6::V6;

/// Speak the Points AI Protocol, version 6 (the default).
///
/// No arguments are needed: a client starts the program by its path alone.
#[derive(clap::Args, Default)]
pub struct Args {
    #[command(flatten)]
    talk: TalkArgs,
}

impl Args {
    /// Answers requests until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.talk.serve(V6)
    }
}
