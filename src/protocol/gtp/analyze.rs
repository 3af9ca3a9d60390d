//! The commands of live analysis: reports of the best moves during a search.

use super::words::{action, print_action, print_player};
use super::{Request, words};
use crate::board::{Action, Board, komi_of};
use crate::geometry::{Bitboard, Player, parse_number};
use crate::notation::coordinates::print_step;
use crate::protocol::live::Live;
use crate::protocol::{Refusal, SessionError, refuse};
use crate::search::{Limits, Outcome, variation};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Number of moves to report if the client does not set it.
const USUAL_MOVES: usize = 10;

/// The format of the reports, which the command decides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Leela Zero: win rates and priors from 0 to 10,000.
    Leela,
    /// KataGo: win rates and priors from 0 to 1, and leads in dots.
    Kata,
}

/// The arguments of an analysis.
struct AnalyzeRequest {
    style: Style,
    /// The player whose moves are analyzed. All numbers are from his side.
    player: Player,
    /// Dots added to the score of the player. Negative if the opponent has the komi.
    komi: f64,
    /// Least time between two reports.
    interval: Duration,
    /// Greatest number of moves in a report.
    moves: usize,
    /// Number of moves in a report even if `moves` is smaller.
    least_moves: usize,
    /// Whether to report visits, win rate and lead of the position too.
    root_info: bool,
    /// Whether to report the owner of each cell after the best variation.
    ownership: bool,
    /// Whether to report the owner of each cell after the variation of each move.
    moves_ownership: bool,
    /// Whether to report visits for each step of a variation.
    visits: bool,
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
    let start = Instant::now();
    let size = request.session.board()?.size();
    let action = match request.session.ending(wanted.player)? {
        Some(how) => {
            request.reply.begin()?;
            how.into()
        }
        None => {
            let limits = Limits {
                moves: wanted.allowed,
                ..request.limits(wanted.player, start)?
            };
            let legal = request.session.board()?.legal_cells(wanted.player);
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
    request.session.act(wanted.player, action)?;
    request.gtp.clocks.spend(wanted.player, start.elapsed());
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
            style,
            player,
            komi: komi_of(request.session.komi(), player),
            interval: Duration::from_secs(1),
            moves: USUAL_MOVES,
            least_moves: 0,
            root_info: false,
            ownership: false,
            moves_ownership: false,
            visits: false,
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
            return Err(SessionError::NoMove.into());
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
            if player == self.player {
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
            "rootInfo" => self.root_info = switch()?,
            "ownership" => self.ownership = switch()?,
            "movesOwnership" => self.moves_ownership = switch()?,
            "pvVisits" => self.visits = switch()?,
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
        let before = self.allowed.unwrap_or(board.legal_cells(self.player));
        self.allowed = Some(if allow {
            before & named
        } else {
            before - named
        });
        Ok(())
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

impl AnalyzeRequest {
    /// Searches, reports the best moves meanwhile, and returns them, the best first. Without a game or a playable cell
    /// it refuses before the reply begins.
    fn search(&self, request: &mut Request, limits: Limits) -> Result<Vec<Outcome>, Refusal> {
        request.session.check_can_choose(self.player)?;
        let board = request.session.board()?.clone();
        let reply = &mut request.reply;
        reply.begin()?;
        let mut live = Live::new(limits.stop.clone(), self.interval, |lines| {
            reply.line(&self.print(&board, lines))
        });
        let found = request
            .session
            .analyze(self.player, limits, self.moves, &mut live)?;
        live.finish().map_err(Refusal::Io)?;
        Ok(found)
    }

    /// Lets the engine choose a move at its level, and reports that move alone. The player must have a cell to play on.
    fn choose(&self, request: &mut Request, limits: Limits) -> Result<Vec<Outcome>, Refusal> {
        let limits = request.at_usual_depth(self.player, limits);
        let board = request.session.board()?.clone();
        request.reply.begin()?;
        request.session.choose(self.player, limits)?;
        let found = vec![request.session.outcome()?.clone()];
        let report = self.print(&board, &found);
        request.reply.line(&report).map_err(Refusal::Io)?;
        Ok(found)
    }

    /// A report of an analysis as one line of text: all moves of `lines`, then, in the style of KataGo, what is known
    /// of the position.
    fn print(&self, board: &Board, lines: &[Outcome]) -> String {
        let mut text = String::new();
        for (order, line) in lines.iter().enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.print_move(&mut text, board, order, line);
        }
        let Some(best) = lines.first() else {
            return text;
        };
        let kata = self.style == Style::Kata;
        if kata && self.root_info {
            let visits: Option<u64> = lines.iter().map(|line| line.visits).sum();
            let visits = visits.unwrap_or(best.nodes);
            let lead = self.lead(board, best);
            let rate = best.rate(self.score(board));
            let player = print_player(self.player);
            let _ = write!(
                text,
                " rootInfo currentPlayer {player} visits {visits} winrate {rate:.6} scoreLead {lead}"
            );
        }
        if kata && self.ownership {
            text.push_str(" ownership");
            self.print_owners(&mut text, board, best);
        }
        text
    }

    fn print_move(&self, text: &mut String, board: &Board, order: usize, line: &Outcome) {
        let size = board.size();
        let name = |point| print_step(point, size);
        let lead = self.lead(board, line);
        let rate = line.rate(self.score(board));
        let (best, visits, plies) = (name(line.best), visits(line), line.depth());
        let _ = write!(text, "info move {best} visits {visits}");
        let _ = match self.style {
            Style::Leela => write!(text, " winrate {:.0}", 10_000.0 * rate),
            Style::Kata => write!(
                text,
                " winrate {rate:.6} scoreLead {lead} depth {plies} gain {}",
                line.value
            ),
        };
        if let Some(prior) = line.prior {
            let _ = match self.style {
                Style::Leela => write!(text, " prior {:.0}", 10_000.0 * prior),
                Style::Kata => write!(text, " prior {prior:.6}"),
            };
        }
        let _ = write!(text, " order {order} pv");
        for &point in &line.line {
            let _ = write!(text, " {}", name(point));
        }
        if self.visits && self.style == Style::Kata {
            text.push_str(" pvVisits");
            // The engine does not know the visits of later moves, so they repeat those of the first.
            (0..line.line.len()).for_each(|_| {
                let _ = write!(text, " {visits}");
            });
        }
        if self.moves_ownership && self.style == Style::Kata {
            text.push_str(" movesOwnership");
            self.print_owners(text, board, line);
        }
    }

    /// The lead of the analyzed player in dots, komi included, that the engine expects after the move. Negative if he
    /// will be behind.
    fn lead(&self, board: &Board, line: &Outcome) -> f64 {
        self.score(board) + f64::from(line.value)
    }

    /// The lead of the analyzed player in dots, komi included, in the current position. Negative if he is behind.
    fn score(&self, board: &Board) -> f64 {
        f64::from(board.score(self.player)) + self.komi
    }

    /// Adds the owner of every cell at the end of the variation to `text`, row by row from the top left: 1 is the
    /// analyzed player, -1 the opponent, 0 nobody.
    fn print_owners(&self, text: &mut String, board: &Board, line: &Outcome) {
        let end = variation::position_after(board, self.player, &line.line);
        for point in board.size().points() {
            text.push_str(match variation::owner(&end, point) {
                Some(owner) if owner == self.player => " 1",
                Some(_) => " -1",
                None => " 0",
            });
        }
    }
}

/// The number of visits of the move. For an engine that does not count them, the number of nodes of the search.
fn visits(line: &Outcome) -> u64 {
    line.visits.unwrap_or(line.nodes)
}
