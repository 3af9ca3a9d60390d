//! The protocol of the engine oppai. Every request and every reply is a JSON object on a line of its own. `protocol.md`
//! describes the objects.
//!
//! ```
//! use tochki::protocol::{Session, converse, json::Json};
//! use tochki::search::options::Options;
//!
//! let requests = r#"
//!     {"command": "Init", "width": 3, "height": 3}
//!     {"command": "PutPoint", "coords": {"x": 1, "y": 1}, "player": "Red"}
//!     {"command": "Undo", "id": 3}
//! "#;
//! let mut replies = Vec::new();
//! let mut session = Session::new(Options::default());
//! converse(Json, &mut session, requests.as_bytes(), &mut replies)?;
//! let expected = r#"{"command":"Init"}
//! {"command":"PutPoint","put":true}
//! {"id":3,"command":"Undo","undone":true}
//! "#;
//! assert_eq!(String::from_utf8_lossy(&replies), expected);
//! # Ok::<(), std::io::Error>(())
//! ```

mod board;
mod decide;
mod envelope;
mod insight;
mod records;
mod replies;
pub(crate) mod requests;
mod weights;

use super::dot::{Coords, Dot};
use super::line_reader::is_plain;
use super::live::{Live, Pace};
use super::{
    Allowance, Dialect, Effort, Line, Refusal, Session, SessionError, Urgency, refuse, word_of,
};
use crate::board::{Action, Board, Ending, Game, komi_of};
use crate::geometry::{Player, Point, Size};
use crate::notation::start::Start;
use crate::search::complexity::MOST_COMPLEX;
use crate::search::limits::FULL_LEVEL;
use crate::search::options::OptionInfo;
use crate::search::{Limits, Outcome, Silent};
use envelope::Envelope;
use replies::{OptionLine, Reply, Results, SearchedMove};
use requests::{Analyze, Beginning, Constraint, Init, Request, Watched};
use serde_json::Value;
use std::io::{self, Write};
use std::time::Duration;

/// The commands in the reply to `About`: first those of oppai, then our extensions, from `Decide` on.
const COMMANDS: &str = "Init PutPoint Undo Analyze Decide PutPoints Ground Resign Position Board Setup Importance \
    Trajectories Nets ReadSgf WriteSgf Watch SetOption Options About Stop Quit";

/// The [`Dialect`] of the JSON lines of oppai.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl Dialect for Json {
    fn urgency(line: &str) -> Urgency {
        match Envelope::open(line).request {
            Ok(Request::Quit {}) => Urgency::Ends,
            Ok(Request::Stop {}) => Urgency::Stops,
            _ => Urgency::Waits,
        }
    }

    fn answer(
        &mut self,
        session: &mut Session,
        line: Line,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let envelope = match line {
            Line::Text(text) if text.trim_ascii().is_empty() => return Ok(()),
            Line::Text(text) => Envelope::open(text),
            Line::Unreadable => Envelope::refused(refuse(
                "the line is too long, not UTF-8, or has control characters",
            )),
        };
        let mut client = Client {
            id: envelope.id,
            command: envelope.command,
            output,
        };
        let request = envelope.request;
        match request.and_then(|request| execute(session, request, &mut client)) {
            Ok(results) => client.write(results, None),
            Err(Refusal::Io(error)) => Err(error),
            Err(Refusal::Text(reason)) => {
                let beside = Results::of_failure(client.command.as_deref());
                client.write(beside, Some(reason))
            }
        }
    }
}

/// The output, with the fields `id` and `command` of the request, which every reply to it repeats.
struct Client<'a> {
    id: Option<Value>,
    command: Option<String>,
    output: &'a mut dyn Write,
}

impl Client<'_> {
    fn write(&mut self, results: Results, error: Option<String>) -> io::Result<()> {
        let reply = Reply {
            id: self.id.as_ref(),
            command: self.command.as_deref(),
            results,
            error,
        };
        writeln!(self.output, "{}", escaped(&serde_json::to_string(&reply)?))?;
        self.output.flush()
    }
}

/// The JSON text with all characters that a client could take for the end of a line written as `\uXXXX`.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        match is_plain(character) {
            true => text.push(character),
            // All of these characters are in the basic multilingual plane.
            false => text.push_str(&format!("\\u{:04x}", u32::from(character))),
        }
    }
    text
}

