//! Whether an engine keeps to the Points AI Protocol, version 6: a script of requests, each with
//! the reply that the protocol wants.

mod script;

use super::process::{EngineProcess, ProcessError, Stderr};
use crate::board::Board;
use crate::geometry::{Player, Size, parse_number};
use crate::search::StopFlag;
use script::{Step, Want};
use std::time::{Duration, Instant};

/// One point of the protocol and whether it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The point.
    pub title: &'static str,
    /// What is wrong, if it is not kept.
    pub fault: Option<String>,
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

const STILL_RUNNING: &str = "it goes on running";

/// How long an engine may take to end.
const GRACE: Duration = Duration::from_secs(2);

/// Checks an engine point by point and reports each finding as soon as it is known.
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
        // A wait that was called off is no fault of the engine.
        if stop.is_raised() {
            return Err(ProcessError::CalledOff);
        }
        let finding = Finding {
            title,
            fault: result.err(),
        };
        report(&finding);
        findings.push(finding);
        Ok(())
    };
    let mut process = EngineProcess::start(command_line)?;
    let mut checker = Checker::new(patience, stop);
    let mut gone = false;
    for (step, id) in script::steps().zip(1..) {
        let result = match gone {
            true => Err("not reached".to_owned()),
            false => checker.take(&mut process, &step, id),
        };
        // An engine that has ended or hangs gets no more requests.
        gone |= matches!(&result, Err(fault) if fault.starts_with(LOST));
        tell(step.title, result)?;
    }
    let ended = quit(&mut process, patience, stop);
    tell("quit is confirmed and ends the engine", ended)?;
    drop(process);
    // Each with a process of its own.
    let ends: [(_, &dyn Fn() -> Result<(), String>); 3] = [
        ("the end of the input ends the engine", &|| {
            end_of_input(command_line)
        }),
        ("a signal to end ends the engine", &|| {
            end_by_signal(command_line, patience, stop)
        }),
        ("a closed standard error does not matter", &|| {
            closed_stderr(command_line, patience, stop)
        }),
    ];
    for (title, end) in ends {
        tell(title, end())?;
    }
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

impl<'a> Checker<'a> {
    fn new(patience: Duration, stop: &'a StopFlag) -> Checker<'a> {
        Checker {
            patience,
            stop,
            board: None,
            last: String::new(),
        }
    }

    fn take(&mut self, process: &mut EngineProcess, step: &Step, id: u32) -> Result<(), String> {
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
        self.judge(step.want, id, command, &reply, took)?;
        if !matches!(step.want, Want::Bad | Want::Nameless) {
            self.follow(&request);
        }
        Ok(())
    }

    /// Whether the reply to the command is the one that the protocol wants.
    fn judge(
        &mut self,
        want: Want,
        id: u32,
        command: &str,
        reply: &str,
        took: Duration,
    ) -> Result<(), String> {
        let good = format!("= {id} {command}");
        // What follows one space.
        let arguments = reply
            .strip_prefix(&good)
            .and_then(|rest| rest.strip_prefix(' '));
        let refuses = |id: u32| {
            let rest = reply.strip_prefix(&format!("? {id}"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let (kept, wanted) = match want {
            Want::Bad => (refuses(id), format!("? {id} ...")),
            Want::Nameless => (refuses(0), "? 0 ...".to_owned()),
            Want::Last => {
                let kept = arguments == Some(&self.last);
                (kept, format!("{good} {}", self.last))
            }
            Want::Good(words) => {
                let wanted = format!("{good} {words}").trim_end().to_owned();
                (reply == wanted, wanted)
            }
            Want::Word => {
                let is_word = |word: &str| !word.is_empty() && !word.contains(' ');
                (arguments.is_some_and(is_word), format!("{good} WORD"))
            }
            Want::Commands => (arguments.is_some(), format!("{good} ...")),
            Want::Chosen(player, _) => (arguments.is_some(), format!("{good} X Y {player}")),
        };
        let said = arguments.unwrap_or_default();
        match want {
            _ if !kept => Err(format!("{reply:?} instead of {wanted:?}")),
            Want::Commands => all_listed(said),
            Want::Chosen(player, limit) => {
                self.check_move(said, player)?;
                self.last = said.to_owned();
                match limit.map(Duration::from_millis) {
                    Some(limit) if took > limit + LATE => {
                        Err(format!("took {} ms", took.as_millis()))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
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

/// A GUI that gets no reply to `quit` in time ends its bot in this way. The first reply tells that
/// the engine is up.
fn end_by_signal(command_line: &str, patience: Duration, stop: &StopFlag) -> Result<(), String> {
    let text = |error: ProcessError| error.to_string();
    let mut process = EngineProcess::start(command_line).map_err(text)?;
    process.send("1 name").map_err(text)?;
    process.receive(patience, stop).map_err(text)?;
    process.terminate();
    let status = process.wait(GRACE);
    status.map(|_| ()).ok_or_else(|| STILL_RUNNING.to_owned())
}

/// Some GUIs close their end of it at once; what is refused is what engines complain about.
fn closed_stderr(command_line: &str, patience: Duration, stop: &StopFlag) -> Result<(), String> {
    let mut process = EngineProcess::start_with(command_line, Stderr::Closed)
        .map_err(|error| error.to_string())?;
    let mut checker = Checker::new(patience, stop);
    for (id, request, want) in [
        (1, "init 3 3 1", Want::Good("")),
        (2, "play 1 1 0", Want::Good("1 1 0")),
        (3, "play 1 1 0", Want::Bad),
        (4, "bogus", Want::Bad),
        (5, "play 0 1 1", Want::Good("0 1 1")),
    ] {
        let (title, request) = ("", request.to_owned());
        let step = Step {
            title,
            request,
            want,
        };
        checker.take(&mut process, &step, id)?;
    }
    quit(&mut process, patience, stop)
}

fn ended(process: &mut EngineProcess) -> Result<(), String> {
    match process.wait(GRACE) {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(status.to_string()),
        None => Err(STILL_RUNNING.to_owned()),
    }
}
