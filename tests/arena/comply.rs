//! `tochki comply`: good engines told from bad ones.

use crate::contest::{MOCK, assert_none_left, contest, result, signal, tochki, wait_for};
use std::process::{Child, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// What comply says of the mock engine in a mode.
fn comply(mode: &str) -> (Output, String) {
    // Two tests may run the same mode at the same time.
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let mark = format!("comply-{mode}-{run}-{}", std::process::id());
    let engine = format!("'{MOCK}' {mode} {mark}");
    let output = tochki().arg("comply").arg(engine).output().unwrap();
    assert_none_left(&mark);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn faults_are_told_point_by_point() {
    let (output, text) = comply("good");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("FAIL  all commands are listed: missing: author"),
        "{text}"
    );
    let (_, stubborn) = comply("stubborn");
    for end in ["the end of the input ends", "a signal to end ends"] {
        let line = format!("FAIL  {end} the engine: it goes on running");
        assert!(stubborn.contains(&line), "{stubborn}");
        let kept = format!("ok    {end} the engine");
        assert!(text.contains(&kept), "{text}");
    }
    let (_, chatty) = comply("chatty");
    let line = "FAIL  a closed standard error does not matter: lost: ";
    assert!(chatty.contains(line), "{chatty}");
}

#[test]
fn an_engine_that_was_lost_is_asked_nothing_more_until_it_is_started_again() {
    let (_, text) = comply("crash");
    let lost: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("lost: "))
        .collect();
    let [lost] = lost[..] else {
        panic!("{text}");
    };
    let choice = "FAIL  gen_move_with_full_time keeps its time: lost: ";
    assert!(lost.starts_with(choice), "{text}");
    for line in [
        "FAIL  quit is confirmed and ends the engine: not reached",
        "ok    the end of the input ends the engine",
        "ok    a signal to end ends the engine",
        "ok    a closed standard error does not matter",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn the_exit_code_tells_failed_checks_that_nobody_reads() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = tochki();
    command.arg("comply").arg(format!("'{MOCK}' good"));
    let status = command.stdout(writer).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_late_move_is_a_fault_and_the_patience_begins_after_the_time_for_it() {
    let mut command = tochki();
    command.args(["comply", "--patience", "1150ms"]);
    let output = command.arg(format!("'{MOCK}' thinker")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    // It has one second for the first of these moves, and five for the second.
    for line in [
        "FAIL  gen_move_with_time keeps its time: took 1",
        "ok    gen_move_with_full_time keeps its time",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn engines_that_play_what_they_only_choose_or_know_no_captures_are_found() {
    let chosen = ["gen_move_with_complexity", "gen_move_with_full_time"];
    let (_, good) = comply("good");
    assert!(
        good.contains("FAIL  territory is closed to its owner: "),
        "{good}"
    );
    let (_, eager) = comply("eager");
    for command in chosen {
        let point = format!("{command} does not play");
        assert!(good.contains(&format!("ok    {point}")), "{good}");
        assert!(eager.contains(&format!("FAIL  {point}: ")), "{eager}");
    }
    let (_, polite) = comply("polite");
    let line = "FAIL  quit is confirmed and ends the engine: nobody asked for \"bye\"";
    assert!(polite.contains(line), "{polite}");
}

#[test]
fn a_reply_in_wrong_words_is_one_fault() {
    let (_, text) = comply("copies");
    let line =
        r#"FAIL  seeds have 63 bits: "= 9 init 3 3 9223372036854775807" instead of "= 9 init""#;
    assert!(text.contains(line), "{text}");
    for right in ["keeps its time", "does not play"] {
        let line = format!("ok    gen_move_with_time {right}");
        assert!(text.contains(&line), "{text}");
    }
    assert!(!text.contains("cannot be played"), "{text}");
}

#[test]
fn a_choice_that_fails_is_one_fault() {
    for (mode, command, right) in [
        ("none", "gen_move_with_complexity", "answers"),
        ("illegal", "gen_move_with_full_time", "keeps its time"),
    ] {
        let (_, text) = comply(mode);
        for line in [
            format!("FAIL  {command} {right}: "),
            format!("ok    {command} does not play"),
        ] {
            assert!(text.contains(&line), "{mode}: {text}");
        }
    }
}

#[test]
fn lines_that_end_with_cr_lf_are_a_fault_that_loses_no_game() {
    let (_, text) = comply("crlf");
    let line = r#"FAIL  seeds have 63 bits: "= 9 init\r" ends with CR LF in place of LF"#;
    assert!(text.contains(line), "{text}");
    let start = "FAIL  gen_move_with_time keeps its time: ";
    let mut told = text.lines().filter(|line| line.starts_with(start));
    assert!(
        told.next().unwrap().ends_with("LF in place of LF"),
        "{text}"
    );
    let mark = format!("crlf-{}", std::process::id());
    let output = contest(["crlf", "crlf"], &mark, &["--games", "2"]).output();
    let found = result(&output.unwrap());
    assert_eq!(found["games"], 2, "{found}");
    assert_eq!(found["faults"], 0, "{found}");
    assert_none_left(&mark);
}

/// A check, with this patience in seconds, that waits for a reply of an engine that never answers.
fn waiting_check(mark: &str, patience: &str) -> Child {
    let child = tochki()
        .args(["comply", "--patience", patience])
        .arg(format!("'{MOCK}' hang {mark}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(1, mark);
    std::thread::sleep(Duration::from_millis(500));
    child
}

#[test]
fn a_check_can_be_called_off() {
    let mark = format!("comply-waits-{}", std::process::id());
    let child = waiting_check(&mark, "1000");
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        !text.contains("called off") && !text.contains("not reached"),
        "{text}"
    );
    assert_none_left(&mark);
}

#[test]
fn a_check_that_was_suspended_blames_no_engine() {
    let mark = format!("comply-sleeps-{}", std::process::id());
    let child = waiting_check(&mark, "5");
    signal(&child, "STOP");
    std::thread::sleep(Duration::from_secs(2));
    signal(&child, "CONT");
    let output = child.wait_with_output().unwrap();
    let [text, errors] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!text.contains("suspended"), "{text}");
    assert!(errors.contains("tochki was suspended"), "{errors}");
    assert_none_left(&mark);
}

#[test]
fn an_engine_that_is_not_there_is_told() {
    let output = tochki()
        .args(["comply", "/no/such/engine"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    let reason = r#""/no/such/engine" cannot be started"#;
    assert!(errors.contains(reason), "{errors}");
}
