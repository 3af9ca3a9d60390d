//! An engine process and the lines it writes.

use crate::protocol::{Line, LineReader};
use crate::search::StopFlag;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that wait to be read; more of them stay in the pipe and stop the engine.
const WAITING_LINES: usize = 64;

/// The most characters of a line on standard error that are reported.
const LONGEST_ERROR: usize = 300;

/// How often a wait looks whether it has been called off.
const SLICE: Duration = Duration::from_millis(50);

/// How long an engine may take to end after it was asked to, or after it closed its output.
const GRACE: Duration = Duration::from_millis(500);

/// A running engine. It and the processes that it has started are killed when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    life: Life,
    requests: Option<ChildStdin>,
    replies: Receiver<String>,
    /// Gives the last line that it has written to its standard error, once that is closed.
    errors: Option<Receiver<String>>,
}

/// Whether the process id still belongs to the engine. Once the engine is waited for, the system may give the id
/// to any process, which must not be signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// It runs, or has ended without being waited for.
    Ours,
    /// It has been waited for. How it ended, if that is known.
    Over(Option<ExitStatus>),
}

/// Where the standard error of an engine leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// It is read. If the engine ends, its last line is part of the error.
    Read,
    /// It is a closed pipe: writing fails.
    Closed,
}

/// What goes wrong with a process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    /// The command line has unbalanced quotes or no words.
    #[error("{0:?} is no command line")]
    CommandLine(String),
    /// The system does not start it.
    #[error("{command:?} cannot be started: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// It has ended or closed its pipes: how, and what it said last on its standard error.
    #[error("the engine has ended ({0})")]
    Gone(String),
    /// There was no line within the time.
    #[error("no reply within {} ms", .0.as_millis())]
    Silent(Duration),
    /// The wait was called off.
    #[error("called off")]
    CalledOff,
}

impl EngineProcess {
    /// Starts a command line, its words separated and quoted as in a POSIX shell. No shell is
    /// involved.
    ///
    /// # Errors
    /// If that is no command line, or the system does not start it.
    pub fn start(command_line: &str) -> Result<EngineProcess, ProcessError> {
        EngineProcess::start_with(command_line, Stderr::Read)
    }

