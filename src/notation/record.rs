//! The record of a game: its start dots, its turns and facts about it. It does not depend on a file format.

mod result;

pub use result::{GameResult, UnknownResult, WonBy};

use crate::board::{Action, Board, Ending, Game, IllegalAction, IllegalMove, Move, Rules};
use crate::geometry::{Player, Point, Size};
use crate::notation::coordinates;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as it was played, with facts about it such as the players' names. The fields are not checked against the
/// rules; the methods that replay the game check the moves.
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
    /// The size of the board.
    pub size: Size,
    /// The dots that are on the board before the first turn, in the order in which they are put.
    pub start: Vec<Move>,
    /// The player to move if there are no turns. Otherwise this means nothing: the player of the first turn moves first.
    pub first: Player,
    /// The actions of the players after the start dots, the oldest first.
    pub turns: Vec<Turn>,
    /// Other ways in which the game might have gone. Each leaves the turns, or a variation before it in the list.
    pub variations: Vec<Variation>,
    /// The names of the first and the second player. A name is empty if it is unknown.
    pub players: [String; 2],
    /// How the game ended. `None` if the record does not tell, or the game has not ended.
    pub result: Option<GameResult>,
    /// Dots added to the score of the second player. It may be a fraction, or negative.
    pub komi: f64,
    /// The rules under which the dots are put when the game is replayed.
    pub rules: Rules,
    /// The rules as text, in the words of the program that wrote the record: the SGF property `RU`. Empty if it names
    /// none.
    pub rules_text: String,
    /// A comment on the whole game. Empty if there is none.
    pub comment: String,
    /// Other facts, from the name of their SGF property to its value: `DT` is the date, `EV` the event. Only those in
    /// [`sgf::FACTS`](super::sgf::FACTS) can be written.
    pub facts: BTreeMap<String, String>,
}

/// One action of one player, with a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player who acted.
    pub player: Player,
    /// What the player did: put a dot, ground or resign.
    pub action: Action,
    /// A comment on the action. Empty if there is none.
    pub comment: String,
    /// How bad the action is in the opinion of the commentator. `None` if he does not call it bad.
    pub class: Option<ErrorClass>,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// A better move would have been worth a little more: `DO` (doubtful) in SGF.
    Inaccuracy,
    /// A better move would have been worth much more: `BM` (bad move) in SGF.
    Mistake,
}

/// Turns that take the place of others, or go on where others end: those of a record, or those of another variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The line of play from which it branches off: 0 for the turns of the record, `n` for variation `n`, from 1.
    pub parent: usize,
    /// Number of turns of that line before the branch. At least 1 if that line is a variation.
    pub after: usize,
    /// The turns from there on, the oldest first. There is at least one.
    pub turns: Vec<Turn>,
}

/// The reason why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The rules do not allow one of the start dots.
    #[error("the start dot at {at} cannot be put: {reason}")]
    Start {
        /// The cell as `x-y`, counted from 1 at the bottom left. `(x, y)` from 0 at the top left if it is off the
        /// board.
        at: String,
        /// The rule that forbids the dot.
        reason: IllegalMove,
    },
    /// The rules do not allow the dot of a turn.
    #[error("move {number} at {at} cannot be played: {reason}")]
    Turn {
        /// Number of the turn, from 1.
        number: usize,
        /// The cell as `x-y`, counted from 1 at the bottom left. `(x, y)` from 0 at the top left if it is off the
        /// board.
        at: String,
        /// The rule that forbids the dot.
        reason: IllegalMove,
    },
    /// A turn follows after a player has grounded or resigned.
    #[error("move {number} comes after the end of the game")]
    AfterEnd {
        /// Number of the turn that comes too late, from 1.
        number: usize,
    },
    /// More turns were asked for than the record has.
    #[error("there is no move {wanted}: the game has {count}")]
    TooShort {
        /// Number of turns that were asked for.
        wanted: usize,
        /// Number of turns in the record.
        count: usize,
    },
}

/// The dots of a game did not all come from moves, because its start position was made from the states of its cells. A
/// record would lack them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game that was set up from a picture has no record")]
pub struct NoRecord;

impl GameRecord {
    /// A record without dots, turns, names and result, with komi 0, the default rules and a board of this size.
    pub fn new(size: Size) -> GameRecord {
        GameRecord {
            size,
            start: Vec::new(),
            first: Player::First,
            turns: Vec::new(),
            variations: Vec::new(),
            players: Default::default(),
            result: None,
            komi: 0.0,
            rules: Rules::default(),
            rules_text: String::new(),
            comment: String::new(),
            facts: BTreeMap::new(),
        }
    }

