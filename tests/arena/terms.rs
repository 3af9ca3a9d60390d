//! What a match is played by: dialects, time controls, openings, endings, records.

use crate::contest::{
    GTP, MOCK, add_mocks, add_own, contest, ending, journal, record, result, tochki,
};
use std::path::Path;
use std::process::Command;
use tochki::Player;
use tochki::board::Action;

/// A match of two games on 4x4 of a v6 engine against one of GTP.
fn against_gtp(mode: &str, log: &Path, extra: &[&str]) -> Command {
    let mut command = tochki();
    command.args(["match", "--margin", "1500", "--size", "4x4", "--json"]);
    command.args(["--games", "2", "--dialect", "2:gtp"]);
    command.arg("--engine").arg(format!("'{MOCK}' good"));
    let second = format!("'{GTP}' {mode} '{}'", log.display());
    command.arg("--engine").arg(second);
    command.args(extra);
    command
}

#[test]
fn engines_of_both_dialects_meet() {
    for (mode, wanted, wins) in [
        ("good", "full", 0),
        ("resign", "resigned", 2),
        ("off", "illegal-move", 2),
        ("pass", "stopped", 0),
        ("babble", "bad-reply", 2),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let found = result(
            &against_gtp(mode, &log, &["--start", "empty"])
                .output()
                .unwrap(),
        );
        assert_eq!(ending(&found), wanted, "{mode}");
        assert_eq!(found["pairings"][0]["wins"], wins, "{mode}");
        assert_eq!(found["engines"][1]["dialect"], "gtp");
    }
}

#[test]
fn an_engine_that_hangs_in_its_reply_is_told_the_whole_time_that_it_had() {
    let directory = tempfile::tempdir().unwrap();
    let extra = ["--start", "empty", "--patience", "4", "--jobs", "2"];
    let mut command = against_gtp("half", &directory.path().join("log"), &extra);
    let found = result(&command.output().unwrap());
    assert_eq!(ending(&found), "hang");
    // 100 ms for the move, the margin, and the patience.
    let detail = &found["pairings"][0]["endings"][0]["detail"];
    assert_eq!(detail, "player 2: no reply within 5600 ms");
}

#[test]
fn a_stop_gives_the_loose_dots_away() {
    let directory = tempfile::tempdir().unwrap();
    let [log, openings, out] = ["log", "openings.txt", ""].map(|name| directory.path().join(name));
    std::fs::write(&openings, "....\n.0..\n..1.\n....\n").unwrap();
    let mut command = against_gtp("ground", &log, &["--openings"]);
    command.arg(openings).arg("--out").arg(out);
    let found = result(&command.output().unwrap());
    assert_eq!(ending(&found), "stopped");
    // In each game the engine that grounds has one loose dot, in the middle.
    assert_eq!(found["pairings"][0]["wins"], 2, "{found}");
    assert_eq!(found["pairings"][0]["margin"]["mean"], 1.0);
    let record = record(directory.path(), 1);
    assert_eq!(record.turns.last().unwrap().action, Action::Ground);
}

#[test]
fn records_name_the_chains_of_captures_if_asked_to() {
    for chains in [false, true] {
        let directory = tempfile::tempdir().unwrap();
        let openings = directory.path().join("openings.sgf");
        // The first free cell closes a ring.
        let opening = "(;GM[40]SZ[4]AB[aa][ca][da][ab][cb][bc]AW[bb])";
        std::fs::write(&openings, opening).unwrap();
        let mut command = tochki();
        command.args(["match", "--json", "--games", "1", "--size", "4x4"]);
        command.args(["--margin", "1500", "--openings"]);
        command.arg(&openings).arg("--out").arg(directory.path());
        add_mocks(&mut command, &["good"; 2]);
        if chains {
            command.arg("--chains");
        }
        let found = result(&command.output().unwrap());
        assert_eq!(ending(&found), "decided", "{found}");
        record(directory.path(), 1);
        let text = std::fs::read_to_string(directory.path().join("game-0001.sgf")).unwrap();
        assert_eq!(text.contains(";B[ba.ba"), chains, "{text}");
        assert!(text.contains("C[decided by grounding: B+1.]"), "{text}");
    }
}

