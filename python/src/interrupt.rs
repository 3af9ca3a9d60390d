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
    let (sender, mut receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        // Nobody waits for the result if the interpreter has ended.
        let _ = sender.send(work());
    })?;
    let mut interrupted = None;
    loop {
        let channel = &mut receiver;
        match py.detach(move || channel.recv_timeout(INTERRUPT_EVERY)) {
            Ok(result) => return Ok((result, interrupted)),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    stop.raise();
                    interrupted = Some(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the search has failed"));
            }
        }
    }
}
