//! `tochki solve`: verdicts, exit codes, and the article's table.

use assert_cmd::Command;
use std::fs;
use std::path::PathBuf;

const EASY: &str = "title: Easy\nto move: 0\ndepth: 0.5\nanswer: 2 1 1\nsource: a test\n\n\
    . 0 .\n0 1 .\n. 0 .\n";

fn solve() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.arg("solve");
    command
}

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name)
}

fn json(command: &mut Command) -> serde_json::Value {
    let output = command
        .arg("--json")
        .assert()
        .stderr("")
        .get_output()
        .clone();
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn verdicts_decide_the_exit_code() {
    let directory = tempfile::tempdir().unwrap();
    let easy = directory.path().join("easy.txt");
    fs::write(&easy, EASY).unwrap();
    let output = solve()
        .arg(&easy)
        .assert()
        .code(0)
        .stderr("")
        .get_output()
        .clone();
    let table = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].starts_with("puzzle") && lines[0].ends_with("time ms"),
        "{table}"
    );
    assert!(
        lines[1].starts_with("Easy") && lines[1].contains("2 1     right"),
        "{table}"
    );
    assert!(lines[2].starts_with("1 of 1 right"), "{table}");

    let wrong = directory.path().join("wrong.txt");
    fs::write(&wrong, EASY.replace("answer: 2 1", "answer: 2 2")).unwrap();
    let output = solve().arg(&wrong).assert().code(1).get_output().clone();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.lines().nth(1).unwrap().ends_with("right: 2 2"),
        "{table}"
    );
    // A directory counts with all its text files.
    let report = json(solve().arg(directory.path()));
    assert_eq!((&report["right"], &report["total"]), (&1.into(), &2.into()));
    let attempt = &report["puzzles"][0]["attempt"];
    assert_eq!(attempt["answer"], serde_json::json!([2, 1]));
    assert_eq!(attempt["plies"], 1);
}

#[test]
fn a_byte_order_mark_does_not_count() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("marked.txt");
    fs::write(&file, format!("\u{feff}{EASY}")).unwrap();
    assert_eq!(json(solve().arg(&file))["right"], 1);
}

/// Formats take widths below 65,536.
#[test]
fn a_very_long_title_does_not_widen_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("long.txt");
    let long = EASY.replace("Easy", &"t".repeat(70_000));
    fs::write(&file, format!("{EASY}---\n{long}")).unwrap();
    let run = solve().arg(&file).assert().code(0);
    let table = String::from_utf8_lossy(&run.get_output().stdout);
    let lengths: Vec<usize> = table.lines().map(str::len).collect();
    assert!(lengths[1] < 150 && lengths[2] > 70_000, "{lengths:?}");
}

#[test]
fn one_puzzle_of_a_file_has_a_number() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("two.txt");
    fs::write(
        &file,
        format!("{EASY}---\n{}", EASY.replace("Easy", "Next")),
    )
    .unwrap();
    let numbered = |number| format!("{}#{number}", file.display());
    let report = json(solve().arg(numbered(2)));
    assert_eq!(
        (&report["puzzles"][0]["title"], &report["total"]),
        (&"Next".into(), &1.into())
    );
    let output = solve()
        .arg(numbered(3))
        .assert()
        .code(2)
        .get_output()
        .clone();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("no number 3: the file holds 2"), "{error}");
    let name = file.display();
    for (place, words) in [
        (format!("{name}#0"), "is no number of a game"),
        (
            format!("{name}#1:3"),
            "a puzzle has no branches and no moves",
        ),
    ] {
        let run = solve().arg(place).assert().code(2);
        let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn puzzles_of_a_folder_are_files_in_upper_case_too() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("A.TXT"), EASY).unwrap();
    fs::write(directory.path().join("b.txt"), EASY).unwrap();
    fs::create_dir(directory.path().join("c.txt")).unwrap();
    let report = json(solve().arg(directory.path()));
    assert_eq!(report["puzzles"].as_array().unwrap().len(), 2);
}

#[test]
fn unreadable_input_is_told_with_file_and_line() {
    let directory = tempfile::tempdir().unwrap();
    let broken = directory.path().join("broken.txt");
    let told = |text: &[u8], words: &str| {
        fs::write(&broken, text).unwrap();
        let output = solve()
            .arg(&broken)
            .assert()
            .code(2)
            .stdout("")
            .get_output()
            .clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(words), "{error}");
    };
    told(
        EASY.replace("0.5", "half").as_bytes(),
        "broken.txt:3: `depth` must be",
    );
    told(
        EASY.replace("0 1 .", "0 ? .").as_bytes(),
        "broken.txt:8: row 2, column 2",
    );
    told(b"", "broken.txt:1: there is no puzzle");
    told(
        EASY.replace("answer: ", "answer: 62 0 0\nanswer: ")
            .as_bytes(),
        "is no legal move",
    );
    told(b"\xff\xff", "broken.txt: invalid utf-8");
    told(
        b"\xff\xfet\0",
        "broken.txt: the text is UTF-16: save it as UTF-8",
    );
    fs::remove_file(&broken).unwrap();
    solve().arg(&broken).assert().code(2);
    solve().arg(directory.path()).assert().code(2);
    solve().assert().code(2);
}

