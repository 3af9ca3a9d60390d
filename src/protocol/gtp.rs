//! The Go Text Protocol, version 2, with the commands of KataGoDots that the GUI dots-game uses. A request is a line
//! `[ID] COMMAND ARGUMENTS`. The reply is `=[ID] RESULT` or `?[ID] REASON`, and an empty line.
//!
//! CITE: G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2" (2002), for the
//! framing and the standard commands.
//!
//! ```
//! use tochki::protocol::{Session, converse, gtp::Gtp};
//! use tochki::search::options::Options;
//!
//! let requests = "boardsize 3\n1 play P1 2-2 P2 1-2\nplay P1 2-2\nget_moves\nquit\n";
//! let mut replies = Vec::new();
//! let mut session = Session::new(Options::default());
//! converse(Gtp::default(), &mut session, requests.as_bytes(), &mut replies)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&replies),
//!     "= \n\n=1 \n\n? Illegal move Player1 2-2\n\n= P1 2-2 P2 1-2\n\n= \n\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod analyze;
mod game;
mod params;
mod report;
mod rules;
mod think;
mod time;
mod words;

use super::line_reader::UNREADABLE;
use super::{Dialect, Line, Refusal, Session, Urgency, refuse};
use crate::board::{Board, Game};
use crate::geometry::{Player, Size};
use analyze::{analyze, genmove_analyze};
use params::Params;
use report::Style;
use rules::StartRule;
use std::io::{self, Write};
use time::Clocks;
#[cfg(feature = "cli")]
pub(crate) use words::{parse_action, print_player};

/// The [`Dialect`] of KataGoDots, with those settings of a client that are not part of the session.
#[derive(Clone, Debug)]
pub struct Gtp {
    name: String,
    start: StartRule,
    params: Params,
    clocks: Clocks,
}

impl Default for Gtp {
    fn default() -> Gtp {
        Gtp::named(env!("CARGO_PKG_NAME"))
    }
}

impl Gtp {
    /// The dialect with `name` as the reply to the command `name`. Some clients accept only one name. White space and
    /// control characters in it become spaces, because the reply has one line.
    pub fn named(name: &str) -> Gtp {
        Gtp {
            name: on_one_line(name),
            start: StartRule::default(),
            params: Params::default(),
            clocks: Clocks::default(),
        }
    }
}

/// One request, with everything that its handler reads or changes.
struct Request<'a> {
    gtp: &'a mut Gtp,
    session: &'a mut Session,
    arguments: &'a [&'a str],
    /// The reply, for handlers that write it line by line during a search.
    reply: Reply<'a>,
}

/// The reply to one request, of which a part may be written already.
struct Reply<'a> {
    id: &'a str,
    output: &'a mut dyn Write,
    /// Whether the first line of the reply is written.
    is_begun: bool,
}

impl Reply<'_> {
    /// Writes the first line of a reply of several lines, before its content is known.
    fn begin(&mut self) -> Result<(), Refusal> {
        self.is_begun = true;
        writeln!(self.output, "={}", self.id).map_err(Refusal::Io)
    }

    /// Writes a further line of a reply whose first line is written.
    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Writes the result or refusal. If the first line of the reply is written, it writes the rest of the text and the
    /// end.
    fn finish(self, result: Result<String, Refusal>) -> io::Result<()> {
        let (mark, text) = match result {
            Ok(text) => ('=', text),
            Err(Refusal::Text(reason)) => ('?', on_one_line(&reason)),
            Err(Refusal::Io(error)) => return Err(error),
        };
        match self.is_begun {
            true if text.is_empty() => writeln!(self.output),
            true => write!(self.output, "{text}\n\n"),
            // Clients expect the space even in an empty reply.
            false => write!(self.output, "{mark}{} {text}\n\n", self.id),
        }
    }
}

/// A function that carries out a command and returns the text of its reply, or a refusal. Some refusals have the words
/// of KataGoDots, because clients know them.
type Handler = fn(&mut Request) -> Result<String, Refusal>;

/// The arguments that a command takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arguments {
    /// None: others are refused.
    No,
    /// Those that its handler understands.
    Any,
}

use Arguments::{Any, No};

