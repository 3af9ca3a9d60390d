//! The main loop of the commands that speak a protocol.

use super::engine::EngineArgs;
use std::io::{self, BufReader};
use std::process::ExitCode;
use tochki::protocol::{Dialect, Session, serve};

/// Size of the input buffer in bytes. Requests that arrive in one read are a script. A script up to this size gives
/// the same replies every time.
const AT_ONCE: usize = 1 << 20;

/// Answers requests on standard input until the client ends the conversation or the input ends.
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
