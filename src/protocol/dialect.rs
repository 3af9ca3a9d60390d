//! What every dialect has in common: lines come in, replies go out.

use super::{Inbox, Line, Session, Urgency};
use std::io::{self, BufRead, Write};

/// A way to talk to a [`Session`]: it reads lines as calls of the session and writes the replies. The state of
/// the game is in the session alone.
pub trait Dialect {
    /// Makes the session ready for the first line.
    fn prepare(&self, _session: &mut Session) {}

    /// What the line means to a search that is running when it arrives.
    fn urgency(line: &str) -> Urgency;

    /// Carries out what the line asks for and writes the reply.
    ///
    /// # Errors
    /// If the reply cannot be written.
    fn answer(
        &mut self,
        session: &mut Session,
        line: Line,
        output: &mut dyn Write,
    ) -> io::Result<()>;
}

/// Answers line by line until the input or a line of the client ends it. Every reply is flushed.
/// Input is read on a thread of its own, so that it can interrupt searches. Between the lines the
/// session may ponder.
///
/// # Errors
/// If the input cannot be read or a reply cannot be written.
pub fn serve<D: Dialect>(
    mut dialect: D,
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    dialect.prepare(session);
    let mut inbox = Inbox::open(input, D::urgency, session.interrupts().clone());
    while let Some(written) = inbox.next(|line| dialect.answer(session, line, &mut output))? {
        written?;
        output.flush()?;
        session.ponder();
    }
    Ok(())
}
