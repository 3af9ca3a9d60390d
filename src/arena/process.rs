//! Runs an engine as a process: sends it lines, and receives the lines that it writes.

use crate::protocol::{Line, LineReader};
use crate::search::StopFlag;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Largest number of lines of the engine that are kept until [`receive`](EngineProcess::receive) takes them. Further
/// output stays in the pipe and blocks the engine when the pipe is full.
const WAITING_LINES: usize = 64;

/// Largest number of bytes of a line on standard error. The rest of a longer line counts as the next line.
const LONGEST_ERROR_LINE: u64 = 4096;

/// Largest number of characters that are kept of each of the engine's last lines on standard error. They are part of
/// error texts.
const LONGEST_ERROR: usize = 300;

/// The number of last lines on standard error that are kept.
const LAST_ERRORS: usize = 4;

/// What stands for a line that cannot be read as text. It is no valid reply in any dialect.
const UNREADABLE_REPLY: &str =
    "\u{fffd} (not UTF-8, longer than a mebibyte, or with control characters)";

/// Time between two checks of the stop flag during a wait.
const SLICE: Duration = Duration::from_millis(50);

/// If a wait of [`SLICE`] takes longer than this, tochki itself was suspended.
const SUSPENSION: Duration = Duration::from_secs(1);

/// Longest time until an engine ends after it was told to. It may write files meanwhile.
pub(super) const TIME_TO_END: Duration = Duration::from_secs(2);

/// Longest wait for the end of an engine that has closed its pipes, and then for its last lines on standard error.
const GRACE: Duration = Duration::from_millis(500);

/// An engine process. Dropping it kills the engine, and on Unix all processes of its process group.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    life: Life,
    /// Standard input of the engine; `None` once we have closed it.
    requests: Option<ChildStdin>,
    /// The lines that the engine has written on standard output.
    replies: Receiver<String>,
    /// Receives the last lines of standard error when that is closed. `None` if standard error is not read, or the
    /// lines have been taken.
    errors: Option<Receiver<String>>,
}

/// Whether the process id still belongs to the engine. The system may give the id of a reaped process to another
/// process, which must not be signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// The process runs, or has ended and is not reaped yet.
    Ours,
    /// The process has been reaped: its exit status, or `None` if that is unknown.
    Over(Option<ExitStatus>),
}

/// What becomes of the standard error of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// A thread reads it. If the engine ends unexpectedly, its last lines are part of the error.
    Read,
    /// The pipe is closed: the engine cannot write to it.
    Closed,
}

/// Why an engine process cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The command line has unbalanced quotes or no words.
    #[error("{0:?} is no command line")]
    CommandLine(String),
    /// The system cannot start the program.
    #[error("{command:?} cannot be started: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// The error of the system.
        reason: String,
    },
    /// The engine has ended or closed its pipes. The text is its exit status with its last lines on standard error, or
    /// says that it still runs with closed pipes.
    #[error("the engine has ended ({0})")]
    Gone(String),
    /// The engine wrote no line within this time.
    #[error("no reply within {} ms", .0.as_millis())]
    Silent(Duration),
    /// The stop flag was raised during the wait. This is no fault of the engine.
    #[error("called off")]
    CalledOff,
    /// This process did not run during a part of the wait, for example because it was suspended in its terminal. How
    /// long the engine took is unknown. This is no fault of the engine.
    #[error("tochki was suspended during the wait")]
    Suspended,
}

/// The words of a command line, split as a POSIX shell splits words and quotes; `None` if a quote is not closed. On
/// Windows a backslash is an ordinary character, because it separates folders.
pub fn words(command_line: &str) -> Option<Vec<String>> {
    match cfg!(windows) {
        true => shlex::split(&with_ordinary_backslashes(command_line)),
        false => shlex::split(command_line),
    }
}

