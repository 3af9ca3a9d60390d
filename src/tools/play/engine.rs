//! What the engine does in a game against a person: its moves, and its advice.

use super::Dialogue;
use crate::board::{Action, Ending, komi_of};
use crate::geometry::Player;
use crate::notation::coordinates;
use crate::protocol::Effort;
use crate::search::{Limits, Outcome, Silent};
use std::io::Write;
use std::time::Instant;

/// The complexity of the search for a hint. It does not depend on the level.
const HINT: u32 = 70;

impl<W: Write> Dialogue<'_, W> {
    /// Lets the engine move, if it is its turn and the game goes on.
    pub(super) fn answer(&mut self) {
        self.look_for_end();
        if self.end.is_some() || self.turn() == self.person() {
            return;
        }
        let engine = self.person().opponent();
        if self.engine_stops() {
            return self.leave(engine, Ending::Ground);
        }
        self.autosave();
        let level = Effort::Level(self.settings.level);
        let outcome = self.think(engine, level);
        let Some(point) = outcome.best else { return };
        let judgement = self.judgement(engine, &outcome);
        match self.game.act(engine, Action::Put(point)) {
            Ok(()) => {
                self.redraw = true;
                let at = self.cell(point);
                self.say(format!("I play {at}."));
                self.say(judgement);
                self.look_for_end();
            }
            Err(error) => self.say(format!("I cannot play: {error}.")),
        }
    }

    /// Whether it is the engine's turn and any dot of the engine would be captured at once. The engine stops then.
    pub(super) fn engine_stops(&self) -> bool {
        let engine = self.person().opponent();
        self.turn() == engine && self.game.board().has_only_suicides(engine)
    }

    /// Searches for the best move of `player`, with this effort unless a time is set.
    fn think(&mut self, player: Player, effort: Effort) -> Outcome {
        let effort = self.settings.time.map_or(effort, Effort::Time);
        let mut board = self.game.board().clone();
        let limits = Limits {
            komi: self.komi(),
            ..effort.limits_under(self.environment.options, Instant::now(), &board)
        }
        .by_rules(&board, player);
        self.environment.waiting.begin();
        let engine = &mut self.environment.engine;
        let outcome = engine.search(&mut board, player, &limits, &mut Silent);
        self.environment.waiting.end();
        outcome
    }

    /// What the engine thinks of its move for `player`, who is to move: the dots that it expects him to win from now on,
    /// his win rate, the moves that it expects, and the time it took.
    fn judgement(&self, player: Player, outcome: &Outcome) -> String {
        let lead = f64::from(self.game.board().score(player)) + komi_of(self.komi(), player);
        let mut text = format!("  value {:+}", outcome.value);
        if let Some(rate) = outcome.win_rate(lead) {
            text += &format!(", {:.0} % to win", 100.0 * rate);
        }
        let size = self.game.board().size();
        let line = outcome.line.iter();
        let line: Vec<String> = line.map(|&point| coordinates::print(point, size)).collect();
        if line.len() > 1 {
            text += &format!(", expects {}", line.join(" "));
        }
        text + &format!(", {:.2} s", outcome.elapsed.as_secs_f64())
    }

    /// Tells the person a good move.
    pub(super) fn show_hint(&mut self) {
        if self.game.board().has_only_suicides(self.person()) {
            self.say("I would stop.");
            return;
        }
        let outcome = self.think(self.person(), Effort::Complexity(HINT));
        self.hint = outcome.best;
        let Some(point) = outcome.best else { return };
        let at = self.cell(point);
        self.say(format!("I would play {at}."));
        self.say(self.judgement(self.person(), &outcome));
        self.redraw = true;
    }
}
