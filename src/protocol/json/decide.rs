//! The request `Decide`: the engine chooses the action of a player, a dot or the end of the game.

use super::replies::{Close, CloseReason, Decision, Results};
use super::requests::Decide;
use super::{Refusal, limits_of};
use crate::board::{Action, Ending, IllegalAction};
use crate::protocol::Session;

/// Chooses the action of a player: a dot, grounding or resignation. The game does not change. On a full board, where
/// `Ground` is refused, it refuses too.
pub(super) fn decide(session: &mut Session, wanted: &Decide) -> Result<Results, Refusal> {
    let limits = limits_of(session, wanted.constraint)?;
    if session.game()?.is_over() {
        return Err(IllegalAction::GameOver.into());
    }
    let player = wanted.player.into();
    let ending = match wanted.play_on {
        // Dots that are captured at once would only be given away.
        true => (session.board()?.has_only_suicides(player)).then_some(Ending::Ground),
        false => session.advised_ending(player)?,
    };
    let action = match ending {
        Some(how) => how.into(),
        None => Action::Put(session.choose(player, limits)?),
    };
    let board = session.board()?;
    let wins = board.decided(session.komi()) == Some(player);
    let reason = match (action, ending) {
        (Action::Put(point), _) => {
            let coords = point.into();
            return Ok(Results::Decide(Decision::Put { coords }));
        }
        (Action::Resign, _) => CloseReason::Loses,
        (Action::Ground, Some(_)) if wins => CloseReason::Wins,
        (Action::Ground, _) => CloseReason::NoMove,
    };
    let mut game = session.game()?.clone();
    game.act(player, action)?;
    let result = game.result(session.komi()).map(Into::into);
    let close = Close { reason, result };
    Ok(Results::Decide(match action {
        Action::Resign => Decision::Resign(close),
        _ => Decision::Ground(close),
    }))
}
