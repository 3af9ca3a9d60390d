//! Whether an engine keeps to the Points AI Protocol, version 6: a script of requests, each with
//! the reply that the protocol wants.

use super::process::{EngineProcess, ProcessError};
use crate::board::Board;
use crate::geometry::{Player, Size, parse_number};
use crate::search::StopFlag;
use std::time::{Duration, Instant};

/// One point of the protocol and whether it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The point.
    pub title: &'static str,
    /// What is wrong, if it is not kept.
    pub fault: Option<String>,
}

/// What a reply has to be.
#[derive(Clone, Copy)]
enum Want {
    /// `= ID COMMAND` and these arguments.
    Good(&'static str),
    /// `= ID COMMAND` and one word.
    Word,
    /// `= ID COMMAND` and at least the commands of the protocol.
    Commands,
    /// `= ID COMMAND X Y COLOUR`, a playable cell, within so many milliseconds.
    Chosen(Player, Option<u64>),
    /// `= ID COMMAND` and the move that was chosen last.
    Last,
    /// `? ID` and anything.
    Bad,
    /// `? 0` and anything: the line has no number.
    Nameless,
}

/// A request, the reply to it and the point that they make. The request gets a number in front,
/// or in place of `ID`; `LAST` stands for the move that was chosen last.
struct Step {
    title: &'static str,
    request: &'static str,
    want: Want,
}

const fn step(title: &'static str, request: &'static str, want: Want) -> Step {
    Step {
        title,
        request,
        want,
    }
}

/// Commands that every engine has to list.
const COMMANDS: [&str; 13] = [
    "author",
    "gen_move",
    "gen_move_with_complexity",
    "gen_move_with_full_time",
    "gen_move_with_time",
    "init",
    "license",
    "list_commands",
    "name",
    "play",
    "quit",
    "undo",
    "version",
];

/// What an engine may take longer than it was given, for the way through the pipes.
const LATE: Duration = Duration::from_millis(100);

/// How long an engine may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

const SCRIPT: [Step; 45] = [
    step("all commands are listed", "list_commands", Want::Commands),
    step("the name is one word", "name", Want::Word),
    step("the version is one word", "version", Want::Word),
    step("the author is one word", "author", Want::Word),
    step("the licence is one word", "license", Want::Word),
    step("play before init is refused", "play 1 1 0", Want::Bad),
    step("gen_move before init is refused", "gen_move 0", Want::Bad),
    step("undo before init is refused", "undo", Want::Bad),
    step(
        "seeds have 63 bits",
        "init 3 3 9223372036854775807",
        Want::Good(""),
    ),
    step(
        "there is nothing to undo on an empty board",
        "undo",
        Want::Bad,
    ),
    step(
        "a move is confirmed word for word",
        "play 1 1 0",
        Want::Good("1 1 0"),
    ),
    step(
        "the other colour may move",
        "play 0 1 1",
        Want::Good("0 1 1"),
    ),
    step("a colour may move twice", "play 1 0 1", Want::Good("1 0 1")),
    step(
        "a colour may move three times",
        "play 2 1 1",
        Want::Good("2 1 1"),
    ),
    step(
        "gen_move_with_time keeps its time",
        "gen_move_with_time 1 1000",
        Want::Chosen(Player::Second, Some(1000)),
    ),
    step("gen_move_with_time does not play", "play LAST", Want::Last),
    step("a chosen move is taken back", "undo", Want::Good("")),
    step("a capture is confirmed", "play 1 2 1", Want::Good("1 2 1")),
    step("a dot on a dot is refused", "play 1 1 0", Want::Bad),
    step("a dot off the board is refused", "play 3 0 0", Want::Bad),
    step("a negative coordinate is refused", "play -1 0 0", Want::Bad),
    step("a third colour is refused", "play 0 0 2", Want::Bad),
    step("a missing argument is refused", "play 0 0", Want::Bad),
    step("undo takes a capture back", "undo", Want::Good("")),
    step(
        "what was undone can be played again",
        "play 1 2 1",
        Want::Good("1 2 1"),
    ),
    step(
        "gen_move_with_complexity answers",
        "gen_move_with_complexity 0 0",
        Want::Chosen(Player::First, None),
    ),
    step(
        "gen_move_with_full_time answers",
        "gen_move_with_full_time 0 5000 500",
        Want::Chosen(Player::First, Some(5500)),
    ),
    step(
        "gen_move answers",
        "gen_move 0",
        Want::Chosen(Player::First, None),
    ),
    step(
        "gen_move changes nothing",
        "gen_move 0",
        Want::Chosen(Player::First, None),
    ),
    step("gen_move does not play", "play LAST", Want::Last),
    step("its move is taken back", "undo", Want::Good("")),
    step("an unknown command is refused", "bogus", Want::Bad),
    step("an argument too many is refused", "undo 1", Want::Bad),
    step("a line without a number gets 0", "name", Want::Nameless),
    step("lines may end with CR LF", "ID name\r", Want::Word),
    step("blank lines are passed over", "\n\r\nID name", Want::Word),
    step(
        "words may have more spaces around",
        "  ID   name  ",
        Want::Word,
    ),
    step(
        "seeds may be negative",
        "init 3 3 -9223372036854775808",
        Want::Good(""),
    ),
    step("init in a game begins a new one", "undo", Want::Bad),
    step(
        "the cells of the last game are free",
        "play 1 1 0",
        Want::Good("1 1 0"),
    ),
    step(
        "the smallest board is full after a move",
        "init 1 1 0",
        Want::Good(""),
    ),
    step(
        "its only cell can be played",
        "play 0 0 0",
        Want::Good("0 0 0"),
    ),
    step("there is no move on a full board", "gen_move 1", Want::Bad),
    step(
        "init begins anew, on the official size",
        "init 39 32 0",
        Want::Good(""),
    ),
    step(
        "the last cell of the official board",
        "play 38 31 1",
        Want::Good("38 31 1"),
    ),
];

/// Checks an engine point by point and tells each finding as soon as it is known.
///
/// # Errors
/// If the engine cannot be started at all, or `stop` is raised.
pub fn check(
    command_line: &str,
    patience: Duration,
    stop: &StopFlag,
    mut report: impl FnMut(&Finding),
) -> Result<Vec<Finding>, ProcessError> {
    let mut findings = Vec::new();
    let mut tell = |title, result: Result<(), String>| {
        let finding = Finding {
            title,
            fault: result.err(),
        };
        report(&finding);
        findings.push(finding);
    };
    let mut process = EngineProcess::start(command_line)?;
    let mut checker = Checker {
        patience,
        stop,
        board: None,
        last: String::new(),
    };
    let mut gone = false;
    for (index, step) in SCRIPT.iter().enumerate() {
        let result = match gone {
            true => Err("not reached".to_owned()),
            false => checker.take(&mut process, step, index + 1),
        };
        // An engine that has ended or hangs gets no more requests.
        gone |= matches!(&result, Err(fault) if fault.starts_with(LOST));
        tell(step.title, result);
    }
    tell(
        "quit is confirmed and ends the engine",
        quit(&mut process, patience, stop),
    );
    drop(process);
    if stop.is_raised() {
        return Err(ProcessError::CalledOff);
    }
    tell(
        "the end of the input ends the engine",
        end_of_input(command_line),
    );
    Ok(findings)
}

/// How a fault begins after which the engine cannot be asked any more.
const LOST: &str = "lost: ";

struct Checker<'a> {
    patience: Duration,
    stop: &'a StopFlag,
    board: Option<Board>,
    /// The arguments of the last move that the engine has chosen.
    last: String,
}

