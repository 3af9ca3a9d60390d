//! The command `tochki gtp`, which speaks the Go Text Protocol on standard input and output.

use super::engine::EngineArgs;
use super::talk::talk;
use std::ffi::OsString;
use std::process::ExitCode;
use tochki::protocol::gtp::Gtp;

/// The engine name that the GUI dots-game demands.
const KATA_GO_DOTS: &str = "KataGoDots";

const EXAMPLES: &str = "\
Examples:
  tochki gtp --name KataGoDots
  tochki gtp --engine tactical --option threads=2";

/// Speak the Go Text Protocol as KataGoDots does, for the GUI dots-game.
///
/// With a flag of KataGo, such as `--model` or `--config`, the client expects KataGo. The files are not read.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The reply to `name`. Without this flag it is `tochki`, or `KataGoDots` if a flag of KataGo is given.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// A file for KataGo, which is not read; it changes the default of `--name`.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    model: Vec<OsString>,
    /// A file for KataGo, which is not read; it changes the default of `--name`.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    config: Vec<OsString>,
    /// A file for KataGo, which is not read; it changes the default of `--name`.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    human_model: Vec<OsString>,
    /// Settings for KataGo, which have no effect; they change the default of `--name`.
    #[arg(long, value_name = "KEY=VALUE,...", allow_hyphen_values = true)]
    override_config: Vec<OsString>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    /// Answers commands on standard input until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let of_kata_go = [
            &self.model,
            &self.config,
            &self.human_model,
            &self.override_config,
        ];
        let is_for_kata_go = of_kata_go.iter().any(|values| !values.is_empty());
        let gtp = match &self.name {
            Some(name) => Gtp::named(name),
            None if is_for_kata_go => Gtp::named(KATA_GO_DOTS),
            None => Gtp::default(),
        };
        talk(gtp, &self.engine)
    }
}
