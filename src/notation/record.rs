//! The record of a game, whatever file it came from.

use crate::board::{Board, IllegalMove, Move};
use crate::geometry::{Player, Point, Size, parse_number};
use crate::notation::coordinates;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A game as it was played, with what is known about it.
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

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a dot.
    Put(Point),
    /// Stop: give all loose dots away and end the game.
    Ground,
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
    /// By grounding: the winner could stop, or did.
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
            rules: String::new(),
            comment: String::new(),
            facts: BTreeMap::new(),
        }
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
        let mut board = Board::new(self.size);
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

    /// The position at the end.
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
        let put = |x, y| Turn {
            player: Player::First,
            action: Action::Put(Point::new(x, y)),
            comment: String::new(),
        };
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
    fn the_side_to_move_follows_the_record() {
        let mut record = GameRecord::new(Size::new(3, 1).unwrap());
        assert_eq!(record.to_move(0), Player::First);
        record.turns.push(Turn {
            player: Player::Second,
            action: Action::Put(Point::new(0, 0)),
            comment: String::new(),
        });
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
