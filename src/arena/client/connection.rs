//! The connection to an engine process, for every dialect.

use super::ClientError;
use crate::arena::process::{EngineProcess, ProcessError, Stderr};
use crate::search::StopFlag;
use std::time::Duration;

/// An engine process with the time limits of its replies.
#[derive(Debug)]
pub(super) struct Connection {
    process: EngineProcess,
    /// Ends every wait.
    stop: StopFlag,
    /// Longest time until a reply that needs no search.
    pub patience: Duration,
}

impl Connection {
    pub fn open(
        command_line: &str,
        patience: Duration,
        stop: StopFlag,
    ) -> Result<Connection, ProcessError> {
        Ok(Connection {
            process: EngineProcess::start(command_line, Stderr::Read)?,
            stop,
            patience,
        })
    }

    /// Sends a request. A line that the engine wrote before is an error.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        match self.process.pending() {
            Some(line) => Err(ClientError::Unasked(shortened(&line))),
            None => Ok(self.process.send(line)?),
        }
    }

    /// The next line of the engine.
    pub fn receive(&mut self, wait: Duration) -> Result<String, ClientError> {
        Ok(self.process.receive(wait, &self.stop)?)
    }

    /// Sends the request to quit and closes the input of the engine.
    pub fn close(&mut self, quit: &str) {
        let _ = self.process.send(quit);
        self.close_input();
    }

    /// Closes the input of the engine and waits 100 ms for its end. Dropping the connection kills it.
    pub fn close_input(&mut self) {
        self.process.close_input();
        let _ = self.process.wait(Duration::from_millis(100));
    }
}

/// The error for a reply that does not fit the request.
pub(super) fn no_reply_to(request: &str, reply: &str) -> ClientError {
    ClientError::Reply {
        request: request.to_owned(),
        reply: shortened(reply),
    }
}

/// The first 80 characters of a line.
fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}
