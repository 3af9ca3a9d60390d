//! What `mine` and `plant` have in common: an unfinished file with which the same command goes on.

use crate::process;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The beginning of the second line of an unfinished file.
const GOES_ON: &str = "# goes on with number ";
/// The end of that line.
const BY: &str = concat!(" by tochki ", env!("CARGO_PKG_VERSION"));
/// The beginning of each puzzle of a file.
const TITLE: &str = "\ntitle: ";
/// A quick command that finds a puzzle.
const SHARD: &str = "mine --puzzles 1 --size 8x8 --depth 2.5 --seed 8 --shard 1/2 --out part.txt";

fn command(directory: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.current_dir(directory);
    command.args(words.split(' '));
    command
}

fn run(directory: &Path, words: &str) -> Output {
    command(directory, words).output().unwrap()
}

/// Sends a signal to the command, which writes `part.txt`, when it has found a puzzle. Its exit code, and the
/// unfinished file that it leaves.
fn signalled(directory: &Path, words: &str, signal: &str) -> (Option<i32>, String) {
    let file = directory.join("part.txt");
    let text = || fs::read_to_string(&file).unwrap_or_default();
    let status = process::interrupted(
        signal,
        &file,
        || command(directory, words),
        || text().contains(TITLE),
        || text().contains(GOES_ON),
    );
    (status.code(), text())
}

fn assert_goes_on(words: &str, seed: u32) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let whole = run(path, &format!("{words} --seed {seed} --out whole.txt"));
    assert!(whole.status.success(), "{whole:?}");
    let wanted = fs::read_to_string(path.join("whole.txt")).unwrap();
    let part = format!("{words} --seed {seed} --out part.txt");
    for (signal, code) in [("TERM", Some(1)), ("KILL", None)] {
        let (found, unfinished) = signalled(path, &part, signal);
        assert_eq!(found, code, "{signal}");
        assert!(unfinished.contains(TITLE), "{unfinished}");

        // Another command does not take the file for its own.
        let other = run(path, &format!("{words} --seed 99 --out part.txt"));
        let told = String::from_utf8_lossy(&other.stderr);
        assert_eq!(other.status.code(), Some(2));
        assert!(told.contains("another command"), "{told}");
        let file = path.join("part.txt");
        assert_eq!(fs::read_to_string(&file).unwrap(), unfinished);

        let rest = run(path, &part);
        assert_eq!(rest.stdout, whole.stdout);
        assert!(rest.status.success(), "{rest:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), wanted, "{signal}");
        assert_eq!(run(path, &part).status.code(), Some(2));
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn mining_that_was_interrupted_goes_on_to_the_same_file() {
    // This seed has puzzles in its first games.
    assert_goes_on("mine --puzzles 3 --size 8x8 --depth 2.5", 8);
}

/// The kinds of the puzzles found before count too.
#[test]
fn planting_that_was_interrupted_goes_on_to_the_same_file() {
    // This seed has puzzles in its first positions.
    assert_goes_on("plant --puzzles 3 --size 20x20", 25);
}

/// Whether the process has locked a file. It only looks: a lock of this test could end the work of the process. True
/// where the system does not tell.
fn has_lock(process: u32) -> bool {
    let Ok(locks) = fs::read_to_string("/proc/locks") else {
        return true;
    };
    let process = process.to_string();
    let mut locks = locks.lines().filter(|lock| lock.contains("FLOCK"));
    locks.any(|lock| lock.split_whitespace().any(|word| word == process))
}

/// The first number takes longer than this test.
#[test]
fn a_file_belongs_to_its_command_before_the_first_puzzle() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let text = || fs::read_to_string(path.join("part.txt")).unwrap_or_default();
    let words = |shard: &str| {
        format!("mine --size 39x32 --depth 5 --nodes 1000000000 --shard {shard} --out part.txt")
    };
    let mut first = command(path, &words("0/2"));
    let mut first = first.stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while !text().contains(GOES_ON) && start.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
    let is_begun = text().ends_with(&format!("\n{GOES_ON}0{BY}\n\n"));
    while !has_lock(first.id()) && start.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
    let is_locked = has_lock(first.id());
    let other = is_begun.then(|| run(path, &words("1/2")));
    process::signal("TERM", first.id());
    assert_eq!(first.wait().unwrap().code(), Some(1));
    let other = other.expect("the file is there from the beginning");
    assert!(is_locked);
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(told.contains("another command"), "{told}");
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(fs::read_dir(path).unwrap().count(), 0);
}

#[test]
fn puzzles_are_written_to_regular_files_only() {
    let directory = tempfile::tempdir().unwrap();
    for place in ["/dev/null", "."] {
        let refused = run(directory.path(), &format!("mine --puzzles 1 --out {place}"));
        assert_eq!(refused.status.code(), Some(2));
        let told = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(told, format!("tochki: {place}: it is no regular file\n"));
    }
}

/// The file of puzzles that the shard makes.
fn finished_shard(path: &Path) -> String {
    assert!(run(path, SHARD).status.success());
    fs::read_to_string(path.join("part.txt")).unwrap()
}

#[test]
fn an_unfinished_file_may_have_no_puzzles_yet() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let file = path.join("part.txt");
    let wanted = finished_shard(path);
    let (heading, _) = wanted.split_once('\n').unwrap();
    fs::write(&file, format!("{heading}\n{GOES_ON}1{BY}\n\n")).unwrap();
    assert!(run(path, SHARD).status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), wanted);

    // All numbers are done: nothing was found. The file tells it, so that nothing is searched again.
    fs::write(&file, format!("{heading}\n{GOES_ON}10000{BY}\n\n")).unwrap();
    for _ in 0..2 {
        let none = run(path, SHARD);
        assert!(none.status.success(), "{none:?}");
        assert_eq!(none.stdout, b"0 puzzles\n");
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{heading}\n\n"));
    }

    fs::write(&file, format!("{heading}\n{GOES_ON}1{BY}\n\ntitle\n")).unwrap();
    assert_eq!(run(path, SHARD).status.code(), Some(2));
    fs::write(&file, format!("{heading}\n{GOES_ON}1{BY}\n\nkind: T\n")).unwrap();
    let told = String::from_utf8_lossy(&run(path, SHARD).stderr).into_owned();
    assert!(told.contains("part.txt: line 4: unknown key"), "{told}");
}

