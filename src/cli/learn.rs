//! The command `tochki learn`, which learns a policy from games of the engine against itself.

mod games;

use super::flags::{self, GameFiles};
use super::{engine, policy};
use anyhow::{Context, bail};
use clap::Subcommand;
use games::GameFile;
use std::collections::HashSet;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tochki::Size;
use tochki::arena::line_log::LineLog;
use tochki::arena::shard::Shard;
use tochki::importance::Importance;
use tochki::notation::counted;
use tochki::policy::{HandcraftedPolicy, ImportancePolicy, LinearPolicy, Policy};
use tochki::search::StopFlag;
use tochki::tools::learn::evaluate::{Accuracy, evaluate};
use tochki::tools::learn::game::REMARK;
use tochki::tools::learn::self_play::SelfPlaySettings;
use tochki::tools::learn::train::{self, TrainingSettings};
use tochki::tools::origin::table_hash;

const EXAMPLES: &str = "\
Examples:
  tochki learn play --games 300 --out games.txt
  tochki learn train games.txt --out weights.bin
  tochki learn test games.txt --policy weights.bin";

/// Learn a policy from games of the engine against itself.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Play(Play),
    Train(Train),
    Test(Test),
}

const PLAY_EXAMPLES: &str = "\
Examples:
  tochki learn play --games 2 --size 8x8 --nodes 50 --quick-nodes 20 --out games.txt
  tochki learn play --shard 0/4 --out games0.txt
  tochki learn play --policy weights.bin --jobs 2 --out games.txt";

/// Play games of the engine against itself and record the visits of its searches.
///
/// The first line of the file holds the settings. Games that are already in the file are not played again.
#[derive(clap::Args)]
#[command(after_help = PLAY_EXAMPLES)]
struct Play {
    /// File to which the games are added.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: PathBuf,
    /// Number of games, of all shards together.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Size of the board.
    #[arg(long, value_name = "WxH", default_value = "20x20")]
    size: Size,
    /// Number of simulations of a search whose visits are recorded.
    #[arg(long, alias = "rounds", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of simulations of a search that is not recorded.
    #[arg(long, alias = "quick-rounds", value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    quick_nodes: u64,
    /// One search out of N is recorded, on average.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = flags::seed())]
    seed: u64,
    /// Play only the games K, K+N, K+2N ..., counted from 0. With it, N processes can share the work, each with its own
    /// file.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Number of games that are played at the same time.
    #[arg(short, long, value_name = "N", alias = "threads", default_value_t = 1, value_parser = flags::jobs())]
    jobs: usize,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// The flag `--policy` of `learn play`.
#[derive(clap::Args)]
struct PolicyArgs {
    /// The policy: that of the engine (`shipped`), a file of weights, or the handcrafted one (`hand`).
    #[arg(
        long,
        alias = "weights",
        value_name = "shipped|FILE|hand",
        default_value = "shipped"
    )]
    policy: PathBuf,
}

impl PolicyArgs {
    /// Reads the table of weights. `None` stands for the handcrafted policy.
    fn table(&self) -> anyhow::Result<Option<Arc<LinearPolicy>>> {
        match self.policy.to_str() {
            Some("hand") => Ok(None),
            _ => policy::read(&self.policy).map(Some),
        }
    }
}

const TRAIN_EXAMPLES: &str = "\
Examples:
  tochki learn train games.txt --out weights.bin
  tochki learn train games people.sgf --epochs 5 --out weights.bin
  tochki learn train games0.txt games1.txt --mix --out weights.bin";

/// Fit a table of weights to games. A repeated game counts once.
#[derive(clap::Args)]
#[command(after_help = TRAIN_EXAMPLES)]
struct Train {
    #[command(flatten)]
    files: GameFiles,
    /// File to write the table to.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: PathBuf,
    /// Number of passes through all games.
    #[arg(long, value_name = "N", default_value_t = TrainingSettings::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Features of moves that occur less often than this are not trained.
    #[arg(long, value_name = "N", default_value_t = TrainingSettings::default().rarest)]
    rarest: u32,
}

