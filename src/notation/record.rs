//! The record of a game, whatever file it came from.

use crate::board::{Action, Board, Ending, Game, IllegalMove, Move, Refused, Rules};
use crate::geometry::{Player, Point, Size, parse_number};
use crate::notation::coordinates;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A game as it was played, with what is known about it.
///
/// ```
/// use tochki::board::Action;
/// use tochki::notation::record::{GameRecord, Turn};
/// use tochki::{Player, Point, Size};
///
/// let mut record = GameRecord::new(Size::new(3, 3)?);
/// record.turns.push(Turn::new(Player::First, Action::Put(Point::new(1, 1))));
/// record.turns.push(Turn::new(Player::First, Action::Ground));
/// let game = record.game()?;
/// assert_eq!(game.score(Player::Second), 1);
/// assert_eq!(game.result(0.0).expect("the game is over").to_string(), "W+1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The board.
    pub size: Size,
    /// The dots that are on the board before the first turn, in the order they are put.
    pub start: Vec<Move>,
    /// What the players did.
    pub turns: Vec<Turn>,
    /// The names of the first and the second player; empty if unknown.
    pub players: [String; 2],
    /// How the game ended, if that is known.
    pub result: Option<GameResult>,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// The rules by which the moves are played.
    pub variant: Rules,
    /// The rules in the words of the program that wrote the record; empty if it says nothing.
    pub rules: String,
    /// A comment on the whole game.
    pub comment: String,
    /// Other facts by their names in SGF, such as `DT` (date) and `EV` (event).
    pub facts: BTreeMap<String, String>,
}

/// What a player did when it was his turn, and what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who did it.
    pub player: Player,
    /// What he did.
    pub action: Action,
    /// A comment; empty if there is none.
    pub comment: String,
}

/// How a game ended. Its text is that of SGF: `0`, `B+16`, `W+R` ...
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// Nobody won.
    Draw,
    /// Somebody won.
    Won {
        /// Who.
        winner: Player,
        /// In which way.
        by: Margin,
    },
}

/// In which way a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// By so many dots, komi included.
    Dots(f64),
    /// By grounding: the winner could stop, or SGF says `G`. A game that was stopped here is won by [`Dots`](Margin::Dots).
    Grounding,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules or did not turn up.
    Forfeit,
    /// It is not said.
    Unknown,
}

/// A turn of a record that the rules refuse, or that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A start dot cannot be put.
    #[error("the start dot at {at} cannot be put: {reason}")]
    Start {
        /// Where, as `x-y`.
        at: String,
        /// Why.
        reason: IllegalMove,
    },
    /// A dot cannot be put.
    #[error("move {number} at {at} cannot be played: {reason}")]
    Turn {
        /// Number of the turn, from 1.
        number: usize,
        /// Where, as `x-y`.
        at: String,
        /// Why.
        reason: IllegalMove,
    },
    /// A turn follows on the end of the game.
    #[error("move {number} comes after the end of the game")]
    AfterEnd {
        /// Number of the turn, from 1.
        number: usize,
    },
    /// The game is shorter.
    #[error("there is no move {wanted}: the game has {count}")]
    TooShort {
        /// How many turns were asked for.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
}

impl GameRecord {
    /// A game of which nothing is known yet.
    pub fn new(size: Size) -> GameRecord {
        GameRecord {
            size,
            start: Vec::new(),
            turns: Vec::new(),
            players: Default::default(),
            result: None,
            komi: 0.0,
            variant: Rules::default(),
            rules: String::new(),
            comment: String::new(),
            facts: BTreeMap::new(),
        }
    }

    /// A record of the moves of a board, the first of which are start dots.
    pub fn of_board(board: &Board, start_dots: usize) -> GameRecord {
        let moves: Vec<Move> = board.moves().collect();
        let (start, played) = moves.split_at(start_dots.min(moves.len()));
        let turns = played
            .iter()
            .map(|m| Turn::new(m.player, Action::Put(m.point)));
        GameRecord {
            start: start.to_vec(),
            turns: turns.collect(),
            variant: board.rules(),
            ..GameRecord::new(board.size())
        }
    }

    /// A record of the game as it stands. That a player has resigned is in the result alone, as
    /// there is no move for it.
    pub fn of_game(game: &Game, komi: f64) -> GameRecord {
        let mut record = GameRecord::of_board(game.board(), game.start().len());
        if let Some((player, Ending::Ground)) = game.ending() {
            record.turns.push(Turn::new(player, Action::Ground));
        }
        record.result = game.result(komi);
        record.komi = komi;
        record
    }

