//! The state behind a conversation, whatever its dialect.

use crate::board::{Board, IllegalMove};
use crate::geometry::{Player, Point, Size};

/// One game and the engine that plays it.
///
/// Whatever fails leaves the session as it was.
#[derive(Debug, Default)]
pub struct Session {
    board: Option<Board>,
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
}

impl Session {
    /// A session without a game.
    pub fn new() -> Session {
        Session::default()
    }

    /// Starts a game on an empty board, in place of the last one.
    pub fn start(&mut self, size: Size, _seed: u64) {
        self.board = Some(Board::new(size));
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
        let board = self.board_mut()?;
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
        match self.board_mut()?.undo() {
            Some(_) => Ok(()),
            None => Err(SessionError::NothingToUndo),
        }
    }

    fn board_mut(&mut self) -> Result<&mut Board, SessionError> {
        self.board.as_mut().ok_or(SessionError::NoGame)
    }
}