const TEST_EXAMPLES: &str = "\
Examples:
  tochki learn test games.txt
  tochki learn test people.sgf --policy weights.bin
  tochki learn test people.sgf --policy importance --option article.nearness=true";

/// Measure how well a policy predicts the moves of games. A repeated game counts once.
#[derive(clap::Args)]
#[command(after_help = TEST_EXAMPLES)]
struct Test {
    #[command(flatten)]
    files: GameFiles,
    /// The policy: that of the engine (`shipped`), a file of weights, the handcrafted one (`hand`), or importance alone.
    #[arg(
        long,
        alias = "weights",
        value_name = "shipped|FILE|hand|importance",
        default_value = "shipped"
    )]
    policy: PathBuf,
    /// An option for `importance`, such as article.sum=true; protocol.md lists them.
    #[arg(long = "option", alias = "set", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Args {
    /// Runs the chosen step of learning. The exit code is 1 if a signal interrupted `play`.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.step {
            Step::Play(play) => play.run(),
            Step::Train(train) => train.run(),
            Step::Test(test) => test.run(),
        }
    }
}

impl Play {
    fn run(self) -> anyhow::Result<ExitCode> {
        let settings = SelfPlaySettings {
            size: self.size,
            nodes: self.nodes,
            quick_nodes: self.quick_nodes,
            every: self.every,
            seed: self.seed,
            policy: self.policy.table()?,
        };
        let heading = self.heading(settings.policy.as_deref());
        let (log, missing) = self.open(&heading)?;
        if missing.is_empty() {
            let mut out = io::stdout().lock();
            let place = self.out.display();
            writeln!(out, "{place}: nothing to play")?;
        }
        let stop = super::stop_or_end_on_signals()?;
        let done = self.play_all(log, &settings, &missing, &stop);
        done.with_context(|| self.out.display().to_string())?;
        Ok(ExitCode::from(u8::from(stop.is_raised())))
    }

    /// Plays the games with these numbers, several at a time, and adds each to the file. A game that a stop interrupts
    /// is not added.
    fn play_all(
        &self,
        mut log: LineLog,
        settings: &SelfPlaySettings,
        missing: &[u64],
        stop: &StopFlag,
    ) -> io::Result<()> {
        let play = |index: usize| settings.play(missing[index], stop);
        each(missing.len(), self.jobs, stop, play, |_, game| {
            game.map_or(Ok(()), |game| log.add(&game.to_string()))
        })
    }

    /// The first line of a file of games: the settings of the games, the version of the program, and a hash of the table
    /// of weights. A version under development may ship several tables.
    fn heading(&self, table: Option<&LinearPolicy>) -> String {
        let policy = &self.policy.policy;
        let table = table.map_or(String::new(), |table| {
            format!(" --table {}", table_hash(table))
        });
        format!(
            "{REMARK} --size {} --nodes {} --quick-nodes {} --every {} --seed {} --policy {policy:?}{table} --version {}",
            self.size,
            self.nodes,
            self.quick_nodes,
            self.every,
            self.seed,
            env!("CARGO_PKG_VERSION")
        )
    }

    /// Opens the file for more games. Returns it with the numbers of the games of this shard that it lacks.
    fn open(&self, heading: &str) -> anyhow::Result<(LineLog, Vec<u64>)> {
        let place = || self.out.display().to_string();
        let (mut log, contents) = LineLog::open(&self.out).with_context(place)?;
        let lines = contents.complete_lines.as_str();
        let lines = lines.strip_prefix('\u{feff}').unwrap_or(lines);
        let is_headed = lines.lines().any(|line| line.starts_with(games::HEADING));
        if !is_headed && !contents.is_beginning_of(heading) {
            bail!("{} holds no games of known settings", place());
        }
        let missing = self.missing(heading, lines)?;
        log.prepare_to_add(&contents, heading).with_context(place)?;
        Ok((log, missing))
    }

