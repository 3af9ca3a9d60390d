//! Protocols: how clients talk to the engine by text.
//!
//! [`Session`] is what all dialects share: one game, its options and its engine. A [`Dialect`] is a
//! thin file beside it that turns lines into calls of the session and results into replies:
//! [`v6`] is the Points AI Protocol, version 6, [`gtp`] the Go Text Protocol, and [`json`] is what
//! oppai speaks. [`serve`] reads requests and writes replies. It reads on a thread of its own, so that input can
//! end a search. [`files`] reads the files that users name. `protocol.md` is the description for authors of clients.

mod clock;
mod dialect;
mod effort;
pub mod files;
pub mod gtp;
mod inbox;
pub mod json;
mod line_reader;
mod live;
mod session;
pub mod v6;

pub use clock::Allowance;
pub use dialect::{Dialect, serve};
pub use effort::{Effort, MOST_COMPLEX};
pub(crate) use inbox::Inbox;
pub use inbox::{Interrupts, Urgency};
pub use line_reader::Line;
pub(crate) use line_reader::LineReader;
pub use session::{MAX_KOMI, Session, SessionError, checked_komi};

use serde_json::Value;

/// A JSON value as a plain word: a string without its quotes, anything else as it is in JSON.
fn word_of(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}