#[test]
fn an_unfinished_file_on_which_another_process_works_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let file = path.join("part.txt");
    let wanted = finished_shard(path);
    let (heading, _) = wanted.split_once('\n').unwrap();
    let unfinished = format!("{heading}\n{GOES_ON}1{BY}\n\n");
    fs::write(&file, &unfinished).unwrap();
    let lock = fs::File::open(&file).unwrap();
    lock.lock().unwrap();
    let second = run(path, SHARD);
    let told = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2));
    assert!(
        told.contains("part.txt: another process works on it"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), unfinished);
    drop(lock);
    assert!(run(path, SHARD).status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), wanted);
}

/// Scripts run all shards again.
#[test]
fn a_finished_shard_is_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let file = path.join("part.txt");
    let first = run(path, SHARD);
    assert!(first.status.success());
    let noted = fs::read_to_string(&file).unwrap() + "# a remark\n";
    fs::write(&file, &noted).unwrap();
    let second = run(path, SHARD);
    assert!(second.status.success(), "{second:?}");
    assert_eq!(second.stdout, first.stdout);
    let other = run(path, &SHARD.replace("--seed 8", "--seed 9"));
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), noted);
}

#[test]
fn the_exit_code_tells_missing_puzzles_to_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let words = "mine --games 1 --nodes 1 --size 8x8 --out part.txt";
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command(directory.path(), words).stdout(writer).status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn an_unfinished_file_of_another_version_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let file = path.join("part.txt");
    let words = "mine --puzzles 1 --size 8x8 --depth 2.5 --seed 8 --out part.txt";
    assert!(run(path, words).status.success());
    let finished = fs::read_to_string(&file).unwrap();
    let (heading, _) = finished.split_once('\n').unwrap();
    for (by, version) in [(" by tochki 0.0.9", "0.0.9"), ("", "of unknown version")] {
        let unfinished = format!("{heading}\n{GOES_ON}1{by}\n\n");
        fs::write(&file, &unfinished).unwrap();
        let other = run(path, words);
        let told = String::from_utf8_lossy(&other.stderr);
        assert_eq!(other.status.code(), Some(2));
        assert!(
            told.contains(&format!("begun by tochki {version}, ")),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), unfinished);
    }
}
