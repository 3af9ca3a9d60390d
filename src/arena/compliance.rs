//! A test whether an engine follows the Points AI Protocol, version 6.

mod script;

use super::client::chosen_place;
use super::process::{EngineProcess, ProcessError, Stderr, TIME_TO_END};
use crate::board::Board;
use crate::geometry::{Player, Size, parse_number};
use crate::search::StopFlag;
use script::{Step, Want};
use std::time::{Duration, Instant};

/// The result of one check of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the protocol demands, in a few words.
    pub title: &'static str,
    /// What the engine did wrong, or that an earlier fault prevented this check. `None` if the engine passed.
    pub fault: Option<String>,
}

/// The commands that the reply to `list_commands` must contain.
const COMMANDS: &str = "author gen_move gen_move_with_complexity gen_move_with_full_time gen_move_with_time init \
    license list_commands name play quit undo version";

/// How much later than its time limit a move may arrive, because the pipes need time.
const TIME_MARGIN: Duration = Duration::from_millis(100);

const STILL_RUNNING: &str = "it goes on running";

/// Makes all checks of an engine. Returns the findings in their order, and gives each to `report` as soon as it is
/// made. `patience` is the longest wait for a reply, beyond the time that the engine is given for a move.
///
/// # Errors
/// If the engine cannot be started, `stop` is raised, or this process was suspended while it waited for a reply.
pub fn check(
    command_line: &str,
    patience: Duration,
    stop: &StopFlag,
    mut report: impl FnMut(&Finding),
) -> Result<Vec<Finding>, ProcessError> {
    let subject = Subject {
        command_line,
        patience,
        stop,
    };
    let mut findings = Vec::new();
    let mut tell = |title, result: Result<(), Fault>| {
        // Neither a stop nor a suspension during a check is a fault of the engine.
        if stop.is_raised() {
            return Err(ProcessError::CalledOff);
        }
        if let Err(Fault::Lost(ProcessError::Suspended)) = result {
            return Err(ProcessError::Suspended);
        }
        let finding = Finding {
            title,
            fault: result.err().map(|fault| fault.to_string()),
        };
        report(&finding);
        findings.push(finding);
        Ok(())
    };
    let mut process = EngineProcess::start(command_line, Stderr::Read)?;
    let mut checker = Checker::new(subject);
    let mut gone = false;
    for (step, id) in script::steps().zip(1..) {
        let result = ask_unless(gone, || checker.take(&mut process, &step, id));
        gone |= matches!(result, Err(Fault::Lost(_)));
        tell(step.title, result)?;
    }
    let ended = ask_unless(gone, || subject.quit(&mut process));
    tell("quit is confirmed and ends the engine", ended)?;
    drop(process);
    // Each of the following checks starts the engine again.
    tell(
        "the end of the input ends the engine",
        subject.end_of_input(),
    )?;
    // Windows has no signals: there the engine would be killed, which ends every engine.
    if cfg!(unix) {
        tell("a signal to end ends the engine", subject.end_by_signal())?;
    }
    tell(
        "a closed standard error does not matter",
        subject.closed_stderr(),
    )?;
    Ok(findings)
}

/// Why a check failed.
#[derive(Debug, thiserror::Error)]
enum Fault {
    /// The engine has ended or is silent, so that the script cannot go on. Or this process was suspended.
    #[error("lost: {0}")]
    Lost(#[from] ProcessError),
    /// The engine did something wrong, as a text for a person.
    #[error("{0}")]
    Wrong(String),
}

impl From<String> for Fault {
    fn from(wrong: String) -> Fault {
        Fault::Wrong(wrong)
    }
}

/// Makes a check that asks the engine something. An engine that has ended or is silent, and so is `gone`, gets no further
/// requests: its late reply would be taken for that to the next one.
fn ask_unless(gone: bool, check: impl FnOnce() -> Result<(), Fault>) -> Result<(), Fault> {
    match gone {
        true => Err(Fault::Wrong("not reached".to_owned())),
        false => check(),
    }
}

/// The engine that is checked, and how long to wait for its replies.
#[derive(Clone, Copy)]
struct Subject<'a> {
    command_line: &'a str,
    patience: Duration,
    stop: &'a StopFlag,
}