/// The moves of a search with their weights, the best first. `komi`, in dots, is added to the score of `player`. It is
/// negative if the opponent has the komi.
fn candidates(board: &Board, player: Player, komi: f64, found: &[Outcome]) -> Vec<SearchedMove> {
    let lead = f64::from(board.score(player)) + komi;
    let weighed = found.iter().zip(weights::weights(found, lead));
    let candidate = |(outcome, weight)| SearchedMove::new(board, player, outcome, weight);
    weighed.map(candidate).collect()
}

/// The refusal of one dot of a list. `index` counts from 0, the message from 1.
fn refuse_point(index: usize, reason: SessionError) -> Refusal {
    refuse(format!("point {}: {reason}", index + 1))
}

/// Greatest number of moves that an analysis reports.
const MAX_LINES: usize = 20;

/// Carries out a request, and returns the fields of its reply. A live analysis writes earlier replies to `client`.
fn execute(
    session: &mut Session,
    request: Request,
    client: &mut Client,
) -> Result<Results, Refusal> {
    Ok(match request {
        Request::Init(wanted) => init(session, &wanted)?,
        Request::PutPoint(dot) => {
            session.play(dot.coords.x, dot.coords.y, dot.player.into())?;
            Results::Put { put: true }
        }
        Request::PutPoints { points } => put_points(session, &points)?,
        Request::Ground { player } => {
            session.end(player.into(), Ending::Ground)?;
            Results::Nothing {}
        }
        Request::Resign { player } => {
            session.end(player.into(), Ending::Resign)?;
            Results::Nothing {}
        }
        Request::Undo { count } => {
            session.undo_last(count.unwrap_or(1))?;
            Results::Undo { undone: true }
        }
        Request::Analyze(wanted) => analyze(session, &wanted, client)?,
        Request::Decide(wanted) => decide::decide(session, &wanted)?,
        Request::Position {} => Results::Position(Box::new(board::position(session)?)),
        Request::Board {} => Results::Board(Box::new(board::board(session)?)),
        Request::Setup(wanted) => board::setup(session, &wanted)?,
        Request::Importance {} => insight::importance(session)?,
        Request::Trajectories { longest } => insight::trajectories(session, longest)?,
        Request::Nets {} => insight::rings(session)?,
        Request::ReadSgf { text, game } => records::read(&text, game)?,
        Request::WriteSgf(wanted) => records::write(session, wanted)?,
        Request::Watch(wanted) => watch(session, &wanted)?,
        Request::SetOption { name, value } => set_option(session, name, value)?,
        Request::Options { name } => options(session, name)?,
        Request::About {} => Results::About {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            license: env!("CARGO_PKG_LICENSE"),
            commands: COMMANDS.split(' ').collect(),
        },
        Request::Stop {} | Request::Quit {} => Results::Nothing {},
    })
}

fn init(session: &mut Session, wanted: &Init) -> Result<Results, Refusal> {
    let size = Size::new(wanted.width, wanted.height)?;
    let mut board = Board::under(wanted.rules, size);
    let dots = match &wanted.start {
        Beginning::Dots(dots) => dots.clone(),
        Beginning::Named(name) => {
            let start = name.parse::<Start>()?;
            start.dots(size)?.into_iter().map(Dot::from).collect()
        }
    };
    for (index, dot) in dots.iter().enumerate() {
        let put = point_at(&board, dot.coords).and_then(|point| {
            let done = board.try_play(point, dot.player.into());
            done.map_err(SessionError::from)
        });
        put.map_err(|reason| refuse_point(index, reason))?;
    }
    session.set_komi(wanted.komi)?;
    session.begin_with_seed(Game::new(board), wanted.seed);
    Ok(Results::Nothing {})
}

fn put_points(session: &mut Session, dots: &[Dot]) -> Result<Results, Refusal> {
    let board = session.board()?;
    let mut actions = Vec::new();
    for (index, dot) in dots.iter().enumerate() {
        let point = point_at(board, dot.coords);
        let point = point.map_err(|reason| refuse_point(index, reason))?;
        actions.push((dot.player.into(), Action::Put(point)));
    }
    let done = session.act_all(&actions);
    done.map_err(|(index, reason)| refuse_point(index, reason))?;
    Ok(Results::Put { put: true })
}

fn point_at(board: &Board, coords: Coords) -> Result<Point, SessionError> {
    let Coords { x, y } = coords;
    let point = board.size().point(x, y);
    point.ok_or(SessionError::NoCell { x, y })
}

