//! The command `tochki solve`, which lets an engine solve puzzles.

mod ablation;

use super::engine::EngineArgs;
use super::flags::FormatArgs;
use super::milliseconds;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tochki::Point;
use tochki::notation::puzzle::{Depth, Puzzle};
use tochki::search::options::Options;
use tochki::tools::solve::{self, AblationRow, Attempt, Budget, PuzzleList};

const EXAMPLES: &str = "\
Examples:
  tochki solve fixtures/puzzles/captures.txt
  tochki solve fixtures/puzzles/ladders --time 1s
  tochki solve puzzles.txt#2 --engine tactical --depth 2.5
  tochki solve fixtures/puzzles/article-hard.txt --ablate";

/// Let an engine solve puzzles.
///
/// The exit code is 1 if it gets one wrong.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of puzzles, or folders of such files (*.txt). FILE#2 is the second puzzle of a file.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Depth in full moves, halves allowed. Without it, each puzzle has its own depth. The engine `mcts` is limited by
    /// nodes and time; the depth limits only the check of its move.
    #[arg(long, value_name = "N", value_parser = depth)]
    depth: Option<Depth>,
    /// Time for a puzzle, such as 500ms or 2s, in addition to the limit of depth.
    #[arg(long, value_name = "TIME", value_parser = super::flags::some_milliseconds)]
    time: Option<Duration>,
    #[command(flatten)]
    format: FormatArgs,
    /// Print the table of the article instead: the nodes that each of its techniques saves.
    #[arg(long, conflicts_with_all = ["engine", "depth", "time", "options", "policy"])]
    ablate: bool,
}

fn depth(text: &str) -> Result<Depth, String> {
    super::flags::depth(text, tochki::search::limits::MOST_PLIES)
}

impl Args {
    /// Reads all puzzles, then solves them. The exit code is 1 if an answer is wrong.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let puzzles = PuzzleList::read(&self.paths)?;
        let all_right = match self.ablate {
            true => self.ablate(&puzzles)?,
            false => self.solve(&puzzles)?,
        };
        Ok(ExitCode::from(u8::from(!all_right)))
    }

    fn solve(&self, puzzles: &PuzzleList) -> anyhow::Result<bool> {
        let options = self.engine.options()?;
        let mut out = io::stdout().lock();
        let attempts = if self.format.is_json() {
            let mut entries = Vec::new();
            let add = |puzzle: &Puzzle, attempt: &Attempt| {
                entries.push(to_json(puzzle, attempt));
                Ok(())
            };
            let attempts = self.attempts(puzzles, &options, add)?;
            super::is_read(write_json(&mut out, entries, &attempts))?;
            attempts
        } else {
            // The exit code tells the result, even if nobody reads the table.
            let mut table = Table::new(puzzles.titles(), out);
            super::is_read(table.head())?;
            let write = |puzzle: &Puzzle, attempt: &Attempt| {
                super::is_read(table.row(puzzle, attempt)).map(drop)
            };
            let attempts = self.attempts(puzzles, &options, write)?;
            super::is_read(table.end(&attempts))?;
            attempts
        };
        Ok(attempts.iter().all(|attempt| attempt.right))
    }

    /// Lets the engine solve all puzzles, and calls `on_attempt` after each. Returns the answers in the order of the
    /// puzzles.
    fn attempts(
        &self,
        puzzles: &PuzzleList,
        options: &Options,
        mut on_attempt: impl FnMut(&Puzzle, &Attempt) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<Attempt>> {
        let budget = Budget {
            plies: self.depth.map(|depth| depth.plies),
            time: self.time,
        };
        let count = puzzles.titles().len();
        let progress = super::progress_bar(count);
        let mut attempts = Vec::with_capacity(count);
        for puzzle in puzzles.iter() {
            progress.set_message(puzzle.title.clone());
            let attempt = solve::attempt(&puzzle, options, budget);
            progress.suspend(|| on_attempt(&puzzle, &attempt))?;
            attempts.push(attempt);
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(attempts)
    }

    fn ablate(&self, puzzles: &PuzzleList) -> anyhow::Result<bool> {
        let mut all_right = true;
        let mut reports = Vec::new();
        let mut out = io::stdout().lock();
        for puzzle in puzzles.iter() {
            let found = solve::ablate(&puzzle);
            let right = |row: &AblationRow| row.attempts.last().is_none_or(|a| a.right);
            all_right &= found.rows.iter().all(right);
            match self.format.is_json() {
                true => reports.push(ablation::to_json(&puzzle, &found)),
                false => {
                    super::is_read(ablation::write(&mut out, &puzzle, &found))?;
                }
            }
        }
        if self.format.is_json() {
            super::is_read(writeln!(out, "{:#}", json!(reports)))?;
        }
        Ok(all_right)
    }
}

fn verdict(right: bool) -> &'static str {
    if right { "right" } else { "wrong" }
}