#[test]
fn gtp_engines_are_told_everything_in_their_words() {
    let requests = |extra: &[&str]| {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let output = against_gtp("good", &log, extra).output().unwrap();
        assert!(output.status.success(), "{:?}", output);
        let text = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        // The first start is only a trial.
        let begin = lines.iter().rposition(|line| line == "protocol_version");
        lines[begin.unwrap()..].to_vec()
    };
    let rules = [
        "protocol_version",
        "kata-set-rule dotsCaptureEmptyBase false",
        "kata-set-rule suicide true",
    ];
    let game = ["boardsize 4:4", "set_position", "komi 0.5"];
    let first = ["play P1 1-4", "genmove P2", "play P1 3-4", "genmove P2"];
    let extra = ["--time", "1500", "--komi", "0.5", "--option", "2:chosen=7"];
    let option = ["kata-set-param chosen 7", "kata-set-param maxTime 1.5"];
    let all = requests(&extra);
    assert_eq!(all[..8], [&rules[..], &option, &game].concat());
    // Four dots of the cross come between.
    assert!(all[8..12].iter().all(|line| line.starts_with("play P")));
    assert_eq!(all[12..16], first);
    let clock = requests(&["--tc", "2:60+0.5"]);
    let words = ["kata-time_settings fischer 60 0.5", "time_left P1 60 0"];
    assert_eq!(clock[3..5], words, "{clock:?}");
    let words = [words[0], "time_left P2 60 0", "genmove P2"];
    assert_eq!(clock[8 + 5..][..3], words, "{clock:?}");
}

#[test]
fn a_gtp_engine_without_a_clock_is_refused_before_the_first_game() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let run = |tc: &str| {
        let mut command = against_gtp("clockless", &log, &["--tc", tc, "--out"]);
        command.arg(directory.path()).output().unwrap()
    };
    let output = run("2:60");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    let words = "\"kata-time_settings fischer 60 0\" was refused: unknown command";
    assert!(error.contains(words), "{error}");
    assert!(journal(directory.path()).is_empty());
    assert!(run("1:60").status.success());
}

/// The time controls of both engines in a match with these arguments, or why it is refused.
fn times(extra: &[&str]) -> Result<[String; 2], String> {
    let mut command = tochki();
    command.args(["match", "--margin", "1500", "--size", "4x4", "--json"]);
    if !extra.contains(&"--games") {
        command.args(["--games", "1"]);
    }
    add_mocks(&mut command, &["good", "slow"]);
    let output = command.args(extra).output().unwrap();
    if output.status.code() == Some(2) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let found = result(&output);
    let time = |engine: usize| {
        let time = &found["engines"][engine]["time"];
        time.as_str().unwrap().to_owned()
    };
    Ok([time(0), time(1)])
}

#[test]
fn every_engine_has_its_own_time() {
    let strings = |times: [&str; 2]| Ok(times.map(str::to_owned));
    assert_eq!(times(&[]), strings(["st=100 ms"; 2]));
    assert_eq!(
        times(&["--complexity", "2:7"]),
        strings(["st=100 ms", "complexity=7"])
    );
    let own = times(&["--time", "2:own", "--time", "900"]);
    assert_eq!(own, strings(["st=900 ms", "own settings"]));
    assert_eq!(times(&["--time", "900"]), strings(["st=900 ms"; 2]));
    let one = times(&["--time", "900", "--time", "2:700"]);
    assert_eq!(one, strings(["st=900 ms", "st=700 ms"]));
}

