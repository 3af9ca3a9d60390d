//! The command `tochki completions`, which prints a script that completes the command line in a shell.

use super::Cli;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  tochki completions bash > ~/.local/share/bash-completion/completions/tochki
  tochki completions zsh > ~/.zfunc/_tochki       # with fpath+=~/.zfunc before compinit
  tochki completions fish > ~/.config/fish/completions/tochki.fish";

/// Print a script that completes commands, flags and their values in a shell.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell that reads the script.
    shell: Shell,
}

impl Args {
    /// Prints the script on standard output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        // Written to memory first, because `generate` panics if a pipe is broken.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tochki", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
