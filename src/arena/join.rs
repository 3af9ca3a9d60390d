//! Joins the logs of shards of a match to the results of the whole match.
//!
//! The logs are only read. So the shards may still be running, and a last line without line feed does not count.

use super::client::Setup;
use super::clock::TimeControl;
use super::match_log::{LOG, Played, differences};
use super::openings::Openings;
use super::referee::Terms;
use super::schedule::Schedule;
use super::sprt::Sprt;
use super::tournament::{Entrant, Plan, Standings, VERSION};
use crate::geometry::Size;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most games between two engines of a match that is joined.
const MOST_GAMES: usize = 1_000_000;

/// Most engines of a match that is joined.
const MOST_ENGINES: usize = 1000;

/// The results of a match from the logs of its shards.
#[derive(Debug)]
pub struct Joined {
    /// The settings of the match, as far as reports need them. Start positions and rules are not known.
    pub plan: Plan,
    /// The results, in the order of the numbers of the games. With a sequential test a game counts if all games before
    /// it are there, and none of them decides the test.
    pub standings: Standings,
    /// Folders that have no game yet.
    pub empty: Vec<PathBuf>,
    /// Number of games that were found more than once with different results. The first one counts.
    pub differing: usize,
    /// Number of games that do not count: those after the one that decides the sequential test, or after one that is
    /// missing.
    pub later: usize,
}

impl Joined {
    /// Whether the shards can stop: all games are played, or the sequential test is decided.
    pub fn is_done(&self) -> bool {
        self.standings.finished == self.standings.total || self.standings.decides(self.plan.sprt)
    }
}

/// Why shards cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// A folder or its log cannot be read.
    #[error("{}: {error}", place.display())]
    Io {
        /// The file or folder.
        place: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// The contents of a log are not those of a shard of this match. The text says what is wrong.
    #[error("{}: {text}", place.display())]
    Contents {
        /// The log.
        place: PathBuf,
        /// What is wrong with it.
        text: String,
    },
    /// No folder has a game yet.
    #[error("the folders have no games yet")]
    Empty,
}

/// The first line of the log of a shard, as far as reports need it.
#[derive(Deserialize)]
struct Heading {
    version: u32,
    #[serde(rename = "match")]
    engines: Vec<Engine>,
    size: String,
    games: usize,
    sprt: Option<[f64; 4]>,
}

/// An engine in the first line of a log.
#[derive(Deserialize)]
struct Engine {
    name: String,
    command: String,
    dialect: String,
    options: Vec<(String, String)>,
    time: String,
}

/// The games that were found so far.
struct Collection {
    /// The first line of the first log that has one.
    heading: String,
    plan: Plan,
    schedule: Schedule,
    /// The pairings of the schedule.
    pairings: Vec<[usize; 2]>,
    /// The games by their number.
    games: BTreeMap<usize, Played>,
    differing: usize,
}

/// Reads the logs in these folders and joins their games.
///
/// # Errors
/// If a log cannot be read, belongs to another match than the others, or contradicts them.
pub fn join(folders: &[PathBuf]) -> Result<Joined, JoinError> {
    let mut collection: Option<Collection> = None;
    let mut empty = Vec::new();
    for folder in folders {
        let place = folder.join(LOG);
        let contents = |text| JoinError::Contents {
            place: place.clone(),
            text,
        };
        let io_error = |error| JoinError::Io {
            place: place.clone(),
            error,
        };
        let Some(mut log) = open(folder)? else {
            empty.push(folder.clone());
            continue;
        };
        let mut line = String::new();
        if !next_line(&mut log, &mut line).map_err(io_error)? {
            empty.push(folder.clone());
            continue;
        }
        let collection = match &mut collection {
            None => collection.insert(Collection::begin(&line).map_err(contents)?),
            Some(collection) if collection.heading == line => collection,
            Some(collection) => {
                let found = differences(&line, &collection.heading);
                let text = format!("it belongs to another match than the first log: {found}");
                return Err(contents(text));
            }
        };
        let mut number = 1;
        while next_line(&mut log, &mut line).map_err(io_error)? {
            number += 1;
            let taken = collection.take(&line);
            taken.map_err(|error| contents(format!("line {number}: {error}")))?;
        }
    }
    let collection = collection.ok_or(JoinError::Empty)?;
    Ok(collection.finish(empty))
}

