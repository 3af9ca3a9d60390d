//! The files of a match: the journal of its games and its events. A NUL byte ends the journal in the input, and the
//! events follow. The first line of the journal is taken for the heading of the match.

use std::fs;
use std::path::Path;
use tochki::arena::event_log::{self, EventLog, TimedEvent};
use tochki::arena::journal::{JOURNAL, Journal, Played};
use tochki::arena::watched_folder::WatchedFolder;
use tochki::protocol::watch::Watch;

/// The heading of another match.
const OTHER: &str = "{\"another\":1}";

/// The journal of a match keeps its games, is refused unchanged if it is spoiled or belongs to another match, and can be
/// watched in any state.
pub fn check(data: &[u8]) {
    let cut = data.iter().position(|&byte| byte == 0);
    let (journal, events) = data.split_at(cut.unwrap_or(data.len()));
    let events = events.get(1..).unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(JOURNAL), journal).expect("a file");
    fs::write(folder.path().join(event_log::EVENTS), events).expect("a file");
    check_watching(folder.path());
    check_journal(folder.path(), journal);
    check_events(folder.path(), events);
}

fn check_journal(folder: &Path, bytes: &[u8]) {
    let path = folder.join(JOURNAL);
    let text = String::from_utf8_lossy(bytes);
    let heading = text.lines().next().unwrap_or_default();
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = &bytes[..end.map_or(0, |end| end + 1)];
    let unchanged = || assert_eq!(fs::read(&path).expect("a file"), bytes);
    if !whole.is_empty() && heading != OTHER {
        assert!(Journal::open(&path, OTHER).is_err());
        unchanged();
    }
    let games = match Journal::open(&path, heading) {
        Ok((_, games)) => games,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            unchanged();
            return;
        }
    };
    assert_eq!(fs::read(&path).expect("a file"), whole);
    check_round_trip(folder, heading, &games);
    let (_, again) = Journal::open(&path, heading).expect("it was opened");
    assert_eq!(again, games);
}

/// Games that were read are written to another journal and read again.
fn check_round_trip(folder: &Path, heading: &str, games: &[Played]) {
    let path = folder.join("again.jsonl");
    let (mut journal, none) = Journal::open(&path, heading).expect("a new journal");
    assert_eq!(none, []);
    for game in games {
        journal.add(game).expect("a file");
    }
    drop(journal);
    let (_, again) = Journal::open(&path, heading).expect("we read what we write");
    assert_eq!(again, games);
}

/// Spectators see the same in the overview and in the games.
fn check_watching(folder: &Path) {
    let watched = WatchedFolder::open(folder).expect("a folder");
    let overview = watched.overview();
    assert!(serde_json::to_string(&overview).is_ok());
    // The greatest number stands for two games: it is one more than that of the game before, and cannot be more.
    let games = overview.games.iter().filter(|game| game.game < usize::MAX);
    for summary in games.take(8) {
        let game = watched.game(summary.game, 0).expect("a listed game");
        assert_eq!(game.summary.game, summary.game);
        assert_eq!(game.moves.len(), summary.moves);
        assert!(serde_json::to_string(&game).is_ok());
        for from in [1, summary.moves, usize::MAX] {
            let rest = watched.game(summary.game, from).expect("a listed game");
            assert_eq!(rest.moves, game.moves[rest.from..]);
        }
    }
    for number in [0, usize::MAX] {
        watched.game(number, 0);
    }
}

/// An event that can be read is written and read again, whatever stands before it.
fn check_events(folder: &Path, events: &[u8]) {
    let text = String::from_utf8_lossy(events);
    let entries: Vec<TimedEvent> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let mut file = EventLog::open(folder, false).expect("a file");
    for entry in &entries {
        file.add(entry).expect("a file");
    }
    let found = fs::read(folder.join(event_log::EVENTS)).expect("a file");
    assert!(found.starts_with(events));
    let text = String::from_utf8_lossy(&found);
    let lines: Vec<&str> = text.lines().collect();
    let added = &lines[lines.len() - entries.len()..];
    let again = added
        .iter()
        .map(|line| serde_json::from_str::<TimedEvent>(line));
    let again: Result<Vec<TimedEvent>, _> = again.collect();
    assert_eq!(again.expect("we read what we write"), entries);
}
