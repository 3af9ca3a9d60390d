//! The command `tochki analyze`, which judges every move of games by searches of the engine.

mod collection;

use super::engine::EngineArgs;
use super::source::Reader;
use super::{expect_extension, replace_file, replace_or_print};
use anyhow::{Context, bail};
use clap::ValueEnum;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tochki::arena::shard::Shard;
use tochki::files;
use tochki::notation::counted;
use tochki::notation::sgf::{self, Address};
use tochki::protocol::Effort;
use tochki::search::complexity::MOST_COMPLEX;
use tochki::search::options::Options;
use tochki::tools::analyze::{Analysis, Opinion, analyze, plot, report};
use tochki::tools::show::raster;
use tochki::tools::source::{Source, address};

const EXAMPLES: &str = "\
Examples:
  tochki analyze game.sgf
  tochki analyze game.sgf --time 20ms --plot score.png
  tochki analyze game.sgf:50 --format sgf --out annotated.sgf
  tochki analyze games --format json --out reports --shard 0/4";

/// Judge every move of games: the best move, its value and what was lost.
///
/// Ctrl-C ends the analysis of a game with a report of the moves judged so far. The exit code is 1 then. With
/// several games, each gets a report in the folder of `--out`, and the same command continues after an interruption.
/// The exit code is 2 if a game cannot be analyzed or its report cannot be written; the others are analyzed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games: SGF or a diagram of moves, or folders of SGF files; `-` for standard input. FILE stands for all games of
    /// the file, FILE#2 for its second one, FILE:40 for the first 40 moves.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How the result is printed.
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: Format,
    /// File for the result, instead of standard output. With several games, the folder for their reports.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Analyze only the games K, K+N, K+2N ..., counted from 0 in the order of their names. With it, N processes can
    /// share the work, and a folder.
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// Name the chains of captures in `--format sgf`. The Kropki sites and oppai need them.
    #[arg(long)]
    chains: bool,
    /// File for a plot of the score over the moves of the game: .svg or .png.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// How many of the moves that lost most to list, to mark in the plot, and to give a better line in SGF.
    #[arg(long, default_value_t = 5, value_name = "N")]
    errors: usize,
    /// How hard the engine thinks about each position, from 0 to 100.
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_COMPLEX)))]
    complexity: u32,
    /// Time for the search of a position, such as 20ms or 1s, instead of a complexity.
    #[arg(long, value_name = "TIME", conflicts_with = "complexity", value_parser = super::flags::some_milliseconds)]
    time: Option<Duration>,
    /// Refuse a record that gets a note, or is not UTF-8; docs/records.md lists the notes.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// How the result of an analysis is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A table of the moves and a summary.
    Text,
    /// One JSON document.
    Json,
    /// The game as SGF with a comment on every move, and better lines as variations.
    Sgf,
}

impl Format {
    /// The extension of files of this format.
    fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Json => "json",
            Format::Sgf => "sgf",
        }
    }
}

/// The file extensions that a plot may have.
const PLOTS: [&str; 2] = ["svg", "png"];
/// Pixels of a PNG for each SVG unit of the plot.
const PLOT_SCALE: f32 = 2.0;

