//! Reads the folder of a match for spectators. Another process may be playing the match at the same time.

use super::clock::TimeControl;
use super::event_log::{EVENTS, TimedEvent};
use super::gallery::WatchedMatch;
use super::journal::{JOURNAL, Played};
use crate::protocol::watch::{EngineView, GameView, Overview, Watch};
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time for which the files are not read again after they were read.
const PAUSE: Duration = Duration::from_millis(100);

/// Largest length of a line in bytes. Longer lines are skipped.
const LONGEST_LINE: usize = 256 * 1024;

/// Number of bytes at the end of the file of events that are read when it is opened. Earlier events are skipped.
const MOST_OLD_MOVES: u64 = 32 * 1024 * 1024;

/// Number of bytes of a file after which one reading stops. The next reading continues there.
const MOST_AT_ONCE: usize = 64 * 1024 * 1024;

/// What spectators know of a match from its folder. Every question first reads what is new in the files, unless they
/// were read just before.
#[derive(Debug)]
pub struct WatchedFolder(Mutex<Reader>);

#[derive(Debug)]
struct Reader {
    journal: Tail,
    moves: Tail,
    /// The first lines of the journal and of the file of events, which differ from those of another match. `None` as
    /// long as a file has none.
    first_lines: [Option<String>; 2],
    known: WatchedMatch,
    read: Option<Instant>,
}

impl WatchedFolder {
    /// Watches a folder, which may not have a match yet.
    ///
    /// # Errors
    /// If the folder does not exist, cannot be looked at, or is no folder.
    pub fn open(folder: &Path) -> io::Result<WatchedFolder> {
        if !std::fs::metadata(folder)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(WatchedFolder(Mutex::new(Reader {
            journal: Tail::new(folder.join(JOURNAL), u64::MAX),
            moves: Tail::new(folder.join(EVENTS), MOST_OLD_MOVES),
            first_lines: [None, None],
            known: WatchedMatch::default(),
            read: None,
        })))
    }

    fn read(&self) -> MutexGuard<'_, Reader> {
        let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reader.read();
        reader
    }
}

impl Watch for WatchedFolder {
    fn overview(&self) -> Overview {
        self.read().known.overview()
    }

    fn game(&self, number: usize, from: usize) -> Option<GameView> {
        self.read().known.game(number, from)
    }
}

/// The engines in the first line of the journal.
#[derive(Deserialize)]
struct Heading {
    #[serde(rename = "match")]
    engines: Vec<EngineView>,
}

impl Heading {
    /// The engines as the event of the start names them. The journal has the key of a time control in place of its words.
    fn views(self) -> Vec<EngineView> {
        let in_words = |engine: EngineView| {
            let control = TimeControl::from_key(&engine.time);
            let time = control.map_or(engine.time, |control| control.to_string());
            EngineView { time, ..engine }
        };
        self.engines.into_iter().map(in_words).collect()
    }
}

impl Reader {
    fn read(&mut self) {
        if self.read.is_some_and(|then| then.elapsed() < PAUSE) {
            return;
        }
        let first_lines = [&self.journal, &self.moves].map(first_line);
        let mut pairs = self.first_lines.iter().zip(&first_lines);
        let is_other = pairs.any(|(old, new)| old.is_some() && old != new);
        if is_other || self.journal.is_cut() || self.moves.is_cut() {
            // Another match has taken the folder.
            self.known = WatchedMatch::default();
            self.journal.rewind();
            self.moves.rewind();
        }
        self.first_lines = first_lines;
        let known = &mut self.known;
        // The event that names the engines may be among those that are skipped.
        if self.moves.read.is_none()
            && let Some(line) = &self.first_lines[0]
            && let Ok(heading) = serde_json::from_str::<Heading>(line)
        {
            known.set_engines_once(heading.views());
        }
        // The moves are read first, so that the game of a result is known already.
        self.moves.read(|line| {
            if let Ok(entry) = serde_json::from_str::<TimedEvent>(line) {
                known.add_event(entry);
            }
        });
        self.journal.read(|line| {
            if let Ok(played) = serde_json::from_str::<Played>(line) {
                known.add_result(&played);
            } else if let Ok(heading) = serde_json::from_str::<Heading>(line) {
                known.set_engines_once(heading.views());
            }
        });
        self.read = Some(Instant::now());
    }
}

