//! The command `tochki bench`, which measures the speed of board and search and the lateness of answers.

mod growth;
mod trees;

use crate::cli::engine::EngineArgs;
use crate::cli::flags::exact_depth;
use crate::cli::milliseconds;
use anyhow::bail;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tochki::Size;
use tochki::notation::puzzle::{Depth, Puzzle};
use tochki::search::options::Options;
use tochki::search::tactical::{self, Technique, Techniques};
use tochki::tools::bench::deadlines::{self, DeadlineJob};
use tochki::tools::bench::field;
use tochki::tools::bench::search::{self, SearchJob};
use tochki::tools::{duration, solve};

const EXAMPLES: &str = "\
Examples:
  tochki bench field
  tochki bench search --depth 1.5
  tochki bench trees --pi
  tochki bench deadlines --size 30x30 --time 10ms,100ms --count 20";

/// Measure the speed of the board and of the search, and how late answers come.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    Field(Field),
    Search(Search),
    Deadlines(Deadlines),
    Trees(trees::Trees),
    Growth(growth::Growth),
}

const DEADLINES_EXAMPLES: &str = "\
Examples:
  tochki bench deadlines
  tochki bench deadlines --engine mcts --dots 800 --threads 1,2 --time 10ms,100ms --count 50";

/// How late answers come after a deadline, for each number of threads and each time.
///
/// Positions have random dots. Every second search uses an engine that has searched the position one full move earlier
/// for 100 ms, and has expected the reply. The results depend on the machine and its load.
#[derive(clap::Args)]
#[command(after_help = DEADLINES_EXAMPLES)]
struct Deadlines {
    #[command(flatten)]
    engine: EngineArgs,
    /// Size of the board.
    #[arg(long, value_name = "WxH", default_value = "62x62")]
    size: Size,
    /// Number of dots on the board. Without it the number is random, from 4 to 50 % of the cells.
    #[arg(long, value_name = "N")]
    dots: Option<usize>,
    /// Numbers of threads of the search, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2,4", value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: Vec<u32>,
    /// Times from the start of a search to its deadline or stop flag, separated by commas.
    #[arg(long, alias = "times", value_name = "LIST", value_delimiter = ',', default_value = "1ms,10ms,100ms",
        value_parser = duration::milliseconds)]
    time: Vec<Duration>,
    /// Number of searches for each number of threads and each time.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Number of nodes of the search one full move earlier, instead of 100 ms. With many, `mcts` keeps a large tree.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// End the searches by a stop flag from another thread instead of a deadline.
    #[arg(long)]
    stop_flag: bool,
    /// Seed of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  tochki bench search
  tochki bench search --depth 2.5
  tochki bench search fixtures/puzzles --depth 3 --time 1s
  tochki bench search --depth 3 --ablate";

/// Measure the exact search of captures: fixed positions, one thread, a fixed depth.
///
/// The last line is the number of nodes, which changes only with the search. Without arguments it searches four full
/// moves in every position that comes with the program.
#[derive(clap::Args)]
#[command(after_help = SEARCH_EXAMPLES)]
struct Search {
    /// Positions to search instead of those of the program: files of puzzles, or folders of such files (*.txt).
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The positions: older spelling of PATH.
    #[arg(long, hide = true, conflicts_with = "paths")]
    positions: Vec<PathBuf>,
    /// Depth in full moves, halves allowed.
    #[arg(long, value_name = "N", default_value_t = Depth { plies: 8 }, value_parser = exact_depth)]
    depth: Depth,
    /// Older way to give the depth, in plies.
    #[arg(long, hide = true, conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(1..=tactical::DEEPEST as i64))]
    plies: Option<u32>,
    /// Size of the transposition table in megabytes.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Time after which a position is given up. The number of nodes then depends on the machine.
    #[arg(long, value_name = "TIME", value_parser = duration::milliseconds)]
    time: Option<Duration>,
    /// Number of nodes after which a position is given up; without it there is no limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Switch off a technique of the search, and those that need it; may be given more than once. The values of the
    /// positions stay the same.
    #[arg(long, value_name = "TECHNIQUE", conflicts_with = "ablate", value_parser = technique())]
    without: Vec<Technique>,
    /// Search once with all techniques and once without each of them, and print the cost.
    #[arg(long)]
    ablate: bool,
}

/// Parses `--without`: the name of a technique.
fn technique() -> impl TypedValueParser<Value = Technique> {
    let named = |name: String| Technique::ALL.into_iter().find(|it| it.name() == name);
    PossibleValuesParser::new(Technique::ALL.map(Technique::name))
        .map(move |name| named(name).expect("a possible value"))
}

const FIELD_EXAMPLES: &str = "\
Examples:
  tochki bench field
  tochki bench field --size 39x32 --games 1000
  tochki bench field --make-undo 400";

/// The board: random full games, putting and taking back dots, copying positions.
///
/// Without arguments it runs all workloads on the standard sizes.
#[derive(clap::Args)]
#[command(after_help = FIELD_EXAMPLES)]
struct Field {
    /// Run only random games, on a board of this size.
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Number of columns: an older way to give the size.
    #[arg(long, hide = true, requires = "height", conflicts_with = "size")]
    width: Option<u32>,
    #[arg(long, hide = true, requires = "width")]
    height: Option<u32>,
    /// Number of random games on each size.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the random games and positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only put and take back dots, on 30x30 positions with this number of dots.
    #[arg(long, value_name = "DOTS", conflicts_with_all = ["size", "width", "games"])]
    make_undo: Option<usize>,
    /// How often all positions are gone through when dots are put or positions copied.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["size", "width"])]
    repetitions: u32,
}