impl Checker<'_> {
    fn take(&mut self, process: &mut EngineProcess, step: &Step, id: usize) -> Result<(), String> {
        let lost = |error: ProcessError| format!("{LOST}{error}");
        if let Some(line) = process.pending() {
            return Err(format!("nobody asked for {line:?}"));
        }
        let request = step.request.replace("LAST", &self.last);
        let numbered = format!("{id} {request}");
        let line = match step.want {
            Want::Nameless => request.clone(),
            _ if request.contains("ID") => request.replace("ID", &id.to_string()),
            _ => numbered,
        };
        let start = Instant::now();
        process.send(&line).map_err(lost)?;
        let reply = process.receive(self.patience, self.stop).map_err(lost)?;
        let took = start.elapsed();
        let mut words = request.split_whitespace();
        let command = words.find(|&word| word != "ID").unwrap_or_default();
        let good = format!("= {id} {command}");
        let unexpected = |wanted: &str| Err(format!("{reply:?} instead of {wanted:?}"));
        let refuses = |id: usize| {
            let rest = reply.strip_prefix(&format!("? {id}"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        // What follows one space.
        let arguments = reply
            .strip_prefix(&good)
            .and_then(|rest| rest.strip_prefix(' '));
        match (step.want, arguments) {
            (Want::Bad, _) if refuses(id) => return Ok(()),
            (Want::Bad, _) => return unexpected(&format!("? {id} ...")),
            (Want::Nameless, _) if refuses(0) => return Ok(()),
            (Want::Nameless, _) => return unexpected("? 0 ..."),
            (Want::Last, Some(played)) if played == self.last => {}
            (Want::Last, _) => return unexpected(&format!("{good} {}", self.last)),
            (Want::Good(wanted), _) if reply == format!("{good} {wanted}").trim_end() => {}
            (Want::Good(wanted), _) => return unexpected(format!("{good} {wanted}").trim_end()),
            (Want::Word, Some(word)) if !word.is_empty() && !word.contains(' ') => {}
            (Want::Word, _) => return unexpected(&format!("{good} WORD")),
            (Want::Commands, Some(listed)) => return all_listed(listed),
            (Want::Commands, None) => return unexpected(&format!("{good} ...")),
            (Want::Chosen(player, limit), Some(chosen)) => {
                self.check_move(chosen, player)?;
                self.last = chosen.to_owned();
                let limit = limit.map(Duration::from_millis);
                if limit.is_some_and(|limit| took > limit + LATE) {
                    return Err(format!("took {} ms", took.as_millis()));
                }
            }
            (Want::Chosen(player, _), None) => {
                return unexpected(&format!("{good} X Y {player}"));
            }
        }
        self.follow(&request);
        Ok(())
    }

    /// Whether the arguments name a playable cell and the colour.
    fn check_move(&self, chosen: &str, player: Player) -> Result<(), String> {
        let point = match chosen.split(' ').collect::<Vec<_>>()[..] {
            [x, y, colour] if colour == player.to_string() => parse_number(x).zip(parse_number(y)),
            _ => return Err(format!("{chosen:?} instead of X Y {player}")),
        };
        let board = self.board.as_ref();
        let legal = board.zip(point).is_some_and(|(board, (x, y))| {
            board
                .size()
                .point(x, y)
                .is_some_and(|point| board.is_legal(point))
        });
        if legal {
            Ok(())
        } else {
            Err(format!("{chosen:?} cannot be played"))
        }
    }

    /// Does on our board what the engine has confirmed.
    fn follow(&mut self, request: &str) {
        let words: Vec<&str> = request.split(' ').collect();
        let number = |word: &str| parse_number(word).unwrap_or(0);
        match (words[..].split_first(), &mut self.board) {
            (Some((&"init", [width, height, _])), board) => {
                *board = Size::new(number(width), number(height))
                    .ok()
                    .map(Board::new);
            }
            (Some((&"play", [x, y, colour])), Some(board)) => {
                let player = if *colour == "0" {
                    Player::First
                } else {
                    Player::Second
                };
                // An engine that has confirmed something wrong before may fail from here on.
                if let Some(point) = board.size().point(number(x), number(y)) {
                    let _ = board.try_play(point, player);
                }
            }
            (Some((&"undo", [])), Some(board)) => {
                board.undo();
            }
            _ => {}
        }
    }
}

fn all_listed(listed: &str) -> Result<(), String> {
    let listed: Vec<&str> = listed.split(' ').collect();
    let missing: Vec<&str> = COMMANDS
        .into_iter()
        .filter(|command| !listed.contains(command))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("missing: {}", missing.join(" ")))
    }
}

fn quit(process: &mut EngineProcess, patience: Duration, stop: &StopFlag) -> Result<(), String> {
    process.send("99 quit").map_err(|error| error.to_string())?;
    let reply = process
        .receive(patience, stop)
        .map_err(|error| error.to_string())?;
    if reply != "= 99 quit" {
        return Err(format!("{reply:?} instead of \"= 99 quit\""));
    }
    ended(process)
}

fn end_of_input(command_line: &str) -> Result<(), String> {
    let mut process = EngineProcess::start(command_line).map_err(|error| error.to_string())?;
    process.close_input();
    ended(&mut process)
}

fn ended(process: &mut EngineProcess) -> Result<(), String> {
    match process.wait(FAREWELL) {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(status.to_string()),
        None => Err("it goes on running".to_owned()),
    }
}
