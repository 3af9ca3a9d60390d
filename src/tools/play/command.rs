//! The commands that a person can type during a game.

use crate::geometry::{ParseSizeError, Point, Size, parse_number};
use crate::notation::coordinates::{self, CoordinatesError};
use crate::notation::start::{Start, UnknownStart};
use crate::search::limits::FULL_LEVEL;
use crate::tools::duration;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What the command `help` prints.
pub(super) const HELP: &str = "You can type:
  4-3           put a dot in column 4, row 3, counted from the bottom left
  undo          take back your last dot and my answer
  hint          show what I would play in your place
  board         draw the board again
  level N       how well I play, from 1 to 10
  time SECONDS  how long I think about a move instead, such as 0.5
  stop          end the game: your dots not joined to the edge are mine
  resign        give the game up
  save FILE     write the game as SGF
  load FILE     go on with a game from a file; FILE:20 after 20 moves of it
  new [WxH] [START]
                begin again; START is empty, single, cross, two-crosses or four-crosses
  swap          change sides
  quit          leave
";

/// A command that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Put a dot of the person on this cell.
    Put(Point),
    /// Take back the person's last dot and the answer of the engine. After grounding or resigning, take back only that.
    Undo,
    /// Show the move that the engine would play in place of the person.
    Hint,
    /// Draw the board again.
    Board,
    /// Set the level at which the engine plays, from 1 to 10.
    Level(u32),
    /// Set how long the engine thinks about a move, in place of the level.
    Time(Duration),
    /// End the game by grounding: the person's loose dots are given to the engine.
    Stop,
    /// Resign the game for the person.
    Resign,
    /// Write the game as SGF to the file of this name.
    Save(String),
    /// Go on with a game from a file. The text may also name the game in the file and a number of moves.
    Load(String),
    /// Begin another game. A `None` keeps the size of the board or the start position as it is.
    New(Option<Size>, Option<Start>),
    /// Let the person and the engine change sides.
    Swap,
    /// List the commands.
    Help,
    /// End the program.
    Quit,
}

