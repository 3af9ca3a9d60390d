//! Writing records.

use super::chain;
use super::point::{self, LETTERS};
use super::rules::RuleSet;
use crate::board::{Action, Board, Move};
use crate::geometry::{Player, Point};
use crate::notation::record::{GameRecord, ReplayError, Turn};
use std::fmt::Write;

/// How a record is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Add the chains of captures to the moves. The Kropki sites and oppai want them; programs
    /// that capture by themselves need none.
    pub chains: bool,
}

/// Why a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// There are letters for 52 columns and rows only.
    #[error("a board of {0} is too large for SGF, which has letters for 52x52")]
    TooLarge(crate::geometry::Size),
    /// The rules refuse the moves.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Moves without comments on one line.
const MOVES_A_LINE: usize = 12;

/// The record as an SGF file with one game.
///
/// # Errors
/// If the board is larger than 52x52, or the record breaks the rules.
pub fn write(record: &GameRecord, style: Style) -> Result<String, Unwritable> {
    let (width, height) = (record.size.width(), record.size.height());
    if width > LETTERS || height > LETTERS {
        return Err(Unwritable::TooLarge(record.size));
    }
    // Files know no order of the start dots: from the first that captures on, they are moves.
    let mut board = record.start_board()?;
    while has_territory(&board) {
        board.undo();
    }
    let (start, late) = record.start.split_at(board.moves().len());
    let mut text = String::from("(;FF[4]GM[40]CA[UTF-8]");
    text.push_str(concat!("AP[tochki:", env!("CARGO_PKG_VERSION"), "]"));
    if width == height {
        property(&mut text, "SZ", &width.to_string());
    } else {
        property(&mut text, "SZ", &format!("{width}:{height}"));
    }
    let mut facts = String::new();
    write_facts(&mut facts, record);
    write_start(&mut facts, start);
    // No empty line, which protocols take for the end.
    if !facts.is_empty() {
        text.push('\n');
        text.push_str(&facts);
    }
    write_turns(&mut text, record, late, board, style)?;
    text.push_str(")\n");
    Ok(text)
}

/// What is known about the game, a line for every few properties.
fn write_facts(text: &mut String, record: &GameRecord) {
    let rules = match RuleSet::of(&record.rules) {
        RuleSet::Played(rules) if rules != record.variant => RuleSet::text(record.variant),
        _ => record.rules.clone(),
    };
    for (name, value) in [
        ("RU", rules.as_str()),
        ("PB", &record.players[Player::First.index()]),
        ("PW", &record.players[Player::Second.index()]),
    ] {
        if !value.is_empty() {
            property(text, name, value);
        }
    }
    if record.komi != 0.0 {
        property(text, "KM", &record.komi.to_string());
    }
    if let Some(result) = record.result {
        property(text, "RE", &result.to_string());
    }
    for (name, value) in &record.facts {
        property(text, name, value);
    }
    if !record.comment.is_empty() {
        property(text, "C", &record.comment);
    }
}

fn has_territory(board: &Board) -> bool {
    Player::ALL
        .iter()
        .any(|&player| !board.territory(player).is_empty())
}

/// Start dots whose order does not matter.
fn write_start(text: &mut String, start: &[Move]) {
    for player in Player::ALL {
        let dots = start.iter().filter(|dot| dot.player == player);
        let mut dots: Vec<Point> = dots.map(|dot| dot.point).collect();
        dots.sort_unstable();
        if !dots.is_empty() {
            let _ = write!(text, "A{}", colour(player));
        }
        for dot in dots {
            let _ = write!(text, "[{}]", point::print(dot));
        }
    }
}

/// The start dots that are written as moves, and the turns, on this board.
fn write_turns(
    text: &mut String,
    record: &GameRecord,
    late: &[Move],
    mut board: Board,
    style: Style,
) -> Result<(), ReplayError> {
    let mut on_line = 0;
    let late_turns: Vec<Turn> = late
        .iter()
        .map(|dot| Turn::new(dot.player, Action::Put(dot.point)))
        .collect();
    for (index, turn) in late_turns.iter().chain(&record.turns).enumerate() {
        if on_line % MOVES_A_LINE == 0 || !turn.comment.is_empty() {
            text.push('\n');
            on_line = 0;
        }
        on_line += 1;
        let value = match turn.action {
            Action::Put(point) => {
                let made = Move {
                    point,
                    player: turn.player,
                };
                // The late dots have been put before.
                move_value(&mut board, made, style).map_err(|reason| {
                    record.refused(index.saturating_sub(late.len()), point, reason)
                })?
            }
            Action::Ground => String::new(),
            Action::Resign => "resign".to_owned(),
        };
        let _ = write!(text, ";{}[{value}]", colour(turn.player));
        if !turn.comment.is_empty() {
            property(text, "C", &turn.comment);
            on_line = 0;
        }
    }
    Ok(())
}

/// The point, and the chains it closes if they are wanted. Plays the move.
fn move_value(
    board: &mut Board,
    made: Move,
    style: Style,
) -> Result<String, crate::board::IllegalMove> {
    board.try_play(made.point, made.player)?;
    let mut value = point::print(made.point);
    if style.chains {
        for chain in chain::captured_with(board) {
            value.push('.');
            value.extend(
                chain
                    .iter()
                    .chain(chain.first())
                    .map(|&dot| point::print(dot)),
            );
        }
    }
    Ok(value)
}

fn colour(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

fn property(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    text.push('[');
    for character in value.chars().filter(|&c| c != '\0') {
        if matches!(character, ']' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push(']');
}
