//! What the commands that speak a protocol have in common.

use super::engine::EngineArgs;
use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::{Dialect, Session, serve};

/// Bytes that are read at once. Requests that are read together count as sent together, so that a
/// script of this length gives the same replies every time.
const AT_ONCE: usize = 1 << 20;

/// Talks on standard input and output until the client or the end of the input ends it. The client
/// can change the options.
///
/// # Errors
/// If the options are wrong, or reading or writing fails.
pub fn talk(dialect: impl Dialect, engine: &EngineArgs) -> anyhow::Result<ExitCode> {
    let options = engine.options()?;
    let input = BufReader::with_capacity(AT_ONCE, io::stdin());
    let output = io::stdout().lock();
    serve(dialect, &mut Session::new(options), input, output)?;
    Ok(ExitCode::SUCCESS)
}
