//! `tochki mine`: puzzles from games of the engine against itself.

use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::Size;
use tochki::notation::puzzle::FullMoves;
use tochki::search::tactical;
use tochki::tools::mine::{Miner, Options};

/// Find puzzles in games of the engine against itself.
///
/// They are positions with one move that a deep search proves to be better than all others by two
/// dots or more, and that a shallow one does not see.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write the puzzles to; it must not exist yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles to find.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    puzzles: usize,
    /// How many games to play at most.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
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
        super::puzzles::check_new(&self.out)?;
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
        super::puzzles::write(&self.out, &self.command(), &puzzles, self.puzzles)
    }

    /// What makes the same file again.
    fn command(&self) -> String {
        format!(
            "tochki mine --puzzles {} --games {} --size {} --seed {} --depth {} --shallow {} --nodes {}",
            self.puzzles, self.games, self.size, self.seed, self.depth, self.shallow, self.nodes
        )
    }
}
