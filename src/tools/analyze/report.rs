//! Reports of analysed games: as text, as JSON, and as comments in a game record.

use super::{Analysis, Opinion, Summary};
use crate::board::Action;
use crate::geometry::{Player, Point, Size};
use crate::notation::record::{ErrorClass, GameRecord, Turn, Variation};
use crate::notation::sgf::Collection;
use crate::notation::{coordinates, counted};
use crate::tools::origin::Origin;
use crate::tools::show::text::{Charset, name};
use serde_json::{Value, json};

/// The analysis as a table, followed by a summary and the `most_errors` moves that lost most. `size` is that of the
/// board, for the names of cells.
pub fn text(analysis: &Analysis, size: Size, most_errors: usize) -> String {
    let rows = analysis.opinions.iter().map(|opinion| row(opinion, size));
    let mut text = analysis
        .origin
        .as_ref()
        .map_or_else(String::new, origin_line);
    text.push_str(&heading(&analysis.notes));
    text.extend(rows);
    text.push_str(&summary(analysis, size, most_errors));
    text
}

/// The head of the table: the notes about the game, and the names of the columns.
pub fn heading(notes: &[String]) -> String {
    let mut heading: String = notes.iter().map(note).collect();
    heading.push_str("move    played  best    expected  loss  wins  drop  score\n");
    heading
}

/// The foot of the table: a summary for each player, and the `most_errors` moves that lost most dots, each with what
/// was proved to be enclosed before it. `size` is that of the board, for the names of cells.
pub fn summary(analysis: &Analysis, size: Size, most_errors: usize) -> String {
    let mut text = "\n".to_owned();
    for player in Player::ALL {
        let Summary {
            moves,
            without_loss,
            loss,
            mistakes,
            inaccuracies,
        } = analysis.summary(player);
        let player = name(player, Charset::Plain);
        let (moves, lost) = (counted(moves as u64, "move"), counted(loss as u64, "dot"));
        text += &format!("{player}: {moves}, {without_loss} without loss of dots, {lost} lost; ");
        text += &format!("mistakes: {mistakes}, inaccuracies: {inaccuracies}\n");
    }
    let errors = analysis.largest_errors(most_errors);
    if !errors.is_empty() {
        text.push_str("\nLargest errors:\n");
    }
    for opinion in errors {
        text.push_str(&format!("  {}\n", error_line(opinion, size)));
        for group in &opinion.enclosed {
            let sentence = group.sentence(size, Charset::Plain);
            text.push_str(&format!("    before the move {sentence}\n"));
        }
    }
    text
}

/// A warning or remark about the game as a line of text, with its line feed.
pub fn note(note: &String) -> String {
    format!("note: {note}\n")
}

/// The row of the table for one move, with its line feed. `size` is that of the board, for the names of cells.
pub fn row(opinion: &Opinion, size: Size) -> String {
    let best = opinion.best.map(|point| coordinates::print(point, size));
    let loss = match opinion.loss {
        0 => ".".to_owned(),
        loss => loss.to_string(),
    };
    let none = || "-".to_owned();
    let drop = match opinion.win_rate_loss {
        Some(drop) if drop < LEAST_SHOWN => ".".to_owned(),
        drop => drop.map_or_else(none, percent),
    };
    let row = format!(
        "{:>4}  {} {:<7} {:<9} {:>6} {:>5} {:>5} {:>5}  {}:{}  {}",
        opinion.number,
        name(opinion.player, Charset::Plain),
        coordinates::print(opinion.played, size),
        best.as_deref().unwrap_or("-"),
        signed(opinion.expected_of_mover()),
        loss,
        opinion.win_rate.map_or_else(none, percent),
        drop,
        opinion.captured[0],
        opinion.captured[1],
        opinion.class.map_or("", class_name)
    );
    row.trim_end().to_owned() + "\n"
}

/// Moves of a better line in the list of the largest errors, so that it stays narrow.
const MOST_STEPS: usize = 5;

fn error_line(opinion: &Opinion, size: Size) -> String {
    let mut line = format!(
        "move {}, {} {}: loses {}",
        opinion.number,
        name(opinion.player, Charset::Plain),
        coordinates::print(opinion.played, size),
        lost(opinion).unwrap_or_default()
    );
    if !opinion.line.is_empty() {
        let steps = opinion.line.iter().take(MOST_STEPS);
        let steps: Vec<String> = steps.map(|&step| coordinates::print(step, size)).collect();
        line += &format!("; better {}", steps.join(" "));
    }
    line
}

/// What a move lost, in dots and of the win rate: `1`, `1 and 6 %` or `6 %`. `None` if that is nothing.
fn lost(opinion: &Opinion) -> Option<String> {
    let dots = (opinion.loss > 0).then(|| opinion.loss.to_string());
    let drop = opinion.win_rate_loss;
    let drop = drop.filter(|&drop| drop >= LEAST_SHOWN).map(percent);
    let parts: Vec<String> = dots.into_iter().chain(drop).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// A smaller probability would be printed as 0 %, so it is shown as none.
const LEAST_SHOWN: f64 = 0.005;

fn percent(probability: f64) -> String {
    format!("{:.0} %", 100.0 * probability)
}

fn class_name(class: ErrorClass) -> &'static str {
    match class {
        ErrorClass::Mistake => "mistake",
        ErrorClass::Inaccuracy => "inaccuracy",
    }
}

