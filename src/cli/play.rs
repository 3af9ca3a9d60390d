//! The command `tochki play`, with which a person plays against the engine.

use super::engine::EngineArgs;
use super::flags;
use super::signals::on_signals;
use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tochki::files;
use tochki::notation::start::Start;
use tochki::search::limits::FULL_LEVEL;
use tochki::search::options::Options;
use tochki::tools::play::{
    Autosave, Environment, Opened, PlayError, Settings, Waiting, open, play, seconds,
};
use tochki::{Player, Size};

const EXAMPLES: &str = "\
Examples:
  tochki play
  tochki play --size 39x32 --start empty --side second
  tochki play --time 5s
  tochki play --resume";

/// Play against the engine in the terminal.
///
/// On a terminal the game is saved after every move, and `--resume` continues it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Size of the board.
    #[arg(long, default_value = "20x20", value_name = "WxH")]
    size: Size,
    /// Start position.
    #[arg(long, default_value_t, value_name = "START", value_parser = flags::start())]
    start: Start,
    /// Your side. Without it you move first, or have the side that you had in a continued game.
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// How well the engine plays, from 1 to 10.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(FULL_LEVEL)))]
    level: u32,
    /// Time that the engine has for a move, such as 500ms or 5s, instead of a level.
    #[arg(long, value_name = "TIME", value_parser = seconds, conflicts_with = "level")]
    time: Option<Duration>,
    /// Continue the game of an SGF file; FILE:20 continues after its first 20 moves.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "start"])]
    open: Option<PathBuf>,
    /// Continue the game that was saved last.
    #[arg(long, conflicts_with_all = ["size", "start", "open"])]
    resume: bool,
    /// File to save the game in after every move. On a terminal, and with --resume, the default is play.sgf in ~/.local/state/tochki, on Windows in %LOCALAPPDATA%\tochki. The
    /// previous game is kept in play.old.sgf.
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The side that the person plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl Args {
    /// Plays games on standard input and output until `quit` or the end of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let is_terminal = io::stdin().is_terminal();
        let side = self.side.map(|side| match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        });
        let settings = Settings {
            size: self.size,
            start: self.start,
            person: side.unwrap_or(Player::First),
            level: self.level,
            time: self.time,
            charset: super::charset(),
            echo: !is_terminal,
        };
        let opened = self.opened()?.map(|opened| Opened {
            person: side.or(opened.person),
            ..opened
        });
        let autosave = self.autosave(is_terminal, opened.as_ref());
        if let (Some(autosave), Some(opened)) = (&autosave, &opened)
            && autosave.would_lose(opened)
        {
            let path = opened.path.display();
            bail!("{path}: a part of this file is continued, and the rest would be lost");
        }
        if let Some(autosave) = &autosave {
            save_on_signals(autosave.clone())?;
        }
        let options = self.options(is_terminal)?;
        let mut engine = options.build();
        let environment = Environment {
            options: &options,
            engine: engine.as_mut(),
            opened,
            autosave,
            waiting: &mut Spinner::default(),
        };
        match play(
            io::stdin().lock(),
            io::stdout().lock(),
            settings,
            environment,
        ) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            // The I/O error is returned itself, so that a broken pipe is recognised.
            Err(PlayError::Io(error)) => Err(error.into()),
            Err(error) => Err(error.into()),
        }
    }

    fn options(&self, is_terminal: bool) -> anyhow::Result<Options> {
        let mut options = self.engine.options()?;
        if is_terminal && !self.engine.sets("seed") {
            // Low levels choose by the seed, and should not play the same game again.
            options.seed = fastrand::u64(..);
        }
        Ok(options)
    }

    fn opened(&self) -> anyhow::Result<Option<Opened>> {
        let name = match &self.open {
            Some(name) => name.clone(),
            None if !self.resume => return Ok(None),
            None => {
                let path = self.autosave.clone().or_else(usual_file);
                let path = path.context("there is no folder for saved games")?;
                if !path.exists() {
                    bail!("{}: no game has been saved", path.display());
                }
                path
            }
        };
        let opened = open(&name).with_context(|| name.display().to_string())?;
        // A continued game keeps the names of its record. If both are given and neither is the engine's, they do not
        // tell the person's side.
        let names = &opened.record.players;
        let is_untold = opened.person.is_none() && names.iter().all(|name| !name.is_empty());
        if self.resume && self.side.is_none() && is_untold {
            let path = name.display();
            bail!("{path}: the names of the players do not tell your side: give --side");
        }
        Ok(Some(opened))
    }

    /// The file for automatic saves, if there is one. An existing file is overwritten if it is exactly what a save of
    /// the opened game writes, or if it is the usual file and holds only the game that is continued. Otherwise it is
    /// renamed first.
    fn autosave(&self, is_terminal: bool, opened: Option<&Opened>) -> Option<Autosave> {
        let usual = || usual_file().filter(|_| is_terminal || self.resume);
        let path = self.autosave.clone().or_else(usual)?;
        // A file of another program may hold what is not saved, such as further games. So it is kept.
        let is_ours = |opened: &Opened| opened.is_ours && files::is_same(&opened.path, &path);
        let is_ours = opened.is_some_and(is_ours);
        let is_opened = self.open.as_ref() == Some(&path);
        let is_whole = opened.is_some_and(|opened| !opened.is_part);
        let may_overwrite =
            is_ours || self.autosave.is_none() && is_whole && (self.resume || is_opened);
        Some(match may_overwrite {
            true => Autosave::overwriting(path),
            false => Autosave::keeping_old(path),
        })
    }
}