#[test]
fn of_several_files_some_may_have_no_puzzle() {
    let directory = tempfile::tempdir().unwrap();
    let [easy, none] = ["easy.txt", "none.txt"].map(|name| directory.path().join(name));
    fs::write(&easy, EASY).unwrap();
    fs::write(
        &none,
        "# tochki mine --out FILE\n# goes on with number 0\n\n",
    )
    .unwrap();
    for report in [
        json(solve().args([&none, &easy])),
        json(solve().arg(directory.path())),
    ] {
        assert_eq!(report["total"], 1);
    }
    for paths in [&[&none][..], &[&none, &none]] {
        let output = solve().args(paths).assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.ends_with(": there is no puzzle\n"), "{error}");
    }
}

#[test]
fn the_exit_code_tells_wrong_answers_that_nobody_reads() {
    let directory = tempfile::tempdir().unwrap();
    let wrong = directory.path().join("wrong.txt");
    fs::write(&wrong, EASY.replace("answer: 2 1", "answer: 2 2")).unwrap();
    for flags in [&[][..], &["--json"], &["--ablate"], &["--ablate", "--json"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.arg("solve").args(flags).arg(&wrong);
        let status = command.stdout(writer).status().unwrap();
        assert_eq!(status.code(), Some(1), "{flags:?}");
    }
}

#[test]
fn settings_are_checked() {
    let puzzles = fixture("puzzles/captures.txt");
    for (arguments, words) in [
        (&["--engine", "nobody"][..], "'nobody' for '--engine"),
        (&["--depth", "1.3"], "'1.3' for '--depth"),
        (&["--depth", "0"], "'0' for '--depth"),
        (&["--time", "soon"], "'soon' for '--time"),
        (&["--option", "article.rule2"], "expected NAME=VALUE"),
        (
            &["--option", "article.rule2=maybe"],
            "the option article.rule2 takes true|false",
        ),
        (
            &["--ablate", "--depth", "2"],
            "cannot be used with '--depth",
        ),
    ] {
        let refused = solve().arg(&puzzles).args(arguments).assert();
        let output = refused.code(2).stdout("").get_output().clone();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
    for arguments in [
        &["--engine", "article", "--depth", "1.5", "--time", "5000"][..],
        &[
            "--option",
            "article.rule2=false",
            "--option",
            "article.alpha_beta=true",
        ],
    ] {
        solve().arg(&puzzles).args(arguments).assert().code(0);
    }
}

#[test]
fn the_depth_of_the_command_takes_the_place_of_others() {
    let plies = |arguments: &[&str]| {
        let mut command = solve();
        command.args(["--engine", "tactical"]).args(arguments);
        let report = json(command.arg(fixture("puzzles/captures.txt#1")));
        report["puzzles"][0]["attempt"]["plies"].as_u64()
    };
    assert_eq!(plies(&[]), Some(1));
    assert_eq!(plies(&["--depth", "1.5"]), Some(3));
    assert_eq!(plies(&["--depth", "0.5", "--option", "depth=3"]), Some(1));
}

#[test]
fn the_log_tells_why_a_search_ended() {
    let log = |engine: &str, nodes: &str, puzzle: &str| {
        let output = solve()
            .env("RUST_LOG", "tochki=debug")
            .args(["--engine", engine, "--option", nodes])
            .arg(fixture(puzzle))
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let article = |nodes| log("article", nodes, "puzzles/article-hard.txt");
    let tactical = |nodes| log("tactical", nodes, "puzzles/captures.txt#1");
    for (log, why) in [
        (
            article("nodes=0"),
            "article: the search ended at the greatest depth, 6 plies",
        ),
        (article("nodes=1"), "article: a limit ended the search to "),
        (
            tactical("nodes=0"),
            "tactical: the search ended at the greatest depth, 1 plies",
        ),
        (
            tactical("nodes=1"),
            "tactical: a limit or too many trajectories ended the search after 0 plies",
        ),
    ] {
        assert!(log.contains(why), "{why}: {log}");
    }
}

#[test]
fn the_times_of_the_article_stand_beside_ours() {
    let puzzle = fixture("puzzles/article-hard.txt");
    let output = solve().arg("--ablate").arg(puzzle).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    // 9,532,753 nodes at 35,300 in a second, and 102,475 and 65,409 at 5,500.
    let seconds: Vec<&str> = table
        .lines()
        .skip(3)
        .take(5)
        .map(|line| line[73..83].trim())
        .collect();
    assert_eq!(seconds, ["-", "270.0", "18.6", "11.9", "-"], "{table}");
    let last = "pre-search: 0.0003 % of the useful moves; the article estimates 0.007 %";
    assert_eq!(table.lines().last(), Some(last));
}

#[test]
fn the_table_of_the_article_has_its_shape() {
    let table = json(solve().arg("--ablate").arg(fixture("puzzles/article.txt")));
    let rows = table[0]["rows"].as_array().unwrap();
    let nodes: Vec<u64> = rows
        .iter()
        .map(|row| row["nodes"].as_str().unwrap().parse().unwrap())
        .collect();
    let [computed, useful, rule1, both, alpha_beta] = nodes[..] else {
        panic!("five rows: {table}");
    };
    // 80 * 79 * 78 * 77 * 76 * 75, which nobody has searched.
    assert_eq!(computed, 216_360_144_000);
    assert_eq!(rows[0]["computed"], true);
    assert!(computed >= 1000 * useful, "{table}");
    assert!(useful > rule1 && useful >= 20 * both, "{table}");
    assert!(rule1 > both && both > alpha_beta, "{table}");
    for row in &rows[1..] {
        assert_eq!(row["attempt"]["right"], true, "{row}");
    }
}
