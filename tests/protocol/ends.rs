//! What ends a search that has begun, by the Go Text Protocol and in JSON lines: a word, and the end of the input.

use crate::client::{Engine, Stderr};
use crate::gtp::matches;

/// An engine that answers these requests with so many lines, and then begins a search that would last for hours.
fn searching(dialect: &str, requests: &[&str], lines: usize) -> Engine {
    let mut engine = Engine::start_with(&[dialect, "--engine", "mcts"], Stderr::Merged);
    for request in requests {
        engine.send(format!("{request}\n").as_bytes()).unwrap();
    }
    for _ in 0..lines {
        engine.receive().expect("a line");
    }
    engine
}

/// Sends a line, or closes the input if there is none. The engine answers with these lines, and ends at the end of the
/// input with exit code 0.
fn expect_end(mut engine: Engine, end: Option<&str>, replies: &[&str]) {
    // What comes sooner belongs to the script that is not cut short.
    engine.wait_until_it_thinks(if end.is_some() { 5 } else { 30 });
    match end {
        Some(line) => engine.send(format!("{line}\n").as_bytes()).unwrap(),
        None => engine.close(),
    }
    for pattern in replies {
        let line = engine.receive().expect("a line");
        assert!(matches(&line, pattern), "{end:?}: {line}, not {pattern}");
    }
    engine.close();
    assert_eq!(engine.end().code(), Some(0), "{end:?}");
}

#[test]
fn searches_of_gtp_are_ended() {
    for (command, end, replies) in [
        ("genmove P1", Some("stop"), &["= *-*", "", "= ", ""][..]),
        ("genmove P1", Some("quit"), &["= *-*", "", "= ", ""]),
        ("genmove P1", None, &["= *-*", ""]),
        (
            "kata-search_cancellable P1",
            Some("stop"),
            &["= cancelled", "", "= ", ""],
        ),
    ] {
        let visits = "kata-set-param maxVisits 1000000000";
        let engine = searching("gtp", &["boardsize 20", visits, command], 4);
        expect_end(engine, end, replies);
    }
}

#[test]
fn searches_of_json_are_ended() {
    let init = r#"{"command":"Init","width":20,"height":20}"#;
    let stop = r#"{"command":"Stop"}"#;
    let quit = r#"{"command":"Quit"}"#;
    let (best, put) = (r#"*"moves":[{"coords":*"#, r#"*"action":"Put"*"#);
    for (command, end, replies) in [
        ("Analyze", Some(quit), &[best, quit][..]),
        ("Analyze", None, &[best]),
        ("Decide", Some(stop), &[put, stop]),
        ("Decide", Some(quit), &[put, quit]),
        ("Decide", None, &[put]),
    ] {
        let hour = r#"{"type":"Time","value":3600000}"#;
        let command = format!(r#"{{"command":"{command}","player":"Red","constraint":{hour}}}"#);
        expect_end(searching("json", &[init, &command], 1), end, replies);
    }
}
