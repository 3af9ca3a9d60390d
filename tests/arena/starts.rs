//! When a match starts its engines, and how it ends them.

use crate::contest::{JSON, MOCK, add_mocks, contest, journal, result, tochki};
use std::fs;

#[test]
fn an_engine_that_the_next_game_does_not_need_ends() {
    let mut command = tochki();
    command.args(["match", "--round-robin", "--size", "4x4", "--games", "2"]);
    command.args(["--start", "empty", "--margin", "1500"]);
    add_mocks(&mut command, &["good"; 3]);
    let output = command.env("RUST_LOG", "tochki=debug").output().unwrap();
    let logged = String::from_utf8(output.stderr).unwrap();
    let starts = |name: &str| logged.matches(&format!("starting {name}")).count();
    // The pairings are 1-2, 1-3 and 2-3.
    assert_eq!(["1 ", "2 ", "3 "].map(starts), [1, 2, 1], "{logged}");
}

#[test]
fn an_engine_that_ended_between_two_games_loses_none() {
    let mark = format!("leaves-{}", std::process::id());
    let mut command = contest(["good", "leaves"], &mark, &["--games", "4"]);
    let output = command.output().unwrap();
    let found = result(&output);
    assert_eq!(found["pairings"][0]["draws"], 4, "{found}");
    assert_eq!(output.status.code(), Some(0), "{found}");
}

#[test]
fn an_engine_that_no_longer_starts_ends_the_match_and_loses_no_game() {
    let directory = tempfile::tempdir().unwrap();
    let [script, starts, folder] =
        ["script", "starts", "games"].map(|name| directory.path().join(name));
    // It starts once, before the match.
    let text = format!(
        "echo >>'{0}'\n[ $(wc -l <'{0}') = 1 ] || exec '{MOCK}' dead\nexec '{MOCK}' good\n",
        starts.display()
    );
    fs::write(&script, text).unwrap();
    let run = || {
        let mut command = tochki();
        command.args(["match", "--size", "4x4", "--games", "4", "--start", "empty"]);
        command.args(["--margin", "1500", "--engine"]);
        command.arg(format!("sh '{}'", script.display()));
        command.arg("--engine").arg(format!("'{MOCK}' good"));
        command.arg("--out").arg(&folder).output().unwrap()
    };
    let output = run();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    let told = "1 sh: 3 starts in a row have failed: the engine has ended (exit status: 3";
    assert!(error.contains(told), "{error}");
    assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), 4);
    assert!(journal(&folder).is_empty());
    // The same command goes on.
    fs::write(&script, format!("exec '{MOCK}' good\n")).unwrap();
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(journal(&folder).len(), 4);
}

#[test]
fn an_engine_that_no_longer_starts_leaves_the_report_of_the_games_before() {
    let directory = tempfile::tempdir().unwrap();
    let [script, starts] = ["script", "starts"].map(|name| directory.path().join(name));
    // It starts before the match and for its first game, which it ends by a fault. Then it is dead.
    let text = format!(
        "echo >>'{0}'\n[ $(wc -l <'{0}') -le 2 ] || exec '{MOCK}' dead\nexec '{MOCK}' illegal\n",
        starts.display()
    );
    fs::write(&script, text).unwrap();
    let mut command = tochki();
    command.args(["match", "--size", "4x4", "--games", "4", "--start", "empty"]);
    command.args(["--margin", "1500", "--engine"]);
    command.arg(format!("sh '{}'", script.display()));
    command.arg("--engine").arg(format!("'{MOCK}' good"));
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("3 starts in a row have failed"), "{error}");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains("1 of 4 games"), "{report}");
}

#[test]
fn an_engine_that_refuses_the_board_ends_the_match() {
    let mark = format!("small-{}", std::process::id());
    let output = contest(["good", "small"], &mark, &[]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    let told = "2 mock_engine.sh: 3 starts in a row have failed: \"init 4 4 ";
    assert!(error.contains(told), "{error}");
    assert!(error.contains("was refused: too large"), "{error}");
}

#[test]
fn an_engine_that_is_silent_when_it_is_tried_is_refused_with_what_to_do() {
    let engine = "sh -c 'while read line; do :; done'";
    let mut command = tochki();
    command.args(["match", "--engine", engine, "--engine", engine]);
    let output = command.args(["--patience", "100ms"]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let told = "1 sh: no reply within 100 ms: one that starts slowly needs more --patience\n";
    assert!(errors.ends_with(told), "{errors}");
}

#[test]
fn mistakes_that_only_engines_show_leave_the_folder_to_the_corrected_command() {
    let directory = tempfile::tempdir().unwrap();
    let [folder, log] = ["games", "log"].map(|name| directory.path().join(name));
    let run = |engine: &str, extra: &str| {
        let mut command = tochki();
        command.args(["match", "--size", "4x4", "--start", "empty", "--games", "2"]);
        command.args(["--margin", "1500", "--shard", "0/1"]);
        command.args(["--engine", engine, "--engine", engine]);
        command.args(extra.split_whitespace());
        command.arg("--out").arg(&folder).output().unwrap()
    };
    let join = || {
        let mut command = tochki();
        command.args(["match", "--join"]).arg(&folder);
        command.output().unwrap()
    };
    let good = format!("'{MOCK}' good");
    let json = format!("'{JSON}' good '{}'", log.display());
    let small = format!("'{MOCK}' small");
    let by_nodes = "--dialect json --nodes 5";
    for (engine, extra, words) in [
        ("/no/such/engine", "", "cannot be started"),
        ("'unclosed", "", "tochki: 1: "),
        (&good, "--rules no-suicide", "cannot be told the rules"),
        (&good, "--option no=1", "was refused: no such command"),
        (&json, by_nodes, "json engines cannot be given 5 nodes"),
        (&small, "", "was refused: too large"),
    ] {
        let output = run(engine, extra);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(words), "{error}");
        let joined = join();
        assert_eq!(joined.status.code(), Some(1), "{joined:?}");
    }
    let output = run(&good, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(journal(&folder).len(), 2);
    assert_eq!(join().status.code(), Some(0));
    // Now the folder belongs to that match.
    let other = run(&good, "--seed 7");
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(error.contains("it belongs to another match"), "{error}");
}

#[test]
fn a_file_is_no_folder_for_a_match() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut command = contest(["good"; 2], "no-folder", &[]);
    let output = command.arg("--out").arg(file.path()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.ends_with(": not a directory\n"), "{error}");
}

#[test]
fn a_match_without_its_file_of_moves_goes_on_and_tells_it_once() {
    let directory = tempfile::tempdir().unwrap();
    let moves = directory.path().join("moves.jsonl");
    fs::create_dir(&moves).unwrap();
    let mut command = contest(["good"; 2], "unwritten-moves", &["--games", "2"]);
    let output = command.arg("--out").arg(directory.path()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let begins = format!("tochki: {}: ", moves.display());
    let told: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with(&begins))
        .collect();
    assert_eq!(told.len(), 1, "{errors}");
    assert!(
        told[0].ends_with(": the match goes on without it"),
        "{errors}"
    );
    assert_eq!(journal(directory.path()), [0, 1]);
}

#[test]
fn an_engine_has_time_to_write_a_file_when_it_is_told_to_end() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("book");
    let mark = file.to_str().unwrap();
    let output = contest(["good", "writer"], mark, &["--games", "2"]).output();
    assert!(output.unwrap().status.success());
    // Once after its trial, and once after the match.
    assert_eq!(fs::read_to_string(&file).unwrap(), "learned\nlearned\n");
}
