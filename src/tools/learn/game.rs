//! Games to learn from, as lines of text. A move may have the visits of the search that chose it.
//!
//! ```text
//! g7 9x9 0 0 0:4,4s 1:5,4s 0:5,5 1:4,5=4,5*31;3,4*9 0:6,4
//! ```
//!
//! A line has a name, the size of the board, two ratings (written as 0, and ignored when read) and the moves. A move is
//! written `player:column,row`. The player is 0 or 1; columns and rows count from 0 at the top left. A final `s` marks
//! a dot of the start position; a final `e` is ignored. After `=` follow the moves that a search tried, separated by
//! `;`, each with `*` and its number of visits. A line that begins with [`REMARK`] is a comment.

use crate::board::{Board, IllegalMove, Move, Rules};
use crate::geometry::{Player, Point, Size, parse_number};
use crate::notation::record::GameRecord;
use crate::notation::sgf::{self, Located, Reading, SgfError, Warning};
use std::fmt;
use std::str::FromStr;

/// The first character of a comment in a file of games.
pub const REMARK: char = '#';

/// A game to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The name of the game, without spaces.
    pub name: String,
    /// The size of the board.
    pub size: Size,
    /// The dots of the start position, then the moves.
    pub moves: Vec<GameMove>,
    /// Whether searches chose the moves and some of them may be recorded. Otherwise nothing is known but the moves.
    pub is_searched: bool,
}

/// A move of a game, or a dot of its start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// The cell and the player.
    pub played: Move,
    /// Whether the move is a dot of the start position, which no player chose.
    pub is_start: bool,
    /// The moves that a search of the position before this move tried, with their numbers of visits. Empty if no search
    /// is recorded.
    pub visits: Vec<(Point, u32)>,
}

/// Why a line cannot be read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The name, the size or a rating is missing, or the size cannot be read.
    #[error("a game begins with its name, the size of the board and two ratings")]
    Head,
    /// This word is no move on a board of this size.
    #[error("{0:?} is no move on this board")]
    Move(String),
    /// The rules do not allow a dot.
    #[error("dot {number} cannot be put: {reason}")]
    Illegal {
        /// The number of the dot in the game, from 1.
        number: usize,
        /// The rule that forbids it.
        reason: IllegalMove,
    },
}

impl FromStr for TrainingGame {
    type Err = GameError;

    fn from_str(line: &str) -> Result<TrainingGame, GameError> {
        let mut words = line.split_ascii_whitespace();
        let mut word = || words.next().ok_or(GameError::Head);
        let name = word()?.to_owned();
        let size: Size = word()?.parse().map_err(|_| GameError::Head)?;
        let _ratings = [word()?, word()?];
        let parse =
            |word: &str| parse_move(word, size).ok_or_else(|| GameError::Move(word.to_owned()));
        let moves = words.map(parse).collect::<Result<Vec<_>, _>>()?;
        replay(size, &moves)?;
        let is_searched = moves.iter().any(|turn| !turn.visits.is_empty());
        Ok(TrainingGame {
            name,
            size,
            moves,
            is_searched,
        })
    }
}

/// Checks that the rules allow all dots of a game.
fn replay(size: Size, moves: &[GameMove]) -> Result<(), GameError> {
    let mut board = Board::new(size);
    for (number, turn) in (1..).zip(moves) {
        let Move { point, player } = turn.played;
        let put = board.try_play(point, player);
        put.map_err(|reason| GameError::Illegal { number, reason })?;
    }
    Ok(())
}

/// Why the games of an SGF file are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A game was played by other rules: suicide is forbidden, or empty bases are captured.
    #[error("game {number} was not played by the usual rules")]
    OtherRules {
        /// The number of the game in the file, from 1.
        number: usize,
    },
    /// The SGF reader warns that a game may be incomplete, has unknown or other rules, or is no game of Points.
    #[error("game {number}: {warning}")]
    Warned {
        /// The number of the game in the file, from 1.
        number: usize,
        /// The warning of the SGF reader, with its place in the file.
        warning: Located<Warning>,
    },
}

/// Reads the main lines of all games of an SGF file. The games are named `sgf1`, `sgf2` ..., and have no visits.
///
/// # Errors
/// If the file is no SGF, or a game is not Points, may be incomplete, or has other rules.
pub fn from_sgf(bytes: &[u8]) -> Result<Vec<TrainingGame>, RecordError> {
    let games = (1..).zip(sgf::parse(bytes)?);
    let game = |(number, reading): (usize, Reading)| {
        let record = &reading.record;
        let warning = reading
            .warnings
            .iter()
            .find(|warning| is_grave(&warning.what));
        match warning {
            Some(warning) => {
                let warning = warning.clone();
                Err(RecordError::Warned { number, warning })
            }
            None if record.rules != Rules::default() => Err(RecordError::OtherRules { number }),
            None => Ok(TrainingGame::of_record(record, number)),
        }
    };
    games.map(game).collect()
}

/// Whether the warning means that the game may be incomplete, may have other rules, or is no game of Points.
fn is_grave(warning: &Warning) -> bool {
    matches!(
        warning,
        Warning::OtherRules(_)
            | Warning::UnknownRules(_)
            | Warning::Misplaced { property: "RU" }
            | Warning::Cut { .. }
            | Warning::NoGame
    )
}

