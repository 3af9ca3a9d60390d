//! Matches by variants of the rules.

use crate::contest::{GTP, JSON, ending, journal, record, result, tochki};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tochki::board::{Action, Rules};

/// A match between two engines of one command line.
fn alike(dialect: &str, engine: &str, extra: &[&str]) -> Command {
    let mut command = tochki();
    command.args(["match", "--margin", "1500", "--dialect", dialect]);
    command.args(["--engine", engine, "--engine", engine]);
    command.args(extra);
    command
}

/// A match of the engine against itself.
fn itself(dialect: &str, extra: &[&str]) -> Command {
    let engine = format!("'{}' {dialect}", env!("CARGO_BIN_EXE_tochki"));
    alike(dialect, &engine, extra)
}

fn errors(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a start position to a file of the folder.
fn opening(folder: &Path, picture: &str) -> PathBuf {
    let path = folder.join("opening.txt");
    fs::write(&path, picture).unwrap();
    path
}

#[test]
fn the_engine_plays_itself_by_other_rules_which_the_records_name() {
    for (dialect, rules, words) in [
        ("gtp", "no-suicide", "RU[dotsCaptureEmptyBase0sui0]"),
        ("json", "no-suicide", "RU[dotsCaptureEmptyBase0sui0]"),
        (
            "json",
            "captures-empty-bases",
            "RU[dotsCaptureEmptyBase1sui1]",
        ),
        (
            "gtp",
            "no-suicide,captures-empty-bases",
            "RU[dotsCaptureEmptyBase1sui0]",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let extra = "--size 6x6 --games 2 --time 10 --start random:12 --json --rules";
        let extra: Vec<&str> = extra.split(' ').chain([rules]).collect();
        let mut command = itself(dialect, &extra);
        let output = command.arg("--out").arg(folder.path()).output().unwrap();
        let found = result(&output);
        assert!(output.status.success(), "{found}");
        assert_eq!(found["rules"], rules);
        let text = fs::read_to_string(folder.path().join("game-0001.sgf")).unwrap();
        assert!(text.contains(words), "{text}");
        let read = record(folder.path(), 1).rules;
        assert_eq!(Ok(read), rules.parse::<Rules>());
    }
}

/// How a game of two mock engines of GTP ends. They are told the rules, but play the first free cell row by row.
fn ending_of_mocks(mode: &str, rules: &str, size: &str, picture: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let opening = opening(folder.path(), picture);
    let log = folder.path().join("log");
    let engine = format!("'{GTP}' {mode} '{}'", log.display());
    let extra = ["--size", size, "--games", "1", "--rules", rules, "--json"];
    let mut command = alike("gtp", &engine, &extra);
    let output = command.arg("--openings").arg(opening).output().unwrap();
    let told = fs::read_to_string(log).unwrap();
    let rules: Rules = rules.parse().unwrap();
    for (name, value) in [
        ("suicide", rules.suicide),
        ("dotsCaptureEmptyBase", rules.captures_empty_bases),
    ] {
        let request = format!("kata-set-rule {name} {value}");
        assert!(told.contains(&request), "{told}");
    }
    ending(&result(&output)).to_owned()
}

#[test]
fn the_referee_judges_by_the_rules() {
    // The only free cell is in an empty base of the opponent.
    let suicide = "010\n1.1\n010\n";
    assert_eq!(ending_of_mocks("good", "usual", "3x3", suicide), "full");
    let forbidden = ending_of_mocks("good", "no-suicide", "3x3", suicide);
    assert_eq!(forbidden, "illegal-move");
    // The fourth free cell row by row is inside a ring.
    let ring = ".a..\na.a.\n.a..\n";
    assert_eq!(ending_of_mocks("good", "usual", "4x3", ring), "full");
    let closed = ending_of_mocks("good", "captures-empty-bases", "4x3", ring);
    assert_eq!(closed, "illegal-move");
    // An engine that tells no move grounds if the rules leave it none.
    assert_eq!(ending_of_mocks("none", "usual", "3x3", suicide), "no-move");
    let without = ending_of_mocks("none", "no-suicide", "3x3", suicide);
    assert_eq!(without, "stopped");
}

#[test]
fn a_player_to_whom_the_rules_leave_no_cell_grounds() {
    let folder = tempfile::tempdir().unwrap();
    let opening = opening(folder.path(), "010\n1.1\n010\n");
    for (dialect, rules, wanted) in [
        ("json", "usual", "no-move"),
        ("json", "no-suicide", "stopped"),
        ("gtp", "no-suicide", "stopped"),
    ] {
        let extra = "--size 3x3 --games 1 --json --rules";
        let extra: Vec<&str> = extra.split(' ').chain([rules]).collect();
        let mut command = itself(dialect, &extra);
        let out = folder.path().join(format!("{dialect}-{rules}"));
        command.arg("--openings").arg(&opening);
        command.arg("--out").arg(&out);
        let found = result(&command.output().unwrap());
        assert_eq!(ending(&found), wanted, "{dialect} {rules}");
        let grounds = record(&out, 1)
            .turns
            .iter()
            .any(|turn| turn.action == Action::Ground);
        assert_eq!(grounds, wanted == "stopped");
    }
}

#[test]
fn an_engine_that_cannot_be_told_the_rules_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    let run = |dialect: &str, engine: &str| {
        let extra = ["--rules", "no-suicide", "--size", "4x4"];
        let mut command = alike(dialect, engine, &extra);
        errors(&command.arg("--out").arg(&out).output().unwrap())
    };
    let v6 = format!("'{}'", env!("CARGO_BIN_EXE_tochki"));
    let told = run("v6", &v6);
    let words = "1 tochki: v6 engines cannot be told the rules no-suicide: gtp and json engines";
    assert!(told.contains(words), "{told}");
    // The first one does not know the request, and the second one the field.
    for mode in ["good", "usual"] {
        let log = folder.path().join("log");
        let told = run("json", &format!("'{JSON}' {mode} '{}'", log.display()));
        let words = "1 mock_json.sh: the engine does not confirm the rules no-suicide";
        assert!(told.contains(words), "{told}");
    }
    let log = folder.path().join("log");
    let told = run("gtp", &format!("'{GTP}' ruleless '{}'", log.display()));
    assert!(told.contains("was refused: unknown command"), "{told}");
    assert!(journal(&out).is_empty());
    let mut unknown = itself("gtp", &["--rules", "no-captures"]);
    let told = errors(&unknown.output().unwrap());
    let words = "no rules are called \"no-captures\"";
    assert!(told.contains(words), "{told}");
}

#[test]
fn a_match_goes_on_and_joins_by_its_own_rules_only() {
    let folder = tempfile::tempdir().unwrap();
    let run = |rules: &str, games: &str, out: &str, extra: &[&str]| {
        let terms = ["--size", "6x6", "--nodes", "20", "--start", "random:6"];
        let mut command = itself("gtp", &terms);
        command.args(["--rules", rules, "--games", games]);
        command.args(extra);
        command.arg("--out").arg(folder.path().join(out));
        command.output().unwrap()
    };
    assert!(run("no-suicide", "2", "whole", &[]).status.success());
    let told = errors(&run("usual", "4", "whole", &[]));
    let words = "it belongs to another match: rules is no-suicide there and usual here";
    assert!(told.contains(words), "{told}");
    assert!(run("no-suicide", "4", "whole", &[]).status.success());
    assert_eq!(journal(&folder.path().join("whole")).len(), 4);

    for (rules, out, shard) in [
        ("no-suicide", "one", "0/2"),
        ("no-suicide", "other", "1/2"),
        ("usual", "usual", "1/2"),
    ] {
        let output = run(rules, "4", out, &["--shard", shard]);
        assert!(output.status.success(), "{output:?}");
    }
    let join = |shards: [&str; 2]| {
        let mut command = tochki();
        command.args(["match", "--json", "--join"]);
        command.args(shards.map(|shard| folder.path().join(shard)));
        command.output().unwrap()
    };
    let joined = result(&join(["one", "other"]));
    assert_eq!(joined["games"], 4);
    assert_eq!(joined["rules"], "no-suicide");
    let told = errors(&join(["one", "usual"]));
    let words = "rules is no-suicide there and usual here";
    assert!(told.contains(words), "{told}");
    // Journals of matches by the usual rules are those of versions without other rules.
    let journal = fs::read_to_string(folder.path().join("usual/journal.jsonl")).unwrap();
    assert!(!journal.contains("\"rules\":"), "{journal}");
}
