//! Analyses as text, as JSON and as comments in a game record.

use super::{Analysis, Opinion, Summary};
use crate::geometry::{Player, Size};
use crate::notation::record::{Action, GameRecord, Turn};
use crate::notation::{coordinates, counted};
use crate::tools::show::text::{Charset, name};
use serde::Serialize;
use std::fmt::Write;

/// The analysis as a table with a summary below it, listing at most `errors` errors.
pub fn text(analysis: &Analysis, size: Size, errors: usize) -> String {
    let rows = analysis.opinions.iter().map(|opinion| row(opinion, size));
    let mut text = heading(&analysis.notes);
    text.extend(rows);
    text.push_str(&summary(analysis, size, errors));
    text
}

/// What stands above the rows of the table: notes and the names of the columns.
pub fn heading(notes: &[String]) -> String {
    let mut heading: String = notes.iter().map(note).collect();
    heading.push_str("move    played  best    expected  loss  score\n");
    heading
}

/// What stands below the rows of the table: both players in short, and at most `errors` errors.
pub fn summary(analysis: &Analysis, size: Size, errors: usize) -> String {
    let mut text = "\n".to_owned();
    for player in Player::ALL {
        let Summary {
            moves,
            agreements,
            loss,
        } = analysis.summary(player);
        let player = name(player, Charset::Plain);
        let (moves, lost) = (counted(moves as u64, "move"), counted(loss as u64, "dot"));
        let line = format!("{player}: {moves}, {agreements} without loss, {lost} lost");
        text.push_str(&line);
        text.push('\n');
    }
    let errors = analysis.largest_errors(errors);
    if !errors.is_empty() {
        text.push_str("\nLargest errors:\n");
    }
    for opinion in errors {
        text.push_str(&format!("  {}\n", error_line(opinion, size)));
    }
    text
}

/// The line of a note.
pub fn note(note: &String) -> String {
    format!("note: {note}\n")
}

/// A row of the table, with the end of its line.
pub fn row(opinion: &Opinion, size: Size) -> String {
    let best = opinion.best.map(|point| coordinates::print(point, size));
    let loss = match opinion.loss {
        0 => ".".to_owned(),
        loss => loss.to_string(),
    };
    format!(
        "{:>4}  {} {:<7} {:<9} {:>6} {:>5}  {}:{}\n",
        opinion.number,
        name(opinion.player, Charset::Plain),
        coordinates::print(opinion.played, size),
        best.as_deref().unwrap_or("-"),
        signed(opinion.value()),
        loss,
        opinion.captured[0],
        opinion.captured[1]
    )
}

fn error_line(opinion: &Opinion, size: Size) -> String {
    let mut line = format!(
        "move {}, {} {}: loses {}",
        opinion.number,
        name(opinion.player, Charset::Plain),
        coordinates::print(opinion.played, size),
        opinion.loss
    );
    if let Some(best) = opinion.best {
        let best = coordinates::print(best, size);
        write!(line, "; better {best}").expect("a string takes everything");
    }
    line
}

/// The record with the opinions added to the comments of its moves.
pub fn annotated(analysis: &Analysis, mut record: GameRecord) -> GameRecord {
    let size = record.size;
    let notes: String = analysis.notes.iter().map(note).collect();
    if !notes.is_empty() && !record.comment.is_empty() {
        record.comment.push('\n');
    }
    record.comment.push_str(notes.trim_end());
    let puts = |turn: &&mut Turn| matches!(turn.action, Action::Put(_));
    for (turn, opinion) in record.turns.iter_mut().filter(puts).zip(&analysis.opinions) {
        if !turn.comment.is_empty() {
            turn.comment.push('\n');
        }
        turn.comment.push_str(&comment(opinion, size));
    }
    record
}

/// What to write beside a move: the best move, its value and the loss.
fn comment(opinion: &Opinion, size: Size) -> String {
    let best = match opinion.best {
        Some(best) if best != opinion.played => coordinates::print(best, size),
        _ => "this".to_owned(),
    };
    let mut comment = format!("best {best}, expected {}", signed(opinion.value()));
    if opinion.loss > 0 {
        write!(comment, ", loses {}", opinion.loss).expect("a string takes everything");
    }
    comment
}

fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// The analysis as it goes into JSON. Players are 0 and 1, cells `x-y` from the bottom left.
#[derive(Serialize)]
struct Document {
    width: u32,
    height: u32,
    notes: Vec<String>,
    players: [PlayerRow; 2],
    largest_errors: Vec<usize>,
    moves: Vec<MoveRow>,
}

/// A player in JSON.
#[derive(Serialize)]
struct PlayerRow {
    moves: usize,
    without_loss: usize,
    loss: i32,
}

/// A move in JSON.
#[derive(Serialize)]
struct MoveRow {
    number: usize,
    player: usize,
    played: String,
    best: Option<String>,
    expected: i32,
    loss: i32,
    captured: [u32; 2],
}

/// The analysis as JSON, with the numbers of at most `errors` errors.
///
/// # Errors
/// If it cannot be encoded, which no analysis is known to cause.
pub fn json(analysis: &Analysis, size: Size, errors: usize) -> serde_json::Result<String> {
    let document = Document {
        width: size.width(),
        height: size.height(),
        notes: analysis.notes.clone(),
        players: Player::ALL.map(|player| {
            let summary = analysis.summary(player);
            PlayerRow {
                moves: summary.moves,
                without_loss: summary.agreements,
                loss: summary.loss,
            }
        }),
        largest_errors: analysis
            .largest_errors(errors)
            .iter()
            .map(|o| o.number)
            .collect(),
        moves: analysis
            .opinions
            .iter()
            .map(|opinion| MoveRow {
                number: opinion.number,
                player: opinion.player.index(),
                played: coordinates::print(opinion.played, size),
                best: opinion.best.map(|point| coordinates::print(point, size)),
                expected: opinion.value(),
                loss: opinion.loss,
                captured: opinion.captured,
            })
            .collect(),
    };
    serde_json::to_string_pretty(&document)
}
