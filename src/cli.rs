//! The command line: one subcommand a file; without a subcommand, the protocol.
//!
//! To add one: a file `cli/NAME.rs` with a struct `Args` that derives [`clap::Args`] and has a
//! function `run(self) -> anyhow::Result<ExitCode>`; then a variant of [`Command`] and a line in
//! [`Command::run`]. An error becomes a line on stderr and exit code 2; `ExitCode::from(1)` is
//! for an answer of "no", such as a wrong solution. Write with `writeln!` to a locked stdout,
//! never with `println!`: a broken pipe must end the program quietly, not in a panic.

mod analyze;
mod bench;
mod comply;
mod contest;
mod engine;
mod gtp;
mod json;
mod learn;
mod mine;
mod plant;
mod play;
mod puzzles;
mod show;
mod solve;
mod source;
mod talk;
mod v6;
mod weights;

use anyhow::Context;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tochki::search::StopFlag;
use tochki::tools::show::text::Charset;

/// An engine for the game of Points (Dots, Kropki). Without a command it speaks the Points AI
/// Protocol, version 6, on standard input and output.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands. What each does is said where its arguments are: a text here would take its place.
#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    V6(v6::Args),
    Json(json::Args),
    Gtp(gtp::Args),
    Play(play::Args),
    Show(show::Args),
    Analyze(analyze::Args),
    Match(Box<contest::Args>),
    Comply(comply::Args),
    Mine(mine::Args),
    Plant(plant::Args),
    Bench(bench::Args),
    Learn(learn::Args),
}

impl Command {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Solve(args) => args.run(),
            Command::V6(args) => args.run(),
            Command::Json(args) => args.run(),
            Command::Gtp(args) => args.run(),
            Command::Play(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Analyze(args) => args.run(),
            Command::Match(args) => args.run(),
            Command::Comply(args) => args.run(),
            Command::Mine(args) => args.run(),
            Command::Plant(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::Learn(args) => args.run(),
        }
    }
}

/// Runs the program with these arguments, the first of which is its name.
///
/// # Errors
/// Whatever the command could not get over; usage errors have been told to the user already.
pub fn run(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<ExitCode> {
    init_logging();
    match Cli::try_parse_from(with_two_dashes(args)) {
        Ok(cli) => cli
            .command
            .unwrap_or(Command::V6(v6::Args::default()))
            .run(),
        Err(usage) => {
            // Nobody may be listening; the exit code tells it all the same.
            let _ = usage.print();
            Ok(ExitCode::from(usage.exit_code() as u8))
        }
    }
}

/// The arguments, in which those that KataGo writes with a single dash have two for `gtp`.
fn with_two_dashes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == "gtp") {
        for arg in &mut args[2..] {
            if arg == "-model" || arg == "-config" {
                *arg = format!("-{}", arg.display()).into();
            }
        }
    }
    args
}

/// Logs as `RUST_LOG` says. What it does not understand it leaves off: stderr is for errors.
fn init_logging() {
    let filters = std::env::var("RUST_LOG").unwrap_or_default();
    let understood = env_filter::Builder::new().try_parse(&filters).is_ok();
    if understood && !filters.is_empty() {
        let _ = env_logger::try_init();
    }
}

/// What follows the last dot of a name, in lower case.
fn extension(file: &Path) -> Option<String> {
    let extension = file.extension()?.to_str()?;
    Some(extension.to_ascii_lowercase())
}

/// Refuses a place that cannot be written: what has taken long should not be lost in the end.
/// Pipes and devices are left alone, as who reads a pipe would take the trial for all there is.
fn check_writable(file: &Path) -> anyhow::Result<()> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    let is_new = fs::symlink_metadata(file).is_err();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.with_context(|| file.display().to_string())?;
    if is_new {
        fs::remove_file(file)?;
    }
    Ok(())
}

/// A number of things: `1 game`, `2 games`.
fn counted(number: usize, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

/// A bar on stderr, or nothing if that is no terminal.
fn progress_bar(steps: usize) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    ProgressBar::with_draw_target(Some(steps as u64), target).with_style(bar_style())
}

/// A bar that fits into one line, however narrow: the message gives way.
fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:20} {pos}/{len} {eta} {wide_msg}")
        .expect("the template is well formed")
}

/// A flag that signals to end raise, so that the engines that were started are ended too.
///
/// # Errors
/// If the system does not let us handle them.
fn stop_on_signals() -> std::io::Result<StopFlag> {
    let raised = Arc::new(AtomicBool::new(false));
    for &signal in ENDING_SIGNALS {
        signal_hook::flag::register(signal, raised.clone())?;
    }
    Ok(StopFlag::from(raised))
}

/// The signals that ask a program to end.
#[cfg(unix)]
const ENDING_SIGNALS: &[i32] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const ENDING_SIGNALS: &[i32] = &[SIGINT, SIGTERM];

/// Whether standard output takes colours: it is a terminal, and `NO_COLOR` is not set.
fn charset() -> Charset {
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    match choice {
        anstream::ColorChoice::Never => Charset::Plain,
        _ => Charset::Coloured,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    #[test]
    fn a_bar_takes_one_line_of_a_narrow_terminal() {
        for columns in [40, 60, 80, 120] {
            let terminal = InMemoryTerm::new(10, columns);
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let bar = ProgressBar::with_draw_target(Some(1000), target).with_style(bar_style());
            bar.set_message(
                "+12 =0 -8, Elo +78.5 [-17.2, +188.0] (95 %), LOS 94.6 %, margin +0.56 (0.42)",
            );
            for position in 1..5 {
                bar.set_position(200 * position);
                bar.force_draw();
            }
            let shown = terminal.contents();
            assert_eq!(shown.lines().count(), 1, "{shown}");
            assert!(shown.contains("800/1000"), "{shown}");
        }
    }
}
