//! The extension `analyze`: lines about the best moves while the search runs.

use super::{Refusal, milliseconds, number, player};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::{Effort, Session, SessionError};
use crate::search::{Limits, Outcome, Reporter, StopFlag, forecast};
use std::io::{self, Write};
use std::time::Instant;

/// Moves that are told of unless the client wants more or fewer.
const USUAL_LINES: usize = 3;

/// `analyze COLOUR [MS] [LINES]`: tells of the best moves until the time is over or a `stop` comes;
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
        _ => return Err(Refusal::Unknown),
    };
    let (player, time) = (player(colour)?, milliseconds(ms)?);
    let count = lines.map_or(Ok(USUAL_LINES), number)?;
    if count == 0 {
        return Err(Refusal::Argument("0".to_owned()));
    }
    let limits = match time.is_zero() {
        true => session.options().limit(Limits {
            stop: session.interrupts().input.clone(),
            ..Limits::default()
        }),
        false => session.limits(Effort::Time(time), Instant::now())?,
    };
    let mut watcher = Watcher {
        id,
        player,
        board: session.board()?.clone(),
        output,
        failure: None,
        stop: limits.stop.clone(),
    };
    let found = session.analyze(player, limits, count, &mut watcher)?;
    if let Some(error) = watcher.failure {
        return Err(error.into());
    }
    let best = found.first().and_then(|line| line.best);
    let best = best.ok_or(SessionError::NoMove)?;
    Ok(format!("{} {} {player}", best.x(), best.y()))
}

/// Writes a line about every move whenever they are known anew.
struct Watcher<'a> {
    id: &'a str,
    player: Player,
    board: Board,
    output: &'a mut dyn Write,
    failure: Option<io::Error>,
    /// Ends the search if nobody reads any more.
    stop: StopFlag,
}

impl Reporter for Watcher<'_> {
    fn progress(&mut self, _: &Outcome) {}

    fn lines(&mut self, lines: &[Outcome]) {
        let numbered = lines.iter().enumerate();
        let text: String = numbered
            .map(|(order, line)| self.print(order, line))
            .collect();
        let written = self.output.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| self.output.flush()) {
            self.failure = Some(error);
            self.stop.raise();
        }
    }
}

impl Watcher<'_> {
    /// The line about one move, with the dots that will be captured if play goes as expected.
    fn print(&self, order: usize, line: &Outcome) -> String {
        let end = forecast::after(&self.board, self.player, &line.line);
        let lost = forecast::captured_meanwhile(&self.board, &end);
        let point = |point: &Point| format!(" {} {}", point.x(), point.y());
        let expected = |step: &Option<Point>| step.as_ref().map_or(" -".to_owned(), point);
        format!(
            "! {} analyze {order}{} value {} depth {} nodes {} captured {}{} pv{}\n",
            self.id,
            line.best.as_ref().map_or(String::new(), point),
            line.value,
            line.plies,
            line.nodes,
            lost.len(),
            lost.iter().map(point).collect::<String>(),
            line.line.iter().map(expected).collect::<String>(),
        )
    }
}
