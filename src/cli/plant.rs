//! `tochki plant`: puzzles of long ladders and nets on busy boards.

use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::Size;
use tochki::tools::plant::{Options, Planter};

/// Make puzzles of long ladders and nets on busy boards.
///
/// They are groups that a ladder or net of five plies or more captures, among the dots of games
/// that are drawn by lot. Which moves decide about the group is proved.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write the puzzles to; it must not exist yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles to make.
    #[arg(long, value_name = "N", default_value_t = Options::default().puzzles, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    puzzles: usize,
    /// How many positions to try at most.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    positions: u64,
    /// Size of the boards.
    #[arg(long, value_name = "WxH", default_value_t = Options::default().size)]
    size: Size,
    /// What everything follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    /// Goes on until there are enough puzzles, or a signal ends it: what has been found is written.
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

    /// What makes the same file again.
    fn command(&self) -> String {
        format!(
            "tochki plant --puzzles {} --positions {} --size {} --seed {}",
            self.puzzles, self.positions, self.size, self.seed
        )
    }
}
