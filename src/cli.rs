//! The command line. Each subcommand has a file. Without a subcommand the program speaks the Points AI Protocol.
//!
//! To add a subcommand:
//!
//! 1. Write a file `cli/NAME.rs` with a struct `Args` that derives [`clap::Args`] and has a function
//!    `run(self) -> anyhow::Result<ExitCode>`. Its `after_help` has two to four examples.
//! 2. Add a variant to [`Command`] and a line to [`Command::run`].
//! 3. Name flags as the other commands do: `docs/flags.md` lists them, [`flags`] has those that commands share.
//!
//! An error becomes a line on stderr and exit code 2. `ExitCode::from(1)` is for a negative result, such as a wrong
//! solution. Write with `writeln!` to a locked stdout. `println!` panics when a pipe is broken.

mod analyze;
mod bench;
mod completions;
mod comply;
mod engine;
mod flags;
mod gtp;
mod json;
mod learn;
mod man;
mod match_command;
mod mine;
mod plant;
mod play;
mod policy;
mod puzzles;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod signals;
mod solve;
mod source;
mod talk;
mod v6;

use anyhow::Context;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signals::{stop_on_signals, stop_or_end_on_signals};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tochki::files;
use tochki::tools::show::text::Charset;

const EXAMPLES: &str = "\
Examples:
  tochki play                                 # play against the engine in the terminal
  tochki analyze game.sgf --plot score.png    # what was better, and what was lost
  tochki help match                           # the flags of a command, with examples

Older spellings of flags still work; docs/flags.md lists them.";

const GREETING: &str = "\
tochki waits for commands of the Points AI Protocol, such as `0 list_commands`; `1 quit` ends it.
To play in the terminal: tochki play. In the browser: tochki serve --open. All commands: tochki help.";

