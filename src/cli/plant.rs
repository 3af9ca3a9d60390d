//! The command `tochki plant`, which makes puzzles of long ladders and nets among many other dots.

use super::puzzles::PuzzleArgs;
use clap::builder::RangedU64ValueParser;
use std::io::{self, Write};
use std::process::ExitCode;
use tochki::Size;
use tochki::tools::plant::{Planter, PlanterOptions, SHORTEST_GOOD_SIDE};

const EXAMPLES: &str = "\
Examples:
  tochki plant --out planted.txt
  tochki plant --puzzles 5 --size 39x32 --seed 2 --out large.txt
  tochki plant --nets --puzzles 60 --out nets.txt
  tochki plant --shard 0/4 --out planted-0.txt";

/// Make puzzles of long ladders and nets on busy boards.
///
/// In each puzzle a ladder or net of five plies or more captures a group among the dots of a random game. It is proved
/// which first moves capture it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    /// Largest number of positions to try.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    positions: u64,
    /// Size of the boards.
    #[arg(long, value_name = "WxH", default_value_t = PlanterOptions::default().size)]
    size: Size,
    /// Make only nets, round groups whose walls have several gaps, a third of each of three levels.
    #[arg(long)]
    nets: bool,
}

impl Args {
    /// Makes puzzles and writes them to a file. It ends when there are enough, all positions are tried, or a signal
    /// ends it. After a signal the same command goes on.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let progress = self.puzzles.open(&self.command())?;
        let mut planter = Planter::new(PlanterOptions {
            size: self.size,
            seed: self.puzzles.seed,
            puzzles: self.puzzles.puzzles,
            nets: self.nets,
        })?;
        let side = self.size.width().min(self.size.height());
        if side < SHORTEST_GOOD_SIDE && !progress.is_finished() {
            // If stderr fails, the puzzles are still made.
            let _ = writeln!(
                io::stderr(),
                "tochki: puzzles on boards below {SHORTEST_GOOD_SIDE}x{SHORTEST_GOOD_SIDE} are very rare"
            );
        }
        for known in &progress.puzzles {
            planter.know(known);
        }
        let shard = self.puzzles.shard;
        let find = |number, _: &_| {
            let mut puzzle = planter.position(number)?;
            // Every shard counts its puzzles from 1.
            if let Some(shard) = shard {
                puzzle.title += &format!(", shard {shard}");
            }
            Some(puzzle)
        };
        self.puzzles
            .make(progress, "position", 0..self.positions, find)
    }

    /// The command line that makes the same file again, if no signal ends it.
    fn command(&self) -> String {
        format!(
            "tochki plant --puzzles {} --positions {} --size {} --seed {}{}",
            self.puzzles.puzzles,
            self.positions,
            self.size,
            self.puzzles.seed,
            if self.nets { " --nets" } else { "" }
        )
    }
}
