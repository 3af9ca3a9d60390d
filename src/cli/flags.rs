//! Flags that several commands share. [docs/flags.md](../../docs/flags.md) lists them.

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;
use tochki::arena::tournament::MOST_WORKERS;
use tochki::notation::puzzle::Depth;
use tochki::notation::start::Start;
use tochki::search::tactical;
use tochki::tools::duration;

/// The flag `--format`, and `--json`, which is an older spelling of `--format json`.
#[derive(clap::Args)]
pub struct FormatArgs {
    /// How the result is printed.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[arg(long, hide = true)]
    json: bool,
}

/// How the result of a command is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table or report for a person.
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

/// The files of games that `learn train` and `learn test` read.
#[derive(clap::Args)]
pub struct GameFiles {
    /// Files of games: files of `learn play`, or SGF; or folders of such files.
    #[arg(required = true, value_name = "PATH")]
    pub games: Vec<PathBuf>,
    /// Take games of `learn play` with different settings together, which are refused otherwise.
    #[arg(long)]
    pub mix: bool,
}

/// Parses `--start`: the name of a start position.
pub fn start() -> impl TypedValueParser<Value = Start> {
    let names = Start::ALL.map(Start::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Parses the `--seed` of many games or positions, below 2^32: each of them gets a seed of its own, and greater seeds
/// would give some the same.
pub fn seed() -> impl TypedValueParser<Value = u64> {
    RangedU64ValueParser::<u64>::new().range(..=u64::from(u32::MAX))
}

/// Parses `--jobs`: how many games are played at the same time, from 1 to [`MOST_WORKERS`].
pub fn jobs() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=MOST_WORKERS as u64)
}

/// Parses a time such as `500ms`, which must be a whole number of milliseconds because protocols send no fractions. A
/// number without unit is in milliseconds.
pub fn whole_milliseconds(text: &str) -> anyhow::Result<Duration> {
    whole(duration::milliseconds(text)?)
}

fn whole(time: Duration) -> anyhow::Result<Duration> {
    match time.subsec_nanos() % 1_000_000 {
        0 => Ok(time),
        _ => bail!("expected a whole number of milliseconds"),
    }
}

/// Parses the time of a search, such as `500ms`: at least a millisecond. A number without unit is in milliseconds.
pub fn some_milliseconds(text: &str) -> anyhow::Result<Duration> {
    let time = duration::milliseconds(text)?;
    match time < Duration::from_millis(1) {
        true => bail!("expected at least 1ms"),
        false => Ok(time),
    }
}

/// Parses `--patience`: a time above 0 in whole milliseconds. A number without unit is in seconds.
pub fn patience(text: &str) -> anyhow::Result<Duration> {
    let time = whole(duration::seconds(text)?)?;
    match time.is_zero() {
        true => bail!("expected more than 0 seconds"),
        false => Ok(time),
    }
}

/// Parses a depth: a number of full moves such as `2.5`, from one ply to `most_plies`.
pub fn depth(text: &str, most_plies: u32) -> Result<Depth, String> {
    let depth = text.parse().ok();
    let depth = depth.filter(|depth: &Depth| (1..=most_plies).contains(&depth.plies));
    depth.ok_or_else(|| {
        let most = Depth { plies: most_plies };
        format!("a depth is a number of full moves from 0.5 to {most}, in steps of 0.5")
    })
}

/// Parses the depth, in full moves, of the exact search.
pub fn exact_depth(text: &str) -> Result<Depth, String> {
    depth(text, tactical::DEEPEST)
}
