//! The journal of a match: a line of JSON for each finished game, so that an interrupted match can be continued.
//!
//! The first line is the heading. It holds the settings of the match. It is written together with the first game, so
//! that a match without finished games leaves the file to any other match. A game whose line is incomplete is played
//! again.

use super::line_log::{LineLog, LineLogError};
use super::termination::Termination;
use crate::board::Rules;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// The file name of the journal, in the folder of the match.
pub const JOURNAL: &str = "journal.jsonl";

/// A finished game of a match, as a line of the journal. Engines are numbered from 0 in the order of the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Number of the game, from 0.
    pub game: usize,
    /// The numbers of the two engines, the lower one first.
    pub pairing: [usize; 2],
    /// Number of the pair of games, from 0. The pairs of every two engines count on their own. The two games of a pair
    /// have one start position and swapped colours.
    pub pair: usize,
    /// The number of the engine that was the first player.
    pub first: usize,
    /// The number of the engine that won; `None` if the game was drawn.
    pub winner: Option<usize>,
    /// Dots by which the first player won, komi included; negative if he lost. If both engines agreed on a winner early, it
    /// is what they expected: of their two numbers the one closer to 0, rounded away from 0 to half a dot. Always a
    /// multiple of 0.5, but for such games in journals of 0.1.0. `None` if the game ended by a fault of an engine or a
    /// resignation.
    pub margin: Option<f64>,
    /// How the game ended.
    pub ending: Termination,
    /// Details of the ending for a person; may be empty.
    pub detail: String,
    /// Number of moves of the engines, without the dots of the start position.
    pub moves: usize,
    /// Most dots that the first and the second player lost by one move; `None` if a fault of an engine ended the game.
    #[serde(rename = "losses")]
    pub largest_losses: Option<[u32; 2]>,
    /// A hash of start position and moves. Games with the same dots in the same order have equal hashes.
    pub fingerprint: u64,
}

/// The journal of a match, open for adding games.
#[derive(Debug)]
pub struct Journal(LineLog);

/// Why the journal of a match cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be opened as a journal, for example because another process adds to it.
    #[error(transparent)]
    LineLog(#[from] LineLogError),
    /// The contents are not those of this match, or a line cannot be read. The text says what is wrong.
    #[error("{0}")]
    Contents(String),
}

