//! The commands of live analysis: reports of the best moves during a search.

use super::report::{Report, Style};
use super::words::{action, print_action};
use super::{Request, words};
use crate::board::{Action, komi_of};
use crate::geometry::{Bitboard, parse_number};
use crate::protocol::live::{Live, Pace};
use crate::protocol::{Refusal, SessionError, refuse};
use crate::search::{Limits, Outcome};
use std::time::Duration;

/// Number of moves to report if the client does not set it.
const DEFAULT_MOVES: usize = 10;

/// The arguments of an analysis.
struct AnalyzeRequest {
    report: Report,
    /// Least time between two reports.
    interval: Duration,
    /// Greatest number of moves in a report.
    moves: usize,
    /// Number of moves in a report even if `moves` is smaller.
    least_moves: usize,
    /// The moves that the search may choose from. `None` means all.
    allowed: Option<Bitboard>,
}

/// Reports the best moves until a line of input arrives or the search is complete. The game does not change.
pub(super) fn analyze(request: &mut Request, style: Style) -> Result<String, Refusal> {
    let wanted = AnalyzeRequest::of(request, style)?;
    let limits = Limits {
        moves: wanted.allowed,
        ..request.session.limits_until_input()
    };
    wanted.search(request, limits).map(|_| String::new())
}

/// Reports the best moves during the search, then plays the best one. There is no search if the player should end the
/// game, or has no cell and grounds.
pub(super) fn genmove_analyze(request: &mut Request, style: Style) -> Result<String, Refusal> {
    let wanted = AnalyzeRequest::of(request, style)?;
    let player = wanted.report.player;
    let start = request.session.asked();
    let size = request.session.board()?.size();
    let action = match request.session.advised_ending(player)? {
        Some(how) => {
            request.reply.begin()?;
            how.into()
        }
        None => {
            let limits = Limits {
                moves: wanted.allowed,
                ..request.limits(player)?
            };
            let legal = request.session.board()?.legal_cells(player);
            let is_single = (limits.moves.unwrap_or(legal) & legal).len() == 1;
            // A move without an alternative needs no analysis.
            let lines = match is_single || request.session.options().weakens(&limits) {
                true => wanted.choose(request, limits)?,
                false => wanted.search(request, limits)?,
            };
            let best = lines.first().and_then(|line| line.best);
            Action::Put(best.ok_or(SessionError::NoMove)?)
        }
    };
    request.session.act(player, action)?;
    request.gtp.clocks.spend(player, start.elapsed());
    Ok(format!("play {}", print_action(action, size)))
}

impl AnalyzeRequest {
    /// Reads the arguments `[COLOUR] [INTERVAL] NAME VALUE ...`. Without a colour it is the player to move.
    fn of(request: &Request, style: Style) -> Result<AnalyzeRequest, Refusal> {
        let (player, mut rest) = match request.player() {
            Ok(named) => named,
            Err(_) => (request.session.game()?.to_move(), request.arguments),
        };
        let mut wanted = AnalyzeRequest {
            report: Report {
                style,
                player,
                komi: komi_of(request.session.komi(), player),
                root_info: false,
                ownership: false,
                moves_ownership: false,
                visits: false,
            },
            interval: Duration::from_secs(1),
            moves: DEFAULT_MOVES,
            least_moves: 0,
            allowed: None,
        };
        if let [word, others @ ..] = rest
            && parse_number::<f64>(word).is_some()
        {
            wanted.interval = centiseconds(word)?;
            rest = others;
        }
        while !rest.is_empty() {
            rest = wanted.read(request, rest)?;
        }
        wanted.moves = wanted.moves.max(wanted.least_moves);
        if wanted.allowed.is_some_and(|allowed| allowed.is_empty()) {
            request.session.check_can_choose(player)?;
            return Err(refuse("none of the allowed cells can be played"));
        }
        Ok(wanted)
    }

