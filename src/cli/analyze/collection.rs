//! The analysis of several games: each has a report in a folder, which several processes can share.
//!
//! A report is written under another name and renamed, so a report that is there is whole. It tells by what it was
//! made. A game that has a report is not analyzed again.

use super::{Args, Format};
use crate::cli;
use crate::cli::source::{Reader, contents_of, read_bytes};
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind::{InvalidFilename, NotFound};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use tochki::Player;
use tochki::files;
use tochki::notation::counted;
use tochki::notation::sgf::Address;
use tochki::search::StopFlag;
use tochki::search::options::Options;
use tochki::tools::analyze::{Analysis, analyze, report};
use tochki::tools::origin::Origin;
use tochki::tools::show::text::{Charset, name};
use tochki::tools::source::{address, files_below};

/// The extensions of the files that are read from folders.
const SGF: [&str; 2] = ["sgf", "sgfs"];

/// The greatest number of games of a file. A small file can have millions of empty ones, whose addresses would fill the
/// memory.
const MOST_GAMES: usize = 1_000_000;

/// What stands before the number of moves in the name of a report. On Windows no name of a file has a colon.
const BEFORE_MOVES: char = if cfg!(windows) { ',' } else { ':' };

/// Analyzes all games of the shard that have no report yet. The exit code is 1 if a signal interrupted it, and 2 if a
/// game cannot be analyzed or its report cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.plot.is_some() {
        bail!("--plot is for one game, whose report does not go to a folder");
    }
    let games = games(&args.paths)?;
    let Some(folder) = &args.out else {
        let count = counted(games.len() as u64, "game");
        let first = &games[0];
        bail!("{count}: give --out a folder for the reports, or choose one game, such as {first}");
    };
    let options = args.engine.options()?;
    let origin = Origin::of_analysis(&options, args.effort(), args.errors);
    let work = Work {
        origin: match args.chains {
            true => origin.with_chains(),
            false => origin,
        },
        args,
        folder,
        options,
    };
    work.check_folder()?;
    work.check_reports(&games)?;
    let stop = cli::stop_or_end_on_signals()?;
    let shard = args.shard.unwrap_or_default();
    let own = (0..)
        .zip(&games)
        .filter(|&(number, _)| shard.contains(number));
    let own: Vec<&Address> = own.map(|(_, game)| game).collect();
    let bar = cli::progress_bar(own.len());
    let mut out = Out::default();
    let tally = work.do_games(&own, &stop, &bar, &mut out)?;
    bar.finish_and_clear();
    let shard = args
        .shard
        .map(|shard| format!(" of {} in shard {shard}", games.len()));
    let games = counted(own.len() as u64, "game") + &shard.unwrap_or_default();
    out.line(&bar, &format!("{games}: {}", tally.text(own.len())));
    match out.failed {
        _ if tally.left(own.len()) > 0 => Ok(ExitCode::from(1)),
        Some(error) => Err(error).context("the lines about the games cannot be printed"),
        None => Ok(ExitCode::from(if tally.refused > 0 { 2 } else { 0 })),
    }
}

/// What became of a game.
enum Done {
    /// It was analyzed and its report written.
    Analyzed(Analysis),
    /// It had a report.
    Before,
    /// It has no moves, and gets no report.
    NoMoves,
    /// It cannot be analyzed, its report cannot be written in this format, or the name of the report is too long, for
    /// this reason.
    Refused(anyhow::Error),
    /// A signal ended its analysis.
    Interrupted,
}

/// How the reports of games are made.
struct Work<'a> {
    args: &'a Args,
    folder: &'a Path,
    options: Options,
    /// What every report tells of the settings.
    origin: Origin,
}

