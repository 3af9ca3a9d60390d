//! Writing records as SGF files.

mod branches;

use super::point::{self, LETTERS};
use super::properties::one_line;
use super::rules::RuleSet;
use super::{MAX_BYTES, MAX_DEPTH, MOST_VARIATION_TURNS};
use crate::board::{Board, Move, Rules};
use crate::geometry::{Player, Point, Size};
use crate::notation::record::{GameRecord, ReplayError};
use branches::{BranchWriter, MOVES_A_LINE};
use std::fmt::Write;

/// The names of the properties that may be [facts](GameRecord::facts) of a record.
pub const FACTS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US",
    "WR", "WT",
];

/// The greatest komi that is read and written, of either sign. No board has more dots.
pub const GREATEST_KOMI: f64 = 4000.0;

/// How a record is written as SGF.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether moves that capture name the chains of their captures. Start dots never do. The Kropki sites and the program
    /// oppai need them. Programs that find captures by themselves do not.
    pub chains: bool,
}

/// The reason why a record cannot be written as SGF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// The board has more than 52 columns or rows, for which SGF has no letters.
    #[error("a board of {0} is too large for SGF, which has letters for 52x52")]
    TooLarge(Size),
    /// The rules refuse a move of the record.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A variation has no turns, leaves a line that is not before it, or leaves it at a place that is not there.
    #[error("variation {number} has no turns, or branches off at a place that is not there")]
    Variation {
        /// Number of the variation, from 1.
        number: usize,
    },
    /// The variations have more than [`MOST_VARIATION_TURNS`] turns together. A reader would leave out some.
    #[error(
        "the variations have more than {MOST_VARIATION_TURNS} moves together, which are not all read back"
    )]
    ManyVariations,
    /// The turns of a line, with those that it has in common with others, need more than [`MAX_DEPTH`] nodes. The file
    /// would not be read.
    #[error("a line of the game needs more than {MAX_DEPTH} nodes, which are not read back")]
    TooDeep,
    /// The text would have more than [`MAX_BYTES`] bytes. The file would not be read.
    #[error("the text would be larger than {} MiB, and not be read back", MAX_BYTES >> 20)]
    TooLong,
    /// The komi is above [`GREATEST_KOMI`] or below `-GREATEST_KOMI`, or is no number.
    #[error("the komi has to be from -{GREATEST_KOMI} to {GREATEST_KOMI}")]
    Komi,
    /// A fact has a name that is not in [`FACTS`].
    #[error("{name:?} is no fact of a record: there are {}", FACTS.join(", "))]
    Fact {
        /// The name of the fact.
        name: String,
    },
}

/// Checks that SGF has letters for boards of this size.
///
/// # Errors
/// If the board has more than 52 columns or rows.
pub fn check_size(size: Size) -> Result<(), Unwritable> {
    match size.width().max(size.height()) > LETTERS {
        true => Err(Unwritable::TooLarge(size)),
        false => Ok(()),
    }
}

/// The record as the text of an SGF file with one game.
///
/// # Errors
/// If the board has more than 52 columns or rows, the komi is out of range, a fact is not in [`FACTS`], the rules refuse
/// a dot of the record, a variation is empty or [has no place](GameRecord::has_place), the variations have more than
/// [`MOST_VARIATION_TURNS`] turns together, a line needs more than [`MAX_DEPTH`] nodes, or the text would have more than
/// [`MAX_BYTES`] bytes.
pub fn write(record: &GameRecord, style: Style) -> Result<String, Unwritable> {
    check_size(record.size)?;
    if !(-GREATEST_KOMI..=GREATEST_KOMI).contains(&record.komi) {
        return Err(Unwritable::Komi);
    }
    let mut names = record.facts.keys();
    if let Some(name) = names.find(|name| !FACTS.contains(&name.as_str())) {
        let name = name.clone();
        return Err(Unwritable::Fact { name });
    }
    // The start dots of one node have no order. So those from the first capture on have nodes of their own.
    let board = record.start_board()?;
    let mut quiet = board.clone();
    while has_territory(&quiet) {
        quiet.undo();
    }
    let (start, late) = record.start.split_at(quiet.moves().len());
    let mut text = String::from("(;FF[4]GM[40]CA[UTF-8]");
    text.push_str(concat!("AP[tochki:", env!("CARGO_PKG_VERSION"), "]"));
    let (width, height) = (record.size.width(), record.size.height());
    if width == height {
        property(&mut text, "SZ", &width.to_string());
    } else {
        property(&mut text, "SZ", &format!("{width}:{height}"));
    }
    let mut facts = String::new();
    write_facts(&mut facts, record);
    write_start(&mut facts, start);
    if record.turns.is_empty() && record.first == Player::Second {
        property(&mut facts, "PL", "W");
    }
    // No empty line stands between properties: `printsgf` of GTP, which writes no comments, would end there.
    if !facts.is_empty() {
        text.push('\n');
        text.push_str(&facts);
    }
    for (index, dot) in late.iter().enumerate() {
        if index.is_multiple_of(MOVES_A_LINE) {
            text.push('\n');
        }
        text.push(';');
        write_start(&mut text, std::slice::from_ref(dot));
    }
    let mut branches = BranchWriter::new(record, board, style, text, 1 + late.len())?;
    branches.write()?;
    let text = branches.into_text() + ")\n";
    match text.len() > MAX_BYTES {
        true => Err(Unwritable::TooLong),
        false => Ok(text),
    }
}

/// Writes the rules, names, komi, result, facts and comment, if they are known.
fn write_facts(text: &mut String, record: &GameRecord) {
    let named = match RuleSet::of(&record.rules_text) {
        RuleSet::Played(rules) => rules,
        // They are read as the default rules.
        RuleSet::Other(_) | RuleSet::Unknown(_) => Rules::default(),
    };
    let rules = match named == record.rules {
        true => record.rules_text.clone(),
        false => RuleSet::text(record.rules),
    };
    // Only comments keep their lines, and `GC` is one.
    let mut line = |name: &str, value: &str| match name {
        "GC" => property(text, name, value),
        _ => property(text, name, &one_line(value)),
    };
    for (name, value) in [
        ("RU", rules.as_str()),
        ("PB", &record.players[Player::First.index()]),
        ("PW", &record.players[Player::Second.index()]),
    ] {
        if !value.is_empty() {
            line(name, value);
        }
    }
    if record.komi != 0.0 {
        line("KM", &record.komi.to_string());
    }
    if let Some(result) = record.result {
        line("RE", &result.to_string());
    }
    for (name, value) in &record.facts {
        line(name, value);
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

/// Writes start dots as the `AB` and `AW` of one node. If there are several, none may capture, because their order is
/// lost.
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
