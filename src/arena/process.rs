//! An engine process and the lines it writes.

use crate::protocol::{Line, Lines};
use crate::search::StopFlag;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that wait to be read; more of them stay in the pipe and stop the engine.
const WAITING_LINES: usize = 64;

/// No more characters of a line on standard error are told.
const LONGEST_COMPLAINT: usize = 300;

/// How often a wait looks whether it has been called off.
const SLICE: Duration = Duration::from_millis(50);

/// How long an engine may take to end after it was asked to, or after it closed its output.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running engine. It and the processes that it has started are killed when this is dropped.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    requests: Option<ChildStdin>,
    replies: Receiver<String>,
    /// Gives the last line that it has written to its standard error, once that is closed.
    complaints: Option<Receiver<String>>,
}

/// Where the standard error of an engine leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// It is read, and the last line is told if the engine ends.
    Read,
    /// A pipe that nobody reads: writing fails.
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
        let complaints = child.stderr.take().filter(|_| stderr == Stderr::Read);
        let complaints = complaints.map(|output| {
            let (sender, complaints) = sync_channel(1);
            thread::spawn(move || keep_last(output, &sender));
            complaints
        });
        let requests = child.stdin.take();
        let (sender, replies) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        Ok(EngineProcess {
            child,
            requests,
            replies,
            complaints,
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

    /// The next line of the engine, in good time.
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
        terminate(&mut self.child);
    }

    /// Waits until the engine has ended.
    pub fn wait(&mut self, within: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                _ if start.elapsed() >= within => return None,
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// The error of an engine that does not talk any more.
    fn gone(&mut self) -> ProcessError {
        let Some(status) = self.wait(FAREWELL) else {
            return ProcessError::Gone("it closed its pipes".to_owned());
        };
        let last = self.complaints.take();
        ProcessError::Gone(
            match last.and_then(|complaints| complaints.recv_timeout(FAREWELL).ok()) {
                Some(last) => format!("{status}, its last words: {last}"),
                None => status.to_string(),
            },
        )
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.close_input();
        kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until the output ends or nobody wants more. A line that is no text is passed
/// on as a replacement character, which no reply consists of.
fn forward(output: ChildStdout, sender: &SyncSender<String>) {
    let mut lines = Lines::new(BufReader::new(output));
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
    let (mut lines, mut last) = (Lines::new(BufReader::new(output)), None);
    while let Ok(Some(line)) = lines.next_line() {
        let Line::Text(text) = line else { continue };
        let printable = text.trim().chars().filter(|c| !c.is_control());
        let text: String = printable.take(LONGEST_COMPLAINT).collect();
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
