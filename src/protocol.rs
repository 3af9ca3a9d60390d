//! Protocols: how clients talk to the engine by text.
//!
//! All dialects share a [`Session`]: one game, its options and its engine. A [`Dialect`] turns lines of text into
//! calls of the session, and results into replies. [`v6`] is the Points AI Protocol, version 6, [`gtp`] the Go Text
//! Protocol, and [`json`] the protocol of the engine oppai. [`converse`] reads requests and writes replies. It reads on
//! a thread of its own, so that input can end a search. `protocol.md` describes the dialects to authors of clients.

mod clock;
mod dialect;
pub(crate) mod dot;
mod effort;
pub mod gtp;
mod inbox;
pub mod json;
mod line_reader;
mod live;
mod session;
pub mod v6;
mod value;
pub mod watch;

pub use clock::Allowance;
pub use dialect::{Dialect, converse};
use dialect::{Refusal, refuse};
pub use effort::Effort;
pub(crate) use inbox::Inbox;
pub use inbox::{Interrupts, Urgency};
pub use line_reader::Line;
pub(crate) use line_reader::LineReader;
pub use session::{MAX_KOMI, Session, SessionError, checked_komi};
pub(crate) use value::fields_of;
use value::{unify_fields, word_of};
