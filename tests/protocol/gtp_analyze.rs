//! Analysis by the Go Text Protocol: reports during a search, and what they tell.

use crate::client::Stderr;
use crate::gtp::{ask, matches, reply, start};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The prior of the first move of a report.
fn prior<T: FromStr>(report: &str) -> Option<T> {
    let (_, rest) = report.split_once(" prior ")?;
    rest.split(' ').next()?.parse().ok()
}

/// Checks that a report has all that was asked for, on a board of 39x32.
fn assert_is_full(line: &str) {
    assert!(line.starts_with("info move "), "{line}");
    for word in [
        " order 0 ",
        " winrate ",
        " scoreLead ",
        " pv ",
        " rootInfo ",
    ] {
        assert!(line.contains(word), "{word} in {line}");
    }
    assert!(prior(line).is_some_and(|prior: f64| prior <= 1.0), "{line}");
    let owners = line.split(" ownership ").nth(1).expect("owners");
    assert_eq!(owners.split(' ').count(), 39 * 32);
}

#[test]
fn analysis_goes_on_until_anything_is_sent() {
    let mut engine = start(Stderr::Merged);
    ask(&mut engine, "kata-set-param engine mcts");
    for i in 0..200 {
        let (x, y, player) = (1 + i * 7 % 39, 1 + i * 11 % 32, 1 + i % 2);
        ask(&mut engine, &format!("play P{player} {x}-{y}"));
    }
    // The second number of nodes lasts for hours.
    for nodes in ["0", "4000000000"] {
        ask(&mut engine, &format!("kata-set-param nodes {nodes}"));
        engine
            .send(b"8 kata-analyze P1 1 maxmoves 3 ownership true rootInfo true\n")
            .unwrap();
        assert_eq!(engine.receive().as_deref(), Some("=8"));
        for _ in 0..2 {
            assert_is_full(&engine.receive().expect("a line"));
        }
        engine.send(b"9 name\n").unwrap();
        let last = engine.receive_after_reports(|line| line.starts_with("info move "));
        assert_eq!(last, "");
        assert_eq!(reply(&mut engine), "=9 KataGoDots");
    }
    ask(&mut engine, "kata-set-param nodes 0");

    engine.send(b"lz-analyze 1\nstop\n").unwrap();
    let lines = reply(&mut engine);
    assert!(matches(&lines, "=\ninfo move *"), "{lines}");
    assert!(
        prior(&lines).is_some_and(|prior: u32| prior <= 10_000),
        "{lines}"
    );
    assert_eq!(reply(&mut engine), "= ");

    ask(&mut engine, "kata-set-param maxVisits 1000000000");
    engine.send(b"kata-search_cancellable P1\n").unwrap();
    // What comes with the line before it, as in a script, calls nothing off.
    engine.wait_until_it_thinks(20);
    engine.send(b"get_komi\n").unwrap();
    assert_eq!(reply(&mut engine), "= cancelled");
    assert_eq!(reply(&mut engine), "= 0");
}

#[test]
fn moves_are_analyzed_and_then_played() {
    let mut engine = start(Stderr::Closed);
    ask(&mut engine, "boardsize 9");
    ask(&mut engine, "kata-set-param depth 2");
    ask(&mut engine, "play P1 5-5 P2 5-6 P2 4-5 P2 6-5");
    let lines = ask(&mut engine, "kata-genmove_analyze P2 100 maxmoves 2");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "=");
    assert!(matches(lines[1], "info move *"), "{lines:?}");
    assert_eq!(lines.last(), Some(&"play 5-4"));
    let moves = ask(&mut engine, "get_moves");
    assert!(moves.ends_with(" P2 5-4"), "{moves}");
}

#[test]
fn a_single_allowed_move_is_not_analyzed_before_it_is_played() {
    let mut engine = start(Stderr::Closed);
    ask(&mut engine, "boardsize 9");
    ask(&mut engine, "kata-set-param maxTime 60");
    let start = Instant::now();
    let lines = ask(&mut engine, "kata-genmove_analyze P1 allow P1 2-3 1");
    assert!(lines.ends_with("play 2-3"), "{lines}");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn analysis_tells_visits_and_leads_with_komi() {
    let mut engine = start(Stderr::Closed);
    for command in [
        "kata-set-param engine mcts",
        "kata-set-param maxVisits 200",
        "kata-set-param nodes 200",
        "boardsize 8",
        "play P1 4-4 P2 5-4",
    ] {
        assert_eq!(ask(&mut engine, command), "= ", "{command}");
    }
    let mut told = |komi: &str, player: &str| {
        ask(&mut engine, "clear_cache");
        ask(&mut engine, &format!("komi {komi}"));
        let all = ask(
            &mut engine,
            &format!("kata-analyze {player} 10000 rootInfo true"),
        );
        let last = all.lines().last().expect("a line").to_owned();
        let numbers = |name: &str| -> Vec<f64> {
            let name = format!(" {name} ");
            let values = last.split(&name).skip(1);
            let number = |value: &str| value.split(' ').next()?.parse().ok();
            values
                .map(|value| number(value).expect("a number"))
                .collect()
        };
        (numbers("visits"), numbers("scoreLead"))
    };
    let (visits, leads) = told("0", "P1");
    let (sum, moves) = visits.split_last().expect("there is rootInfo");
    assert!(moves.len() > 1 && moves[0] > moves[1], "{visits:?}");
    assert_eq!((moves.iter().sum::<f64>(), *sum <= 200.0), (*sum, true));
    for (player, by) in [("P1", -5.5), ("P2", 5.5)] {
        let (_, without) = told("0", player);
        let (_, with) = told("5.5", player);
        assert_eq!(with[0], without[0] + by, "{player}");
    }
    assert_eq!(told("0", "P1").1, leads);
}

#[test]
fn an_analysis_without_an_allowed_cell_is_refused() {
    let mut engine = start(Stderr::Merged);
    for (command, expected) in [
        ("boardsize 2:1", "= "),
        ("play P1 1-1", "= "),
        (
            "kata-analyze P2 allow P2 1-1 1",
            "? none of the allowed cells can be played",
        ),
        (
            "lz-genmove_analyze P2 avoid P2 2-1 1",
            "? none of the allowed cells can be played",
        ),
        ("play P2 2-1", "= "),
        ("kata-analyze P1 allow P1 1-1 1", "? no cell can be played"),
    ] {
        assert_eq!(ask(&mut engine, command), expected, "{command}");
    }
}

#[test]
fn there_is_nothing_to_analyze_at_the_end() {
    let mut engine = start(Stderr::Merged);
    for (command, expected) in [
        ("boardsize 3", "= "),
        ("play P1 resign", "= "),
        ("kata-analyze P1", "? the game is over"),
        ("lz-genmove_analyze P1", "? the game is over"),
        ("boardsize 1", "= "),
        ("play P1 1-1", "= "),
        ("lz-analyze P2", "? no cell can be played"),
        ("kata-genmove_analyze P2", "=\nplay ground"),
        ("get_moves", "= P1 1-1 P2 ground"),
    ] {
        assert_eq!(ask(&mut engine, command), expected, "{command}");
    }
    engine.close();
    assert!(engine.end().success());
}
