//! Reading and writing game records in SGF.

use super::replies::{Record, Results};
use super::requests::{Turn, Variation, WriteSgf};
use super::{Refusal, point_at, refuse};
use crate::board::{Action, Board};
use crate::notation::record::{self, GameRecord};
use crate::notation::sgf::{self, Collection, Reading, Style, Unwritable};
use crate::protocol::dot::{Coords, Dot};
use crate::protocol::{Session, SessionError};

/// The SGF property for the rules in words. A record has them apart from its other facts.
const RULES: &str = "RU";

/// Reads the games of an SGF text with their variations, or only the one with the number `game`, from 1. The game of the
/// session does not change.
pub(super) fn read(text: &str, game: Option<usize>) -> Result<Results, Refusal> {
    let games = Collection::from_text(text)?;
    let readings = match game {
        Some(number) => vec![games.whole_game(number)?],
        None => games.whole_games()?,
    };
    Ok(Results::ReadSgf {
        games: readings.iter().map(view).collect(),
    })
}

fn view(reading: &Reading) -> Record {
    let record = &reading.record;
    let GameRecord {
        size,
        start,
        turns,
        variations,
        players,
        result,
        komi,
        rules,
        rules_text,
        comment,
        facts,
        ..
    } = record;
    let mut facts = facts.clone();
    if !rules_text.is_empty() {
        facts.insert(RULES.to_owned(), rules_text.clone());
    }
    Record {
        width: size.width(),
        height: size.height(),
        rules: *rules,
        komi: *komi,
        start: start.iter().copied().map(Dot::from).collect(),
        first: record.to_move(0).into(),
        turns: turns.iter().map(Turn::from).collect(),
        variations: variations.iter().map(Variation::from).collect(),
        players: players.clone(),
        result: result.map(|result| result.to_string()),
        comment: comment.clone(),
        facts,
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
    }
}

impl From<&record::Turn> for Turn {
    fn from(turn: &record::Turn) -> Turn {
        Turn {
            player: turn.player.into(),
            coords: match turn.action {
                Action::Put(point) => Some(Coords::from(point)),
                Action::Ground | Action::Resign => None,
            },
            comment: turn.comment.clone(),
            class: turn.class,
        }
    }
}

impl From<&record::Variation> for Variation {
    fn from(variation: &record::Variation) -> Variation {
        Variation {
            line: variation.parent,
            after: variation.after,
            turns: variation.turns.iter().map(Turn::from).collect(),
        }
    }
}

/// Writes the game of the session as SGF, with the names, facts, comments, classes and variations of the request, and
/// with its komi if it has one. The result of the request counts only if the game is not over on the board. A game that
/// began from a picture is refused, because the order of its dots is unknown. A comment or class for a turn that the game
/// does not have is refused too.
pub(super) fn write(session: &Session, wanted: WriteSgf) -> Result<Results, Refusal> {
    let game = session.game()?;
    let komi = wanted.komi.unwrap_or(session.komi());
    let mut record = GameRecord::of_game(game, komi)?;
    check_turns(&wanted, record.turns.len())?;
    record.players = wanted.players;
    record.comment = wanted.comment;
    record.facts = wanted.facts;
    record.rules_text = record.facts.remove(RULES).unwrap_or_default();
    if let Some(first) = wanted.first {
        record.first = first.into();
    }
    let result = wanted.result.map(|text| {
        let result = text.parse();
        result.map_err(|_| refuse(format!("{text:?} is no result")))
    });
    record.result = record.result.or(result.transpose()?);
    for (turn, comment) in record.turns.iter_mut().zip(wanted.comments) {
        turn.comment = comment;
    }
    for (turn, class) in record.turns.iter_mut().zip(wanted.classes) {
        turn.class = class;
    }
    let board = game.board();
    record.variations = wanted
        .variations
        .iter()
        .map(|variation| variation_on(board, variation))
        .collect::<Result<_, _>>()?;
    let chains = wanted.chains;
    let text = sgf::write(&record, Style { chains }).map_err(|error| match error {
        Unwritable::Fact { .. } => refuse(format!("{error}, {RULES}")),
        error => error.into(),
    })?;
    Ok(Results::WriteSgf { sgf: text })
}

/// Refuses comments and classes of turns that the game does not have. A resignation is no turn.
fn check_turns(wanted: &WriteSgf, turns: usize) -> Result<(), Refusal> {
    let commented = wanted.comments.iter().rposition(|text| !text.is_empty());
    let classed = wanted.classes.iter().rposition(Option::is_some);
    let last = commented.max(classed).map_or(0, |index| index + 1);
    if last > turns {
        let reason = format!("there is no turn {last}: the game has {turns}");
        return Err(refuse(reason));
    }
    Ok(())
}

/// A variation of a client. Its cells are on the board; whether the rules allow its dots is not checked.
fn variation_on(board: &Board, wanted: &Variation) -> Result<record::Variation, SessionError> {
    let turn = |turn: &Turn| -> Result<record::Turn, SessionError> {
        let action = match turn.coords {
            Some(coords) => Action::Put(point_at(board, coords)?),
            None => Action::Ground,
        };
        Ok(record::Turn {
            comment: turn.comment.clone(),
            class: turn.class,
            ..record::Turn::new(turn.player.into(), action)
        })
    };
    Ok(record::Variation {
        parent: wanted.line,
        after: wanted.after,
        turns: wanted.turns.iter().map(turn).collect::<Result<_, _>>()?,
    })
}
