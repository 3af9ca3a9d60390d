//! The common part of the commands `mine` and `plant`, which make puzzles and write them to a file.

use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::arena::shard::Shard;
use tochki::notation::counted;
use tochki::notation::puzzle::{self, Puzzle};
use tochki::search::StopFlag;
use tochki::tools::plant;

/// The flags of a command that makes puzzles.
#[derive(clap::Args)]
pub struct PuzzleArgs {
    /// File to write the puzzles to; it must not exist yet.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: PathBuf,
    /// Number of puzzles to make.
    #[arg(long, value_name = "N", default_value_t = plant::Options::default().puzzles, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub puzzles: usize,
    /// Seed of the puzzles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Do only the games or positions K, K+N, K+2N ..., counted from 0. With it, N processes can share the work, each with
    /// its own file. Each makes up to `--puzzles` puzzles; two files may have the same position.
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
}

impl PuzzleArgs {
    /// Checks that the output file does not exist yet and can be written. It is called before the work.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn check_out(&self) -> anyhow::Result<()> {
        if self.out.exists() {
            let place = self.out.display();
            bail!("{place} exists: remove it, or give --out another name");
        }
        super::check_writable(&self.out)
    }

    /// Calls `find` with each of the numbers of the shard, until there are enough puzzles, the numbers are used up or a
    /// signal ends the work. Then it writes the puzzles to the file. Its first line is `command`, with the flags of the
    /// shard and the file added. Without puzzles no file is written. The exit code is 1 if there are fewer puzzles than
    /// wanted. A shard that has done all its numbers is done even so.
    ///
    /// # Errors
    /// If the file cannot be written. A file that exists is unchanged then.
    pub fn make<P: IntoIterator<Item = Puzzle>>(
        &self,
        command: &str,
        numbers: Range<u64>,
        mut find: impl FnMut(u64, &StopFlag) -> P,
    ) -> anyhow::Result<ExitCode> {
        let stop = super::stop_on_signals()?;
        let progress = super::progress_bar(self.puzzles);
        let mut puzzles = Vec::new();
        let shard = self.shard.unwrap_or_default();
        for number in numbers.filter(|&number| shard.contains(number)) {
            progress.set_message(format!("number {}", number + 1));
            puzzles.extend(find(number, &stop));
            progress.set_position(puzzles.len() as u64);
            if puzzles.len() >= self.puzzles || stop.is_raised() {
                break;
            }
        }
        progress.finish_and_clear();
        puzzles.truncate(self.puzzles);
        let is_done = puzzles.len() >= self.puzzles || self.shard.is_some() && !stop.is_raised();
        let done = ExitCode::from(u8::from(!is_done));
        let place = self.out.display();
        if puzzles.is_empty() {
            writeln!(io::stdout(), "no puzzles, {place} is not written")?;
            return Ok(done);
        }
        let shard = self.shard.map(|shard| format!(" --shard {shard}"));
        let shard = shard.unwrap_or_default();
        let text = format!(
            "# {command}{shard} --out FILE\n\n{}",
            puzzle::print(&puzzles)
        );
        if let Err(error) = super::replace_file(&self.out, &text) {
            // Finding the puzzles may have taken hours. If this fails too, the first error is still told.
            let _ = io::stdout().write_all(text.as_bytes());
            return Err(error);
        }
        writeln!(io::stdout(), "{}", counted(puzzles.len() as u64, "puzzle"))?;
        Ok(done)
    }
}
