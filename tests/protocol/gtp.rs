//! The engine process keeps the Go Text Protocol as dots-game and KataGoDots speak it.

use crate::client::{Engine, Stderr};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Commands and what is to come back, without the empty line. `*` stands for anything in a word.
const CONFORMANCE: &[(&str, &str)] = &[
    ("version", "= *"),
    ("name", "= KataGoDots"),
    ("protocol_version", "= 2"),
    ("kata-get-param maxTime", "= *"),
    ("kata-set-param maxTime 5", "= "),
    ("kata-get-param maxTime", "= 5.0"),
    ("kata-set-param maxVisits 300", "= "),
    ("kata-get-param maxVisits", "= 300"),
    ("kata-get-param maxPlayouts", "= 1125899906842624"),
    ("kata-get-param speed", "? Invalid parameter: speed"),
    (
        "kata-get-param rule1",
        "? the option rule1 is called article.rule1 now",
    ),
    ("boardsize 39:32", "= "),
    ("get_boardsize", "= 39:32"),
    ("boardsize 8:8", "= "),
    ("get_boardsize", "= 8"),
    ("get_moves", "= "),
    ("get_position", "= "),
    ("kata-set-rule dotsCaptureEmptyBase false", "= "),
    ("kata-set-rule suicide true", "= "),
    (
        "kata-get-rules",
        "= {\"dots\":true,\"dotsCaptureEmptyBase\":false,\"startPos\":\"EMPTY\",\
         \"startPosIsRandom\":false,\"suicide\":true}",
    ),
    ("komi 0.0", "= "),
    ("get_komi", "= 0"),
    ("komi 0.5", "= "),
    ("get_komi", "= 0.5"),
    ("komi 0.3", "? komi must be an integer or half-integer"),
    ("komi 151", "? unacceptable komi"),
    ("komi -0", "= "),
    ("get_komi", "= 0"),
    ("set_position P1 4-5 P2 5-5 P1 5-4 P2 4-4", "= "),
    ("get_position", "= P1 4-5 P2 5-5 P1 5-4 P2 4-4"),
    ("play P1 2-7 P2 3-3 ", "= "),
    ("get_moves", "= P1 2-7 P2 3-3"),
    ("play P1 2-7", "? Illegal move Player1 2-7"),
    ("get_moves", "= P1 2-7 P2 3-3"),
    ("play P1 1-1 P2 1-1", "? Illegal move Player2 1-1"),
    ("get_moves", "= P1 2-7 P2 3-3"),
    ("play P3 1-1", "? Could not parse color: 'P3' (P3 1-1)"),
    ("play P1", "? Expected location after color: P1"),
    ("play P1 9-9", "? Could not parse location: 9-9"),
    ("genmove P1", "= *-*"),
    ("get_moves", "= P1 2-7 P2 3-3 P1 *-*"),
    ("undo 1", "= "),
    ("get_moves", "= P1 2-7 P2 3-3"),
    ("undo 0", "= "),
    ("undo 99", "? cannot undo (max undo count: 2)"),
    ("undo -1", "? Expected nonnegative integer for undo count"),
    ("undo 2", "= "),
    ("get_moves", "= "),
    ("get_position", "= P1 4-5 P2 5-5 P1 5-4 P2 4-4"),
    ("final_score", "= 0"),
    ("play P1 ground", "= "),
    ("get_moves", "= P1 ground"),
    ("play P2 1-1", "? Illegal move Player2 1-1"),
    ("final_score", "= P2+2.0"),
    ("undo 1", "= "),
    ("final_score", "= 0"),
    ("play P1 resign", "= "),
    ("final_score", "= P2+0.0"),
    ("undo", "= "),
    ("komi 1.5", "= "),
    ("final_score", "= P2+1.5"),
    ("komi 0", "= "),
    (
        "set_position P1 1-1 P2 ground",
        "? ground is disallowed in a position",
    ),
    (
        "set_position P1 1-1 P2 1-1",
        "? Illegal stone placements - overlapping stones or stones with no liberties?",
    ),
    ("get_position", "= P1 4-5 P2 5-5 P1 5-4 P2 4-4"),
    ("set_position", "= "),
    ("get_position", "= "),
    ("boardsize 1000", "? unacceptable size*"),
    (
        "boardsize x",
        "? Expected int argument for boardsize or pair of ints but got 'x'",
    ),
    ("get_boardsize", "= 8"),
    ("17 name", "=17 KataGoDots"),
    ("18 get_moves", "=18 "),
    ("19 bogus", "?19 unknown command"),
    ("bogus", "? unknown command"),
    ("known_command play", "= true"),
    ("known_command bogus", "= false"),
    // Where the official rules and SGF put the cross.
    ("boardsize 39 32", "= "),
    ("kata-set-rule startPos CROSS", "= "),
    ("get_position", "= P1 20-17 P2 21-17 P1 21-16 P2 20-16"),
    ("printsgf", "= *SZ[39:32]*AB[tp][uq]*AW[up][tq]*"),
    (
        "kata-set-rule startPos CIRCLE",
        "? Could not parse the value of startPos: 'CIRCLE'",
    ),
    ("kata-set-rule ko SIMPLE", "? Unknown rules option: ko"),
    ("kata-set-rules {\"startPos\":\"EMPTY\"}", "= "),
    ("get_position", "= "),
    // Rules that the board keeps.
    ("kata-set-rule suicide false", "= "),
    ("boardsize 5", "= "),
    ("play P1 2-3 P1 3-4 P1 4-3 P1 3-2", "= "),
    ("play P2 3-3", "? Illegal move Player2 3-3"),
    ("kata-set-rule suicide true", "= "),
    ("play P2 3-3", "= "),
    ("final_score", "= P1+1.0"),
    (
        "kata-set-rule dotsCaptureEmptyBase true",
        "? the game so far cannot be played by these rules: *",
    ),
    ("undo", "= "),
    ("kata-set-rule dotsCaptureEmptyBase true", "= "),
    ("play P1 3-3", "? Illegal move Player1 3-3"),
    ("kata-set-rules bbs", "= "),
    ("time_settings 300 30 5", "= "),
    ("time_left B 12 3", "= "),
    ("kata-time_settings byoyomi 10 5 3", "= "),
    ("kata-time_settings fischer 1 0.1", "= "),
    ("kata-time_settings fischer-capped 1 0.1 20 -1", "= "),
    (
        "kata-time_settings fischer-capped 1 0.1 20 -x",
        "? Could not parse time: '-x'",
    ),
    ("kata-time_settings hourglass 1", "? Expected one of *"),
    ("kata-time_settings none", "= "),
    ("stop", "= "),
    ("clear_cache", "= "),
];

