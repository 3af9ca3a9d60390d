//! Records and variations as pickles have them.

use super::class_name;
use crate::arguments::{self, invalid, on_board, pair};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use tochki::board::{Action, Rules};
use tochki::notation::record::{ErrorClass, GameRecord, GameResult, Turn, Variation};
use tochki::{Move, Player, Size};

/// A turn: its player, the column and row of its dot, its comment, and how bad it is. Without a dot it is grounding.
pub type PickledTurn = (i64, Option<(i64, i64)>, String, Option<String>);

/// A variation: the line that it leaves, the number of turns before it leaves it, and its own turns.
pub type PickledVariation = (usize, usize, Vec<PickledTurn>);

/// A game without its rules: width and height, the start dots as column, row and player, the player to move first, the
/// turns and the variations.
pub type PickledGame = (
    (i64, i64),
    Vec<(i64, i64, i64)>,
    i64,
    Vec<PickledTurn>,
    Vec<PickledVariation>,
);

/// What a record tells of a game: the players, the result, komi, the words for the rules, the comment, and other facts.
pub type PickledFacts = (
    [String; 2],
    Option<String>,
    f64,
    String,
    String,
    BTreeMap<String, String>,
);

/// The game of a record.
pub fn of_game(record: &GameRecord) -> PickledGame {
    let start = record.start.iter().map(|dot| {
        let (x, y) = pair(dot.point);
        (i64::from(x), i64::from(y), number(dot.player))
    });
    (
        (record.size.width().into(), record.size.height().into()),
        start.collect(),
        number(record.first),
        record.turns.iter().map(of_turn).collect(),
        record.variations.iter().map(of_variation).collect(),
    )
}

/// What a record tells of its game.
pub fn of_facts(record: &GameRecord) -> PickledFacts {
    (
        record.players.clone(),
        record.result.map(|result| result.to_string()),
        record.komi,
        record.rules_text.clone(),
        record.comment.clone(),
        record.facts.clone(),
    )
}

/// A variation as a pickle has it.
pub fn of_variation(variation: &Variation) -> PickledVariation {
    let turns = variation.turns.iter().map(of_turn).collect();
    (variation.parent, variation.after, turns)
}

fn of_turn(turn: &Turn) -> PickledTurn {
    let cell = match turn.action {
        Action::Put(point) => {
            let (x, y) = pair(point);
            Some((i64::from(x), i64::from(y)))
        }
        // Resignation is in the result of a record, and no turn.
        Action::Ground | Action::Resign => None,
    };
    let class = turn.class.map(|class| class_name(class).to_owned());
    (number(turn.player), cell, turn.comment.clone(), class)
}

fn number(player: Player) -> i64 {
    player.index() as i64
}

/// The record with this game and these facts.
///
/// # Errors
/// If a cell is off the board, a variation branches off at a place that is not there, or a number or word means nothing.
pub fn record(game: PickledGame, facts: PickledFacts, rules: Rules) -> PyResult<GameRecord> {
    let ((width, height), start, first, turns, variations) = game;
    let (players, result, komi, rules_text, comment, facts) = facts;
    let size = arguments::size(width, height)?;
    let dot = |(x, y, player): (i64, i64, i64)| -> PyResult<Move> {
        Ok(Move {
            point: on_board(size, (x, y))?,
            player: arguments::player(player)?,
        })
    };
    let result = result.map(|text| text.parse::<GameResult>());
    let variations = variations.into_iter().map(|one| variation(size, one));
    let record = GameRecord {
        size,
        start: start.into_iter().map(dot).collect::<PyResult<_>>()?,
        first: arguments::player(first)?,
        turns: all_turns(size, turns)?,
        variations: variations.collect::<PyResult<_>>()?,
        players,
        result: result.transpose().map_err(invalid)?,
        komi: arguments::komi(komi)?,
        rules,
        rules_text,
        comment,
        facts,
    };
    let mut indices = 0..record.variations.len();
    match indices.find(|&index| !record.has_place(index)) {
        Some(index) => {
            let number = index + 1;
            let message = format!("variation {number} branches off at a place that is not there");
            Err(invalid(message))
        }
        None => Ok(record),
    }
}

/// The variation of a pickle, with cells on a board of this size.
///
/// # Errors
/// If a cell is off the board, a word means nothing, or there is no turn.
pub fn variation(size: Size, pickled: PickledVariation) -> PyResult<Variation> {
    let (parent, after, turns) = pickled;
    match turns.is_empty() {
        true => Err(invalid("a variation has at least one turn")),
        false => Ok(Variation {
            parent,
            after,
            turns: all_turns(size, turns)?,
        }),
    }
}

fn all_turns(size: Size, turns: Vec<PickledTurn>) -> PyResult<Vec<Turn>> {
    turns.into_iter().map(|one| turn(size, one)).collect()
}

fn turn(size: Size, (player, cell, comment, class): PickledTurn) -> PyResult<Turn> {
    Ok(Turn {
        player: arguments::player(player)?,
        action: match cell {
            Some(cell) => Action::Put(on_board(size, cell)?),
            None => Action::Ground,
        },
        comment,
        class: class.as_deref().map(class_named).transpose()?,
    })
}

fn class_named(name: &str) -> PyResult<ErrorClass> {
    [ErrorClass::Inaccuracy, ErrorClass::Mistake]
        .into_iter()
        .find(|&class| class_name(class) == name)
        .ok_or_else(|| invalid(format!("no turn is called {name:?}")))
}
