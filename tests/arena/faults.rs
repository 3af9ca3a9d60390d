//! Matches between mock engines that do everything wrong that an engine can do.

use crate::contest::{
    self, GTP, MOCK, add_mocks, add_own, assert_none_left, contest, contest_as_text, journal,
    killed_after, result, tochki,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use tochki::arena::sprt::{Sprt, SprtVerdict};
use tochki::arena::tally::Tally;
use tochki::board::Action;
use tochki::notation::sgf;
use tochki::{Board, Player};

#[test]
fn every_fault_loses_its_game_and_the_match_goes_on() {
    let matches = [
        ("crash", "crash"),
        ("half", "crash"),
        ("hang", "hang"),
        ("illegal", "illegal-move"),
        ("outside", "illegal-move"),
        ("late", "overrun"),
        ("late-outside", "overrun"),
        ("late-refusal", "overrun"),
        ("flood", "bad-reply"),
        ("stream", "hang"),
        ("garbage", "bad-reply"),
        ("none", "bad-reply"),
    ]
    .map(|(mode, ending)| {
        let mark = format!("fault-{mode}-{}", std::process::id());
        let child = contest(["good", mode], &mark, &["--games", "4", "--jobs", "4"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        (mode, ending, mark, child)
    });
    // Most of them wait for their engines, side by side.
    for (mode, ending, mark, child) in matches {
        let output = child.wait_with_output().unwrap();
        let found = result(&output);
        // A script has to see that something is wrong.
        assert_eq!(output.status.code(), Some(1), "{mode}: {found}");
        assert_eq!(found["faults"], 4, "{mode}: {found}");
        let pairing = &found["pairings"][0];
        assert_eq!(pairing["wins"], 4, "{mode}: {found}");
        let endings = pairing["endings"].as_array().unwrap();
        assert_eq!(endings.len(), 1, "{mode}: {found}");
        assert_eq!(endings[0]["ending"], ending, "{mode}");
        assert_eq!(endings[0]["by"], pairing["engines"][1], "{mode}");
        assert_eq!(endings[0]["games"], 4, "{mode}");
        assert_none_left(&mark);
    }
}

#[test]
fn what_an_engine_says_at_length_is_cut_in_reports_and_records() {
    let directory = tempfile::tempdir().unwrap();
    let out = ["--games", "1", "--out", directory.path().to_str().unwrap()];
    let output = contest(["windy", "windy"], "windy", &out).output().unwrap();
    let found = result(&output);
    assert_eq!(contest::ending(&found), "bad-reply", "{found}");
    let detail = found["pairings"][0]["endings"][0]["detail"].as_str();
    let reason = "w".repeat(250);
    let told = format!("player 1: \"gen_move_with_time 0 100\" was refused: {reason}");
    assert_eq!(detail, Some(told.as_str()));
    let record = contest::record(directory.path(), 1);
    let comments: Vec<&str> = record.turns.iter().map(|turn| &turn.comment[..]).collect();
    assert_eq!(comments.len(), 4);
    for comment in comments {
        let (_, said) = comment.split_once(" ms ").unwrap();
        assert!(said.starts_with("nodes 1 value 0ww"), "{comment}");
        assert_eq!(said.len(), 250);
    }
}

#[test]
fn a_line_that_is_no_text_is_told_as_such() {
    let output = contest(["bytes", "good"], "bytes", &["--games", "1"]).output();
    let found = result(&output.unwrap());
    assert_eq!(contest::ending(&found), "bad-reply", "{found}");
    let detail = &found["pairings"][0]["endings"][0]["detail"];
    let line = "\u{fffd} (not UTF-8, longer than a mebibyte, or with control characters)";
    let told = format!("player 1: \"gen_move_with_time 0 100\" was answered by \"{line}\"");
    assert_eq!(detail, &told);
}

#[test]
fn a_refusal_is_an_end_where_there_are_only_empty_bases() {
    let directory = tempfile::tempdir().unwrap();
    let openings = directory.path().join("openings.txt");
    std::fs::write(&openings, "101\n0.0\n101\n").unwrap();
    let mut command = tochki();
    command.args(["match", "--json", "--games", "1", "--size", "3x3"]);
    command.args(["--time", "100", "--margin", "1500", "--openings"]);
    command.arg(openings);
    add_mocks(&mut command, &["none", "good"]);
    let output = command.output().unwrap();
    let found = result(&output);
    assert_eq!(contest::ending(&found), "no-move", "{found}");
    assert_eq!(found["pairings"][0]["draws"], 1, "{found}");
    assert_eq!(output.status.code(), Some(0), "{found}");
}

#[test]
fn a_refusal_of_the_clock_is_no_refusal_of_a_move() {
    let directory = tempfile::tempdir().unwrap();
    let [log, openings] = ["log", "openings.txt"].map(|name| directory.path().join(name));
    std::fs::write(&openings, "101\n0.0\n101\n").unwrap();
    let engine = format!("'{GTP}' untimed '{}'", log.display());
    let mut command = tochki();
    command.args(["match", "--json", "--games", "1", "--size", "3x3"]);
    command.args(["--dialect", "gtp", "--tc", "60", "--openings"]);
    command.arg(openings);
    command.args(["--engine", &engine, "--engine", &engine]);
    let found = result(&command.output().unwrap());
    assert_eq!(contest::ending(&found), "bad-reply", "{found}");
    let detail = &found["pairings"][0]["endings"][0]["detail"];
    let told = "player 1: \"time_left P1 60 0\" was answered by \"? no clock\"";
    assert_eq!(detail, told);
}

#[test]
fn a_reply_of_too_many_lines_is_told_as_such() {
    let directory = tempfile::tempdir().unwrap();
    let engine = format!("'{GTP}' many '{}'", directory.path().join("log").display());
    let mut command = tochki();
    command.args(["match", "--json", "--games", "1", "--size", "4x4"]);
    command.args(["--dialect", "gtp", "--margin", "1500"]);
    command.args(["--engine", &engine, "--engine", &engine]);
    let found = result(&command.output().unwrap());
    assert_eq!(contest::ending(&found), "bad-reply", "{found}");
    let detail = &found["pairings"][0]["endings"][0]["detail"];
    let line = "more than 1000 lines, first = 1-1";
    let told = format!("player 1: \"genmove P1\" was answered by \"{line}\"");
    assert_eq!(detail, &told);
}

#[test]
fn an_engine_that_cannot_be_used_stops_the_match_before_it_begins() {
    let mark = format!("unusable-{}", std::process::id());
    let dead = contest(["good", "dead"], &mark, &[]).output().unwrap();
    assert_eq!(dead.status.code(), Some(2));
    let text = String::from_utf8_lossy(&dead.stderr);
    assert!(
        text.contains(
            "ended (exit status: 3, last lines of standard error: there is no life in it)"
        ),
        "{text}"
    );
    let directory = tempfile::tempdir().unwrap();
    let out = ["--games", "1", "--out", directory.path().to_str().unwrap()];
    let setting = [&out[..], &["--option", "2:no_such_option=1"]].concat();
    let refused = contest(["good", "good"], &mark, &setting).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr);
    let why = "\"set_option no_such_option 1\" was refused: no such command";
    assert!(text.contains(why), "{text}");
    // Nothing was played by those settings: others may take their place.
    let mended = contest(["good", "good"], &mark, &out).output().unwrap();
    assert!(mended.status.success(), "{mended:?}");
    let name = &result(&mended).to_string();
    assert!(name.contains("\"1 mock_engine.sh\""), "{name}");
    assert_none_left(&mark);
}

#[test]
fn an_engine_of_another_dialect_is_told_by_its_first_reply() {
    for (dialect, request, reply) in [
        ("v6", "list_commands", "no $line"),
        ("gtp", "protocol_version", "no $line"),
        // That of version 6 begins as one of GTP does, but no empty line follows.
        ("gtp", "protocol_version", "? 0 input_error"),
        ("json", "Init", "no $line"),
    ] {
        let engine = format!("sh -c 'while read line; do echo \"{reply}\"; done'");
        let mut command = tochki();
        command.args(["match", "--dialect", dialect]);
        if reply.starts_with('?') {
            // The end of its reply is waited for.
            command.args(["--patience", "700ms"]);
        }
        command.args(["--engine", &engine, "--engine", &engine]);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        let question = format!(": does it speak {dialect}? See --dialect\n");
        assert!(errors.contains(request), "{errors}");
        assert!(errors.ends_with(&question), "{errors}");
    }
}

#[test]
fn good_engines_play_to_the_end_of_the_board() {
    let mark = format!("good-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().to_str().unwrap();
    let output = contest(
        ["good", "good"],
        &mark,
        &["--games", "6", "--jobs", "2", "--out", out],
    )
    .output()
    .unwrap();
    let found = result(&output);
    let pairing = &found["pairings"][0];
    assert_eq!(found["games"], 6);
    assert_eq!(pairing["draws"], 6, "{found}");
    // Games of either first player are alike.
    assert_eq!(pairing["repeated"], 4, "{found}");
    assert_eq!(pairing["pentanomial"], serde_json::json!([0, 0, 3, 0, 0]));
    let written = std::fs::read_to_string(directory.path().join("result.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), found);
    for game in 1..=6 {
        let path = directory.path().join(format!("game-{game:04}.sgf"));
        let reading = tochki::notation::sgf::parse(&std::fs::read(path).unwrap()).unwrap();
        assert!(reading[0].warnings.is_empty(), "{:?}", reading[0].warnings);
        assert!(
            reading[0]
                .record
                .turns
                .iter()
                .all(|turn| turn.comment.contains("ms"))
        );
    }
    assert_none_left(&mark);
}

/// Plays the match to its end: all games are there, those from before the kill as they were.
fn assert_goes_on(mut command: Command, directory: &Path, before: &[u64]) -> Value {
    let output = command.output().unwrap();
    let found = result(&output);
    assert_eq!(found["games"], 12, "{found}");
    let told = format!("journal.jsonl has {} of 12 games already\n", before.len());
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(&told));
    let games = journal(directory);
    assert_eq!(&games[..before.len()], before);
    assert_eq!(games.len(), 12);
    assert_eq!(games.iter().collect::<BTreeSet<_>>().len(), 12);
    found
}

#[test]
fn a_killed_match_goes_on_without_losing_or_repeating_a_game() {
    let mark = format!("resume-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().to_str().unwrap();
    let extra = ["--games", "12", "--jobs", "2", "--out", out];
    let match_of_slow = || contest(["slow", "slow"], &mark, &extra);
    let before = killed_after(3, 12, match_of_slow, directory.path());
    assert_none_left(&mark);
    // What an interruption may leave of a line.
    let path = directory.path().join("journal.jsonl");
    let mut bytes = std::fs::read(&path).unwrap();
    // The first half of a letter.
    bytes.extend(b"{\"detail\":\"\xd0");
    std::fs::write(&path, bytes).unwrap();

    assert_goes_on(match_of_slow(), directory.path(), &before);

    let other = contest(["slow", "good"], &mark, &extra).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&other.stderr);
    assert!(
        complaint.contains("another match: engine 2 command is "),
        "{complaint}"
    );
    assert!(!complaint.contains(['{', '[']), "{complaint}");
    // The rest is the same, and is not told.
    assert!(!complaint.contains("seed"), "{complaint}");
    assert_none_left(&mark);

    // A journal from before there were versions.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen(",\"version\":2", "", 1)).unwrap();
    let refused = match_of_slow().output().unwrap();
    let complaint = String::from_utf8_lossy(&refused.stderr);
    assert!(
        complaint.contains("another match: version is none there and 2 here"),
        "{complaint}"
    );
}

#[test]
fn a_killed_match_of_the_engine_itself_ends_with_all_games_and_none_twice() {
    let directory = tempfile::tempdir().unwrap();
    let run = || {
        let mut command = tochki();
        command.args(["match", "--size", "8x8", "--nodes", "50", "--games", "12"]);
        command.args(["--start", "random:6", "--json", "--out"]);
        command.arg(directory.path());
        add_own(&mut command, 2);
        command
    };
    let before = killed_after(2, 12, run, directory.path());
    let found = assert_goes_on(run(), directory.path(), &before);
    let endings = found["pairings"][0]["endings"].as_array().unwrap();
    assert!(
        endings.iter().all(|ending| ending["by"].is_null()),
        "{found}"
    );
    // The games from before the kill count too.
    let largest = largest_losses(directory.path(), 12);
    assert!(largest.iter().any(|&dots| dots > 0), "{found}");
    let losses = &found["pairings"][0]["losses_at_once"];
    assert_eq!(losses["games"], 12);
    assert_eq!(losses["largest"], serde_json::json!(largest));
}

/// The most dots that the first and the second engine lost to one dot, by the records of games.
fn largest_losses(directory: &Path, games: usize) -> [u32; 2] {
    let mut largest = [0; 2];
    for game in 1..=games {
        let text = std::fs::read(directory.join(format!("game-{game:04}.sgf"))).unwrap();
        let record = sgf::parse(&text).unwrap().swap_remove(0).record;
        let mut board = Board::new(record.size);
        for dot in &record.start {
            board.play(dot.point, dot.player);
        }
        for turn in &record.turns {
            let Action::Put(point) = turn.action else {
                continue;
            };
            let before = Player::ALL.map(|player| *board.lost_dots(player));
            board.play(point, turn.player);
            for player in Player::ALL {
                let captured = *board.lost_dots(player) - before[player.index()];
                let engine = usize::from(record.players[player.index()].starts_with('2'));
                largest[engine] = captured.len().max(largest[engine]);
            }
        }
    }
    largest
}

#[test]
fn a_match_goes_on_when_nobody_reads_its_report() {
    let mark = format!("unread-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let extra = ["--games", "6", "--every", "1"];
    let mut command = contest_as_text("4x4", ["good", "good"], &mark, &extra);
    let mut child = command
        .arg("--out")
        .arg(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(journal(directory.path()).len(), 6);
    assert_none_left(&mark);
}

#[test]
fn a_match_that_is_watched_goes_on_when_nobody_reads_the_address() {
    let directory = tempfile::tempdir().unwrap();
    let mark = format!("unwatched-{}", std::process::id());
    let mut command = contest_as_text("4x4", ["good", "good"], &mark, &["--games", "2"]);
    command.args(["--watch", "--out"]).arg(directory.path());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(journal(directory.path()).len(), 2);
    assert_none_left(&mark);
}

#[test]
fn faults_and_starts_of_engines_are_logged_when_asked_for() {
    let mark = format!("logged-{}", std::process::id());
    let mut command = contest(["good", "crash"], &mark, &["--games", "2"]);
    let output = command.env("RUST_LOG", "tochki=debug").output().unwrap();
    let logged = String::from_utf8(output.stderr).unwrap();
    let starts = |name: &str| logged.matches(&format!("starting {name}")).count();
    // The one that crashes is started for each game.
    assert_eq!((starts("1 "), starts("2 ")), (1, 2), "{logged}");
    assert!(logged.contains("match, game 1: crash"), "{logged}");
}

#[test]
fn the_first_game_with_a_fault_is_named() {
    let mark = format!("first-{}", std::process::id());
    let mut command = contest_as_text("4x4", ["good", "crash"], &mark, &["--games", "2"]);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let told = "  2 x 2 mock_engine.sh crashed (game 1, player 2: the engine has ended ";
    assert!(text.contains(told), "{text}");
    assert_none_left(&mark);
}

#[test]
fn a_report_that_cannot_be_written_is_complained_of() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let mark = format!("full-{}", std::process::id());
    // Once, even if all reports during the match fail, too.
    for extra in [&["--games", "2"][..], &["--games", "4", "--every", "1"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = contest_as_text("4x4", ["good", "good"], &mark, extra);
        let output = command.stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("the report cannot be written"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn one_game_is_no_games() {
    let mut command = tochki();
    command.args(["match", "--size", "4x4", "--games", "1", "--every", "1"]);
    command.args(["--start", "empty", "--time", "2000"]);
    add_mocks(&mut command, &["good"; 2]);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 of 1 game: "), "{text}");
    assert!(
        text.contains("against 2 mock_engine.sh: 1 game\n"),
        "{text}"
    );
    assert!(
        !text.contains("1 games") && !text.contains(" 1 dots"),
        "{text}"
    );
    assert!(!text.contains("fault"), "{text}");
    assert!(output.status.success());
}

#[test]
fn a_test_stops_the_match_with_the_game_that_decides_it() {
    let mark = format!("sprt-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let extra = ["--games", "400", "--sprt", "0,200", "--jobs", "4"];
    let mut command = contest(["good", "crash"], &mark, &extra);
    let output = command.arg("--out").arg(directory.path()).output().unwrap();
    let found = result(&output);
    // The crashes decide it, and are faults.
    assert_eq!(output.status.code(), Some(1));
    assert!(found["games"].as_u64().unwrap() < 400, "{found}");
    assert_eq!(found["pairings"][0]["sprt"]["verdict"], "H1 accepted");
    assert_none_left(&mark);

    let sprt: Sprt = "0,200".parse().unwrap();
    let text = std::fs::read_to_string(directory.path().join("journal.jsonl")).unwrap();
    let mut tally = Tally::default();
    let mut verdicts = vec![];
    for line in text.lines().skip(1) {
        tally.add(&serde_json::from_str(line).unwrap());
        verdicts.push(sprt.verdict(&tally.pentanomial()));
    }
    assert_eq!(verdicts.pop(), Some(SprtVerdict::H1));
    assert!(
        verdicts
            .iter()
            .all(|&verdict| verdict == SprtVerdict::Undecided)
    );
}

#[test]
fn a_round_robin_ranks_its_engines() {
    let mut command = tochki();
    command.args([
        "match",
        "--size",
        "4x4",
        "--start",
        "empty",
        "--games",
        "2",
        "--round-robin",
    ]);
    command.args(["--margin", "1500"]);
    for mode in ["illegal", "good", "crash"] {
        command
            .arg("--engine")
            .arg(format!("'{MOCK}' {mode}"))
            .args(["--name", mode]);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    // The two with faults have a point each, from the games against each other.
    let places: Vec<usize> = ["   1  good", "   2  illegal", "   2  crash"]
        .map(|row| text.find(row))
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(places.len(), 3, "{text}");
    assert_eq!(output.status.code(), Some(1));
    let told = "6 of 6 games ended by a fault of an engine\n";
    assert!(text.contains(told), "{text}");
}
