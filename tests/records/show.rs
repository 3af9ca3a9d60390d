//! The command `tochki show`: what it makes of files good and bad. `pictures.rs` tests what is in the pictures.

use crate::pictures::GAME;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory with the game in a file.
fn with_game() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("game.txt");
    fs::write(&file, GAME).unwrap();
    (dir, file)
}

fn show() -> Command {
    let mut command = Command::cargo_bin("tochki").unwrap();
    command.arg("show");
    command
}

#[test]
fn the_command_prints_text_without_codes_into_a_pipe() {
    let (_dir, file) = with_game();
    show()
        .arg(file.to_str().unwrap().to_owned() + ":5")
        .assert()
        .success()
        .stderr("")
        .stdout(
            "\
5 . X . . . . .
4 X O X .(O). .
3 . . . . . . .
2 . . . . . . .
1 . . . . . . .
  1 2 3 4 5 6 7
X 0:0 O, 5 moves, O to move
",
        );
}

#[test]
fn the_command_writes_every_kind_of_picture() {
    let (dir, file) = with_game();
    let (svg, png, text) = (&b"<svg "[..], &b"\x89PNG"[..], &b"5 . X . "[..]);
    for (name, start) in [
        ("a.svg", svg),
        ("a.png", png),
        ("a.txt", text),
        ("b.SVG", svg),
        ("b.PNG", png),
        ("b.Txt", text),
    ] {
        let out = dir.path().join(name);
        show().arg(&file).arg("-o").arg(&out).assert().success();
        let written = fs::read(&out).unwrap();
        assert!(written.starts_with(start) && written.len() > 50, "{name}");
    }
    for name in ["a.gif", "b.GIF"] {
        let out = dir.path().join(name);
        let shown = show().arg(&file).arg("--animate").arg(&out).assert();
        shown.success().stdout("").stderr("");
        assert!(fs::read(&out).unwrap().starts_with(b"GIF89a"));
    }
}

#[test]
fn what_cannot_be_read_or_written_exits_with_2_and_a_reason() {
    let (dir, file) = with_game();
    let broken = dir.path().join("broken.txt");
    fs::write(&broken, ". . .\n. ? .\n").unwrap();
    let bytes = dir.path().join("bytes.txt");
    fs::write(&bytes, b". \xff .").unwrap();
    let sgf = dir.path().join("cut.sgf");
    fs::write(&sgf, "(;GM[40]SZ[5]\n;B[aa];W[zz])").unwrap();
    let answers = dir.path().join("answers.sgf");
    fs::write(&answers, "(;GM[40]SZ[5])").unwrap();
    let words = dir.path().join("words.txt");
    fs::write(&words, "hello world\n").unwrap();
    let with = |tail: &str| PathBuf::from(file.to_str().unwrap().to_owned() + tail);
    let cases = [
        (vec![sgf], "cut.sgf: line 2, column 8"),
        (vec![words], "words.txt: this is no diagram"),
        (
            vec![answers, "--overlay=range,answers".into()],
            "answers.sgf: only a puzzle has answers",
        ),
        (
            vec![file.clone(), "--overlay=answers".into()],
            "only a puzzle has answers",
        ),
        (
            vec![file.clone(), "--animate=x.png".into()],
            "x.png: expected a name in .gif",
        ),
        (vec![broken.clone()], "broken.txt: line 2: row 2, column 2"),
        (vec![bytes], "utf-8"),
        (vec![dir.path().join("nowhere")], "nowhere"),
        (vec![dir.path().to_owned()], "directory"),
        (vec![with(":10")], "has 9"),
        (vec![with("#2")], "holds 1"),
        (vec![with("#0")], "no number of a game"),
        (vec![file.clone(), "-o".into(), "x.bmp".into()], ".svg"),
        (vec![file.clone(), "--engine=none".into()], "engine"),
        (vec!["--numbers".into(), file.clone()], "a number of moves"),
        (
            ["--animate=x.gif", "--overlay=best"]
                .map(PathBuf::from)
                .into_iter()
                .chain([file.clone()])
                .collect(),
            "these are for --out",
        ),
        (
            vec![file.clone(), "-o".into(), "/nowhere/x.svg".into()],
            "/nowhere",
        ),
    ];
    for (arguments, reason) in cases {
        let result = show().args(&arguments).assert().code(2).stdout("");
        let stderr = String::from_utf8_lossy(&result.get_output().stderr).into_owned();
        assert_eq!(stderr.matches(reason).count(), 1, "{arguments:?}: {stderr}");
    }
}

