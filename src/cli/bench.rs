//! `tochki bench`: deterministic work, and the time it takes.

use clap::Subcommand;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use tochki::Size;
use tochki::tools::bench::field;

/// Arguments of `tochki bench`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// The board: random full games, putting and taking back dots, copying positions.
    Field(Field),
}

/// Without arguments: all workloads on the standard sizes.
#[derive(clap::Args)]
struct Field {
    /// Columns of the board for random games.
    #[arg(long, requires = "height")]
    width: Option<u32>,
    /// Rows of the board for random games.
    #[arg(long, requires = "width")]
    height: Option<u32>,
    /// Number of random games on each size.
    #[arg(long, default_value_t = 20_000)]
    games: u32,
    /// Seed of the random orders.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run just this: put and take back dots on 30x30 positions with this number of dots.
    #[arg(long, value_name = "DOTS", conflicts_with = "width")]
    make_undo: Option<usize>,
    /// How often to go through the positions.
    #[arg(long, default_value_t = 300)]
    repetitions: u32,
}

impl Args {
    /// Runs the benchmark.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.bench {
            Bench::Field(field) => field.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Field {
    fn run(&self) -> anyhow::Result<()> {
        if let Some(dots) = self.make_undo {
            return self.make_undo(dots);
        }
        if let (Some(width), Some(height)) = (self.width, self.height) {
            return self.games(Size::new(width, height)?);
        }
        for (width, height) in [(20, 20), (30, 30), (39, 32)] {
            self.games(Size::new(width, height)?)?;
        }
        self.make_undo(150)?;
        self.make_undo(400)?;
        self.copy(150)
    }

    fn games(&self, size: Size) -> anyhow::Result<()> {
        let report = field::play_games(size, self.games, self.seed);
        writeln!(
            io::stdout().lock(),
            "games {size:>6}  {:>9.0} games/s  {:>6.2} ns/dot  first {} second {} draws {}  checksum {:016x}",
            f64::from(report.games) / report.elapsed.as_secs_f64(),
            nanoseconds_each(report.elapsed, report.dots),
            report.wins[0],
            report.wins[1],
            report.draws,
            report.checksum,
        )?;
        Ok(())
    }

    fn make_undo(&self, dots: usize) -> anyhow::Result<()> {
        let report = field::make_undo(Size::default(), dots, self.repetitions, self.seed);
        self.operations("make+undo", dots, report)
    }

    fn copy(&self, dots: usize) -> anyhow::Result<()> {
        let report = field::copy(Size::default(), dots, self.repetitions, self.seed);
        self.operations("copy", dots, report)
    }

    fn operations(&self, what: &str, dots: usize, report: field::Operations) -> anyhow::Result<()> {
        writeln!(
            io::stdout().lock(),
            "{what} at {dots} dots, 30x30  {} times  {:.1} ns each  checksum {:016x}",
            report.count,
            nanoseconds_each(report.elapsed, report.count),
            report.checksum,
        )?;
        Ok(())
    }
}

fn nanoseconds_each(elapsed: Duration, count: u64) -> f64 {
    elapsed.as_secs_f64() * 1e9 / count.max(1) as f64
}
