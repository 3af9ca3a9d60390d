//! `tochki mine`: puzzles from games of the engine against itself.

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::Size;
use tochki::notation::puzzle::{FullMoves, Puzzle};
use tochki::search::tactical;
use tochki::tools::mine::{Miner, Options};

/// Play games and pick puzzles: positions with one move that a deep search proves to be better
/// than all others by two dots or more, and that a shallow one does not see.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write the puzzles to; it must not exist yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles to find.
    #[arg(long, value_name = "N", default_value_t = 100)]
    puzzles: usize,
    /// How many games to play at most.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Size of the boards.
    #[arg(long, value_name = "WxH", default_value_t = Options::default().size)]
    size: Size,
    /// What the games follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Depth of the proofs in full moves, halves allowed.
    #[arg(long, value_name = "N", default_value_t = FullMoves(Options::default().plies))]
    depth: FullMoves,
    /// Depth in full moves that must not find the move.
    #[arg(long, value_name = "N", default_value_t = FullMoves(Options::default().shallow))]
    shallow: FullMoves,
    /// Nodes for a search; positions that take more are passed over.
    #[arg(long, value_name = "N", default_value_t = Options::default().nodes, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    nodes: u64,
}

impl Args {
    /// Mines until there are enough puzzles, or a signal ends it: what has been found is written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let deepest = tactical::DEEPEST;
        if !(1..self.depth.0).contains(&self.shallow.0) || self.depth.0 > deepest {
            bail!(
                "depths must be shallow before deep, and at most {}",
                FullMoves(deepest)
            );
        }
        if self.out.exists() {
            bail!("{} exists", self.out.display());
        }
        let mut miner = Miner::new(Options {
            size: self.size,
            seed: self.seed,
            plies: self.depth.0,
            shallow: self.shallow.0,
            nodes: self.nodes,
            ..Options::default()
        })?;
        let stop = super::stop_on_signals()?;
        let progress = super::progress_bar(self.puzzles);
        let mut puzzles = Vec::new();
        for game in 0..self.games {
            progress.set_message(format!("game {}", game + 1));
            puzzles.extend(miner.game(game, &stop));
            progress.set_position(puzzles.len() as u64);
            if puzzles.len() >= self.puzzles || stop.is_raised() {
                break;
            }
        }
        progress.finish_and_clear();
        puzzles.truncate(self.puzzles);
        fs::write(&self.out, self.text(&puzzles))
            .with_context(|| self.out.display().to_string())?;
        writeln!(io::stdout(), "{} puzzles", puzzles.len())?;
        let enough = puzzles.len() == self.puzzles;
        Ok(ExitCode::from(if enough { 0 } else { 1 }))
    }

    /// The file: how it was made, and the puzzles.
    fn text(&self, puzzles: &[Puzzle]) -> String {
        let mut text = format!(
            "# tochki mine --puzzles {} --games {} --size {} --seed {} --depth {} --shallow {} --nodes {}\n\n",
            self.puzzles, self.games, self.size, self.seed, self.depth, self.shallow, self.nodes
        );
        for (i, puzzle) in puzzles.iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n---\n\n" };
            let _ = write!(text, "{separator}{puzzle}");
        }
        text
    }
}
