//! Work that Ctrl-C can end.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tochki::search::StopFlag;

/// The time between two looks for Ctrl-C.
pub const INTERRUPT_EVERY: Duration = Duration::from_millis(20);

/// Does work on a thread of its own, without the lock of the interpreter, and looks for Ctrl-C meanwhile. Ctrl-C raises
/// the flag, which should end the work soon. Returns the result of the work, and the exception of Ctrl-C if there was
/// one.
///
/// # Errors
/// If there is no thread for the work, or it panics.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let mut interrupted = None;
    let result = wait_for(py, work, |error| {
        stop.raise();
        interrupted = Some(error);
        Ok(())
    })?;
    Ok((result, interrupted))
}

/// Does work as [`interruptible`] does, if it cannot be stopped but is bounded. After Ctrl-C it goes on to its end, and
/// nobody waits for its result.
///
/// # Errors
/// If there is no thread for the work, it panics, or there was Ctrl-C.
pub fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    wait_for(py, work, Err)
}

/// Does work on a thread of its own, and calls `interrupt` with each exception of Ctrl-C. An error of `interrupt` ends
/// the wait.
fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    mut interrupt: impl FnMut(PyErr) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        // Nobody waits for the result after Ctrl-C, or if the interpreter has ended.
        let _ = sender.send(work());
    })?;
    loop {
        let channel = &mut receiver;
        match py.detach(move || channel.recv_timeout(INTERRUPT_EVERY)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals().or_else(&mut interrupt)?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work has failed"));
            }
        }
    }
}