/// An engine for the game of Points (Dots, Kropki)
///
/// Without a command it speaks the Points AI Protocol, version 6, on standard input and output.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands, in the order of the help and of the README. The comment of each `Args` is the description in the help;
/// a comment here would replace it.
#[derive(Subcommand)]
enum Command {
    V6(v6::Args),
    Gtp(gtp::Args),
    Json(json::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Play(play::Args),
    Show(show::Args),
    Analyze(analyze::Args),
    Match(Box<match_command::Args>),
    Solve(solve::Args),
    Mine(mine::Args),
    Plant(plant::Args),
    Learn(learn::Args),
    Comply(comply::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::V6(args) => args.run(),
            Command::Gtp(args) => args.run(),
            Command::Json(args) => args.run(),
            #[cfg(feature = "serve")]
            Command::Serve(args) => args.run(),
            Command::Play(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Analyze(args) => args.run(),
            Command::Match(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Mine(args) => args.run(),
            Command::Plant(args) => args.run(),
            Command::Learn(args) => args.run(),
            Command::Comply(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}

/// Runs the program with these arguments and returns its exit code. The first argument is the name of the program.
/// Wrong arguments are reported here and give the exit code of clap.
///
/// # Errors
/// The error that ended the subcommand.
pub fn run(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<ExitCode> {
    init_logging();
    match Cli::try_parse_from(with_two_dashes(args)) {
        Ok(cli) => {
            let speak = || {
                greet();
                Command::V6(v6::Args::default())
            };
            cli.command.unwrap_or_else(speak).run()
        }
        Err(usage) => {
            // Printing may fail. The exit code tells the error too.
            let _ = usage.print();
            Ok(ExitCode::from(usage.exit_code() as u8))
        }
    }
}

/// An error as text. Control characters, which may come from a file, could act on the terminal.
pub fn error_text(error: &anyhow::Error) -> String {
    format!("{error:#}").replace(|c: char| c.is_control() && c != '\n', " ")
}

/// Tells a person who starts the program without a command what it waits for. Programs see nothing of it.
fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        // It is only a help, so it may fail.
        let _ = writeln!(io::stderr(), "{GREETING}");
    }
}

/// A command followed by its subcommands, by their subcommands, and so on.
fn all_commands(command: clap::Command) -> Vec<clap::Command> {
    let mut all = vec![command];
    let mut next = 0;
    while let Some(command) = all.get(next) {
        let within: Vec<_> = command.get_subcommands().cloned().collect();
        all.extend(within);
        next += 1;
    }
    all
}

/// The flags of KataGo that clients give to the command `gtp`, with one dash.
const OF_KATA_GO: [&str; 4] = ["-model", "-config", "-human-model", "-override-config"];

/// Gives the flags [`OF_KATA_GO`] after the command `gtp` a second dash. All other arguments stay as they are.
fn with_two_dashes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == "gtp") {
        for arg in &mut args[2..] {
            if OF_KATA_GO.iter().any(|flag| arg == flag) {
                *arg = format!("-{}", arg.display()).into();
            }
        }
    }
    args
}

/// Starts logging to stderr if the environment variable `RUST_LOG` is set. A value that cannot be parsed is ignored,
/// without the warning that `env_logger` would print.
fn init_logging() {
    let filters = std::env::var("RUST_LOG").unwrap_or_default();
    let understood = env_filter::Builder::new().try_parse(&filters).is_ok();
    if understood && !filters.is_empty() {
        let _ = env_logger::try_init();
    }
}

/// The extension of a file name in lower case; `None` without an extension or if it is not UTF-8.
fn extension(file: &Path) -> Option<String> {
    let extension = file.extension()?.to_str()?;
    Some(extension.to_ascii_lowercase())
}

/// The extension of a file name in lower case, without its dot.
///
/// # Errors
/// If the name has no extension, or one that is not in `known`.
fn expect_extension(file: &Path, known: &[&'static str]) -> anyhow::Result<&'static str> {
    let found = extension(file).unwrap_or_default();
    let known_one = known.iter().copied().find(|&known| known == found);
    known_one.with_context(|| {
        let known = known.join(" or .");
        format!("{}: expected a name in .{known}", file.display())
    })
}

/// Writes a file completely or not at all, as [`files::replace`] does. An error names the file.
fn replace_file(file: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace(file, bytes).with_context(|| file.display().to_string())
}

/// Writes a text as [`replace_file`] does. If that fails it prints the text, because it may be the result of hours.
fn replace_or_print(file: &Path, text: &str) -> anyhow::Result<()> {
    let written = replace_file(file, text);
    if written.is_err() {
        // If this fails too, the first error is still told.
        let _ = io::stdout().write_all(text.as_bytes());
    }
    written
}

/// Refuses to write to the file that is read, before long work. Its contents would be lost.
fn expect_other(output: &Path, input: impl AsRef<Path>) -> anyhow::Result<()> {
    if output.is_file() && files::is_same(output, input.as_ref()) {
        anyhow::bail!("{}: this file is read, and would be lost", output.display());
    }
    Ok(())
}

/// Checks that a file can be written and replaced, before long work. A file that does not exist is made and removed
/// again. Pipes and devices are not checked, because the reader of a pipe would take the check for the whole output.
fn check_writable(file: &Path) -> anyhow::Result<()> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    // A link to the file stays.
    let target = files::target(file);
    let opened = match File::create_new(&target) {
        Ok(_) => fs::remove_file(&target),
        // Only what this process has made is removed: another one may have made the file just now.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let opened = OpenOptions::new().append(true).open(file);
            opened.map(drop)
        }
        Err(error) => Err(error),
    };
    opened.with_context(|| file.display().to_string())?;
    let folder = files::check_folder(file);
    folder.with_context(|| format!("{}: no file can be made beside it", file.display()))
}

/// A file that the program keeps from one run to the next; `None` if the system has no folder for such files.
fn state_file(name: &str) -> Option<PathBuf> {
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(folder.join("tochki").join(name))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Whether the report has a reader. It is an error if it could not be written for another reason.
fn is_read(printed: io::Result<()>) -> anyhow::Result<bool> {
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        printed => printed
            .context("the report cannot be written")
            .map(|()| true),
    }
}

/// A progress bar on stderr for this number of steps. It is not shown if stderr is no terminal.
fn progress_bar(steps: usize) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    ProgressBar::with_draw_target(Some(steps as u64), target).with_style(bar_style())
}

/// The style of progress bars, on one line. On a narrow terminal the message is cut.
fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:20} {pos}/{len} {eta} {wide_msg}")
        .expect("the template is well formed")
}

