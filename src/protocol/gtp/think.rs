//! Moves of the engine.

use super::words::{print_action, print_player, print_step};
use super::{Refusal, Request};
use crate::board::Action;
use crate::geometry::Player;
use crate::protocol::{Effort, SessionError};
use crate::search::Limits;
use std::time::Instant;

/// Decides and plays.
pub(super) fn genmove(request: &mut Request) -> Result<String, Refusal> {
    let player = request.player()?.0;
    let action = request.decide_and_play(player)?;
    Ok(print_action(action, request.session.board()?.size()))
}

/// The same, with what the engine has found.
pub(super) fn genmove_debug(request: &mut Request) -> Result<String, Refusal> {
    let word = genmove(request)?;
    Ok(format!("{}\nplay {word}", info(request)?))
}

/// Decides without playing.
pub(super) fn search(request: &mut Request) -> Result<String, Refusal> {
    let player = request.player()?.0;
    let limits = request.limits(player, Instant::now())?;
    let action = request.session.decide(player, limits)?;
    Ok(print_action(action, request.session.board()?.size()))
}

/// Decides without playing; any input calls it off.
pub(super) fn search_cancellable(request: &mut Request) -> Result<String, Refusal> {
    let player = request.player()?.0;
    let stop = request.session.interrupts().news.clone();
    let limits = Limits {
        stop: stop.clone(),
        ..request.limits(player, Instant::now())?
    };
    let action = request.session.decide(player, limits)?;
    match stop.is_raised() {
        true => Ok("cancelled".to_owned()),
        false => Ok(print_action(action, request.session.board()?.size())),
    }
}

/// What the engine has found last, as names and values.
pub(super) fn info(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    let outcome = match request.session.outcome() {
        Ok(outcome) => outcome,
        Err(_) => return Ok("nodes,0".to_owned()),
    };
    let line = outcome.line.iter().map(|&point| print_step(point, size));
    Ok(format!(
        "nodes,{}\ndepth,{}\nms,{}\nvalue,{}\npv,{}",
        outcome.nodes,
        outcome.depth(),
        outcome.elapsed.as_millis(),
        outcome.value,
        line.collect::<Vec<_>>().join(" ")
    ))
}

impl Request<'_> {
    /// The limits for a move that was asked for at `start`: those of the clock, or else what the
    /// client has set for every move, or else what the options say.
    pub(super) fn limits(&self, player: Player, start: Instant) -> Result<Limits, SessionError> {
        let params = &self.gtp.params;
        let effort = match (self.gtp.clocks.allowance(player), params.time()) {
            (Some(allowance), _) => Effort::Clock(allowance),
            (None, Some(time)) => Effort::Time(time),
            (None, None) => Effort::Options,
        };
        let mut limits = self.session.limits(effort, start)?;
        if effort == Effort::Options && params.nodes().is_some() {
            // Somebody wants more than is usual.
            limits.nodes = None;
        }
        let limits = params.limit(limits, start);
        Ok(self.session.options().limit(limits))
    }

    /// Lets the engine have its turn, on its clock.
    pub(super) fn decide_and_play(&mut self, player: Player) -> Result<Action, SessionError> {
        let start = Instant::now();
        let limits = self.limits(player, start)?;
        let action = self.session.decide(player, limits)?;
        self.session.act(player, action)?;
        self.gtp.clocks.spend(player, start.elapsed());
        log::info!("{} plays {action:?}", print_player(player));
        Ok(action)
    }
}
