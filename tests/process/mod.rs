//! Processes, for tests: signals to them, what they print, their memory, and waiting for what they do.

// Every test program uses the part it needs.
#![allow(dead_code)]

use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Long enough for anything that happens at all, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(240);

/// Sends a signal, such as `INT`, to the process with this number. Returns whether there is one.
pub fn signal(name: &str, id: u32) -> bool {
    let mut shell = Command::new("sh");
    // Small systems have no program `kill`, but their shells have one built in.
    shell.args(["-c", "kill -\"$0\" \"$1\"", name]);
    shell.arg(id.to_string());
    shell.status().expect("a shell").success()
}

/// Waits until something is so. A test that waits too long fails with `what`.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "still not: {what}");
        sleep(Duration::from_millis(2));
    }
}

/// Runs a command that writes to `path`, and sends it a signal as soon as `is_begun` holds. Returns its exit status. On a
/// busy machine the command may finish before the signal comes. Then `leaves_work` is false: `path` is deleted, and the
/// command runs again, five times at most.
pub fn interrupted(
    signal_name: &str,
    path: &Path,
    command: impl Fn() -> Command,
    is_begun: impl Fn() -> bool,
    leaves_work: impl Fn() -> bool,
) -> ExitStatus {
    for _ in 0..5 {
        let mut command = command();
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        wait_until("it has begun", || {
            let has_ended = child.try_wait().unwrap().is_some();
            is_begun() || has_ended
        });
        assert!(is_begun(), "it has ended before it began");
        if child.try_wait().unwrap().is_none() {
            signal(signal_name, child.id());
        }
        let status = child.wait().unwrap();
        if leaves_work() {
            return status;
        }
        match path.is_dir() {
            true => std::fs::remove_dir_all(path).unwrap(),
            false => std::fs::remove_file(path).unwrap(),
        }
    }
    panic!("interrupted too late to tell anything");
}

/// Reads what a process prints up to a text, and returns it.
pub fn read_to(output: &mut impl Read, text: &str) -> String {
    let mut printed = Vec::new();
    while !printed.ends_with(text.as_bytes()) {
        let mut byte = [0];
        let read = output.read_exact(&mut byte);
        let told = String::from_utf8_lossy(&printed);
        assert!(read.is_ok(), "no {text:?} after {told:?}");
        printed.extend(byte);
    }
    String::from_utf8(printed).unwrap()
}

/// The most memory that the process with this number has had so far, in KiB. `None` where the system does not tell it.
pub fn peak_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
