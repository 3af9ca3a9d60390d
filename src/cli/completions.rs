//! The command `tochki completions`, which prints a script that completes the command line in a shell.

use super::Cli;
use clap::{Arg, CommandFactory, ValueHint};
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
        let mut tochki = with_hints(Cli::command());
        clap_complete::generate(self.shell, &mut tochki, "tochki", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The command with a hint at each value, by which a shell offers files, folders, or nothing.
fn with_hints(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => {
            let hint = hint(&arg);
            arg.value_hint(hint)
        }
        false => arg,
    });
    command.mut_subcommands(with_hints)
}

/// What a value is, by its name in the help.
fn hint(arg: &Arg) -> ValueHint {
    let name = arg.get_value_names().and_then(<[_]>::first);
    match name.map_or("", |name| name.as_str()) {
        "DIR" => ValueHint::DirPath,
        "COMMAND LINE" => ValueHint::CommandString,
        name if name.contains("FILE") || name == "PATH" => ValueHint::FilePath,
        _ => ValueHint::Other,
    }
}