/// The characters of pictures on standard output: coloured on a terminal unless `NO_COLOR` is set, and plain otherwise.
fn charset() -> Charset {
    // Consoles of Windows show colours once the stream has been made; those before Windows 10 do not.
    match anstream::AutoStream::auto(io::stdout()).current_choice() {
        anstream::ColorChoice::AlwaysAnsi => Charset::Coloured,
        _ => Charset::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use indicatif::InMemoryTerm;
    use std::collections::BTreeMap;

    fn assert_parses(line: &str) {
        // What the shell does with input and output is not for the command.
        let redirected = [" < ", " > ", " | "];
        let end = redirected.iter().filter_map(|mark| line.find(mark)).min();
        let line = &line[..end.unwrap_or(line.len())];
        let words = shlex::split(line).expect("well quoted");
        let result = Cli::try_parse_from(words);
        let is_help = |error: &clap::Error| error.exit_code() == 0;
        if let Some(error) = result.err().filter(|error| !is_help(error)) {
            panic!("{line}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_check_leaves_no_file_to_which_a_link_leads() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        check_writable(&link).unwrap();
        assert!(!file.exists() && link.is_symlink());
        fs::write(&file, "kept").unwrap();
        check_writable(&link).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    }

    #[test]
    fn every_command_has_examples_that_parse() {
        for command in all_commands(Cli::command()) {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let examples: Vec<&str> = help.lines().filter(|line| line.starts_with(' ')).collect();
            assert!((2..=4).contains(&examples.len()), "{name}: {help}");
            examples.into_iter().for_each(assert_parses);
        }
    }

    /// The texts of the pages at a path, which is a file or a folder. The package lacks some of them.
    fn pages(path: &Path) -> Vec<String> {
        if let Ok(entries) = fs::read_dir(path) {
            return entries
                .flat_map(|entry| pages(&entry.unwrap().path()))
                .collect();
        }
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        let text = is_page.then(|| fs::read_to_string(path).ok());
        Vec::from_iter(text.flatten())
    }

    #[test]
    fn commands_of_the_pages_parse() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let places = [
            "docs",
            "benches",
            "fixtures",
            "src",
            "README.md",
            "CONTRIBUTING.md",
        ];
        let places = places.into_iter().chain(["protocol.md", "CHANGELOG.md"]);
        let texts: Vec<String> = places.flat_map(|place| pages(&root.join(place))).collect();
        assert!(texts.len() > 20);
        for text in texts {
            // `...` stands for more of the same.
            let text = text.replace("\\\n", " ").replace(" ... ", " ");
            // Every second part is the inside of a fenced block.
            let blocks = text.split("```").skip(1).step_by(2);
            let lines = blocks.flat_map(str::lines);
            let lines = lines.map(|line| line.trim_start_matches("$ "));
            let lines = lines.filter(|line| line.starts_with("tochki "));
            lines.for_each(assert_parses);
        }
    }

    /// The visible flags of a command. Each has its name without dashes, and the name of its value, which is empty for
    /// a flag without value.
    fn visible_flags(command: &clap::Command) -> impl Iterator<Item = (String, String)> {
        let flags = command.get_arguments().filter(|flag| !flag.is_hide_set());
        flags.filter_map(|flag| {
            let value = flag.get_value_names().map(|names| names.join(" "));
            Some((flag.get_long()?.to_owned(), value.unwrap_or_default()))
        })
    }

    #[test]
    fn the_same_flag_has_the_same_value_in_every_command() {
        let mut values = BTreeMap::new();
        for command in all_commands(Cli::command()) {
            for (flag, value) in visible_flags(&command) {
                // In `match` a value may be for one of the engines.
                let value = value.trim_start_matches("[N:]").to_owned();
                values.entry(flag).or_insert_with(Vec::new).push(value);
            }
        }
        // `docs/flags.md` tells why these differ.
        for flag in [
            "engine", "open", "out", "policy", "start", "threads", "time", "watch",
        ] {
            values.remove(flag);
        }
        for (flag, mut values) in values {
            values.sort();
            values.dedup();
            assert_eq!(values.len(), 1, "--{flag}: {values:?}");
        }
    }

    #[test]
    fn flags_that_commands_share_are_on_their_page() {
        let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/flags.md"));
        let page = page.unwrap();
        let mut uses: BTreeMap<String, u32> = BTreeMap::new();
        for command in all_commands(Cli::command()) {
            for (flag, _) in visible_flags(&command) {
                *uses.entry(flag).or_default() += 1;
            }
        }
        for (flag, _) in uses.into_iter().filter(|&(_, uses)| uses > 1) {
            assert!(page.contains(&format!("`--{flag}`")), "--{flag}");
        }
    }

    #[test]
    fn threads_of_engines_are_no_games_at_the_same_time() {
        let line = "tochki match --engine a --engine b --threads 2";
        assert!(Cli::try_parse_from(line.split(' ')).is_err());
        let line = "tochki match --engine a --engine b --time 0.5ms";
        assert!(Cli::try_parse_from(line.split(' ')).is_err());
    }

    #[test]
    fn older_spellings_work_and_are_not_shown() {
        let table = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/flags.md"));
        let table = table.unwrap();
        for (older, line) in [
            ("--output", "tochki show FILE --output a.png"),
            ("--output", "tochki analyze FILE --output a.txt"),
            ("--json", "tochki solve PATH --json"),
            ("--json", "tochki match --engine a --engine b --json"),
            ("--set", "tochki v6 --set depth=3"),
            (
                "--st",
                "tochki match --engine a --engine b --st 50 --st 2:own",
            ),
            ("--times", "tochki bench deadlines --times 1,10"),
            (
                "--concurrency",
                "tochki match --engine a --engine b --concurrency 2",
            ),
            ("--threads", "tochki learn play --out FILE --threads 2"),
            ("--weights", "tochki gtp --weights FILE"),
            (
                "--rounds",
                "tochki learn play --out FILE --rounds 9 --quick-rounds 2",
            ),
            (
                "--quick-rounds",
                "tochki learn play --out FILE --quick-rounds 2",
            ),
            ("--plies", "tochki bench search --plies 5 --positions PATH"),
            ("--positions", "tochki bench search --positions PATH"),
            ("--width", "tochki bench field --width 9 --height 7"),
            ("--height", "tochki bench field --width 9 --height 7"),
        ] {
            assert_parses(line);
            assert!(table.contains(&format!("`{older}")), "{older}");
            let words = line.split(' ').skip(1);
            let command = words.fold(Cli::command(), |command, word| {
                command.find_subcommand(word).cloned().unwrap_or(command)
            });
            let mut flags = visible_flags(&command);
            assert!(
                flags.all(|(flag, _)| format!("--{flag}") != older),
                "{line}"
            );
        }
    }

    #[test]
    fn a_bar_takes_one_line_of_a_narrow_terminal() {
        for columns in [40, 60, 80, 120] {
            let terminal = InMemoryTerm::new(10, columns);
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let bar = ProgressBar::with_draw_target(Some(1000), target).with_style(bar_style());
            bar.set_message(
                "+12 =0 -8, Elo +78.5 [-17.2, +188.0] (95 %), LOS 94.6 %, margin +0.56 (0.42)",
            );
            for position in 1..5 {
                bar.set_position(200 * position);
                bar.force_draw();
            }
            let shown = terminal.contents();
            assert_eq!(shown.lines().count(), 1, "{shown}");
            assert!(shown.contains("800/1000"), "{shown}");
        }
    }
}
