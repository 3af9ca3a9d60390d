//! `tochki comply`: whether an engine keeps to the protocol.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use tochki::arena::comply;

/// Check that an engine keeps to the Points AI Protocol, version 6.
///
/// Prints a line for every point; the exit code is 1 if the engine does not keep to all of them.
#[derive(clap::Args)]
pub struct Args {
    /// How the engine is started.
    #[arg(value_name = "COMMAND LINE")]
    command: String,
    /// Seconds to wait for a reply.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,
}

impl Args {
    /// Prints every point and how many are kept.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let stop = super::stop_on_signals()?;
        let mut out = io::stdout().lock();
        let mut broken = None;
        let findings = comply::check(
            &self.command,
            Duration::from_secs(self.patience),
            &stop,
            |finding| {
                let line = match &finding.fault {
                    None => writeln!(out, "ok    {}", finding.title),
                    Some(fault) => writeln!(out, "FAIL  {}: {fault}", finding.title),
                };
                if let Err(error) = line {
                    broken.get_or_insert(error);
                }
            },
        )?;
        if let Some(error) = broken {
            return Err(error.into());
        }
        let kept = findings
            .iter()
            .filter(|finding| finding.fault.is_none())
            .count();
        writeln!(out, "{kept} of {} points are kept", findings.len())?;
        Ok(ExitCode::from(u8::from(kept < findings.len())))
    }
}
