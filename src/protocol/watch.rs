//! Games that clients can watch while others play them.

use super::dot::{Colour, Dot};
use crate::board::{Move, Rules};
use crate::geometry::Player;
use serde::{Deserialize, Serialize, Serializer};

/// A match whose games clients can watch.
pub trait Watch: Send + Sync {
    /// The state of the match, with a summary of each game that can be watched.
    fn overview(&self) -> Overview;

    /// The game with this number, counted from 1. Its first `from` moves are left out. `None` if there is no such game,
    /// or it is not kept.
    fn game(&self, number: usize, from: usize) -> Option<GameView>;
}

/// The state of a match. All fields are empty, 0 or `None` if there is no match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Overview {
    /// The engines that play, in the order of the command line.
    pub engines: Vec<EngineView>,
    /// Number of games that have a result.
    pub finished: usize,
    /// Number of games that the match will have. `None` if that is not known.
    pub total: Option<usize>,
    /// The results of each pair of engines that have played each other.
    pub standings: Vec<PairingResults>,
    /// The games that can be watched. Running games come first, by number. The others follow, the one that ended last
    /// first.
    pub games: Vec<GameSummary>,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineView {
    /// The name of the engine.
    pub name: String,
    /// The time control of the engine, in words.
    pub time: String,
}

/// The results of two engines against each other, from the side of the first one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingResults {
    /// The indices of the two engines in the list of the match, from 0.
    pub engines: [usize; 2],
    /// Number of games that the first engine won.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of games that the first engine lost.
    pub losses: u64,
    /// Elo of the first engine minus Elo of the second. `None` if it is infinite or unknown.
    pub elo: Option<f64>,
    /// Lower and upper end of the 95 % interval of the Elo difference; `None` for an end that is infinite. `None` if the
    /// interval is unknown.
    pub interval: Option<[Option<f64>; 2]>,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// The game is being played.
    Running,
    /// The game has a result.
    Finished,
    /// The match was interrupted during the game. The game will be played again.
    BrokenOff,
}

/// The data of a game without its moves. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSummary {
    /// Number of the game, from 1.
    pub game: usize,
    /// The names of the first and the second player. A name is empty if it is unknown.
    pub players: [String; 2],
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of dots that were put after the start position.
    pub moves: usize,
    /// Whether the game is being played, is finished or was interrupted.
    pub state: GameState,
    /// The player to move. In a finished game, the player who would be.
    #[serde(serialize_with = "colour")]
    pub to_move: Player,
    /// The time that each player has for his next move, when that move begins. `None` without a time limit.
    pub left: [Option<u64>; 2],
    /// Time since the last move, or since the beginning of a game without moves.
    pub since: u64,
    /// The lead in dots by which the engine that moved last expects the first player to win, komi included. Negative if
    /// it expects the second player to win. `None` if there is no move, or the engine does not report it.
    pub lead: Option<f64>,
    /// The result. `None` if the game is not finished.
    pub result: Option<ResultView>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultView {
    /// The winner. `None` is a draw.
    #[serde(serialize_with = "colour_or_null")]
    pub winner: Option<Player>,
    /// The lead of the winner in dots. `None` if the dots did not decide, as after a fault or a resignation.
    pub margin: Option<f64>,
    /// How the game ended, in words.
    pub ending: String,
    /// The same for programs, as in the journal of the match: `move-limit`.
    pub code: String,
}

/// A game with its moves, for a client that may already know the first ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The data of the game without its moves.
    pub summary: GameSummary,
    /// The variant of the rules.
    pub rules: Rules,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// The dots of the start position, in the order in which they were put.
    #[serde(serialize_with = "dots")]
    pub start: Vec<Move>,
    /// Number of moves at the beginning that `moves` leaves out.
    pub from: usize,
    /// The moves after the first `from` ones, the oldest first.
    pub moves: Vec<MoveView>,
}

/// A move of a game that is watched. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MoveView {
    /// The dot that was put.
    #[serde(flatten, serialize_with = "dot")]
    pub dot: Move,
    /// Time that the player took for the move.
    pub ms: u64,
    /// The time that the player has for his next move. `None` without a time limit.
    pub left: Option<u64>,
    /// The lead in dots by which the engine expects the first player to win, komi included. `None` if it does not
    /// report one.
    pub lead: Option<f64>,
    /// Probability in [0, 1] that the first player wins, by the engine that moved. `None` if it does not report one.
    pub win: Option<f64>,
}

fn dot<S: Serializer>(dot: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    Dot::from(*dot).serialize(serializer)
}

fn dots<S: Serializer>(dots: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(dots.iter().copied().map(Dot::from))
}

fn colour<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    Colour::from(*player).serialize(serializer)
}

fn colour_or_null<S: Serializer>(
    player: &Option<Player>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    player.map(Colour::from).serialize(serializer)
}
