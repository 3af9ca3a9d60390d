//! Matches: many games between two or more engines.

mod desk;
mod worker;

use super::client::{ClientError, EngineSetup};
use super::event_log::{Event, MatchStarted, TimedEvent};
use super::gallery::Gallery;
use super::journal::{JOURNAL, Journal, JournalError, Played};
use super::openings::Openings;
use super::process::ProcessError;
use super::referee::Terms;
use super::schedule::{Schedule, ScheduledGame};
use super::shard::Shard;
use super::sprt::{Sprt, SprtVerdict};
use super::tally::Tally;
use crate::board::Rules;
use crate::geometry::Size;
use crate::notation::sgf::{self, Style, Unwritable};
use crate::protocol::watch::EngineView;
use crate::search::StopFlag;
use desk::Desk;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use worker::Worker;

/// Version of the rule by which start positions and seeds of games follow from the seed of a match. A match is
/// continued only from a journal of the same version.
pub(super) const VERSION: u32 = 2;

/// Most games between two engines of a match.
pub const MOST_GAMES: usize = 1_000_000;

/// Largest number of games that are played at the same time.
pub const MOST_WORKERS: usize = 256;

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name of the engine in reports and records.
    pub name: String,
    /// Its command line, dialect, options and time control.
    pub setup: EngineSetup,
}

impl Entrant {
    /// The name and the settings of the engine as JSON.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "command": self.setup.command,
            "dialect": self.setup.dialect.to_string(),
            "options": self.setup.options,
            "time": self.setup.control.key(),
        })
    }
}

/// All settings of a match between two engines, or of a round robin between more.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines, at least two. Every engine plays every other one.
    pub entrants: Vec<Entrant>,
    /// Number of games between every two engines.
    pub games: usize,
    /// The rules and limits of every game.
    pub terms: Terms,
    /// The start positions, on boards of the size of `terms`.
    pub openings: Openings,
    /// Text that names the start positions in the heading of the journal.
    pub openings_name: String,
    /// Seed of the match. The seed that the engines get in each game is derived from it and the number of the game.
    pub seed: u64,
    /// Number of games that are played at the same time.
    pub concurrency: usize,
    /// A test of the first engine against the second, which ends the match when it is decided; `None` without a test.
    pub sprt: Option<Sprt>,
    /// Folder for the journal of the match and the records of the games; `None` if nothing is written.
    pub directory: Option<PathBuf>,
    /// How the records of the games are written.
    pub style: Style,
    /// The shard of the match that is played; `None` for the whole match. A shard has whole pairs of games. The pairs of
    /// all engines count together: game `g` belongs to pair `g / 2`. So, in a round robin, a shard may have only some of
    /// the pairings. A shard is not stopped by its test, because only all shards together decide it.
    pub shard: Option<Shard>,
}

/// The facts about a match that reports show.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The engines, at least two.
    pub entrants: Vec<Entrant>,
    /// The variant of the rules.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
    /// A test of the first engine against the second; `None` without a test.
    pub sprt: Option<Sprt>,
    /// Whether records of the games are wanted. Then the report tells if there are none.
    pub keeps_records: bool,
}

impl Contest {
    /// Why SGF cannot record the games of this match; `None` if it can. SGF has no letters for very large boards.
    pub fn unrecorded(&self) -> Option<Unwritable> {
        sgf::check_size(self.size).err()
    }
}

/// Why a match cannot go on or be joined: where the error is, and what it is.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct TournamentError {
    /// Where the error is: a file, an engine or a game.
    place: String,
    reason: String,
}

/// Makes an error with this place, which is a file, an engine or a game. The returned function takes the reason.
pub(super) fn error_at<E: ToString>(place: impl Display) -> impl FnOnce(E) -> TournamentError {
    move |reason| TournamentError {
        place: place.to_string(),
        reason: reason.to_string(),
    }
}

/// The results of the games that have been played so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The results of every two engines, from the side of the one with the lower number. The key has their numbers, the
    /// lower one first.
    pub tallies: BTreeMap<[usize; 2], Tally>,
    /// Number of finished games.
    pub finished: usize,
    /// Number of games to play. For a shard, the number of its own games.
    pub total: usize,
    /// Whether the match ended before all games were played: by the user, a decided test or an error.
    pub stopped: bool,
}