impl Args {
    /// Runs the chosen measurement and prints the results.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.bench {
            Bench::Field(field) => field.run()?,
            Bench::Search(search) => search.run()?,
            Bench::Deadlines(deadlines) => deadlines.run()?,
            Bench::Trees(trees) => trees.run()?,
            Bench::Growth(growth) => growth.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Search {
    fn run(&self) -> anyhow::Result<()> {
        let paths = [&self.paths[..], &self.positions].concat();
        let positions = match &paths[..] {
            [] => search::positions(),
            paths => solve::read(paths)?,
        };
        let techniques = self.without.iter();
        let job = SearchJob {
            plies: self.plies.unwrap_or(self.depth.plies),
            hash: self.hash,
            techniques: techniques.fold(Techniques::ALL, |techniques, &technique| {
                techniques.without(technique)
            }),
            time: self.time,
            nodes: self.nodes,
        };
        match self.ablate {
            true => ablate(&positions, &job),
            false => search_each(&positions, &job),
        }
    }
}

/// Searches every position and prints a line for each. After all of them it prints a line with times, if there are
/// positions, and one with the total number of nodes.
fn search_each(positions: &[Puzzle], job: &SearchJob) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut nodes = 0;
    let mut quick = 0;
    let mut times = Vec::new();
    for position in positions {
        let report = search::search(position, job);
        let value = report
            .value
            .map_or("-".to_owned(), |value| format!("{value:+}"));
        writeln!(
            out,
            "{:<12} value {value:>4}  {:>10} nodes  {:>9.1} ms  {:>9.0} nodes/s",
            report.name,
            report.nodes,
            milliseconds(report.elapsed),
            report.nodes as f64 / report.elapsed.as_secs_f64(),
        )?;
        nodes += report.nodes;
        // A search that was given up has found nothing, however short it was.
        let is_quick = report.value.is_some() && report.elapsed <= Duration::from_secs(1);
        quick += usize::from(is_quick);
        times.push(report.elapsed);
    }
    times.sort_unstable();
    if let Some(&median) = times.get(times.len() / 2) {
        writeln!(
            out,
            "{} plies: {quick} of {} within 1 s, median {:.1} ms",
            job.plies,
            times.len(),
            milliseconds(median),
        )?;
    }
    writeln!(out, "{nodes} nodes")?;
    Ok(())
}

/// Searches all positions with all techniques of the job, then with one of them switched off at a time. Prints a line
/// for each run.
fn ablate(positions: &[Puzzle], job: &SearchJob) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<16}  {:>10}  {:>8}  {:>10}",
        "without", "nodes", "given up", "time ms"
    )?;
    for row in search::ablate(positions, job) {
        writeln!(
            out,
            "{:<16}  {:>10}  {:>8}  {:>10.1}",
            row.without.map_or("-", Technique::name),
            row.nodes,
            row.given_up,
            milliseconds(row.elapsed),
        )?;
    }
    Ok(())
}

impl Deadlines {
    fn run(&self) -> anyhow::Result<()> {
        if self.engine.sets("threads") {
            bail!("--threads is the flag for this: --option threads would have no effect");
        }
        let options = self.engine.options()?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "threads  time ms  searches  largest overrun ms  99th percentile ms  moves missing"
        )?;
        for &threads in &self.threads {
            for &time in &self.time {
                let report = deadlines::run(&self.job(&options, threads, time));
                writeln!(
                    out,
                    "{threads:>7}  {:>7}  {:>8}  {:>18.1}  {:>18.1}  {:>13}",
                    milliseconds(time),
                    report.overruns.len(),
                    milliseconds(report.largest()),
                    milliseconds(report.percentile(99)),
                    report.missing,
                )?;
                out.flush()?;
            }
        }
        Ok(())
    }

    fn job(&self, options: &Options, threads: u32, time: Duration) -> DeadlineJob {
        DeadlineJob {
            options: Options {
                threads,
                ..options.clone()
            },
            ended_by: match self.stop_flag {
                true => deadlines::EndedBy::StopFlag,
                false => deadlines::EndedBy::Deadline,
            },
            size: self.size,
            dots: self.dots,
            warm_up_nodes: self.nodes,
            time,
            count: self.count,
            seed: self.seed,
        }
    }
}

impl Field {
    fn run(&self) -> anyhow::Result<()> {
        if let Some(dots) = self.make_undo {
            return self.make_undo(dots);
        }
        let size = match (self.width, self.height) {
            (Some(width), Some(height)) => Some(Size::new(width, height)?),
            _ => self.size,
        };
        if let Some(size) = size {
            return self.games(size);
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
        let size = Size::default();
        let report = field::make_undo(size, dots, self.repetitions, self.seed);
        if report.count == 0 {
            bail!("no cell of a board of {size} is playable after {dots} dots");
        }
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
