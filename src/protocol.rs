//! Talking to clients by text.
//!
//! [`Session`] is what all dialects share: one game, its options and its engine. A dialect is a
//! thin file beside it that turns lines into calls of the session and results into replies;
//! [`v6`] is the Points AI Protocol, version 6. `protocol.md` describes what a client sees.

mod effort;
mod lines;
mod session;
pub mod v6;

pub use effort::{Effort, MOST_COMPLEX};
pub use lines::{Line, Lines};
pub use session::{Session, SessionError};