impl Plan {
    /// The first line of the journal, which describes the match. The number of games is not part of it, because a match
    /// can be continued with more games.
    ///
    /// Journals of shards are joined without the command, so they have the number of games and the test too.
    fn heading(&self) -> String {
        let entrants: Vec<Value> = self.entrants.iter().map(Entrant::json).collect();
        let terms = &self.terms;
        let mut heading = json!({
            "version": VERSION,
            "match": entrants,
            "size": terms.size.to_string(),
            "openings": self.openings_name,
            "openings_digest": self.openings.digest(),
            "seed": self.seed,
            "komi": terms.komi,
            "margin_ms": terms.time_margin.as_millis() as u64,
            "patience_ms": terms.patience.as_millis() as u64,
            "max_moves": terms.max_moves,
            "lead": terms.lead_rule,
        });
        // Journals of matches by the usual rules do not name them.
        if terms.rules != Rules::default() {
            heading["rules"] = terms.rules.to_string().into();
        }
        if self.shard.is_some() {
            let sprt = self.sprt;
            heading["games"] = self.games.into();
            heading["sprt"] = json!(sprt.map(|test| [test.elo0, test.elo1, test.alpha, test.beta]));
        }
        heading.to_string()
    }

    /// The facts of the plan that reports show.
    pub fn contest(&self) -> Contest {
        Contest {
            entrants: self.entrants.clone(),
            rules: self.terms.rules,
            size: self.terms.size,
            sprt: self.sprt,
            keeps_records: self.directory.is_some(),
        }
    }

    /// The event that tells spectators the engines and the number of games.
    fn start_event(&self, total: usize) -> Event {
        let view = |entrant: &Entrant| EngineView {
            name: entrant.name.clone(),
            time: entrant.setup.control.to_string(),
        };
        let engines = self.entrants.iter().map(view).collect();
        Event::Start(MatchStarted { engines, total })
    }

    /// The test that stops this run.
    fn stopping_test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.shard.is_none())
    }

    /// Whether nothing is left for this run: all its games are played, or the test that stops it is decided.
    pub fn is_done(&self, standings: &Standings) -> bool {
        !standings.stopped || standings.decides(self.stopping_test())
    }

    /// Whether this run plays the game with this number.
    fn plays(&self, game: usize) -> bool {
        self.shard
            .is_none_or(|shard| shard.contains(game as u64 / 2))
    }

    pub(super) fn schedule(&self) -> Schedule {
        Schedule::new(self.entrants.len(), self.games)
    }

    /// The games of this run, in the order of play.
    fn scheduled(&self) -> impl Iterator<Item = ScheduledGame> {
        let all = self.schedule().games();
        all.filter(|game| self.plays(game.number))
    }
}

/// Why the results of a match are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported<'a> {
    /// Before a game is played: the results are those of the journal.
    FromJournal,
    /// A game has ended.
    AfterGame,
    /// The file of events cannot be written, and the match goes on without it. The text names the file and the reason.
    EventsLost(&'a str),
}

