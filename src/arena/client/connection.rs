//! Requests and reply lines, whatever they mean.

use super::ClientError;
use crate::arena::process::{EngineProcess, ProcessError};
use crate::search::StopFlag;
use std::time::Duration;

/// A process and how long its replies may take.
#[derive(Debug)]
pub(super) struct Connection {
    process: EngineProcess,
    stop: StopFlag,
    /// How long a reply may take that needs no thought.
    pub patience: Duration,
}

impl Connection {
    pub fn open(
        command_line: &str,
        patience: Duration,
        stop: StopFlag,
    ) -> Result<Connection, ProcessError> {
        Ok(Connection {
            process: EngineProcess::start(command_line)?,
            stop,
            patience,
        })
    }

    /// Sends a request; nothing that the engine wrote before may be left.
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

    /// Lets the engine go politely, if it is quick about it; it is killed otherwise.
    pub fn close(&mut self, quit: &str) {
        let _ = self.process.send(quit);
        self.close_input();
    }

    /// The same without a word.
    pub fn close_input(&mut self) {
        self.process.close_input();
        let _ = self.process.wait(Duration::from_millis(100));
    }
}

/// The error of a reply that is none to the request.
pub(super) fn no_reply_to(request: &str, reply: &str) -> ClientError {
    ClientError::Reply {
        request: request.to_owned(),
        reply: shortened(reply),
    }
}

/// The beginning of a line, for messages.
fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}
