//! Files that users name: devices without an end are refused before memory grows.

#![cfg(feature = "cli")]
#![cfg(target_os = "linux")]

use assert_cmd::Command;

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

#[test]
fn games_are_added_to_regular_files_only() {
    for device in ["/dev/full", "/dev/zero", "/dev"] {
        let error = refused(&["learn", "play", "--out", device, "--games", "1"], "");
        let expected =
            format!("tochki: {device}: it is no regular file, to which lines can be added\n");
        assert_eq!(error, expected);
    }
}