/// Plays all games that are not in the journal. Returns the results of all finished games, and how the match ended. The
/// results count after an error too. `report` is called with the results so far: once before the first game, after every
/// game, and when the file of events cannot be written. Raising `stop` ends the match: unfinished games are dropped,
/// and the next run plays them again. `gallery` hears of every move.
///
/// # Errors
/// If the journal cannot be used, an engine cannot be started or told the rules, or a record cannot be written.
pub fn run(
    plan: &Plan,
    stop: &StopFlag,
    gallery: Option<&Gallery>,
    mut report: impl FnMut(&Standings, Reported),
) -> (Standings, Result<(), TournamentError>) {
    let (journal, mut earlier) = match open_journal(plan) {
        Ok(opened) => opened,
        Err(error) => return (Standings::default(), Err(error)),
    };
    // Shards may share a folder, so games of all of them count.
    let is_new = earlier.is_empty();
    earlier.retain(|played| plan.plays(played.game));
    let mut desk = Desk::new(plan, journal, gallery, &mut report);
    let known: BTreeSet<usize> = earlier.iter().map(|played| played.game).collect();
    for played in &earlier {
        desk.add(played);
    }
    desk.tell(Reported::FromJournal);
    let left = desk.standings.total.saturating_sub(known.len());
    let workers = plan.concurrency.clamp(1, MOST_WORKERS).min(left);
    // A decided test ends the workers by this flag, because `stop` belongs to the caller.
    let halt = StopFlag::default();
    let mut ready = Ok(());
    if desk.standings.decides(plan.stopping_test()) {
        halt.raise();
    } else if workers > 0 {
        ready = try_engines(plan, stop);
        match ready {
            Ok(()) if !stop.is_raised() => desk.begin(is_new),
            _ => halt.raise(),
        }
    }
    // All of them at once would not fit into the memory if there are millions.
    let is_left = |game: &ScheduledGame| !known.contains(&game.number);
    let queue = Mutex::new(plan.scheduled().filter(is_left));
    let ended = ready.and_then(|()| {
        thread::scope(|scope| {
            let (sender, news) = channel();
            for _ in 0..workers {
                let worker = Worker::new(plan, &halt, sender.clone());
                let queue = &queue;
                let spawned = thread::Builder::new().spawn_scoped(scope, move || worker.run(queue));
                if let Err(error) = spawned {
                    halt.raise();
                    return Err(error_at("a thread for games")(error));
                }
            }
            drop(sender);
            let result = desk.collect(&news, [stop, &halt]);
            halt.raise();
            result
        })
    });
    desk.publish(TimedEvent::now(Event::Stop {}));
    let mut standings = desk.standings;
    standings.stopped = standings.finished < standings.total;
    (standings, ended)
}

/// Starts every engine once with its settings, because a mistake in them would lose every game. If `stop` is raised,
/// the rest is not tried, which is no error.
fn try_engines(plan: &Plan, stop: &StopFlag) -> Result<(), TournamentError> {
    let terms = &plan.terms;
    for entrant in &plan.entrants {
        loop {
            let setup = &entrant.setup;
            match setup.start(terms.rules, terms.size, terms.patience, stop.clone()) {
                Ok(_) => break,
                Err(ClientError::Process(ProcessError::CalledOff)) => return Ok(()),
                // Nothing is known of the engine.
                Err(ClientError::Process(ProcessError::Suspended)) => {}
                Err(error @ ClientError::Process(ProcessError::Silent(_))) => {
                    let reason = format!("{error}: one that starts slowly needs more --patience");
                    return Err(error_at(&entrant.name)(reason));
                }
                Err(error) => return Err(error_at(&entrant.name)(error)),
            }
        }
    }
    Ok(())
}

impl Standings {
    /// Number of games that ended by a fault of an engine.
    pub fn faults(&self) -> u64 {
        self.tallies.values().map(Tally::faults).sum()
    }

    /// Adds a finished game. Returns whether it completes its pair of games. Only then it can decide a test.
    pub fn add(&mut self, played: &Played) -> bool {
        self.finished += 1;
        self.tallies.entry(played.pairing).or_default().add(played)
    }

    /// Whether the test of the first engine against the second is decided. `false` without a test, or as long as the
    /// two have not finished a game.
    pub(super) fn decides(&self, sprt: Option<Sprt>) -> bool {
        let Some((sprt, tally)) = sprt.zip(self.tallies.get(&[0, 1])) else {
            return false;
        };
        sprt.verdict(&tally.pentanomial()) != SprtVerdict::Undecided
    }
}

/// Opens the journal, and returns it with the games of this match that are in it. Without a folder there is no journal
/// and no game.
fn open_journal(plan: &Plan) -> Result<(Option<Journal>, Vec<Played>), TournamentError> {
    let Some(directory) = &plan.directory else {
        return Ok((None, Vec::new()));
    };
    let made = match directory.exists() && !directory.is_dir() {
        // The system would say that it exists, which a folder may.
        true => Err(io::ErrorKind::NotADirectory.into()),
        false => std::fs::create_dir_all(directory),
    };
    made.map_err(error_at(directory.display()))?;
    let path = directory.join(JOURNAL);
    Journal::open(&path, &plan.heading())
        .and_then(|(journal, games)| Ok((Some(journal), plan.schedule().keep_scheduled(games)?)))
        .map_err(journal_error(directory))
}

/// Makes the error for the journal in this directory. The returned function takes the cause.
fn journal_error(directory: &Path) -> impl FnOnce(JournalError) -> TournamentError {
    error_at(format!("the journal {}", directory.join(JOURNAL).display()))
}
