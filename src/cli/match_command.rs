//! The command `tochki match`, which lets engines play against one another.

mod numbered;
mod plan;
#[cfg(feature = "serve")]
mod watch;

use super::flags::{self, FormatArgs, patience, whole_milliseconds};
use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use numbered::Numbered;
use plan::DEFAULT_CONTROL;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tochki::Size;
use tochki::arena::agreement::LeadRule;
use tochki::arena::client::DialectKind;
use tochki::arena::clock::TimeControl;
use tochki::arena::gallery::Gallery;
use tochki::arena::join::{self, JoinError, Joined};
use tochki::arena::journal::JOURNAL;
use tochki::arena::report;
use tochki::arena::shard::Shard;
use tochki::arena::sprt::Sprt;
use tochki::arena::tournament::{self, MOST_GAMES, Plan, Reported, Standings};
use tochki::board::Rules;
use tochki::geometry::parse_number;
use tochki::notation::counted;
use tochki::protocol::checked_komi;
use tochki::search::complexity::MOST_COMPLEX;

/// Largest number of bytes of an `--option`. A line of this length fits into a pipe. A longer one may not, and if the
/// engine does not read, nothing ends the write.
const LONGEST_OPTION: usize = 4096;

const EXAMPLES: &str = "\
Examples:
  tochki match --engine tochki --engine \"tochki v6 --engine tactical\" --time 50ms --games 20
  tochki match --engine tochki --engine tochki --option 2:threads=2 --sprt 0,50 --out games
  tochki match --engine tochki --engine tochki --nodes 500 --shard 0/4 --out games/shard-0
  tochki match --join games/shard-0 games/shard-1 games/shard-2 games/shard-3";

