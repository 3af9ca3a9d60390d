//! An engine that is talked to, in whatever dialect it speaks.
//!
//! To add a dialect: a file `client/NAME.rs` with a type that is a [`Client`], and a variant of
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

/// What a referee needs of an engine.
pub trait Client: fmt::Debug + Send {
    /// Begins a game on an empty board; the komi is added to the score of the second player.
    ///
    /// # Errors
    /// If the engine does not confirm it.
    fn begin(&mut self, size: Size, komi: f64, seed: u64) -> Result<(), ClientError>;

    /// Tells a move, be it one that the engine has chosen or another one.
    ///
    /// # Errors
    /// If the engine does not confirm it.
    fn play(&mut self, made: Move) -> Result<(), ClientError>;

    /// Asks for a move of `player` and waits for so long. Of a game with a clock, `time` has what
    /// is left.
    ///
    /// # Errors
    /// If there is no reply, or it is no move.
    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<Answer, ClientError>;

    /// What the engine says about its last choice.
    ///
    /// # Errors
    /// If it does not answer though it should.
    fn opinion(&mut self) -> Result<Opinion, ClientError>;
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
    /// The chosen cell is off the board.
    #[error("{said:?} cannot be played")]
    OffBoard {
        /// The words of the engine.
        said: String,
        /// From the request to the reply.
        took: Duration,
    },
    /// A line without a request.
    #[error("a line that nobody asked for: {0:?}")]
    Unasked(String),
    /// The engine refuses a request that it has to carry out.
    #[error("{0:?} was refused")]
    Refused(String),
    /// The dialect cannot express the time control.
    #[error("{dialect} engines cannot be given {control}")]
    Unsupported {
        /// The dialect.
        dialect: Dialect,
        /// How long the engine should think.
        control: TimeControl,
    },
    /// The dialect has no settings.
    #[error("{dialect} engines take no setting such as {name}: set them on their command line")]
    NoOptions {
        /// The dialect.
        dialect: Dialect,
        /// The first setting.
        name: String,
    },
}

/// What an engine wants to do, as it said it, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it wants; `None` if it knows no move.
    pub action: Option<Action>,
    /// The words of the engine.
    pub said: String,
    /// From the request to the reply.
    pub took: Duration,
}

impl Answer {
    /// A dot in column `x` and row `y`, both counted from 0.
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

/// What an engine says about its choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opinion {
    /// In its own words, on one line.
    pub remark: String,
    /// The dots that it expects its side to win from here on, less those to be lost.
    pub gain: Option<f64>,
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

/// No such dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no dialect: there are v6, gtp and json")]
pub struct UnknownDialect(String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Dialect, UnknownDialect> {
        match text {
            "v6" => Ok(Dialect::V6),
            "gtp" => Ok(Dialect::Gtp),
            "json" => Ok(Dialect::Json),
            _ => Err(UnknownDialect(text.to_owned())),
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

/// How an engine is started and set.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How it is started.
    pub command: String,
    /// What it speaks.
    pub dialect: Dialect,
    /// Its settings, by its own names for them.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub control: TimeControl,
}

impl Setup {
    /// Starts the engine and makes its settings.
    ///
    /// # Errors
    /// If it does not start, answer within `patience`, or take a setting.
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
}
