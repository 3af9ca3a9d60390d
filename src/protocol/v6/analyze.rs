//! The extension `analyze`: lines about the best moves while the search runs.

use super::{Request, milliseconds, number, player};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::live::{Live, Pace};
use crate::protocol::{Effort, Refusal, SessionError, refuse};
use crate::search::{Outcome, variation};

/// Number of moves to report if the client does not set it.
const DEFAULT_LINES: usize = 3;

/// `analyze COLOUR [MS] [LINES]`: reports the best moves until `MS` milliseconds are over or a `stop` arrives. Without
/// a time, or with 0, it reports until there is input. The result is the best move.
pub(super) fn analyze(request: &mut Request) -> Result<String, Refusal> {
    let (colour, ms, lines) = match *request.arguments {
        [colour] => (colour, "0", None),
        [colour, ms] => (colour, ms, None),
        [colour, ms, lines] => (colour, ms, Some(lines)),
        _ => return Err(request.refuse_form()),
    };
    let (player, time) = (player(colour)?, milliseconds(ms)?);
    let count = lines.map_or(Ok(DEFAULT_LINES), number)?;
    if count == 0 {
        return Err(refuse("at least one line has to be reported"));
    }
    let Request {
        session,
        id,
        output,
        ..
    } = request;
    let limits = match time.is_zero() {
        true => session.limits_until_input(),
        false => session.limits(Effort::Time(time))?,
    };
    let board = session.board()?.clone();
    let mut live = Live::new(limits.stop.clone(), Pace::NEWS, |lines| {
        let numbered = lines.iter().enumerate();
        let text: String = numbered
            .map(|(order, line)| print(id, order, &board, player, line))
            .collect();
        output.write_all(text.as_bytes())?;
        output.flush()
    });
    let found = session.analyze(player, limits, count, &mut live);
    live.finish().map_err(Refusal::Io)?;
    let best = found?.first().and_then(|line| line.best);
    let best = best.ok_or(SessionError::NoMove)?;
    Ok(format!("{} {} {player}", best.x(), best.y()))
}

/// The line that reports one move. `order` is its place among the best moves, from 0. It names the dots of the current
/// position that are captured along the principal variation.
fn print(id: &str, order: usize, board: &Board, player: Player, line: &Outcome) -> String {
    let end = variation::position_after(board, player, &line.line);
    let lost = variation::dots_captured(board, &end);
    let point = |point: &Point| format!(" {} {}", point.x(), point.y());
    format!(
        "! {id} analyze {order}{} value {} depth {} nodes {} captured {}{} pv{}\n",
        line.best.as_ref().map_or(String::new(), point),
        line.value,
        line.depth(),
        line.nodes,
        lost.len(),
        lost.iter().map(point).collect::<String>(),
        line.line.iter().map(point).collect::<String>(),
    )
}
