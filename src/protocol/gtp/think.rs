//! Commands that let the engine choose a move.

use super::Request;
use super::words::{print_action, print_player, print_step};
use crate::geometry::Player;
use crate::protocol::{Effort, Refusal, SessionError};
use crate::search::Limits;
use std::time::Instant;

/// Chooses the action of a player and carries it out: a dot, grounding or resignation. The time is taken off his clock.
pub(super) fn genmove(request: &mut Request) -> Result<String, Refusal> {
    let player = request.player()?.0;
    let start = Instant::now();
    let limits = request.limits(player, start)?;
    let action = request.session.decide(player, limits)?;
    request.session.act(player, action)?;
    request.gtp.clocks.spend(player, start.elapsed());
    log::info!("{} plays {action:?}", print_player(player));
    Ok(print_action(action, request.session.board()?.size()))
}

/// Chooses the action of a player and carries it out, as [`genmove`] does. The reply also has the result of the last
/// search.
pub(super) fn genmove_debug(request: &mut Request) -> Result<String, Refusal> {
    let word = genmove(request)?;
    Ok(format!("{}\nplay {word}", info(request)?))
}

/// Chooses the action of a player: a dot, grounding or resignation. The game does not change.
pub(super) fn search(request: &mut Request) -> Result<String, Refusal> {
    let player = request.player()?.0;
    let limits = request.limits(player, Instant::now())?;
    let action = request.session.decide(player, limits)?;
    Ok(print_action(action, request.session.board()?.size()))
}

/// Chooses the action of a player. The game does not change. A line that arrives after the request, and not together
/// with it, ends the search, and the reply is `cancelled`.
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

/// The result of the last search, each line a name and a value. Without a search it is `nodes,0`.
pub(super) fn info(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    let Ok(outcome) = request.session.outcome() else {
        return Ok("nodes,0".to_owned());
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
    /// The limits of a search for a move of `player` that was requested at `start`. The time comes from his clock, or
    /// without a clock from the parameter `maxTime`. Without both only the nodes are limited. The parameters for nodes
    /// and the options hold in every case.
    pub(super) fn limits(&self, player: Player, start: Instant) -> Result<Limits, SessionError> {
        let params = &self.gtp.params;
        let effort = match (self.gtp.clocks.allowance(player), params.time) {
            (Some(allowance), _) => Effort::Clock(allowance),
            (None, Some(time)) => Effort::Time(time),
            (None, None) => Effort::Options,
        };
        let mut limits = self.session.limits(effort, start)?;
        if effort == Effort::Options && params.nodes().is_some() {
            // The parameter replaces the default limit of nodes, which may be smaller.
            limits.nodes = None;
        }
        let limits = params.limit(limits, start);
        Ok(self.session.options().limit(limits))
    }
}