/// The command line with a second backslash beside each one, except in single quotes, where a shell takes one as it is.
fn with_ordinary_backslashes(command_line: &str) -> String {
    let mut text = String::with_capacity(command_line.len());
    let mut quote = None;
    for c in command_line.chars() {
        match (c, quote) {
            ('\\', None | Some('"')) => text.push('\\'),
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
        text.push(c);
    }
    text
}

impl EngineProcess {
    /// Starts a program with its arguments. [`words`] splits the command line; no shell runs.
    ///
    /// # Errors
    /// If the command line cannot be split, or the system cannot start the program.
    pub fn start(command_line: &str, stderr: Stderr) -> Result<EngineProcess, ProcessError> {
        let words = words(command_line).unwrap_or_default();
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
        let failed = |error: io::Error| ProcessError::Start {
            command: command_line.to_owned(),
            reason: error.to_string(),
        };
        let mut child = command.spawn().map_err(failed)?;
        let output = child.stdout.take();
        let errors = child.stderr.take().filter(|_| stderr == Stderr::Read);
        let (error_sender, error_lines) = sync_channel(1);
        let (sender, replies) = sync_channel(WAITING_LINES);
        let process = EngineProcess {
            requests: child.stdin.take(),
            child,
            life: Life::Ours,
            replies,
            errors: errors.is_some().then_some(error_lines),
        };
        // If the system gives no thread, dropping `process` ends the engine.
        let spawn = |work: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(work);
        if let Some(errors) = errors {
            spawn(Box::new(move || keep_last(errors, &error_sender))).map_err(failed)?;
        }
        if let Some(output) = output {
            spawn(Box::new(move || forward(output, &sender))).map_err(failed)?;
        }
        Ok(process)
    }

    /// Writes a line to the engine. While the pipe to the engine is full, it waits without a limit.
    ///
    /// # Errors
    /// If the engine has ended or closed its standard input, or [`close_input`](EngineProcess::close_input) was called.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let mut send = || {
            let requests = self.requests.as_mut()?;
            requests.write_all(format!("{line}\n").as_bytes()).ok()?;
            requests.flush().ok()
        };
        send().ok_or_else(|| self.gone())
    }

    /// Waits for the next line of the engine. Its line feed is left out, a carriage return before that is not.
    ///
    /// # Errors
    /// If no line arrives within the time, the engine has ended, `stop` is raised, or this process was suspended.
    pub fn receive(&mut self, within: Duration, stop: &StopFlag) -> Result<String, ProcessError> {
        let start = Instant::now();
        loop {
            // The flag counts even if a line is there. Otherwise an engine that answers at once could not be stopped.
            if stop.is_raised() {
                return Err(ProcessError::CalledOff);
            }
            let (left, slice) = (within.saturating_sub(start.elapsed()), Instant::now());
            let received = self.replies.recv_timeout(left.min(SLICE));
            if slice.elapsed() > SUSPENSION {
                return Err(ProcessError::Suspended);
            }
            match received {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left <= SLICE && !stop.is_raised() => {
                    return Err(ProcessError::Silent(within));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line that has arrived but was not received; `None` if there is none. It does not wait.
    pub fn pending(&mut self) -> Option<String> {
        self.replies.try_recv().ok()
    }

    /// Closes the standard input of the engine.
    pub fn close_input(&mut self) {
        self.requests = None;
    }

    /// Sends the engine the signal to end (`SIGTERM`). On systems without signals it is killed.
    pub fn terminate(&mut self) {
        if self.life == Life::Ours {
            terminate(&mut self.child);
        }
    }

    /// Waits until the engine has ended, returns its exit status, and kills the rest of its process group. `None` if it
    /// still runs after the time `within`, or its exit status is unknown.
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

    /// Reaps the engine if it has ended. Its process group is killed before, because later the id of the group may
    /// belong to other processes.
    fn reap_if_ended(&mut self) {
        if self.life != Life::Ours {
            return;
        }
        match end_of(&mut self.child) {
            ExitProbe::NotYet => {}
            ExitProbe::Unknown => self.life = Life::Over(None),
            ExitProbe::Seen => self.kill_and_reap(),
        }
    }

    /// Kills the engine and its process group, and reaps it.
    fn kill_and_reap(&mut self) {
        kill_group(&self.child);
        let _ = self.child.kill();
        self.life = Life::Over(self.child.wait().ok());
    }

    /// The error for an engine that has closed its pipes. It waits shortly for the end of the engine, to name the exit
    /// status.
    fn gone(&mut self) -> ProcessError {
        let Some(status) = self.wait(GRACE) else {
            return ProcessError::Gone("it closed its pipes".to_owned());
        };
        let errors = self.errors.take();
        let last = errors.and_then(|errors| errors.recv_timeout(GRACE).ok());
        ProcessError::Gone(match last {
            Some(last) => format!("{status}, last lines of standard error: {last}"),
            None => status.to_string(),
        })
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

/// Sends the lines of an output until it ends or the receiver is dropped. A line that cannot be read as text becomes
/// [`UNREADABLE_REPLY`]. A line without its line feed, which the engine was writing when it ended, is no reply.
fn forward(output: ChildStdout, sender: &SyncSender<String>) {
    let mut lines = LineReader::new(BufReader::new(output));
    while let Ok(Some(line)) = lines.next_line() {
        let text = match line {
            Line::Text(text) => text,
            Line::Unreadable => UNREADABLE_REPLY,
        };
        let text = text.to_owned();
        if !lines.has_end() || sender.send(text).is_err() {
            return;
        }
    }
}

/// Reads standard error to its end, then sends its last few lines with printable characters. Sends nothing if there are
/// none.
fn keep_last(output: ChildStderr, sender: &SyncSender<String>) {
    let (mut output, mut last) = (BufReader::new(output), VecDeque::new());
    let mut line = Vec::new();
    // At the end there are 0 bytes.
    while let Ok(1..) = output
        .by_ref()
        .take(LONGEST_ERROR_LINE)
        .read_until(b'\n', &mut line)
    {
        let text = printable(&String::from_utf8_lossy(&line));
        line.clear();
        if !text.is_empty() {
            // The last line alone is often no more than a hint to read a manual.
            if last.len() == LAST_ERRORS {
                last.pop_front();
            }
            last.push_back(text);
        }
    }
    if !last.is_empty() {
        // Sending fails if the engine has been dropped meanwhile.
        let _ = sender.send(Vec::from(last).join(" / "));
    }
}

/// The beginning of a line, without control characters and the codes of terminals for colours. Such a code is the
/// character ESC and `[`, with more up to a letter.
fn printable(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once(|c: char| c.is_ascii_alphabetic());
        text.push_str(code.unwrap_or_default().1);
    }
    text.retain(|c| !c.is_control());
    text.trim().chars().take(LONGEST_ERROR).collect()
}

/// Makes the engine the leader of a process group, so that its child processes can be killed with it.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Gives the engine a console of its own without a window. Otherwise Ctrl-C, Ctrl-Break and the close of ours would end it
/// before our command, and its end would count as a loss.
#[cfg(windows)]
fn in_own_group(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
}

#[cfg(not(any(unix, windows)))]
fn in_own_group(_: &mut Command) {}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    let id = i32::try_from(child.id()).ok()?;
    rustix::process::Pid::from_raw(id)
}

/// Whether a process that we have not reaped has ended.
enum ExitProbe {
    /// The process still runs.
    NotYet,
    /// The process has ended. On Unix it keeps its id until it is reaped.
    Seen,
    /// Its exit status is lost, because something else has reaped it.
    #[cfg_attr(not(unix), expect(dead_code))]
    Unknown,
}

/// Whether the process has ended, found without reaping it.
#[cfg(unix)]
fn end_of(child: &mut Child) -> ExitProbe {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(process) = pid(child) else {
        return ExitProbe::Unknown;
    };
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(process), look) {
        Ok(Some(_)) => ExitProbe::Seen,
        Ok(None) => ExitProbe::NotYet,
        Err(rustix::io::Errno::INTR) => ExitProbe::NotYet,
        Err(_) => ExitProbe::Unknown,
    }
}

/// Whether the process has ended. This may reap it: there are no process groups here that must be killed before.
#[cfg(not(unix))]
fn end_of(child: &mut Child) -> ExitProbe {
    match child.try_wait() {
        Ok(None) => ExitProbe::NotYet,
        _ => ExitProbe::Seen,
    }
}

#[cfg(unix)]
fn terminate(child: &mut Child) {
    use rustix::process::{Signal, kill_process};
    if let Some(process) = pid(child) {
        // Signalling fails if the process has ended.
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
        // Killing fails if the group has no process.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(test)]
mod command_line_tests {
    use super::*;

    #[test]
    fn backslashes_are_ordinary_in_and_out_of_quotes() {
        let command_line = r#"'\\s\a b' "c:\d e\" f\g"#;
        let words = shlex::split(&with_ordinary_backslashes(command_line)).unwrap();
        assert_eq!(words, [r"\\s\a b", r"c:\d e\", r"f\g"]);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