/// Every command with its arguments and its handler.
const COMMANDS: &[(&str, Arguments, Handler)] = &[
    ("protocol_version", No, |_| Ok("2".to_owned())),
    ("name", No, |request| Ok(request.gtp.name.clone())),
    ("version", No, |_| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", Any, known_command),
    ("list_commands", No, list_commands),
    ("quit", Any, |_| Ok(String::new())),
    ("boardsize", Any, game::boardsize),
    ("rectangular_boardsize", Any, game::boardsize),
    ("get_boardsize", No, game::get_boardsize),
    ("clear_board", No, game::clear_board),
    ("komi", Any, game::komi),
    ("get_komi", No, game::get_komi),
    ("kata-get-rules", No, rules::get_rules),
    ("kata-set-rule", Any, rules::set_rule),
    ("kata-set-rules", Any, rules::set_rules),
    ("set_position", Any, game::set_position),
    ("get_position", No, game::get_position),
    ("get_moves", No, game::get_moves),
    ("play", Any, game::play),
    ("undo", Any, game::undo),
    ("genmove", Any, think::genmove),
    ("genmove_debug", Any, think::genmove_debug),
    ("kata-search", Any, think::search),
    ("kata-search_cancellable", Any, think::search_cancellable),
    ("lz-analyze", Any, |request| analyze(request, Style::Leela)),
    ("kata-analyze", Any, |request| analyze(request, Style::Kata)),
    ("lz-genmove_analyze", Any, |request| {
        genmove_analyze(request, Style::Leela)
    }),
    ("kata-genmove_analyze", Any, |request| {
        genmove_analyze(request, Style::Kata)
    }),
    ("stop", Any, |_| Ok(String::new())),
    ("final_score", No, game::final_score),
    ("kata-get-param", Any, params::get_param),
    ("kata-set-param", Any, params::set_param),
    ("kata-list-params", No, params::list_params),
    ("kata-get-params", No, params::get_params),
    ("kata-set-params", Any, params::set_params),
    ("time_settings", Any, time::time_settings),
    ("kata-time_settings", Any, time::kata_time_settings),
    ("kata-list_time_settings", No, |_| {
        Ok(time::SYSTEMS.to_owned())
    }),
    ("time_left", Any, time::time_left),
    ("showboard", No, game::showboard),
    ("loadsgf", Any, game::load_sgf),
    ("printsgf", Any, game::print_sgf),
    ("clear_cache", No, clear_cache),
    ("info", No, think::info),
];

impl Dialect for Gtp {
    /// Starts a game on an empty board of the official size, if there is no game.
    fn prepare(&self, session: &mut Session) {
        if session.game().is_err() {
            session.begin(Game::new(Board::new(Size::OFFICIAL)));
        }
    }

    fn urgency(line: &str) -> Urgency {
        let Line::Text(text) = cleaned(Line::Text(line)) else {
            return Urgency::Waits;
        };
        match split(text).1[..] {
            ["quit", ..] => Urgency::Ends,
            ["stop", ..] => Urgency::Stops,
            _ => Urgency::Waits,
        }
    }

    fn answer(
        &mut self,
        session: &mut Session,
        line: Line,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Line::Text(text) = cleaned(line) else {
            return write!(output, "? {UNREADABLE}\n\n");
        };
        let (id, words) = split(text);
        let Some((command, arguments)) = words.split_first() else {
            return match id {
                "" => Ok(()),
                id => write!(output, "?{id} unknown command\n\n"),
            };
        };
        let mut request = Request {
            gtp: self,
            session,
            arguments,
            reply: Reply {
                id,
                output,
                is_begun: false,
            },
        };
        let result = match COMMANDS.iter().find(|(name, ..)| name == command) {
            Some((_, No, _)) if !arguments.is_empty() => {
                Err(refuse(format!("Expected no arguments for {command}")))
            }
            Some((.., handler)) => handler(&mut request),
            None => Err(refuse("unknown command")),
        };
        request.reply.finish(result)
    }
}

/// The text with a space for every other white space and control character. The reason of a refusal may repeat a string
/// of JSON, in which a line feed was escaped.
fn on_one_line(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c.is_control(), " ")
}