fn cell(point: Option<Point>) -> String {
    point.map_or("none".to_owned(), |p| format!("{} {}", p.x(), p.y()))
}

fn right(attempts: &[Attempt]) -> usize {
    attempts.iter().filter(|attempt| attempt.right).count()
}

/// Greatest width of the column of titles, in characters. A longer title shifts the rest of its row.
const WIDEST: usize = 60;

/// The table of answers, written row by row.
struct Table<W> {
    out: W,
    /// Width of the column of titles, in characters.
    width: usize,
}

impl<W: Write> Table<W> {
    /// A table that is wide enough for these titles.
    fn new(titles: &[String], out: W) -> Self {
        let widths = titles.iter().map(|title| title.chars().count());
        let width = widths.max().unwrap_or(0).clamp("puzzle".len(), WIDEST);
        Self { out, width }
    }

    fn head(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "{:width$}  answer  verdict  depth       nodes    time ms",
            "puzzle",
            width = self.width
        )
    }

    fn row(&mut self, puzzle: &Puzzle, attempt: &Attempt) -> io::Result<()> {
        writeln!(
            self.out,
            "{:width$}  {:6}  {:7}  {:>5}  {:>10}  {:>9.1}{}",
            puzzle.title,
            cell(attempt.answer),
            verdict(attempt.right),
            Depth {
                plies: attempt.plies
            }
            .to_string(),
            attempt.nodes,
            milliseconds(attempt.elapsed),
            correction(puzzle, attempt),
            width = self.width
        )
    }

    /// Writes the last row: the number of right answers, the sum of the nodes and the sum of the times.
    fn end(mut self, attempts: &[Attempt]) -> io::Result<()> {
        let total = format!("{} of {} right", right(attempts), attempts.len());
        let nodes: u64 = attempts.iter().map(|attempt| attempt.nodes).sum();
        let time = attempts.iter().map(|attempt| attempt.elapsed).sum();
        writeln!(
            self.out,
            "{total:width$}  {:6}  {:7}  {:>5}  {nodes:>10}  {:>9.1}",
            "",
            "",
            "",
            milliseconds(time),
            width = self.width
        )
    }
}

/// The text with the right answers that follows a wrong answer in the table; empty after a right answer.
fn correction(puzzle: &Puzzle, attempt: &Attempt) -> String {
    if attempt.right {
        return String::new();
    }
    let answers = puzzle.right_answers().map(Some).map(cell);
    format!("  right: {}", answers.collect::<Vec<_>>().join(" or "))
}

fn to_json(puzzle: &Puzzle, attempt: &Attempt) -> Value {
    json!({
        "title": puzzle.title,
        "theme": puzzle.theme,
        "right_answers": puzzle.right_answers().map(|p| [p.x(), p.y()]).collect::<Vec<_>>(),
        "attempt": attempt_json(attempt),
    })
}

fn write_json(out: &mut impl Write, entries: Vec<Value>, attempts: &[Attempt]) -> io::Result<()> {
    let report = json!({
        "puzzles": entries,
        "right": right(attempts),
        "total": attempts.len(),
    });
    writeln!(out, "{report:#}")
}

fn attempt_json(attempt: &Attempt) -> Value {
    json!({
        "answer": attempt.answer.map(|point| [point.x(), point.y()]),
        "right": attempt.right,
        "plies": attempt.plies,
        "nodes": attempt.nodes,
        "milliseconds": milliseconds(attempt.elapsed),
    })
}