#[test]
fn terms_without_a_meaning_are_refused() {
    for (wrong, words) in [
        (
            ["--time", "900", "--complexity", "3"],
            "more than one time control",
        ),
        (
            ["--time", "1:900", "--tc", "1:3"],
            "more than one time control",
        ),
        (["--time", "3:900", "--time", "900"], "no engine 3"),
        (
            ["--nodes", "5", "--option", "2:nodes=6"],
            "engine 2: the option nodes=6 contradicts the time control, 5 nodes a move\n",
        ),
        // Without a flag each move has 100 ms.
        (
            ["--dialect", "1:gtp", "--option", "maxTime=5"],
            "engine 1: the option maxTime=5 contradicts the default time control, 100 ms a move: \
             with --time 1:own the option holds\n",
        ),
        (["--complexity", "101", "--games", "1"], "0 to 100"),
        (["--komi", "0.3", "--games", "1"], "a multiple of 0.5"),
        (["--dialect", "2:uci", "--games", "1"], "no dialect"),
        // The engine would take the second line for another request.
        (
            ["--option", "nodes=1\n9 quit", "--games", "1"],
            "an option is one line of at most 4096 bytes",
        ),
        (
            [
                "--option",
                &format!("a={}", "x".repeat(4095)),
                "--games",
                "1",
            ],
            "an option is one line of at most 4096 bytes",
        ),
        (
            ["--option", "1:=5", "--games", "1"],
            "the name of an option is one word, not \"\"",
        ),
        (
            ["--option", "a b=1", "--games", "1"],
            "the name of an option is one word, not \"a b\"",
        ),
        (
            ["--name", "a", "--name", " "],
            "engine 2: the name is empty",
        ),
        (
            ["--name", "a b", "--name", "a\nb"],
            "engines 1 and 2 have one name, \"a b\": see --name",
        ),
        (["--name", "a", "--name", "a"], "have one name, \"a\""),
        (["--name", "a", "--name", "a "], "have one name, \"a\""),
        // This is the name that the second engine gets without a flag.
        (
            ["--name", "2 mock_engine.sh", "--games", "1"],
            "have one name, \"2 mock_engine.sh\"",
        ),
        (
            ["--time", "11d", "--komi", "0"],
            "a time in ms or s, up to ten days",
        ),
        (["--games", "0", "--komi", "0"], "0 is not in 1.."),
        (["--max-moves", "0", "--komi", "0"], "0 is not in 1.."),
        (["--patience", "0", "--komi", "0"], "more than 0 seconds"),
        (
            ["--lead", "10", "--komi", "0"],
            "two numbers above 0, DOTS,MOVES",
        ),
        (
            ["--lead", "10,0", "--komi", "0"],
            "two numbers above 0, DOTS,MOVES",
        ),
        (
            ["--lead", "inf,5", "--komi", "0"],
            "two numbers above 0, DOTS,MOVES",
        ),
    ] {
        let error = times(&wrong).unwrap_err();
        assert!(error.contains(words), "{wrong:?}: {error}");
    }
}

#[test]
fn the_hypotheses_of_a_test_may_be_negative() {
    let extra = ["--games", "2", "--sprt", "-1.75,0.25"];
    let output = contest(["good", "good"], "negative", &extra).output();
    let found = result(&output.unwrap());
    let test = &found["pairings"][0]["sprt"];
    assert_eq!(test["elo0"], -1.75, "{found}");
    assert_eq!(test["elo1"], 0.25, "{found}");
}

#[test]
fn games_end_when_both_engines_see_the_same_winner() {
    let play = |modes| {
        let extra = ["--games", "2", "--lead", "9,4"];
        result(&contest(modes, "lead", &extra).output().unwrap())
    };
    let agreed = play(["hopeful", "gloomy"]);
    assert_eq!(ending(&agreed), "lead");
    assert_eq!(agreed["pairings"][0]["wins"], 2);
    assert_eq!(agreed["pairings"][0]["margin"]["mean"], 9.0);
    assert_eq!(ending(&play(["hopeful", "hopeful"])), "full");
    // An engine that tells no value counts as expecting the score on the board.
    assert_eq!(ending(&play(["hopeful", "good"])), "full");
}

