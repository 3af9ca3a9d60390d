//! The command `tochki man`, which makes the manual pages.

use super::{Cli, all_commands, replace_file};
use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  tochki man match | man -l -                 # the page of a command
  tochki man learn play > learn-play.1
  tochki man --out ~/.local/share/man/man1    # all pages; then: man tochki-match";

/// Print the manual page of a command, or write all manual pages to a folder.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command whose page is printed. Without it: the page of `tochki`.
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Folder for all pages, one file for each command. It is made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Args {
    /// Prints one page or writes all of them.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        // The pages do not show `help COMMAND`, which every command would have.
        let mut tochki = Cli::command().disable_help_subcommand(true);
        tochki.build();
        let Some(folder) = self.out else {
            let page = page(subcommand(tochki, &self.command)?)?;
            io::stdout().lock().write_all(&page)?;
            return Ok(ExitCode::SUCCESS);
        };
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        for command in all_commands(tochki) {
            let file = folder.join(Man::new(command.clone()).get_filename());
            replace_file(&file, page(command)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The command of this name below a command: `["learn", "play"]` is `play` of `learn`.
///
/// # Errors
/// If there is none.
fn subcommand(tochki: clap::Command, names: &[String]) -> anyhow::Result<clap::Command> {
    names.iter().try_fold(tochki, |command, name| {
        let found = command.find_subcommand(name).cloned();
        found.with_context(|| format!("no command `{}`", names.join(" ")))
    })
}

/// The manual page of a command, in the language of `man`.
fn page(mut command: clap::Command) -> io::Result<Vec<u8>> {
    let version = concat!("tochki ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(version);
    // An empty date would be left out, and the version would stand in its place.
    let man = man.manual("User Commands").date(" ");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis(&mut command, &mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    exit_status(&mut page)?;
    examples(&command, &mut page)?;
    see_also(&command, &mut page)?;
    Ok(page)
}

/// How the command is called, as its help has it.
fn synopsis(command: &mut clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or("tochki").to_owned();
    let usage = command.render_usage().to_string();
    let start = format!("Usage: {name}");
    let arguments = usage.strip_prefix(&start).unwrap_or(&usage);
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(name), roman(arguments)]);
    roff.to_writer(page)
}

/// The meaning of the exit codes, which is the same for all commands.
fn exit_status(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in [
        ("0", "All went well."),
        (
            "1",
            "The answer is no: a puzzle is wrong, or a game ended by a fault. Or the work was interrupted or is incomplete.",
        ),
        (
            "2",
            "There was an error: the input is bad, or a file cannot be read or written.",
        ),
        (
            "128 + N",
            "The signal N ended the program at once: 130 after Ctrl-C, in play or a second time in a long work.",
        ),
    ] {
        roff.control("TP", []);
        roff.text([bold(code)]);
        roff.text([roman(meaning)]);
    }
    roff.to_writer(page)
}

/// The text after the help: examples, each on its line as it stands there, and paragraphs.
fn examples(command: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for line in help.lines().filter(|line| *line != "Examples:") {
        match line.strip_prefix("  ") {
            Some(example) => {
                roff.control("EX", []);
                roff.text([roman(example)]);
                roff.control("EE", []);
            }
            None if line.is_empty() => {
                roff.control("PP", []);
            }
            None => {
                roff.text([roman(line)]);
            }
        }
    }
    roff.to_writer(page)
}

/// The page of the command above, if there is one.
fn see_also(command: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or_default();
    let Some((above, _)) = name.rsplit_once('-') else {
        return Ok(());
    };
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold(above), roman("(1)")]);
    roff.to_writer(page)
}