impl Subject<'_> {
    fn start(self, stderr: Stderr) -> Result<EngineProcess, ProcessError> {
        EngineProcess::start(self.command_line, stderr)
    }

    /// Starts the engine, and waits until it has certainly started: it replies to `name`.
    fn started(self) -> Result<EngineProcess, Fault> {
        let mut process = self.start(Stderr::Read)?;
        process.send("1 name")?;
        self.receive(&mut process, Duration::ZERO)?;
        Ok(process)
    }

    /// Waits for a reply. `limit` is the time that the engine is given for it.
    fn receive(self, process: &mut EngineProcess, limit: Duration) -> Result<String, ProcessError> {
        process.receive(self.patience.saturating_add(limit), self.stop)
    }

    fn quit(self, process: &mut EngineProcess) -> Result<(), Fault> {
        process.send("99 quit")?;
        let reply = self.receive(process, Duration::ZERO)?;
        if reply != "= 99 quit" {
            return Err(Fault::Wrong(format!("{reply:?} instead of \"= 99 quit\"")));
        }
        ended(process)?;
        match process.receive(TIME_TO_END, self.stop) {
            Ok(line) => Err(unasked(&line)),
            Err(error @ (ProcessError::CalledOff | ProcessError::Suspended)) => Err(error.into()),
            // The output has ended, or a child of the engine holds it open and is silent.
            Err(_) => Ok(()),
        }
    }

    /// Checks that the end of the input ends the engine.
    fn end_of_input(self) -> Result<(), Fault> {
        let mut process = self.started()?;
        process.close_input();
        ended(&mut process)
    }

    /// Checks that `SIGTERM` ends the engine. GUIs send this signal if there is no reply to `quit`.
    fn end_by_signal(self) -> Result<(), Fault> {
        let mut process = self.started()?;
        process.terminate();
        match process.wait(TIME_TO_END) {
            Some(_) => Ok(()),
            None => Err(Fault::Wrong(STILL_RUNNING.to_owned())),
        }
    }

    /// Checks that the engine works if its standard error is closed, as some GUIs do at once. Many engines write to it
    /// when they refuse a request.
    fn closed_stderr(self) -> Result<(), Fault> {
        let mut process = self.start(Stderr::Closed)?;
        let mut checker = Checker::new(self);
        for (id, request, want) in [
            (1, "init 3 3 1", Want::Good("")),
            (2, "play 1 1 0", Want::Good("1 1 0")),
            (3, "play 1 1 0", Want::Bad),
            (4, "bogus", Want::Bad),
            (5, "play 0 1 1", Want::Good("0 1 1")),
        ] {
            let step = Step {
                title: "",
                request: request.to_owned(),
                want,
            };
            checker.take(&mut process, &step, id)?;
        }
        self.quit(&mut process)
    }
}

/// A reply to the request `command` with the number `id`. It came after the time `took`.
struct Reply<'a> {
    id: u32,
    command: &'a str,
    text: &'a str,
    took: Duration,
}

impl<'a> Reply<'a> {
    /// How a reply that is no refusal begins.
    fn good(&self) -> String {
        format!("= {} {}", self.id, self.command)
    }

    /// What follows this beginning and a space. `None` if the reply has another beginning or nothing follows.
    fn arguments(&self) -> Option<&'a str> {
        let rest = self.text.strip_prefix(&self.good())?;
        rest.strip_prefix(' ')
    }

    /// Whether this refuses the request with the number `id`.
    fn refuses(&self, id: u32) -> bool {
        let rest = self.text.strip_prefix(&format!("? {id}"));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }
}

/// Sends the requests of a script to an engine and judges the replies.
struct Checker<'a> {
    subject: Subject<'a>,
    /// The board after all requests that the engine has confirmed; `None` before the first `init`.
    board: Option<Board>,
    /// The move that the engine has chosen last, as it wrote it: column, row and player. If it chose none that can be
    /// played, a free cell stands in, so that the later requests of the script fit. Empty before the first choice.
    last: String,
}