#[test]
fn opening_dots_that_capture_are_no_turns_of_the_record() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.txt");
    std::fs::write(&openings, ".a..\ncBa.\n.a..\n....\n").unwrap();
    let (openings, out) = (
        openings.to_str().unwrap(),
        directory.path().to_str().unwrap(),
    );
    let mut command = tochki();
    command.args([
        "match",
        "--margin",
        "1500",
        "--size",
        "4x4",
        "--games",
        "1",
        "--max-moves",
        "1",
    ]);
    command.args([
        "--openings",
        openings,
        "--out",
        out,
        "--komi",
        "1",
        "--json",
    ]);
    add_mocks(&mut command, &["good"; 2]);
    let found = result(&command.output().unwrap());
    assert_eq!(found["games"], 1);
    let losses = &found["pairings"][0]["losses_at_once"]["largest"];
    assert_eq!(*losses, serde_json::json!([0, 0]));
    let record = record(directory.path(), 1);
    assert_eq!((record.start.len(), record.turns.len()), (5, 1));
    assert_ne!(record.turns[0].comment, "");
    assert_eq!(record.final_board().unwrap().moves().len(), 6);
}

#[test]
fn boards_that_sgf_cannot_hold_are_played_without_records() {
    let directory = tempfile::tempdir().unwrap();
    let run = |json: &[&str]| {
        let mut command = tochki();
        command.args([
            "match",
            "--margin",
            "1500",
            "--size",
            "60x60",
            "--games",
            "1",
            "--max-moves",
            "2",
        ]);
        command.arg("--out").arg(directory.path()).args(json);
        add_mocks(&mut command, &["good"; 2]);
        command.output().unwrap()
    };
    let text = String::from_utf8(run(&[]).stdout).unwrap();
    assert_eq!(
        text.matches("no records: a board of 60x60 is too large")
            .count(),
        1,
        "{text}"
    );
    let found = result(&run(&["--json"]));
    assert!(found["unrecorded"].as_str().unwrap().contains("too large"));
    assert_eq!(journal(directory.path()), [0]);
    assert!(!directory.path().join("game-0001.sgf").exists());
}

