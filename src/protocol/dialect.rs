//! The trait of a dialect, and the loop that reads lines and writes replies.
//!
//! To add a command to a dialect:
//!
//! * Version 6: add a row to `COMMANDS` in `v6.rs`.
//! * GTP: add a row to `COMMANDS` in `gtp.rs`.
//! * JSON lines: add a variant to `Request` in `json/requests.rs` and, for fields of the reply, to `Results` in
//!   `json/replies.rs`. Add it to `execute` and `COMMANDS` in `json.rs`, and its lists to `LISTS` in `json/envelope.rs`.
//!
//! A command that ends a running search also needs the `urgency` of its dialect. Then add an example to `protocol.md`.
//! Add the name to the replies in `protocol.md` that list all commands, and to `fuzz/dictionaries`. Tests check this.

use super::{Inbox, Line, Session, SessionError, Urgency};
use crate::board::{IllegalAction, InvalidSetup};
use crate::geometry::InvalidSize;
use crate::notation::diagram::DiagramError;
use crate::notation::record::NoRecord;
use crate::notation::sgf::{SgfError, Unwritable};
use crate::notation::start::{NoRoom, UnknownStart};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// A protocol of text lines. It turns lines into calls of a [`Session`] and writes the replies. The session alone
/// holds the game.
pub trait Dialect {
    /// Prepares the session before the first line is read. A dialect whose clients expect a game at once starts one
    /// here.
    fn prepare(&self, _session: &mut Session) {}

    /// The effect of a line on a search that is running when the line arrives.
    fn urgency(line: &str) -> Urgency;

    /// Carries out the request on a line and writes the reply. The line may be unreadable.
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

/// The reason why a dialect cannot give the reply that a request asks for.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The reply cannot be written. The conversation ends. No error becomes this one by `?`, because errors of files,
    /// which refuse a request, have the same type.
    Io(io::Error),
    /// The request is refused. The text tells the client why.
    Text(String),
}

/// The refusal of a request, with this text for the client.
pub(super) fn refuse(reason: impl Into<String>) -> Refusal {
    Refusal::Text(reason.into())
}

/// Errors that refuse a request, with their text for the client.
macro_rules! errors_that_refuse {
    ($($error:ty),* $(,)?) => {
        $(
            impl From<$error> for Refusal {
                fn from(error: $error) -> Refusal {
                    Refusal::Text(error.to_string())
                }
            }
        )*
    };
}

errors_that_refuse!(
    DiagramError,
    IllegalAction,
    InvalidSetup,
    InvalidSize,
    NoRecord,
    NoRoom,
    SessionError,
    SgfError,
    UnknownStart,
    Unwritable,
);

/// Answers line by line until the input ends or a line ends the conversation. Every reply is flushed. A thread of its
/// own reads the input, so that input can end a search. After each reply the session thinks on the opponent's time, if
/// the option `ponder` is on. At the end the flags of the session are lowered, so that it can search without a client.
///
/// # Errors
/// If the input cannot be read or a reply cannot be written.
pub fn converse<D: Dialect>(
    mut dialect: D,
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    dialect.prepare(session);
    let mut inbox = Inbox::open(input, D::urgency, session.interrupts().clone());
    let done = answer_all(&mut dialect, session, &mut inbox, &mut output);
    // The session may search without a client.
    session.asked = None;
    done
}

/// Answers the lines in the inbox until it has no more, or a reply cannot be written.
fn answer_all(
    dialect: &mut impl Dialect,
    session: &mut Session,
    inbox: &mut Inbox,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut last_reply = Instant::now();
    while let Some(written) = inbox.next(|line, read| {
        // The lines of a script arrive together.
        session.asked = Some(read.max(last_reply));
        dialect.answer(session, line, output)
    })? {
        written?;
        output.flush()?;
        last_reply = Instant::now();
        session.ponder();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Interrupts;
    use crate::search::options::Options;

    /// For each line, when it counts as asked, and when its reply is written.
    struct Times(Vec<[Instant; 2]>);

    impl Dialect for &mut Times {
        fn urgency(_: &str) -> Urgency {
            Urgency::Waits
        }

        fn answer(&mut self, session: &mut Session, _: Line, _: &mut dyn Write) -> io::Result<()> {
            self.0.push([session.asked(), Instant::now()]);
            Ok(())
        }
    }

    #[test]
    fn the_time_of_a_line_of_a_script_begins_after_the_reply_before_it() {
        let start = Instant::now();
        let mut times = Times(Vec::new());
        let mut session = Session::new(Options::default());
        let script = &b"one\ntwo\nthree\n"[..];
        converse(&mut times, &mut session, script, io::sink()).unwrap();
        assert_eq!(times.0.len(), 3);
        let mut before = start;
        for [asked, answered] in times.0 {
            assert!(before <= asked && asked <= answered);
            before = answered;
        }
        assert!(session.asked() >= before);
    }

    /// A client that takes no reply.
    struct Deaf;

    impl Write for Deaf {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_session_goes_on_after_a_conversation() {
        let mut session = Session::new(Options::default());
        let expect_rest = |session: &Session| {
            let Interrupts { stop, input, news } = session.interrupts();
            assert!(![stop, input, news].iter().any(|flag| flag.is_raised()));
            let now = Instant::now();
            assert!(session.asked() >= now);
        };
        let script = &b"one\ntwo\n"[..];
        let mut times = Times(Vec::new());
        converse(&mut times, &mut session, script, io::sink()).unwrap();
        expect_rest(&session);
        converse(&mut times, &mut session, script, Deaf).unwrap_err();
        expect_rest(&session);
    }
}
