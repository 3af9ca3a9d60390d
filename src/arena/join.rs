//! Joins the journals of shards of a match to the results of the whole match.
//!
//! The journals are only read. So the shards may still be running, and a last line without line feed does not count.

use super::client::{EngineSetup, UnknownDialect};
use super::clock::TimeControl;
use super::journal::{JOURNAL, Played, differences, no_game};
use super::schedule::Schedule;
use super::sprt::Sprt;
use super::tournament::{
    Contest, Entrant, MOST_GAMES, Standings, TournamentError, VERSION, error_at,
};
use crate::board::Rules;
use crate::files;
use crate::geometry::Size;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Most engines of a match that is joined.
const MOST_ENGINES: usize = 1000;

/// The results of a match from the journals of its shards.
#[derive(Debug)]
pub struct Joined {
    /// The facts about the match that reports show. Every shard has a folder for records.
    pub contest: Contest,
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
        let standings = &self.standings;
        standings.finished == standings.total || standings.decides(self.contest.sprt)
    }
}

/// Why shards cannot be joined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// A folder or its journal cannot be read, or is not that of a shard of this match.
    #[error(transparent)]
    At(#[from] TournamentError),
    /// A folder has files or folders, but no journal, so it is not that of a shard.
    #[error("{} is no folder of a shard: {why}", .folder.display())]
    NoShard {
        /// The folder.
        folder: PathBuf,
        /// That it has no journal, or which folders in it have one.
        why: String,
    },
    /// No folder has a game yet.
    #[error("the folders have no games yet")]
    Empty,
}

/// The first line of the journal of a shard, as far as reports need it.
#[derive(Deserialize)]
struct Heading {
    version: u32,
    #[serde(rename = "match")]
    engines: Vec<Engine>,
    /// The variant of the rules; `None` for the usual ones.
    rules: Option<String>,
    size: String,
    games: usize,
    sprt: Option<[f64; 4]>,
}

/// An engine in the first line of a journal.
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
    /// The first line of the first journal that has one.
    heading: String,
    contest: Contest,
    schedule: Schedule,
    /// The games by their number.
    games: BTreeMap<usize, Played>,
    differing: usize,
}

/// Reads the journals in these folders and joins their games.
///
/// # Errors
/// If a journal cannot be read, belongs to another match than the others, or contradicts them. Also if a folder is none
/// of a shard, or all are empty.
pub fn join(folders: &[PathBuf]) -> Result<Joined, JoinError> {
    let mut collection: Option<Collection> = None;
    let mut empty = Vec::new();
    for folder in folders {
        let path = folder.join(JOURNAL);
        let place = path.display();
        let Some(mut journal) = open(folder)? else {
            check_empty(folder)?;
            empty.push(folder.clone());
            continue;
        };
        let mut line = String::new();
        if !next_line(&mut journal, &mut line).map_err(error_at(&place))? {
            empty.push(folder.clone());
            continue;
        }
        let collection = match &mut collection {
            None => collection.insert(Collection::begin(&line).map_err(error_at(&place))?),
            Some(collection) if collection.heading == line => collection,
            Some(collection) => {
                let found = differences(&collection.heading, &line);
                let text = format!("it belongs to another match than the first journal: {found}");
                return Err(error_at(place)(text).into());
            }
        };
        let mut number = 1;
        while next_line(&mut journal, &mut line).map_err(error_at(&place))? {
            number += 1;
            if !collection.take(&line) {
                return Err(error_at(place)(no_game(number, "the shard")).into());
            }
        }
    }
    let collection = collection.ok_or(JoinError::Empty)?;
    Ok(collection.finish(empty))
}

/// Opens the journal in a folder, which has to be a regular file. `None` if the folder has no journal yet.
fn open(folder: &Path) -> Result<Option<BufReader<File>>, TournamentError> {
    let found = std::fs::metadata(folder).map_err(error_at(folder.display()))?;
    if !found.is_dir() {
        let error = io::Error::from(io::ErrorKind::NotADirectory);
        return Err(error_at(folder.display())(error));
    }
    let place = folder.join(JOURNAL);
    files::expect_file(&place).map_err(error_at(place.display()))?;
    match File::open(&place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened
            .map(|file| Some(BufReader::new(file)))
            .map_err(error_at(place.display())),
    }
}

/// Checks that a folder without journal is one in which a shard may begin. A match makes the journal before any other
/// file, and no folders. Hidden files do not count: file systems make some.
fn check_empty(folder: &Path) -> Result<(), JoinError> {
    let here = || error_at(folder.display());
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(here())? {
        entries.push(entry.map_err(here())?.path());
    }
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(b".")
    };
    entries.retain(|path| !is_hidden(path));
    // The journal may have been made meanwhile.
    if entries.is_empty() || folder.join(JOURNAL).exists() {
        return Ok(());
    }
    entries.retain(|path| path.join(JOURNAL).exists());
    let why = match entries.iter().min() {
        None => format!("it has no {JOURNAL}"),
        Some(first) if entries.len() == 1 => format!("{} is one", first.display()),
        Some(first) => format!("{} and {} more are", first.display(), entries.len() - 1),
    };
    let folder = folder.to_owned();
    Err(JoinError::NoShard { folder, why })
}

