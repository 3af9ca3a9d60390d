//! Signals that ask the program to end.

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tochki::search::StopFlag;

/// A stop flag that is raised when a signal asks the program to end. The command can then still write its results.
///
/// # Errors
/// If the signals cannot be handled.
pub fn stop_on_signals() -> io::Result<StopFlag> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in ending_signals() {
        signal_hook::flag::register(signal, raised.clone())?;
    }
    Ok(StopFlag::from(raised))
}

/// The signals that ask the program to end. Not SIGHUP if `nohup` has started the program.
pub fn ending_signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    if !ignores_hangup() {
        signals.push(SIGHUP);
    }
    signals
}

/// Whether the program was started with SIGHUP ignored, as `nohup` starts it. False on systems without `/proc`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