#[test]
fn only_moves_that_the_rules_allow_are_the_best() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("house.sgf");
    let play = "W[aa];B[ba];W[ca];B[ab];W[ac];B[cb];W[cc];B[bc]";
    for (suicide, wanted) in [(1, "best for O: 2-2\n"), (0, "best for O: \n")] {
        let text = format!("(;GM[40]SZ[3]RU[Suicide={suicide}];{play})");
        fs::write(&file, text).unwrap();
        for engine in ["article", "tactical", "mcts"] {
            let shown = show()
                .args([
                    "--overlay",
                    "best",
                    "--option",
                    "hash=1",
                    "--engine",
                    engine,
                ])
                .arg(&file)
                .assert()
                .success();
            let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
            assert!(text.ends_with(wanted), "{engine}: {text}");
        }
    }
}

/// The best moves of a game on a board of these sides, with this komi, as `show` prints them.
fn best_with_komi(size: &str, moves: &str, komi: &str) -> String {
    let points = moves.split(' ');
    let turns = points
        .zip(["B", "W"].into_iter().cycle())
        .map(|(point, player)| format!(";{player}[{point}]"));
    let game: String = turns.collect();
    let sgf = format!("(;GM[40]SZ[{size}]KM[{komi}]{game})");
    let options = ["--overlay=best", "--option=hash=1", "--engine=mcts", "-"];
    let shown = show().args(options).write_stdin(sgf).assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    let best = text.lines().find(|line| line.starts_with("best for "));
    best.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn the_best_move_depends_on_the_komi() {
    // With few cells left, the engine takes another move if it needs more dots. One of the games is enough.
    let games = [
        ("4:3", "ac da ba cb bb db cc", "-1.5"),
        ("3:4", "bd ca ba ac cb bb cc", "-1.5"),
        ("4", "cc ca ab db dc ad ac bc", "1.5"),
    ];
    let differs = |(size, moves, komi): (&str, &str, &str)| {
        best_with_komi(size, moves, komi) != best_with_komi(size, moves, "0")
    };
    assert!(games.into_iter().any(differs));
}

#[test]
fn a_level_of_play_weakens_no_best_moves() {
    let best = |level: u32| {
        let mut command = show();
        command.args([
            "fixtures/pictures/game.sgf:60",
            "--overlay=best",
            "--complexity=5",
        ]);
        command.arg(format!("--option=level={level}"));
        command.assert().success().get_output().stdout.clone()
    };
    assert_eq!(String::from_utf8(best(1)), String::from_utf8(best(10)));
}

#[test]
fn one_is_no_plural() {
    let mut one = show();
    let shown = one.arg("-").write_stdin("a .\n. .\n").assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(text.ends_with("X 0:0 O, 1 move, O to move\n"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    let (dir, file) = with_game();
    for (option, name) in [("--animate", "full.gif"), ("-o", "full.png")] {
        let full = dir.path().join(name);
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        let result = show().arg(&file).arg(option).arg(&full).assert().code(2);
        let stderr = String::from_utf8_lossy(&result.get_output().stderr).into_owned();
        let told = format!(
            "tochki: {}: No space left on device (os error 28)\n",
            full.display()
        );
        assert_eq!(stderr, told);
    }
}

#[test]
fn no_file_is_made_if_the_other_cannot_be_written() {
    let (dir, file) = with_game();
    let animation = dir.path().join("a.gif");
    let mut command = show();
    command.arg(&file).args(["--out", "/nowhere/a.png"]);
    command.arg("--animate").arg(&animation).assert().code(2);
    assert!(!animation.exists());
}

#[test]
fn every_sample_file_is_shown_and_every_bad_one_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/sgf");
    let files = |dir: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let is_game = |path: &PathBuf| path.extension().is_some_and(|e| e == "sgf");
        let files: Vec<PathBuf> = entries.filter(is_game).collect();
        assert!(!files.is_empty(), "{dir:?}");
        files
    };
    for file in files(&root) {
        show().arg(&file).assert().success().stderr("");
    }
    for file in files(&root.join("bad")) {
        let result = show().arg(&file).assert().code(2).stdout("");
        let stderr = String::from_utf8_lossy(&result.get_output().stderr).into_owned();
        assert!(stderr.contains(": line "), "{stderr}");
    }
}

#[test]
fn the_player_to_move_is_the_one_that_a_record_without_moves_names() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("position.sgf");
    fs::write(&file, "(;GM[40]SZ[3]AB[bb]PL[W])").unwrap();
    let shown = show().arg(&file).assert().success().stderr("");
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(text.ends_with("X 0:0 O, 0 moves, O to move\n"), "{text}");
}

#[test]
fn the_shapes_are_printed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let show = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        let command = command
            .current_dir(folder.path())
            .arg("show")
            .args(arguments);
        command.assert()
    };
    let printed = show(&["--shapes"]).success();
    let text = String::from_utf8(printed.get_output().stdout.clone()).unwrap();
    assert_eq!(
        text.lines()
            .filter(|line| line.ends_with(" images"))
            .count(),
        33
    );
    assert!(
        text.contains("11. last side of a lone dot: +0.46, 8 images\n"),
        "{text}"
    );
    show(&["--shapes", "--out", "shapes.svg"]).success();
    let drawn = fs::read_to_string(folder.path().join("shapes.svg")).unwrap();
    // The page has the picture that the program draws.
    assert_eq!(drawn, fs::read_to_string("docs/shapes.svg").unwrap());
    show(&["--shapes", "--out", "shapes.png"]).code(2);
    show(&["--shapes", "game.sgf"]).code(2);
    show(&[]).code(2);
}

