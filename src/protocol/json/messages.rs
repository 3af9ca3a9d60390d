//! The JSON objects of requests and replies.

use crate::board::{Board, Rules};
use crate::geometry::{Player, Point};
use crate::notation::record::{GameResult, Margin};
use crate::protocol::dot::{Colour, Coords, Dot};
use crate::protocol::watch::{GameView, Overview};
use crate::search::nets::Link;
use crate::search::options::OptionInfo;
use crate::search::{Outcome, variation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request of a client.
#[derive(Deserialize)]
#[serde(tag = "command", deny_unknown_fields)]
pub(super) enum Request {
    Init(Init),
    PutPoint(Dot),
    PutPoints { points: Vec<Dot> },
    Ground { player: Colour },
    Resign { player: Colour },
    Undo { count: Option<usize> },
    Analyze(Analyze),
    Decide(Decide),
    Position {},
    Board {},
    Setup(Setup),
    Importance {},
    Trajectories { longest: usize },
    Nets {},
    ReadSgf { text: String },
    WriteSgf(WriteSgf),
    Watch(Watched),
    SetOption { name: String, value: Value },
    Options { name: Option<String> },
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

/// The position before the first turn: dots, or the name of a start position.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected dots or the name of a start position")]
pub(super) enum Beginning {
    Dots(Vec<Dot>),
    Named(String),
}

impl Default for Beginning {
    fn default() -> Beginning {
        Beginning::Dots(Vec::new())
    }
}

/// The request for a game that begins from a picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// A diagram whose rows are separated by `/`.
    pub board: String,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub rules: Rules,
    #[serde(default)]
    pub komi: f64,
}

/// The texts in an SGF record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteSgf {
    /// The names of red and black.
    #[serde(default)]
    pub players: [String; 2],
    /// The comment on the whole game.
    #[serde(default)]
    pub comment: String,
    /// The comments on the turns, in their order.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The result as SGF has it, of a game that is not over on the board.
    pub result: Option<String>,
}

/// The request for the best moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyze {
    pub player: Colour,
    pub constraint: Option<Constraint>,
    /// Number of best moves to report.
    pub lines: Option<usize>,
    /// Whether to report during the search.
    #[serde(default)]
    pub live: bool,
}

/// A match that is watched, or one of its games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Watched {
    /// Number of the game, from 1.
    pub game: Option<usize>,
    /// Number of moves that are left out.
    #[serde(default)]
    pub from: usize,
}

/// The request for the engine's turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decide {
    pub player: Colour,
    pub constraint: Option<Constraint>,
    /// Whether the player puts a dot even if he could ground and win, or should resign.
    #[serde(default)]
    pub play_on: bool,
}

/// The limit of a search. Times are in milliseconds. A complexity is from 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(tag = "type", content = "value", deny_unknown_fields)]
pub(crate) enum Constraint {
    Time(u64),
    Complexity(f64),
    Clock { remaining: u64, per_move: u64 },
}

/// A reply: the fields of every reply, and the results.
#[derive(Serialize)]
pub(super) struct Reply<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<&'a str>,
    #[serde(flatten)]
    pub results: Results,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The fields of a reply that depend on the command.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Results {
    Nothing {},
    Put {
        put: bool,
    },
    Undo {
        undone: bool,
    },
    Live {
        live: bool,
        moves: Vec<Candidate>,
    },
    Analyze {
        moves: Vec<Candidate>,
    },
    Decide(Decision),
    Position(Box<PositionReply>),
    Board(Box<BoardView>),
    Importance {
        cells: Vec<Worth>,
    },
    Trajectories {
        ways: Vec<Way>,
    },
    Nets {
        rings: Vec<Net>,
    },
    ReadSgf {
        games: Vec<Record>,
    },
    WriteSgf {
        sgf: String,
    },
    Watch(Box<Overview>),
    WatchGame(Box<GameView>),
    SetOption {
        name: String,
        value: String,
    },
    Options {
        options: Vec<OptionLine>,
    },
    About {
        name: &'static str,
        version: &'static str,
        license: &'static str,
        commands: Vec<&'static str>,
    },
}

impl Results {
    /// The fields of a reply with an error. Clients of oppai expect these in every reply to the command.
    pub fn of_failure(command: Option<&str>) -> Results {
        match command {
            Some("PutPoint" | "PutPoints") => Results::Put { put: false },
            Some("Undo") => Results::Undo { undone: false },
            Some("Analyze") => Results::Analyze { moves: Vec::new() },
            _ => Results::Nothing {},
        }
    }
}

/// A move that the engine has searched.
#[derive(Serialize)]
pub(super) struct Candidate {
    #[serde(skip_serializing_if = "Option::is_none")]
    coords: Option<Coords>,
    /// Probability from 0 to 1 that the player wins after this move.
    weight: f64,
    /// Expected change of the player's score, in dots.
    gain: i32,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    ms: u128,
    /// The principal variation, of both players in turn. A pass is `null`.
    line: Vec<Option<Coords>>,
    /// The dots of the current position that are captured at the end of the principal variation.
    captured: Vec<Coords>,
}

impl Candidate {
    pub fn new(board: &Board, player: Player, outcome: &Outcome, weight: f64) -> Candidate {
        let coords = |point: &Option<Point>| point.map(Coords::from);
        let end = variation::position_after(board, player, &outcome.line);
        let captured = variation::dots_captured(board, &end);
        Candidate {
            coords: coords(&outcome.best),
            weight,
            gain: outcome.value,
            depth: outcome.depth(),
            nodes: outcome.nodes,
            visits: outcome.visits,
            ms: outcome.elapsed.as_millis(),
            line: outcome.line.iter().map(coords).collect(),
            captured: captured.into_iter().map(Coords::from).collect(),
        }
    }
}

