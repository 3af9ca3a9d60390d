//! `tochki learn shapes`: pictures of what proved captures rest on.

use super::{check_out, each, read_games};
use crate::cli::engine;
use crate::cli::flags::{self, GameFiles};
use anyhow::bail;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tochki::importance::shape::{self, Picture, Shape};
use tochki::notation::counted;
use tochki::search::StopFlag;
use tochki::tools::learn::game::Game;
use tochki::tools::learn::shapes::{Count, Finds, Prover, Subject, Tally, Win, best, find, tally};

const EXAMPLES: &str = "\
Examples:
  tochki learn shapes games.txt --out shapes.txt
  tochki learn shapes games.txt --check shapes.txt --with-known --every 10";

/// Find shapes in games: pictures of what proved captures rest on.
///
/// In every position of the games it looks for dots that capture something for certain, and draws
/// the smallest picture for which the proof holds. `X`, to move, plays on `*`; `?` may be anything.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    files: GameFiles,
    /// File to write the best shapes to; engines take it with --shapes.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many of the best shapes are shown.
    #[arg(long, value_name = "N", default_value_t = 10)]
    best: usize,
    /// Find no shapes, but count those of this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "best"])]
    check: Option<PathBuf>,
    /// Also show the shapes that come with the program.
    #[arg(long)]
    with_known: bool,
    /// Look at one position of so many.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
    /// Number of games at the same time.
    #[arg(short, long, value_name = "N", alias = "threads", default_value_t = 1, value_parser = flags::jobs())]
    jobs: usize,
}

/// The shapes that were found or checked, and their counts.
struct Report {
    games: usize,
    /// The number of proved wins; `None` for `--check`, which looks for none.
    proved: Option<u32>,
    wins: Vec<Win>,
    /// The counts of the wins, and then of the shapes that come with the program.
    total: Tally,
    /// The shapes that are shown, each with the index of its win.
    shown: Vec<(Shape, usize)>,
}

impl Args {
    /// Finds, counts and shows shapes. A signal to end stops it without a result.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.out {
            check_out(path, &self.files.games)?;
        }
        let games = read_games(&self.files.games)?;
        let stop = crate::cli::stop_on_signals()?;
        let (proved, found) = match &self.check {
            Some(path) => (None, checked(engine::shapes(path)?)?),
            None => {
                let finds = self.find(&games, &stop);
                (Some(finds.proved), each_once(finds.wins))
            }
        };
        let (wins, found): (Vec<Win>, Vec<u32>) = found.into_iter().unzip();
        let known = match self.with_known {
            true => shape::standard(),
            false => Vec::new(),
        };
        let mut total = self.tally(&games, &wins, &known, &stop);
        if stop.is_raised() {
            return Ok(ExitCode::from(1));
        }
        for (count, found) in total.counts.iter_mut().zip(found) {
            count.found = found;
        }
        let best = match self.check {
            Some(_) => (0..wins.len()).collect(),
            None => best(&wins, &total.counts, self.best),
        };
        let report = Report {
            games: games.len(),
            proved,
            shown: named(&wins, &total, &best),
            wins,
            total,
        };
        write!(
            io::stdout().lock(),
            "{}{}",
            report.text(),
            report.of_known(&known)
        )?;
        if let Some(path) = &self.out {
            crate::cli::write_file(path, report.file())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The wins of the games.
    fn find(&self, games: &[Game], stop: &StopFlag) -> Finds {
        let mut all = Finds::default();
        for finds in self.of_each(games, stop, |game| find(game, self.every, stop)) {
            all.proved += finds.proved;
            all.wins.extend(finds.wins);
        }
        all
    }

    /// Counts the wins, and then the shapes, in the games.
    fn tally(&self, games: &[Game], wins: &[Win], known: &[Shape], stop: &StopFlag) -> Tally {
        let wins = wins.iter().map(|win| Subject::Win(win.clone()));
        let known = known
            .iter()
            .map(|shape| Subject::Shape(shape.picture.clone()));
        let subjects: Vec<Subject> = wins.chain(known).collect();
        let mut total = Tally {
            counts: vec![Count::default(); subjects.len()],
            ..Tally::default()
        };
        for part in self.of_each(games, stop, |game| tally(game, &subjects, self.every, stop)) {
            total += &part;
        }
        total
    }

    /// Calls `work` with every game. The results are in the order of the games.
    fn of_each<T: Send>(
        &self,
        games: &[Game],
        stop: &StopFlag,
        work: impl Fn(&Game) -> T + Sync,
    ) -> Vec<T> {
        let mut done = BTreeMap::new();
        let work = |index: usize| work(&games[index]);
        let Ok(()) = each(games.len(), self.jobs, stop, work, |index, result| {
            done.insert(index, result);
            Ok::<(), Infallible>(())
        });
        done.into_values().collect()
    }
}

