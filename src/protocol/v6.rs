//! The Points AI Protocol, version 6. A request is a line `ID COMMAND ARGUMENTS`. The reply is one line: `= ID COMMAND
//! RESULTS`, or `? ID COMMAND REASON` if it is refused.
//!
//! ```
//! use tochki::protocol::{Session, converse, v6::V6};
//! use tochki::search::options::Options;
//!
//! let requests = "1 init 3 3 7\n2 play 1 1 0\n3 play 1 1 1\n4 quit\n";
//! let mut replies = Vec::new();
//! let mut session = Session::new(Options::default());
//! converse(V6, &mut session, requests.as_bytes(), &mut replies)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&replies),
//!     "= 1 init\n= 2 play 1 1 0\n? 3 play there is a dot on the cell\n= 4 quit\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod analyze;

use super::line_reader::UNREADABLE;
use super::{Allowance, Dialect, Effort, Line, Refusal, Session, Urgency, refuse};
use crate::board::{Ending, Status};
use crate::geometry::{Player, Size, parse_number};
use crate::notation::diagram;
use crate::search::complexity::MOST_COMPLEX;
use std::io::{self, Write};
use std::time::Duration;

use analyze::analyze;

/// The word that stands for the command in a reply to a line without id or command.
const INPUT_ERROR: &str = "input_error";

/// One request, with everything that its handler reads or changes.
struct Request<'a> {
    session: &'a mut Session,
    id: &'a str,
    /// As many arguments as the command takes.
    arguments: &'a [&'a str],
    /// The arguments of the command in words, as in [`COMMANDS`].
    expected: &'static str,
    /// For a handler that writes lines before the reply.
    output: &'a mut dyn Write,
}

/// A function that carries out a command and returns its results, joined by spaces.
type Handler = fn(&mut Request) -> Result<String, Refusal>;

