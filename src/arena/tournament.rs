//! Matches: many games between two or more engines.

use super::client::{Client, ClientError, Setup};
use super::digest::{digest, number_of};
use super::match_log::{MatchLog, MatchLogError, Played};
use super::openings::Openings;
use super::process::ProcessError;
use super::referee::{self, Finished, Terms};
use super::schedule::{Job, Schedule};
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;
use crate::geometry::{Player, derive_seed};
use crate::notation::record::GameRecord;
use crate::notation::sgf::{self, Style, Unwritable};
use crate::search::StopFlag;
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Version of the way in which start positions and seeds depend on the seed of a match. A match continues only from
/// a log of the same version.
const VERSION: u32 = 2;

/// Largest number of games at the same time.
const MOST_WORKERS: usize = 256;

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name in reports and records.
    pub name: String,
    /// Its command line, dialect, options and time control.
    pub setup: Setup,
}

impl Entrant {
    /// Name and settings as JSON.
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

/// All settings of a match or a round robin.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines, at least two. Every engine plays every other one.
    pub entrants: Vec<Entrant>,
    /// Number of games of every two engines.
    pub games: usize,
    /// The rules and limits of every game.
    pub terms: Terms,
    /// The start positions.
    pub openings: Openings,
    /// The name of the start positions.
    pub openings_name: String,
    /// Seed of the match. The engines get another seed in every game, which depends on it.
    pub seed: u64,
    /// Number of games at the same time.
    pub concurrency: usize,
    /// A test of the first engine against the second, which ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Folder for the log of the match and the records of the games.
    pub directory: Option<PathBuf>,
}

/// Why a match cannot go on: the place of the fault and its reason.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct TournamentError {
    /// A file, an engine or a game.
    place: String,
    reason: String,
}

/// The error with this reason, at a file, an engine or a game.
fn error_at<E: ToString>(place: impl Display) -> impl FnOnce(E) -> TournamentError {
    move |reason| TournamentError {
        place: place.to_string(),
        reason: reason.to_string(),
    }
}

/// The results so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// A tally of every two engines, from the side of the one with the lower number.
    pub tallies: BTreeMap<[usize; 2], Tally>,
    /// Number of finished games.
    pub finished: usize,
    /// Number of all games.
    pub total: usize,
    /// Whether the match ended before all games were played.
    pub stopped: bool,
}

impl Plan {
    /// The first line of the log, which describes the match. The number of games is not part of it, because a match
    /// can be continued with more games.
    fn header(&self) -> String {
        let entrants: Vec<Value> = self.entrants.iter().map(Entrant::json).collect();
        let terms = &self.terms;
        json!({
            "version": VERSION,
            "match": entrants,
            "size": terms.size.to_string(),
            "openings": self.openings_name,
            "openings_digest": self.openings.digest(),
            "seed": self.seed,
            "komi": terms.komi,
            "margin_ms": terms.margin.as_millis() as u64,
            "patience_ms": terms.patience.as_millis() as u64,
            "max_moves": terms.max_moves,
            "lead": terms.lead,
        })
        .to_string()
    }

    /// Why SGF cannot record the games of this match; `None` if it can. SGF has no letters for very large boards.
    pub fn unrecorded(&self) -> Option<Unwritable> {
        let empty = GameRecord::new(self.terms.size);
        sgf::write(&empty, Style::default()).err()
    }

    fn schedule(&self) -> Schedule {
        Schedule {
            engines: self.entrants.len(),
            games: self.games,
        }
    }
}