/// The line without the comment that a `#` begins. What is left is unreadable if it has white space outside of ASCII.
fn cleaned(line: Line<'_>) -> Line<'_> {
    match line {
        Line::Text(text) => Line::Text(text.split('#').next().unwrap_or_default()).plain(),
        Line::Unreadable => Line::Unreadable,
    }
}

/// The id of a request, and its other words. The id is a word of digits at the start. It is empty if there is none.
fn split(line: &str) -> (&str, Vec<&str>) {
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_id = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.first().copied().filter(is_id) {
        Some(id) => (id, words.split_off(1)),
        None => ("", words),
    }
}

fn known_command(request: &mut Request) -> Result<String, Refusal> {
    let [word] = request.arguments else {
        return Err(refuse("Expected exactly one argument for known_command"));
    };
    let known = COMMANDS.iter().any(|(name, ..)| name == word);
    Ok(known.to_string())
}

fn list_commands(_: &mut Request) -> Result<String, Refusal> {
    let names: Vec<&str> = COMMANDS.iter().map(|&(name, ..)| name).collect();
    Ok(names.join("\n"))
}

/// Empties the tables of the engine.
fn clear_cache(request: &mut Request) -> Result<String, Refusal> {
    request.session.renew_engine();
    Ok(String::new())
}

impl Request<'_> {
    /// The player that the first argument names, and the other arguments. A missing or unknown name is refused.
    fn player(&self) -> Result<(Player, &[&str]), Refusal> {
        match self.arguments {
            [word, rest @ ..] => Ok((words::player(word, self.arguments)?, rest)),
            [] => Err(refuse("Expected a color")),
        }
    }

    /// The player that the only argument names.
    fn only_player(&self) -> Result<Player, Refusal> {
        match self.player()? {
            (player, []) => Ok(player),
            _ => Err(refuse("Expected a color and nothing else")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Allowance;
    use crate::search::options::Options;
    use std::time::Duration;

    /// Answers `commands`, then returns the result of `ask` on a request with `arguments`.
    pub(super) fn ask_after<T>(
        commands: &[&str],
        arguments: &[&str],
        ask: impl FnOnce(&mut Request) -> T,
    ) -> T {
        let (mut gtp, mut session) = (Gtp::default(), Session::new(Options::default()));
        gtp.prepare(&mut session);
        for line in commands {
            let mut output = Vec::new();
            gtp.answer(&mut session, Line::Text(line), &mut output)
                .unwrap();
            assert!(output.starts_with(b"="), "{line}");
        }
        ask(&mut Request {
            gtp: &mut gtp,
            session: &mut session,
            arguments,
            reply: Reply {
                id: "",
                output: &mut io::sink(),
                is_begun: false,
            },
        })
    }

    #[test]
    fn stop_and_quit_take_ids_arguments_and_comments() {
        for (line, urgency) in [
            ("stop", Urgency::Stops),
            ("7 stop now", Urgency::Stops),
            ("stop # enough", Urgency::Stops),
            ("# stop", Urgency::Waits),
            ("name stop", Urgency::Waits),
            ("quit now", Urgency::Ends),
        ] {
            assert_eq!(Gtp::urgency(line), urgency, "{line}");
        }
    }

    #[test]
    fn a_name_has_one_line() {
        let mut session = Session::new(Options::default());
        let mut output = Vec::new();
        let line = Line::Text("name");
        Gtp::named("A\n\nB")
            .answer(&mut session, line, &mut output)
            .unwrap();
        assert_eq!(output, b"= A  B\n\n");
    }

    #[test]
    fn moves_are_on_the_clock() {
        let mut gtp = Gtp::default();
        let mut session = Session::new(Options::default());
        gtp.prepare(&mut session);
        let mut ask = |gtp: &mut Gtp, line: &str| {
            let mut output = Vec::new();
            gtp.answer(&mut session, Line::Text(line), &mut output)
                .unwrap();
            assert!(output.starts_with(b"="), "{line}");
        };
        let left = |gtp: &Gtp| {
            let left = |player| gtp.clocks.allowance(player).expect("a clock").bank;
            Player::ALL.map(left)
        };
        let whole = Duration::from_secs(60);
        for line in [
            "kata-set-param hash 1",
            "kata-set-param maxVisits 10",
            "boardsize 5",
            "kata-time_settings absolute 60",
        ] {
            ask(&mut gtp, line);
        }
        assert_eq!(left(&gtp), [whole; 2]);
        ask(&mut gtp, "genmove P1");
        let [first, second] = left(&gtp);
        assert!(first < whole && second == whole);
        ask(&mut gtp, "kata-genmove_analyze P2");
        assert!(left(&gtp)[0] == first && left(&gtp)[1] < whole);
        ask(&mut gtp, "kata-search P1");
        assert_eq!(left(&gtp)[0], first, "nothing was played");
        ask(&mut gtp, "time_left P1 10 0");
        let spent = left(&gtp);
        assert_eq!(spent[0], Duration::from_secs(10));
        for line in [
            "undo",
            "set_position P1 1-1",
            "kata-set-rule suicide false",
            "loadsgf fixtures/sgf/katago.sgf",
        ] {
            ask(&mut gtp, line);
            assert_eq!(left(&gtp), spent, "{line}");
        }
        for line in ["clear_board", "boardsize 5"] {
            ask(&mut gtp, "time_left P1 10 0");
            ask(&mut gtp, line);
            assert_eq!(left(&gtp), [whole; 2], "{line}");
        }
    }

    #[test]
    fn the_numbers_of_a_clock_count_in_their_order() {
        let byoyomi = "kata-time_settings byoyomi 10 5 3";
        let canadian = "kata-time_settings canadian 10 6 3";
        let standard = "time_settings 10 6 3";
        let capped = "kata-time_settings fischer-capped 60 2 30 5";
        let uncapped = "kata-time_settings fischer-capped 60 2 -1 -1";
        let left = "time_left P1 4 2";
        let s = Duration::from_secs;
        for (commands, [bank, per_move, longest], moves) in [
            (&[byoyomi][..], [10, 5, 15], None),
            (&[byoyomi, left], [0, 4, 4], None),
            (&[byoyomi, "time_left P2 4 2"], [10, 5, 15], None),
            (&[canadian], [10, 2, 12], None),
            (&[canadian, left], [4, 0, 4], Some(2)),
            (&[standard], [10, 2, 12], None),
            (&[standard, left], [4, 0, 4], Some(2)),
            (&[capped], [30, 2, 5], None),
            (&[uncapped], [60, 2, 60], None),
        ] {
            let expected = Allowance {
                bank: s(bank),
                per_move: s(per_move),
                longest: s(longest),
                moves,
            };
            let first = |request: &mut Request| request.gtp.clocks.allowance(Player::First);
            let found = ask_after(commands, &[], first);
            assert_eq!(found, Some(expected), "{commands:?}");
        }
    }
}
