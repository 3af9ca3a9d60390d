//! The engine process keeps the Points AI Protocol, version 6.

use crate::client::{Engine, Stderr};
use std::time::Duration;

/// Requests and what is to come back. `*` stands for any one word, `MOVE` for two coordinates on
/// the board of three by three. After `?` a reason has to follow.
const CONFORMANCE: &[(&str, &str)] = &[
    ("1 name", "= 1 name *"),
    ("2 version", "= 2 version *"),
    ("3 author", "= 3 author *"),
    ("4 license", "= 4 license *"),
    // Nothing works before there is a board.
    ("5 play 1 1 0", "? 5 play"),
    ("6 gen_move 0", "? 6 gen_move"),
    ("7 gen_move_with_time 0 10", "? 7 gen_move_with_time"),
    ("8 undo", "? 8 undo"),
    ("9 board", "? 9 board"),
    // Bad boards make none.
    ("10 init 0 0 1", "? 10 init"),
    ("11 init 63 63 1", "? 11 init"),
    ("12 init 3 3", "? 12 init"),
    ("13 init 3 3 x", "? 13 init"),
    ("14 init 3 3 1 1", "? 14 init"),
    ("15 undo", "? 15 undo"),
    // Seeds of all sizes.
    ("16 init 3 3 -9223372036854775808", "= 16 init"),
    ("17 init 3 3 18446744073709551615", "= 17 init"),
    ("18 init 3 3 9223372036854775807", "= 18 init"),
    // Any colour at any time.
    ("19 play 1 1 0", "= 19 play 1 1 0"),
    ("20 play 0 1 1", "= 20 play 0 1 1"),
    ("21 play 1 0 1", "= 21 play 1 0 1"),
    ("22 play 2 1 1", "= 22 play 2 1 1"),
    // One cell captures, and the engine finds it at every effort.
    (
        "23 gen_move_with_time 1 1000",
        "= 23 gen_move_with_time 1 2 1",
    ),
    ("24 gen_move 1", "= 24 gen_move 1 2 1"),
    ("25 play 1 2 1", "= 25 play 1 2 1"),
    ("26 score", "= 26 score 0 1"),
    ("27 board", "= 27 board .1./1a1/.1."),
    // What the rules forbid.
    ("28 play 1 1 0", "? 28 play"),
    ("29 play 3 0 0", "? 29 play"),
    ("30 play 0 3 0", "? 30 play"),
    ("31 play -1 0 0", "? 31 play"),
    ("32 play 99999999999999999999 0 0", "? 32 play"),
    ("33 play 0 0 2", "? 33 play"),
    ("34 play 0 0", "? 34 play"),
    ("35 play 0 0 0 0", "? 35 play"),
    ("36 board", "= 36 board .1./1a1/.1."),
    ("37 undo", "= 37 undo"),
    ("38 board", "= 38 board .1./101/..."),
    ("39 play 1 2 1", "= 39 play 1 2 1"),
    // Thinking leaves the board alone.
    (
        "40 gen_move_with_complexity 0 100",
        "= 40 gen_move_with_complexity MOVE 0",
    ),
    (
        "41 gen_move_with_complexity 0 0",
        "= 41 gen_move_with_complexity MOVE 0",
    ),
    (
        "42 gen_move_with_complexity 0 101",
        "? 42 gen_move_with_complexity",
    ),
    (
        "43 gen_move_with_complexity 0 -1",
        "? 43 gen_move_with_complexity",
    ),
    (
        "44 gen_move_with_full_time 0 5000 500",
        "= 44 gen_move_with_full_time MOVE 0",
    ),
    (
        "45 gen_move_with_full_time 0 0 0",
        "= 45 gen_move_with_full_time MOVE 0",
    ),
    (
        "46 gen_move_with_time 0 0",
        "= 46 gen_move_with_time MOVE 0",
    ),
    ("47 gen_move_with_time 0 -1", "? 47 gen_move_with_time"),
    ("48 gen_move 0", "= 48 gen_move MOVE 0"),
    ("49 gen_move 2", "? 49 gen_move"),
    ("50 gen_move", "? 50 gen_move"),
    ("51 board", "= 51 board .1./1a1/.1."),
    ("52 legal", "= 52 legal 4 0 0 2 0 0 2 2 2"),
    ("53 status", "= 53 status decided 1 1"),
    // Anything else.
    ("54 bogus", "? 54 bogus"),
    ("55 GEN_MOVE 0", "? 55 GEN_MOVE"),
    ("56", "? 56 input_error"),
    ("notanumber", "? 0 input_error"),
    ("name 57", "? 0 input_error"),
    ("-58 name", "= -58 name *"),
    ("0 name", "= 0 name *"),
    // Spaces of all kinds on the way in, single ones on the way out.
    ("  59   play\t0 0  0 \r", "= 59 play 0 0 0"),
    ("60 quit now", "? 60 quit"),
    // A new board is empty.
    ("61 init 39 32 0", "= 61 init"),
    ("62 undo", "? 62 undo"),
    ("63 score", "= 63 score 0 0"),
    // A full board has no move.
    ("64 init 1 1 0", "= 64 init"),
    ("65 gen_move 1", "= 65 gen_move 0 0 1"),
    ("66 play 0 0 1", "= 66 play 0 0 1"),
    ("67 gen_move 1", "? 67 gen_move"),
    ("68 gen_move_with_time 1 100", "? 68 gen_move_with_time"),
    ("69 status", "= 69 status full - 0"),
    ("70 init 0 5 1", "? 70 init"),
    ("71 board", "= 71 board 1"),
    ("72 quit", "= 72 quit"),
];