    /// The numbers of the games of this shard that are not in `text`. `text` is the contents of the file of games.
    ///
    /// # Errors
    /// If the text has games of other settings, or a line that is no game.
    fn missing(&self, heading: &str, text: &str) -> anyhow::Result<Vec<u64>> {
        let mut headings = text.lines().filter(|line| line.starts_with(games::HEADING));
        let wanted = games::comparable(heading);
        if let Some(other) = headings.find(|line| games::comparable(line) != wanted) {
            let place = self.out.display();
            let difference = games::difference(&wanted, &games::comparable(other));
            bail!(
                "{place} has games of other settings\n    {other}\nthan asked for\n    {heading}\n{difference}"
            );
        }
        let lines = (1..).zip(text.lines());
        let games = lines.filter(|(_, line)| !line.starts_with(REMARK));
        let name = |(number, line)| match games::parse_line(&self.out, number, line) {
            Ok(game) => Ok(game.name),
            Err(error) => {
                bail!("{error:#}: without this line the same command plays its game again")
            }
        };
        let known: HashSet<String> = games.map(name).collect::<anyhow::Result<_>>()?;
        let shard = self.shard.unwrap_or_default();
        let numbers = (0..self.games).filter(|&n| shard.contains(n));
        Ok(numbers
            .filter(|n| !known.contains(format!("g{n}").as_str()))
            .collect())
    }
}