    /// The game with its end. The start dots cannot be taken back.
    ///
    /// # Errors
    /// If the rules refuse one of the dots, or there are turns after the end.
    pub fn game(&self) -> Result<Game, ReplayError> {
        let mut game = Game::new(self.start_board()?);
        let after_end = |index: usize| ReplayError::AfterEnd { number: index + 1 };
        for (index, turn) in self.turns.iter().enumerate() {
            let done = game.act(turn.player, turn.action);
            done.map_err(|refused| match (refused, turn.action) {
                (Refused::IllegalMove(reason), Action::Put(point)) => {
                    self.refused(index, point, reason)
                }
                _ => after_end(index),
            })?;
        }
        if game.ending().is_none()
            && let Some(GameResult::Won { winner, by }) = self.result
            && by == Margin::Resignation
        {
            let done = game.act(winner.opponent(), Action::Resign);
            done.map_err(|_| after_end(self.turns.len()))?;
        }
        Ok(game)
    }

    /// The position after the start dots and so many turns. Both can be taken back as moves.
    ///
    /// # Errors
    /// If the rules refuse one of the dots, or the game has fewer turns.
    pub fn board_after(&self, turns: usize) -> Result<Board, ReplayError> {
        let played = self.turns.get(..turns).ok_or(ReplayError::TooShort {
            wanted: turns,
            count: self.turns.len(),
        })?;
        let mut board = self.start_board()?;
        for (index, turn) in played.iter().enumerate() {
            if let Action::Put(point) = turn.action {
                board
                    .try_play(point, turn.player)
                    .map_err(|reason| self.refused(index, point, reason))?;
            }
        }
        Ok(board)
    }

    /// The position before the first turn. The dots can be taken back as moves.
    ///
    /// # Errors
    /// If the rules refuse one of the dots.
    pub fn start_board(&self) -> Result<Board, ReplayError> {
        let mut board = Board::under(self.variant, self.size);
        for &Move { point, player } in &self.start {
            board
                .try_play(point, player)
                .map_err(|reason| ReplayError::Start {
                    at: self.name(point),
                    reason,
                })?;
        }
        Ok(board)
    }

    /// The position after all turns. Grounding does not change it: the loose dots stay on the board.
    ///
    /// # Errors
    /// If the rules refuse one of the dots.
    pub fn final_board(&self) -> Result<Board, ReplayError> {
        self.board_after(self.turns.len())
    }

    /// Why the turn with this index, a dot at the point, cannot be replayed.
    pub(super) fn refused(&self, index: usize, point: Point, reason: IllegalMove) -> ReplayError {
        ReplayError::Turn {
            number: index + 1,
            at: self.name(point),
            reason,
        }
    }

    /// The point as users see it, even if it is not on the board.
    fn name(&self, point: Point) -> String {
        match self.size.contains(point) {
            true => coordinates::print(point, self.size),
            false => format!("{point:?}"),
        }
    }

    /// The dots that were put since the start, the oldest first.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + '_ {
        self.turns.iter().filter_map(|turn| match turn.action {
            Action::Put(point) => Some(Move {
                point,
                player: turn.player,
            }),
            Action::Ground | Action::Resign => None,
        })
    }

    /// Takes away what comes after so many turns, and the result with it.
    pub fn cut(&mut self, turns: usize) {
        if turns < self.turns.len() {
            self.turns.truncate(turns);
            self.result = None;
        }
    }

    /// Who is to move after so many turns: the one who moved then in the record, or else the
    /// opponent of who moved last, or else the first player.
    pub fn to_move(&self, turns: usize) -> Player {
        let before = || turns.checked_sub(1).and_then(|last| self.turns.get(last));
        match self.turns.get(turns) {
            Some(next) => next.player,
            None => before().map_or(Player::First, |last| last.player.opponent()),
        }
    }
}

impl Turn {
    /// A turn about which nothing is said.
    pub fn new(player: Player, action: Action) -> Turn {
        Turn {
            player,
            action,
            comment: String::new(),
        }
    }
}

impl Game {
    /// How the game has ended, if it has: by resignation, or by the dots of a game that a player has stopped or
    /// that has filled the board. Komi counts for the second player.
    pub fn result(&self, komi: f64) -> Option<GameResult> {
        if let Some((player, Ending::Resign)) = self.ending() {
            return Some(GameResult::Won {
                winner: player.opponent(),
                by: Margin::Resignation,
            });
        }
        self.is_over()
            .then(|| GameResult::by_dots(f64::from(self.score(Player::First)) - komi))
    }
}

impl GameResult {
    /// Who won; `None` is a draw.
    pub fn winner(self) -> Option<Player> {
        match self {
            GameResult::Won { winner, .. } => Some(winner),
            GameResult::Draw => None,
        }
    }

