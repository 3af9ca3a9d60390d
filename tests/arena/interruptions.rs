//! Matches that a signal ends or suspends.

use crate::contest::{
    self, MOCK, assert_none_left, contest, contest_as_text, result, tochki, wait_for,
};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Starts a match whose output is read at its end, and waits until both of its engines run.
fn begun(command: Command, mark: &str) -> Child {
    begun_with(2, command, mark)
}

/// Starts a match whose output is read at its end, and waits until so many of its engines run.
fn begun_with(engines: usize, mut command: Command, mark: &str) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_for(engines, mark);
    child
}

#[test]
fn every_signal_to_end_ends_the_match_and_its_engines() {
    // Under `nohup` the match would ignore SIGHUP, too. A signal that this process handles has its usual effect in new ones.
    signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).unwrap();
    let ends = |signal: &str| {
        let mark = format!("signal-{signal}-{}", std::process::id());
        let child = begun(contest(["slow", "hang"], &mark, &["--games", "200"]), &mark);
        std::thread::sleep(Duration::from_millis(500));
        contest::signal(&child, signal);
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{signal}: {errors}");
        // The exit code of a match with faults is 1 as well.
        let games = result(&output)["games"].as_u64().unwrap();
        assert!(games < 200, "{signal}: it played on");
        assert_none_left(&mark);
    };
    std::thread::scope(|scope| {
        for signal in ["INT", "TERM", "HUP"] {
            scope.spawn(move || ends(signal));
        }
    });
}

#[test]
fn a_game_of_quick_engines_is_left_in_the_middle() {
    let mark = format!("quick-{}", std::process::id());
    let played = contest_as_text("30x30", ["slow", "slow"], &mark, &["--games", "2"]);
    let child = begun(played, &mark);
    std::thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    contest::signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    // The whole game has 900 moves of 20 ms.
    assert!(asked.elapsed() < Duration::from_secs(10));
    let report = String::from_utf8_lossy(&output.stdout);
    assert_eq!(report, "0 of 2 games were played\n");
    assert_none_left(&mark);
}

#[test]
fn a_referee_that_was_suspended_blames_no_engine() {
    let mark = format!("suspended-{}", std::process::id());
    let child = begun(contest(["slow", "slow"], &mark, &["--games", "6"]), &mark);
    std::thread::sleep(Duration::from_millis(100));
    contest::signal(&child, "STOP");
    // A move may take 1.6 seconds.
    std::thread::sleep(Duration::from_secs(3));
    contest::signal(&child, "CONT");
    let output = child.wait_with_output().unwrap();
    let found = result(&output);
    assert_eq!(output.status.code(), Some(0), "{found}");
    assert_eq!(found["games"], 6, "{found}");
    assert_none_left(&mark);
}

/// Starts a match of two games between engines that this shell script runs. Waits until the match tries one.
fn tried(script: &str, mark: &str) -> Child {
    let engine = format!("sh -c '{script}' {mark}");
    let mut command = tochki();
    command.args(["match", "--size", "4x4", "--games", "2", "--time", "100"]);
    command.args(["--margin", "1500", "--engine", &engine, "--engine", &engine]);
    begun_with(1, command, mark)
}

#[test]
fn a_match_can_be_called_off_while_it_tries_its_engines() {
    let mark = format!("untried-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let starts = directory.path().join("starts");
    let count = format!("echo started >>\"{}\"", starts.display());
    let child = tried(&format!("{count}; while read line; do :; done"), &mark);
    contest::signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(output.stdout, b"0 of 2 games were played\n");
    assert_none_left(&mark);
    // It may have been told to end before it wrote this.
    let starts = std::fs::read_to_string(&starts).unwrap_or_default();
    assert!(starts.lines().count() <= 1, "an engine was started again");
}

#[test]
fn a_suspension_while_the_engines_are_tried_is_no_error() {
    let mark = format!("tried-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    // Only the first start waits, until the test lets it go on.
    let [slow, go] = ["slow", "go"].map(|name| directory.path().join(name));
    let wait = format!(
        "mkdir \"{}\" 2>/dev/null && until test -e \"{}\"; do sleep 0.05; done",
        slow.display(),
        go.display()
    );
    let child = tried(&format!("{wait}; exec \"{MOCK}\" good \"$0\""), &mark);
    std::thread::sleep(Duration::from_millis(200));
    contest::signal(&child, "STOP");
    std::thread::sleep(Duration::from_millis(1200));
    std::fs::write(&go, "").unwrap();
    contest::signal(&child, "CONT");
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(report.contains(": 2 games\n"), "{report}");
    assert_none_left(&mark);
}

#[test]
fn a_game_that_begins_again_is_told() {
    let mark = format!("again-{}", std::process::id());
    let mut command = contest(["hang", "hang"], &mark, &["--games", "2"]);
    command.env("RUST_LOG", "tochki=warn");
    let child = begun(command, &mark);
    // An engine hangs by now, for 1.6 seconds.
    std::thread::sleep(Duration::from_millis(800));
    contest::signal(&child, "STOP");
    std::thread::sleep(Duration::from_secs(2));
    contest::signal(&child, "CONT");
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(" begins again: tochki did not run"), "{told}");
    assert_eq!(result(&output)["games"], 2, "{told}");
    assert_none_left(&mark);
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_under_nohup_goes_on_after_a_hangup() {
    let mark = format!("nohup-{}", std::process::id());
    let played = contest(["slow", "slow"], &mark, &["--games", "6"]);
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]);
    ignoring.arg(played.get_program()).args(played.get_args());
    let child = begun(ignoring, &mark);
    contest::signal(&child, "HUP");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(result(&output)["games"], 6);
    assert_none_left(&mark);
}