#[test]
fn openings_are_addressed_in_their_file() {
    let directory = tempfile::tempdir().unwrap();
    let collection = directory.path().join("collection.sgf");
    let games = "(;GM[40]SZ[4];B[aa];W[bb];B[cc];W[dd])(;GM[40]SZ[4];B[da];W[ca])";
    std::fs::write(&collection, games).unwrap();
    let openings = |address: &str, extra: &[&str]| {
        let out = tempfile::tempdir().unwrap();
        let mut command = tochki();
        command.args([
            "match",
            "--margin",
            "1500",
            "--size",
            "4x4",
            "--games",
            "3",
            "--max-moves",
            "1",
        ]);
        command.args(["--json", "--openings"]);
        command.arg(format!("{}{address}", collection.display()));
        command.arg("--out").arg(out.path()).args(extra);
        add_mocks(&mut command, &["good"; 2]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        [1, 3].map(|game| record(out.path(), game).start.len())
    };
    assert_eq!(openings("", &[]), [4, 2]);
    assert_eq!(openings(":1", &[]), [1, 1]);
    assert_eq!(openings("", &["--plies", "3"]), [3, 2]);
    assert_eq!(openings("#2", &[]), [2, 2]);
    assert_eq!(openings("#1:3", &[]), [3, 3]);
}

#[test]
fn a_move_of_a_diagram_without_moves_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let diagram = directory.path().join("diagram.txt");
    std::fs::write(&diagram, "..\n01\n").unwrap();
    let refused = |arguments: &[&str]| {
        let mut command = tochki();
        command
            .args(["match", "--size", "2x2", "--games", "1"])
            .args(arguments);
        add_mocks(&mut command, &["good"; 2]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let address = format!("{}:1", diagram.display());
    let complaint = refused(&["--openings", &address]);
    assert!(complaint.contains("move 1"), "{complaint}");
    std::fs::write(&diagram, "\u{feff}..\n0?\n").unwrap();
    let complaint = refused(&["--openings", &address]);
    assert!(complaint.contains("row 2, column 2"), "{complaint}");
    std::fs::write(&diagram, "..\n01\n\nab\nCd\n").unwrap();
    let address = diagram.display().to_string();
    let complaint = refused(&["--openings", &address]);
    let reason = format!("a game from position 2 of {address} would be over before its first move");
    assert!(complaint.contains(&reason), "{complaint}");
    let complaint = refused(&["--nodes", "0"]);
    assert!(complaint.contains("from 1 to"), "{complaint}");
}

#[test]
fn komi_alone_ends_no_game() {
    for start in ["empty", "random:1"] {
        let mut command = tochki();
        command.args(["match", "--json", "--games", "2", "--size", "2x2"]);
        command.args(["--margin", "1500", "--komi", "0.5", "--start", start]);
        add_mocks(&mut command, &["good"; 2]);
        let found = result(&command.output().unwrap());
        assert_eq!(ending(&found), "full", "{found}");
    }
}

/// The engine itself on the largest usual board: nothing but the command lines is said of it.
#[test]
fn the_engine_plays_itself_without_a_word_about_time() {
    let run = |extra: &[&str]| {
        let mut command = tochki();
        // A busy machine is no fault of the engine.
        command.args(["match", "--games", "2", "--margin", "1500"]);
        command.args(extra);
        add_own(&mut command, 2);
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}");
        let told = "no time control was given: every engine had 100 ms a move\n";
        assert!(text.contains(told), "{text}");
        assert!(text.contains("  time: 100 ms a move\n"), "{text}");
    };
    run(&["--size", "8x8", "--max-moves", "16"]);
    // Its first moves are where it would think for long.
    run(&["--size", "39x32", "--max-moves", "4"]);
}

#[test]
fn a_report_is_printed_even_if_its_file_cannot_be_written() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("result.json")).unwrap();
    let mut command = contest(["good"; 2], "unwritten-result", &["--games", "2"]);
    let output = command.arg("--out").arg(directory.path()).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(report.contains("pairings"), "{report}");
}

#[test]
fn an_engine_that_the_system_cannot_start_loses_no_game() {
    let directory = tempfile::tempdir().unwrap();
    // The program is a shell that removes its own name when it starts first.
    let [shell, script] = ["shell", "script"].map(|name| directory.path().join(name));
    std::os::unix::fs::symlink("/bin/sh", &shell).unwrap();
    let text = format!("rm '{}'\nexec '{MOCK}' good\n", shell.display());
    std::fs::write(&script, text).unwrap();
    let folder = directory.path().join("games");
    let mut command = tochki();
    command.args(["match", "--size", "4x4", "--games", "4", "--engine"]);
    command.arg(format!("'{}' '{}'", shell.display(), script.display()));
    command.arg("--engine").arg(format!("'{MOCK}' good"));
    let output = command.arg("--out").arg(&folder).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot be started"), "{error}");
    assert!(journal(&folder).is_empty());
}

#[test]
fn a_game_that_ends_before_its_first_move_is_recorded_with_the_player_to_move() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.sgf");
    std::fs::write(&openings, "(;GM[40]SZ[4]AB[bb]PL[W])").unwrap();
    let mut command = tochki();
    command.args(["match", "--json", "--games", "1", "--size", "4x4"]);
    command.args(["--margin", "1500", "--openings"]);
    command.arg(&openings).arg("--out").arg(directory.path());
    add_mocks(&mut command, &["good", "none"]);
    let found = result(&command.output().unwrap());
    assert_eq!(ending(&found), "bad-reply", "{found}");
    let record = record(directory.path(), 1);
    assert_eq!((record.turns.len(), record.to_move(0)), (0, Player::Second));
}
