//! Flags that several commands share. [docs/flags.md](../../docs/flags.md) lists all flags.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;
use tochki::notation::puzzle::FullMoves;
use tochki::notation::start::Start;
use tochki::tools::duration;

/// The flag `--format`, and its older spelling `--json`.
#[derive(clap::Args)]
pub struct FormatArgs {
    /// How the result is printed.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[arg(long, hide = true)]
    json: bool,
}

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table or report to read.
    Text,
    /// One JSON document.
    Json,
}

impl FormatArgs {
    /// Whether the result is printed as JSON.
    pub fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

/// The files of games that the commands of `learn` read.
#[derive(clap::Args)]
pub struct GameFiles {
    /// Files of games: those that `learn play` writes, or SGF.
    #[arg(required = true, value_name = "FILE")]
    pub games: Vec<PathBuf>,
}

/// Parses `--start`.
pub fn start() -> impl TypedValueParser<Value = Start> {
    let names = Start::ALL.map(Start::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Parses `--jobs`. Each command has an older spelling of its own.
pub fn jobs() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=256)
}

/// Parses a time in whole milliseconds, because protocols send times so. A number without a unit is in milliseconds.
pub fn whole_milliseconds(text: &str) -> Result<Duration, &'static str> {
    whole(duration::milliseconds(text)?)
}

fn whole(time: Duration) -> Result<Duration, &'static str> {
    match time.subsec_nanos() % 1_000_000 {
        0 => Ok(time),
        _ => Err("expected a whole number of milliseconds"),
    }
}

/// Parses `--patience`: a time above 0 in whole milliseconds. A number without a unit is in seconds.
pub fn patience(text: &str) -> Result<Duration, &'static str> {
    let time = whole(duration::seconds(text)?)?;
    match time.is_zero() {
        true => Err("expected more than 0 seconds"),
        false => Ok(time),
    }
}

/// Parses `--depth`: full moves with halves, from one ply to `most_plies`.
pub fn depth(text: &str, most_plies: u32) -> Result<FullMoves, String> {
    let depth: FullMoves = text.parse().map_err(|error| format!("{error}"))?;
    match (1..=most_plies).contains(&depth.0) {
        true => Ok(depth),
        false => Err(format!("a depth is from 0.5 to {}", FullMoves(most_plies))),
    }
}
