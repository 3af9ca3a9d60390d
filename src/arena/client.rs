//! The Points AI Protocol, version 6, from the side of the client.

use super::process::{EngineProcess, ProcessError};
use crate::board::Move;
use crate::geometry::{Player, Size, parse_number};
use crate::search::StopFlag;
use std::time::{Duration, Instant};

/// An engine that is talked to.
#[derive(Debug)]
pub struct Client {
    process: EngineProcess,
    commands: Vec<String>,
    next_id: u64,
    patience: Duration,
    stop: StopFlag,
}

/// What goes wrong between client and engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The process fails.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The reply is none to the request.
    #[error("{request:?} was answered by {reply:?}")]
    Reply {
        /// What was asked.
        request: String,
        /// What came.
        reply: String,
    },
    /// A line without a request.
    #[error("a line that nobody asked for: {0:?}")]
    Unasked(String),
    /// The engine refuses what it should do.
    #[error("{0:?} was refused")]
    Refused(String),
}

/// What an engine wants to play, as it said it, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Column and row, on the board or not.
    pub place: (u32, u32),
    /// From the request to the reply.
    pub took: Duration,
}

impl Client {
    /// Starts an engine and makes its settings.
    ///
    /// # Errors
    /// If it does not start, answer within `patience`, or take a setting.
    pub fn start(
        command_line: &str,
        options: &[(String, String)],
        patience: Duration,
        stop: StopFlag,
    ) -> Result<Client, ClientError> {
        let process = EngineProcess::start(command_line)?;
        let mut client = Client {
            process,
            commands: Vec::new(),
            next_id: 1,
            patience,
            stop,
        };
        let commands = client.ask("list_commands")?;
        client.commands = commands.split(' ').map(str::to_owned).collect();
        for (name, value) in options {
            client.ask(&format!("set_option {name} {value}"))?;
        }
        Ok(client)
    }

    /// Whether the engine lists a command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If the engine does not confirm it.
    pub fn init(&mut self, size: Size, seed: u64) -> Result<(), ClientError> {
        // Engines read seeds into signed numbers of 64 bits.
        let seed = seed >> 1;
        self.ask(&format!("init {} {} {seed}", size.width(), size.height()))?;
        Ok(())
    }

    /// Tells a move.
    ///
    /// # Errors
    /// If the engine does not confirm it word for word.
    pub fn play(&mut self, made: Move) -> Result<(), ClientError> {
        let arguments = format!("{} {} {}", made.point.x(), made.point.y(), made.player);
        let request = format!("play {arguments}");
        let reply = self.ask(&request)?;
        if reply == arguments {
            Ok(())
        } else {
            Err(ClientError::Reply { request, reply })
        }
    }

    /// Asks for a move of `player` with a request such as `gen_move 0`, and waits for so long.
    ///
    /// # Errors
    /// If there is no reply, or it is no move.
    pub fn choose(
        &mut self,
        request: &str,
        player: Player,
        wait: Duration,
    ) -> Result<Answer, ClientError> {
        let start = Instant::now();
        let reply = self.ask_within(request, wait)?;
        let took = start.elapsed();
        let place = match reply.split(' ').collect::<Vec<_>>()[..] {
            [x, y, colour] if colour == player.to_string() => parse_number(x).zip(parse_number(y)),
            _ => None,
        };
        match place {
            Some(place) => Ok(Answer { place, took }),
            None => Err(ClientError::Reply {
                request: request.to_owned(),
                reply,
            }),
        }
    }

    /// What the engine tells about its last search, if it knows the command.
    ///
    /// # Errors
    /// If it lists the command but does not answer.
    pub fn stats(&mut self) -> Result<Option<String>, ClientError> {
        if self.knows("stats") {
            self.ask("stats").map(Some)
        } else {
            Ok(None)
        }
    }

    /// Sends a request and returns the arguments of the good reply to it.
    ///
    /// # Errors
    /// If the reply is another one, or there is none.
    pub fn ask(&mut self, request: &str) -> Result<String, ClientError> {
        self.ask_within(request, self.patience)
    }

    fn ask_within(&mut self, request: &str, wait: Duration) -> Result<String, ClientError> {
        if let Some(line) = self.process.pending() {
            return Err(ClientError::Unasked(shortened(&line)));
        }
        let id = self.next_id.to_string();
        self.next_id += 1;
        self.process.send(&format!("{id} {request}"))?;
        let reply = self.process.receive(wait, &self.stop)?;
        let command = request.split(' ').next().unwrap_or_default();
        let mut words = reply.splitn(4, ' ');
        let head = [words.next(), words.next(), words.next()];
        if head == [Some("="), Some(id.as_str()), Some(command)] {
            Ok(words.next().unwrap_or_default().to_owned())
        } else if head[..2] == [Some("?"), Some(id.as_str())] {
            Err(ClientError::Refused(request.to_owned()))
        } else {
            Err(ClientError::Reply {
                request: request.to_owned(),
                reply: shortened(&reply),
            })
        }
    }
}

/// The beginning of a line, for messages.
fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}

impl Drop for Client {
    /// Lets the engine go politely, if it is quick about it; it is killed otherwise.
    fn drop(&mut self) {
        let _ = self.process.send(&format!("{} quit", self.next_id));
        self.process.close_input();
        let _ = self.process.wait(Duration::from_millis(100));
    }
}