impl Args {
    /// Analyzes the games and writes the results and the plot. The exit code is 1 if a signal interrupted the analysis,
    /// and 2 if one of several games cannot be analyzed or its report cannot be written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if self.chains && !matches!(self.format, Format::Sgf) {
            bail!("--chains is for --format sgf");
        }
        match self.only_game() {
            Some(name) => self.run_one(name),
            None => collection::run(&self),
        }
    }

    /// The name of the game, if the arguments name only one and its result does not go to a folder.
    fn only_game(&self) -> Option<&Path> {
        let [name] = &self.paths[..] else {
            return None;
        };
        let name = name.as_path();
        let is_folder =
            |out: &PathBuf| out.is_dir() || out.to_string_lossy().ends_with(path::is_separator);
        let to_folder = self.shard.is_some() || self.out.as_ref().is_some_and(is_folder);
        if to_folder || name.is_dir() {
            return None;
        }
        // What cannot be read is refused when it is read as one game.
        let is_one = name == Path::new("-")
            || collection::games_of(name).is_ok_and(|games| games.len() == 1);
        is_one.then_some(name)
    }

    fn run_one(&self, name: &Path) -> anyhow::Result<ExitCode> {
        // What can be refused is refused before the long analysis.
        if let Some(file) = &self.plot {
            expect_extension(file, &PLOTS)?;
        }
        if let (Some(out), Some(plot)) = (&self.out, &self.plot)
            && place_of(out).is_some_and(|place| Some(place) == place_of(plot))
        {
            bail!("--out and --plot are one file");
        }
        let address = address(name).with_context(|| name.display().to_string())?;
        for file in self.out.iter().chain(&self.plot) {
            super::expect_other(file, &address.path)?;
            super::check_writable(file)?;
        }
        let Some(source) = self.read(&address, &mut Reader::default())? else {
            bail!("{address}: there are no moves to look at");
        };
        let options = self.engine.options()?;
        let (analysis, written) = match (self.format, &self.out) {
            (Format::Text, None) => {
                let (analysis, printed) = self.print_live(&source, &options)?;
                (analysis, super::is_read(printed).map(drop))
            }
            _ => {
                let analysis = self.analyze(&source, &options, |_| Ok(()))?;
                let written = self.write(&analysis, &source, &address);
                (analysis, written)
            }
        };
        // The plot is wanted even if the result cannot be written.
        if let Some(file) = &self.plot {
            self.write_plot(&analysis, file)?;
        }
        written?;
        Ok(ExitCode::from(u8::from(analysis.interruption().is_some())))
    }

    /// Reads a game and checks that it can be analyzed and written. `None` if it has no moves.
    ///
    /// # Errors
    /// If it cannot, or our rules refuse its first move. Also if it is not the only one and was not chosen.
    fn read(&self, address: &Address, reader: &mut Reader) -> anyhow::Result<Option<Source>> {
        // The games of a file were counted before. What can be read only once is counted now.
        if (address.game, address.moves) == (None, None) {
            expect_one_game(address, reader.count_games(address)?)?;
        }
        let source = reader.read_at(address, self.strict)?;
        if source.moves().len() == 0 {
            if let Some(warning) = source.refused() {
                bail!("{address}: {warning}");
            }
            return Ok(None);
        }
        if matches!(self.format, Format::Sgf) {
            let written = sgf::write(&source.record()?, sgf::Style::default());
            written.with_context(|| address.to_string())?;
        }
        Ok(Some(source))
    }

    /// Analyzes the game and prints each row of the table as soon as its move is judged, then the summary. Returns the
    /// analysis, and the first error of printing.
    ///
    /// # Errors
    /// If the heading or a row cannot be printed, and no plot is wanted, or if the signals cannot be handled.
    fn print_live(
        &self,
        source: &Source,
        options: &Options,
    ) -> io::Result<(Analysis, io::Result<()>)> {
        let size = source.board.size();
        let mut out = io::stdout().lock();
        let mut failed = None;
        let mut print = |text: String| match out.write_all(text.as_bytes()) {
            Err(error) if self.plot.is_some() => {
                failed.get_or_insert(error);
                Ok(())
            }
            printed => printed,
        };
        print(report::heading(&source.notes()))?;
        let analysis =
            self.analyze(source, options, |opinion| print(report::row(opinion, size)))?;
        let mut end = report::summary(&analysis, size, self.errors);
        if let Some(interruption) = &analysis.interruption() {
            end = format!("\n{}{end}", report::note(interruption));
        }
        let printed = print(end);
        Ok((analysis, failed.map_or(printed, Err)))
    }

    /// The report of an analysis.
    fn report(&self, analysis: &Analysis, source: &Source) -> anyhow::Result<String> {
        let size = source.board.size();
        Ok(match self.format {
            Format::Text => report::text(analysis, size, self.errors),
            Format::Json => report::json(analysis, size, self.errors) + "\n",
            Format::Sgf => {
                let record = report::annotated(analysis, source.record()?, self.errors);
                let chains = self.chains;
                sgf::write(&record, sgf::Style { chains })?
            }
        })
    }

    /// Writes the whole analysis to the file of `--out`. Without that flag, or if the file cannot be written, it goes to
    /// standard output. If it cannot be written in its format, the table of text goes to standard output.
    fn write(&self, analysis: &Analysis, source: &Source, address: &Address) -> anyhow::Result<()> {
        let result = match self.report(analysis, source) {
            Ok(result) => result,
            Err(error) => {
                let table = report::text(analysis, source.board.size(), self.errors);
                // If this fails too, the first error is still told.
                let _ = io::stdout().lock().write_all(table.as_bytes());
                return Err(error.context(format!("{address}: its report")));
            }
        };
        match &self.out {
            Some(file) => replace_or_print(file, &result),
            None => super::is_read(io::stdout().lock().write_all(result.as_bytes())).map(drop),
        }
    }

    fn analyze(
        &self,
        source: &Source,
        options: &Options,
        mut on_move: impl FnMut(&Opinion) -> io::Result<()>,
    ) -> io::Result<Analysis> {
        let mut engine = options.build();
        let progress = super::progress_bar(source.moves().len()).with_message("moves");
        let stop = super::stop_or_end_on_signals()?;
        let effort = self.effort();
        let analysis = analyze(source, engine.as_mut(), effort, options, &stop, |opinion| {
            progress.set_position(opinion.number as u64);
            progress.suspend(|| on_move(opinion))
        })?;
        progress.finish_and_clear();
        Ok(analysis)
    }

    fn effort(&self) -> Effort {
        match self.time {
            Some(time) => Effort::Time(time),
            None => Effort::Complexity(self.complexity),
        }
    }

    fn write_plot(&self, analysis: &Analysis, file: &Path) -> anyhow::Result<()> {
        let svg = plot::draw(analysis, self.errors).to_string();
        match expect_extension(file, &PLOTS)? {
            "svg" => replace_file(file, svg + "\n"),
            _ => replace_file(file, raster::render(&svg, PLOT_SCALE)?.encode_png()?),
        }
    }
}

/// Refuses standard input or a pipe that has several games, of which none was chosen.
fn expect_one_game(address: &Address, count: usize) -> anyhow::Result<()> {
    if count > 1 {
        let games = counted(count as u64, "game");
        match address.path == Path::new("-") {
            true => bail!("-: {games}: choose one by `-- -#1` at the end of the command"),
            false => bail!("{address}: {games}: choose one, such as {address}#1"),
        }
    }
    Ok(())
}

/// The folder of a file and its name, without links. `None` if there is no such folder.
fn place_of(file: &Path) -> Option<(PathBuf, OsString)> {
    let file = path::absolute(files::target(file)).ok()?;
    let folder = file.parent()?.canonicalize().ok()?;
    Some((folder, file.file_name()?.to_owned()))
}