/// The first line of a file with its line feed; `None` if it has none yet, or a line that is too long.
fn first_line(tail: &Tail) -> Option<String> {
    tail.len()?;
    let mut line = String::new();
    let file = File::open(&tail.path).ok()?.take(LONGEST_LINE as u64);
    BufReader::new(file).read_line(&mut line).ok()?;
    line.ends_with('\n').then_some(line)
}

/// A file of lines to which another process adds. It is read piece by piece.
#[derive(Debug)]
struct Tail {
    path: PathBuf,
    /// Number of bytes that have been read or skipped, without a line that was not complete; `None` before the first
    /// reading.
    read: Option<u64>,
    /// Number of bytes before the end of the file that the first reading takes at most.
    most: u64,
    /// The bytes that have been read of a line without its line feed.
    rest: Vec<u8>,
    /// Whether the line that is being read is skipped, because it is too long or its beginning was skipped.
    is_left_out: bool,
}

impl Tail {
    fn new(path: PathBuf, most: u64) -> Tail {
        Tail {
            path,
            read: None,
            most,
            rest: Vec::new(),
            is_left_out: false,
        }
    }

    /// Length of the file in bytes; `None` if there is no regular file.
    fn len(&self) -> Option<u64> {
        // The file is not opened for this, because opening a pipe would wait for its other end.
        let found = std::fs::metadata(&self.path).ok()?;
        found.is_file().then_some(found.len())
    }

    /// Whether the file is shorter than the part that has been read, or is gone.
    fn is_cut(&self) -> bool {
        let read = self.read.unwrap_or(0);
        read > 0 && self.len().unwrap_or(0) < read
    }

    fn rewind(&mut self) {
        *self = Tail::new(std::mem::take(&mut self.path), self.most);
    }

    /// Calls `each` with every new complete line. A missing or unreadable file gives no lines. Lines that are too long
    /// or not UTF-8 are skipped.
    fn read(&mut self, mut each: impl FnMut(&str)) {
        let Some(len) = self.len() else { return };
        let begin = self.read.unwrap_or_else(|| {
            let begin = len.saturating_sub(self.most);
            // The first line that is read is skipped, because its beginning may not be read.
            self.is_left_out = begin > 0;
            begin
        });
        self.read = Some(begin);
        if len > begin {
            // After an error the lines before it count.
            let _ = self.read_from(begin, &mut each);
            // An incomplete line is read again next time: a match that goes on has removed it.
            self.read = self.read.map(|read| read - self.rest.len() as u64);
            self.rest.clear();
        }
    }