impl Work<'_> {
    /// Makes the folder of the reports and checks that files can be written there.
    ///
    /// # Errors
    /// If they cannot, or the folder is one whose games are analyzed and the reports would be games too.
    fn check_folder(&self) -> anyhow::Result<()> {
        let place = || self.folder.display().to_string();
        if self.folder.exists() && !self.folder.is_dir() {
            bail!("{}: the reports of several games need a folder", place());
        }
        fs::create_dir_all(self.folder).with_context(place)?;
        files::check_folder(&self.folder.join("report")).with_context(place)?;
        if matches!(self.args.format, Format::Sgf) {
            let folder = fs::canonicalize(self.folder).with_context(place)?;
            let paths = &self.args.paths;
            let reports = paths.iter().map(|path| folder.join(inner(path)));
            let reports = reports.map(|path| fs::canonicalize(&path).unwrap_or(path));
            let places: Vec<PathBuf> = reports.chain([folder.clone()]).collect();
            let mut folders = paths.iter().flat_map(fs::canonicalize);
            let games = folders
                .find(|path| path.is_dir() && places.iter().any(|place| place.starts_with(path)));
            if let Some(games) = games {
                let games = games.display();
                bail!(
                    "{}: reports in SGF would be taken for games of {games}",
                    place()
                );
            }
        }
        Ok(())
    }

    /// Checks that all reports of these games that there are were made by the same settings.
    fn check_reports(&self, games: &[Address]) -> anyhow::Result<()> {
        for game in games {
            let report = self.report(game);
            let found = found(&report)?.map(Origin::for_any_game);
            if let Some(difference) = found.and_then(|found| self.origin.difference(&found)) {
                return Err(of_another_analysis(&report, &difference));
            }
        }
        Ok(())
    }

    /// Analyzes these games in turn, until `stop` is raised, and counts what became of them. Each gets a line in `out`.
    ///
    /// # Errors
    /// If the file of a report cannot be written.
    fn do_games(
        &self,
        games: &[&Address],
        stop: &StopFlag,
        bar: &ProgressBar,
        out: &mut Out,
    ) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        let mut reader = Reader::default();
        for &game in games {
            if stop.is_raised() {
                break;
            }
            bar.set_message(game.to_string());
            match self.do_game(game, &mut reader, stop)? {
                Done::Analyzed(analysis) => {
                    tally.analyzed += 1;
                    out.line(bar, &summary(game, &analysis));
                }
                Done::Before => tally.before += 1,
                Done::NoMoves => {
                    tally.without_moves += 1;
                    out.line(bar, &format!("{game}: no moves"));
                }
                Done::Refused(error) => {
                    tally.refused += 1;
                    // If stderr fails, the exit code still tells.
                    let text = cli::error_text(&error);
                    let _ = bar.suspend(|| writeln!(io::stderr(), "tochki: {text}"));
                }
                Done::Interrupted => break,
            }
            bar.inc(1);
        }
        Ok(tally)
    }

    /// Analyzes a game and writes its report, unless it has one.
    ///
    /// # Errors
    /// If the file of the report cannot be written.
    fn do_game(
        &self,
        game: &Address,
        reader: &mut Reader,
        stop: &StopFlag,
    ) -> anyhow::Result<Done> {
        let source = match self.args.read(game, reader) {
            Ok(Some(source)) => source,
            Ok(None) => return Ok(Done::NoMoves),
            Err(error) => return Ok(Done::Refused(error)),
        };
        let (report, origin) = (self.report(game), self.origin.for_game(&source));
        if let Some(found) = found(&report)? {
            return Ok(match origin.difference(&found) {
                None => Done::Before,
                Some(difference) => Done::Refused(of_another_analysis(&report, &difference)),
            });
        }
        if let Some(error) = make_folder(&report)? {
            return Ok(Done::Refused(error));
        }
        // The engine is a new one, so the report does not depend on the games before.
        let mut engine = self.options.build();
        let effort = self.args.effort();
        let judged = |_: &_| Ok(());
        let mut analysis = analyze(
            &source,
            engine.as_mut(),
            effort,
            &self.options,
            stop,
            judged,
        )?;
        if analysis.interruption().is_some() {
            return Ok(Done::Interrupted);
        }
        analysis.origin = Some(origin);
        // With comments and better lines a record may be too large, though it was not before.
        let text = match self.args.report(&analysis, &source) {
            Ok(text) => text,
            Err(error) => {
                let error = error.context(format!("{game}: its report"));
                return Ok(Done::Refused(error));
            }
        };
        cli::replace_file(&report, text)?;
        Ok(Done::Analyzed(analysis))
    }

    /// The file of the report of a game: in the folder of the reports, the name of the game with the extension of the
    /// format.
    fn report(&self, game: &Address) -> PathBuf {
        let all_moves = Address {
            moves: None,
            ..game.clone()
        };
        let mut name = inner(Path::new(&all_moves.to_name())).into_os_string();
        if let Some(moves) = game.moves {
            name.push(format!("{BEFORE_MOVES}{moves}"));
        }
        name.push(".");
        name.push(self.args.format.extension());
        self.folder.join(name)
    }
}

