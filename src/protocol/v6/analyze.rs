//! The extension `analyze`: lines about the best moves while the search runs.

use super::{Refusal, milliseconds, number, player};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::live::Live;
use crate::protocol::{Effort, Session, SessionError};
use crate::search::{Outcome, variation};
use std::io::Write;
use std::time::{Duration, Instant};

/// Number of moves that are reported unless the client asks for another.
const USUAL_LINES: usize = 3;

/// `analyze COLOUR [MS] [LINES]`: reports the best moves until the time is over or a `stop` comes;
/// without a time, or with 0, until there is input. Returns the best move.
pub(super) fn analyze(
    session: &mut Session,
    arguments: &[&str],
    id: &str,
    output: &mut dyn Write,
) -> Result<String, Refusal> {
    let (colour, ms, lines) = match *arguments {
        [colour] => (colour, "0", None),
        [colour, ms] => (colour, ms, None),
        [colour, ms, lines] => (colour, ms, Some(lines)),
        _ => return Err(Refusal::Count),
    };
    let (player, time) = (player(colour)?, milliseconds(ms)?);
    let count = lines.map_or(Ok(USUAL_LINES), number)?;
    if count == 0 {
        return Err(Refusal::Argument("0".to_owned()));
    }
    let limits = match time.is_zero() {
        true => session.limits_until_input(),
        false => session.limits(Effort::Time(time), Instant::now())?,
    };
    let board = session.board()?.clone();
    let mut live = Live::new(limits.stop.clone(), Duration::ZERO, |lines| {
        let numbered = lines.iter().enumerate();
        let text: String = numbered
            .map(|(order, line)| print(id, order, &board, player, line))
            .collect();
        output.write_all(text.as_bytes())?;
        output.flush()
    });
    let found = session.analyze(player, limits, count, &mut live);
    live.finish()?;
    let best = found?.first().and_then(|line| line.best);
    let best = best.ok_or(SessionError::NoMove)?;
    Ok(format!("{} {} {player}", best.x(), best.y()))
}

/// The line about one move, with the dots that will be captured if play goes as expected.
fn print(id: &str, order: usize, board: &Board, player: Player, line: &Outcome) -> String {
    let end = variation::position_after(board, player, &line.line);
    let lost = variation::dots_captured(board, &end);
    let point = |point: &Point| format!(" {} {}", point.x(), point.y());
    let expected = |step: &Option<Point>| step.as_ref().map_or(" -".to_owned(), point);
    format!(
        "! {id} analyze {order}{} value {} depth {} nodes {} captured {}{} pv{}\n",
        line.best.as_ref().map_or(String::new(), point),
        line.value,
        line.depth(),
        line.nodes,
        lost.len(),
        lost.iter().map(point).collect::<String>(),
        line.line.iter().map(expected).collect::<String>(),
    )
}