/// Let engines play against one another; tochki is the referee.
///
/// `[N:]VALUE` is a value for the N-th engine only, or without `N:` for all engines. The exit code is 1 if the match
/// was interrupted before its end, a game ended by a fault of an engine, or nobody reads the report. It is 2 if the
/// report or a file of `--out` could not be written, except `moves.jsonl`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Command line that starts an engine; given once for each engine.
    #[arg(
        long = "engine",
        value_name = "COMMAND LINE",
        required_unless_present = "join"
    )]
    engines: Vec<String>,
    /// Name of an engine in reports; given once for each engine, in their order.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// The protocol of the engines: v6 (the default), gtp, or json.
    #[arg(long = "dialect", value_name = "[N:]DIALECT")]
    dialects: Vec<Numbered<DialectKind>>,
    /// An option of the engines. protocol.md lists those of the engine `tochki`.
    #[arg(long = "option", alias = "set", value_name = "[N:]NAME=VALUE", value_parser = option)]
    options: Vec<Numbered<(String, String)>>,
    /// Let each of three or more engines play every other one.
    #[arg(long)]
    round_robin: bool,
    /// Number of games between every two engines. Two games with one start position and swapped sides are a pair.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_GAMES as u64))]
    games: usize,
    /// Size of the board.
    #[arg(long, value_name = "WxH", default_value = "20x20")]
    size: Size,
    /// The rules: usual, no-suicide, captures-empty-bases, or the last two with a comma between them. All but the usual
    /// ones need engines that speak gtp, or json with our extensions.
    #[arg(long, value_name = "RULES", default_value = "usual")]
    rules: Rules,
    /// Time for a move, such as 50ms or 2s; 100ms if no time control is given. `own` leaves the time to the engine.
    #[arg(long, alias = "st", value_name = "[N:]TIME", value_parser = time)]
    time: Vec<Numbered<TimeControl>>,
    /// A clock: seconds for the whole game of a player, and seconds added after each of his moves.
    #[arg(long, value_name = "[N:]BASE+INCREMENT", value_parser = clock)]
    tc: Vec<Numbered<TimeControl>>,
    /// How hard the engines think about a move, from 0 to 100.
    #[arg(long, value_name = "[N:]N", value_parser = complexity)]
    complexity: Vec<Numbered<TimeControl>>,
    /// Number of nodes for the search of a move, at least 1. Engines get it as the option `nodes`, or as `maxVisits` in
    /// GTP.
    #[arg(long, value_name = "[N:]N", value_parser = nodes)]
    nodes: Vec<Numbered<TimeControl>>,
    /// How much later than its time limit a move may arrive without losing the game. On a clock lateness adds up.
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = whole_milliseconds)]
    margin: Duration,
    /// Time after which a silent engine counts as hanging and loses. It begins when the time for the move and the
    /// margin end, or with the request if there is no time limit.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = patience)]
    patience: Duration,
    /// Start position: empty, single, cross, two-crosses, four-crosses, or random:DOTS.
    #[arg(long, default_value = "cross", conflicts_with = "openings")]
    start: String,
    /// File of start positions: games in SGF, or diagrams with blank lines between them. `#2` takes the second one
    /// only, `#2.3` its third branch, `:8` the position after eight moves.
    #[arg(long, value_name = "FILE[#NUMBER[.BRANCH]...][:MOVES]")]
    openings: Option<PathBuf>,
    /// Largest number of moves that are taken from each game of `--openings`.
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Take the positions of `--openings` in random order.
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Seed of random start positions and of the engines.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = flags::seed())]
    seed: u64,
    /// Dots added to the score of the second player.
    #[arg(long, value_name = "DOTS", default_value_t = 0.0, allow_negative_numbers = true, value_parser = komi)]
    komi: f64,
    /// Number of moves after which a game ends with the score on the board; without it there is no limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// End a game when both engines have expected the same winner by at least DOTS dots for MOVES moves in a row. For
    /// an engine that does not report what it expects, the score on the board counts.
    #[arg(long, value_name = "DOTS,MOVES", value_parser = lead)]
    lead: Option<LeadRule>,
    /// Number of games that are played at the same time.
    #[arg(short, long, value_name = "N", alias = "concurrency", default_value_t = 1, value_parser = flags::jobs())]
    jobs: usize,
    /// Stop as soon as a sequential test of the first engine against the second is decided, or after `--games`. It
    /// tests whether the first one is stronger by ELO1 or by ELO0, which may be negative. ALPHA and BETA are the
    /// probabilities of a wrong decision.
    // Otherwise `-5,0` would count as a flag.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    /// Folder for the journal of finished games, a record of every game and the result. The same command continues an
    /// interrupted match.
    #[arg(short, long, alias = "output", value_name = "DIR")]
    out: Option<PathBuf>,
    /// Name the chains of captures in the records of `--out`. The Kropki sites and oppai need them.
    #[arg(long, requires = "out")]
    chains: bool,
    /// Play only the pairs of games K, K+N, K+2N ..., counted from 0. The pairs of all engines count together, in the
    /// order of play. With it, N processes can share a match, each with its own folder. A shard does not stop when its
    /// test is decided: `--join` decides it.
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// Report the results of all shards of a match, which may still be running. DIR is the folder of a shard. The exit
    /// code is 0 if the shards can stop: all games are played, or the test is decided. It is 1 if they must go on.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = [
        "engines", "names", "dialects", "options", "round_robin", "games", "size", "rules", "time", "tc", "complexity",
        "nodes", "margin", "patience", "start", "openings", "plies", "shuffle", "seed", "komi", "max_moves", "lead",
        "jobs", "sprt", "out", "chains", "shard", "every",
    ])]
    join: Vec<PathBuf>,
    /// Show the running games on a page in the browser. The value is an address of this machine, a port, or both;
    /// without a value the page is for this machine only.
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1", conflicts_with = "join")]
    watch: Option<watch::Place>,
    /// Number of games between two interim reports; 0 counts as 1.
    #[arg(long, value_name = "N", default_value_t = 10)]
    every: usize,
    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    /// Plays the match, prints the reports and writes the result. The exit code is 1 if the match was interrupted, a
    /// game ended by a fault, or the reader of the report has closed it.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if !self.join.is_empty() {
            return self.join();
        }
        let plan = self.plan()?;
        #[cfg(feature = "serve")]
        let gallery = self.watch.map(|place| place.serve(self.format.is_json()));
        #[cfg(feature = "serve")]
        let gallery = gallery.transpose()?;
        #[cfg(not(feature = "serve"))]
        let gallery: Option<std::sync::Arc<Gallery>> = None;
        let gallery: Option<&Gallery> = gallery.as_deref();
        let stop = super::stop_on_signals()?;
        let bar = super::progress_bar(plan.games);
        let mut out = io::stdout().lock();
        // If printing fails, the match still goes on to its end.
        let mut printed = Ok(());
        let (standings, ended) = tournament::run(&plan, &stop, gallery, |standings, reported| {
            match reported {
                Reported::FromJournal => note_earlier(&plan, standings),
                Reported::EventsLost(reason) => bar.suspend(|| note_lost_events(reason)),
                Reported::AfterGame => {}
            }
            advance(&bar, &plan, standings);
            let is_round = standings.finished % self.every.max(1) == 0;
            let due = reported == Reported::AfterGame && is_round;
            if due && !self.format.is_json() && printed.is_ok() {
                printed = bar.suspend(|| {
                    writeln!(out, "{}", report::line(&plan.contest(), standings))
                        .and_then(|()| out.flush())
                });
            }
        });
        bar.finish_and_clear();
        let ended = match ended {
            Err(error) if standings.finished == 0 => return Err(error.into()),
            ended => ended,
        };
        let faults = standings.faults();
        let result = report::json(&plan.contest(), &standings);
        let keep = |directory: &PathBuf| {
            super::replace_file(&directory.join("result.json"), format!("{result:#}\n"))
        };
        let kept = plan.directory.as_ref().map_or(Ok(()), keep);
        printed = printed.and_then(|()| match self.format.is_json() {
            true => writeln!(out, "{result:#}"),
            false => self.write(&mut out, &plan, &standings),
        });
        let printed = super::is_read(printed);
        wait_for_pages(gallery);
        // Only now, because the report is wanted even if the folder is full.
        kept?;
        ended?;
        let is_good = printed? && plan.is_done(&standings) && faults == 0;
        Ok(ExitCode::from(u8::from(!is_good)))
    }

    /// Prints the report of a match that was played in shards. What the report of one machine does not say goes to
    /// stderr.
    fn join(&self) -> anyhow::Result<ExitCode> {
        let joined = match join::join(&self.join) {
            Err(error @ JoinError::Empty) => {
                // If stderr fails, the exit code still tells.
                let _ = writeln!(io::stderr(), "tochki: {error}: the shards go on");
                return Ok(ExitCode::from(1));
            }
            joined => joined?,
        };
        let (contest, standings) = (&joined.contest, &joined.standings);
        let mut out = io::stdout().lock();
        let printed = match self.format.is_json() {
            true => writeln!(out, "{:#}", report::json(contest, standings)),
            false => write!(out, "{}", report::text(contest, standings)),
        };
        // The exit code tells how far the shards are, even if nobody reads the report.
        super::is_read(printed.and_then(|()| out.flush()))?;
        for note in notes(&joined) {
            // The report is out; if stderr fails, the exit code still tells.
            let _ = writeln!(io::stderr(), "tochki: {note}");
        }
        Ok(ExitCode::from(u8::from(!joined.is_done())))
    }

    /// Writes the final report as text. If no time control was given, it says which one the engines had.
    fn write(&self, out: &mut impl Write, plan: &Plan, standings: &Standings) -> io::Result<()> {
        write!(out, "{}", report::text(&plan.contest(), standings))?;
        if self.controls().is_empty() {
            let control = DEFAULT_CONTROL;
            writeln!(out, "no time control was given: every engine had {control}")?;
        }
        out.flush()
    }
}

