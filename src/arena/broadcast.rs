//! What happens in the games of a match while they are played, as lines of JSON for those who watch.
//!
//! The lines are in a file of their own beside the log of the match. Nobody needs them to go on with a match.

use crate::geometry::Player;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The name of the file, in the folder of the match.
pub const FILE: &str = "moves.jsonl";

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Milliseconds since 1970.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// Something that happens in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A process begins to play, or goes on.
    Start(Start),
    /// A game begins.
    Begin(Begin),
    /// A move was made.
    Move(Made),
    /// The process plays no more.
    Stop {},
}

/// Who plays in the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The engines.
    pub engines: Vec<Named>,
    /// Games in all.
    pub total: usize,
}

/// An engine with its time control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// Its time control in words.
    pub time: String,
}

/// A game that begins. Players are 0 and 1, and times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// Number of the game, from 0.
    pub game: usize,
    /// The engines of the first and the second player.
    pub players: [usize; 2],
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// Column, row and player of the dots before the first move.
    pub start: Vec<(u32, u32, usize)>,
    /// Who moves first.
    pub to_move: usize,
    /// What each player has for his first move; `None` without a limit.
    pub left: [Option<u64>; 2],
}

/// A move that was made. Players are 0 and 1, and times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    /// Number of the game, from 0.
    pub game: usize,
    /// Who moved.
    pub player: usize,
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// How long he thought.
    pub ms: u64,
    /// What he has for his next move.
    pub left: Option<u64>,
    /// Dots by which the engine expects the first player to win, komi included, if it tells.
    pub lead: Option<f64>,
    /// Probability in [0, 1] that the first player wins, if the engine tells.
    pub win: Option<f64>,
}

impl Note {
    /// It happens now.
    pub fn now(event: Event) -> Note {
        Note { at: now(), event }
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    millis(since.unwrap_or_default())
}

/// A time in milliseconds.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The number of a player, if it is one.
pub fn player(number: usize) -> Option<Player> {
    Player::ALL.get(number).copied()
}

/// The file, to which lines are added.
#[derive(Debug)]
pub struct Broadcast(File);

impl Broadcast {
    /// Opens the file in the folder of a match. What is in it stays.
    ///
    /// # Errors
    /// If it cannot be opened, or is no regular file.
    pub fn open(folder: &Path) -> io::Result<Broadcast> {
        let path = folder.join(FILE);
        // Before it is opened: a pipe would wait for its other end.
        if std::fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::other("no regular file"));
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        // What an interruption has left of a line is ended.
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Broadcast(file))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, note: &Note) -> io::Result<()> {
        let mut line = serde_json::to_vec(note)?;
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
        let made = Made {
            game: 3,
            player: 1,
            x: 4,
            y: 5,
            ms: 6,
            left: Some(7),
            lead: Some(-1.5),
            win: None,
        };
        let notes = [Event::Move(made), Event::Stop {}].map(Note::now);
        let path = folder.path().join(FILE);
        std::fs::write(&path, "{\"at\":1,\"ev").unwrap();
        let mut broadcast = Broadcast::open(folder.path()).unwrap();
        notes.iter().for_each(|note| broadcast.add(note).unwrap());
        drop(broadcast);
        drop(Broadcast::open(folder.path()).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        for (line, note) in lines[1..].iter().zip(&notes) {
            assert_eq!(&serde_json::from_str::<Note>(line).unwrap(), note);
        }
    }
}
