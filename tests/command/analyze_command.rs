//! What `tochki analyze` reads, writes and refuses.

use crate::analyze::BLUNDER;
#[cfg(unix)]
use crate::process;
use assert_cmd::Command;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;
use tempfile::TempDir;

#[test]
fn the_command_writes_every_format_and_a_plot() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("blunder.sgf");
    fs::write(&file, BLUNDER).unwrap();
    let analyze = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.current_dir(&dir).arg("analyze").arg(&file);
        command.args(["--complexity", "40"]);
        command.args(arguments).assert()
    };
    let stdout = |arguments: &[&str]| {
        let assert = analyze(arguments).success().stderr("");
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let table = stdout(&[]);
    assert!(table.contains("Largest errors:"));
    let written = dir.path().join("table.txt");
    stdout(&["-o", written.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(written).unwrap(), table);
    assert!(stdout(&["--format", "json"]).starts_with("{\n"));
    assert!(stdout(&["--format", "sgf"]).starts_with("(;FF[4]GM[40]"));
    let with_chains = stdout(&["--format", "sgf", "--chains"]);
    assert!(with_chains.contains(";B[ed.ed"), "{with_chains}");
    analyze(&["--chains"]).code(2).stdout("");
    let plot = dir.path().join("plot.png");
    stdout(&["--plot", plot.to_str().unwrap(), "-o", "/dev/null"]);
    assert!(fs::read(&plot).unwrap().starts_with(b"\x89PNG"));
    let plot = dir.path().join("PLOT.SVG");
    stdout(&["--plot", plot.to_str().unwrap(), "-o", "/dev/null"]);
    assert!(fs::read(&plot).unwrap().starts_with(b"<svg"));
    analyze(&["--plot", "x.bmp"]).code(2);
    // The plot would take the place of the result.
    let one = ["--plot", "both.svg", "-o", "./both.svg"];
    let refused = analyze(&one).code(2).stdout("");
    refused.stderr("tochki: --out and --plot are one file\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("both.svg", dir.path().join("link.svg")).unwrap();
        let refused = analyze(&["--plot", "link.svg", "-o", "both.svg"]).code(2);
        refused.stderr("tochki: --out and --plot are one file\n");
    }
}

#[cfg(unix)]
#[test]
fn a_game_is_read_from_a_pipe() {
    let mut command = Command::cargo_bin("tochki").unwrap();
    command.args(["analyze", "/dev/stdin", "--complexity", "0"]);
    let analyzed = command.write_stdin(BLUNDER).assert().success();
    let text = String::from_utf8_lossy(&analyzed.get_output().stdout).into_owned();
    assert!(text.contains("\nX: 3 moves, "), "{text}");
}

#[cfg(unix)]
#[test]
fn a_game_of_a_pipe_with_several_has_to_be_chosen() {
    let dir = TempDir::new().unwrap();
    let one_of_two = "2 games: choose one, such as /dev/stdin#1";
    for (name, code, words) in [
        ("-- -", 2, "-: 2 games: choose one by `-- -#1` "),
        ("/dev/stdin", 2, one_of_two),
        ("/dev/stdin --out reports/", 2, one_of_two),
        ("-- -#2", 0, "\nX: 3 moves, "),
        ("-- -:2", 0, "\nX: 1 move, "),
    ] {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.current_dir(&dir);
        command.args(["analyze", "--complexity", "0"]);
        command.args(name.split(' '));
        let run = command.write_stdin(BLUNDER.repeat(2)).assert().code(code);
        let output = run.get_output();
        let told = [&output.stdout[..], &output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(words), "{name}: {told}");
    }
}

#[test]
fn what_cannot_be_analyzed_exits_with_2() {
    let dir = TempDir::new().unwrap();
    let empty = dir.path().join("empty.txt");
    fs::write(&empty, ". .\n. .").unwrap();
    let analyze = |file: PathBuf, engine: &str| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.arg("analyze").arg(file).args(["--engine", engine]);
        command.assert().code(2).stdout("");
    };
    analyze(empty, "auto");
    let words = dir.path().join("words.txt");
    fs::write(&words, "hello world\n").unwrap();
    analyze(words, "auto");
    let large = dir.path().join("large.txt");
    let row = format!("a{}\n", ".".repeat(52));
    fs::write(&large, row.clone() + &row.replace('a', ".").repeat(52)).unwrap();
    let mut sgf = Command::cargo_bin("tochki").unwrap();
    sgf.arg("analyze").arg(large).args(["--format", "sgf"]);
    sgf.args(["--time", "600000"]).assert().code(2).stdout("");
    analyze(dir.path().join("nowhere.sgf"), "auto");
    let blunder = dir.path().join("blunder.sgf");
    fs::write(&blunder, BLUNDER).unwrap();
    analyze(blunder, "nobody");
}

#[test]
fn a_report_that_is_too_large_for_sgf_ends_no_other() {
    let dir = TempDir::new().unwrap();
    let games = dir.path().join("games");
    fs::create_dir(&games).unwrap();
    // There is room for the record with our header, but not for our comments.
    let comment = "x".repeat((16 << 20) - 100);
    let large = format!("(;FF[4]GM[40]SZ[3];B[aa]C[{comment}];W[bb])");
    fs::write(games.join("a.sgf"), large).unwrap();
    fs::write(games.join("b.sgf"), "(;GM[40]SZ[3];B[aa];W[bb])").unwrap();
    let analyze = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.current_dir(&dir).args(["analyze", "--format=sgf"]);
        let output = command
            .args(arguments)
            .assert()
            .code(2)
            .get_output()
            .clone();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let reason = "the text would be larger than 16 MiB, and not be read back";
    let error = format!("tochki: games/a.sgf: its report: {reason}\n");
    let [out, errors] = analyze(&["games", "--complexity=0", "--out=out"]);
    assert_eq!(errors, error);
    assert!(out.starts_with("games/b.sgf: 2 moves, "), "{out}");
    assert!(out.ends_with("\n2 games: 1 analyzed, 1 refused\n"), "{out}");
    assert!(dir.path().join("out/games/b.sgf.sgf").exists());
    assert!(!dir.path().join("out/games/a.sgf.sgf").exists());
    // The analysis of a single game is not lost.
    let [out, errors] = analyze(&["games/a.sgf", "--complexity=0"]);
    assert_eq!(errors, error);
    let is_table = out.starts_with("move  ") && out.contains("\nX: 1 move, ");
    assert!(is_table, "{out}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_is_reported() {
    let dir = TempDir::new().unwrap();
    let plot = dir.path().join("plot.svg");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.args([
        "analyze",
        "fixtures/pictures/game.sgf",
        "--time",
        "300",
        "--plot",
    ]);
    let mut child = command.arg(&plot).stdout(Stdio::piped()).spawn().unwrap();
    let output = child.stdout.as_mut().unwrap();
    let mut text = process::read_to(output, "\n   2  ");
    assert!(process::signal("INT", child.id()));
    let output = child.stdout.as_mut().unwrap();
    output.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(text.contains("\nnote: interrupted: "), "{text}");
    assert!(text.contains("\nX: "), "{text}");
    assert!(text.contains("\nO: "), "{text}");
    assert!(fs::read_to_string(plot).unwrap().starts_with("<svg"));
}
