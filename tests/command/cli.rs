//! The command line: exit codes, and what goes where.

use assert_cmd::Command;

/// The program under test.
pub fn tochki() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tochki"))
}

#[test]
fn without_a_command_it_speaks_the_protocol() {
    for arguments in [&[][..], &["v6"]] {
        let run = tochki().args(arguments).write_stdin("1 name\n").assert();
        run.code(0).stdout("= 1 name tochki\n").stderr("");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let version = format!("tochki {}\n", env!("CARGO_PKG_VERSION"));
    tochki()
        .arg("--version")
        .assert()
        .code(0)
        .stdout(version)
        .stderr("");
    tochki().arg("--help").assert().code(0).stderr("");
}

#[test]
fn help_tells_all_that_there_is_to_know() {
    for (command, words) in [
        ("match", "The exit code is 1 if the match was interrupted"),
        ("solve", "The exit code is 1 if it gets one wrong"),
        (
            "learn play",
            "Games that are already in the file are not played again",
        ),
        ("bench search", "four full moves in every position"),
        ("bench field", "The board: random full games"),
        ("show", "Show a position or a game"),
    ] {
        let output = tochki()
            .args(command.split(' '))
            .arg("--help")
            .assert()
            .code(0);
        let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        let text: Vec<&str> = text.split_whitespace().collect();
        assert!(text.join(" ").contains(words), "{command}: {text:?}");
    }
    let list = tochki().arg("--help").assert().get_output().stdout.clone();
    let list = String::from_utf8_lossy(&list).into_owned();
    assert!(
        list.contains("  solve        Let an engine solve puzzles\n"),
        "{list}"
    );
    assert!(
        list.contains("  play         Play against the engine"),
        "{list}"
    );
}

#[test]
fn work_of_hours_does_not_begin_if_it_could_not_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("none/puzzles.txt");
    for command in ["mine", "plant"] {
        let output = tochki().arg(command).arg("--out").arg(&out).assert();
        let output = output.code(2).stdout("").get_output().clone();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("none/puzzles.txt"), "{error}");
    }
    let none = tochki()
        .args(["bench", "search", "--positions"])
        .arg(directory.path())
        .assert()
        .code(2);
    let error = String::from_utf8_lossy(&none.get_output().stderr).into_owned();
    assert!(error.contains("there are no puzzles"), "{error}");
    // Not even the positions are read.
    let mut trees = tochki();
    trees.args(["bench", "trees", "no-such-file", "--plot"]);
    let trees = trees.arg(out.with_extension("svg")).assert().code(2);
    let error = String::from_utf8_lossy(&trees.get_output().stderr).into_owned();
    assert!(error.contains("none/puzzles.svg"), "{error}");
}

#[test]
fn work_on_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("puzzles.txt");
    for (command, flag) in [("mine", "--games"), ("plant", "--positions")] {
        let mut work = tochki();
        work.args([command, flag, "0", "--out"]).arg(&out);
        let output = work.assert().code(2).stdout("").get_output().clone();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(flag) && !out.exists(), "{error}");
    }
}

#[test]
fn a_wrong_depth_is_told_the_largest_one() {
    let puzzles = "fixtures/puzzles/article.txt";
    for (arguments, largest) in [
        (["solve", puzzles, "--depth"], 30),
        (["bench", "search", "--depth"], 5),
        (["mine", "--out=none/puzzles.txt", "--depth"], 5),
        (["mine", "--out=none/puzzles.txt", "--shallow"], 5),
    ] {
        for depth in ["2.25", "0", "30.5", "two"] {
            let output = tochki().args(arguments).arg(depth).assert().code(2);
            let error = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
            let range = format!("from 0.5 to {largest}, in steps of 0.5");
            assert!(error.contains(&range), "{arguments:?} {depth}: {error}");
        }
    }
}

#[test]
fn bad_usage_is_told_on_stderr() {
    let article = "fixtures/puzzles/article.txt";
    for (arguments, words) in [
        (&["no_such_command"][..], "'no_such_command'"),
        (&["--no-such-flag"], "'--no-such-flag'"),
        (&["v6", "extra"], "'extra'"),
        (&["gtp", "--engine", "no-such-engine"], "'no-such-engine'"),
        (&["json", "--option", "depth"], "expected NAME=VALUE"),
        (
            &["v6", "--engine", "article", "--option", "engine=mcts"],
            "different engines",
        ),
        (&["bench", "field", "--games", "0"], "'0' for '--games"),
        (
            &["bench", "field", "--repetitions", "0"],
            "'0' for '--repetitions",
        ),
        (&["bench", "field", "--make-undo", "900"], "900 dots"),
        (
            &["comply", "--patience", "0", "true"],
            "'0' for '--patience",
        ),
        (&["solve", "--depth", "99", article], "'99' for '--depth"),
        (&["solve", "--depth", "0", article], "'0' for '--depth"),
    ] {
        let output = tochki()
            .args(arguments)
            .assert()
            .code(2)
            .stdout("")
            .get_output()
            .clone();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}

#[test]
fn reasons_are_told_when_logging_is_asked_for() {
    let output = tochki()
        .env("RUST_LOG", "tochki=info")
        .write_stdin("7 play 1 1 0\n")
        .assert();
    let output = output
        .code(0)
        .stdout("? 7 play no game has been started\n")
        .get_output()
        .clone();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("7 play: no game has been started"), "{log}");
}

#[test]
fn more_threads_than_the_machine_runs_are_told_when_logging_is_asked_for() {
    let run = tochki()
        .env("RUST_LOG", "tochki=warn")
        .write_stdin("1 set_option threads 64\n2 set_option nodes 50\n3 init 6 6 1\n4 gen_move 0\n")
        .assert();
    let log = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let available = std::thread::available_parallelism().map_or(64, Into::into);
    let is_told = log.contains(&format!("64 threads share {available} processors"));
    assert_eq!(is_told, available < 64, "{log}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let fixture = |name: &str| format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let game = fixture("sgf/playdots.sgf");
    let puzzles = fixture("puzzles/captures.txt");
    for arguments in [
        &["show", game.as_str()][..],
        &["analyze", &game, "--option", "nodes=1"],
        &["solve", &puzzles],
        &["play"],
    ] {
        // The reader is gone before the program can write.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_tochki"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(writer)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        assert_eq!(errors, "", "{arguments:?}");
    }
}

#[test]
fn help_can_be_asked_for_as_a_command() {
    let asked = tochki().args(["help", "solve"]).assert().success();
    let flagged = tochki().args(["solve", "--help"]).assert().success();
    assert_eq!(asked.get_output().stdout, flagged.get_output().stdout);
}

#[test]
fn help_lists_the_engines() {
    for command in ["v6", "play", "solve"] {
        let help = tochki().args([command, "--help"]).assert().success();
        let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
        for engine in ["article", "tactical", "mcts", "auto"] {
            assert!(help.contains(engine), "{command}: {help}");
        }
    }
}