    /// The same with another standard error.
    ///
    /// # Errors
    /// As with [`start`](EngineProcess::start).
    pub fn start_with(command_line: &str, stderr: Stderr) -> Result<EngineProcess, ProcessError> {
        let words = shlex::split(command_line).unwrap_or_default();
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(ProcessError::CommandLine(command_line.to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        in_own_group(&mut command);
        let mut child = command.spawn().map_err(|error| ProcessError::Start {
            command: command_line.to_owned(),
            reason: error.to_string(),
        })?;
        let errors = child.stderr.take().filter(|_| stderr == Stderr::Read);
        let errors = errors.map(|output| {
            let (sender, errors) = sync_channel(1);
            thread::spawn(move || keep_last(output, &sender));
            errors
        });
        let requests = child.stdin.take();
        let (sender, replies) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        Ok(EngineProcess {
            child,
            life: Life::Ours,
            requests,
            replies,
            errors,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the engine reads no more.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let sent = match &mut self.requests {
            Some(requests) => requests
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| requests.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.gone())
    }

    /// The next line of the engine.
    ///
    /// # Errors
    /// If there is none in time, the engine has ended, or `stop` is raised meanwhile.
    pub fn receive(&mut self, within: Duration, stop: &StopFlag) -> Result<String, ProcessError> {
        let start = Instant::now();
        loop {
            // Before any line: an engine that always answers at once could not be left.
            if stop.is_raised() {
                return Err(ProcessError::CalledOff);
            }
            let left = within.saturating_sub(start.elapsed());
            match self.replies.recv_timeout(left.min(SLICE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => {
                    return Err(ProcessError::CalledOff);
                }
                Err(RecvTimeoutError::Timeout) if left <= SLICE => {
                    return Err(ProcessError::Silent(within));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that is there already.
    pub fn pending(&mut self) -> Option<String> {
        self.replies.try_recv().ok()
    }

    /// Ends the input of the engine, as a client does that goes away.
    pub fn close_input(&mut self) {
        self.requests = None;
    }

    /// Asks the engine to end by the signal for that; without signals, kills it.
    pub fn terminate(&mut self) {
        if self.life == Life::Ours {
            terminate(&mut self.child);
        }
    }

    /// Waits until the engine has ended. Processes that it has left behind are killed then.
    pub fn wait(&mut self, within: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            self.reap_if_ended();
            match self.life {
                Life::Over(status) => return status,
                Life::Ours if start.elapsed() >= within => return None,
                Life::Ours => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Waits for the engine if it has ended. Its group is killed first: after the wait, the id of the group may
    /// belong to others.
    fn reap_if_ended(&mut self) {
        if self.life != Life::Ours {
            return;
        }
        match end_of(&mut self.child) {
            End::NotYet => {}
            End::Unknown => self.life = Life::Over(None),
            End::Seen => self.kill_and_reap(),
        }
    }

    /// Kills the engine and its group, and waits for it.
    fn kill_and_reap(&mut self) {
        kill_group(&self.child);
        let _ = self.child.kill();
        self.life = Life::Over(self.child.wait().ok());
    }

    /// The error of an engine that does not talk any more.
    fn gone(&mut self) -> ProcessError {
        let Some(status) = self.wait(GRACE) else {
            return ProcessError::Gone("it closed its pipes".to_owned());
        };
        let last = self.errors.take();
        ProcessError::Gone(
            match last.and_then(|errors| errors.recv_timeout(GRACE).ok()) {
                Some(last) => format!("{status}, its last words: {last}"),
                None => status.to_string(),
            },
        )
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.close_input();
        self.reap_if_ended();
        if self.life == Life::Ours {
            self.kill_and_reap();
        }
    }
}

/// Passes lines on until the output ends or nobody wants more. A line that is no text is passed
/// on as a replacement character, which no reply consists of.
fn forward(output: ChildStdout, sender: &SyncSender<String>) {
    let mut lines = LineReader::new(BufReader::new(output));
    while let Ok(Some(line)) = lines.next_line() {
        let text = match line {
            Line::Text(text) => text.trim_end_matches('\r').to_owned(),
            Line::Unreadable => char::REPLACEMENT_CHARACTER.to_string(),
        };
        if sender.send(text).is_err() {
            return;
        }
    }
}

/// Reads to the end, and then sends the last line with something in it.
fn keep_last(output: ChildStderr, sender: &SyncSender<String>) {
    let (mut lines, mut last) = (LineReader::new(BufReader::new(output)), None);
    while let Ok(Some(line)) = lines.next_line() {
        let Line::Text(text) = line else { continue };
        let printable = text.trim().chars().filter(|c| !c.is_control());
        let text: String = printable.take(LONGEST_ERROR).collect();
        if !text.is_empty() {
            last = Some(text);
        }
    }
    if let Some(last) = last {
        // Nobody may want to know.
        let _ = sender.send(last);
    }
}

/// Makes the engine the leader of a process group, so that its children can be killed with it.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    let id = i32::try_from(child.id()).ok()?;
    rustix::process::Pid::from_raw(id)
}

/// What is known of the end of a process that has not been waited for.
enum End {
    /// It runs.
    NotYet,
    /// It has ended, and keeps its number until it is waited for.
    Seen,
    /// Somebody else has waited for it.
    #[cfg_attr(not(unix), expect(dead_code))]
    Unknown,
}

/// Looks at a process without waiting for it.
#[cfg(unix)]
fn end_of(child: &mut Child) -> End {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(process) = pid(child) else {
        return End::Unknown;
    };
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(process), look) {
        Ok(Some(_)) => End::Seen,
        Ok(None) => End::NotYet,
        Err(rustix::io::Errno::INTR) => End::NotYet,
        Err(_) => End::Unknown,
    }
}

/// Without process groups there is nothing to be done before it is waited for.
#[cfg(not(unix))]
fn end_of(child: &mut Child) -> End {
    match child.try_wait() {
        Ok(None) => End::NotYet,
        _ => End::Seen,
    }
}

#[cfg(unix)]
fn terminate(child: &mut Child) {
    use rustix::process::{Signal, kill_process};
    if let Some(process) = pid(child) {
        // It fails if the process has ended.
        let _ = kill_process(process, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn terminate(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(group) = pid(child) {
        // It fails if nobody is left to kill.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(all(test, target_os = "linux"))]
mod tests;
