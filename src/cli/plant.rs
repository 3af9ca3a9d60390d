//! `tochki plant`: puzzles of long ladders and nets on busy boards.

use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::Size;
use tochki::tools::plant::{Options, Planter};

const EXAMPLES: &str = "\
Examples:
  tochki plant --out planted.txt
  tochki plant --puzzles 5 --size 39x32 --seed 2 --out large.txt";

/// Make puzzles of long ladders and nets on busy boards.
///
/// A ladder or net of five plies or more captures a group, among the dots of a random game. It is
/// proved which first moves capture it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// File to write the puzzles to; it must not exist yet.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: PathBuf,
    /// Number of puzzles to make.
    #[arg(long, value_name = "N", default_value_t = Options::default().puzzles, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    puzzles: usize,
    /// Largest number of positions to try.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    positions: u64,
    /// Size of the boards.
    #[arg(long, value_name = "WxH", default_value_t = Options::default().size)]
    size: Size,
    /// Seed of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Args {
    /// Makes puzzles until there are enough, or a signal ends it, and writes them.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        super::puzzles::check_new(&self.out)?;
        let mut planter = Planter::new(Options {
            size: self.size,
            seed: self.seed,
            puzzles: self.puzzles,
        })?;
        let stop = super::stop_on_signals()?;
        let progress = super::progress_bar(self.puzzles);
        let mut puzzles = Vec::new();
        for number in 0..self.positions {
            if puzzles.len() == self.puzzles || stop.is_raised() {
                break;
            }
            progress.set_message(format!("position {}", number + 1));
            puzzles.extend(planter.position(number));
            progress.set_position(puzzles.len() as u64);
        }
        progress.finish_and_clear();
        super::puzzles::write(&self.out, &self.command(), &puzzles, self.puzzles)
    }

    /// The command that makes the same file again.
    fn command(&self) -> String {
        format!(
            "tochki plant --puzzles {} --positions {} --size {} --seed {}",
            self.puzzles, self.positions, self.size, self.seed
        )
    }
}