/// Why a line cannot be carried out: its command is unknown, or what follows the command is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The line is neither a command nor coordinates.
    #[error("I know no {0:?}; try `help`")]
    Unknown(String),
    /// The line may be a cell in another notation.
    #[error("I know no {0:?}; a cell is COLUMN-ROW, such as 4-3")]
    Cell(String),
    /// The coordinates are malformed, or no cell of the board has them.
    #[error(transparent)]
    Coordinates(#[from] CoordinatesError),
    /// The level is missing, or is not a number from 1 to 10.
    #[error("the level is a number from 1 to 10")]
    Level,
    /// The time is missing, cannot be read, or is not from 10 ms to an hour.
    #[error("the time is from 0.01 to 3600 seconds, such as 0.5")]
    Time,
    /// `load` is given without the name of a file.
    #[error("load which file? For example: load game.sgf")]
    NoFile,
    /// `save` is given without the name of a file.
    #[error("save it under which name? For example: save game.sgf")]
    NoName,
    /// The text for the size of the board is no valid size.
    #[error(transparent)]
    Size(#[from] ParseSizeError),
    /// There is no start position of this name.
    #[error(transparent)]
    Start(#[from] UnknownStart),
    /// `new` is given two sizes or two start positions.
    #[error("a new game has one size and one start position, such as: new 20x20 cross")]
    NewTwice,
}

/// Reads a level; `None` if the text is no number from 1 to [`FULL_LEVEL`].
pub(super) fn level(text: &str) -> Option<u32> {
    parse_number(text).filter(|level| (1..=FULL_LEVEL).contains(level))
}

/// The shortest and the longest time for a move, in seconds.
const TIMES: RangeInclusive<f64> = 0.01..=3600.0;

/// Reads the time for a move, such as `0.5`, `2s` or `500ms`. A number without unit is in seconds.
///
/// # Errors
/// If it is no time from 10 ms to an hour.
pub fn seconds(text: &str) -> Result<Duration, CommandError> {
    let time = duration::seconds(text).ok();
    let time = time.filter(|time| TIMES.contains(&time.as_secs_f64()));
    time.ok_or(CommandError::Time)
}

impl Command {
    /// Reads a line that was typed; `None` if it is blank. `size` is the size of the board.
    pub(super) fn parse(line: &str, size: Size) -> Result<Option<Command>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(Some(match words[..] {
            [] => return Ok(None),
            ["undo" | "u"] => Command::Undo,
            ["hint" | "h"] => Command::Hint,
            ["board" | "b"] => Command::Board,
            ["level", text] => Command::Level(level(text).ok_or(CommandError::Level)?),
            ["level"] => return Err(CommandError::Level),
            ["time", text] => Command::Time(seconds(text)?),
            ["time"] => return Err(CommandError::Time),
            ["stop"] => Command::Stop,
            ["resign"] => Command::Resign,
            ["save", ..] => Command::Save(rest(line).ok_or(CommandError::NoName)?),
            ["load", ..] => Command::Load(rest(line).ok_or(CommandError::NoFile)?),
            ["new", ref rest @ ..] => new_game(rest)?,
            ["swap"] => Command::Swap,
            ["help" | "?"] => Command::Help,
            ["quit" | "exit" | "q"] => Command::Quit,
            [text, ..] if text.starts_with(|c: char| c.is_ascii_digit()) => {
                Command::Put(cell(line.trim(), size)?)
            }
            _ => return Err(unknown(line.trim())),
        }))
    }
}

/// The error for a line that is neither a command nor a cell. With digits and at most one letter it is meant as a cell,
/// such as `d4` or `(4,3)`.
fn unknown(line: &str) -> CommandError {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    match letters < 2 && line.contains(|c: char| c.is_ascii_digit()) {
        true => CommandError::Cell(line.to_owned()),
        false => CommandError::Unknown(line.to_owned()),
    }
}

/// Reads the name of a cell as people type it: `4-3`, `4 3`, `4, 3`, or with a dash of another kind.
fn cell(text: &str, size: Size) -> Result<Point, CoordinatesError> {
    let is_between =
        |c: char| c.is_whitespace() || "-\u{2010}\u{2011}\u{2013}\u{2014}\u{2212},;".contains(c);
    let numbers: Vec<&str> = text
        .split(is_between)
        .filter(|number| !number.is_empty())
        .collect();
    match numbers[..] {
        [x, y] => coordinates::parse(&format!("{x}-{y}"), size),
        _ => coordinates::parse(text, size),
    }
}

/// The line without its first word, which is the name of a file and may have spaces. `None` if nothing follows the
/// first word.
fn rest(line: &str) -> Option<String> {
    let (_, name) = line.trim().split_once(char::is_whitespace)?;
    Some(name.trim().to_owned())
}

fn new_game(words: &[&str]) -> Result<Command, CommandError> {
    let (mut size, mut start): (Option<Size>, Option<Start>) = (None, None);
    for word in words {
        let is_second = match word.starts_with(|c: char| c.is_ascii_digit()) {
            true => size.replace(word.parse()?).is_some(),
            false => start.replace(word.parse()?).is_some(),
        };
        if is_second {
            return Err(CommandError::NewTwice);
        }
    }
    Ok(Command::New(size, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        Command::parse(line, Size::new(8, 8).unwrap())
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("1-8"), Ok(Some(Command::Put(Point::new(0, 0)))));
        assert_eq!(parse(" level 10\r\n"), Ok(Some(Command::Level(10))));
        assert_eq!(
            parse("save my game.sgf"),
            Ok(Some(Command::Save("my game.sgf".to_owned())))
        );
        assert_eq!(parse("new"), Ok(Some(Command::New(None, None))));
        assert_eq!(
            parse("new 9x7 empty"),
            Ok(Some(Command::New(Size::new(9, 7).ok(), Some(Start::Empty))))
        );
    }

    #[test]
    fn cells_are_typed_in_many_ways() {
        let cell = Ok(Some(Command::Put(Point::new(3, 5))));
        for line in [
            "4-3",
            "4 3",
            " 4, 3",
            "4,3",
            "4 - 3",
            "4\u{2013}3",
            "4 \u{2014} 3",
            "4\u{2212}3",
        ] {
            assert_eq!(parse(line), cell, "{line}");
        }
        for line in ["4", "4-", "4 3 2", "4-3-2", "4 x", "4.3"] {
            assert!(
                matches!(parse(line), Err(CommandError::Coordinates(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn malformed_commands_are_refused() {
        assert!(matches!(parse("hello"), Err(CommandError::Unknown(_))));
        assert!(matches!(parse("undo 3"), Err(CommandError::Unknown(_))));
        for line in ["d4", "(4,3)", "D-4"] {
            let found = parse(line);
            assert_eq!(found, Err(CommandError::Cell(line.to_owned())));
        }
        assert!(matches!(parse("9-1"), Err(CommandError::Coordinates(_))));
        assert_eq!(parse("level 11"), Err(CommandError::Level));
        assert_eq!(parse("save"), Err(CommandError::NoName));
        assert!(matches!(parse("new 9"), Err(CommandError::Size(_))));
        assert!(matches!(parse("new 63x9"), Err(CommandError::Size(_))));
        assert!(matches!(parse("new circle"), Err(CommandError::Start(_))));
        for line in ["new 9x7 8x8", "new cross 9x7 empty"] {
            assert_eq!(parse(line), Err(CommandError::NewTwice), "{line}");
        }
    }
}