impl TrainingGame {
    fn of_record(record: &GameRecord, number: usize) -> TrainingGame {
        let made = |played, is_start| GameMove {
            played,
            is_start,
            visits: Vec::new(),
        };
        let start = record.start.iter().map(|&dot| made(dot, true));
        let put = record.moves().map(|dot| made(dot, false));
        TrainingGame {
            name: format!("sgf{number}"),
            size: record.size,
            moves: start.chain(put).collect(),
            is_searched: false,
        }
    }

    /// Replays the game. Before each move it calls `found` with the position, the player and the move. It does not do
    /// so for dots of the start position. The replay ends at the first illegal move.
    pub fn for_each_position(&self, mut found: impl FnMut(&mut Board, Player, &GameMove)) {
        let mut board = Board::new(self.size);
        for turn in &self.moves {
            let Move { point, player } = turn.played;
            if !board.is_legal_for(point, player) {
                return;
            }
            if !turn.is_start {
                found(&mut board, player, turn);
            }
            board.play(point, player);
        }
    }
}

fn parse_move(word: &str, size: Size) -> Option<GameMove> {
    let (dot, visits) = word.split_once('=').unwrap_or((word, ""));
    let (player, cell) = dot.split_once(':')?;
    let is_start = cell.ends_with('s');
    let cell = cell.strip_suffix(['s', 'e']).unwrap_or(cell);
    let visit = |text: &str| {
        let (cell, count) = text.split_once('*')?;
        Some((parse_cell(cell, size)?, parse_number(count)?))
    };
    let visits = visits.split(';').filter(|text| !text.is_empty());
    Some(GameMove {
        played: Move {
            point: parse_cell(cell, size)?,
            player: Player::from_index(parse_number(player)?)?,
        },
        is_start,
        visits: visits.map(visit).collect::<Option<_>>()?,
    })
}

fn parse_cell(text: &str, size: Size) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    size.point(parse_number(x)?, parse_number(y)?)
}

impl fmt::Display for TrainingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} 0 0", self.name, self.size)?;
        for GameMove {
            played,
            is_start,
            visits,
        } in &self.moves
        {
            let (x, y) = (played.point.x(), played.point.y());
            let mark = if *is_start { "s" } else { "" };
            write!(f, " {}:{x},{y}{mark}", played.player)?;
            for (number, (point, count)) in visits.iter().enumerate() {
                let sign = if number == 0 { '=' } else { ';' };
                write!(f, "{sign}{},{}*{count}", point.x(), point.y())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        let line = "g7 9x9 0 0 0:4,4s 1:5,4s 0:5,5 1:4,5=4,5*31;3,4*9 0:6,4";
        let game: TrainingGame = line.parse().unwrap();
        assert_eq!(game.to_string(), line);
        assert_eq!(
            game.moves[3].visits,
            [(Point::new(4, 5), 31), (Point::new(3, 4), 9)]
        );
        let marked: TrainingGame = "g7 9x9 0 0 0:4,4s 1:5,4s 0:5,5e".parse().unwrap();
        assert_eq!(marked.moves, game.moves[..3]);
    }

    #[test]
    fn sgf_games_have_no_visits() {
        let sgf = b"(;GM[40]SZ[9]AB[ee]AW[ef];B[ff];W[eg];B[])(;GM[40]SZ[5];W[aa])";
        let games = from_sgf(sgf).unwrap();
        let lines: Vec<String> = games.iter().map(TrainingGame::to_string).collect();
        assert_eq!(
            lines,
            [
                "sgf1 9x9 0 0 0:4,4s 1:4,5s 0:5,5 1:4,6",
                "sgf2 5x5 0 0 1:0,0"
            ]
        );
        assert!(from_sgf(b"(;GM[1]SZ[9])").is_err());
        let refused = |second: &str| {
            let text = format!("(;GM[40]SZ[9])(;{second})");
            from_sgf(text.as_bytes()).unwrap_err()
        };
        let variant = refused("GM[40]SZ[9]RU[Suicide=0]");
        assert_eq!(variant, RecordError::OtherRules { number: 2 });
        for second in [
            "GM[40]SZ[9]RU[MustSurr=0]",
            "GM[40]SZ[9]RU[whatever]",
            "GM[40]SZ[9];B[aa];W[aa]",
            "SZ[9];B[aa]",
        ] {
            let error = refused(second);
            assert!(matches!(error, RecordError::Warned { number: 2, .. }));
        }
    }

    #[test]
    fn malformed_lines_are_refused() {
        for line in ["", "g", "g 9x9 0", "g 0x9 0 0"] {
            assert_eq!(line.parse::<TrainingGame>(), Err(GameError::Head), "{line}");
        }
        for word in [
            "0:9,0",
            "2:1,1",
            "0:1",
            "1,1",
            "0:1,1=",
            "0:1,1=1,1",
            "0:1,1=1,1*-1",
            "0:+1,1",
            "0:1,1se",
        ] {
            let line = format!("g 9x9 0 0 {word}");
            let expected = match word {
                "0:1,1=" => Ok(1),
                _ => Err(GameError::Move(word.to_owned())),
            };
            assert_eq!(
                line.parse().map(|game: TrainingGame| game.moves.len()),
                expected
            );
        }
    }
}