/// Calls `work` with each number from 0 to `count - 1` on `threads` threads, and `take` with each number and its
/// result. `take` is called by one thread at a time. After `stop` is raised, or `take` has failed, no thread begins a
/// further number.
///
/// # Errors
/// An error of `take`. If several threads fail, it is the error of one of them.
fn each<T: Send, E: Send>(
    count: usize,
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(usize) -> T + Sync,
    take: impl FnMut(usize, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let bar = super::progress_bar(count);
    let (next, take) = (AtomicUsize::new(0), Mutex::new(take));
    let go = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || stop.is_raised() {
                return Ok(());
            }
            let result = work(number);
            let mut take = take.lock().unwrap_or_else(PoisonError::into_inner);
            take(number, result).inspect_err(|_| next.store(count, Ordering::Relaxed))?;
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, go).ok();
        let threads: Vec<_> = (0..threads).filter_map(spawn).collect();
        if threads.is_empty() {
            // The system gives no thread: this one does the work.
            return go();
        }
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// Checks that the file `out` can be written, and that no games are lost by it: it is no file of `learn play`, and none
/// that `games` names or found, but for tables in folders. It is called before long work.
fn check_out(out: &Path, games: &[GameFile]) -> anyhow::Result<()> {
    let place = out.display();
    if games.iter().any(|file| file.forbids_table_at(out)) {
        bail!("{place} is among the files to learn from and is no table: it would be lost");
    }
    if games::is_played_at(out) {
        bail!("{place} has games of `learn play`: they would be lost");
    }
    super::check_writable(out)
}

impl Train {
    fn run(self) -> anyhow::Result<ExitCode> {
        let files = games::files(&self.files.games)?;
        check_out(&self.out, &files)?;
        let (learned, kept_back) = train::split(games::read(&files, self.files.mix)?);
        let settings = TrainingSettings {
            epochs: self.epochs,
            rarest: self.rarest,
            ..TrainingSettings::default()
        };
        let mut trainer = train::Trainer::new(settings, &learned);
        let mut out = io::stdout().lock();
        // If printing fails, the table is still wanted.
        let mut printed = Ok(());
        for epoch in 1..=settings.epochs {
            let positions = trainer.epoch(&learned);
            if positions == 0 {
                bail!("{}: no moves to learn from", listed(&self.files.games));
            }
            let accuracy = match kept_back.as_slice() {
                [] => "no game".to_owned(),
                games => describe(&evaluate(&trainer.policy(), games)),
            };
            let size = trainer.size();
            let positions = counted(positions.into(), "position");
            let size = counted(size as u64, "weight");
            let line = format!("epoch {epoch}: {positions}, {size}; kept back: {accuracy}");
            printed = printed.and_then(|()| writeln!(out, "{line}").and_then(|()| out.flush()));
        }
        let bytes = trainer.policy().to_bytes();
        super::replace_file(&self.out, bytes)?;
        printed?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The options on which [`importance_options`](tochki::search::article::ArticleOptions::importance_options) depends.
const OF_IMPORTANCE: [&str; 5] = [
    "article.margin",
    "article.nearness",
    "article.shapes",
    "article.angles",
    "article.sum",
];

impl Test {
    fn run(self) -> anyhow::Result<ExitCode> {
        let files = games::files(&self.files.games)?;
        let games = games::read(&files, self.files.mix)?;
        let policy = self.policy()?;
        let accuracy = evaluate(policy.as_ref(), &games);
        if accuracy.positions == 0 {
            bail!("{}: no moves to predict", listed(&self.files.games));
        }
        let games = counted(games.len() as u64, "game");
        writeln!(io::stdout().lock(), "{games}: {}", describe(&accuracy))?;
        Ok(ExitCode::SUCCESS)
    }

    fn policy(&self) -> anyhow::Result<Arc<dyn Policy>> {
        let options = engine::options(&self.options)?;
        Ok(match self.policy.to_str() {
            Some("importance") => {
                for change in &self.options {
                    let (name, _) = engine::option(change)?;
                    if !OF_IMPORTANCE.contains(&name.as_str()) {
                        let known = OF_IMPORTANCE.join(", ");
                        bail!("{name} is no option of importance, which has {known}");
                    }
                }
                let importance = Importance::new(options.article.importance_options());
                Arc::new(ImportancePolicy(importance))
            }
            _ if !self.options.is_empty() => bail!("--option is only for --policy importance"),
            Some("hand") => Arc::new(HandcraftedPolicy::default()),
            _ => policy::read(&self.policy)?,
        })
    }
}

/// The first of these paths, and how many more there are.
fn listed(paths: &[PathBuf]) -> String {
    let first = paths.first().map(|path| path.display().to_string());
    let first = first.unwrap_or_default();
    match paths.len() {
        0 | 1 => first,
        count => format!("{first} and {} more", count - 1),
    }
}

fn describe(accuracy: &Accuracy) -> String {
    format!(
        "{}, top-1 {:.1} %, top-5 {:.1} %, top-20 {:.1} %, log-loss {:.3}, {} without a probability",
        counted(accuracy.positions.into(), "move"),
        accuracy.top(1),
        accuracy.top(5),
        accuracy.top(20),
        accuracy.log_loss(),
        accuracy.missing,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_importance_are_listed() {
        let default = tochki::search::options::Options::default();
        for info in default.list() {
            let changes = |value: &&str| {
                let mut options = default.clone();
                options.set(info.name, value).is_ok()
                    && options.article.importance_options() != default.article.importance_options()
            };
            let is_of_importance = ["true", "false", "1", "2"].iter().any(changes);
            let is_listed = OF_IMPORTANCE.contains(&info.name);
            assert_eq!(is_of_importance, is_listed, "{}", info.name);
        }
    }

    #[test]
    fn after_an_error_no_thread_begins_a_further_number() {
        let mut taken = 0;
        let take = |_, ()| {
            taken += 1;
            if taken == 1 { Err("full") } else { Ok(()) }
        };
        let stop = StopFlag::default();
        assert_eq!(each(1000, 2, &stop, |_| (), take), Err("full"));
        // The other thread may have been at work on a number.
        assert!(taken <= 2, "{taken}");
    }
}