/// Pages that watch the match ask every half second: they are told of its end.
fn wait_for_pages(gallery: Option<&Gallery>) {
    if gallery.is_some() {
        std::thread::sleep(Duration::from_secs(2));
    }
}

/// Shows the results so far on the progress bar.
fn advance(bar: &ProgressBar, plan: &Plan, standings: &Standings) {
    bar.set_length(standings.total as u64);
    bar.set_position(standings.finished as u64);
    if !bar.is_hidden() {
        bar.set_message(report::results(&plan.contest(), standings));
    }
}

/// Tells on stderr how many games come from the journal. An earlier build of an engine may have played them.
fn note_earlier(plan: &Plan, standings: &Standings) {
    let directory = plan.directory.as_ref();
    if let Some(directory) = directory.filter(|_| standings.finished > 0) {
        let journal = directory.join(JOURNAL);
        let games = counted(standings.total as u64, "game");
        let (journal, finished) = (journal.display(), standings.finished);
        // If stderr fails, the match is still played.
        let _ = writeln!(
            io::stderr(),
            "tochki: {journal} has {finished} of {games} already"
        );
    }
}

/// Tells on stderr why `moves.jsonl` has no more of the match.
fn note_lost_events(reason: &str) {
    // If stderr fails, the match is still played.
    let _ = writeln!(
        io::stderr(),
        "tochki: {reason}: the match goes on without it"
    );
}

