//! `tochki play`: a person against the engine.

use super::engine::EngineArgs;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tochki::notation::start::Start;
use tochki::tools::play::{PlayError, Settings, play};
use tochki::{Player, Size};

/// Play against the engine in the terminal.
#[derive(clap::Args)]
pub struct Args {
    /// Width and height of the board.
    #[arg(long, default_value = "20x20", value_name = "WxH")]
    size: Size,
    /// What is on it: empty, single, cross, two-crosses or four-crosses.
    #[arg(long, default_value_t, value_name = "START")]
    start: Start,
    /// Your side; the first one moves first.
    #[arg(long, default_value = "first", value_name = "SIDE")]
    side: Side,
    /// How hard the engine thinks, from 1 to 10.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10))]
    level: u32,
    #[command(flatten)]
    engine: EngineArgs,
}

/// A side to play.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    First,
    Second,
}

impl Args {
    /// Plays on standard input and output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let settings = Settings {
            size: self.size,
            start: self.start,
            person: match self.side {
                Side::First => Player::First,
                Side::Second => Player::Second,
            },
            level: self.level,
            charset: super::charset(),
            echo: !io::stdin().is_terminal(),
        };
        let options = self.engine.options()?;
        let mut engine = options.build();
        let (input, out) = (io::stdin().lock(), io::stdout().lock());
        match play(input, out, settings, &options, engine.as_mut()) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            // As it is, so that a broken pipe is recognised.
            Err(PlayError::Io(error)) => Err(error.into()),
            Err(error) => Err(error.into()),
        }
    }
}
