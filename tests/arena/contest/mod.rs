//! Matches between mock engines, for tests.

use crate::process;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};
use tochki::notation::record::GameRecord;
use tochki::notation::sgf;

/// The mock engine of v6.
pub const MOCK: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/arena/contest/mock_engine.sh"
);

/// The mock engine of GTP.
pub const GTP: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/arena/contest/mock_gtp.sh"
);

/// The mock engine of JSON lines.
pub const JSON: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/arena/contest/mock_json.sh"
);

/// The program under test.
pub fn tochki() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tochki"))
}

/// A match on 4x4 from the empty board, 100 ms a move. `mark` is an argument of both engines, by which [`processes`]
/// finds them.
pub fn contest(modes: [&str; 2], mark: &str, extra: &[&str]) -> Command {
    let mut command = contest_as_text("4x4", modes, mark, extra);
    command.arg("--json");
    command
}

/// The same on boards of another size, with reports as text, also during the match.
pub fn contest_as_text(size: &str, modes: [&str; 2], mark: &str, extra: &[&str]) -> Command {
    let mut command = tochki();
    command.args(["match", "--size", size, "--start", "empty"]);
    command.args(["--time", "100", "--margin", "1500", "--patience", "4"]);
    for mode in modes {
        command
            .arg("--engine")
            .arg(format!("'{MOCK}' {mode} {mark}"));
    }
    command.args(extra);
    command
}

/// Adds mock engines of v6 in these modes to a match.
pub fn add_mocks(command: &mut Command, modes: &[&str]) {
    for mode in modes {
        command.arg("--engine").arg(format!("'{MOCK}' {mode}"));
    }
}

/// Adds so many engines of the program under test to a match.
pub fn add_own(command: &mut Command, count: usize) {
    for _ in 0..count {
        let engine = format!("'{}'", env!("CARGO_BIN_EXE_tochki"));
        command.arg("--engine").arg(engine);
    }
}

/// Sends a signal, such as `INT`.
pub fn signal(child: &Child, name: &str) {
    assert!(process::signal(name, child.id()));
}

/// The result that a match printed.
pub fn result(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{errors}"))
}

/// How many processes have the mark among their arguments.
fn processes(mark: &str) -> usize {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let arguments = entries
        .flatten()
        .map(|entry| std::fs::read(entry.path().join("cmdline")));
    let marked = |arguments: &Vec<u8>| {
        arguments
            .split(|&byte| byte == 0)
            .any(|word| word == mark.as_bytes())
    };
    arguments.flatten().filter(marked).count()
}

/// Waits until there are so many processes with a mark in their arguments.
pub fn wait_for(count: usize, mark: &str) {
    let what = format!("{count} processes with {mark}");
    process::wait_until(&what, || processes(mark) >= count);
}

/// Waits a little for processes to end.
pub fn assert_none_left(mark: &str) {
    let start = Instant::now();
    while processes(mark) > 0 {
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{mark} is left behind"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The finished games in the journal.
pub fn journal(directory: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(directory.join("journal.jsonl")).unwrap_or_default();
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    complete
        .lines()
        .skip(1)
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["game"]
                .as_u64()
                .unwrap()
        })
        .collect()
}

/// Kills a match of `all` games after a few; the games in its journal.
pub fn killed_after(few: usize, all: usize, run: impl Fn() -> Command, folder: &Path) -> Vec<u64> {
    let played = || journal(folder).len();
    process::interrupted("KILL", folder, run, || played() >= few, || played() < all);
    journal(folder)
}

/// The record of a game of a match.
pub fn record(directory: &Path, number: usize) -> GameRecord {
    let bytes = std::fs::read(directory.join(format!("game-{number:04}.sgf"))).unwrap();
    let mut readings = sgf::parse(&bytes).unwrap();
    let reading = readings.remove(0);
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    reading.record
}

/// The only way in which the games of a match ended.
pub fn ending(found: &Value) -> &str {
    let endings = found["pairings"][0]["endings"].as_array().unwrap();
    assert_eq!(endings.len(), 1, "{found}");
    endings[0]["ending"].as_str().unwrap()
}
