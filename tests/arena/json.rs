//! Matches of engines that speak the JSON lines of oppai.

use crate::contest::{JSON, MOCK, ending, record, result, tochki};
use std::path::Path;
use std::process::Command;

/// A match of one game of an engine of JSON lines against one of v6.
fn json_against_v6(mode: &str, log: &Path, extra: &[&str]) -> Command {
    let mut command = tochki();
    command.args(["match", "--json", "--games", "1", "--dialect", "1:json"]);
    command.args(["--margin", "1500"]);
    let first = format!("'{JSON}' {mode} '{}'", log.display());
    command.arg("--engine").arg(first);
    command.arg("--engine").arg(format!("'{MOCK}' good"));
    command.args(extra);
    command
}

#[test]
fn an_engine_of_json_lines_hears_what_the_clients_of_oppai_say() {
    for (extra, constraint) in [
        (["--time", "1500"], r#"{"type":"Time","value":1500}"#),
        (
            ["--complexity", "1:40"],
            r#"{"type":"Complexity","value":0.4}"#,
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let extra = [&extra[..], &["--size", "4x4", "--start", "single"]].concat();
        let output = json_against_v6("good", &log, &extra).output().unwrap();
        let found = result(&output);
        assert_eq!(ending(&found), "full", "{found}");
        assert_eq!(found["engines"][0]["dialect"], "json");
        let text = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines
            .iter()
            .rposition(|line| line.contains("Init"))
            .unwrap();
        let analyze =
            format!(r#"{{"command":"Analyze","player":"Red","constraint":{constraint}}}"#);
        let put = |x: u32, y: u32, player: &str| {
            format!(r#"{{"command":"PutPoint","coords":{{"x":{x},"y":{y}}},"player":"{player}"}}"#)
        };
        let wanted = [
            r#"{"command":"Init","width":4,"height":4}"#.to_owned(),
            put(1, 1, "Red"),
            analyze.clone(),
            put(0, 0, "Red"),
            put(1, 0, "Black"),
            analyze,
        ];
        assert_eq!(lines[begin..][..wanted.len()], wanted, "{text}");
    }
}

#[test]
fn faults_of_engines_of_json_lines_are_told_apart() {
    for (mode, wanted) in [
        ("empty", "bad-reply"),
        ("windy", "bad-reply"),
        ("refuse", "bad-reply"),
        ("garbage", "bad-reply"),
        ("deaf", "bad-reply"),
        ("off", "illegal-move"),
        ("none", "bad-reply"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let extra = ["--size", "4x4", "--start", "empty", "--time", "100"];
        let output = json_against_v6(mode, &log, &extra).output().unwrap();
        let found = result(&output);
        assert_eq!(ending(&found), wanted, "{mode}");
        let detail = &found["pairings"][0]["endings"][0]["detail"];
        let detail = detail.as_str().unwrap();
        assert!(detail.chars().count() < 200, "{mode}: {detail}");
        let reason = detail.contains("refused: too loud");
        assert_eq!(reason, mode == "deaf", "{found}");
    }
    for (extra, words) in [
        (
            ["--nodes", "1:9"],
            "json engines cannot be given 9 nodes a move",
        ),
        (
            ["--tc", "1:9"],
            "json engines cannot be given a clock of 9+0 s",
        ),
        (
            ["--option", "1:hash=9"],
            "json engines take no setting such as hash",
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let output = json_against_v6("good", &log, &extra).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn an_engine_that_refuses_the_board_is_refused_with_its_reason() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let run = |size| {
        let extra = ["--size", size, "--start", "empty", "--time", "100"];
        json_against_v6("narrow", &log, &extra).output().unwrap()
    };
    let output = run("5x4");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("was refused: too large"), "{error}");
    assert_eq!(ending(&result(&run("4x4"))), "full");
}

#[test]
fn whole_numbers_of_an_engine_may_have_a_fraction_of_zero() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let extra = ["--size", "4x4", "--start", "empty", "--time", "100"];
    let output = json_against_v6("lua", &log, &extra).output().unwrap();
    assert_eq!(ending(&result(&output)), "full");
}

#[test]
fn what_an_engine_tells_beyond_oppai_lets_it_agree_about_a_lead() {
    for (mode, wanted) in [("hopeful", "lead"), ("good", "full")] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let mut command = tochki();
        command.args(["match", "--json", "--games", "1", "--size", "4x4"]);
        command.args(["--start", "empty", "--time", "100", "--margin", "1500"]);
        command.args(["--lead", "8.5,4", "--komi", "0.5", "--dialect", "1:json"]);
        let first = format!("'{JSON}' {mode} '{}'", log.display());
        command.arg("--engine").arg(first);
        command.arg("--engine").arg(format!("'{MOCK}' gloomy"));
        command.arg("--out").arg(directory.path());
        assert_eq!(ending(&result(&command.output().unwrap())), wanted);
        let moves = std::fs::read_to_string(directory.path().join("moves.jsonl")).unwrap();
        let told = moves.contains(r#""lead":8.5,"win":0.75}"#);
        assert_eq!(told, mode == "hopeful", "{moves}");
    }
}

#[test]
fn no_move_is_an_end_where_there_are_only_empty_bases() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.txt");
    std::fs::write(&openings, "101\n0.0\n101\n").unwrap();
    let (log, openings) = (directory.path().join("log"), openings.to_str().unwrap());
    let extra = ["--size", "3x3", "--openings", openings, "--time", "100"];
    let output = json_against_v6("none", &log, &extra).output().unwrap();
    let found = result(&output);
    assert_eq!(ending(&found), "no-move", "{found}");
    assert_eq!(found["pairings"][0]["draws"], 1);
}

#[test]
fn the_engine_plays_itself_by_json_lines() {
    let directory = tempfile::tempdir().unwrap();
    let play = |extra: &[&str]| {
        let mut command = tochki();
        command.args(["match", "--size", "8x8", "--games", "2", "--json"]);
        command.args(["--dialect", "json", "--margin", "1500", "--out"]);
        command.arg(directory.path().join(extra.join("")));
        for _ in 0..2 {
            let engine = format!("'{}' json", env!("CARGO_BIN_EXE_tochki"));
            command.arg("--engine").arg(engine);
        }
        result(&command.args(extra).output().unwrap())
    };
    for extra in [["--time", "10"], ["--complexity", "10"]] {
        let found = play(&extra);
        let endings = found["pairings"][0]["endings"].as_array().unwrap();
        let are_sound = endings.iter().all(|ending| ending["by"].is_null());
        assert!(are_sound && found["games"] == 2, "{found}");
        let record = record(&directory.path().join(extra.join("")), 1);
        assert!(record.turns[0].comment.contains("ms weight 0."));
        // A game without limits of time has the same record on every day.
        for name in ["DT", "GC"] {
            assert_eq!(record.facts.contains_key(name), extra[0] == "--time");
        }
    }
}
