//! Games of a person that are saved after every move.

use crate::person::{FirstCell, said_by, said_with, settings};
#[cfg(unix)]
use crate::process;
use std::path::PathBuf;
use tochki::search::{Engine, Limits, Outcome, Reporter};
use tochki::tools::play::{Autosave, open};
use tochki::{Board, Player};

#[test]
fn every_move_is_saved_and_the_game_before_is_kept() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("state/tochki/play.sgf");
    let turns = |name: &str| {
        let opened = open(&file.with_file_name(name)).unwrap();
        opened.game.turns()
    };
    let begin = |lines: &str, autosave: fn(PathBuf) -> Autosave| {
        said_with(settings(4, 4), lines, |environment| {
            environment.autosave = Some(autosave(file.clone()));
        })
    };
    begin("help\n", Autosave::keeping_old);
    assert!(!file.exists(), "there is nothing to save");
    begin("2-2\n", Autosave::keeping_old);
    assert_eq!(turns("play.sgf"), 2);
    begin("2-2\n3-3\nundo\n3-3\n1-1\n", Autosave::keeping_old);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (6, 2));
    begin("2-2\nundo\n", Autosave::overwriting);
    assert_eq!(turns("play.sgf"), 0);
    // A game that has not begun takes no other one's place.
    begin("2-2\nnew\n", Autosave::overwriting);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (2, 2));
    begin("2-2\nnew\n3-3\n2-2\n", Autosave::overwriting);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (4, 2));
    // A game that is loaded begins another one.
    let other = dir.path().join("other.sgf");
    std::fs::write(&other, "(;GM[40]SZ[4];B[bb];W[cc];B[dd];W[aa])").unwrap();
    let load = format!("2-2\n3-3\nload {}\n2-2\n", other.display());
    begin(&load, Autosave::overwriting);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (6, 4));
    let failed = said_with(settings(4, 4), "2-2\n3-3\n", |environment| {
        environment.autosave = Some(Autosave::keeping_old(file.join("x.sgf")));
    });
    assert_eq!(
        failed.matches("I cannot save the game").count(),
        1,
        "{failed}"
    );
}

/// Reads in its searches how many turns the file of the automatic saves has.
struct Witness(PathBuf, Vec<usize>);

impl Engine for Witness {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.1.push(open(&self.0).unwrap().game.turns());
        FirstCell.search(board, player, limits, reporter)
    }
}

#[test]
fn the_game_is_saved_before_the_engine_thinks() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("play.sgf");
    let autosave = Autosave::keeping_old(file.clone());
    for (lines, is_written) in [("2-2\n3-3\n", true), ("2-2\nnew\n", false)] {
        let mut witness = Witness(file.clone(), Vec::new());
        said_by(
            &mut witness,
            settings(4, 4),
            lines.as_bytes(),
            |environment| {
                environment.autosave = Some(autosave.clone());
            },
        );
        let turns: &[usize] = if is_written { &[1, 3] } else { &[1] };
        assert_eq!(witness.1, turns);
        // This tells the person whether an interrupted game is in the file.
        assert_eq!(autosave.is_written(), is_written);
    }
}

#[test]
fn a_position_without_moves_is_kept_when_another_game_begins() {
    let dir = tempfile::TempDir::new().unwrap();
    let [file, old] = ["play.sgf", "play.old.sgf"].map(|name| dir.path().join(name));
    let text = "(;GM[40]SZ[4]AB[bb]PL[B])";
    std::fs::write(&file, text).unwrap();
    said_with(settings(4, 4), "new\n3-3\n", |environment| {
        environment.opened = Some(open(&file).unwrap());
        environment.autosave = Some(Autosave::overwriting(file.clone()));
    });
    assert_eq!(open(&file).unwrap().game.turns(), 2);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn games_are_saved_where_a_link_leads() {
    let dir = tempfile::TempDir::new().unwrap();
    let names = ["real.sgf", "play.sgf", "play.old.sgf"];
    let [real, link, old] = names.map(|name| dir.path().join(name));
    let before = "(;GM[40]SZ[4];B[bb])";
    std::fs::write(&real, before).unwrap();
    std::os::unix::fs::symlink("real.sgf", &link).unwrap();
    said_with(settings(4, 4), "2-2\n", |environment| {
        environment.autosave = Some(Autosave::keeping_old(link.clone()));
    });
    assert!(link.is_symlink() && !old.is_symlink());
    assert_eq!(open(&real).unwrap().game.turns(), 2);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), before);
}