/// Remarks about a joined match, for stderr. They are no part of the report, so that it equals the report of one machine.
fn notes(joined: &Joined) -> Vec<String> {
    let folders = joined.empty.iter();
    let mut notes: Vec<String> = folders
        .map(|folder| format!("{} has no games yet", folder.display()))
        .collect();
    for (games, what) in [
        (
            joined.differing as u64,
            "more than once with different results: the first one counts",
        ),
        (
            joined.later as u64,
            match joined.is_done() {
                true => "after the decision of the test: not counted",
                false => "after one that is missing: not counted yet, because of the test",
            },
        ),
    ] {
        if games > 0 {
            notes.push(format!("{} {what}", counted(games, "game")));
        }
    }
    let (finished, total) = (joined.standings.finished, joined.standings.total);
    notes.push(match joined.is_done() {
        true if joined.standings.stopped => "the test is decided: the shards can stop".to_owned(),
        true => format!("all {total} games are played"),
        false => format!("{finished} of {total} games are played: the shards go on"),
    });
    notes
}

/// Parses `[N:]NAME=VALUE`. The engine gets name and value in a line of its protocol, so the name is one word.
fn option(text: &str) -> Result<Numbered<(String, String)>, String> {
    if text.len() > LONGEST_OPTION || text.contains(['\n', '\r']) {
        return Err(format!(
            "an option is one line of at most {LONGEST_OPTION} bytes"
        ));
    }
    Numbered::parse(text, |text| {
        let (name, value) = super::engine::option(text)?;
        match name.is_empty() || name.contains(char::is_whitespace) {
            true => bail!("the name of an option is one word, not {name:?}"),
            false => Ok((name, value)),
        }
    })
}

fn time(text: &str) -> Result<Numbered<TimeControl>, String> {
    Numbered::parse(text, |value| match value {
        "own" => Ok(TimeControl::Own),
        _ => whole_milliseconds(value).map(TimeControl::PerMove),
    })
}

fn clock(text: &str) -> Result<Numbered<TimeControl>, String> {
    Numbered::parse(text, TimeControl::parse_clock)
}

fn nodes(text: &str) -> Result<Numbered<TimeControl>, String> {
    // To engines 0 would mean no limit.
    number_of(text, 1..=u64::MAX, TimeControl::Nodes)
}

fn complexity(text: &str) -> Result<Numbered<TimeControl>, String> {
    number_of(text, 0..=u64::from(MOST_COMPLEX), |effort| {
        TimeControl::Complexity(effort as u32)
    })
}

/// Parses `[N:]VALUE` where the value is a whole number in this range. `control` makes the time control of the number.
fn number_of(
    text: &str,
    range: RangeInclusive<u64>,
    control: impl Fn(u64) -> TimeControl,
) -> Result<Numbered<TimeControl>, String> {
    Numbered::parse(text, |number| {
        let number = parse_number(number).filter(|number| range.contains(number));
        number.map(&control).ok_or_else(|| {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        })
    })
}

fn komi(text: &str) -> Result<f64, String> {
    let komi = parse_number(text).ok_or("expected a number of dots")?;
    checked_komi(komi).map_err(|error| error.to_string())
}

fn lead(text: &str) -> Result<LeadRule, String> {
    let lead = text.split_once(',').and_then(|(dots, moves)| {
        Some(LeadRule {
            dots: parse_number(dots.trim())?,
            moves: parse_number(moves.trim())?,
        })
    });
    let lead = lead.filter(|lead| lead.dots.is_finite() && lead.dots > 0.0 && lead.moves > 0);
    lead.ok_or("expected two numbers above 0, DOTS,MOVES, such as 20,5".to_owned())
}
