//! Talking to clients by text.
//!
//! [`Session`] is what all dialects share: one game, its options and its engine. A [`Dialect`] is a
//! thin file beside it that turns lines into calls of the session and results into replies:
//! [`v6`] is the Points AI Protocol, version 6, [`gtp`] the Go Text Protocol, and [`json`] is what
//! oppai speaks. [`serve`] does the rest; it reads on a thread of its
//! own ([`Inbox`]), so that input can end a search. [`files`] reads the files that users name. `protocol.md` describes what a client sees.

mod clock;
mod dialect;
mod effort;
pub mod files;
pub mod gtp;
mod inbox;
pub mod json;
mod lines;
mod live;
mod session;
pub mod v6;

pub use clock::Allowance;
pub use dialect::{Dialect, serve};
pub use effort::{Effort, MOST_COMPLEX};
pub use inbox::{Inbox, Interrupts, Urgency};
pub use lines::{Line, Lines};
pub use session::{Deed, MAX_KOMI, Session, SessionError, checked_komi};

use serde_json::Value;

/// A value of JSON as it is written where there is no JSON.
fn word_of(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}