    fn read_from(&mut self, begin: u64, each: &mut impl FnMut(&str)) -> io::Result<()> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(begin))?;
        let mut chunk = vec![0; 64 * 1024];
        let mut all = 0;
        while all < MOST_AT_ONCE {
            let count = file.read(&mut chunk)?;
            if count == 0 {
                break;
            }
            all += count;
            self.read = Some(begin + all as u64);
            self.take(&chunk[..count], each);
        }
        Ok(())
    }

    fn take(&mut self, bytes: &[u8], each: &mut impl FnMut(&str)) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.is_left_out |= self.rest.len() + part.len() > LONGEST_LINE;
            if !self.is_left_out {
                self.rest.extend_from_slice(part);
            }
            if part.ends_with(b"\n") {
                if let (false, Ok(line)) = (self.is_left_out, std::str::from_utf8(&self.rest)) {
                    each(line);
                }
                self.rest.clear();
                self.is_left_out = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::event_log::{Event, GameStarted};
    use super::*;
    use crate::board::Rules;
    use std::fs;
    use std::io::Write;

    fn lines(tail: &mut Tail) -> Vec<String> {
        let mut lines = Vec::new();
        tail.read(|line| lines.push(line.trim_end().to_owned()));
        lines
    }

    #[test]
    fn late_games_are_known_without_the_events_before_them() {
        let folder = tempfile::tempdir().unwrap();
        let journal =
            r#"{"match":[{"name":"one","time":"tc=60+0.5 s"},{"name":"two","time":"old words"}]}"#;
        fs::write(folder.path().join(JOURNAL), format!("{journal}\n")).unwrap();
        let begin = |game| {
            let begin = GameStarted {
                game,
                players: [0, 1],
                width: 8,
                height: 8,
                rules: Rules::default(),
                komi: 0.0,
                start: Vec::new(),
                to_move: 0,
                left: [None; 2],
            };
            let event = Event::Begin(begin);
            serde_json::to_string(&TimedEvent { at: 1, event }).unwrap() + "\n"
        };
        let events = [begin(0), " ".repeat(1000) + "\n", begin(1)].concat();
        fs::write(folder.path().join(EVENTS), &events).unwrap();
        let shown = |most: u64| {
            let watched = WatchedFolder::open(folder.path()).unwrap();
            watched.0.lock().unwrap().moves.most = most;
            let games = watched.overview().games.into_iter();
            games.map(|game| game.game).collect::<Vec<_>>()
        };
        assert_eq!(shown(u64::MAX).len(), 2);
        assert_eq!(shown(500), [2]);
        let watched = WatchedFolder::open(folder.path()).unwrap();
        let engines = watched.overview().engines.into_iter();
        let times: Vec<_> = engines.map(|engine| engine.time).collect();
        assert_eq!(times, ["a clock of 60+0.5 s", "old words"]);
    }

    /// The names of the engines, from files that are read again at once.
    fn names(watched: &WatchedFolder) -> Vec<String> {
        watched.0.lock().unwrap().read = None;
        let engines = watched.overview().engines.into_iter();
        engines.map(|engine| engine.name).collect()
    }

    #[test]
    fn another_match_is_noticed_though_its_files_are_longer() {
        let folder = tempfile::tempdir().unwrap();
        let journal = |name: &str, more: &str| {
            let line = format!(r#"{{"match":[{{"name":"{name}","time":""}}]}}"#);
            fs::write(folder.path().join(JOURNAL), format!("{line}\n{more}")).unwrap();
        };
        let watched = WatchedFolder::open(folder.path()).unwrap();
        journal("one", "");
        assert_eq!(names(&watched), ["one"]);
        journal("two", &"\n".repeat(100));
        assert_eq!(names(&watched), ["two"]);
        journal("two", &"\n".repeat(200));
        assert_eq!(names(&watched), ["two"]);
    }

    #[test]
    fn another_match_is_noticed_before_its_first_game_ends() {
        let folder = tempfile::tempdir().unwrap();
        let begin = |name: &str, at: u64, more: &str| {
            let named = format!(r#"{{"name":"{name}","time":""}}"#);
            let line = format!(r#"{{"at":{at},"event":"start","engines":[{named}],"total":9}}"#);
            fs::write(folder.path().join(EVENTS), format!("{line}\n{more}")).unwrap();
        };
        let watched = WatchedFolder::open(folder.path()).unwrap();
        begin("one", 1, "");
        assert_eq!(names(&watched), ["one"]);
        begin("two", 2, &"\n".repeat(100));
        assert_eq!(names(&watched), ["two"]);
    }

    #[test]
    fn only_complete_new_lines_are_read_and_the_long_ones_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut tail = Tail::new(path.clone(), u64::MAX);
        assert!(lines(&mut tail).is_empty());
        let mut file = File::create(&path).unwrap();
        write!(file, "one\ntw").unwrap();
        assert_eq!(lines(&mut tail), ["one"]);
        assert!(lines(&mut tail).is_empty());
        // A match that goes on removes what is no line.
        fs::write(&path, "one\nten\n").unwrap();
        assert_eq!(lines(&mut tail), ["ten"]);
        file = File::options().append(true).open(&path).unwrap();
        write!(file, "tw").unwrap();
        let long = "x".repeat(LONGEST_LINE + 1);
        write!(file, "o\n{long}\n").unwrap();
        file.write_all(b"\xff\nthree\n").unwrap();
        assert_eq!(lines(&mut tail), ["two", "three"]);
        assert!(tail.rest.capacity() < 3 * LONGEST_LINE);
        fs::write(&path, "four\n").unwrap();
        assert!(tail.is_cut());
        tail.rewind();
        assert_eq!(lines(&mut tail), ["four"]);
        // Only the last 7 bytes of this file are read. The first line that begins in them counts.
        let mut tail = Tail::new(path.clone(), 7);
        fs::write(&path, "one\ntwo\nsix\n").unwrap();
        assert_eq!(lines(&mut tail), ["six"]);
    }
}