/// What a report begins with if it tells its origin: in text and in the comment of an SGF game.
const ORIGIN: &str = "origin: ";

fn origin_line(origin: &Origin) -> String {
    format!("{ORIGIN}{origin}\n")
}

/// The origin in a report of any format; `None` if it has none or is no report.
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

/// The record of the analysed game with added comments. The comment of a dot gets the engine's opinion of it, and its
/// turn the class, unless the record calls it bad already. At the `most_errors` moves that lost most, the better line
/// is a new variation. The comment of the game gets the origin of the analysis in front, and its notes at the end.
pub fn annotated(analysis: &Analysis, mut record: GameRecord, most_errors: usize) -> GameRecord {
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
    let errors = analysis.largest_errors(most_errors);
    let is_put = |(_, turn): &(usize, &mut Turn)| matches!(turn.action, Action::Put(_));
    let puts = record.turns.iter_mut().enumerate().filter(is_put);
    for ((index, turn), opinion) in puts.zip(&analysis.opinions) {
        if !turn.comment.is_empty() {
            turn.comment.push('\n');
        }
        turn.comment.push_str(&comment(opinion, size));
        turn.class = turn.class.or(opinion.class);
        if errors.iter().any(|error| error.number == opinion.number) {
            record.variations.push(better(opinion, index, size));
        }
    }
    record
}

/// The comment for a move: the best move, what is expected with it, what the move lost, and its class. At a move with a
/// class there is a line for each thing that was proved to be enclosed before it.
fn comment(opinion: &Opinion, size: Size) -> String {
    let best = match opinion.best {
        Some(best) if best != opinion.played => coordinates::print(best, size),
        _ => "this".to_owned(),
    };
    let mut comment = format!("best {best}, {}", expectation(opinion));
    if let Some(lost) = lost(opinion) {
        comment += &format!(", loses {lost}");
    }
    if let Some(class) = opinion.class {
        comment += &format!(", {}", class_name(class));
    }
    for group in &opinion.enclosed {
        comment += &format!("\nbefore the move {}", group.sentence(size, Charset::Plain));
    }
    comment
}

/// The better line at an error. It branches off after `after` turns.
fn better(opinion: &Opinion, after: usize, size: Size) -> Variation {
    let players = [opinion.player, opinion.player.opponent()];
    let steps = opinion.line.iter().zip(players.into_iter().cycle());
    let mut turns: Vec<Turn> = steps
        .map(|(&step, player)| Turn::new(player, Action::Put(step)))
        .collect();
    if let Some(first) = turns.first_mut() {
        let played = coordinates::print(opinion.played, size);
        first.comment = format!("better than {played}, {}", expectation(opinion));
    }
    Variation {
        parent: 0,
        after,
        turns,
    }
}

/// The lead and the win rate that are expected with the best move for the player who moved.
fn expectation(opinion: &Opinion) -> String {
    let mut text = format!("expected {}", signed(opinion.expected_of_mover()));
    if let Some(rate) = opinion.win_rate {
        text += &format!(", wins {}", percent(rate));
    }
    text
}

fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// The analysis as JSON, with the numbers of the `most_errors` moves that lost most dots. Players are 0 and 1. Cells
/// are `x-y`, counted from 1 at the bottom left. `size` is that of the board.
pub fn json(analysis: &Analysis, size: Size, most_errors: usize) -> String {
    let players = Player::ALL.map(|player| {
        let summary = analysis.summary(player);
        json!({
            "moves": summary.moves,
            "without_loss": summary.without_loss,
            "loss": summary.loss,
            "mistakes": summary.mistakes,
            "inaccuracies": summary.inaccuracies,
        })
    });
    let errors = analysis.largest_errors(most_errors).into_iter();
    let moves = analysis.opinions.iter();
    let moves = moves.map(|opinion| json_of_move(opinion, size));
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

fn json_of_move(opinion: &Opinion, size: Size) -> Value {
    let cell = |point: Point| coordinates::print(point, size);
    let line = opinion.line.iter().copied().map(cell);
    // Further decimals would be noise.
    let rounded = |rate: f64| (1000.0 * rate).round() / 1000.0;
    let enclosed = opinion.enclosed.iter().map(|group| {
        json!({
            "player": group.player.index(),
            "dots": group.dots,
            "at": cell(group.at),
            "key": group.key.map(cell),
        })
    });
    json!({
        "number": opinion.number,
        "player": opinion.player.index(),
        "played": cell(opinion.played),
        "best": opinion.best.map(cell),
        "line": line.collect::<Vec<_>>(),
        "expected": opinion.expected_of_mover(),
        "win_rate": opinion.win_rate.map(rounded),
        "loss": opinion.loss,
        "win_rate_loss": opinion.win_rate_loss.map(rounded),
        "class": opinion.class.map(class_name),
        "captured": opinion.captured,
        "enclosed": enclosed.collect::<Vec<_>>(),
    })
}
