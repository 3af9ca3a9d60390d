//! Signals that ask the program to end.

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(windows)]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{io, process, thread};
use tochki::search::StopFlag;

/// Least time between a signal and a second one that ends the program at once. Terminals and the command `timeout` send
/// one signal twice, a moment apart.
const SECOND: Duration = Duration::from_millis(300);

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

/// A stop flag as of [`stop_on_signals`]. After it is raised, a second signal ends the program at once, with 128 and the
/// number of the signal as exit code. For commands that may wait for a pipe, and start no processes, which would be left
/// running.
///
/// # Errors
/// If the signals cannot be handled, or the thread that waits for the second one cannot be started.
pub fn stop_or_end_on_signals() -> io::Result<StopFlag> {
    let stop = stop_on_signals()?;
    let mut first = None;
    on_signals(move |signal| {
        let first: &Instant = first.get_or_insert_with(Instant::now);
        if first.elapsed() >= SECOND {
            process::exit(128 + signal);
        }
    })?;
    Ok(stop)
}

/// Starts a thread that calls `seen` with the number of every signal that asks the program to end.
///
/// # Errors
/// If the signals cannot be handled, or the thread cannot be started.
#[cfg(unix)]
pub fn on_signals(mut seen: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(ending_signals())?;
    let wait = move || {
        for signal in signals.forever() {
            seen(signal);
        }
    };
    thread::Builder::new().spawn(wait)?;
    Ok(())
}

/// Windows has no way to wait for a signal, so the thread looks for them. Of signals between two looks it tells the last.
#[cfg(windows)]
pub fn on_signals(mut seen: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    const INTERVAL: Duration = Duration::from_millis(50);
    let last = Arc::new(AtomicUsize::new(0));
    for signal in ending_signals() {
        let number = usize::try_from(signal).expect("no signal has a negative number");
        signal_hook::flag::register_usize(signal, last.clone(), number)?;
    }
    let look = move || {
        loop {
            thread::sleep(INTERVAL);
            match last.swap(0, Ordering::Relaxed) {
                0 => {}
                number => seen(i32::try_from(number).expect("it was an i32")),
            }
        }
    };
    thread::Builder::new().spawn(look)?;
    Ok(())
}

/// The signals that ask the program to end. Not SIGHUP if `nohup` has started the program.
#[cfg(unix)]
fn ending_signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    if !ignores_hangup() {
        signals.push(SIGHUP);
    }
    signals
}

/// The signals that ask the program to end: Ctrl-C and Ctrl-Break in a console of Windows.
#[cfg(windows)]
fn ending_signals() -> Vec<i32> {
    /// Its number in the C library of Windows.
    const SIGBREAK: i32 = 21;
    vec![SIGINT, SIGTERM, SIGBREAK]
}

/// Whether the program was started with SIGHUP ignored, as `nohup` starts it. False on systems without `/proc`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