    /// The result of a game in which the first player is so many dots ahead, komi included.
    pub fn by_dots(lead: f64) -> GameResult {
        let winner = match lead {
            lead if lead > 0.0 => Player::First,
            lead if lead < 0.0 => Player::Second,
            _ => return GameResult::Draw,
        };
        let by = Margin::Dots(lead.abs());
        GameResult::Won { winner, by }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameResult::Won { winner, by } = self else {
            return f.write_str("0");
        };
        f.write_str(match winner {
            Player::First => "B+",
            Player::Second => "W+",
        })?;
        match by {
            Margin::Dots(dots) => write!(f, "{dots}"),
            Margin::Grounding => f.write_str("G"),
            Margin::Resignation => f.write_str("R"),
            Margin::Time => f.write_str("T"),
            Margin::Forfeit => f.write_str("F"),
            Margin::Unknown => f.write_str("?"),
        }
    }
}

/// The text is no result of a game. `?` and `Void` are among such texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the result of a game")]
pub struct UnknownResult;

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<GameResult, UnknownResult> {
        let text = text.trim();
        if matches!(text, "0" | "Draw" | "draw") {
            return Ok(GameResult::Draw);
        }
        let (winner, by) = text.split_once('+').ok_or(UnknownResult)?;
        let winner = match winner {
            "B" => Player::First,
            "W" => Player::Second,
            _ => return Err(UnknownResult),
        };
        let by = match by {
            "G" => Margin::Grounding,
            "R" | "Resign" => Margin::Resignation,
            "T" | "Time" => Margin::Time,
            "F" | "Forfeit" => Margin::Forfeit,
            "?" | "" => Margin::Unknown,
            dots => match parse_number(dots) {
                Some(dots) if f64::is_finite(dots) && dots >= 0.0 => Margin::Dots(dots),
                _ => return Err(UnknownResult),
            },
        };
        Ok(GameResult::Won { winner, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        for text in ["0", "B+16", "W+0.5", "B+G", "W+R", "B+T", "W+F", "B+?"] {
            assert_eq!(text.parse::<GameResult>().unwrap().to_string(), text);
        }
        assert_eq!("W+".parse::<GameResult>().unwrap().to_string(), "W+?");
        for text in [
            "", "?", "Void", "B", "X+1", "B+-1", "B+inf", "B+NaN", "B+x", "B++1",
        ] {
            assert_eq!(text.parse::<GameResult>(), Err(UnknownResult));
        }
    }

    #[test]
    fn refused_dots_are_told_as_users_see_them() {
        let mut record = GameRecord::new(Size::new(3, 2).unwrap());
        let put = |x, y| Turn::new(Player::First, Action::Put(Point::new(x, y)));
        record.turns = vec![put(0, 0), put(0, 0)];
        assert_eq!(
            record.final_board().unwrap_err().to_string(),
            "move 2 at 1-2 cannot be played: there is a dot on the cell"
        );
        record.turns = vec![put(7, 0)];
        assert_eq!(
            record.final_board().unwrap_err().to_string(),
            "move 1 at (7, 0) cannot be played: the cell is not on the board"
        );
    }

    #[test]
    fn games_are_kept_with_their_ends() {
        let (first, second) = (Player::First, Player::Second);
        let mut game = Game::new(Board::new(Size::new(3, 3).unwrap()));
        assert_eq!(game.result(0.0), None);
        game.act(first, Action::Put(Point::new(1, 1))).unwrap();
        game.act(second, Action::Put(Point::new(0, 0))).unwrap();
        for (player, how, komi, result) in [
            (first, Action::Ground, 0.0, "W+1"),
            (first, Action::Ground, -1.0, "0"),
            (first, Action::Ground, -1.5, "B+0.5"),
            (second, Action::Ground, 0.0, "0"),
            (first, Action::Resign, 0.0, "W+R"),
            (second, Action::Resign, 9.0, "B+R"),
        ] {
            game.act(player, how).unwrap();
            let record = GameRecord::of_game(&game, komi);
            assert_eq!(record.result.unwrap().to_string(), result);
            let again = record.game().unwrap();
            assert_eq!(again.ending(), game.ending());
            assert!(again.moves().eq(game.moves()));
            game.undo();
        }
        let mut record = GameRecord::of_game(&game, 0.0);
        for action in [Action::Ground, Action::Put(Point::new(2, 2))] {
            record.turns.push(Turn::new(first, action));
        }
        assert_eq!(
            record.game().err(),
            Some(ReplayError::AfterEnd { number: 4 })
        );
    }

    #[test]
    fn the_side_to_move_follows_the_record() {
        let mut record = GameRecord::new(Size::new(3, 1).unwrap());
        assert_eq!(record.to_move(0), Player::First);
        let put = Action::Put(Point::new(0, 0));
        record.turns.push(Turn::new(Player::Second, put));
        assert_eq!(record.to_move(0), Player::Second);
        assert_eq!(record.to_move(1), Player::First);
        assert_eq!(
            record.board_after(2).err(),
            Some(ReplayError::TooShort {
                wanted: 2,
                count: 1
            })
        );
    }
}