fn matches(reply: &str, pattern: &str) -> bool {
    let pattern = pattern.replace(" MOVE ", " COORDINATE COORDINATE ");
    let (reply, pattern): (Vec<_>, Vec<_>) =
        (reply.split(' ').collect(), pattern.split(' ').collect());
    let has_reason = reply.len() > pattern.len();
    has_reason == (pattern[0] == "?")
        && reply.len() >= pattern.len()
        && std::iter::zip(reply, pattern).all(|(word, pattern)| match pattern {
            "*" => !word.is_empty(),
            "COORDINATE" => ["0", "1", "2"].contains(&word),
            _ => word == pattern,
        })
}

/// How long the engine may think, on this board and a busy machine. `tests/deadlines.rs` checks how late it is.
fn longest(request: &str) -> Duration {
    match request.split(' ').collect::<Vec<_>>()[..] {
        [_, "gen_move_with_time", _, "1000"] => Duration::from_secs(4),
        _ => Duration::from_secs(10),
    }
}

fn conform(stderr: Stderr) {
    let mut engine = Engine::start(stderr);
    for (request, pattern) in CONFORMANCE {
        let (reply, took) = engine.ask(request);
        assert!(
            matches(&reply, pattern),
            "{request:?} got {reply:?} instead of {pattern:?}"
        );
        assert!(took < longest(request), "{request:?} took {took:?}");
    }
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn keeps_the_protocol_whatever_becomes_of_stderr() {
    Stderr::ALL.into_iter().for_each(conform);
}

#[test]
fn what_the_search_does_not_know_is_no_number() {
    let mut engine = Engine::start(Stderr::Open);
    for (name, counts) in [("article", true), ("mcts", false)] {
        engine.tell(&format!("1 set_option engine {name}"));
        engine.tell("2 init 5 5 1");
        engine.tell("3 gen_move_with_complexity 0 10");
        let (stats, _) = engine.ask("4 stats");
        let unknown = " fmin - fmax - trajectories - ";
        assert_eq!(!stats.contains(unknown), counts, "{name}: {stats}");
    }
}

#[test]
fn lists_every_command() {
    let mut engine = Engine::start(Stderr::Open);
    let (reply, _) = engine.ask("1 list_commands");
    let commands: Vec<_> = reply.split(' ').collect();
    assert_eq!(commands[..3], ["=", "1", "list_commands"]);
    let commands = &commands[3..];
    for command in
        "gen_move gen_move_with_complexity gen_move_with_time gen_move_with_full_time init \
         list_commands name play quit undo version author license score board legal status \
         ground set_option options stats stop analyze"
            .split(' ')
    {
        assert!(commands.contains(&command), "{command} is not listed");
    }
    for command in commands {
        let (reply, _) = engine.ask(&format!("2 {command} 0 0 0 0 0 0 0"));
        let refused = format!("? 2 {command} expected ");
        let arguments = reply.strip_prefix(&refused).expect(&reply);
        let form = match arguments {
            "no arguments" => format!("`{command}`"),
            _ => format!("`{command} {arguments}`"),
        };
        let document = include_str!("../../protocol.md");
        assert!(document.contains(&form), "{form}");
    }
}

#[test]
fn what_is_refused_has_a_reason_for_people() {
    let mut engine = Engine::start(Stderr::Open);
    for (request, reply) in [
        ("1 play 0 0 0", "? 1 play no game has been started"),
        ("2 init 3 3 1", "= 2 init"),
        ("3 play 0 0 0", "= 3 play 0 0 0"),
        ("3 play 0 0 1", "? 3 play there is a dot on the cell"),
        ("4 play 3 0 1", "? 4 play (3, 0) is not on the board"),
        (
            "5 set_option dept 1",
            "? 5 set_option there is no option \"dept\"",
        ),
        ("6 bogus", "? 6 bogus unknown command"),
        ("7 undo 1", "? 7 undo expected no arguments"),
        ("7 init 3 3", "? 7 init expected WIDTH HEIGHT SEED"),
        ("7 analyze", "? 7 analyze expected COLOUR [MS] [LINES]"),
        (
            "8 gen_move x",
            "? 8 gen_move \"x\" is no integer, or is out of bounds",
        ),
        (
            "9 gen_move_with_complexity 0 101",
            "? 9 gen_move_with_complexity complexity is from 0 to 100, not 101",
        ),
        (
            "x",
            "? 0 input_error the line does not begin with an id from -2^63 to 2^64-1",
        ),
        (
            "18446744073709551615",
            "? 18446744073709551615 input_error there is no command",
        ),
        (
            "18446744073709551616 name",
            "? 0 input_error the line does not begin with an id from -2^63 to 2^64-1",
        ),
    ] {
        assert_eq!(engine.ask(request).0, reply);
    }
}

/// One dot in the middle of three times three is loose; on the edge it is not.
#[test]
fn a_player_grounds_and_the_status_says_who_has_won() {
    let mut engine = Engine::start(Stderr::Open);
    for (request, reply) in [
        ("1 ground 0", "? 1 ground no game has been started"),
        ("2 init 3 3 1", "= 2 init"),
        ("3 play 1 1 0", "= 3 play 1 1 0"),
        ("4 ground 2", "? 4 ground a colour is 0 or 1, not 2"),
        ("5 status", "= 5 status playing"),
        ("6 ground 0", "= 6 ground 0"),
        ("7 status", "= 7 status grounded 1 1"),
        ("8 score", "= 8 score 0 1"),
        ("9 legal", "= 9 legal 0"),
        ("10 ground 1", "? 10 ground the game is over"),
        ("11 play 0 0 1", "? 11 play the game is over"),
        ("12 gen_move 1", "? 12 gen_move the game is over"),
        ("13 board", "= 13 board .../.0./..."),
        ("14 undo", "= 14 undo"),
        ("15 status", "= 15 status playing"),
        ("16 score", "= 16 score 0 0"),
        ("17 play 0 0 1", "= 17 play 0 0 1"),
        ("18 ground 1", "= 18 ground 1"),
        ("19 status", "= 19 status grounded - 0"),
        ("20 init 1 1 1", "= 20 init"),
        ("21 play 0 0 1", "= 21 play 0 0 1"),
        ("22 ground 0", "? 22 ground the game is over"),
        ("23 status", "= 23 status full - 0"),
    ] {
        assert_eq!(engine.ask(request).0, reply);
    }
}

#[test]
fn a_decided_game_says_for_whom_and_by_how_much() {
    // The first player captures one dot, with four that are joined to the edge; a fifth is loose.
    let mut engine = Engine::start(Stderr::Open);
    engine.ask("1 init 5 5 0");
    for dot in ["2 0 0", "1 1 0", "3 1 0", "2 1 1", "2 3 0"] {
        engine.ask(&format!("2 play {dot}"));
    }
    engine.ask("3 play 2 2 0");
    assert_eq!(engine.ask("4 score").0, "= 4 score 1 0");
    // By touching the group it is joined, too.
    assert_eq!(engine.ask("5 status").0, "= 5 status decided 0 1");
    engine.ask("6 undo");
    engine.ask("7 undo");
    engine.ask("8 play 3 3 0");
    engine.ask("9 play 2 2 0");
    assert_eq!(engine.ask("10 status").0, "= 10 status playing");
}

#[test]
fn the_lowest_64_bits_of_a_seed_become_the_option() {
    let mut engine = Engine::start(Stderr::Open);
    for (seed, option) in [
        ("-1", u64::MAX),
        ("18446744073709551623", 7),
        ("-9223372036854775808", 1 << 63),
        ("170141183460469231731687303715884105727", u64::MAX),
    ] {
        assert_eq!(engine.ask(&format!("1 init 3 3 {seed}")).0, "= 1 init");
        let (options, _) = engine.ask("2 options");
        let entry = format!(" seed {option} 0..");
        assert!(options.contains(&entry), "{seed}: {options}");
    }
    // It has more than 128 bits.
    let (reply, _) = engine.ask("3 init 3 3 170141183460469231731687303715884105728");
    assert!(reply.starts_with("? 3 init "), "{reply}");
}

#[test]
fn ends_with_its_input() {
    let mut engine = Engine::start(Stderr::Closed);
    engine.close();
    assert_eq!(engine.end().code(), Some(0));

    let mut engine = Engine::start(Stderr::Closed);
    engine.send(b"\n\r\n \t \n1 init 5 5 1\n2 name").unwrap();
    assert_eq!(engine.receive().as_deref(), Some("= 1 init"));
    engine.close();
    assert_eq!(engine.receive().as_deref(), Some("= 2 name tochki"));
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn ends_quietly_when_nobody_reads_its_replies() {
    use std::process::{Command, Stdio};
    let mut process = Command::new(env!("CARGO_BIN_EXE_tochki"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(process.stdout.take());
    let mut requests = process.stdin.take().unwrap();
    std::io::Write::write_all(&mut requests, b"1 name\n2 name\n").unwrap();
    drop(requests);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn ends_on_sigterm() {
    use std::os::unix::process::ExitStatusExt;
    const SIGTERM: i32 = 15;
    let mut engine = Engine::start(Stderr::Closed);
    engine.ask("0 init 39 32 0");
    assert!(crate::process::signal("TERM", engine.id()));
    assert_eq!(engine.end().signal(), Some(SIGTERM));
}

/// A position that the exact search does not get through in the time of a test: one dot in six,
/// without order.
fn crowd(engine: &mut Engine) {
    engine.tell("0 set_option engine tactical");
    engine.tell("0 set_option depth 12");
    engine.tell("0 init 39 32 0");
    for i in 0..200 {
        engine.tell(&format!("0 play {} {} {}", i * 7 % 39, i * 11 % 32, i % 2));
    }
}

#[test]
fn stop_ends_a_search() {
    let mut engine = Engine::start(Stderr::Closed);
    crowd(&mut engine);
    engine
        .send(b"1 gen_move_with_time 1 100000000\n2 gen_move_with_time 0 100000000\n3 stop\n")
        .unwrap();
    for (id, colour) in [(1, 1), (2, 0)] {
        let reply = engine.receive().expect("a move");
        let words: Vec<_> = reply.split(' ').collect();
        let (id, colour) = (id.to_string(), colour.to_string());
        assert_eq!(words[..3], ["=", &id, "gen_move_with_time"]);
        assert_eq!(words[5..], [colour]);
    }
    assert_eq!(engine.receive().as_deref(), Some("= 3 stop"));
    // Also an analysis that is limited and goes on until there is news.
    engine.tell("0 set_option nodes 4000000000");
    engine.send(b"1 analyze 0\n2 stop\n").unwrap();
    let last = engine.receive_after_reports(|line| line.starts_with("! 1 analyze "));
    assert!(last.starts_with("= 1 analyze "), "{last}");
    assert_eq!(engine.receive().as_deref(), Some("= 2 stop"));
    engine.tell("0 set_option nodes 0");
    assert_eq!(
        engine.ask("4 gen_move_with_time 1 1").0.split(' ').count(),
        6
    );
}

#[test]
fn any_input_ends_an_analysis() {
    let mut engine = Engine::start(Stderr::Merged);
    crowd(&mut engine);
    // Its search ends by no depth.
    engine.tell("0 set_option engine mcts");
    // With a time it takes a stop. So many nodes last for hours.
    for (nodes, request, input, reply) in [
        (0, "1 analyze 0\n", "2 name\n", "= 2 name tochki"),
        (
            4_000_000_000_u64,
            "1 analyze 0\n",
            "2 name\n",
            "= 2 name tochki",
        ),
        (0, "1 analyze 0 100000000 2\n", "2 stop\n", "= 2 stop"),
    ] {
        engine.tell(&format!("0 set_option nodes {nodes}"));
        engine.send(request.as_bytes()).unwrap();
        let line = engine.receive().expect("a line");
        assert!(line.starts_with("! 1 analyze 0 "), "{line}");
        engine.send(input.as_bytes()).unwrap();
        let last = engine.receive_after_reports(|line| line.starts_with("! 1 analyze "));
        assert!(last.starts_with("= 1 analyze "), "{last}");
        assert_eq!(engine.receive().as_deref(), Some(reply));
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    for last in ["2 quit\n", ""] {
        let mut engine = Engine::start(Stderr::Closed);
        crowd(&mut engine);
        engine.send(b"1 gen_move_with_time 1 100000000\n").unwrap();
        // After 300 ms the end does not look like that of a script.
        engine.wait_until_it_thinks(30);
        engine.send(last.as_bytes()).unwrap();
        engine.close();
        let reply = engine.receive().expect("a move");
        assert!(reply.starts_with("= 1 gen_move_with_time "), "{reply}");
        if !last.is_empty() {
            assert_eq!(engine.receive().as_deref(), Some("= 2 quit"));
        }
        assert_eq!(engine.end().code(), Some(0));
    }
}

/// Lines that no command takes.
const HOSTILE: &[&[u8]] = &[
    b"\xff\xfe\xfd",
    b"7 play \xff 0 0",
    b"7 na\0me",
    b"\0",
    b"7 init 5 5 \x1b[2J",
    b"7 play 1e3 0 0",
    b"7 play 0x1 0 0",
    b"7 init -5 -5 -5",
    b"7 init 4294967297 4294967297 1",
    b"7 init 5 5 999999999999999999999999999999999999999999",
    b"7 init 5.0 5 1",
    b"7 undo undo undo",
    b"7 gen_move_with_time 0 99999999999999999999999",
    b"7 gen_move_with_complexity 0 4294967296",
    b"7 set_option",
    b"7 set_option depth",
    b"7 set_option depth -1",
    b"7 set_option depth 99999999999999999999",
    b"7 set_option engine stockfish",
    b"7 set_option no_such_option 1",
    b"99999999999999999999999999 name",
    b"7.5 name",
    b"= 7 name",
    b"? 7 name",
    "7 play \u{0661} 0 0".as_bytes(),
    "7\u{a0}name".as_bytes(),
    "7 x\u{2028}y".as_bytes(),
    "\u{feff}7 name".as_bytes(),
];

#[test]
fn bad_input_is_answered_and_forgotten() {
    let long = vec![b'9'; 1 << 20];
    let long_command = [b"7 name ".as_slice(), &long].concat();
    let hostile = [&long[..], &long_command]
        .into_iter()
        .chain(HOSTILE.iter().copied());
    let mut engine = Engine::start(Stderr::Closed);
    engine.ask("1 init 4 3 5");
    engine.ask("2 play 1 1 0");
    let (options, _) = engine.ask("3 options");
    for line in hostile {
        engine.send(line).unwrap();
        engine.send(b"\n").unwrap();
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]);
        let reply = engine.receive().expect("a reply");
        assert!(
            reply.starts_with("? 0 ") || reply.starts_with("? 7 "),
            "{shown:?} got {reply:?}"
        );
        // A client could take it for the end of a line.
        assert!(!reply.contains('\u{2028}'), "{reply:?}");
        let (board, _) = engine.ask("4 board");
        assert_eq!(board, "= 4 board ..../.0../....", "after {shown:?}");
    }
    assert_eq!(engine.ask("3 options").0, options);
    engine.close();
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn requests_that_follow_do_not_cut_an_analysis_with_a_time_short() {
    let mut engine = Engine::start(Stderr::Open);
    engine.ask("1 set_option engine mcts");
    engine.ask("2 set_option nodes 2000");
    let mut nodes_of_analysis = |next: &str| {
        engine.ask("3 init 20 20 1");
        engine.send(b"4 analyze 0 3600000 1\n").unwrap();
        engine.send(next.as_bytes()).unwrap();
        while !engine.receive().expect("a reply").starts_with("= 4") {}
        if !next.is_empty() {
            assert_eq!(engine.receive().as_deref(), Some("= 5 status playing"));
        }
        let (stats, _) = engine.ask("6 stats");
        stats.split(' ').nth(4).map(str::to_owned)
    };
    let alone = nodes_of_analysis("");
    assert!(alone.is_some());
    assert_eq!(nodes_of_analysis("5 status\n"), alone);
    engine.close();
    assert!(engine.end().success());
}
