//! `tochki learn`: a policy, and shapes, from games of the engine against itself.

mod shapes;

use super::weights;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::collections::HashSet;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, thread};
use tochki::Size;
use tochki::arena::ledger::Ledger;
use tochki::geometry::parse_number;
use tochki::notation::{sgf, without_mark};
use tochki::policy::{HandPolicy, LinearPolicy, Policy};
use tochki::protocol::files;
use tochki::search::StopFlag;
use tochki::tools::learn::evaluate::{Foresight, evaluate};
use tochki::tools::learn::game::{self, Game, REMARK};
use tochki::tools::learn::{self_play, train};

/// Learn a policy, or shapes, from games of the engine against itself.
///
/// Play games, train on them, see what came of it; or find shapes in them.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Play(Play),
    Train(Train),
    Test(Test),
    Shapes(shapes::Args),
}

/// Play games against itself and note what the searches thought.
///
/// What is there already is not played again; the first line of the file tells the settings.
#[derive(clap::Args)]
struct Play {
    /// The file that games are added to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games, those of all shards together.
    #[arg(long, default_value_t = 300)]
    games: u64,
    /// The board.
    #[arg(long, value_name = "WxH", default_value = "20x20")]
    size: Size,
    /// Rounds of the searches that are noted.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Rounds of the other searches.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    quick_rounds: u64,
    /// One search of so many is noted.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Makes other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only every N-th game, from number I, counted from 0: one part of the work of many processes.
    /// Those that run at the same time have a file each; the lines of all together are the games.
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = shard)]
    shard: (u64, u64),
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The policy: the one that the engine plays with, a table of weights, or the one made by hand.
    #[arg(long, value_name = "shipped|FILE|hand", default_value = "shipped")]
    policy: PathBuf,
}

/// Fit a table of weights to games. One that is there twice counts once.
#[derive(clap::Args)]
struct Train {
    /// Files of games: those that `play` writes, or SGF.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where the table is written to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often to go through all games.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Features that occur less often are dropped.
    #[arg(long, default_value_t = 60)]
    rarest: u32,
}

/// Let a policy foresee the moves of games.
#[derive(clap::Args)]
struct Test {
    /// Files of games: those that `play` writes, or SGF.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The policy: the one that the engine plays with, a table of weights, or the one made by hand.
    #[arg(long, value_name = "shipped|FILE|hand", default_value = "shipped")]
    policy: PathBuf,
}

impl Args {
    /// Carries the step out.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.step {
            Step::Play(play) => play.run(),
            Step::Train(train) => train.run(),
            Step::Test(test) => test.run(),
            Step::Shapes(shapes) => shapes.run(),
        }
    }
}

impl Play {
    fn run(self) -> anyhow::Result<ExitCode> {
        let settings = self_play::Settings {
            size: self.size,
            rounds: self.rounds,
            quick_rounds: self.quick_rounds,
            every: self.every,
            seed: self.seed,
            policy: read_table(&self.policy)?,
        };
        let (ledger, missing) = self.open()?;
        if missing.is_empty() {
            let mut out = io::stdout().lock();
            let place = self.out.display();
            writeln!(out, "{place} has games with these numbers: nothing to play")?;
        }
        let stop = super::stop_on_signals()?;
        let done = self.play_all(ledger, &settings, &missing, &stop);
        done.with_context(|| self.out.display().to_string())?;
        Ok(ExitCode::from(u8::from(stop.is_raised())))
    }

    /// Plays the games with these numbers, several at a time, and adds them to the file.
    fn play_all(
        &self,
        mut ledger: Ledger,
        settings: &self_play::Settings,
        missing: &[u64],
        stop: &StopFlag,
    ) -> io::Result<()> {
        let play = |index: usize| settings.play(missing[index], stop);
        each(missing.len(), self.threads, stop, play, |_, game| {
            game.map_or(Ok(()), |game| ledger.add(&game.to_string()))
        })
    }

    /// The first line of a file of games: the settings that make them. Of a table it
    /// tells the name only, so that one that was learned anew under the same name is not noticed.
    fn heading(&self) -> String {
        format!(
            "{REMARK} --size {} --rounds {} --quick-rounds {} --every {} --seed {} --policy {:?}",
            self.size, self.rounds, self.quick_rounds, self.every, self.seed, self.policy
        )
    }

    /// The file, ready for more games, and the numbers of those that are not there yet.
    fn open(&self) -> anyhow::Result<(Ledger, Vec<u64>)> {
        let place = || self.out.display().to_string();
        let (mut ledger, contents) = Ledger::open(&self.out).with_context(place)?;
        let heading = self.heading();
        if contents.whole.is_empty() && !contents.is_beginning_of(&heading) {
            bail!("{} holds no games", place());
        }
        let missing = self.missing(&contents.whole)?;
        ledger.go_on(&contents, &heading).with_context(place)?;
        Ok((ledger, missing))
    }