/// The action of a player in his turn.
#[derive(Serialize)]
#[serde(tag = "action")]
pub(super) enum Decision {
    Put { coords: Coords },
    Ground(Close),
    Resign(Close),
}

/// The end of a game by a player, with its result.
#[derive(Serialize)]
pub(super) struct Close {
    pub reason: Reason,
    pub result: Option<Verdict>,
}

/// Why a player ends the game.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reason {
    /// He wins by grounding.
    Wins,
    /// The opponent could ground and win.
    Loses,
    /// The rules allow him no cell.
    NoMove,
}

/// The state of the game, with all its moves.
#[derive(Serialize)]
pub(super) struct PositionReply {
    pub width: u32,
    pub height: u32,
    pub rules: Rules,
    pub komi: f64,
    pub start: Vec<Dot>,
    pub moves: Vec<Dot>,
    /// The diagram of the cells, with rows separated by `/`.
    pub board: String,
    /// Numbers of dots captured by red and by black.
    pub captured: [u32; 2],
    pub status: &'static str,
    pub result: Option<Verdict>,
}

/// The data with which a client draws the board.
#[derive(Serialize)]
pub(super) struct BoardView {
    /// The diagram of the cells, with rows separated by `/`.
    pub board: String,
    /// The chains round the territory of both players.
    pub territory: Vec<Enclosure>,
    /// Numbers of dots captured by red and by black.
    pub captured: [u32; 2],
    pub status: &'static str,
    /// The live dots of red and of black that are not connected to the edge.
    pub loose: [Vec<Coords>; 2],
    /// The dots that stopping costs red and black: the loose ones, and those captured inside them.
    pub cost_of_stopping: [u32; 2],
    /// The player who wins if he grounds now.
    pub wins_by_stopping: Option<Colour>,
    pub result: Option<Verdict>,
}

/// A chain round territory.
#[derive(Serialize)]
pub(super) struct Enclosure {
    pub player: Colour,
    pub chain: Vec<Coords>,
}

/// A cell and its importance.
#[derive(Serialize)]
pub(super) struct Worth {
    pub coords: Coords,
    /// Importance from 0 to 1, where 1 is that of the most important cell.
    pub value: f64,
}

/// A trajectory, with the dots that it captures.
#[derive(Serialize)]
pub(super) struct Way {
    pub player: Colour,
    pub cells: Vec<Coords>,
    pub captured: Vec<Coords>,
}

/// A ring of links that is not closed yet.
#[derive(Serialize)]
pub(super) struct Net {
    /// The player whose dots form the ring.
    pub player: Colour,
    pub links: Vec<NetLink>,
    /// The enemy dots inside the ring.
    pub inside: Vec<Coords>,
}

/// A link of a ring: a virtual connection, which holds even if the opponent moves first, or a semi-connection, which
/// holds if its owner moves first.
#[derive(Serialize)]
pub(super) struct NetLink {
    /// A dot of each of the two groups, or a cell of the edge.
    pub ends: [Coords; 2],
    /// The free cells that the connection needs.
    pub carrier: Vec<Coords>,
    /// The first move of a semi-connection; `null` for a virtual connection.
    pub key: Option<Coords>,
}

impl NetLink {
    pub fn new(link: &Link) -> NetLink {
        NetLink {
            ends: link.ends[0].map(Coords::from),
            carrier: link.carrier.iter().copied().map(Coords::from).collect(),
            key: link.key.map(Coords::from),
        }
    }
}

/// A game that was read from SGF.
#[derive(Serialize)]
pub(super) struct Record {
    pub width: u32,
    pub height: u32,
    pub rules: Rules,
    pub komi: f64,
    pub start: Vec<Dot>,
    pub turns: Vec<Turn>,
    /// The names of red and black.
    pub players: [String; 2],
    /// The result in the form of SGF, such as `B+3`.
    pub result: Option<String>,
    pub comment: String,
    /// Faults of the record that did not prevent reading it.
    pub warnings: Vec<String>,
}

/// A turn of a record.
#[derive(Serialize)]
pub(super) struct Turn {
    pub player: Colour,
    /// The cell; `null` if the player ends the game.
    pub coords: Option<Coords>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// The result of a game.
#[derive(Serialize)]
pub(super) struct Verdict {
    /// The winner; `null` for a draw.
    winner: Option<Colour>,
    /// The margin in dots, komi included; `null` if the loser has resigned.
    margin: Option<f64>,
}

impl From<GameResult> for Verdict {
    fn from(result: GameResult) -> Verdict {
        let (winner, margin) = match result {
            GameResult::Draw => (None, Some(0.0)),
            GameResult::Won { winner, by } => match by {
                Margin::Dots(dots) => (Some(winner), Some(dots)),
                _ => (Some(winner), None),
            },
        };
        Verdict {
            winner: winner.map(Colour::from),
            margin,
        }
    }
}

/// An option of the engine, with its value and its allowed values.
#[derive(Serialize)]
pub(super) struct OptionLine {
    name: &'static str,
    value: String,
    takes: String,
    default: String,
    engines: Vec<&'static str>,
}

impl From<OptionInfo> for OptionLine {
    fn from(option: OptionInfo) -> OptionLine {
        OptionLine {
            name: option.name,
            value: option.value,
            takes: option.kind.to_string(),
            default: option.default,
            engines: option.listeners.iter().map(|kind| kind.name()).collect(),
        }
    }
}
