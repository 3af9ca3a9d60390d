//! Files that users name: their names need not be UTF-8, devices without an end are refused before memory grows, and
//! what cannot be written costs no other result.

use crate::process;
use assert_cmd::Command;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Command as Program, Stdio};

/// The error of a command that may not take more than so many bytes of memory.
fn refused(arguments: &[&str], input: &str) -> String {
    let tochki = env!("CARGO_BIN_EXE_tochki");
    // In KiB: an endless file would need more, and the program would be killed by a failed allocation.
    let limit = "ulimit -v 1500000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limit, tochki]).args(arguments);
    let run = command.write_stdin(input).assert().code(2);
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

#[test]
fn endless_files_are_refused() {
    let zero = "/dev/zero";
    for arguments in [
        &["v6", "--weights", zero][..],
        &["gtp", "--weights", zero],
        &["show", zero],
        &["analyze", zero],
        &["solve", zero],
        &["learn", "train", zero, "--out", "/dev/null"],
        &["learn", "test", zero],
        &["learn", "test", "--policy", zero, zero],
        &[
            "match",
            "--engine",
            "a",
            "--engine",
            "b",
            "--openings",
            zero,
        ],
    ] {
        let error = refused(arguments, "");
        assert!(
            error.contains("it is larger than "),
            "{arguments:?}: {error}"
        );
    }
}

/// All boards together would take 140 MB.
#[test]
fn many_puzzles_take_memory_one_by_one() {
    let directory = tempfile::tempdir().unwrap();
    let puzzle =
        "title: t\nto move: 0\ndepth: 0.5\nanswer: 2 1 1\nsource: s\n\n.0..\n01..\n.0..\n---\n";
    fs::write(directory.path().join("many.txt"), puzzle.repeat(2000)).unwrap();
    let limit = "ulimit -v 100000; exec \"$0\" \"$@\"";
    for arguments in [
        &["show", "many.txt#1999"][..],
        &["solve", "--engine", "article", "many.txt"],
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", limit, env!("CARGO_BIN_EXE_tochki")]);
        command.args(arguments);
        command.current_dir(&directory).assert().success();
    }
}

#[test]
fn puzzles_may_have_the_beginning_of_a_game_in_their_words() {
    let directory = tempfile::tempdir().unwrap();
    let puzzle = "title: (; b\nto move: 0\ndepth: 1\nanswer: 0 0 1\nsource: (;)(;)\n\n. 0\n. .\n";
    fs::write(directory.path().join("p.txt"), puzzle).unwrap();
    for words in [
        &["show", "p.txt#1"][..],
        &["show", "p.txt", "--overlay", "answers"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args(words).current_dir(&directory);
        let shown = command.assert().success().get_output().stdout.clone();
        assert!(shown.starts_with(b"(; b\n"), "{words:?}");
    }
}

/// A name that is not UTF-8, and what follows in it.
fn odd_name(tail: &str) -> OsString {
    let mut name = OsString::from_vec(b"\xff".to_vec());
    name.push(tail);
    name
}

#[test]
fn names_need_not_be_utf_8() {
    let directory = tempfile::tempdir().unwrap();
    let path = |tail| directory.path().join(odd_name(tail));
    fs::write(path(".sgf"), "(;GM[40]SZ[7];B[bb];W[cc])").unwrap();
    let puzzle = "title: T\nto move: 0\ndepth: 0.5\nanswer: 2 1 1\nsource: a test\n\n\
        . 0 .\n0 1 .\n. 0 .\n";
    fs::write(path(".txt"), puzzle).unwrap();
    let no_engine = "--engine /no/such/engine";
    let contest = format!("match {no_engine} {no_engine} --size 7x7 --openings");
    for (arguments, tail, code, words) in [
        ("show", ".sgf#1:1", 0, ", 1 move, "),
        ("analyze --complexity 0", ".sgf:2", 0, "O: 1 move, "),
        ("solve", ".txt#1", 0, "1 of 1 right"),
        ("bench trees --plies 1", ".sgf:2", 0, "\u{fffd}.sgf:2: "),
        (&contest, ".sgf:2", 2, "cannot be started"),
        ("play --open", ".sgf:2", 0, "You are X"),
        ("play --resume --autosave", ".sgf", 0, "You are X"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.current_dir(directory.path());
        command.args(arguments.split(' ')).arg(odd_name(tail));
        let run = command.write_stdin("quit\n").assert().code(code);
        let output = run.get_output();
        let told = [&output.stdout[..], &output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(words), "{arguments}: {told}");
    }
}

#[test]
fn games_are_added_to_regular_files_only() {
    for device in ["/dev/full", "/dev/zero", "/dev"] {
        let error = refused(&["learn", "play", "--out", device, "--games", "1"], "");
        let expected =
            format!("tochki: {device}: it is no regular file, to which lines can be added\n");
        assert_eq!(error, expected);
    }
}

/// A program whose standard output is full.
fn into_full_output(arguments: &[&str], directory: &Path) -> Program {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut program = Program::new(env!("CARGO_BIN_EXE_tochki"));
    program.args(arguments).current_dir(directory);
    program.stdout(full).stderr(Stdio::piped());
    program
}

#[test]
fn a_table_is_written_even_if_nothing_can_be_printed() {
    let directory = tempfile::tempdir().unwrap();
    let line = "g1 9x9 0 0 0:4,4 1:5,4 0:5,5 1:4,5 0:6,4\n";
    fs::write(directory.path().join("games.txt"), line).unwrap();
    let train = ["learn", "train", "games.txt", "--out", "weights.bin"];
    let status = into_full_output(&train, directory.path()).status();
    assert_eq!(status.unwrap().code(), Some(2));
    let table = fs::read(directory.path().join("weights.bin")).unwrap();
    assert_eq!(table.len(), tochki::policy::LinearPolicy::BYTES);
}

#[test]
fn an_analysis_that_cannot_be_printed_fails() {
    let directory = tempfile::tempdir().unwrap();
    let record = "(;GM[40]SZ[9];B[ee];W[ff])";
    fs::write(directory.path().join("game.sgf"), record).unwrap();
    fs::create_dir(directory.path().join("games")).unwrap();
    fs::write(directory.path().join("games/game.sgf"), record).unwrap();
    for arguments in [
        &["analyze", "game.sgf", "--time", "1ms", "--plot", "plot.svg"][..],
        &["analyze", "games", "--time", "1ms", "--out", "reports"],
        &["show", "game.sgf"],
    ] {
        let output = into_full_output(arguments, directory.path()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_plot_is_written_even_if_the_result_cannot_be() {
    let directory = tempfile::tempdir().unwrap();
    let record = "(;GM[40]SZ[9];B[ee];W[ff])";
    fs::write(directory.path().join("game.sgf"), record).unwrap();
    for format in ["text", "json"] {
        let line = format!("analyze game.sgf --complexity 0 --plot plot.svg --format {format}");
        let arguments: Vec<&str> = line.split(' ').collect();
        let written = || fs::remove_file(directory.path().join("plot.svg")).unwrap();
        let mut full = into_full_output(&arguments, directory.path());
        assert_eq!(full.status().unwrap().code(), Some(2), "{format}");
        written();
        full.args(["--out", "/dev/full"]);
        assert_eq!(full.status().unwrap().code(), Some(2), "{format}");
        written();
        // A reader that went away is no error.
        let mut unread = into_full_output(&arguments, directory.path());
        unread.stdout(without_reader());
        assert_eq!(unread.status().unwrap().code(), Some(0), "{format}");
        written();
    }
}

/// The end of a pipe from which nobody reads.
fn without_reader() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}

/// Whether the process handles `SIGINT`.
fn handles_interruptions(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
    caught & 2 != 0
}

#[test]
fn the_exit_code_tells_an_interruption_to_nobody() {
    for format in ["text", "json"] {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut program = Program::new(env!("CARGO_BIN_EXE_tochki"));
        let line = format!("analyze fixtures/pictures/game.sgf --time 600s --format {format}");
        let mut analysis = program
            .args(line.split(' '))
            .stdout(writer)
            .spawn()
            .unwrap();
        process::wait_until("it handles signals", || {
            analysis.try_wait().unwrap().is_some() || handles_interruptions(analysis.id())
        });
        // Ctrl-C ends the other programs of a pipe, too.
        drop(reader);
        assert!(process::signal("INT", analysis.id()));
        assert_eq!(analysis.wait().unwrap().code(), Some(1), "{format}");
    }
}

#[test]
fn control_characters_of_files_do_not_reach_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let puzzle = "title: T\nto move: 1\ndepth: \x1b]0;x\x07\n\n. .\n";
    for name in ["a.txt", "b.txt"] {
        fs::write(directory.path().join(name), puzzle).unwrap();
    }
    for line in ["solve a.txt", "analyze a.txt b.txt --out reports"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.current_dir(directory.path()).args(line.split(' '));
        let run = command.assert().code(2);
        let error = String::from_utf8_lossy(&run.get_output().stderr);
        assert!(error.contains("not ` ]0;x `"), "{line}: {error:?}");
    }
}

#[test]
fn an_analysis_that_cannot_be_written_is_printed() {
    let directory = tempfile::tempdir().unwrap();
    let record = "(;GM[40]SZ[9];B[ee];W[ff])";
    fs::write(directory.path().join("game.sgf"), record).unwrap();
    let line = "analyze game.sgf --complexity 0 --out /dev/full";
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.current_dir(directory.path()).args(line.split(' '));
    let run = command.assert().code(2);
    let output = run.get_output();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("\nX: 1 move, "), "{printed}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("tochki: /dev/full: "), "{error}");
}

#[cfg(feature = "serve")]
#[test]
fn a_server_needs_no_standard_error() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut server = Program::new(env!("CARGO_BIN_EXE_tochki"));
    // It warns that other machines can reach it.
    server.args(["serve", "--listen", "0.0.0.0", "--port", "0"]);
    server.stderr(full);
    server.env("XDG_STATE_HOME", directory.path());
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let line = process::read_to(server.stdout.as_mut().unwrap(), "\n");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(line.starts_with("http://"), "{line:?}");
}

#[cfg(feature = "serve")]
#[test]
fn a_server_whose_address_nobody_reads_tells_it() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Program::new(env!("CARGO_BIN_EXE_tochki"));
    server
        .args(["serve", "--port", "0"])
        .stdout(without_reader());
    server.env("XDG_STATE_HOME", directory.path());
    let output = server.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("the address of the page cannot be printed"),
        "{error}"
    );
}

#[cfg(feature = "serve")]
#[test]
fn a_server_needs_no_folder_for_its_secret_unless_a_new_one_is_asked_for() {
    let serve = |flags: &[&str]| {
        let mut server = Program::new(env!("CARGO_BIN_EXE_tochki"));
        server.args(["serve", "--port", "0"]).args(flags);
        // No folder can be made there.
        server.env("XDG_STATE_HOME", "/proc");
        server
    };
    let mut server = serve(&[]);
    let mut server = server
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let address = process::read_to(server.stdout.as_mut().unwrap(), "\n");
    let warning = process::read_to(server.stderr.as_mut().unwrap(), "\n");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(address.starts_with("http://"), "{address:?}");
    assert!(
        warning.contains("after a restart the page will have another address"),
        "{warning}"
    );
    let refused = serve(&["--new-token"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
fn an_engine_that_cannot_read_or_write_tells_why() {
    let directory = tempfile::tempdir().unwrap();
    let requests = directory.path().join("requests");
    fs::write(&requests, "1 name\n").unwrap();
    let full = "tochki: No space left on device (os error 28)\n";
    let folder = "tochki: Is a directory (os error 21)\n";
    for protocol in ["v6", "gtp", "json"] {
        let mut writing = into_full_output(&[protocol], directory.path());
        let mut reading = Program::new(env!("CARGO_BIN_EXE_tochki"));
        reading.arg(protocol);
        for (program, input, error) in [
            (&mut writing, requests.as_path(), full),
            (&mut reading, directory.path(), folder),
        ] {
            let output = program.stdin(fs::File::open(input).unwrap()).output();
            let output = output.unwrap();
            assert_eq!(output.status.code(), Some(2), "{protocol}: {output:?}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), error);
        }
    }
}
