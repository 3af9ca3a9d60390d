//! The JSON objects of requests, and the turns that requests and replies have.

use crate::board::Rules;
use crate::notation::record::ErrorClass;
use crate::protocol::dot::{Colour, Coords, Dot};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Reads a number of things. It may be as large on a machine of 32 bits as on others, so that replies are the same. There
/// are never more things than a `usize` can count.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    u64::deserialize(deserializer).map(clamped)
}

/// Reads a number of things that may be left out, as [`count`] does.
fn optional_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    Ok(Option::<u64>::deserialize(deserializer)?.map(clamped))
}

fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A request of a client.
#[derive(Deserialize)]
#[serde(tag = "command", deny_unknown_fields)]
pub(super) enum Request {
    Init(Init),
    PutPoint(Dot),
    PutPoints {
        points: Vec<Dot>,
    },
    Ground {
        player: Colour,
    },
    Resign {
        player: Colour,
    },
    Undo {
        #[serde(default, deserialize_with = "optional_count")]
        count: Option<usize>,
    },
    Analyze(Analyze),
    Decide(Decide),
    Position {},
    Board {},
    Setup(Setup),
    Importance {},
    Trajectories {
        #[serde(deserialize_with = "count")]
        longest: usize,
    },
    Nets {},
    ReadSgf {
        text: String,
        #[serde(default, deserialize_with = "optional_count")]
        game: Option<usize>,
    },
    WriteSgf(WriteSgf),
    Watch(Watched),
    SetOption {
        name: String,
        value: Value,
    },
    Options {
        name: Option<String>,
    },
    About {},
    Stop {},
    Quit {},
}

/// The request for a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Init {
    pub width: u32,
    pub height: u32,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub rules: Rules,
    #[serde(default)]
    pub komi: f64,
    #[serde(default)]
    pub start: Beginning,
}

/// The start dots of a game: a list of dots, or the name of a start position.
pub(super) enum Beginning {
    Dots(Vec<Dot>),
    Named(String),
}

impl Default for Beginning {
    fn default() -> Beginning {
        Beginning::Dots(Vec::new())
    }
}

impl<'de> Deserialize<'de> for Beginning {
    /// Unlike an untagged enum this tells what is wrong with a dot.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Beginning, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) => Ok(Beginning::Named(name)),
            dots @ Value::Array(_) => Vec::deserialize(dots)
                .map(Beginning::Dots)
                .map_err(D::Error::custom),
            _ => Err(D::Error::custom(
                "expected dots or the name of a start position",
            )),
        }
    }
}

/// The request for a new game that begins from a picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// A diagram of the position, with rows separated by `/`.
    pub board: String,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub rules: Rules,
    #[serde(default)]
    pub komi: f64,
}

/// The request for the game as SGF, with texts to add to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteSgf {
    /// The names of red and black. Empty if unknown.
    #[serde(default)]
    pub players: [String; 2],
    /// The comment on the whole game. Empty if there is none.
    #[serde(default)]
    pub comment: String,
    /// Facts such as the date, by their SGF property. `RU` has the rules in the words of the client.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// The comments on the turns, in their order. Turns after the end of the list have none.
    #[serde(default)]
    pub comments: Vec<String>,
    /// How bad the turns are, in their order. Turns after the end of the list are not called bad.
    #[serde(default)]
    pub classes: Vec<Option<ErrorClass>>,
    /// The player to move if the game has no turns. It is not used otherwise.
    pub first: Option<Colour>,
    /// Other ways in which the game might have gone.
    #[serde(default)]
    pub variations: Vec<Variation>,
    /// The result as in SGF, such as `B+R`. It is used only if the game is not over on the board.
    pub result: Option<String>,
    /// The komi of the record. `None` for that of the game.
    pub komi: Option<f64>,
    /// Whether captures name the chains round them.
    #[serde(default)]
    pub chains: bool,
}

/// The request for the best moves of a player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyze {
    pub player: Colour,
    pub constraint: Option<Constraint>,
    /// Number of best moves to report. `None` means one, and all other searched moves unless `live` is set.
    #[serde(default, deserialize_with = "optional_count")]
    pub lines: Option<usize>,
    /// Whether to report during the search too.
    #[serde(default)]
    pub live: bool,
}

/// The request `Watch`: for the state of the match that the program shows, or for one of its games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Watched {
    /// Number of the game, from 1. `None` asks for the state of the match.
    #[serde(default, deserialize_with = "optional_count")]
    pub game: Option<usize>,
    /// Number of moves at the beginning of the game that the client does not need.
    #[serde(default, deserialize_with = "count")]
    pub from: usize,
}

/// The request for the engine to choose an action of a player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decide {
    pub player: Colour,
    pub constraint: Option<Constraint>,
    /// Whether the player puts a dot even if he could ground and win, or should resign. Where any dot of his would be
    /// captured at once, he grounds.
    #[serde(default)]
    pub play_on: bool,
}

/// The limit of a search. `Time` is for this move, in milliseconds. `Complexity` is from 0 to 1, `Level` from 1 to 10.
/// `Clock` has the time left and the increment of a move, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(
    tag = "type",
    content = "value",
    deny_unknown_fields,
    expecting = "a constraint with type and value"
)]
pub(crate) enum Constraint {
    Time(u64),
    Complexity(f64),
    Level(u32),
    Clock(Clock),
}

/// What a clock gives, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a clock with remaining and per_move")]
pub(crate) struct Clock {
    pub remaining: u64,
    pub per_move: u64,
}

/// A turn of a record.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a turn with player and coords")]
pub(super) struct Turn {
    pub player: Colour,
    /// The cell of the dot. `null` if the player grounded or resigned.
    pub coords: Option<Coords>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// How bad the move is. `None` if the record does not call it bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<ErrorClass>,
}

/// Turns that take the place of others.
#[derive(Deserialize, Serialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a variation with line, after and turns"
)]
pub(super) struct Variation {
    /// The line from which it branches off: 0 for the game, `n` for the variation number `n`, counted from 1.
    #[serde(deserialize_with = "count")]
    pub line: usize,
    /// Number of turns of that line before it.
    #[serde(deserialize_with = "count")]
    pub after: usize,
    pub turns: Vec<Turn>,
}
