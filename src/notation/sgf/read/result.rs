//! Compares the result that a record tells with the board.

use super::Reader;
use crate::board::{Action, Status};
use crate::geometry::Player;
use crate::notation::record::{GameResult, WonBy};
use crate::notation::sgf::Warning;

impl Reader {
    /// Warns if a result in dots, or a draw, contradicts the board. After a player has grounded in the record, it fits
    /// if it is the score then. Otherwise it fits if it is the score of the final position, now or after either player
    /// or both ground. A draw also fits if no player is sure to win: the players may have agreed on it.
    pub(super) fn check_result(&mut self) {
        let written = match self.record.result {
            Some(GameResult::Won {
                winner: Player::First,
                by: WonBy::Dots(dots),
            }) => dots,
            Some(GameResult::Won {
                winner: Player::Second,
                by: WonBy::Dots(dots),
            }) => -dots,
            Some(GameResult::Draw) => 0.0,
            _ => return,
        };
        let [first, second] = Player::ALL.map(|player| self.board.grounding(player).cost as i32);
        let score = self.board.score(Player::First);
        let with_komi = |score: i32| f64::from(score) - self.record.komi;
        let last = self.record.turns.last();
        let possible = match last.filter(|last| last.action == Action::Ground) {
            Some(last) => vec![self.board.score_after_grounding(Player::First, last.player)],
            None => vec![score, score - first, score + second, score - first + second],
        };
        let agreed_draw = written == 0.0 && self.board.status(self.record.komi) == Status::Playing;
        let is_written = |score: &i32| (with_komi(*score) - written).abs() < 1e-6;
        if agreed_draw || possible.iter().any(is_written) {
            return;
        }
        let found = GameResult::by_dots(with_komi(possible[0]));
        let written = self
            .record
            .result
            .map(|result| result.to_string())
            .unwrap_or_default();
        self.warning(
            self.result_at,
            Warning::Result {
                written,
                found: found.to_string(),
            },
        );
    }
}
