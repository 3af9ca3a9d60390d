//! The events of a match, such as its moves, as lines of JSON in a file. They are written while the games are played,
//! for spectators.
//!
//! The file is in the folder of the match, beside the journal of finished games. A match can be continued without it.

use crate::board::Rules;
use crate::files;
use crate::protocol::watch::EngineView;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The name of the file of events, in the folder of the match.
pub const EVENTS: &str = "moves.jsonl";

/// An event with its time. It is one line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedEvent {
    /// Time of the event, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A process begins to play the match, or continues it. Games that are still running at that time have been broken
    /// off.
    Start(MatchStarted),
    /// A game of the match begins.
    Begin(GameStarted),
    /// An engine made a move.
    Move(MovePlayed),
    /// The process ends the match. Games that are still running are broken off.
    Stop {},
}

/// The engines and the number of games of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchStarted {
    /// The engines, in the order of the command line. Other events name an engine by its index here.
    pub engines: Vec<EngineView>,
    /// Number of games to play. For a shard, the number of its own games.
    pub total: usize,
}

/// The beginning of a game. The first player is 0 and the second is 1. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameStarted {
    /// Number of the game, from 0.
    pub game: usize,
    /// The engines that play the first and the second player, as indices in [`MatchStarted::engines`].
    pub players: [usize; 2],
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// The rules; the usual ones if the line has none.
    #[serde(default)]
    pub rules: Rules,
    /// Dots added to the score of the second player; may be negative.
    pub komi: f64,
    /// Column, row and player of each dot of the start position. Columns and rows count from 0 at the top left.
    pub start: Vec<(u32, u32, usize)>,
    /// The player who moves first.
    pub to_move: usize,
    /// Time limit of the first move of each player: a fixed time, or all the time on his clock. `None` without a limit.
    pub left: [Option<u64>; 2],
}

/// A move that an engine made. The first player is 0 and the second is 1. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovePlayed {
    /// Number of the game, from 0.
    pub game: usize,
    /// The player who moved.
    pub player: usize,
    /// Column of the dot, from 0 at the left.
    pub x: u32,
    /// Row of the dot, from 0 at the top.
    pub y: u32,
    /// Time from the request to the reply of the engine.
    pub ms: u64,
    /// Time limit of the next move of this player: a fixed time, or all the time on his clock. `None` without a limit.
    pub left: Option<u64>,
    /// Dots by which the engine expects the first player to win, komi included; negative if it expects him to lose.
    /// `None` if the engine does not report it.
    pub lead: Option<f64>,
    /// Probability in [0, 1] that the first player wins, as the engine estimates it. `None` if the engine does not
    /// report it.
    pub win: Option<f64>,
}

impl TimedEvent {
    /// The entry of an event that happens now.
    pub fn now(event: Event) -> TimedEvent {
        TimedEvent { at: now(), event }
    }
}

/// Milliseconds since 1970, by the clock of the system.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    millis(since.unwrap_or_default())
}

/// A time in whole milliseconds, rounded down. A time too long for the type gives its maximum.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The open file of events, for adding lines.
#[derive(Debug)]
pub struct EventLog(File);

impl EventLog {
    /// Opens or creates the file of events in the folder of a match. Lines that are in it stay, unless the match is
    /// new: then they may be those of another match, and are removed.
    ///
    /// # Errors
    /// If it cannot be opened, or is no regular file.
    pub fn open(folder: &Path, is_new: bool) -> io::Result<EventLog> {
        let path = folder.join(EVENTS);
        files::expect_file(&path)?;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        if is_new {
            file.set_len(0)?;
        }
        // If an interruption has cut the last line, a line feed ends it.
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(EventLog(file))
    }

    /// Adds an event as a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, entry: &TimedEvent) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_back_and_what_was_cut_off_harms_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let played = MovePlayed {
            game: 3,
            player: 1,
            x: 4,
            y: 5,
            ms: 6,
            left: Some(7),
            lead: Some(-1.5),
            win: None,
        };
        let entries = [Event::Move(played), Event::Stop {}].map(TimedEvent::now);
        let path = folder.path().join(EVENTS);
        std::fs::write(&path, "{\"at\":1,\"ev").unwrap();
        let mut event_log = EventLog::open(folder.path(), false).unwrap();
        entries
            .iter()
            .for_each(|entry| event_log.add(entry).unwrap());
        drop(event_log);
        drop(EventLog::open(folder.path(), false).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        for (line, entry) in lines[1..].iter().zip(&entries) {
            assert_eq!(&serde_json::from_str::<TimedEvent>(line).unwrap(), entry);
        }
        // A new match in the same folder begins anew.
        drop(EventLog::open(folder.path(), true).unwrap());
        assert!(std::fs::read(&path).unwrap().is_empty());
    }
}
