//! The JSON objects of replies.

use super::requests::{Turn, Variation};
use crate::board::{Board, Rules};
use crate::geometry::Player;
use crate::notation::record::{GameResult, WonBy};
use crate::protocol::dot::{Colour, Coords, Dot};
use crate::protocol::watch::{GameView, Overview};
use crate::search::connections::Connection;
use crate::search::options::OptionInfo;
use crate::search::{Outcome, variation};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A reply. Id and command are those of the request. The error is `None` if the request was carried out.
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
        moves: Vec<SearchedMove>,
    },
    Analyze {
        moves: Vec<SearchedMove>,
    },
    Decide(Decision),
    Position(Box<PositionReply>),
    Board(Box<BoardView>),
    Importance {
        cells: Vec<Worth>,
    },
    Trajectories {
        ways: Vec<TrajectoryView>,
    },
    Rings {
        rings: Vec<RingView>,
        escapes: Vec<EscapeView>,
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
    /// The fields of a reply to a refused request. Clients of oppai expect these fields in every reply to the command.
    pub fn of_failure(command: Option<&str>) -> Results {
        match command {
            Some("PutPoint" | "PutPoints") => Results::Put { put: false },
            Some("Undo") => Results::Undo { undone: false },
            Some("Analyze") => Results::Analyze { moves: Vec::new() },
            _ => Results::Nothing {},
        }
    }
}

/// A move that the engine has searched, with its results.
#[derive(Serialize)]
pub(super) struct SearchedMove {
    #[serde(skip_serializing_if = "Option::is_none")]
    coords: Option<Coords>,
    /// The weight of the move from 0 to 1: the win rate of the player after it, but not above the weight of the move
    /// before it.
    weight: f64,
    /// Dots that the player will win minus dots that he will lose after this move, as the engine expects.
    gain: i32,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    ms: u128,
    /// The principal variation, both players in turn, beginning with this move.
    line: Vec<Coords>,
    /// The dots of the current position that are captured along the principal variation, of both players.
    captured: Vec<Coords>,
}

impl SearchedMove {
    pub fn new(board: &Board, player: Player, outcome: &Outcome, weight: f64) -> SearchedMove {
        let end = variation::position_after(board, player, &outcome.line);
        let captured = variation::dots_captured(board, &end);
        SearchedMove {
            coords: outcome.best.map(Coords::from),
            weight,
            gain: outcome.value,
            depth: outcome.depth(),
            nodes: outcome.nodes,
            visits: outcome.visits,
            ms: outcome.elapsed.as_millis(),
            line: outcome.line.iter().copied().map(Coords::from).collect(),
            captured: captured.into_iter().map(Coords::from).collect(),
        }
    }
}

/// The action that the engine has chosen for a player.
#[derive(Serialize)]
#[serde(tag = "action")]
pub(super) enum Decision {
    Put { coords: Coords },
    Ground(Close),
    Resign(Close),
}

/// Why the engine ends the game, and its result.
#[derive(Serialize)]
pub(super) struct Close {
    pub reason: CloseReason,
    pub result: Option<ResultView>,
}

/// The reason why the engine ends the game for a player.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CloseReason {
    /// The player wins by grounding, so he grounds.
    Wins,
    /// The opponent could ground and win, so the player resigns.
    Loses,
    /// The rules allow the player no cell, or only cells where his dot would be captured at once. So he grounds.
    NoMove,
}

/// The reply to `Position`: the state of the game, with all its moves.
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
    /// Number of dots captured by red, and by black.
    pub captured: [u32; 2],
    pub status: &'static str,
    /// The player who has grounded or resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<Colour>,
    pub result: Option<ResultView>,
}

/// The reply to `Board`: the data with which a client draws the board.
#[derive(Serialize)]
pub(super) struct BoardView {
    /// The diagram of the cells, with rows separated by `/`.
    pub board: String,
    /// The chains round the territory of both players, without chains inside others.
    pub territory: Vec<TerritoryChain>,
    /// Number of dots captured by red, and by black.
    pub captured: [u32; 2],
    pub status: &'static str,
    /// The loose dots of red, and of black.
    pub loose: [Vec<Coords>; 2],
    /// Number of dots that red, and black, would lose by grounding: loose dots, and enemy dots captured inside them.
    pub cost_of_stopping: [u32; 2],
    /// The player who wins if he grounds now, komi included. `null` if neither does.
    pub wins_by_stopping: Option<Colour>,
    pub result: Option<ResultView>,
}