    /// Reads one name and its values from the start of `words`. Returns the words after them.
    fn read<'a>(
        &mut self,
        request: &Request,
        words: &'a [&'a str],
    ) -> Result<&'a [&'a str], Refusal> {
        if let ["allow" | "avoid", colour, cells, until, rest @ ..] = words {
            let player = words::player(colour, words)?;
            let cells = parse_cells(request, cells)?;
            // The cells count at the root only.
            if parse_number::<u32>(until).is_none() {
                return Err(refuse(format!("Could not parse depth: '{until}'")));
            }
            if player == self.report.player {
                self.restrict(request, words[0] == "allow", cells)?;
            }
            return Ok(rest);
        }
        let [name, value, rest @ ..] = words else {
            return Err(refuse(format!(
                "Could not parse analyze arguments: {}",
                words.join(" ")
            )));
        };
        let wrong = || refuse(format!("Could not parse the value of {name}: '{value}'"));
        let count = || parse_number::<usize>(value).ok_or_else(wrong);
        let switch = || match *value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(wrong()),
        };
        match *name {
            "interval" => self.interval = centiseconds(value)?,
            "minmoves" => self.least_moves = count()?,
            "maxmoves" => self.moves = count()?.max(1),
            "rootInfo" => self.report.root_info = switch()?,
            "ownership" => self.report.ownership = switch()?,
            "movesOwnership" => self.report.moves_ownership = switch()?,
            "pvVisits" => self.report.visits = switch()?,
            // Clients may send these, but they have no meaning here.
            "pvEdgeVisits" | "ownershipStdev" | "movesOwnershipStdev" | "noResultValue" => {
                switch()?;
            }
            "allow" | "avoid" => {
                let reason = format!("Expected PLAYER CELLS DEPTH after {name}");
                return Err(refuse(reason));
            }
            _ => return Err(refuse(format!("Unknown color or analyze argument: {name}"))),
        }
        Ok(rest)
    }

    /// Restricts the search to these cells. If `allow` is false, they are excluded instead.
    fn restrict(&mut self, request: &Request, allow: bool, named: Bitboard) -> Result<(), Refusal> {
        let board = request.session.board()?;
        let before = self
            .allowed
            .unwrap_or(board.legal_cells(self.report.player));
        self.allowed = Some(if allow {
            before & named
        } else {
            before - named
        });
        Ok(())
    }

    /// Searches, reports the best moves meanwhile, and returns them, the best first. Without a game or a playable cell
    /// it refuses before the reply begins.
    fn search(&self, request: &mut Request, limits: Limits) -> Result<Vec<Outcome>, Refusal> {
        request.session.check_can_choose(self.report.player)?;
        let board = request.session.board()?.clone();
        let reply = &mut request.reply;
        reply.begin()?;
        let pace = Pace::every(self.interval);
        let mut live = Live::new(limits.stop.clone(), pace, |lines| {
            reply.line(&self.report.print(&board, lines))
        });
        let found = request
            .session
            .analyze(self.report.player, limits, self.moves, &mut live)?;
        live.finish().map_err(Refusal::Io)?;
        Ok(found)
    }

    /// Lets the engine choose a move at its level, and reports that move alone. The player must have a cell to play on.
    fn choose(&self, request: &mut Request, limits: Limits) -> Result<Vec<Outcome>, Refusal> {
        let limits = request.at_usual_depth(self.report.player, limits);
        let board = request.session.board()?.clone();
        request.reply.begin()?;
        request.session.choose(self.report.player, limits)?;
        let found = vec![request.session.outcome()?.clone()];
        let report = self.report.print(&board, &found);
        request.reply.line(&report).map_err(Refusal::Io)?;
        Ok(found)
    }
}

/// Parses cells that commas separate. A cell may be `(X,Y)`.
fn parse_cells(request: &Request, text: &str) -> Result<Bitboard, Refusal> {
    let size = request.session.board()?.size();
    let mut named = Bitboard::EMPTY;
    let mut is_inside = false;
    let is_end = |character| {
        is_inside = character == '(' || is_inside && character != ')';
        character == ',' && !is_inside
    };
    for word in text.split(is_end) {
        if let Action::Put(point) = action(word, size)? {
            named.insert(point);
        }
    }
    Ok(named)
}

/// Parses a time in hundredths of a second.
fn centiseconds(word: &str) -> Result<Duration, Refusal> {
    let number: Option<f64> = parse_number(word);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number / 100.0).ok());
    time.ok_or_else(|| refuse(format!("Could not parse interval: '{word}'")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::gtp::tests::ask_after;

    #[test]
    fn an_interval_is_in_hundredths_of_a_second() {
        for (arguments, ms) in [
            (&["P1"][..], 1000),
            (&["P1", "50"], 500),
            (&["50"], 500),
            (&["P1", "interval", "50"], 500),
            (&["P1", "0.5"], 5),
        ] {
            let interval = ask_after(&[], arguments, |request| {
                let wanted = AnalyzeRequest::of(request, Style::Kata).ok()?;
                Some(wanted.interval)
            });
            assert_eq!(interval, Some(Duration::from_millis(ms)), "{arguments:?}");
        }
    }
}