    /// A record of the moves of a board. The first `start_dots` moves become start dots, the others turns. If the board
    /// has fewer moves, all are start dots. Without turns it is the first player who moves first.
    ///
    /// # Errors
    /// If the board has dots that no move has put.
    pub fn of_board(board: &Board, start_dots: usize) -> Result<GameRecord, NoRecord> {
        let moves: Vec<Move> = board.moves().collect();
        let dots = |player: Player| board.live(player).len() + board.lost_dots(player).len();
        if Player::ALL.into_iter().map(dots).sum::<u32>() as usize != moves.len() {
            return Err(NoRecord);
        }
        let (start, played) = moves.split_at(start_dots.min(moves.len()));
        let turns = played
            .iter()
            .map(|m| Turn::new(m.player, Action::Put(m.point)));
        Ok(GameRecord {
            start: start.to_vec(),
            turns: turns.collect(),
            rules: board.rules(),
            ..GameRecord::new(board.size())
        })
    }

    /// A record of the game so far. Grounding becomes the last turn. Resignation is no turn: it stands in the result
    /// only. The result is `None` if the game is not over.
    ///
    /// # Errors
    /// If the board has dots that no move has put.
    pub fn of_game(game: &Game, komi: f64) -> Result<GameRecord, NoRecord> {
        let mut record = GameRecord::of_board(game.board(), game.start().len())?;
        if let Some((player, Ending::Ground)) = game.ending() {
            record.turns.push(Turn::new(player, Action::Ground));
        }
        if record.turns.is_empty() {
            record.first = game.first();
        }
        record.result = game.result(komi);
        record.komi = komi;
        Ok(record)
    }

    /// Replays the record to a [`Game`] with its end. If no turn ends the game but the result is a resignation, the
    /// loser resigns. Undo on the game takes back turns, but no start dots.
    ///
    /// # Errors
    /// If the rules forbid one of the dots, or a turn comes after grounding or resignation.
    pub fn game(&self) -> Result<Game, ReplayError> {
        let mut game = Game::with_first(self.start_board()?, self.to_move(0));
        let after_end = |index: usize| ReplayError::AfterEnd { number: index + 1 };
        for (index, turn) in self.turns.iter().enumerate() {
            let done = game.act(turn.player, turn.action);
            done.map_err(|refused| match (refused, turn.action) {
                (IllegalAction::IllegalMove(reason), Action::Put(point)) => {
                    self.refused(index, point, reason)
                }
                _ => after_end(index),
            })?;
        }
        if game.ending().is_none()
            && let Some(GameResult::Won { winner, by }) = self.result
            && by == WonBy::Resignation
        {
            let done = game.act(winner.opponent(), Action::Resign);
            done.map_err(|_| after_end(self.turns.len()))?;
        }
        Ok(game)
    }

    /// The position after the start dots and the first `turns` turns. Grounding and resignation are skipped: they do
    /// not change the board. `undo` on the board takes back start dots too.
    ///
    /// # Errors
    /// If the rules forbid one of the dots, or the record has fewer turns.
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

    /// The position after the start dots, before the first turn. `undo` on the board takes them back.
    ///
    /// # Errors
    /// If the rules forbid one of the dots.
    pub fn start_board(&self) -> Result<Board, ReplayError> {
        let mut board = Board::under(self.rules, self.size);
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
    /// If the rules forbid one of the dots.
    pub fn final_board(&self) -> Result<Board, ReplayError> {
        self.board_after(self.turns.len())
    }

    /// The error for a turn that the rules forbid. `index` counts turns from 0; `point` is the cell of its dot.
    pub(super) fn refused(&self, index: usize, point: Point, reason: IllegalMove) -> ReplayError {
        ReplayError::Turn {
            number: index + 1,
            at: self.name(point),
            reason,
        }
    }

    /// The text of a cell for messages: `x-y`, counted from 1 at the bottom left. A cell off the board is written
    /// `(x, y)`, counted from 0 at the top left.
    fn name(&self, point: Point) -> String {
        match self.size.contains(point) {
            true => coordinates::print(point, self.size),
            false => format!("{point:?}"),
        }
    }

    /// The dots put in the turns, the oldest first. Start dots, grounding and resignation are left out.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + '_ {
        self.turns.iter().filter_map(|turn| match turn.action {
            Action::Put(point) => Some(Move {
                point,
                player: turn.player,
            }),
            Action::Ground | Action::Resign => None,
        })
    }

    /// Whether the variation with this index has turns, and branches off a line before it in the list, at a place that
    /// there is. False if there is no such variation.
    pub fn has_place(&self, index: usize) -> bool {
        let Some(Variation {
            parent,
            after,
            turns,
        }) = self.variations.get(index)
        else {
            return false;
        };
        let own = match parent.checked_sub(1) {
            None => Some(&self.turns),
            // Variations that differ in their first turn leave one line at one place. None of them leaves another.
            Some(left) if left < index && *after > 0 => Some(&self.variations[left].turns),
            Some(_) => None,
        };
        !turns.is_empty() && own.is_some_and(|own| *after <= own.len())
    }

