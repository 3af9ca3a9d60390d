//! Reports of analysed games: as text, as JSON, and as comments in a game record.

use super::{Analysis, Opinion, Summary};
use crate::board::Action;
use crate::geometry::{Player, Size};
use crate::notation::record::{GameRecord, Turn};
use crate::notation::sgf::Collection;
use crate::notation::{coordinates, counted};
use crate::tools::origin::Origin;
use crate::tools::show::text::{Charset, name};
use serde_json::{Value, json};
use std::fmt::Write;

/// The analysis as a table, followed by a summary and the `errors` moves that lost most.
pub fn text(analysis: &Analysis, size: Size, errors: usize) -> String {
    let rows = analysis.opinions.iter().map(|opinion| row(opinion, size));
    let mut text = analysis
        .origin
        .as_ref()
        .map_or_else(String::new, origin_line);
    text.push_str(&heading(&analysis.notes));
    text.extend(rows);
    text.push_str(&summary(analysis, size, errors));
    text
}

/// The head of the table: the notes about the game, and the names of the columns.
pub fn heading(notes: &[String]) -> String {
    let mut heading: String = notes.iter().map(note).collect();
    heading.push_str("move    played  best    expected  loss  score\n");
    heading
}

/// The foot of the table: a summary for each player, and the `errors` moves that lost most dots.
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

/// A warning or remark about the game as a line of text, with its line feed.
pub fn note(note: &String) -> String {
    format!("note: {note}\n")
}

/// The row of the table for one move, with its line feed.
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

/// What a report begins with if it tells its origin: in text and in the comment of an SGF game.
const ORIGIN: &str = "origin: ";

fn origin_line(origin: &Origin) -> String {
    format!("{ORIGIN}{origin}\n")
}

/// The origin that a report tells, of any format; `None` if it tells none or is no report.
pub fn origin(report: &[u8]) -> Option<Origin> {
    let of_text = |text: &str| Origin::parse(text.lines().next()?.strip_prefix(ORIGIN)?);
    if report.starts_with(b"{") {
        let document: Value = serde_json::from_slice(report).ok()?;
        return serde_json::from_value(document.get("origin")?.clone()).ok();
    }
    if report.starts_with(b"(") {
        let reading = Collection::new(report).ok()?.game(1, &[]).ok()?;
        return of_text(&reading.record.comment);
    }
    of_text(str::from_utf8(report).ok()?)
}

/// The record of the analysed game with added comments. The comment of a dot gets the engine's opinion of it. The
/// comment of the game gets the origin of the analysis in front, and its notes at the end.
pub fn annotated(analysis: &Analysis, mut record: GameRecord) -> GameRecord {
    let size = record.size;
    if let Some(origin) = &analysis.origin {
        let comment = origin_line(origin) + &record.comment;
        record.comment = comment.trim_end().to_owned();
    }
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

/// The comment for a move: the best move, the lead expected with it for the player who moved, and the dots that
/// the move lost.
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

/// The analysis as JSON, with the numbers of the `errors` moves that lost most dots. Players are 0 and 1. Cells are
/// `x-y`, counted from 1 at the bottom left.
pub fn json(analysis: &Analysis, size: Size, errors: usize) -> String {
    let players = Player::ALL.map(|player| {
        let summary = analysis.summary(player);
        json!({
            "moves": summary.moves,
            "without_loss": summary.agreements,
            "loss": summary.loss,
        })
    });
    let errors = analysis.largest_errors(errors).into_iter();
    let moves = analysis.opinions.iter().map(|opinion| {
        json!({
            "number": opinion.number,
            "player": opinion.player.index(),
            "played": coordinates::print(opinion.played, size),
            "best": opinion.best.map(|point| coordinates::print(point, size)),
            "expected": opinion.value(),
            "loss": opinion.loss,
            "captured": opinion.captured,
        })
    });
    let mut document = json!({
        "width": size.width(),
        "height": size.height(),
        "notes": analysis.notes,
        "players": players,
        "largest_errors": errors.map(|opinion| opinion.number).collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
    });
    if let Some(origin) = &analysis.origin {
        document["origin"] = json!(origin);
    }
    format!("{document:#}")
}