/// What can be done about a report that stays as it is.
const ADVICE: &str = "remove it, or give --out another folder";

/// The error that a report was made by other settings or of another game.
fn of_another_analysis(report: &Path, difference: &str) -> anyhow::Error {
    let report = report.display();
    anyhow!("{report}: it belongs to another analysis: {difference}: {ADVICE}")
}

/// Makes the folder of a report before the long work. Returns the error if a name is too long.
///
/// # Errors
/// If the folder cannot be made for another reason.
fn make_folder(report: &Path) -> anyhow::Result<Option<anyhow::Error>> {
    let place = report.display().to_string();
    let name_fits = || match fs::symlink_metadata(report) {
        Err(error) if error.kind() == NotFound => Ok(()),
        found => found.map(drop),
    };
    let made = report.parent().map_or(Ok(()), fs::create_dir_all);
    match made.and_then(|()| name_fits()) {
        Err(error) if error.kind() == InvalidFilename => {
            Ok(Some(anyhow::Error::new(error).context(place)))
        }
        made => made.map(|()| None).context(place),
    }
}

/// What a report tells of its origin; `None` if there is no such file.
///
/// # Errors
/// If it cannot be read, or tells nothing.
fn found(file: &Path) -> anyhow::Result<Option<Origin>> {
    let place = || file.display().to_string();
    let bytes = match fs::read(file) {
        Err(error) if matches!(error.kind(), NotFound | InvalidFilename) => return Ok(None),
        bytes => bytes.with_context(place)?,
    };
    let origin = report::origin(&bytes);
    origin.map(Some).with_context(|| {
        format!(
            "{} is in the way: it is no report of one of several games: {ADVICE}",
            place()
        )
    })
}

/// The games that these paths name, each once, in an order that is the same everywhere.
///
/// # Errors
/// As of [`games_of`], or if two games would have one report.
fn games(paths: &[PathBuf]) -> anyhow::Result<Vec<Address>> {
    let mut games: BTreeMap<_, Address> = BTreeMap::new();
    for path in paths {
        if path == Path::new("-") {
            let advice = match paths.len() {
                1 => "has no name for a report in a folder: give --out a file",
                _ => "cannot be one of several games",
            };
            bail!("standard input {advice}");
        }
        for game in games_of(path)? {
            let numbers = (game.game, game.branches.clone(), game.moves);
            let other = games.insert((inner(&game.path), numbers), game.clone());
            let file = |game: &Address| fs::canonicalize(&game.path).ok();
            if let Some(other) =
                other.filter(|other| other.path != game.path && file(other) != file(&game))
            {
                bail!("{other} and {game} would have one report");
            }
        }
    }
    Ok(games.into_values().collect())
}

