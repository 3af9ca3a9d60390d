//! Compares the result that a record tells with the board.

use super::Reader;
use crate::board::{Action, Status};
use crate::geometry::Player;
use crate::notation::record::{GameResult, WonBy};
use crate::notation::sgf::Warning;

impl Reader {
    /// Warns if a result in dots or by grounding, or a draw, contradicts the board. After a player has grounded in the
    /// record, it fits if it is the score then. Otherwise it fits if it is the score of the final position, now or
    /// after either player or both ground. If nobody has grounded, a draw also fits while no player is sure to win: the
    /// players may have agreed on it.
    pub(super) fn check_result(&mut self) {
        let Some(written) = self.record.result else {
            return;
        };
        let [first, second] = Player::ALL.map(|player| self.board.grounding(player).cost as i32);
        let score = self.board.score(Player::First);
        let with_komi = |score: i32| f64::from(score) - self.record.komi;
        let last = self.record.turns.last();
        let grounded = last.filter(|last| last.action == Action::Ground);
        let possible = match grounded {
            Some(last) => vec![self.board.score_after_grounding(Player::First, last.player)],
            None => vec![score, score - first, score + second, score - first + second],
        };
        let agreed_draw = written == GameResult::Draw
            && grounded.is_none()
            && self.board.status(self.record.komi) == Status::Playing;
        if agreed_draw
            || possible
                .iter()
                .any(|&score| fits(written, with_komi(score)))
        {
            return;
        }
        let found = GameResult::by_dots(with_komi(possible[0]));
        self.warning(
            self.result_at,
            Warning::Result {
                written: written.to_string(),
                found: found.to_string(),
            },
        );
    }
}

/// Whether a result does not contradict a lead of the first player in dots, komi included.
fn fits(result: GameResult, lead: f64) -> bool {
    let (winner, by) = match result {
        GameResult::Draw => return lead.abs() < 1e-6,
        GameResult::Void | GameResult::Unknown => return true,
        GameResult::Won { winner, by } => (winner, by),
    };
    let own = match winner {
        Player::First => lead,
        Player::Second => -lead,
    };
    match by {
        WonBy::Dots(dots) => own > 0.0 && (own - dots).abs() < 1e-6,
        WonBy::Grounding => own > 0.0,
        WonBy::Resignation | WonBy::Time | WonBy::Forfeit | WonBy::Unknown => true,
    }
}
