//! Commands for the board, the turns and the score.

use super::Request;
use super::words::{actions, print_action, print_player};
use crate::board::{Action, Board, Ending, Game, Move};
use crate::files;
use crate::geometry::{InvalidSize, Player, Size, parse_number};
use crate::notation::diagram;
use crate::notation::record::GameRecord;
use crate::notation::sgf;
use crate::protocol::{MAX_KOMI, Refusal, SessionError, refuse};
use std::io;
use std::path::Path;

pub(super) fn boardsize(request: &mut Request) -> Result<String, Refusal> {
    let words = request.arguments.join(" ");
    let unreadable = || {
        refuse(format!(
            "Expected int argument for boardsize or pair of ints but got '{words}'"
        ))
    };
    let numbers: Vec<&str> = match request.arguments {
        [one] => one.split(':').collect(),
        several => several.to_vec(),
    };
    let number = |word: &str| parse_number::<i64>(word).ok_or_else(unreadable);
    let (width, height) = match numbers[..] {
        [side] => (number(side)?, number(side)?),
        [width, height] => (number(width)?, number(height)?),
        _ => return Err(unreadable()),
    };
    let side = |number: i64| u32::try_from(number).unwrap_or(0);
    let size = Size::new(side(width), side(height))
        .map_err(|_| refuse(format!("unacceptable size: {}", InvalidSize)))?;
    restart(request, size)
}

pub(super) fn clear_board(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    restart(request, size)
}

/// Starts a new game of this size from the start position that the client has set. The clocks begin anew.
fn restart(request: &mut Request, size: Size) -> Result<String, Refusal> {
    let rules = request.session.board()?.rules();
    let mut start = request.gtp.start;
    let dots = start.dots(size, request.session.options().seed)?;
    let game = game_from(Board::under(rules, size), &dots)?;
    request.gtp.start = start;
    request.session.begin(game);
    request.gtp.clocks.restart();
    Ok(String::new())
}

/// A game that begins from `board` with these dots added. They cannot be taken back. An illegal dot is refused.
pub(super) fn game_from(mut board: Board, start: &[Move]) -> Result<Game, Refusal> {
    for dot in start {
        board.try_play(dot.point, dot.player).map_err(|_| {
            refuse("Illegal stone placements - overlapping stones or stones with no liberties?")
        })?;
    }
    Ok(Game::new(board))
}

pub(super) fn get_boardsize(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    Ok(match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    })
}

pub(super) fn komi(request: &mut Request) -> Result<String, Refusal> {
    let number = match request.arguments {
        [word] => parse_number::<f64>(word),
        _ => None,
    };
    let komi = number.ok_or_else(|| refuse("Expected a number for komi"))?;
    let done = request.session.set_komi(komi);
    done.map_err(|_| match komi.abs() > MAX_KOMI {
        true => refuse("unacceptable komi"),
        false => refuse("komi must be an integer or half-integer"),
    })?;
    Ok(String::new())
}

pub(super) fn get_komi(request: &mut Request) -> Result<String, Refusal> {
    Ok(request.session.komi().to_string())
}

pub(super) fn set_position(request: &mut Request) -> Result<String, Refusal> {
    let board = request.session.board()?;
    let (rules, size) = (board.rules(), board.size());
    let mut dots = Vec::new();
    for (player, action) in actions(request.arguments, size)? {
        let Action::Put(point) = action else {
            let word = print_action(action, size);
            return Err(refuse(format!("{word} is disallowed in a position")));
        };
        dots.push(Move { point, player });
    }
    let game = game_from(Board::under(rules, size), &dots)?;
    request.session.begin(game);
    Ok(String::new())
}