/// The games of a path: all games of a folder or file, or the one that it names.
///
/// # Errors
/// If a folder cannot be read or has no games, a file has too many, or the path is no address.
pub fn games_of(path: &Path) -> anyhow::Result<Vec<Address>> {
    let place = || path.display().to_string();
    if !path.is_dir() {
        let address = address(path).with_context(place)?;
        return Ok(match (address.game, address.moves) {
            (None, None) => all_games(address.path)?,
            _ => vec![address],
        });
    }
    let mut games = Vec::new();
    for file in files_below(path)? {
        let extension = cli::extension(&file);
        if extension.is_some_and(|extension| SGF.contains(&extension.as_str())) {
            games.extend(all_games(file)?);
        }
    }
    if games.is_empty() {
        bail!("{}: there are no games (*.sgf)", path.display());
    }
    Ok(games)
}

/// All games of a file. A file with one game, a file that cannot be read and a pipe, which can be read only once, count
/// as one game without a number.
///
/// # Errors
/// If the file has more than [`MOST_GAMES`] games.
fn all_games(path: PathBuf) -> anyhow::Result<Vec<Address>> {
    let is_file = fs::metadata(&path).is_ok_and(|found| found.is_file());
    let bytes = is_file.then(|| read_bytes(&path).ok()).flatten();
    let contents = bytes.and_then(|bytes| contents_of(&path, bytes).ok());
    let count = contents.map_or(1, |contents| contents.count_games());
    let game = |number| Address {
        path: path.clone(),
        game: number,
        branches: Vec::new(),
        moves: None,
    };
    if count > MOST_GAMES {
        let path = path.display();
        bail!("{path}: {count} games; a file may have at most {MOST_GAMES}");
    }
    Ok(match count {
        1 => vec![game(None)],
        count => (1..=count).map(Some).map(game).collect(),
    })
}

/// The path below a folder that keeps the reports: without `/` in front and without `.` and `..`.
fn inner(path: &Path) -> PathBuf {
    let parts = path.components();
    parts
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect()
}

/// A line about an analyzed game. The report has the notes themselves.
fn summary(game: &Address, analysis: &Analysis) -> String {
    let moves = counted(analysis.moves as u64, "move");
    let lost = Player::ALL.map(|player| {
        let dots = counted(analysis.summary(player).loss as u64, "dot");
        format!("{} lost {dots}", name(player, Charset::Plain))
    });
    let notes = match analysis.notes.len() {
        0 => String::new(),
        count => format!("; {}", counted(count as u64, "note")),
    };
    format!("{game}: {moves}, {}{notes}", lost.join(", "))
}

/// Numbers of games by what became of them.
#[derive(Default)]
struct Tally {
    analyzed: usize,
    before: usize,
    without_moves: usize,
    refused: usize,
}

impl Tally {
    /// How many of `all` games were not looked at, because a signal ended the work.
    fn left(&self, all: usize) -> usize {
        all - self.analyzed - self.before - self.without_moves - self.refused
    }

    fn text(&self, all: usize) -> String {
        let mut text = format!("{} analyzed", self.analyzed);
        for (count, what) in [
            (self.before, "analyzed before"),
            (self.without_moves, "without moves"),
            (self.refused, "refused"),
            (self.left(all), "not analyzed yet"),
        ] {
            if count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        text
    }
}

/// Standard output. If printing fails, the work still goes on to its end.
#[derive(Default)]
struct Out {
    /// The first error of printing, other than that a reader has closed the output.
    failed: Option<io::Error>,
}

impl Out {
    fn line(&mut self, bar: &ProgressBar, line: &str) {
        let printed = bar.suspend(|| writeln!(io::stdout(), "{line}"));
        let error = printed
            .err()
            .filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
        self.failed = self.failed.take().or(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_made_is_told_before_the_work() {
        let directory = tempfile::tempdir().unwrap();
        let report = directory.path().join("inner/report.txt");
        assert!(make_folder(&report).unwrap().is_none());
        assert!(report.parent().unwrap().is_dir());
        // No folder can be made in /proc. The error is the same as that for a report that is not there yet.
        #[cfg(target_os = "linux")]
        if Path::new("/proc/self").is_dir() {
            assert!(make_folder(Path::new("/proc/none/report.txt")).is_err());
        }
    }
}