/// Reads the next complete line, without its line feed. Returns whether there was one.
fn next_line(journal: &mut impl BufRead, line: &mut String) -> io::Result<bool> {
    let mut bytes = std::mem::take(line).into_bytes();
    bytes.clear();
    journal.read_until(b'\n', &mut bytes)?;
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
        heading.check()?;
        let schedule = Schedule::new(heading.engines.len(), heading.games);
        let rules = heading.rules.as_deref();
        let rules = rules.map_or(Ok(Rules::default()), str::parse);
        let size = heading.size.parse::<Size>();
        let entrants = heading.engines.into_iter().map(Engine::entrant);
        let contest = Contest {
            rules: rules.map_err(|error| error.to_string())?,
            size: size.map_err(|error| format!("{error}"))?,
            entrants: entrants.collect::<Result<_, _>>()?,
            sprt: heading.sprt.map(sequential_test).transpose()?,
            keeps_records: true,
        };
        Ok(Collection {
            heading: line.to_owned(),
            contest,
            schedule,
            games: BTreeMap::new(),
            differing: 0,
        })
    }

    /// Adds the game of a line. A game that is there already is only compared. Returns whether the line is a game of the
    /// match.
    fn take(&mut self, line: &str) -> bool {
        let game: Option<Played> = serde_json::from_str(line).ok();
        let Some(game) = game.filter(|game| self.schedule.includes_as_scheduled(game)) else {
            return false;
        };
        match self.games.entry(game.game) {
            Entry::Vacant(place) => {
                place.insert(game);
            }
            Entry::Occupied(found) => self.differing += usize::from(*found.get() != game),
        }
        true
    }

    fn finish(mut self, empty: Vec<PathBuf>) -> Joined {
        let mut standings = Standings {
            total: self.schedule.len(),
            ..Standings::default()
        };
        let sprt = self.contest.sprt;
        let mut scheduled = self.schedule.games();
        let mut is_decided = false;
        while let Some(next) = self.games.first_entry() {
            // The test counts the games in their order, so it does not go on behind a missing one.
            let mut is_next = || {
                scheduled
                    .next()
                    .is_some_and(|game| game.number == *next.key())
            };
            if is_decided || sprt.is_some() && !is_next() {
                break;
            }
            is_decided = standings.add(&next.remove()) && standings.decides(sprt);
        }
        standings.stopped = standings.finished < standings.total;
        Joined {
            contest: self.contest,
            standings,
            empty,
            differing: self.differing,
            later: self.games.len(),
        }
    }
}

impl Heading {
    /// Checks that the journal can be read, and that its match is not too large.
    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!(
                "its version is {} and should be {VERSION}",
                self.version
            ));
        }
        if !(2..=MOST_ENGINES).contains(&self.engines.len()) || self.games > MOST_GAMES {
            return Err("its first line has too many engines or games, or too few".to_owned());
        }
        Ok(())
    }
}

/// The sequential test with these numbers of a heading.
fn sequential_test(numbers: [f64; 4]) -> Result<Sprt, String> {
    let [elo0, elo1, alpha, beta] = numbers;
    let test = Sprt::new(elo0, elo1, alpha, beta);
    test.ok_or_else(|| format!("its sequential test {numbers:?} is not possible: see --sprt"))
}

impl Engine {
    fn entrant(self) -> Result<Entrant, String> {
        let time = &self.time;
        let control = TimeControl::from_key(time);
        let dialect = self.dialect.parse();
        Ok(Entrant {
            setup: EngineSetup {
                dialect: dialect.map_err(|unknown: UnknownDialect| unknown.to_string())?,
                control: control.ok_or_else(|| format!("{time:?} is no time control"))?,
                command: self.command,
                options: self.options,
            },
            name: self.name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A journal that begins with a match of so many engines and games.
    fn begin(version: u32, engines: usize, games: usize) -> Result<Collection, String> {
        let engine = json!({
            "name": "a", "command": "a", "dialect": "v6", "options": [], "time": "own settings",
        });
        let engines = vec![engine; engines];
        let heading =
            json!({ "version": version, "match": engines, "size": "4x4", "games": games });
        Collection::begin(&heading.to_string())
    }

    #[test]
    fn journals_of_other_versions_and_sizes_are_refused() {
        let fault = |version, engines, games| begin(version, engines, games).err();
        assert_eq!(fault(VERSION, MOST_ENGINES, MOST_GAMES), None);
        let other = "its version is 3 and should be 2".to_owned();
        assert_eq!(fault(3, 2, 4), Some(other));
        let size = "its first line has too many engines or games, or too few";
        for (engines, games) in [(1, 4), (MOST_ENGINES + 1, 4), (2, MOST_GAMES + 1)] {
            assert_eq!(fault(VERSION, engines, games).as_deref(), Some(size));
        }
    }

    #[test]
    fn an_impossible_sequential_test_is_refused() {
        let fault = |sprt: [f64; 4]| {
            let engine = json!({
                "name": "a", "command": "a", "dialect": "v6", "options": [], "time": "own settings",
            });
            let heading = json!({
                "version": VERSION, "match": [engine, engine], "size": "4x4", "games": 4, "sprt": sprt,
            });
            Collection::begin(&heading.to_string()).err()
        };
        assert_eq!(fault([0.0, 20.0, 0.05, 0.05]), None);
        let told = "its sequential test [20.0, 0.0, 0.05, 0.05] is not possible: see --sprt";
        assert_eq!(fault([20.0, 0.0, 0.05, 0.05]).as_deref(), Some(told));
        for test in [[0.0, 20.0, 0.0, 0.0], [0.0, 1e308, 0.05, 0.05]] {
            assert!(fault(test).is_some(), "{test:?}");
        }
    }

    #[test]
    fn games_after_the_last_one_of_the_match_are_refused() {
        let mut collection = begin(VERSION, 2, 2).ok().unwrap();
        let mut take = |game: usize| {
            let line = json!({
                "game": game, "pairing": [0, 1], "pair": game / 2, "first": game % 2, "winner": 0, "margin": 1.0,
                "ending": "full", "detail": "", "moves": 1, "losses": [0, 0], "fingerprint": 0,
            });
            collection.take(&line.to_string())
        };
        assert_eq!([take(0), take(1), take(2)], [true, true, false]);
    }
}
