//! What has been played, a line of JSON a game, so that an interrupted match can go on.
//!
//! The first line describes the match. A line counts only if it is complete: what an interruption
//! cut off is dropped, and its game is played again.

use super::ledger::{Ledger, LedgerError};
use super::referee::Ending;
use crate::board::Move;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// A finished game. Engines are numbered from 0 in the order of the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Number of the game, from 0.
    pub game: usize,
    /// The two engines, the lower number first.
    pub pairing: [usize; 2],
    /// Number of the pair of games with one start position and swapped colours.
    pub pair: usize,
    /// The engine that was the first player.
    pub first: usize,
    /// The engine that won; `None` is a draw.
    pub winner: Option<usize>,
    /// Dots by which the first player won, komi included; `None` after a fault or a resignation.
    pub margin: Option<f64>,
    /// How it ended.
    pub ending: Ending,
    /// What exactly happened, if there is something to say.
    pub detail: String,
    /// How many moves were played.
    pub moves: usize,
    /// The most dots that the first and the second player lost to one dot; `None` after a fault.
    pub losses: Option<[u32; 2]>,
    /// A hash of start position and moves: games that are the same have the same one.
    pub fingerprint: u64,
}

/// The file.
#[derive(Debug)]
pub struct Journal {
    ledger: Ledger,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It belongs to a match with other settings.
    #[error("it belongs to another match, with {found}")]
    OtherMatch {
        /// What is different there, or the whole first line if it describes no match.
        found: String,
    },
    /// It cannot be gone on with.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The engines, the pair or the colours of a game are not those of its number.
    #[error("game {0} is none of this match")]
    Stray(usize),
    /// A line is no finished game.
    #[error("line {line}: {error}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

impl Journal {
    /// Opens the journal of a match, which `header` describes on one line, and reads the games
    /// that are finished.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, or belongs to another match; it is left
    /// as it was then.
    pub fn open(path: &Path, header: &str) -> Result<(Journal, Vec<Played>), JournalError> {
        let (mut ledger, found) = Ledger::open(path)?;
        let mut lines = found.whole.lines();
        match lines.next() {
            Some(first) if first == header => {}
            // What an interruption has left of the first line.
            None if found.is_beginning_of(header) => {}
            first => {
                let rest = String::from_utf8_lossy(&found.rest);
                let found = differences(first.unwrap_or(&rest), header);
                return Err(JournalError::OtherMatch { found });
            }
        }
        let games = lines
            .enumerate()
            .map(|(index, line)| {
                serde_json::from_str(line).map_err(|error| JournalError::Line {
                    line: index + 2,
                    error,
                })
            })
            .collect::<Result<_, _>>()?;
        ledger.go_on(&found, header)?;
        Ok((Journal { ledger }, games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &Played) -> Result<(), JournalError> {
        let line = serde_json::to_string(game).map_err(io::Error::from)?;
        Ok(self.ledger.add(&line)?)
    }
}

/// What a description of a match has that is not so in another one.
fn differences(found: &str, wanted: &str) -> String {
    let settings = |line| serde_json::from_str::<Map<String, Value>>(line).unwrap_or_default();
    let (theirs, wanted) = (settings(found), settings(wanted));
    if theirs.is_empty() {
        return found.to_owned();
    }
    let different = theirs
        .iter()
        .filter(|(name, value)| wanted.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {value}"));
    let missing = wanted.keys().filter(|name| !theirs.contains_key(*name));
    different
        .chain(missing.map(|name| format!("no {name}")))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A dot as a number; [digests](digest) of dots are made of these.
pub(super) fn number_of(dot: Move) -> u64 {
    (dot.point.index() << 1 | dot.player.index()) as u64
}

/// A hash of numbers. It has to be the same in every build: journals last.
///
/// CITE: FNV-1a by G. Fowler, L. C. Noll and K.-P. Vo.
pub(super) fn digest(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, number| {
        (hash ^ number).wrapping_mul(0x0100_0000_01b3)
    })
}
