//! The command `tochki mine`, which finds puzzles in games of the engine against itself.

use super::flags::exact_depth;
use super::puzzles::PuzzleArgs;
use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use std::process::ExitCode;
use tochki::Size;
use tochki::notation::puzzle::Depth;
use tochki::tools::mine::{Miner, MinerOptions};

const EXAMPLES: &str = "\
Examples:
  tochki mine --puzzles 10 --out mined.txt
  tochki mine --size 20x20 --depth 4 --shallow 1.5 --nodes 100000 --out deep.txt";

/// Find puzzles in games of the engine against itself.
///
/// A puzzle is a position with one best move: a deep search proves that it wins at least two dots more than any other,
/// and a shallow search chooses another move.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    /// Largest number of games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    games: u64,
    /// Size of the boards.
    #[arg(long, value_name = "WxH", default_value_t = MinerOptions::default().size)]
    size: Size,
    /// Depth of the deep search in full moves, halves allowed.
    #[arg(long, value_name = "N", default_value_t = Depth { plies: MinerOptions::default().plies }, value_parser = exact_depth)]
    depth: Depth,
    /// Depth of the shallow search in full moves, halves allowed.
    #[arg(long, value_name = "N", default_value_t = Depth { plies: MinerOptions::default().shallow }, value_parser = exact_depth)]
    shallow: Depth,
    /// Largest number of nodes of a search. A position whose search needs more gives no puzzle.
    #[arg(long, value_name = "N", default_value_t = MinerOptions::default().nodes, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    nodes: u64,
}

impl Args {
    /// Finds puzzles and writes them to a file. It ends when there are enough, all games are played, or a signal ends
    /// it. After a signal the same command goes on.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if self.shallow.plies >= self.depth.plies {
            bail!("--shallow must be less than --depth");
        }
        let progress = self.puzzles.open(&self.command())?;
        let mut miner = Miner::new(MinerOptions {
            size: self.size,
            seed: self.puzzles.seed,
            plies: self.depth.plies,
            shallow: self.shallow.plies,
            nodes: self.nodes,
            ..MinerOptions::default()
        })?;
        for known in &progress.puzzles {
            miner.know(known);
        }
        let find = |game, stop: &_| miner.game(game, stop);
        self.puzzles.make(progress, "game", 0..self.games, find)
    }

    /// The command line that makes the same file again, if no signal ends it.
    fn command(&self) -> String {
        format!(
            "tochki mine --puzzles {} --games {} --size {} --seed {} --depth {} --shallow {} --nodes {}",
            self.puzzles.puzzles,
            self.games,
            self.size,
            self.puzzles.seed,
            self.depth,
            self.shallow,
            self.nodes
        )
    }
}