/// Every command with its arguments and its handler, in the order of the reply to `list_commands`. Arguments in brackets
/// may be left out. First come the commands of the protocol, then our extensions, from `stop` on.
const COMMANDS: &[(&str, &str, Handler)] = &[
    ("list_commands", "", |_| Ok(list_commands())),
    ("quit", "", |_| Ok(String::new())),
    ("init", "WIDTH HEIGHT SEED", init),
    ("author", "", |_| Ok("tochki_contributors".to_owned())),
    ("name", "", |_| Ok(env!("CARGO_PKG_NAME").to_owned())),
    ("version", "", |_| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("license", "", |_| {
        Ok(env!("CARGO_PKG_LICENSE").replace(' ', "_"))
    }),
    ("play", "X Y COLOUR", play),
    ("gen_move", "COLOUR", gen_move),
    (
        "gen_move_with_complexity",
        "COLOUR COMPLEXITY",
        gen_move_with_complexity,
    ),
    ("gen_move_with_time", "COLOUR MS", gen_move_with_time),
    (
        "gen_move_with_full_time",
        "COLOUR REMAINING PER_MOVE",
        gen_move_with_full_time,
    ),
    ("undo", "", |request| {
        Ok(request.session.undo().map(|()| String::new())?)
    }),
    // The inbox has ended the running search when `stop` arrived.
    ("stop", "", |_| Ok(String::new())),
    ("analyze", "COLOUR [MS] [LINES]", analyze),
    ("score", "", |request| score(request.session)),
    ("board", "", |request| {
        Ok(diagram::print_line(request.session.board()?))
    }),
    ("legal", "", |request| legal(request.session)),
    ("status", "", |request| status(request.session)),
    ("ground", "COLOUR", ground),
    ("set_option", "NAME VALUE", set_option),
    ("options", "", |request| Ok(options(request.session))),
    ("stats", "", |request| stats(request.session)),
];

/// The [`Dialect`] of the Points AI Protocol, version 6.
#[derive(Clone, Copy, Debug, Default)]
pub struct V6;

impl Dialect for V6 {
    fn urgency(line: &str) -> Urgency {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            [id, "quit"] if is_id(id) => Urgency::Ends,
            [id, "stop"] if is_id(id) => Urgency::Stops,
            _ => Urgency::Waits,
        }
    }

    fn answer(
        &mut self,
        session: &mut Session,
        line: Line,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Line::Text(text) = line.plain() else {
            return write_refusal(output, "0", INPUT_ERROR, UNREADABLE);
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words[..] {
            [] => Ok(()),
            [id, ..] if !is_id(id) => write_refusal(output, "0", INPUT_ERROR, NO_ID),
            [id] => write_refusal(output, id, INPUT_ERROR, "there is no command"),
            [id, command, ref arguments @ ..] => {
                match execute(session, id, command, arguments, output) {
                    Ok(results) => {
                        let reply = ["=", id, command, &results].join(" ");
                        writeln!(output, "{}", reply.trim_end())
                    }
                    Err(Refusal::Io(error)) => Err(error),
                    Err(Refusal::Text(reason)) => write_refusal(output, id, command, &reason),
                }
            }
        }
    }
}

fn write_refusal(output: &mut dyn Write, id: &str, command: &str, reason: &str) -> io::Result<()> {
    log::info!("{id} {command}: {reason}");
    writeln!(output, "? {id} {command} {reason}")
}

/// The reason to refuse a line whose first word is no id.
const NO_ID: &str = "the line does not begin with an id from -2^63 to 2^64-1";

/// Whether the word is an id: an integer of 64 bits, signed or unsigned.
fn is_id(word: &str) -> bool {
    parse_number::<i64>(word).is_some() || parse_number::<u64>(word).is_some()
}

/// Carries out a command and returns its results, joined by spaces.
fn execute(
    session: &mut Session,
    id: &str,
    command: &str,
    arguments: &[&str],
    output: &mut dyn Write,
) -> Result<String, Refusal> {
    let known = COMMANDS.iter().find(|(name, ..)| *name == command);
    let &(_, expected, handler) = known.ok_or_else(|| refuse("unknown command"))?;
    let mut request = Request {
        session,
        id,
        arguments,
        expected,
        output,
    };
    match takes(expected, arguments.len()) {
        true => handler(&mut request),
        false => Err(request.refuse_form()),
    }
}

/// Whether a command with these arguments takes this number of them.
fn takes(expected: &str, count: usize) -> bool {
    let words = expected.split_whitespace();
    let needed = words.clone().filter(|word| !word.starts_with('['));
    (needed.count()..=words.count()).contains(&count)
}

impl<'a> Request<'a> {
    /// The arguments of a command that takes `N` of them.
    fn arguments<const N: usize>(&self) -> Result<[&'a str; N], Refusal> {
        <[&str; N]>::try_from(self.arguments).map_err(|_| self.refuse_form())
    }

    /// The refusal of too many or too few arguments.
    fn refuse_form(&self) -> Refusal {
        match self.expected {
            "" => refuse("expected no arguments"),
            arguments => refuse(format!("expected {arguments}")),
        }
    }
}

fn list_commands() -> String {
    let names: Vec<&str> = COMMANDS.iter().map(|&(name, ..)| name).collect();
    names.join(" ")
}

fn init(request: &mut Request) -> Result<String, Refusal> {
    let [width, height, seed] = request.arguments()?;
    let size = Size::new(number(width)?, number(height)?)?;
    // Some clients send negative seeds, others seeds a little above 64 bits.
    let seed: i128 = number(seed)?;
    request.session.begin_on_empty_board(size, seed as u64);
    Ok(String::new())
}

fn play(request: &mut Request) -> Result<String, Refusal> {
    let [x, y, colour] = request.arguments()?;
    let player = player(colour)?;
    let point = request.session.play(number(x)?, number(y)?, player)?;
    Ok(format!("{} {} {player}", point.x(), point.y()))
}

fn gen_move(request: &mut Request) -> Result<String, Refusal> {
    let [colour] = request.arguments()?;
    choose(request.session, colour, Effort::Options)
}

fn gen_move_with_complexity(request: &mut Request) -> Result<String, Refusal> {
    let [colour, complexity] = request.arguments()?;
    choose(request.session, colour, effort_of(complexity)?)
}

fn gen_move_with_time(request: &mut Request) -> Result<String, Refusal> {
    let [colour, time] = request.arguments()?;
    choose(request.session, colour, Effort::Time(milliseconds(time)?))
}

fn gen_move_with_full_time(request: &mut Request) -> Result<String, Refusal> {
    let [colour, remaining, per_move] = request.arguments()?;
    let (remaining, per_move) = (milliseconds(remaining)?, milliseconds(per_move)?);
    let allowance = Allowance::with_increment(remaining, per_move);
    choose(request.session, colour, Effort::Clock(allowance))
}

/// Searches for a move of a player, and returns it.
fn choose(session: &mut Session, colour: &str, effort: Effort) -> Result<String, Refusal> {
    let player = player(colour)?;
    let limits = session.limits(effort)?;
    let point = session.choose(player, limits)?;
    Ok(format!("{} {} {player}", point.x(), point.y()))
}

fn score(session: &Session) -> Result<String, Refusal> {
    let game = session.game()?;
    let [first, second] = Player::ALL.map(|player| game.captured_by(player));
    Ok(format!("{first} {second}"))
}

fn legal(session: &Session) -> Result<String, Refusal> {
    let game = session.game()?;
    if game.ending().is_some() {
        return Ok("0".to_owned());
    }
    let free = game.board().free();
    let points = free.iter().map(|p| format!(" {} {}", p.x(), p.y()));
    Ok(format!("{}{}", free.len(), points.collect::<String>()))
}

/// The word `playing`, or the end of the game, the winner and his lead in dots without komi. The end is `grounded`,
/// `full` or `decided`. Without a lead the winner is `-`.
fn status(session: &Session) -> Result<String, Refusal> {
    let game = session.game()?;
    let (word, lead) = match (game.ending(), game.board().status(session.komi())) {
        // Nobody can resign in version 6.
        (Some(_), _) => ("grounded", game.score(Player::First)),
        (None, Status::Playing) => return Ok("playing".to_owned()),
        (None, Status::Full) => ("full", game.score(Player::First)),
        (None, Status::Decided(player)) => {
            let lead = game.board().score_after_grounding(Player::First, player);
            ("decided", lead)
        }
    };
    let winner = match lead {
        0 => "-".to_owned(),
        1.. => Player::First.to_string(),
        _ => Player::Second.to_string(),
    };
    Ok(format!("{word} {winner} {}", lead.abs()))
}

/// Grounds: ends the game and gives the loose dots of the player to the opponent.
fn ground(request: &mut Request) -> Result<String, Refusal> {
    let [colour] = request.arguments()?;
    let player = player(colour)?;
    request.session.end(player, Ending::Ground)?;
    Ok(player.to_string())
}

fn set_option(request: &mut Request) -> Result<String, Refusal> {
    let [name, value] = request.arguments()?;
    let value = request.session.set_option(name, value)?;
    Ok(format!("{name} {value}"))
}

/// Name, value and allowed values of every option.
fn options(session: &Session) -> String {
    let options = session.options().list().into_iter();
    let words = options.map(|option| format!("{} {} {}", option.name, option.value, option.kind));
    words.collect::<Vec<_>>().join(" ")
}

fn stats(session: &Session) -> Result<String, Refusal> {
    let outcome = session.outcome()?;
    Ok(format!(
        "nodes {} depth {} ms {} fmin {} fmax {} trajectories {} value {}",
        outcome.nodes,
        outcome.depth(),
        outcome.elapsed.as_millis(),
        known(outcome.bounds.map(|(least, _)| least)),
        known(outcome.bounds.map(|(_, greatest)| greatest)),
        known(outcome.trajectories),
        outcome.value,
    ))
}

/// The number as text, or `-` if it is unknown.
fn known(number: Option<impl ToString>) -> String {
    number.map_or("-".to_owned(), |number| number.to_string())
}

fn effort_of(complexity: &str) -> Result<Effort, Refusal> {
    match number(complexity)? {
        number if number <= MOST_COMPLEX => Ok(Effort::Complexity(number)),
        number => {
            let reason = format!("complexity is from 0 to {MOST_COMPLEX}, not {number}");
            Err(refuse(reason))
        }
    }
}

fn milliseconds(word: &str) -> Result<Duration, Refusal> {
    Ok(Duration::from_millis(number(word)?))
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Refusal> {
    parse_number(word).ok_or_else(|| refuse(format!("{word:?} is no integer, or is out of bounds")))
}

fn player(word: &str) -> Result<Player, Refusal> {
    let index = number(word)?;
    Player::from_index(index).ok_or_else(|| refuse(format!("a colour is 0 or 1, not {index}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::options::Options;

    #[test]
    fn a_stop_or_quit_that_is_refused_does_nothing() {
        for (line, urgency) in [
            ("1 stop", Urgency::Stops),
            ("1 stop now", Urgency::Waits),
            ("stop", Urgency::Waits),
            ("1 quit", Urgency::Ends),
            ("1 quit now", Urgency::Waits),
        ] {
            assert_eq!(V6::urgency(line), urgency, "{line}");
        }
    }

    #[test]
    fn every_command_takes_as_many_arguments_as_are_listed() {
        for &(command, expected, _) in COMMANDS {
            let words: Vec<&str> = expected.split_whitespace().collect();
            let needed = words.iter().take_while(|word| !word.starts_with('['));
            let expected = needed.count()..=words.len();
            for count in 0..9 {
                let mut session = Session::new(Options::default());
                let zeros = &["0"; 9][..count];
                let done = execute(&mut session, "1", command, zeros, &mut io::sink());
                let is_taken =
                    !matches!(done, Err(Refusal::Text(reason)) if reason.starts_with("expected "));
                assert_eq!(is_taken, expected.contains(&count), "{command} {count}");
            }
        }
    }
}