    /// The numbers of the games that are not in this text yet. What is there must be of the same
    /// settings, if it tells them.
    fn missing(&self, text: &str) -> anyhow::Result<Vec<u64>> {
        let heading = self.heading();
        let mut remarks = text.lines().filter(|line| line.starts_with(REMARK));
        if let Some(other) = remarks.find(|&line| line != heading) {
            let place = self.out.display();
            bail!(
                "{place} has games of other settings\n    {other}\nthan asked for\n    {heading}"
            );
        }
        let games = parse_games(&self.out, text)?;
        let known: HashSet<String> = games.into_iter().map(|game| game.name).collect();
        let (first, step) = self.shard;
        let numbers = (first..self.games).step_by(step as usize);
        Ok(numbers
            .filter(|n| !known.contains(&format!("g{n}")))
            .collect())
    }
}

/// Does the work with every number below `count`, several at a time, and hands over what comes of it. A
/// raised `stop` ends it early.
fn each<T: Send, E: Send>(
    count: usize,
    threads: u32,
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
            take(number, result)?;
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(go)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// Refuses a file for results that cannot be written, or that holds the games: the work may take hours, and
/// what would be lost in the end is better refused at once.
fn check_out(out: &Path, games: &[PathBuf]) -> anyhow::Result<()> {
    let mut games = games.iter().flat_map(fs::canonicalize);
    if fs::canonicalize(out).is_ok_and(|out| games.any(|games| games == out)) {
        bail!("{} holds games: they would be lost", out.display());
    }
    super::check_writable(out)
}

impl Train {
    fn run(self) -> anyhow::Result<ExitCode> {
        check_out(&self.out, &self.games)?;
        let (learned, kept_back) = train::split(train::distinct(read_games(&self.games)?));
        let settings = train::Settings {
            epochs: self.epochs,
            rarest: self.rarest,
            ..train::Settings::default()
        };
        let mut trainer = train::Trainer::new(settings, &learned);
        let mut out = io::stdout().lock();
        for epoch in 1..=settings.epochs {
            let positions = trainer.epoch(&learned);
            if positions == 0 {
                bail!("these games have no moves to learn from");
            }
            let foresight = match kept_back.as_slice() {
                [] => "no game".to_owned(),
                games => describe(&evaluate(&trainer.policy(), games)),
            };
            writeln!(
                out,
                "epoch {epoch}: {positions} positions, {} weights; kept back: {foresight}",
                trainer.size()
            )?;
            out.flush()?;
        }
        let bytes = trainer.policy().to_bytes();
        fs::write(&self.out, bytes).with_context(|| self.out.display().to_string())?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Test {
    fn run(self) -> anyhow::Result<ExitCode> {
        let games = read_games(&self.games)?;
        let policy: Arc<dyn Policy> = match read_table(&self.policy)? {
            Some(table) => table,
            None => Arc::new(HandPolicy::default()),
        };
        let foresight = evaluate(policy.as_ref(), &games);
        writeln!(
            io::stdout().lock(),
            "{}: {}",
            super::counted(games.len(), "game"),
            describe(&foresight)
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

fn describe(foresight: &Foresight) -> String {
    format!(
        "{} moves, top-1 {:.1} %, top-5 {:.1} %, top-20 {:.1} %, log-loss {:.3}, {} not weighed",
        foresight.positions,
        foresight.top(1),
        foresight.top(5),
        foresight.top(20),
        foresight.log_loss(),
        foresight.unweighed,
    )
}

/// `None` for the policy made by hand.
fn read_table(path: &Path) -> anyhow::Result<Option<Arc<LinearPolicy>>> {
    match path.to_str() {
        Some("hand") => Ok(None),
        Some("shipped") => Ok(Some(LinearPolicy::standard().clone())),
        _ => weights::read(path).map(|table| Some(Arc::new(table))),
    }
}

fn read_games(paths: &[impl AsRef<Path>]) -> anyhow::Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in paths.iter().map(AsRef::as_ref) {
        let place = || path.display().to_string();
        let bytes = files::read_large(path).with_context(place)?;
        if sgf::is_sgf(&bytes) {
            games.extend(game::from_sgf(&bytes).with_context(place)?);
        } else {
            let text = str::from_utf8(without_mark(&bytes)).with_context(place)?;
            games.extend(parse_games(path, text)?);
        }
    }
    Ok(games)
}

/// The games of a file with this text, a line each.
fn parse_games(path: &Path, text: &str) -> anyhow::Result<Vec<Game>> {
    let lines = (1..).zip(text.lines());
    let games = lines.filter(|(_, line)| !line.starts_with(REMARK));
    let place = |number: u32| format!("{}:{number}", path.display());
    games
        .map(|(number, line)| line.parse().with_context(|| place(number)))
        .collect()
}

/// `I/N` with `I` below `N`.
fn shard(text: &str) -> anyhow::Result<(u64, u64)> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some((parse_number(i)?, parse_number(n)?)));
    match numbers {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => bail!("expected I/N with I from 0 to N-1, such as 0/4"),
    }
}
