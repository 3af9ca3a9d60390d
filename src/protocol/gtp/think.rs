//! Commands that let the engine choose a move.

use super::words::{print_action, print_player};
use super::{Gtp, Request};
use crate::geometry::Player;
use crate::notation::coordinates;
use crate::protocol::{Effort, Refusal, SessionError};
use crate::search::Limits;
use crate::search::options::EngineKind;
use crate::search::tactical::TacticalOptions;
use std::time::Duration;

/// The time for a move that only a large number of nodes limits. dots-game waits for 100 seconds.
const LONGEST: Duration = Duration::from_secs(90);
/// A search of at most this number of nodes gets no time limit, so that it gives the same result every time. On a usual
/// machine it takes less than [`LONGEST`].
const FEW_NODES: u64 = 100_000;
/// What is told of a search that has not been made.
const NO_SEARCH: &str = "nodes,0";

/// Chooses the action of a player and carries it out: a dot, grounding or resignation. The time is taken off his clock.
pub(super) fn genmove(request: &mut Request) -> Result<String, Refusal> {
    let player = request.only_player()?;
    let start = request.session.asked();
    let limits = request.limits_of_move(player)?;
    let action = request.session.decide(player, limits)?;
    request.session.act(player, action)?;
    request.gtp.clocks.spend(player, start.elapsed());
    log::info!("{} plays {action:?}", print_player(player));
    Ok(print_action(action, request.session.board()?.size()))
}

/// Chooses the action of a player and carries it out, as [`genmove`] does. The reply also has the result of its search.
/// Grounding and resignation need none.
pub(super) fn genmove_debug(request: &mut Request) -> Result<String, Refusal> {
    let word = genmove(request)?;
    let found = match request.session.game()?.ending() {
        Some(_) => NO_SEARCH.to_owned(),
        None => info(request)?,
    };
    Ok(format!("{found}\nplay {word}"))
}

/// Chooses the action of a player: a dot, grounding or resignation. The game does not change.
pub(super) fn search(request: &mut Request) -> Result<String, Refusal> {
    let player = request.only_player()?;
    let limits = request.limits_of_move(player)?;
    let action = request.session.decide(player, limits)?;
    Ok(print_action(action, request.session.board()?.size()))
}

/// Chooses the action of a player. The game does not change. A line that arrives after the request, and not together
/// with it, ends the search, and the reply is `cancelled`.
pub(super) fn search_cancellable(request: &mut Request) -> Result<String, Refusal> {
    let player = request.only_player()?;
    let stop = request.session.interrupts().news.clone();
    let limits = Limits {
        stop: stop.clone(),
        ..request.limits_of_move(player)?
    };
    let action = request.session.decide(player, limits)?;
    match stop.is_raised() {
        true => Ok("cancelled".to_owned()),
        false => Ok(print_action(action, request.session.board()?.size())),
    }
}

