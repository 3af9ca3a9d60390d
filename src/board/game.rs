//! A game: a [`Board`], the player to move, the end of the game, and the score after grounding. Searches use the board
//! alone.

use super::{Board, IllegalMove, Move};
use crate::geometry::{Player, Point};

/// What a player can do in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put a dot on the cell.
    Put(Point),
    /// Ground, or stop: give one's own loose dots to the opponent. The game ends, and the score decides.
    Ground,
    /// Resign: the game ends, and the opponent wins at any score.
    Resign,
}

/// The way a player ends a game before the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The player has grounded: his loose dots go to the opponent, and the score decides.
    Ground,
    /// The player has resigned: the opponent wins at any score.
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
pub enum IllegalAction {
    /// The rules forbid the dot.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A player has already grounded or resigned.
    #[error("the game is over")]
    GameOver,
}

/// A start position, the moves since then, and the way the game has ended.
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
    /// Number of moves on the board that belong to the start position. They cannot be undone.
    start: usize,
    /// The player to move before the first move.
    first: Player,
    ending: Option<(Player, Ending)>,
}

impl Game {
    /// A game that starts from this position, with the first player to move. The moves that the board already has
    /// cannot be undone.
    pub fn new(board: Board) -> Game {
        Game::with_first(board, Player::First)
    }

    /// A game that starts from this position, with `first` to move. The moves that the board already has cannot be
    /// undone.
    pub fn with_first(board: Board, first: Player) -> Game {
        let start = board.moves().len();
        Game {
            board,
            start,
            first,
            ending: None,
        }
    }

    /// The current position. Loose dots that a player has given away by grounding are still on it as live dots.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of the start position, the oldest first. Empty if the board had no moves.
    pub fn start(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.board.moves().take(self.start)
    }

    /// The moves since the start position, the oldest first. Grounding and resignation are not moves.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.board.moves().skip(self.start)
    }

    /// The actions of the players since the start position, the oldest first. Grounding or resignation comes last.
    pub fn actions(&self) -> impl Iterator<Item = (Player, Action)> + '_ {
        let put = |dot: Move| (dot.player, Action::Put(dot.point));
        let end = self.ending.map(|(player, how)| (player, how.into()));
        self.moves().map(put).chain(end)
    }

    /// The player who has grounded or resigned, and which of the two. `None` if nobody has, even if the board is full.
    pub fn ending(&self) -> Option<(Player, Ending)> {
        self.ending
    }

    /// The player to move in the start position.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The player to move: the opponent of the player who moved last, or [`first`](Game::first) before the first move.
    /// Moves of the other player are allowed too. After the end of the game the answer means nothing.
    pub fn to_move(&self) -> Player {
        let last = self.moves().next_back();
        last.map_or(self.first, |last| last.player.opponent())
    }

    /// Whether a player has grounded or resigned, or no cell is playable.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.board.free().is_empty()
    }

    /// Number of actions that can be undone: the moves since the start position, and grounding or resignation.
    pub fn turns(&self) -> usize {
        self.moves().len() + usize::from(self.ending.is_some())
    }

    /// Carries out an action of a player: a dot, grounding or resignation. A full board refuses dots only.
    ///
    /// # Errors
    /// If the rules forbid the dot, or a player has grounded or resigned. Nothing has changed then.
    pub fn act(&mut self, player: Player, action: Action) -> Result<(), IllegalAction> {
        if self.ending.is_some() {
            return Err(IllegalAction::GameOver);
        }
        match action {
            Action::Put(point) => self.board.try_play(point, player)?,
            Action::Ground => self.ending = Some((player, Ending::Ground)),
            Action::Resign => self.ending = Some((player, Ending::Resign)),
        }
        Ok(())
    }

    /// Undoes the last action. Returns `false` if there was none since the start position.
    pub fn undo(&mut self) -> bool {
        if self.turns() == 0 {
            return false;
        }
        if self.ending.take().is_none() {
            self.board.undo();
        }
        true
    }

    /// Number of enemy dots that `player` has captured. If a player has grounded, his loose dots count as captured, and
    /// the enemy dots captured inside them as freed.
    pub fn captured_by(&self, player: Player) -> u32 {
        let captured = self.board.captured_by(player);
        let Some((grounded_player, Ending::Ground)) = self.ending else {
            return captured;
        };
        let given = self.board.grounding(grounded_player);
        match grounded_player == player {
            true => captured - given.captives,
            false => captured + given.cost - given.captives,
        }
    }

    /// The score of `player`: the dots he has captured minus the dots he has lost. If a player has grounded, his loose
    /// dots count as lost. Komi is not counted.
    pub fn score(&self, player: Player) -> i32 {
        self.captured_by(player) as i32 - self.captured_by(player.opponent()) as i32
    }
}