/// The limits of a search for the request that is being answered. Without a constraint they are those of [`Effort::Options`].
fn limits_of(session: &Session, constraint: Option<Constraint>) -> Result<Limits, Refusal> {
    let ms = Duration::from_millis;
    let effort = match constraint {
        None => Effort::Options,
        Some(Constraint::Time(time)) => Effort::Time(ms(time)),
        Some(Constraint::Complexity(complexity)) => match (0.0..=1.0).contains(&complexity) {
            true => Effort::Complexity((complexity * f64::from(MOST_COMPLEX)).round() as u32),
            false => {
                return Err(refuse(format!(
                    "complexity is from 0 to 1, not {complexity}"
                )));
            }
        },
        Some(Constraint::Level(level)) => match (1..=FULL_LEVEL).contains(&level) {
            true => Effort::Level(level),
            false => {
                return Err(refuse(format!(
                    "a level is from 1 to {FULL_LEVEL}, not {level}"
                )));
            }
        },
        Some(Constraint::Clock(clock)) => {
            let (remaining, per_move) = (ms(clock.remaining), ms(clock.per_move));
            Effort::Clock(Allowance::with_increment(remaining, per_move))
        }
    };
    Ok(session.limits(effort)?)
}

/// Searches for the best moves of a player. The reply has at most `lines` moves. A live analysis also reports them
/// during the search; without `lines` it reports and replies with one. Without both `lines` and `live` the reply has
/// the best move, then all other moves that the engine has searched.
fn analyze(
    session: &mut Session,
    wanted: &Analyze,
    client: &mut Client,
) -> Result<Results, Refusal> {
    let limits = match wanted.constraint {
        None if wanted.live => session.limits_until_input(),
        constraint => limits_of(session, constraint)?,
    };
    let (player, count) = (wanted.player.into(), wanted.lines.unwrap_or(1));
    if !(1..=MAX_LINES).contains(&count) {
        return Err(refuse(format!(
            "from 1 to {MAX_LINES} lines can be shown, not {count}"
        )));
    }
    let board = session.board()?.clone();
    let komi = komi_of(session.komi(), player);
    let found = if wanted.live {
        let mut live = Live::new(limits.stop.clone(), Pace::NEWS, |lines| {
            let moves = candidates(&board, player, komi, lines);
            client.write(Results::Live { live: true, moves }, None)
        });
        let found = session.analyze(player, limits, count, &mut live);
        live.finish().map_err(Refusal::Io)?;
        found?
    } else if wanted.lines.is_some() {
        session.analyze(player, limits, count, &mut Silent)?
    } else if board.has_only_suicides(player) {
        session.check_can_choose(player)?;
        // Clients of oppai end the game then, and no dot is lost.
        Vec::new()
    } else {
        session.choose_with_others(player, limits)?
    };
    let moves = candidates(&board, player, komi, &found);
    Ok(Results::Analyze { moves })
}

/// The state of the match that can be watched, or one of its games without the first `from` moves. Without a match the
/// state is empty, and a game is refused.
fn watch(session: &Session, wanted: &Watched) -> Result<Results, Refusal> {
    let watch = session.watch();
    let Some(number) = wanted.game else {
        let overview = watch.map(|watch| watch.overview()).unwrap_or_default();
        return Ok(Results::Watch(Box::new(overview)));
    };
    match watch.and_then(|watch| watch.game(number, wanted.from)) {
        Some(game) => Ok(Results::WatchGame(Box::new(game))),
        None => Err(refuse(format!("there is no game {number} to watch"))),
    }
}

fn set_option(session: &mut Session, name: String, value: Value) -> Result<Results, Refusal> {
    let value = session.set_option(&name, &word_of(&value))?;
    Ok(Results::SetOption { name, value })
}

/// The option with this name, or all options if it is `None`. An unknown name is refused.
fn options(session: &Session, name: Option<String>) -> Result<Results, Refusal> {
    let all = session.options();
    if let Some(name) = &name {
        all.get(name).map_err(SessionError::from)?;
    }
    let wanted = |option: &OptionInfo| name.as_ref().is_none_or(|name| option.name == name);
    let options = all.list().into_iter().filter(wanted);
    Ok(Results::Options {
        options: options.map(OptionLine::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_or_quit_that_is_refused_does_nothing() {
        for (line, urgency) in [
            (r#"{"command":"Stop","id":1}"#, Urgency::Stops),
            (r#"{"command":"Stop","x":1}"#, Urgency::Waits),
            (r#"{"command":"Stop","id":1.5}"#, Urgency::Waits),
            (r#"{"command":"Quit"}"#, Urgency::Ends),
            (r#"{"command":"Quit","x":1}"#, Urgency::Waits),
        ] {
            assert_eq!(Json::urgency(line), urgency, "{line}");
        }
    }
}