/// One command, and its reply up to the empty line.
fn ask(engine: &mut Engine, command: &str) -> String {
    engine.send(format!("{command}\n").as_bytes()).unwrap();
    reply(engine)
}

fn reply(engine: &mut Engine) -> String {
    let lines = std::iter::from_fn(|| {
        let line = engine.receive().expect("a reply");
        (!line.is_empty()).then_some(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn matches(reply: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = reply.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || pattern.ends_with('*')
}

fn start(stderr: Stderr) -> Engine {
    Engine::start_with(&["gtp", "-model", "", "-config", ""], stderr)
}

fn conform(stderr: Stderr) {
    let mut engine = start(stderr);
    for (command, pattern) in CONFORMANCE {
        let reply = ask(&mut engine, command);
        assert!(
            matches(&reply, pattern),
            "{command:?} got {reply:?} instead of {pattern:?}"
        );
    }
    // Comments and blank lines are not answered.
    engine
        .send("# a\u{a0}comment\n\n  \t\r\nname # nothing\u{2028}\n20\tname\r\n".as_bytes())
        .unwrap();
    assert_eq!(reply(&mut engine), "= KataGoDots");
    assert_eq!(reply(&mut engine), "=20 KataGoDots");
    engine.close();
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn keeps_the_protocol_whatever_becomes_of_stderr() {
    Stderr::ALL.into_iter().for_each(conform);
}

#[test]
fn moves_are_played_and_searches_are_not() {
    let mut engine = start(Stderr::Merged);
    ask(&mut engine, "boardsize 9");
    ask(&mut engine, "set_position P1 5-5 P2 5-6 P2 4-5 P2 6-5");
    assert_eq!(ask(&mut engine, "kata-search P2"), "= 5-4");
    assert_eq!(ask(&mut engine, "get_moves"), "= ");
    assert_eq!(ask(&mut engine, "genmove P2"), "= 5-4");
    assert_eq!(ask(&mut engine, "get_moves"), "= P2 5-4");
    assert_eq!(ask(&mut engine, "final_score"), "= P2+1.0");
    let shown = ask(&mut engine, "showboard");
    assert!(shown.contains("...1a1..."), "{shown}");
    assert_eq!(ask(&mut engine, "undo"), "= ");
    assert_eq!(ask(&mut engine, "final_score"), "= 0");
    // Any option is a parameter.
    assert_eq!(ask(&mut engine, "kata-set-param engine tactical"), "= ");
    assert_eq!(ask(&mut engine, "kata-get-param engine"), "= \"tactical\"");
    assert_eq!(
        ask(
            &mut engine,
            "kata-set-params {\"depth\":3,\"maxTime\":0.05}"
        ),
        "= "
    );
    assert_eq!(ask(&mut engine, "genmove w"), "= 5-4");
    assert_eq!(
        ask(&mut engine, "kata-set-params {\"depth\":4,\"maxTime\":-1}"),
        "? Invalid value for maxTime: '-1'"
    );
    assert_eq!(ask(&mut engine, "kata-get-param depth"), "= 3");
    ask(&mut engine, "quit");
    assert_eq!(engine.end().code(), Some(0));
}

#[test]
fn the_engine_ends_games_that_are_decided() {
    let mut engine = start(Stderr::Closed);
    ask(&mut engine, "boardsize 5");
    // Komi alone ends no game.
    ask(&mut engine, "komi 0.5");
    for player in ["P1", "P2"] {
        let reply = ask(&mut engine, &format!("kata-search {player}"));
        assert!(matches(&reply, "= *-*"), "{reply}");
    }
    ask(&mut engine, "komi 0");
    // The first player holds a dot, and all of his are joined to the edge.
    ask(
        &mut engine,
        "play P1 1-3 P2 2-3 P1 2-4 P1 3-3 P1 2-2 P1 2-5 P1 4-3 P1 5-3 P1 2-1",
    );
    assert_eq!(ask(&mut engine, "final_score"), "= P1+1.0");
    assert_eq!(ask(&mut engine, "kata-search P1"), "= ground");
    assert_eq!(ask(&mut engine, "kata-search P2"), "= resign");
    // With komi it is not won any more.
    ask(&mut engine, "komi 1");
    let reply = ask(&mut engine, "kata-search P1");
    assert!(matches(&reply, "= *-*"), "{reply}");
    ask(&mut engine, "komi 0");
    assert_eq!(ask(&mut engine, "genmove P2"), "= resign");
    assert_eq!(ask(&mut engine, "final_score"), "= P1+0.0");
    assert_eq!(ask(&mut engine, "genmove P1"), "? the game is over");
    ask(&mut engine, "undo");
    assert_eq!(ask(&mut engine, "genmove P1"), "= ground");
    assert_eq!(ask(&mut engine, "final_score"), "= P1+1.0");
}

#[test]
fn a_drawn_game_is_not_thrown_away_in_the_last_empty_base() {
    let mut engine = start(Stderr::Merged);
    ask(&mut engine, "boardsize 3");
    // The free cell is in an empty base of the first player.
    let corners = "P2 1-3 P2 3-3 P2 1-1 P2 3-1";
    let ring = "P1 2-3 P1 1-2 P1 3-2 P1 2-1";
    for rules in ["true", "false"] {
        ask(&mut engine, &format!("kata-set-rule suicide {rules}"));
        ask(&mut engine, &format!("set_position {corners} {ring}"));
        assert_eq!(ask(&mut engine, "kata-search P1"), "= 2-2");
        assert_eq!(ask(&mut engine, "kata-search P2"), "= ground");
        let analyzed = ask(&mut engine, "kata-genmove_analyze P2");
        assert_eq!(analyzed, "=\nplay ground");
        assert_eq!(ask(&mut engine, "final_score"), "= 0");
        ask(&mut engine, "undo");
        assert_eq!(ask(&mut engine, "genmove P2"), "= ground");
    }
}

/// The prior of the first move of a report.
fn prior<T: FromStr>(report: &str) -> Option<T> {
    let (_, rest) = report.split_once(" prior ")?;
    rest.split(' ').next()?.parse().ok()
}

#[test]
fn analysis_goes_on_until_anything_is_sent() {
    let mut engine = start(Stderr::Merged);
    ask(&mut engine, "kata-set-param engine mcts");
    for i in 0..200 {
        let (x, y, player) = (1 + i * 7 % 39, 1 + i * 11 % 32, 1 + i % 2);
        ask(&mut engine, &format!("play P{player} {x}-{y}"));
    }
    engine
        .send(b"8 kata-analyze P1 1 maxmoves 3 ownership true rootInfo true\n")
        .unwrap();
    assert_eq!(engine.receive().as_deref(), Some("=8"));
    for _ in 0..2 {
        let line = engine.receive().expect("a line");
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
        assert!(
            prior(&line).is_some_and(|prior: f64| prior <= 1.0),
            "{line}"
        );
        let owners = line.split(" ownership ").nth(1).expect("owners");
        assert_eq!(owners.split(' ').count(), 39 * 32);
    }
    engine.send(b"9 name\n").unwrap();
    let rest = reply(&mut engine);
    assert!(
        rest.lines().all(|line| line.starts_with("info move ")),
        "{rest}"
    );
    assert_eq!(reply(&mut engine), "=9 KataGoDots");

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
    std::thread::sleep(Duration::from_millis(500));
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
fn a_game_goes_into_a_file_and_back() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a game.sgf");
    let file = file.to_str().unwrap();
    let mut engine = start(Stderr::Closed);
    ask(&mut engine, "boardsize 8:6");
    ask(&mut engine, "komi 0.5");
    ask(&mut engine, "set_position P1 4-3 P2 5-3");
    ask(&mut engine, "play P1 1-1 P2 2-2 P1 ground");
    let text = ask(&mut engine, "printsgf");
    assert!(matches(&text, "= (;FF[4]GM[40]*SZ[8:6]*"), "{text}");
    assert_eq!(ask(&mut engine, &format!("printsgf {file}")), "= ");
    ask(&mut engine, "boardsize 20");
    ask(&mut engine, "komi 0");
    assert_eq!(ask(&mut engine, &format!("loadsgf {file}")), "= ");
    assert_eq!(ask(&mut engine, "get_boardsize"), "= 8:6");
    assert_eq!(ask(&mut engine, "get_komi"), "= 0.5");
    assert_eq!(ask(&mut engine, "get_position"), "= P1 4-3 P2 5-3");
    assert_eq!(ask(&mut engine, "get_moves"), "= P1 1-1 P2 2-2 P1 ground");
    assert_eq!(ask(&mut engine, &format!("loadsgf {file} 2")), "= ");
    assert_eq!(ask(&mut engine, "get_moves"), "= P1 1-1");
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, format!("{text}(;GM[1]SZ[19];B[aa])")).unwrap();
    // Of a collection only the first game counts.
    assert_eq!(ask(&mut engine, &format!("loadsgf {file} 2")), "= ");
    let refused = ask(&mut engine, "loadsgf nowhere.sgf");
    assert!(matches(&refused, "? cannot load file: *"), "{refused}");
    assert_eq!(ask(&mut engine, "get_moves"), "= P1 1-1");
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
fn rules_that_are_refused_change_nothing() {
    let mut engine = start(Stderr::Merged);
    ask(&mut engine, "boardsize 3");
    let rules = ask(&mut engine, "kata-get-rules");
    for turn in [None, Some("play P1 1-1")] {
        if let Some(turn) = turn {
            assert_eq!(ask(&mut engine, turn), "= ");
        }
        let wanted = r#"kata-set-rules {"suicide":false,"startPos":"CROSS_4"}"#;
        let reply = ask(&mut engine, wanted);
        assert!(reply.starts_with('?'), "{reply}");
        assert_eq!(ask(&mut engine, "kata-get-rules"), rules);
    }
    assert_eq!(ask(&mut engine, "clear_board"), "= ");
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn starts_by_lot_are_those_of_the_seed() {
    let board = |commands: &[&str]| {
        let mut engine = start(Stderr::Merged);
        for command in commands {
            // Four crosses have no room on a board of 3x3.
            let refused = *command == "boardsize 3";
            assert_eq!(ask(&mut engine, command).starts_with('?'), refused);
        }
        assert_eq!(ask(&mut engine, "boardsize 20"), "= ");
        let board = ask(&mut engine, "showboard");
        engine.close();
        assert!(engine.end().success());
        board
    };
    let usual = board(&["kata-set-rules notago"]);
    // What is refused uses up no lot.
    assert_eq!(board(&["kata-set-rules notago", "boardsize 3"]), usual);
    let twice = ["kata-set-rules notago", "clear_board"];
    let seed = ["kata-set-param seed 5", "kata-set-rules notago"];
    assert!(board(&twice) != usual && board(&seed) != usual);
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

#[test]
fn clients_of_katago_find_the_name_that_they_insist_on() {
    for (arguments, name) in [
        (&["gtp"][..], "= tochki"),
        (&["gtp", "-model", "", "-config", ""], "= KataGoDots"),
        (&["gtp", "-config", "x"], "= KataGoDots"),
        (&["gtp", "-model", "x", "--name", "y"], "= y"),
        (
            &["gtp", "-model", "", "-config", "", "--engine", "mcts"],
            "= KataGoDots",
        ),
    ] {
        let mut engine = Engine::start_with(arguments, Stderr::Merged);
        assert_eq!(ask(&mut engine, "name"), name);
        engine.close();
        assert!(engine.end().success());
    }
}

#[cfg(unix)]
#[test]
fn files_for_katago_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let file = std::ffi::OsStr::from_bytes(b"mod\xe8le.bin.gz");
    for flag in ["-model", "-config", "-human-model", "-override-config"] {
        let mut command = assert_cmd::Command::cargo_bin("tochki").unwrap();
        command.args(["gtp", flag]).arg(file).write_stdin("name\n");
        command.assert().success().stdout("= KataGoDots\n\n");
    }
}

#[test]
fn komi_is_checked_wherever_it_comes_from() {
    let mut engine = start(Stderr::Merged);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.sgf");
    assert_eq!(ask(&mut engine, "boardsize 4"), "= ");
    for (komi, is_good) in [
        ("0.25", false),
        ("150.5", false),
        ("-0", true),
        ("1.5", true),
    ] {
        std::fs::write(&file, format!("(;GM[40]SZ[3]KM[{komi}])")).unwrap();
        let reply = ask(&mut engine, &format!("loadsgf {}", file.display()));
        assert_eq!(reply == "= ", is_good, "{reply}");
        let size = if is_good { "= 3" } else { "= 4" };
        assert_eq!(ask(&mut engine, "get_boardsize"), size);
    }
    assert_eq!(ask(&mut engine, "get_komi"), "= 1.5");
    assert_eq!(ask(&mut engine, "komi -0"), "= ");
    assert_eq!(ask(&mut engine, "get_komi"), "= 0");
    engine.close();
    assert!(engine.end().success());
}