/// Opens the log in a folder. `None` if the folder has no log yet.
fn open(folder: &Path) -> Result<Option<BufReader<File>>, JoinError> {
    let error_at = |place: PathBuf| move |error| JoinError::Io { place, error };
    if !std::fs::metadata(folder)
        .map_err(error_at(folder.to_owned()))?
        .is_dir()
    {
        let error = io::ErrorKind::NotADirectory.into();
        return Err(error_at(folder.to_owned())(error));
    }
    let place = folder.join(LOG);
    match File::open(&place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened
            .map(|file| Some(BufReader::new(file)))
            .map_err(error_at(place)),
    }
}

/// Reads the next complete line, without its line feed. Returns whether there was one.
fn next_line(log: &mut impl BufRead, line: &mut String) -> io::Result<bool> {
    let mut bytes = std::mem::take(line).into_bytes();
    bytes.clear();
    log.read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Ok(false);
    }
    *line = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok(true)
}

impl Collection {
    fn begin(line: &str) -> Result<Collection, String> {
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|_| "its first line describes no match")?;
        if value.get("games").is_none() {
            return Err("its match was not played with --shard".to_owned());
        }
        let heading: Heading = serde_json::from_value(value)
            .map_err(|error| format!("its first line describes no match: {error}"))?;
        let plan = heading.plan()?;
        let schedule = plan.schedule();
        Ok(Collection {
            heading: line.to_owned(),
            pairings: schedule.pairings(),
            schedule,
            plan,
            games: BTreeMap::new(),
            differing: 0,
        })
    }

    /// Adds the game of a line. A game that is there already is only compared.
    fn take(&mut self, line: &str) -> Result<(), String> {
        let game: Played = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let number = game.game;
        if !self.schedule.has(&self.pairings, &game) {
            return Err(format!("game {number} is none of this match"));
        }
        match self.games.entry(number) {
            Entry::Vacant(place) => {
                place.insert(game);
            }
            Entry::Occupied(found) => self.differing += usize::from(*found.get() != game),
        }
        Ok(())
    }

    fn finish(mut self, empty: Vec<PathBuf>) -> Joined {
        let mut standings = Standings {
            total: self.schedule.len(),
            ..Standings::default()
        };
        let sprt = self.plan.sprt;
        for job in self.schedule.jobs() {
            if standings.decides(sprt) {
                break;
            }
            // Every game is dropped when it has been counted.
            match self.games.remove(&job.game) {
                Some(game) => standings.add(&game),
                None if sprt.is_some() => break,
                None => {}
            }
        }
        standings.stopped = standings.finished < standings.total;
        Joined {
            plan: self.plan,
            standings,
            empty,
            differing: self.differing,
            later: self.games.len(),
        }
    }
}

impl Heading {
    fn plan(self) -> Result<Plan, String> {
        if self.version != VERSION {
            return Err(format!(
                "its version is {} and should be {VERSION}",
                self.version
            ));
        }
        let size: Size = self.size.parse().map_err(|error| format!("{error}"))?;
        if !(2..=MOST_ENGINES).contains(&self.engines.len()) || self.games > MOST_GAMES {
            return Err("its first line has too many engines or games, or too few".to_owned());
        }
        let sprt = self.sprt.map(|[elo0, elo1, alpha, beta]| Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        });
        let entrants = self.engines.into_iter().map(Engine::entrant);
        Ok(Plan {
            entrants: entrants.collect::<Result<_, _>>()?,
            games: self.games,
            terms: Terms {
                size,
                komi: 0.0,
                margin: Duration::ZERO,
                patience: Duration::ZERO,
                max_moves: None,
                lead: None,
            },
            openings: Openings::Listed(Vec::new()),
            openings_name: String::new(),
            seed: 0,
            concurrency: 1,
            sprt,
            // Every shard has a folder, so the report says why a game has no record.
            directory: Some(PathBuf::new()),
            shard: None,
        })
    }
}

impl Engine {
    fn entrant(self) -> Result<Entrant, String> {
        let time = &self.time;
        let control = TimeControl::from_key(time);
        Ok(Entrant {
            setup: Setup {
                dialect: self.dialect.parse()?,
                control: control.ok_or_else(|| format!("{time:?} is no time control"))?,
                command: self.command,
                options: self.options,
            },
            name: self.name,
        })
    }
}
