//! Reading and writing game records in SGF.

use super::messages::{Record, Results, Turn, WriteSgf};
use super::{Refusal, refuse};
use crate::board::Action;
use crate::notation::record::GameRecord;
use crate::notation::sgf::{self, Reading, Style};
use crate::protocol::Session;
use crate::protocol::dot::{Coords, Dot};

/// Reads the games of an SGF text. The game of the session does not change.
pub(super) fn read(text: &str) -> Result<Results, Refusal> {
    let readings = sgf::parse(text.as_bytes())?;
    Ok(Results::ReadSgf {
        games: readings.iter().map(record).collect(),
    })
}

fn record(reading: &Reading) -> Record {
    let GameRecord {
        size,
        start,
        turns,
        players,
        result,
        komi,
        variant,
        comment,
        ..
    } = &reading.record;
    Record {
        width: size.width(),
        height: size.height(),
        rules: *variant,
        komi: *komi,
        start: start.iter().copied().map(Dot::from).collect(),
        turns: turns.iter().map(turn).collect(),
        players: players.clone(),
        result: result.map(|result| result.to_string()),
        comment: comment.clone(),
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
    }
}

fn turn(turn: &crate::notation::record::Turn) -> Turn {
    Turn {
        player: turn.player.into(),
        coords: match turn.action {
            Action::Put(point) => Some(Coords::from(point)),
            Action::Ground | Action::Resign => None,
        },
        comment: turn.comment.clone(),
    }
}

/// Writes the game of the session as SGF, with the names and comments of the request. The result of the request counts
/// only if the game is not over on the board. A game that began from a picture is refused, because the order of its
/// dots is unknown.
pub(super) fn write(session: &Session, wanted: WriteSgf) -> Result<Results, Refusal> {
    let game = session.game()?;
    let mut record = GameRecord::of_game(game, session.komi())?;
    record.players = wanted.players;
    record.comment = wanted.comment;
    if let (None, Some(result)) = (record.result, wanted.result) {
        record.result = Some(
            result
                .parse()
                .map_err(|_| refuse(format!("{result:?} is no result")))?,
        );
    }
    for (turn, comment) in record.turns.iter_mut().zip(wanted.comments) {
        turn.comment = comment;
    }
    let text = sgf::write(&record, Style::default())?;
    Ok(Results::WriteSgf { sgf: text })
}
