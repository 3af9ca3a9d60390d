//! The client side of the dialects: one interface to engines of every dialect.
//!
//! To add a dialect, write a file `client/NAME.rs` with a type that implements [`Client`], and add a variant to
//! [`DialectKind`].

mod connection;
mod gtp;
mod json;
mod v6;

use super::clock::TimeControl;
use super::process::ProcessError;
use crate::board::{Action, Move, Rules};
use crate::geometry::{Player, Point, Size};
use crate::search::StopFlag;
use connection::{Connection, shortened};
use gtp::GtpClient;
use json::JsonClient;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use v6::V6Client;
pub(super) use v6::chosen_place;

/// An engine process as the referee sees it: the requests that every dialect can express.
pub trait Client: fmt::Debug + Send {
    /// Begins a game on an empty board of this size. The komi is added to the score of the second player. `seed` is for
    /// the random numbers of the engine. A dialect without komi or seed ignores it.
    ///
    /// # Errors
    /// If the engine refuses the board, gives a wrong reply, or does not answer.
    fn begin(&mut self, size: Size, komi: f64, seed: u64) -> Result<(), ClientError>;

    /// Tells the engine a move of either player. A move that the engine has chosen itself is told as well.
    ///
    /// # Errors
    /// If the engine refuses the move, gives a wrong reply, or does not answer.
    fn play(&mut self, made: Move) -> Result<(), ClientError>;

    /// Asks the engine for a move of `player`. `time` is the time control; its clock shows the time that is left.
    /// `wait` is the longest time until the reply.
    ///
    /// # Errors
    /// If there is no reply within `wait`. If the reply is a refusal, does not have the form of the dialect, or names a
    /// cell off the board. Also if the dialect cannot express `time`, or the engine refuses a clock.
    /// [`ClientError::Refused`] is the refusal of the move only.
    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<MoveReply, ClientError>;

    /// The engine's evaluation of the position before its last choice, for the player that it chose for. It is the
    /// default, without text and numbers, if the engine gives none.
    ///
    /// # Errors
    /// If an engine that can give evaluations does not answer, or gives a wrong reply.
    fn evaluation(&mut self) -> Result<Evaluation, ClientError>;
}

/// Why a request to an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The engine could not be started, has ended, or wrote nothing for too long. This variant also stands for a wait
    /// that the user ended, or in which this process was suspended. Both are no faults of the engine.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The engine answered, but not in the form that the request demands.
    #[error("{request:?} was answered by {reply:?}")]
    Reply {
        /// The line that was sent.
        request: String,
        /// The first 80 characters of the reply, or of what is wrong with it.
        reply: String,
    },
    /// The engine answered the first request not in the form of its dialect. It may speak another one.
    #[error("{request:?} was answered by {reply:?}: does it speak {dialect}? See --dialect")]
    OtherDialect {
        /// The line that was sent.
        request: String,
        /// The first 80 characters of the reply, or of what is wrong with it.
        reply: String,
        /// The dialect in which the request was sent.
        dialect: DialectKind,
    },
    /// The engine chose a cell that is off the board.
    #[error("{said:?} cannot be played")]
    OffBoard {
        /// The first 80 characters of the part of the reply that names the cell.
        said: String,
        /// Time from the request to the reply.
        took: Duration,
    },
    /// The engine wrote a line without a request. The text is its first 80 characters.
    #[error("a line that nobody asked for: {0:?}")]
    Unasked(String),
    /// The engine refused a request that it must carry out.
    #[error("{request:?} was refused{}", because(.reason))]
    Refused {
        /// The request.
        request: String,
        /// The first 250 characters of the reason that the engine gave. Empty if it gave none.
        reason: String,
        /// Time from the request to the reply.
        took: Duration,
    },
    /// The dialect cannot express the rules, the time control or an option, or the engine does not know the rules. The
    /// text is for a person.
    #[error("{0}")]
    Unsupported(String),
}

impl ClientError {
    /// Whether a wait for the engine was ended by the user, or this process was suspended in it.
    pub fn is_called_off(&self) -> bool {
        let called_off = [ProcessError::CalledOff, ProcessError::Suspended];
        matches!(self, ClientError::Process(reason) if called_off.contains(reason))
    }

    /// The error for a cell off the board.
    fn off_board(said: &str, took: Duration) -> ClientError {
        ClientError::OffBoard {
            said: shortened(said),
            took,
        }
    }

    /// The same error for the first request in this dialect.
    fn of_first_request(self, dialect: DialectKind) -> ClientError {
        match self {
            ClientError::Reply { request, reply } => ClientError::OtherDialect {
                request,
                reply,
                dialect,
            },
            error => error,
        }
    }
}

/// The end of the sentence that a request was refused.
fn because(reason: &str) -> String {
    match reason {
        "" => String::new(),
        reason => format!(": {reason}"),
    }
}

