//! Signals to processes, for tests.

use std::process::Command;

/// Sends a signal, such as `INT`, to the process with this number. Returns whether there is one.
pub fn send(name: &str, id: u32) -> bool {
    let mut shell = Command::new("sh");
    // Small systems have no program `kill`, but their shells have one built in.
    shell.args(["-c", "kill -\"$0\" \"$1\"", name]);
    shell.arg(id.to_string());
    shell.status().expect("a shell").success()
}