/// Plays all games that are not in the log, and calls `report` after every game. Raising `stop` ends the match:
/// unfinished games are dropped, and the next run plays them again.
///
/// # Errors
/// If the log cannot be used, an engine cannot be started, or a record cannot be written.
pub fn run(
    plan: &Plan,
    stop: &StopFlag,
    mut report: impl FnMut(&Standings, Option<&Played>),
) -> Result<Standings, TournamentError> {
    let mut jobs = plan.schedule().jobs();
    let (mut log, earlier) = open_log(plan)?;
    let mut standings = Standings {
        total: jobs.len(),
        ..Standings::default()
    };
    let known: BTreeSet<usize> = earlier.iter().map(|played| played.game).collect();
    earlier.iter().for_each(|played| standings.add(played));
    report(&standings, None);
    jobs.retain(|job| !known.contains(&job.game));
    jobs.reverse();
    let workers = plan.concurrency.clamp(1, MOST_WORKERS).min(jobs.len());
    if workers > 0 && !standings.decides(plan.sprt) {
        try_engines(plan, stop)?;
    }
    let queue = Mutex::new(jobs);
    // A decided test ends the workers. It must not raise `stop`, which belongs to the caller.
    let halt = StopFlag::default();
    if standings.decides(plan.sprt) {
        halt.raise();
    }
    let result = thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..workers {
            let (sender, queue, halt) = (sender.clone(), &queue, &halt);
            scope.spawn(move || Worker::new(plan, halt).run(queue, &sender));
        }
        drop(sender);
        let result = collect(
            plan,
            &results,
            &mut log,
            &mut standings,
            [stop, &halt],
            &mut report,
        );
        halt.raise();
        result
    });
    standings.stopped = standings.finished < standings.total;
    result.map(|()| standings)
}

/// Starts every engine once with its settings, because a mistake in them would lose every game.
fn try_engines(plan: &Plan, stop: &StopFlag) -> Result<(), TournamentError> {
    for entrant in &plan.entrants {
        match entrant.setup.start(plan.terms.patience, stop.clone()) {
            Err(ClientError::Process(ProcessError::CalledOff)) => return Ok(()),
            started => started.map_err(error_at(&entrant.name))?,
        };
    }
    Ok(())
}

/// Takes results from the workers until they have ended or the test is decided.
fn collect(
    plan: &Plan,
    results: &Receiver<(Job, Finished)>,
    log: &mut Option<MatchLog>,
    standings: &mut Standings,
    [stop, halt]: [&StopFlag; 2],
    report: &mut impl FnMut(&Standings, Option<&Played>),
) -> Result<(), TournamentError> {
    use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
    loop {
        match results.recv_timeout(std::time::Duration::from_millis(100)) {
            Ok((job, finished)) => {
                let played = enter(log.as_mut(), plan, job, finished)?;
                standings.add(&played);
                report(standings, Some(&played));
                // Games that end later must not change the decision.
                if standings.decides(plan.sprt) {
                    return Ok(());
                }
            }
            Err(Disconnected) => return Ok(()),
            Err(Timeout) => {}
        }
        if stop.is_raised() {
            halt.raise();
        }
    }
}

impl Standings {
    /// Number of games that ended by a fault of an engine.
    pub fn faults(&self) -> u64 {
        self.tallies.values().map(Tally::faults).sum()
    }

    fn add(&mut self, played: &Played) {
        self.finished += 1;
        self.tallies.entry(played.pairing).or_default().add(played);
    }

    /// Whether the test of the first engine against the second is decided.
    fn decides(&self, sprt: Option<Sprt>) -> bool {
        let tally = self.tallies.get(&[0, 1]);
        sprt.zip(tally)
            .is_some_and(|(sprt, tally)| sprt.verdict(&tally.pentanomial()) != Verdict::Undecided)
    }
}

/// The file name of the log, in the directory of the match.
const LOG: &str = "journal.jsonl";

/// The log, if the match has a folder, and the games of this match that are in it.
fn open_log(plan: &Plan) -> Result<(Option<MatchLog>, Vec<Played>), TournamentError> {
    let Some(directory) = &plan.directory else {
        return Ok((None, Vec::new()));
    };
    std::fs::create_dir_all(directory).map_err(error_at(directory.display()))?;
    let path = directory.join(LOG);
    MatchLog::open(&path, &plan.header())
        .and_then(|(log, games)| Ok((Some(log), plan.schedule().known(games)?)))
        .map_err(log_error(directory))
}

/// The error of the log in this directory.
fn log_error(directory: &Path) -> impl FnOnce(MatchLogError) -> TournamentError {
    error_at(format!("the journal {}", directory.join(LOG).display()))
}