impl<'a> Checker<'a> {
    fn new(subject: Subject<'a>) -> Checker<'a> {
        Checker {
            subject,
            board: None,
            last: String::new(),
        }
    }

    fn take(&mut self, process: &mut EngineProcess, step: &Step, id: u32) -> Result<(), Fault> {
        if let Some(line) = process.pending() {
            return Err(unasked(&line));
        }
        let request = step.request.replace("LAST", &self.last);
        let numbered = format!("{id} {request}");
        let line = match step.want {
            Want::Unnumbered => request.clone(),
            _ if request.contains("ID") => request.replace("ID", &id.to_string()),
            _ => numbered,
        };
        process.send(&line)?;
        // Only now, so that a suspension before this line is no time of the engine.
        let start = Instant::now();
        let limit = match step.want {
            Want::Chosen(_, Some(ms)) => Duration::from_millis(ms),
            _ => Duration::ZERO,
        };
        let text = self.subject.receive(process, limit)?;
        let took = start.elapsed();
        let mut words = request.split_whitespace();
        let command = words.find(|&word| word != "ID").unwrap_or_default();
        let reply = Reply {
            id,
            command,
            text: &text,
            took,
        };
        let judged = self.judge(step.want, &reply);
        let may_be_done = !matches!(step.want, Want::Bad | Want::Unnumbered);
        // What the engine has done counts even if its words are wrong: its next moves are checked on this board.
        if may_be_done && text.starts_with("= ") {
            self.follow(&request);
        }
        Ok(judged?)
    }

    /// Checks a reply. The error says what is wrong.
    fn judge(&mut self, want: Want, reply: &Reply) -> Result<(), String> {
        if let Want::Chosen(player, _) = want {
            let cell = self.board.as_ref().and_then(|board| board.free().first());
            self.last = cell.map_or_else(String::new, |cell| {
                format!("{} {} {player}", cell.x(), cell.y())
            });
        }
        self.check_form(want, reply)?;
        let said = reply.arguments().unwrap_or_default();
        match want {
            Want::Commands => all_listed(said),
            Want::Chosen(player, limit) => {
                self.check_move(said, player)?;
                self.last = said.to_owned();
                match limit.map(Duration::from_millis) {
                    Some(limit) if reply.took > limit + TIME_MARGIN => {
                        Err(format!("took {} ms", reply.took.as_millis()))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks that a reply has the form that is wanted.
    fn check_form(&self, want: Want, reply: &Reply) -> Result<(), String> {
        let text = reply.text;
        if text.ends_with('\r') {
            return Err(format!("{text:?} ends with CR LF in place of LF"));
        }
        let (good, arguments) = (reply.good(), reply.arguments());
        let (has_form, form) = match want {
            Want::Bad => (reply.refuses(reply.id), format!("? {} ...", reply.id)),
            Want::Unnumbered => (reply.refuses(0), "? 0 ...".to_owned()),
            Want::Last => {
                let is_last = arguments == Some(&self.last);
                (is_last, format!("{good} {}", self.last))
            }
            Want::Good(words) => {
                let wanted = format!("{good} {words}").trim_end().to_owned();
                (text == wanted, wanted)
            }
            Want::Word => {
                let is_word = |word: &str| !word.is_empty() && !word.contains(' ');
                (arguments.is_some_and(is_word), format!("{good} WORD"))
            }
            Want::Commands => (arguments.is_some(), format!("{good} ...")),
            Want::Chosen(player, _) => (arguments.is_some(), format!("{good} X Y {player}")),
        };
        match has_form {
            true => Ok(()),
            false => Err(format!("{text:?} instead of {form:?}")),
        }
    }

    /// Checks that `chosen` is the column and row of a playable cell and the number of `player`.
    fn check_move(&self, chosen: &str, player: Player) -> Result<(), String> {
        let place = chosen_place(chosen, player);
        let (x, y) = place.ok_or_else(|| format!("{chosen:?} instead of X Y {player}"))?;
        let legal = |board: &Board| {
            let point = board.size().point(x, y);
            point.is_some_and(|point| board.is_playable(point))
        };
        match self.board.as_ref().is_some_and(legal) {
            true => Ok(()),
            false => Err(format!("{chosen:?} cannot be played")),
        }
    }

    /// Carries out a request on our board, after the engine has confirmed it. Requests that do not change the board are
    /// ignored.
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
                let player = Player::ALL[usize::from(*colour != "0")];
                // Playing fails if the engine has confirmed an illegal move. The check of that move has reported it.
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
    let is_missing = |command: &&str| !listed.contains(command);
    let missing: Vec<&str> = COMMANDS.split(' ').filter(is_missing).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("missing: {}", missing.join(" "))),
    }
}

fn unasked(line: &str) -> Fault {
    Fault::Wrong(format!("nobody asked for {line:?}"))
}

fn ended(process: &mut EngineProcess) -> Result<(), Fault> {
    match process.wait(TIME_TO_END) {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(Fault::Wrong(format!("it ends, but with {status}"))),
        None => Err(Fault::Wrong(STILL_RUNNING.to_owned())),
    }
}
