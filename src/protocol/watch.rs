//! Games that others play, for clients that look on.

use super::dot::{Colour, Dot};
use crate::board::Move;
use crate::geometry::Player;
use serde::{Serialize, Serializer};

/// Where games can be watched.
pub trait Watch: Send + Sync {
    /// The match, and the games that can be watched.
    fn overview(&self) -> Overview;

    /// The game of this number, from 1, with its moves but the first `from`; `None` if there is none.
    fn game(&self, number: usize, from: usize) -> Option<GameView>;
}

/// A match as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Overview {
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineView>,
    /// Games that are finished.
    pub finished: usize,
    /// Games in all; `None` if that is not known.
    pub total: Option<usize>,
    /// The results of every two engines that have played.
    pub standings: Vec<Standing>,
    /// The games that can be watched: those that run, then those that ended last.
    pub games: Vec<Summary>,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineView {
    /// What it is called.
    pub name: String,
    /// Its time control, in words.
    pub time: String,
}

/// The results of two engines, from the side of the first one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The engines, counted from 0.
    pub engines: [usize; 2],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Elo difference; `None` if it is infinite or unknown.
    pub elo: Option<f64>,
    /// The 95 % interval of the Elo difference; `None` if it is unknown.
    pub interval: Option<[f64; 2]>,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It does.
    Running,
    /// It has come to its end.
    Finished,
    /// The match was ended before the game, which will be played again.
    BrokenOff,
}

/// A game in a few words. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its number, from 1.
    pub game: usize,
    /// The names of the first and the second player.
    pub players: [String; 2],
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of moves so far.
    pub moves: usize,
    /// Whether it goes on.
    pub state: State,
    /// Whose turn it is.
    #[serde(serialize_with = "colour")]
    pub to_move: Player,
    /// What each player has for his next move, when it begins; `None` without a limit.
    pub left: [Option<u64>; 2],
    /// How long ago the last move was made.
    pub since: u64,
    /// Dots by which the engine that moved last expects the first player to win, komi included.
    pub lead: Option<f64>,
    /// How it ended.
    pub result: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    #[serde(serialize_with = "colour_or_null")]
    pub winner: Option<Player>,
    /// By how many dots; `None` after a fault or a resignation.
    pub margin: Option<f64>,
    /// In which way, in words.
    pub ending: String,
}

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The game in a few words.
    pub summary: Summary,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// The dots before the first move.
    #[serde(serialize_with = "dots")]
    pub start: Vec<Move>,
    /// Number of moves that are left out.
    pub from: usize,
    /// The moves after them.
    pub moves: Vec<MoveView>,
}

/// A move. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MoveView {
    /// The dot.
    #[serde(flatten, serialize_with = "dot")]
    pub dot: Move,
    /// How long it was thought about.
    pub ms: u64,
    /// What the player has for his next move; `None` without a limit.
    pub left: Option<u64>,
    /// Dots by which the engine expects the first player to win, komi included, if it tells.
    pub lead: Option<f64>,
    /// Probability in [0, 1] that the first player wins, if the engine tells.
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
