//! The engine process keeps the Go Text Protocol as dots-game and KataGoDots speak it.

use crate::client::{Engine, Stderr};

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
    (
        "play P1 1-1 P2 1-2 P2 1-3 P1 3-3",
        "? Illegal move Player1 3-3",
    ),
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
pub fn ask(engine: &mut Engine, command: &str) -> String {
    engine.send(format!("{command}\n").as_bytes()).unwrap();
    reply(engine)
}

/// The next reply up to the empty line.
pub fn reply(engine: &mut Engine) -> String {
    let lines = std::iter::from_fn(|| {
        let line = engine.receive().expect("a reply");
        (!line.is_empty()).then_some(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a reply is as the pattern, in which `*` stands for any text.
pub fn matches(reply: &str, pattern: &str) -> bool {
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

/// The engine as clients of KataGoDots start it.
pub fn start(stderr: Stderr) -> Engine {
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

#[test]
fn a_lost_game_on_a_full_board_keeps_its_margin() {
    let mut engine = start(Stderr::Merged);
    for (command, pattern) in [
        ("boardsize 3", "= "),
        ("play P2 2-2 P1 2-3 P1 1-2 P1 3-2 P1 2-1", "= "),
        ("play P1 1-1 P2 3-3 P1 1-3 P2 3-1", "= "),
        ("final_score", "= P1+1.0"),
        ("kata-search P2", "= ground"),
        ("genmove P2", "= ground"),
        ("final_score", "= P1+1.0"),
        ("printsgf", "= *RE[B+1]*"),
    ] {
        let reply = ask(&mut engine, command);
        assert!(matches(&reply, pattern), "{command}: {reply}");
    }
}

#[test]
fn nobody_resigns_on_a_full_board() {
    let mut engine = start(Stderr::Closed);
    ask(&mut engine, "boardsize 1:2");
    for (command, reply) in [
        // The dots fill the board.
        (
            "play P1 1-1 P2 1-2 P1 resign",
            "? Illegal move Player1 resign",
        ),
        ("play P1 1-1 P2 1-2", "= "),
        ("play P1 resign", "? Illegal move Player1 resign"),
        ("final_score", "= 0"),
        ("genmove P1", "= ground"),
        ("undo", "= "),
        ("play P1 ground", "= "),
        ("final_score", "= 0"),
    ] {
        assert_eq!(ask(&mut engine, command), reply, "{command}");
    }
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
    let refused = ask(&mut engine, "printsgf /dev/null");
    assert_eq!(refused, "? cannot write file: it is no regular file");
}

#[test]
fn a_game_that_ends_without_a_search_reports_none() {
    let mut engine = start(Stderr::Merged);
    for (command, expected) in [
        ("boardsize 3", "= "),
        ("play P1 2-2 P2 1-2 P2 2-3 P2 3-2", "= "),
        ("kata-search P2", "= 2-1"),
        ("play P2 2-1", "= "),
        ("genmove_debug P1", "= nodes,0\nplay resign"),
    ] {
        assert_eq!(ask(&mut engine, command), expected, "{command}");
    }
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
fn random_starts_are_those_of_the_seed() {
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
    // A refused size does not count as a start that was chosen.
    assert_eq!(board(&["kata-set-rules notago", "boardsize 3"]), usual);
    // Nor does a start of later games that is set during a game.
    let later = ["play P1 1-1", "kata-set-rules notago", "clear_board"];
    assert_eq!(board(&later), usual);
    // Nor does a game without start dots.
    let empty = [
        "kata-set-rule startPosIsRandom true",
        "clear_board",
        "kata-set-rules notago",
    ];
    assert_eq!(board(&empty), usual);
    let twice = ["kata-set-rules notago", "clear_board"];
    let seed = ["kata-set-param seed 5", "kata-set-rules notago"];
    assert!(board(&twice) != usual && board(&seed) != usual);
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