/// Each of the wins once, with the number of times it was found.
fn each_once(wins: Vec<Win>) -> Vec<(Win, u32)> {
    let mut counts = BTreeMap::new();
    for win in wins {
        *counts.entry(win).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The wins of the shapes of a file.
fn checked(shapes: Vec<Shape>) -> anyhow::Result<Vec<(Win, u32)>> {
    let mut prover = Prover::default();
    let mut win = |shape: Shape| match prover.win_of(&shape.picture) {
        Some(win) => Ok((win, 0)),
        None => bail!("the shape {:?} wins nothing for X", shape.name),
    };
    shapes.into_iter().map(&mut win).collect()
}

/// The best wins as shapes.
fn named(wins: &[Win], total: &Tally, best: &[usize]) -> Vec<(Shape, usize)> {
    let shape = |(number, &win): (usize, &usize)| {
        let shape = Shape {
            number,
            name: format!(
                "found {number}, wins {}",
                counted(wins[win].dots() as u64, "dot")
            ),
            weight: total.weight(&total.counts[win]),
            picture: wins[win].picture.clone(),
        };
        (shape, win)
    };
    (1..).zip(best).map(shape).collect()
}

impl Report {
    /// The shapes as a file.
    fn file(&self) -> String {
        let mut text = String::from(
            "# Shapes found in games by `tochki learn shapes`: X, to move, wins by a dot on *.\n",
        );
        for (shape, number) in &self.shown {
            let lines = self.caption(*number);
            let lines = lines.iter().map(|line| format!("# {line}\n"));
            let _ = write!(text, "\n{}{shape}", lines.collect::<String>());
        }
        text
    }

    /// The shapes as text to read.
    fn text(&self) -> String {
        let counts = &self.total.counts[..self.wins.len()];
        let mut text = format!("{} games, {} positions", self.games, self.total.positions);
        if let Some(proved) = self.proved {
            let with_picture: u32 = counts.iter().map(|count| count.found).sum();
            let met_again = counts.iter().filter(|count| count.places > 1).count();
            let _ = write!(
                text,
                ": {proved} wins proved, {with_picture} with a picture; {} pictures, {met_again} met at several places",
                self.wins.len(),
            );
        }
        text.push('\n');
        for (shape, number) in &self.shown {
            let mut lines = self.caption(*number);
            lines.insert(0, shape.name.clone());
            let _ = write!(text, "\n{}", beside(&shape.picture, &lines));
        }
        text
    }

    /// The counts of a win, as lines.
    fn caption(&self, number: usize) -> Vec<String> {
        let count = &self.total.counts[number];
        let Count {
            places,
            won,
            disturbed,
            dots: all_dots,
            ..
        } = *count;
        let mut lines = vec![
            format!(
                "met at {places} places: won at {won}, disturbed at {disturbed}, not proved at {}",
                places - won - disturbed
            ),
            format!("won {} there", counted(all_dots.into(), "dot")),
            self.played(count),
        ];
        if self.proved.is_some() {
            let times = counted(count.found.into(), "time");
            lines.insert(0, format!("found {times}"));
        }
        lines
    }

    fn played(&self, count: &Count) -> String {
        let Count {
            matched, played, ..
        } = *count;
        let lift = self.total.lift(count);
        format!("played {played} of {matched} times, lift {lift:.1}")
    }

    /// The shapes that come with the program, as text to read.
    fn of_known(&self, known: &[Shape]) -> String {
        let counts = &self.total.counts[self.wins.len()..];
        let text = known.iter().zip(counts).map(|(shape, count)| {
            let lines = [
                format!("known {}, {}", shape.number, shape.name),
                format!("met at {} places", count.places),
                self.played(count),
            ];
            format!("\n{}", beside(&shape.picture, &lines))
        });
        text.collect()
    }
}

/// A picture with lines of text to its right.
fn beside(picture: &Picture, lines: &[String]) -> String {
    let picture = picture.to_string();
    let rows: Vec<&str> = picture.lines().collect();
    let mut text = String::new();
    for number in 0..rows.len().max(lines.len()) {
        let row = rows.get(number).copied().unwrap_or_default();
        let row: String = row.chars().map(|cell| format!("{cell} ")).collect();
        let line = lines.get(number).map_or("", String::as_str);
        let _ = writeln!(text, "{}", format!("  {row:<16}{line}").trim_end());
    }
    text
}