/// The result of the last search, each line a name and a value. Without a search it is [`NO_SEARCH`].
pub(super) fn info(request: &mut Request) -> Result<String, Refusal> {
    let size = request.session.board()?.size();
    let Ok(outcome) = request.session.outcome() else {
        return Ok(NO_SEARCH.to_owned());
    };
    let line = outcome.line.iter();
    let line = line.map(|&point| coordinates::print(point, size));
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
    /// The limits of a search for a move of `player`. The time comes from his clock, or without a clock from the
    /// parameter `maxTime`. Without both it is [`LONGEST`] for many nodes, and few nodes have no limit of time. The
    /// parameters for nodes and the options hold in every case.
    pub(super) fn limits(&self, player: Player) -> Result<Limits, SessionError> {
        let params = &self.gtp.params;
        let effort = match (self.gtp.clocks.allowance(player), params.time) {
            (Some(allowance), _) => Effort::Clock(allowance),
            (None, Some(time)) => Effort::Time(time),
            (None, None) => Effort::Options,
        };
        let mut limits = self.session.limits(effort)?;
        if effort == Effort::Options && params.nodes().is_some() {
            // The parameter replaces the default limit of nodes, which may be smaller.
            limits.nodes = None;
        }
        let start = self.session.asked();
        let limits = self
            .session
            .options()
            .apply_to(params.apply_to(limits, start));
        let is_long = limits.nodes.is_some_and(|nodes| nodes > FEW_NODES);
        let end = start.checked_add(LONGEST).filter(|_| is_long);
        Ok(Limits {
            deadline: limits.deadline.or(end),
            ..limits
        })
    }

    /// The limits of a search for one move: those of [`limits`](Request::limits), at the usual depth.
    fn limits_of_move(&self, player: Player) -> Result<Limits, SessionError> {
        let limits = self.limits(player)?;
        Ok(self.at_usual_depth(player, limits))
    }

    /// The same limits, with the default depth of `tactical` if the client sets neither a depth nor a time. With a
    /// deadline that engine searches as deep as it can, but [`LONGEST`] is not a time that the client has set.
    pub(super) fn at_usual_depth(&self, player: Player, limits: Limits) -> Limits {
        let Gtp { clocks, params, .. } = &*self.gtp;
        let has_time = clocks.allowance(player).is_some() || params.time.is_some();
        let is_tactical = self.session.options().engine == EngineKind::Tactical;
        let usual = (is_tactical && !has_time).then(|| TacticalOptions::default().depth);
        Limits {
            plies: limits.plies.or(usual),
            ..limits
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::gtp::tests::ask_after;
    use std::time::Instant;

    /// The limits of a move that is requested at `start`, after these parameters were set.
    fn limits(settings: [&str; 2], start: Instant) -> Limits {
        limits_after(
            settings.map(|setting| format!("kata-set-param {setting}")),
            start,
        )
    }

    /// The limits of a move that is requested at `start`, after these commands.
    fn limits_after(commands: [String; 2], start: Instant) -> Limits {
        let commands = commands.each_ref().map(String::as_str);
        ask_after(&commands, &[], |request| {
            request.session.asked = Some(start);
            request.limits_of_move(Player::First).unwrap()
        })
    }

    const FEW: &str = "maxVisits 100000";
    const MANY: &str = "maxVisits 1000000";

    #[test]
    fn many_nodes_end_before_dots_game_gives_up() {
        let all = "nodes 4000000000";
        for (settings, wanted) in [
            (["hash 1", "level 10"], None),
            (["hash 1", FEW], None),
            ([FEW, all], None),
            (["hash 1", MANY], Some(90.0)),
            (["hash 1", all], Some(90.0)),
            ([MANY, "maxTime 200"], Some(200.0)),
            ([MANY, "maxTime 2"], Some(2.0)),
        ] {
            let start = Instant::now();
            let time = limits(settings, start).deadline.map(|end| end - start);
            let seconds = time.map(|time| time.as_secs_f64().round());
            assert_eq!(seconds, wanted, "{settings:?}");
        }
    }

    #[test]
    fn the_smaller_number_of_nodes_counts() {
        for settings in [
            ["maxVisits 200", "hash 1"],
            ["maxPlayouts 200", "hash 1"],
            ["maxVisits 300", "maxPlayouts 200"],
            ["maxVisits 200", "maxPlayouts 300"],
        ] {
            let nodes = limits(settings, Instant::now()).nodes;
            assert_eq!(nodes, Some(200), "{settings:?}");
        }
    }

    #[test]
    fn the_shorter_of_the_clock_and_the_time_for_a_move_counts() {
        for (clock, time, least, most) in [
            (3600, 2, 1.9, 2.0),
            (2, 3600, 0.04, 0.06),
            (3600, 3600, 119.0, 120.0),
        ] {
            let commands = [
                format!("kata-time_settings absolute {clock}"),
                format!("kata-set-param maxTime {time}"),
            ];
            let start = Instant::now();
            let end = limits_after(commands, start).deadline.expect("a clock");
            let seconds = (end - start).as_secs_f64();
            assert!(
                (least..=most).contains(&seconds),
                "{clock} {time}: {seconds}"
            );
        }
    }

    #[test]
    fn many_nodes_leave_the_depth_as_it_is() {
        for (settings, wanted) in [
            (["engine tactical", FEW], Some(6)),
            (["engine tactical", MANY], Some(6)),
            (["engine tactical", "maxTime 2"], None),
            (["engine mcts", MANY], None),
        ] {
            let plies = limits(settings, Instant::now()).plies;
            assert_eq!(plies, wanted, "{settings:?}");
        }
    }
}
