//! A game: a [`Board`], the player to move, the end of the game, and the score after stopping. Searches use the
//! board alone.

use super::{Board, IllegalMove, Move};
use crate::geometry::{Player, Point};

/// What a player can do in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put a dot on the cell.
    Put(Point),
    /// Stop: give one's own loose dots to the opponent. Then the score decides.
    Ground,
    /// Resign: lose at any score.
    Resign,
}

/// The way a player ends a game before the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The player has stopped and given his loose dots to the opponent. The score decides.
    Ground,
    /// The player has resigned. He loses at any score.
    Resign,
}

impl From<Ending> for Action {
    fn from(ending: Ending) -> Action {
        match ending {
            Ending::Ground => Action::Ground,
            Ending::Resign => Action::Resign,
        }
    }
}

/// The reason why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules forbid the dot.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A player has stopped or resigned.
    #[error("the game is over")]
    GameOver,
}

/// A start position, the moves since, and the way the game has ended.
///
/// ```
/// use tochki::board::{Action, Game};
/// use tochki::{Board, Player, Point, Size};
///
/// let mut game = Game::new(Board::new(Size::new(3, 3)?));
/// game.act(Player::First, Action::Put(Point::new(1, 1)))?;
/// assert_eq!(game.to_move(), Player::Second);
/// game.act(Player::First, Action::Ground)?;
/// assert!(game.is_over());
/// assert_eq!(game.score(Player::Second), 1);
/// assert!(game.act(Player::Second, Action::Put(Point::new(0, 0))).is_err());
/// game.undo();
/// assert_eq!(game.score(Player::Second), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// Number of moves of the board before the first turn.
    start: usize,
    ending: Option<(Player, Ending)>,
}

impl Game {
    /// A game that starts from this position. Moves of the position cannot be undone.
    pub fn new(board: Board) -> Game {
        let start = board.moves().len();
        Game {
            board,
            start,
            ending: None,
        }
    }

    /// The current position. Loose dots that a player has given away by stopping are still on it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of the start position, the oldest first.
    pub fn start(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.board.moves().take(self.start)
    }

    /// The moves since the start, the oldest first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.board.moves().skip(self.start)
    }

    /// The actions of the players since the start, the oldest first.
    pub fn actions(&self) -> impl Iterator<Item = (Player, Action)> + '_ {
        let put = |dot: Move| (dot.player, Action::Put(dot.point));
        let end = self.ending.map(|(player, how)| (player, how.into()));
        self.moves().map(put).chain(end)
    }

    /// The player who has ended the game, and the way he did it. `None` if nobody has.
    pub fn ending(&self) -> Option<(Player, Ending)> {
        self.ending
    }

    /// The player to move: the opponent of the player who moved last, and the first player at the start. Moves of the
    /// other player are allowed too.
    pub fn to_move(&self) -> Player {
        let last = self.moves().last();
        last.map_or(Player::First, |last| last.player.opponent())
    }

    /// Whether a player has ended the game or the board is full.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.board.free().is_empty()
    }

    /// Number of actions that can be undone.
    pub fn turns(&self) -> usize {
        self.moves().len() + usize::from(self.ending.is_some())
    }

    /// Carries out an action of a player.
    ///
    /// # Errors
    /// If the rules forbid the dot, or a player has ended the game. Nothing has changed then.
    pub fn act(&mut self, player: Player, action: Action) -> Result<(), Refused> {
        if self.ending.is_some() {
            return Err(Refused::GameOver);
        }
        match action {
            Action::Put(point) => self.board.try_play(point, player)?,
            Action::Ground => self.ending = Some((player, Ending::Ground)),
            Action::Resign => self.ending = Some((player, Ending::Resign)),
        }
        Ok(())
    }

    /// Undoes the last action. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.turns() == 0 {
            return false;
        }
        if self.ending.take().is_none() {
            self.board.undo();
        }
        true
    }

    /// Number of enemy dots that `player` has captured, after a stop of either player. The loose dots that a player
    /// gives away count as captured, and the enemy dots captured inside them as freed.
    pub fn captured_by(&self, player: Player) -> u32 {
        let captured = self.board.captured_by(player);
        let Some((stopped, Ending::Ground)) = self.ending else {
            return captured;
        };
        let given = self.board.grounding(stopped);
        match stopped == player {
            true => captured - given.captives,
            false => captured + given.loose - given.captives,
        }
    }

    /// The score of `player`: the number of dots he has captured minus the number of dots he has lost.
    pub fn score(&self, player: Player) -> i32 {
        self.captured_by(player) as i32 - self.captured_by(player.opponent()) as i32
    }
}
