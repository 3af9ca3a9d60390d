//! The state behind a conversation, whatever its dialect.

use super::{Effort, Interrupts};
use crate::board::{Board, IllegalMove};
use crate::geometry::{Player, Point, Size};
use crate::search::options::{OptionError, Options};
use crate::search::{Engine, Limits, Outcome, Silent};
use std::time::Instant;

/// One game and the engine that plays it.
///
/// Whatever fails leaves the session as it was.
pub struct Session {
    options: Options,
    board: Option<Board>,
    /// There is one whenever there is a board. It is built when a game starts or an option
    /// changes, so that no thinking time goes into it, and what it remembers lasts for a game.
    engine: Option<Box<dyn Engine>>,
    outcome: Option<Outcome>,
    interrupts: Interrupts,
}

/// Why a session refuses what it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// There is no board yet.
    #[error("no game has been started")]
    NoGame,
    /// The point is not on the board.
    #[error("({x}, {y}) is not on the board")]
    NoCell {
        /// Column from 0 at the left.
        x: u32,
        /// Row from 0 at the top.
        y: u32,
    },
    /// No dot may be put there.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// There is no move to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// No cell can be played.
    #[error("no cell can be played")]
    NoMove,
    /// No move has been chosen in this game.
    #[error("no move has been chosen yet")]
    NoSearch,
    /// An option does not exist or does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl Session {
    /// A session without a game.
    pub fn new(options: Options) -> Session {
        Session {
            options,
            board: None,
            engine: None,
            outcome: None,
            interrupts: Interrupts::default(),
        }
    }

    /// The flags by which others end the searches of this session.
    pub fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// Starts a game on an empty board, in place of the last one. The seed becomes the option of
    /// that name; the other options stay.
    pub fn start(&mut self, size: Size, seed: u64) {
        self.options.seed = seed;
        self.board = Some(Board::new(size));
        self.engine = Some(self.options.build());
        self.outcome = None;
    }

    /// The game as it stands.
    ///
    /// # Errors
    /// If none has been started.
    pub fn board(&self) -> Result<&Board, SessionError> {
        self.board.as_ref().ok_or(SessionError::NoGame)
    }

    /// Puts a dot of `player` at column `x` and row `y`, both from 0 at the top left.
    ///
    /// # Errors
    /// If there is no game, no such cell, or the rules forbid it.
    pub fn play(&mut self, x: u32, y: u32, player: Player) -> Result<Point, SessionError> {
        let board = self.board.as_mut().ok_or(SessionError::NoGame)?;
        let point = board.size().point(x, y);
        let point = point.ok_or(SessionError::NoCell { x, y })?;
        board.try_play(point, player)?;
        Ok(point)
    }

    /// Takes the last dot back.
    ///
    /// # Errors
    /// If there is no game or no dot.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        let board = self.board.as_mut().ok_or(SessionError::NoGame)?;
        match board.undo() {
            Some(_) => Ok(()),
            None => Err(SessionError::NothingToUndo),
        }
    }

    /// Chooses a move for `player` without playing it. `start` is when it was asked for.
    ///
    /// # Errors
    /// If there is no game, or no cell can be played.
    pub fn choose(
        &mut self,
        player: Player,
        effort: Effort,
        start: Instant,
    ) -> Result<Point, SessionError> {
        let board = self.board.as_mut().ok_or(SessionError::NoGame)?;
        if board.free().is_empty() {
            return Err(SessionError::NoMove);
        }
        let limits = Limits {
            stop: self.interrupts.stop.clone(),
            ..effort.limits_under(&self.options, start, board)
        };
        let engine = self.engine.as_mut().ok_or(SessionError::NoGame)?;
        let outcome = engine.search(board, player, &limits, &mut Silent);
        log::debug!("{outcome:?}");
        let best = outcome.best.ok_or(SessionError::NoMove)?;
        self.outcome = Some(outcome);
        Ok(best)
    }

    /// What the last search of this game has found.
    ///
    /// # Errors
    /// If there has been none.
    pub fn outcome(&self) -> Result<&Outcome, SessionError> {
        self.outcome.as_ref().ok_or(SessionError::NoSearch)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes an option and returns its value as it is now. The next search goes by it.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<String, SessionError> {
        self.options.set(name, value)?;
        if self.board.is_some() {
            self.engine = Some(self.options.build());
        }
        Ok(self.options.get(name)?)
    }
}