/// Writes the record of a finished game, then adds the game to the log. So every game in the log has a record.
fn enter(
    log: Option<&mut MatchLog>,
    plan: &Plan,
    job: Job,
    finished: Finished,
) -> Result<Played, TournamentError> {
    let engines = job.engines();
    let played = Played {
        game: job.game,
        pairing: job.pairing,
        pair: job.pair,
        first: job.first,
        winner: finished.winner.map(|winner| engines[winner.index()]),
        margin: finished.margin,
        ending: finished.ending,
        detail: finished.detail.clone(),
        moves: finished.moves,
        losses: finished.losses,
        fingerprint: fingerprint(&finished.record),
    };
    if let (Some(log), Some(directory)) = (log, &plan.directory) {
        if plan.unrecorded().is_none() {
            write_record(directory, plan, engines, job, finished)?;
        }
        log.add(&played).map_err(log_error(directory))?;
    }
    Ok(played)
}

/// A hash of all dots of a game in their order.
fn fingerprint(record: &GameRecord) -> u64 {
    let dots = record.start.iter().copied().chain(record.moves());
    digest(dots.map(number_of))
}

/// Writes the record of a game, such as `game-0001.sgf`.
fn write_record(
    directory: &Path,
    plan: &Plan,
    engines: [usize; 2],
    job: Job,
    finished: Finished,
) -> Result<(), TournamentError> {
    let mut record = finished.record;
    record.players = engines.map(|engine| plan.entrants[engine].name.clone());
    record
        .facts
        .insert("RO".to_owned(), (job.game + 1).to_string());
    record.comment = format!("{}. {}", finished.ending, finished.detail)
        .trim_end()
        .to_owned();
    let number = job.game + 1;
    let place = format!("the record of game {number}");
    let text = sgf::write(&record, Style::default()).map_err(error_at(place))?;
    let path = directory.join(format!("game-{number:04}.sgf"));
    std::fs::write(&path, text).map_err(error_at(path.display()))
}

/// Plays games one after the other. It has engine processes of its own, which keep running from game to game.
struct Worker<'a> {
    plan: &'a Plan,
    halt: &'a StopFlag,
    clients: HashMap<usize, Box<dyn Client>>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, halt: &'a StopFlag) -> Worker<'a> {
        Worker {
            plan,
            halt,
            clients: HashMap::new(),
        }
    }

    fn run(mut self, queue: &Mutex<Vec<Job>>, results: &Sender<(Job, Finished)>) {
        while !self.halt.is_raised() {
            let next = queue.lock().ok().and_then(|mut jobs| jobs.pop());
            let Some(job) = next else { return };
            let Some(finished) = self.play(job) else {
                return;
            };
            if results.send((job, finished)).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `None` if the match ended meanwhile.
    fn play(&mut self, job: Job) -> Option<Finished> {
        let engines = job.engines();
        let mut clients = Vec::with_capacity(2);
        for player in Player::ALL {
            match self.client(engines[player.index()]) {
                Ok(client) => clients.push(client),
                Err(error) => {
                    self.clients.extend(engines.into_iter().zip(clients));
                    return referee::forfeit(&self.plan.terms, player, &error);
                }
            }
        }
        let plan = self.plan;
        let opening = plan.openings.get(job.pair, plan.terms.size);
        let controls = engines.map(|engine| plan.entrants[engine].setup.control);
        let seed = Rng::with_seed(derive_seed(plan.seed, job.game as u64)).u64(..);
        let [first, second] = clients.as_mut_slice() else {
            return None;
        };
        let players: [&mut dyn Client; 2] = [first.as_mut(), second.as_mut()];
        let finished = referee::play(players, &opening, &plan.terms, controls, seed)?;
        // An engine that lost by a fault is dropped. A new process replaces it in the next game.
        let sound = clients.into_iter().zip(Player::ALL).filter(|(_, player)| {
            !(finished.ending.is_fault() && finished.winner != Some(*player))
        });
        self.clients
            .extend(sound.map(|(client, player)| (engines[player.index()], client)));
        Some(finished)
    }

    /// The running engine with this number, or a new process.
    fn client(&mut self, engine: usize) -> Result<Box<dyn Client>, ClientError> {
        if let Some(client) = self.clients.remove(&engine) {
            return Ok(client);
        }
        let setup = &self.plan.entrants[engine].setup;
        setup.start(self.plan.terms.patience, self.halt.clone())
    }
}