/// Writes pairs of a player and his action, such as `P1 3-4 P2 ground`.
fn print_pairs(pairs: impl Iterator<Item = (Player, Action)>, size: Size) -> String {
    let words = pairs
        .map(|(player, action)| format!("{} {}", print_player(player), print_action(action, size)));
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn get_position(request: &mut Request) -> Result<String, Refusal> {
    let game = request.session.game()?;
    let dots = game.start().map(|dot| (dot.player, Action::Put(dot.point)));
    Ok(print_pairs(dots, game.board().size()))
}

pub(super) fn get_moves(request: &mut Request) -> Result<String, Refusal> {
    let game = request.session.game()?;
    Ok(print_pairs(game.actions(), game.board().size()))
}

pub(super) fn play(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    let actions = actions(request.arguments, size)?;
    if actions.is_empty() {
        return Err(refuse("Expected a color and a location"));
    }
    request
        .session
        .act_all(&actions)
        .map_err(|(index, reason)| {
            log::info!("play: {reason}");
            let (player, action) = actions[index];
            let (number, word) = (player.index() + 1, print_action(action, size));
            refuse(format!("Illegal move Player{number} {word}"))
        })?;
    Ok(String::new())
}

pub(super) fn undo(request: &mut Request) -> Result<String, Refusal> {
    let count = match request.arguments {
        [] => Some(1),
        [word] => parse_number(word),
        _ => None,
    };
    let count: usize =
        count.ok_or_else(|| refuse("Expected nonnegative integer for undo count"))?;
    match request.session.undo_last(count) {
        Err(SessionError::NothingToUndo { turns }) => {
            Err(refuse(format!("cannot undo (max undo count: {turns})")))
        }
        done => Ok(done.map(|()| String::new())?),
    }
}

pub(super) fn final_score(request: &mut Request) -> Result<String, Refusal> {
    let game = request.session.game()?;
    if let Some((loser, Ending::Resign)) = game.ending() {
        return Ok(format!("{}+0.0", print_player(loser.opponent())));
    }
    let lead = f64::from(game.score(Player::First)) - request.session.komi();
    Ok(match lead {
        lead if lead > 0.0 => format!("P1+{lead:.1}"),
        lead if lead < 0.0 => format!("P2+{:.1}", -lead),
        _ => "0".to_owned(),
    })
}

pub(super) fn showboard(request: &mut Request) -> Result<String, Refusal> {
    let game = request.session.game()?;
    let [first, second] = Player::ALL.map(|player| game.captured_by(player));
    let turns = game.turns();
    let board = diagram::print(game.board());
    Ok(format!(
        "{turns} turns, captured {first}:{second}\n{}",
        board.trim_end()
    ))
}

/// `loadsgf FILE [TURN]`: loads the first game of a file. With `TURN`, a number from 1, it keeps only the turns before
/// that one. The reply lists the warnings about the file.
pub(super) fn load_sgf(request: &mut Request) -> Result<String, Refusal> {
    let (name, turns) = match request.arguments {
        [] => return Err(refuse("Expected a file name")),
        [one] => (one.to_string(), None),
        [words @ .., last] => match parse_number::<usize>(last) {
            Some(number) => (words.join(" "), Some(number)),
            None => (request.arguments.join(" "), None),
        },
    };
    let cannot = |reason: String| refuse(format!("cannot load file: {reason}"));
    let bytes = read_record(&name).map_err(|error| cannot(error.to_string()))?;
    let first = sgf::Collection::new(&bytes).and_then(|games| games.game(1, &[]));
    let mut reading = first.map_err(|error| cannot(error.to_string()))?;
    if let Some(turns) = turns {
        let kept = turns.saturating_sub(1);
        reading.cut(kept);
        // The end of the game would be the turn after the last one.
        if kept <= reading.record.turns.len() {
            reading.record.result = None;
        }
    }
    let record = &reading.record;
    let game = record.game().map_err(|error| cannot(error.to_string()))?;
    let komi = request.session.set_komi(record.komi);
    komi.map_err(|error| cannot(error.to_string()))?;
    request.session.begin(game);
    let notes = reading
        .warnings
        .iter()
        .map(|warning| format!("note: {warning}"));
    Ok(notes.collect::<Vec<_>>().join("\n"))
}

/// Reads a regular file. `-` is the name of a file here: the standard input has the requests.
fn read_record(name: &str) -> io::Result<Vec<u8>> {
    let path = Path::new(".").join(name);
    files::expect_file(&path)?;
    files::read(&path, sgf::MAX_BYTES as u64)
}

/// `printsgf [FILE]`: writes the game as SGF to a file, or without `FILE` as the reply.
pub(super) fn print_sgf(request: &mut Request) -> Result<String, Refusal> {
    let record = GameRecord::of_game(request.session.game()?, request.session.komi())?;
    let text = sgf::write(&record, sgf::Style::default())?;
    if request.arguments.is_empty() {
        return Ok(text.trim_end().to_owned());
    }
    write_record(&request.arguments.join(" "), text)
        .map_err(|error| refuse(format!("cannot write file: {error}")))?;
    Ok(String::new())
}

/// Writes a new file, or replaces a regular one. Nothing else is written to: a pipe without a reader would hold up the
/// engine for ever, and the standard output has the replies.
fn write_record(name: &str, text: String) -> io::Result<()> {
    let path = Path::new(name);
    files::expect_file(path)?;
    files::replace(path, text)
}
