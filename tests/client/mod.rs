//! A client of the protocol for tests: an engine process, and what it says within a time.

// Every test file uses the part it needs.
#![allow(dead_code)]

#[cfg(target_os = "linux")]
use crate::process;
use std::io::{BufRead, BufReader, PipeReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Long enough for anything but a hanging engine, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Where the engine's stderr goes.
#[derive(Clone, Copy, Debug)]
pub enum Stderr {
    /// Nowhere in particular.
    Open,
    /// Into a pipe whose other end is closed, as some GUIs have it. The engine writes a log there.
    Closed,
    /// Into its stdout.
    Merged,
}

impl Stderr {
    /// All that clients do with it.
    pub const ALL: [Stderr; 3] = [Stderr::Open, Stderr::Closed, Stderr::Merged];
}

/// An engine process; it is killed when dropped.
pub struct Engine {
    process: Child,
    requests: Option<ChildStdin>,
    replies: Receiver<Vec<u8>>,
}

impl Engine {
    /// Starts the engine under test as a GUI does, by its path alone.
    pub fn start(stderr: Stderr) -> Engine {
        Engine::start_with(&[], stderr)
    }

    /// Starts it with arguments.
    pub fn start_with(arguments: &[&str], stderr: Stderr) -> Engine {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args(arguments).stdin(Stdio::piped());
        command.stderr(match stderr {
            Stderr::Open => Stdio::null(),
            Stderr::Closed => Stdio::piped(),
            Stderr::Merged => writer.try_clone().expect("a pipe").into(),
        });
        command.stdout(writer);
        match stderr {
            // Otherwise nothing is written there.
            Stderr::Closed => command.env("RUST_LOG", "tochki=debug"),
            Stderr::Open | Stderr::Merged => command.env_remove("RUST_LOG"),
        };
        let mut process = command.spawn().expect("the engine starts");
        drop(process.stderr.take());
        Engine {
            requests: process.stdin.take(),
            process,
            replies: lines_of(reader),
        }
    }

    /// Sends bytes as they are. Fails if the engine has gone.
    pub fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let requests = self.requests.as_mut().expect("stdin is still open");
        requests.write_all(bytes)?;
        requests.flush()
    }

    /// The next line, without its line feed; `None` at the end of the output.
    pub fn receive(&mut self) -> Option<String> {
        match self.replies.recv_timeout(PATIENCE) {
            Ok(mut line) => {
                assert_eq!(line.pop(), Some(b'\n'), "a line is not ended");
                Some(String::from_utf8(line).expect("replies are UTF-8"))
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs"),
        }
    }

    /// The next line that is no report. Fails if the reports go on.
    pub fn receive_after_reports(&mut self, is_report: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let line = self.receive().expect("a line");
            if !is_report(&line) {
                return line;
            }
            assert!(start.elapsed() < PATIENCE, "the reports go on: {line}");
        }
    }

    /// Sends a line and returns the reply, and how long it took.
    pub fn ask(&mut self, request: &str) -> (String, Duration) {
        let start = Instant::now();
        self.send(format!("{request}\n").as_bytes())
            .unwrap_or_else(|error| panic!("{request}: {error}"));
        let reply = self
            .receive()
            .unwrap_or_else(|| panic!("the engine ended at {request:?}"));
        (reply, start.elapsed())
    }

    /// Sends a request of v6 that has to be carried out.
    pub fn tell(&mut self, request: &str) {
        let (reply, _) = self.ask(request);
        assert!(reply.starts_with("= "), "{request}: {reply}");
    }

    /// Closes the engine's stdin.
    pub fn close(&mut self) {
        self.requests = None;
    }

    /// Waits for the end of the engine, which must say nothing more.
    pub fn end(mut self) -> ExitStatus {
        assert_eq!(self.receive(), None, "a line too many");
        self.process.wait().expect("the engine has ended")
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The processor time that the process has used, in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.id())).unwrap();
        let after_name = stat.rsplit(')').next().unwrap();
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        // User and system time are the fields 14 and 15, of which the name is the second.
        fields[11..13]
            .iter()
            .map(|ticks| ticks.parse::<u64>().unwrap())
            .sum()
    }

    /// Waits until it has worked for so many hundredths of a second. With one thread it takes at least so long.
    #[cfg(target_os = "linux")]
    pub fn wait_until_it_thinks(&self, ticks: u64) {
        let before = self.ticks();
        process::wait_until("it has thought", || self.ticks() >= before + ticks);
    }

    /// Waits until it has most likely thought for so long.
    #[cfg(not(target_os = "linux"))]
    pub fn wait_until_it_thinks(&self, ticks: u64) {
        std::thread::sleep(Duration::from_millis(20 * ticks));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads lines on a thread of its own, so that waiting for them can end.
fn lines_of(output: PipeReader) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.read_until(b'\n', &mut line) {
                Ok(length) if length > 0 && sender.send(line).is_ok() => {}
                _ => break,
            }
        }
    });
    receiver
}