#[test]
fn a_delay_that_a_gif_cannot_have_is_refused() {
    let (dir, file) = with_game();
    let animation = dir.path().join("game.gif");
    let animate = |delay: &str| {
        let mut command = show();
        command.arg(&file).args(["--delay", delay, "--animate"]);
        command.arg(&animation).assert()
    };
    for delay in ["0", "9ms", "656s"] {
        let refused = animate(delay).code(2);
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(told.contains("from 10ms to 655s"), "{told}");
    }
    assert!(!animation.exists());
    animate("10ms").success();
    animate("655s").success();
}

#[test]
fn flags_without_effect_are_refused() {
    let (dir, file) = with_game();
    for (flags, words) in [
        (
            "--delay 1s",
            "required arguments were not provided:\n  --animate",
        ),
        ("--dots 2", "--dots is for --overlay trajectories"),
        ("--overlay nets --dots 2", "--dots is for --overlay"),
        ("--complexity 5", "--complexity is for --overlay best"),
        (
            "--overlay range,trajectories --complexity 5",
            "--complexity is for --overlay best",
        ),
        ("--cell 30", "--cell is for pictures"),
        ("--numbers 3", "--numbers is for pictures"),
        ("--explain 7-1 --cell 30", "cannot be used with '--cell"),
        ("--explain 7-1 --dots 2", "cannot be used with '--dots"),
        ("--overlay classes --dots 0", "'0' for '--dots"),
        ("--overlay classes --dots 6", "'6' for '--dots"),
        ("--shapes --cell 30", "cannot be used with '--cell"),
        ("--shapes --dots 2", "cannot be used with '--dots"),
        ("--shapes --delay 1s", "cannot be used with '--delay"),
    ] {
        let mut command = show();
        if !flags.starts_with("--shapes") {
            command.arg(&file);
        }
        let refused = command.args(flags.split(' ')).assert().code(2).stdout("");
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(told.contains(words), "{told}");
    }
    let picture = |name: &str, flag: &str| {
        let mut command = show();
        let command = command.arg(&file).args([flag, "30"]);
        command.arg("--out").arg(dir.path().join(name)).assert()
    };
    for (name, flag) in [
        ("a.svg", "--cell"),
        ("a.txt", "--cell"),
        ("a.txt", "--numbers"),
    ] {
        let refused = picture(name, flag).code(2).stdout("");
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(told.contains(flag), "{told}");
    }
    picture("a.png", "--cell").success();
    picture("a.svg", "--numbers").success();
    // The default values of these flags are no conflict.
    show().arg(&file).assert().success();
    let explained = show().arg(&file).args(["--explain", "7-1"]).assert();
    explained.success();
}

#[test]
fn a_cell_is_explained_by_its_shapes() {
    let run = |cell: &str| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        let output = command
            .args(["show", "fixtures/puzzles/captures.txt#2"])
            .args(["--explain", cell])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (printed, error) = run("4-2");
    let expected = "4-2: importance 0.310
+0.310  shape 9, hane at one shoulder
        .X
        *O
        ..
+0.220  shape 10, block in front of a running wall
        Xx
        O*
        ?.
";
    assert_eq!((printed.as_str(), error.as_str()), (expected, ""));
    for cell in ["3-4", "9-9", "nowhere"] {
        let (printed, error) = run(cell);
        assert!(printed.is_empty() && error.contains(cell), "{error}");
    }
}

/// Asserts that the command refuses to write to the file that it reads. `name` names a position in the file.
fn assert_not_written(file: &Path, name: &str, out: &Path) {
    let before = fs::read_to_string(file).unwrap();
    let refused = show().args([name, "-o"]).arg(out).assert().code(2);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        told.contains("this file is read, and would be lost"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(file).unwrap(), before);
}

#[test]
fn the_file_that_is_read_is_not_written() {
    let (dir, file) = with_game();
    let name = file.to_str().unwrap();
    let same = dir.path().join(".").join("game.txt");
    for out in [&file, &same] {
        assert_not_written(&file, &format!("{name}:2"), out);
    }
    // A name may have the characters that take the number of a game or a move.
    let file = dir.path().join("12#30.txt");
    fs::write(&file, GAME).unwrap();
    for position in ["", ":0", "#1:2"] {
        let name = format!("{}{position}", file.display());
        assert_not_written(&file, &name, &file);
    }
}