/// The reply of an engine to the request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReply {
    /// What the engine wants to do: put a dot, ground or resign. `None` if its reply has no move.
    pub action: Option<Action>,
    /// The first 80 characters of the reply, or of the part of it that names the move.
    pub said: String,
    /// Time from the request to the reply.
    pub took: Duration,
}

impl MoveReply {
    fn new(action: Option<Action>, said: &str, took: Duration) -> MoveReply {
        MoveReply {
            action,
            said: shortened(said),
            took,
        }
    }

    /// The reply that puts a dot on this cell. `None` is a cell off the board, which is an error.
    fn dot(point: Option<Point>, said: &str, took: Duration) -> Result<MoveReply, ClientError> {
        match point.map(Action::Put) {
            Some(action) => Ok(MoveReply::new(Some(action), said, took)),
            None => Err(ClientError::off_board(said, took)),
        }
    }
}

/// The evaluation of a position by an engine that moves in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The first 250 characters of the evaluation as text, on one line; empty if there is none.
    pub remark: String,
    /// The change of its own score, in dots, that the engine expects from this position on: positive if it gains.
    /// `None` if the engine does not report it.
    pub gain: Option<f64>,
    /// Probability in [0, 1] that the engine wins, in its own opinion. `None` if it does not report one.
    pub win: Option<f64>,
}

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DialectKind {
    /// The Points AI Protocol, version 6.
    #[default]
    V6,
    /// The Go Text Protocol with the commands and coordinates of KataGoDots.
    Gtp,
    /// The JSON lines of oppai.
    Json,
}

/// The text is not the name of a dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no dialect: there are v6, gtp and json")]
pub struct UnknownDialect(String);

impl FromStr for DialectKind {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<DialectKind, UnknownDialect> {
        match text {
            "v6" => Ok(DialectKind::V6),
            "gtp" => Ok(DialectKind::Gtp),
            "json" => Ok(DialectKind::Json),
            _ => Err(UnknownDialect(text.to_owned())),
        }
    }
}

impl fmt::Display for DialectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DialectKind::V6 => "v6",
            DialectKind::Gtp => "gtp",
            DialectKind::Json => "json",
        })
    }
}

/// How an engine is started, and its settings in every game.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// The command line that starts the engine.
    pub command: String,
    /// The protocol that the engine speaks.
    pub dialect: DialectKind,
    /// Its options, as pairs of name and value that the engine understands. They go into lines of the protocol unchecked:
    /// they have no line feed and at most some thousand bytes.
    pub options: Vec<(String, String)>,
    /// Its time control at the beginning of a game.
    pub control: TimeControl,
}

impl EngineSetup {
    /// Starts the engine and sets its options. It will play by `rules` on boards of this `size` in all games. `patience`
    /// is the longest wait for a reply that needs no search. Raising `stop` ends every wait.
    ///
    /// # Errors
    /// If the engine does not start, does not answer, does not know the rules, or refuses an option, or if its dialect
    /// cannot express the rules, the options or the time control. With JSON lines also if it refuses the board. Also if
    /// `stop` is raised.
    pub fn start(
        &self,
        rules: Rules,
        size: Size,
        patience: Duration,
        stop: StopFlag,
    ) -> Result<Box<dyn Client>, ClientError> {
        self.check_rules(rules)?;
        let connection = Connection::open(&self.command, patience, stop)?;
        Ok(match self.dialect {
            DialectKind::V6 => Box::new(V6Client::start(connection, self)?),
            DialectKind::Gtp => Box::new(GtpClient::start(connection, self, rules)?),
            DialectKind::Json => Box::new(JsonClient::start(connection, self, rules, size)?),
        })
    }

    /// Checks that the dialect can express these rules. Version 6 has no words for other rules than the usual ones.
    fn check_rules(&self, rules: Rules) -> Result<(), ClientError> {
        match self.dialect {
            DialectKind::V6 if rules != Rules::default() => Err(ClientError::Unsupported(format!(
                "v6 engines cannot be told the rules {rules}: gtp and json engines can"
            ))),
            DialectKind::V6 | DialectKind::Gtp | DialectKind::Json => Ok(()),
        }
    }

    /// The option by which the engine is told its time control, and the value. `None` if it is told in another way.
    pub fn control_option(&self) -> Option<(&'static str, String)> {
        match (self.dialect, self.control) {
            (DialectKind::V6, TimeControl::Nodes(nodes)) => Some(("nodes", nodes.to_string())),
            (DialectKind::Gtp, TimeControl::Nodes(nodes)) => Some(("maxVisits", nodes.to_string())),
            (DialectKind::Gtp, TimeControl::PerMove(time)) => {
                Some(("maxTime", time.as_secs_f64().to_string()))
            }
            _ => None,
        }
    }

    /// The error for a time control that the dialect cannot express.
    fn unsupported_control(&self) -> ClientError {
        let (dialect, control) = (self.dialect, self.control);
        ClientError::Unsupported(format!("{dialect} engines cannot be given {control}"))
    }
}