impl Journal {
    /// Opens the journal, or creates it, of the match that `heading` describes. Returns it with the finished games that
    /// it has.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, has an unreadable line, or belongs to another match.
    pub fn open(path: &Path, heading: &str) -> Result<(Journal, Vec<Played>), JournalError> {
        let (mut journal, found) = LineLog::open(path)?;
        let mut lines = found.complete_lines.lines();
        match lines.next() {
            Some(first) if first == heading => {}
            // The file is empty, or an interruption has cut the first line.
            None if found.is_beginning_of(heading) => {}
            first => {
                let rest = String::from_utf8_lossy(&found.incomplete_line);
                let found = differences(first.unwrap_or(&rest), heading);
                let text = format!("it belongs to another match: {found}");
                return Err(JournalError::Contents(text));
            }
        }
        let game = |(number, line)| {
            serde_json::from_str(line).map_err(|_| no_game(number, "the same command"))
        };
        let games = (2..).zip(lines).map(game).collect::<Result<_, _>>()?;
        journal.prepare_to_add(&found, heading)?;
        Ok((Journal(journal), games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &Played) -> Result<(), JournalError> {
        let line = serde_json::to_string(game).map_err(io::Error::from)?;
        Ok(self.0.add(&line)?)
    }
}

/// The error for a line that is no game of the match, or that this version cannot read. The lines of a journal count
/// from 1. `by` is what plays the game again if the line is removed.
pub(super) fn no_game(line: usize, by: &str) -> JournalError {
    JournalError::Contents(format!(
        "line {line} is no game of this match, or one of another version of tochki: \
         without it {by} plays that game again"
    ))
}

/// The settings that differ between two headings, as text for a person: the name of each, and its values there and here.
/// Other texts say that a heading is unreadable, or that they differ only in spelling.
pub(super) fn differences(there: &str, here: &str) -> String {
    let settings = |line| serde_json::from_str::<Map<String, Value>>(line).ok();
    let (Some(theirs), Some(ours)) = (settings(there), settings(here)) else {
        return "its first line describes no match".to_owned();
    };
    // Only journals of shards have the number of games.
    match [&theirs, &ours].map(|settings| settings.contains_key("games")) {
        [true, false] => return "--shard is given there and not here".to_owned(),
        [false, true] => return "--shard is given here and not there".to_owned(),
        _ => {}
    }
    let mut found = Vec::new();
    compare(&mut found, "", &theirs.into(), &ours.into());
    match found.is_empty() {
        true => "its first line is written in another way".to_owned(),
        false => found.join("; "),
    }
}

/// Adds to `found` each difference between two values of the setting `name`, and of the settings that it contains.
fn compare(found: &mut Vec<String>, name: &str, theirs: &Value, ours: &Value) {
    let below = |part: &str| format!("{name} {part}").trim_start().to_owned();
    match (theirs, ours) {
        _ if theirs == ours => {}
        (Value::Object(theirs), Value::Object(ours)) => {
            let names: BTreeSet<&String> = theirs.keys().chain(ours.keys()).collect();
            for part in names {
                // Headings of matches by the usual rules do not name them.
                let absent = match part.as_str() {
                    "rules" => Rules::default().to_string().into(),
                    _ => Value::Null,
                };
                let [theirs, ours] = [theirs, ours].map(|all| all.get(part).unwrap_or(&absent));
                compare(found, &below(part), theirs, ours);
            }
        }
        // The setting `match` is the list of engines.
        (Value::Array(theirs), Value::Array(ours)) if name == "match" => {
            for number in 0..theirs.len().max(ours.len()) {
                let [theirs, ours] =
                    [theirs, ours].map(|all| all.get(number).unwrap_or(&Value::Null));
                compare(found, &format!("engine {}", number + 1), theirs, ours);
            }
        }
        _ => found.push(format!(
            "{name} is {} there and {} here",
            plain(theirs),
            plain(ours)
        )),
    }
}

/// The value of a setting as text for a person.
fn plain(value: &Value) -> String {
    let list = |values: Vec<String>, between| match values.is_empty() {
        true => "none".to_owned(),
        false => values.join(between),
    };
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        // A list of two texts is the name and the value of an option.
        Value::Array(pair) if pair.len() == 2 && pair.iter().all(Value::is_string) => {
            list(pair.iter().map(plain).collect(), "=")
        }
        Value::Array(values) => list(values.iter().map(plain).collect(), " "),
        // An object is an engine, which has a name, or the lead that ends games. It comes here if the other match has
        // none.
        Value::Object(fields) => match fields.get("name") {
            Some(name) => plain(name),
            None => list(fields.values().map(plain).collect(), ","),
        },
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_game_is_named_with_what_to_do() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "heading\nnotes\n").unwrap();
        let error = Journal::open(file.path(), "heading").unwrap_err();
        let told = "line 2 is no game of this match, or one of another version of tochki: \
                    without it the same command plays that game again";
        assert_eq!(error.to_string(), told);
    }

    #[test]
    fn what_differs_between_matches_is_named_and_not_dumped() {
        let heading = |time: &str, options: &str, lead: &str| {
            let engine = format!(r#"{{"name":"1 a","options":{options},"time":"{time}"}}"#);
            format!(r#"{{"match":[{engine},{engine}],"seed":1,"lead":{lead}}}"#)
        };
        let plain = heading("st=5 ms", "[]", "null");
        for (found, words) in [
            (
                heading("nodes=5", "[]", "null"),
                "engine 1 time is nodes=5 there and st=5 ms here; \
                 engine 2 time is nodes=5 there and st=5 ms here",
            ),
            (
                heading("st=5 ms", r#"[["hash","1"],["depth","2"]]"#, "null").replacen(
                    r#"[["hash","1"],["depth","2"]]"#,
                    "[]",
                    1,
                ),
                "engine 2 options is hash=1 depth=2 there and none here",
            ),
            (
                heading("st=5 ms", "[]", r#"{"dots":9.0,"moves":4}"#),
                "lead is 9.0,4 there and none here",
            ),
            (
                plain.replacen("},{", "},{\"name\":\"3 b\"},{", 1),
                "engine 2 name is 3 b there and 1 a here; engine 2 options is none there and \
                 none here; engine 2 time is none there and st=5 ms here; \
                 engine 3 is 1 a there and none here",
            ),
            (
                plain.replace(",\"seed\":1", ""),
                "seed is none there and 1 here",
            ),
            (
                plain.replace("\"seed\":1", "\"seed\":2,\"games\":9,\"sprt\":null"),
                "--shard is given there and not here",
            ),
            (
                format!(" {plain}"),
                "its first line is written in another way",
            ),
            ("notes".to_owned(), "its first line describes no match"),
        ] {
            assert_eq!(differences(&found, &plain), words);
        }
        let shard = plain.replace("\"seed\"", "\"games\":9,\"seed\"");
        let told = "--shard is given here and not there";
        assert_eq!(differences(&plain, &shard), told);
    }
}