/// A chain round territory.
#[derive(Serialize)]
pub(super) struct TerritoryChain {
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

/// A trajectory: free cells that capture something if the player takes all of them, with the dots that it captures and
/// those that it frees.
#[derive(Serialize)]
pub(super) struct TrajectoryView {
    pub player: Colour,
    pub cells: Vec<Coords>,
    pub captured: Vec<Coords>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<Coords>,
}

/// A ring of dots round enemy dots. Some of its dots are joined only by virtual or semi-connections.
#[derive(Serialize)]
pub(super) struct RingView {
    /// The player whose dots form the ring.
    pub player: Colour,
    pub links: Vec<LinkView>,
    /// Whether it is proved that the owner captures the dots inside, if he takes the key of a link next where there is
    /// one.
    pub proved: bool,
    /// The live enemy dots inside the ring, once it is closed.
    pub inside: Vec<Coords>,
}

/// A way of loose dots to the edge that the opponent cannot cut. All its links are virtual connections.
#[derive(Serialize)]
pub(super) struct EscapeView {
    /// The player whose dots get to the edge.
    pub player: Colour,
    /// The links in order from the dots to the edge.
    pub links: Vec<LinkView>,
    /// Always true. Clients can treat rings and escapes alike.
    pub proved: bool,
    /// The loose dots that the way joins to the edge.
    pub dots: Vec<Coords>,
}

/// A connection between two groups of dots in a ring or on a way to the edge. A virtual connection holds even if the
/// opponent moves first, a semi-connection only if the owner moves first.
#[derive(Serialize)]
pub(super) struct LinkView {
    /// A pair of dots that it can connect, one of each group. In a ring both groups may be the same one. For a
    /// connection to the edge the second is a cell of the edge.
    pub ends: [Coords; 2],
    /// The free cells that the connection depends on. A move on another cell breaks it only if that encloses a dot of
    /// the owner or one of these cells.
    pub carrier: Vec<Coords>,
    /// The move that turns a semi-connection into a virtual one. `null` for a virtual connection.
    pub key: Option<Coords>,
}

impl LinkView {
    pub fn new(connection: &Connection) -> LinkView {
        let carrier = connection.carrier.iter().copied();
        LinkView {
            ends: connection.ends[0].map(Coords::from),
            carrier: carrier.map(Coords::from).collect(),
            key: connection.key.map(Coords::from),
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
    /// The player who moves first.
    pub first: Colour,
    pub turns: Vec<Turn>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// The names of red and black.
    pub players: [String; 2],
    /// The result in the form of SGF, such as `B+3`. `null` if the record does not tell.
    pub result: Option<String>,
    pub comment: String,
    /// Facts such as the date, by their SGF property, with the rules in the words of the record as `RU`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// Faults of the record that did not prevent reading it.
    pub warnings: Vec<String>,
}

/// The result of a game.
#[derive(Serialize)]
pub(super) struct ResultView {
    /// The winner; `null` for a draw.
    winner: Option<Colour>,
    /// The lead of the winner in dots, komi included. 0 for a draw, `null` if the loser has resigned.
    margin: Option<f64>,
}

impl From<GameResult> for ResultView {
    fn from(result: GameResult) -> ResultView {
        let (winner, margin) = match result {
            GameResult::Draw => (None, Some(0.0)),
            // Only records have these.
            GameResult::Void | GameResult::Unknown => (None, None),
            GameResult::Won { winner, by } => match by {
                WonBy::Dots(dots) => (Some(winner), Some(dots)),
                _ => (Some(winner), None),
            },
        };
        ResultView {
            winner: winner.map(Colour::from),
            margin,
        }
    }
}

/// An option of the engine: its value, the values it takes, its default, and the engines that use it.
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
            engines: option.engines.iter().map(|kind| kind.name()).collect(),
        }
    }
}