/// The default file for saved games; `None` if the system has no folder for such files.
fn usual_file() -> Option<PathBuf> {
    super::state_file("play.sgf")
}

/// When a signal asks the program to end, prints where the game is saved, and ends it. A stop flag would not suffice,
/// because it does not interrupt the reading of a line.
fn save_on_signals(autosave: Autosave) -> io::Result<()> {
    on_signals(move |signal| {
        let farewell = farewell(autosave.path(), autosave.is_written());
        let _ = writeln!(io::stderr(), "\n{farewell}");
        std::process::exit(128 + signal);
    })
}

/// What is said when a signal ends the program. The command in it is quoted for a shell.
fn farewell(path: &Path, is_written: bool) -> String {
    if !is_written {
        return "This game is not saved.".to_owned();
    }
    let path = path.to_string_lossy();
    let quoted = match cfg!(windows) {
        // No name of a file has a double quote there.
        true => format!("\"{path}\"").into(),
        false => shlex::try_quote(&path).unwrap_or_default(),
    };
    // With `--open` it would save elsewhere, and not ask for a side that the names do not tell.
    let command = format!("tochki play --resume --autosave {quoted}");
    format!("The game is in {path}; `{command}` goes on with it.")
}

/// A spinner on stderr while the engine thinks. It is not shown if stderr is no terminal.
#[derive(Default)]
struct Spinner(Option<ProgressBar>);

impl Waiting for Spinner {
    fn begin(&mut self) {
        if !io::stderr().is_terminal() {
            return;
        }
        let style = ProgressStyle::with_template("{spinner} I think ... {elapsed}")
            .expect("the template is well formed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let bar = bar.with_style(style);
        bar.enable_steady_tick(Duration::from_millis(100));
        self.0 = Some(bar);
    }

    fn end(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, Command, FromArgMatches};

    #[test]
    fn only_a_seed_that_is_not_given_is_random() {
        let seed = |words: &str, is_terminal| {
            let command = Args::augment_args(Command::new("play"));
            let matches = command.get_matches_from(words.split(' '));
            let args = Args::from_arg_matches(&matches).unwrap();
            args.options(is_terminal).unwrap().seed
        };
        assert_eq!(seed("play", false), 0);
        assert_ne!(seed("play", true), 0);
        for given in [0, 7] {
            let words = format!("play --option seed={given}");
            assert_eq!(seed(&words, true), given);
        }
    }

    #[test]
    fn the_command_that_goes_on_can_be_copied_into_a_shell() {
        let command = match cfg!(windows) {
            true => r#"tochki play --resume --autosave "my games/play.sgf""#,
            false => "tochki play --resume --autosave 'my games/play.sgf'",
        };
        let text = format!("The game is in my games/play.sgf; `{command}` goes on with it.");
        assert_eq!(farewell("my games/play.sgf".as_ref(), true), text);
        // The file may hold an earlier game.
        let text = farewell("play.sgf".as_ref(), false);
        assert_eq!(text, "This game is not saved.");
    }
}
