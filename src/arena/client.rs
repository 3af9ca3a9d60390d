//! The client side of the dialects: one interface to engines of every dialect.
//!
//! To add a dialect, write a file `client/NAME.rs` with a type that implements [`Client`], and add a variant to
//! [`Dialect`].

mod connection;
mod gtp;
mod json;
mod v6;

use super::clock::TimeControl;
use super::process::ProcessError;
use crate::board::{Action, Move};
use crate::geometry::{Player, Size};
use crate::search::StopFlag;
use connection::Connection;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The requests of a referee to an engine.
pub trait Client: fmt::Debug + Send {
    /// Begins a game on an empty board. The komi is added to the score of the second player.
    ///
    /// # Errors
    /// If the engine does not confirm it.
    fn begin(&mut self, size: Size, komi: f64, seed: u64) -> Result<(), ClientError>;

    /// Tells the engine a move of either player, even if the engine has chosen it.
    ///
    /// # Errors
    /// If the engine does not confirm it.
    fn play(&mut self, made: Move) -> Result<(), ClientError>;

    /// Asks for a move of `player`. `time` is the time control with the time that is left, and `wait` the longest time
    /// until the reply.
    ///
    /// # Errors
    /// If there is no reply, or it is no move.
    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<Answer, ClientError>;

    /// The engine's evaluation of the position before its last choice; empty if the engine gives none.
    ///
    /// # Errors
    /// If an engine that gives evaluations does not answer.
    fn opinion(&mut self) -> Result<Opinion, ClientError>;
}

/// What goes wrong between client and engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The engine could not be started, has ended, or was silent for too long. Or the wait was called off, which is no fault
    /// of the engine.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The reply does not fit the request.
    #[error("{request:?} was answered by {reply:?}")]
    Reply {
        /// The request.
        request: String,
        /// The beginning of the reply.
        reply: String,
    },
    /// The chosen cell is off the board.
    #[error("{said:?} cannot be played")]
    OffBoard {
        /// The reply of the engine.
        said: String,
        /// Time from the request to the reply.
        took: Duration,
    },
    /// The engine wrote a line without a request.
    #[error("a line that nobody asked for: {0:?}")]
    Unasked(String),
    /// The engine refused a request that it must carry out.
    #[error("{0:?} was refused")]
    Refused(String),
    /// The dialect cannot express the time control or an option. The text is for a person.
    #[error("{0}")]
    Unsupported(String),
}

/// The choice of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The action; `None` if the engine found no move.
    pub action: Option<Action>,
    /// The reply of the engine.
    pub said: String,
    /// Time from the request to the reply.
    pub took: Duration,
}

impl Answer {
    /// The choice of column `x` and row `y`, both counted from 0.
    fn dot(
        size: Size,
        x: u32,
        y: u32,
        said: String,
        took: Duration,
    ) -> Result<Answer, ClientError> {
        let Some(point) = size.point(x, y) else {
            return Err(ClientError::OffBoard { said, took });
        };
        let action = Some(Action::Put(point));
        Ok(Answer { action, said, took })
    }
}

/// The evaluation of a position by an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opinion {
    /// A text of the engine, on one line.
    pub remark: String,
    /// The change of its side's score that the engine expects, in dots.
    pub gain: Option<f64>,
    /// Probability in [0, 1] that its side wins, if it tells.
    pub win: Option<f64>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The Points AI Protocol, version 6.
    #[default]
    V6,
    /// The GTP of KataGoDots.
    Gtp,
    /// The JSON lines of oppai.
    Json,
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        match text {
            "v6" => Ok(Dialect::V6),
            "gtp" => Ok(Dialect::Gtp),
            "json" => Ok(Dialect::Json),
            _ => Err(format!(
                "{text:?} is no dialect: there are v6, gtp and json"
            )),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::V6 => "v6",
            Dialect::Gtp => "gtp",
            Dialect::Json => "json",
        })
    }
}

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The command line that starts it.
    pub command: String,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// Its options, by its own names and values.
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub control: TimeControl,
}

impl Setup {
    /// Starts the engine and sets its options. It has the time `patience` for each reply.
    ///
    /// # Errors
    /// If it does not start, does not answer, or refuses an option.
    pub fn start(
        &self,
        patience: Duration,
        stop: StopFlag,
    ) -> Result<Box<dyn Client>, ClientError> {
        let connection = Connection::open(&self.command, patience, stop)?;
        Ok(match self.dialect {
            Dialect::V6 => Box::new(v6::Engine::start(connection, self)?),
            Dialect::Gtp => Box::new(gtp::Engine::start(connection, self)?),
            Dialect::Json => Box::new(json::Engine::start(connection, self)?),
        })
    }

    /// The error for a time control that the dialect cannot express.
    fn unsupported_control(&self) -> ClientError {
        let (dialect, control) = (self.dialect, self.control);
        ClientError::Unsupported(format!("{dialect} engines cannot be given {control}"))
    }
}
