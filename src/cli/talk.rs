//! The main loop of the commands `v6`, `gtp` and `json`, which speak a protocol.

use super::engine::EngineArgs;
use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::{Dialect, Session, converse};

/// Size of the input buffer in bytes. Requests that arrive in one read are handled as a script, which gives the same
/// replies every time. A script may have this size.
const AT_ONCE: usize = 1 << 20;

/// Answers requests on standard input until the client ends the conversation or the input ends. `dialect` is the
/// protocol.
///
/// # Errors
/// If an option is wrong, or reading or writing fails.
pub fn talk(dialect: impl Dialect, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let options = engine.options()?;
    let input = BufReader::with_capacity(AT_ONCE, io::stdin());
    let output = io::stdout().lock();
    converse(dialect, &mut Session::new(options), input, output)?;
    Ok(ExitCode::SUCCESS)
}
