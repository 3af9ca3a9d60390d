//! The connection to an engine process. All dialects use it.

use super::ClientError;
use crate::arena::process::{EngineProcess, ProcessError, Stderr, TIME_TO_END};
use crate::search::StopFlag;
use std::time::{Duration, Instant};

/// Longest time until a silent engine ends after it was told to. It hangs, so it will hardly end by itself.
const TIME_TO_END_IF_SILENT: Duration = Duration::from_millis(100);

/// Largest number of characters of an evaluation, or of the reason for a refusal, that reports and records keep. With it the
/// evaluations of all moves of a game fit into a file of SGF.
const LONGEST_REMARK: usize = 250;

/// An engine process, with the longest wait for its replies.
#[derive(Debug)]
pub(super) struct Connection {
    process: EngineProcess,
    /// Raising this flag ends every wait.
    stop: StopFlag,
    /// Longest wait for a reply to a request that needs no search.
    pub patience: Duration,
    /// Longest wait for the end of the engine after it was told to end.
    time_to_end: Duration,
    /// When the last line was sent.
    sent: Instant,
    /// Time from the last line that was sent to the last one that was received.
    took: Duration,
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
            time_to_end: TIME_TO_END,
            sent: Instant::now(),
            took: Duration::ZERO,
        })
    }

    /// Sends a line. It is an error if the engine has written a line that is not yet received, because nothing asked
    /// for it.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        match self.process.pending() {
            Some(line) => return Err(ClientError::Unasked(shortened(without_return(&line)))),
            None => self.process.send(line)?,
        }
        // Only now, so that a suspension before this line is no time of the engine.
        self.sent = Instant::now();
        Ok(())
    }

    /// The time that the engine took for the last reply: from the request to the last line that was received.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// Waits for the next line of the engine, at most for the time `wait`. The line may end with CR LF.
    pub fn receive(&mut self, wait: Duration) -> Result<String, ClientError> {
        let received = self.process.receive(wait, &self.stop);
        self.took = self.sent.elapsed();
        if matches!(received, Err(ProcessError::Silent(_))) {
            self.time_to_end = TIME_TO_END_IF_SILENT;
        }
        Ok(without_return(&received?).to_owned())
    }

    /// Waits for a further line of a reply, which must be complete when the time `wait` has passed since the request.
    pub fn receive_rest(&mut self, wait: Duration) -> Result<String, ClientError> {
        let received = self.receive(wait.saturating_sub(self.sent.elapsed()));
        received.map_err(|error| match error {
            // The engine had the whole time for its reply.
            ClientError::Process(ProcessError::Silent(_)) => ProcessError::Silent(wait).into(),
            error => error,
        })
    }

    /// The error for the request that the last reply refused. `reason` is the one that the engine gave.
    pub fn refused(&self, request: &str, reason: &str) -> ClientError {
        ClientError::Refused {
            request: request.to_owned(),
            reason: remark(reason),
            took: self.took,
        }
    }

    /// Sends the line `quit`, closes the input of the engine, and waits for its end.
    pub fn close(&mut self, quit: &str) {
        let _ = self.process.send(quit);
        self.close_input();
    }

    /// Closes the input of the engine and waits for its end. Dropping the connection kills an engine that still runs.
    pub fn close_input(&mut self) {
        self.process.close_input();
        let _ = self.process.wait(self.time_to_end);
    }
}

/// The error for a reply that does not fit the request.
pub(super) fn no_reply_to(request: &str, reply: &str) -> ClientError {
    ClientError::Reply {
        request: request.to_owned(),
        reply: shortened(reply),
    }
}

/// A line without the carriage returns before its line feed.
fn without_return(line: &str) -> &str {
    line.trim_end_matches('\r')
}

/// The first [`LONGEST_REMARK`] characters of a text.
pub(super) fn remark(text: &str) -> String {
    text.chars().take(LONGEST_REMARK).collect()
}

/// The first 80 characters of a line.
pub(super) fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}