    /// The turns of a line from the start of the game: 0 is the line of the record, `n` that of its variation `n`, from 1.
    /// `None` if there is no such variation, or a variation on the way [has no place](GameRecord::has_place).
    pub fn line(&self, number: usize) -> Option<Vec<Turn>> {
        // What each line on the way back to the start adds. `count` is how many of its own turns are played.
        let mut parts = Vec::new();
        let (mut number, mut count) = (number, None);
        while let Some(index) = number.checked_sub(1) {
            if !self.has_place(index) {
                return None;
            }
            let variation = &self.variations[index];
            parts.push(&variation.turns[..count.unwrap_or(variation.turns.len())]);
            (number, count) = (variation.parent, Some(variation.after));
        }
        parts.push(&self.turns[..count.unwrap_or(self.turns.len())]);
        parts.reverse();
        Some(parts.concat())
    }

    /// Keeps the first `turns` turns only, and drops the variations and the result. A record of at most `turns` turns
    /// stays unchanged. The player who moves first stays the same.
    pub fn cut(&mut self, turns: usize) {
        if turns < self.turns.len() {
            if turns == 0 {
                self.first = self.to_move(0);
            }
            self.turns.truncate(turns);
            self.variations.clear();
            self.result = None;
        }
    }

    /// The player to move after the first `turns` turns: the player of the next turn in the record. Without a next turn
    /// it is the opponent of the player of the last one, or [`first`](GameRecord::first) if the record has no turns.
    pub fn to_move(&self, turns: usize) -> Player {
        let before = || turns.checked_sub(1).and_then(|last| self.turns.get(last));
        match self.turns.get(turns) {
            Some(next) => next.player,
            None => before().map_or(self.first, |last| last.player.opponent()),
        }
    }
}

impl Turn {
    /// A turn without a comment, which is not called bad.
    pub fn new(player: Player, action: Action) -> Turn {
        Turn {
            player,
            action,
            comment: String::new(),
            class: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

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
            let record = GameRecord::of_game(&game, komi).unwrap();
            assert_eq!(record.result.unwrap().to_string(), result);
            assert_eq!(record.komi, komi);
            let again = record.game().unwrap();
            assert_eq!(again.ending(), game.ending());
            assert!(again.moves().eq(game.moves()));
            game.undo();
        }
        let mut record = GameRecord::of_game(&game, 0.0).unwrap();
        for action in [Action::Ground, Action::Put(Point::new(2, 2))] {
            record.turns.push(Turn::new(first, action));
        }
        assert_eq!(
            record.game().err(),
            Some(ReplayError::AfterEnd { number: 4 })
        );
    }

    #[test]
    fn a_line_goes_on_from_the_lines_before_it() {
        let put = |x| Turn::new(Player::First, Action::Put(Point::new(x, 0)));
        let variation = |parent, after, x| Variation {
            parent,
            after,
            turns: vec![put(x), put(x + 1)],
        };
        let mut record = GameRecord::new(Size::new(9, 1).unwrap());
        record.turns = vec![put(0), put(1)];
        record.variations = vec![variation(0, 1, 2), variation(1, 1, 4), variation(2, 2, 6)];
        let columns = |number| {
            let moves = record.line(number)?.into_iter().map(|turn| turn.action);
            let column = |action| match action {
                Action::Put(point) => point.x(),
                _ => panic!("{action:?}"),
            };
            Some(moves.map(column).collect::<Vec<_>>())
        };
        assert_eq!(columns(0), Some(vec![0, 1]));
        assert_eq!(columns(1), Some(vec![0, 2, 3]));
        assert_eq!(columns(3), Some(vec![0, 2, 4, 5, 6, 7]));
        assert_eq!(columns(4), None);
        for wrong in [variation(1, 1, 2), variation(0, 3, 2), variation(2, 1, 2)] {
            record.variations[0] = wrong;
            assert_eq!(record.line(3), None);
        }
        record.variations[0] = variation(0, 1, 2);
        record.variations[1].after = 0;
        assert!(record.has_place(0) && !record.has_place(1) && record.has_place(2));
        record.variations[2].turns.clear();
        assert!(!record.has_place(2) && !record.has_place(3));
    }

    #[test]
    fn dots_that_no_move_has_put_have_no_record() {
        let size = Size::new(2, 2).unwrap();
        let dot = |point| match point == Point::new(0, 0) {
            true => Cell::Live(Player::First),
            false => Cell::Open,
        };
        let mut game = Game::new(Board::from_cells(size, dot).unwrap());
        assert_eq!(GameRecord::of_game(&game, 0.0), Err(NoRecord));
        let put = Action::Put(Point::new(1, 1));
        game.act(Player::Second, put).unwrap();
        assert_eq!(GameRecord::of_game(&game, 0.0), Err(NoRecord));
        assert_eq!(GameRecord::of_board(game.board(), 1), Err(NoRecord));
        let empty = Board::from_cells(size, |_| Cell::Open).unwrap();
        assert!(GameRecord::of_board(&empty, 0).is_ok());
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
        record.result = Some(GameResult::Draw);
        record.variations.push(Variation {
            parent: 0,
            after: 1,
            turns: record.turns.clone(),
        });
        record.cut(0);
        assert_eq!(record.to_move(0), Player::Second);
        let game = record.game().unwrap();
        assert_eq!((game.turns(), game.to_move()), (0, Player::Second));
        assert_eq!(GameRecord::of_game(&game, 0.0), Ok(record));
    }
}