#[test]
fn a_file_of_several_games_is_kept_when_further_games_begin() {
    let dir = tempfile::TempDir::new().unwrap();
    let names = ["play.sgf", "play.old.sgf", "play.old2.sgf"];
    let [file, old, next] = names.map(|name| dir.path().join(name));
    let two = "(;GM[40]SZ[4];B[bb])(;GM[40]SZ[4];B[cc])";
    for load in [format!("load {}\n", file.display()), String::new()] {
        std::fs::write(&file, two).unwrap();
        let lines = load + "new\n3-3\nnew\n2-2\n2-3\nnew\n1-1\n";
        said_with(settings(4, 4), &lines, |environment| {
            environment.autosave = Some(Autosave::keeping_old(file.clone()));
        });
        assert_eq!(std::fs::read_to_string(&old).unwrap(), two);
        let turns = |file: &std::path::Path| open(file).unwrap().game.turns();
        assert_eq!((turns(&next), turns(&file)), (4, 2));
        std::fs::remove_file(&old).unwrap();
    }
    // Single games take the place of one another, in one file beside that of the saves and its lock.
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn automatic_saves_leave_other_files_alone() {
    let dir = tempfile::TempDir::new().unwrap();
    let (file, other) = (dir.path().join("game.sgf"), dir.path().join("game.tmp"));
    std::fs::write(&other, "precious").unwrap();
    said_with(settings(4, 4), "2-2\n", |environment| {
        environment.autosave = Some(Autosave::keeping_old(file.clone()));
    });
    assert_eq!(open(&file).unwrap().game.turns(), 2);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
}

/// `play.old.sgf`, the opened game, is replaced only when the new file holds that game.
#[cfg(unix)]
#[test]
fn a_save_that_fails_leaves_the_opened_game_and_the_one_before() {
    let dir = tempfile::TempDir::new().unwrap();
    let [file, old] = ["play.sgf", "play.old.sgf"].map(|name| dir.path().join(name));
    let (before, opened) = ("(;GM[40]SZ[4];B[bb])", "(;GM[40]SZ[4];B[cc];W[dd])");
    std::fs::write(&file, before).unwrap();
    std::fs::write(&old, opened).unwrap();
    // No file can have contents, but empty ones can be made and all can be renamed.
    let limit = "trap '' XFSZ; ulimit -f 0; exec \"$0\" play --level 1 --autosave play.sgf";
    let said = assert_cmd::Command::new("sh")
        .args(["-c", limit, env!("CARGO_BIN_EXE_tochki")])
        .current_dir(&dir)
        .write_stdin("load play.old.sgf\n1-1\nnew\n2-2\n")
        .output()
        .unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("I cannot save the game"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), opened);
}

#[cfg(unix)]
#[test]
fn two_programs_do_not_save_in_one_file() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("play.sgf");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.args(["play", "--size", "6x6", "--level", "1", "--autosave"]);
    command
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut first = command.spawn().unwrap();
    let mut input = first.stdin.take().unwrap();
    input.write_all(b"2-2\n").unwrap();
    process::read_to(first.stdout.as_mut().unwrap(), "I play");
    process::read_to(first.stdout.as_mut().unwrap(), "your move> ");
    let text = std::fs::read_to_string(&file).unwrap();
    let link = dir.path().join("link.sgf");
    std::os::unix::fs::symlink("play.sgf", &link).unwrap();
    let second = |file: &std::path::Path, lines: &str| {
        said_with(settings(4, 4), lines, |environment| {
            environment.autosave = Some(Autosave::overwriting(file.to_owned()));
        })
    };
    let refusal = ".sgf: another `tochki play` saves there.";
    for file in [&file, &link] {
        let said = second(file, "2-2\n3-3\n");
        assert_eq!(said.matches(refusal).count(), 1, "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    drop(input);
    assert!(first.wait().unwrap().success());
    assert!(!second(&file, "2-2\n").contains(refusal));
    assert_ne!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_game_is_saved_where_nothing_can_be_locked() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("play.sgf");
    // A folder cannot be locked.
    std::fs::create_dir(dir.path().join(".play.sgf.lock")).unwrap();
    let said = said_with(settings(4, 4), "2-2\n", |environment| {
        environment.autosave = Some(Autosave::keeping_old(file.clone()));
    });
    assert!(!said.contains("I cannot save"), "{said}");
    assert_eq!(open(&file).unwrap().game.turns(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved_and_resumed() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let dir = tempfile::TempDir::new().unwrap();
    let play = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args(["play", "--level", "1"]).args(arguments);
        command
            .env("XDG_STATE_HOME", dir.path())
            .stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let file = dir.path().join("tochki/play.sgf").display().to_string();
    let mut game = play(&["--size", "6x6", "--autosave", &file]);
    let mut input = game.stdin.take().unwrap();
    input.write_all(b"2-2\n").unwrap();
    process::read_to(game.stdout.as_mut().unwrap(), "I play");
    process::read_to(game.stdout.as_mut().unwrap(), "your move> ");
    assert!(process::signal("INT", game.id()));
    assert_eq!(game.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    game.stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert!(told.contains(&format!("The game is in {file}")), "{told}");
    assert_eq!(open(file.as_ref()).unwrap().game.turns(), 2);

    // The command that is told saves in the same file, wherever the usual one is.
    let command = told.split('`').nth(1).expect("a command in backquotes");
    let rest = command.strip_prefix("tochki ").unwrap();
    let line = format!("exec \"$0\" {rest} --level 1");
    let elsewhere = tempfile::TempDir::new().unwrap();
    assert_cmd::Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_tochki")])
        .env("XDG_STATE_HOME", elsewhere.path())
        .write_stdin("5-5\n")
        .assert()
        .success();
    assert_eq!(open(file.as_ref()).unwrap().game.turns(), 4);

    let mut resumed = play(&["--resume"]);
    resumed.stdin.take().unwrap().write_all(b"2-5\n").unwrap();
    let output = resumed.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(open(file.as_ref()).unwrap().game.turns(), 6);
}
