//! `tochki gtp`: the Go Text Protocol on standard input and output.

use super::talk::TalkArgs;
use std::process::ExitCode;
use tochki::protocol::gtp::Gtp;

/// The name that dots-game insists on.
const KATA_GO_DOTS: &str = "KataGoDots";

/// Speak the Go Text Protocol as KataGoDots does, for the GUI dots-game.
///
/// The model and the configuration that clients of KataGo pass are taken, and tell that they are such clients.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer to `name`; tochki, or with a model or a configuration KataGoDots, on which
    /// dots-game insists.
    #[arg(long)]
    name: Option<String>,
    /// Ignored but for the name.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    model: Vec<String>,
    /// Ignored but for the name.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    config: Vec<String>,
    #[command(flatten)]
    talk: TalkArgs,
}

impl Args {
    /// Answers commands until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let is_for_kata_go = !self.model.is_empty() || !self.config.is_empty();
        let gtp = match &self.name {
            Some(name) => Gtp::named(name),
            None if is_for_kata_go => Gtp::named(KATA_GO_DOTS),
            None => Gtp::default(),
        };
        self.talk.serve(gtp)
    }
}
