//! The command `tochki comply`, which checks that an engine follows the Points AI Protocol.

use super::flags::patience;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use tochki::arena::compliance::{self, Finding};

const EXAMPLES: &str = "\
Examples:
  tochki comply \"tochki v6\"
  tochki comply ./my-engine --patience 30s";

/// Check that an engine follows the Points AI Protocol, version 6.
///
/// Prints a line for every check. The exit code is 1 if one fails.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Command line that starts the engine.
    #[arg(value_name = "COMMAND LINE")]
    command: String,
    /// Longest wait for a reply, beyond the time for a move.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = patience)]
    patience: Duration,
}

impl Args {
    /// Prints the result of every check, then how many passed. The exit code is 1 if a check failed.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let stop = super::stop_on_signals()?;
        let mut out = io::stdout().lock();
        let mut broken = None;
        let findings = compliance::check(&self.command, self.patience, &stop, |finding| {
            let line = match &finding.fault {
                None => writeln!(out, "ok    {}", finding.title),
                Some(fault) => writeln!(out, "FAIL  {}: {fault}", finding.title),
            };
            if let Err(error) = line {
                broken.get_or_insert(error);
            }
        })?;
        let is_passed = |finding: &&Finding| finding.fault.is_none();
        let passed = findings.iter().filter(is_passed).count();
        let last = || writeln!(out, "{passed} of {} checks passed", findings.len());
        // The exit code tells the result, even if nobody reads it.
        super::is_read(broken.map_or_else(last, Err))?;
        Ok(ExitCode::from(u8::from(passed < findings.len())))
    }
}
