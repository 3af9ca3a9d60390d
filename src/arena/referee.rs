//! One game between two engines, and how it ended.

use super::client::{Client, ClientError};
use super::clock::{Clocks, TimeControl};
use super::openings::Opening;
use super::process::ProcessError;
use crate::board::{Board, Move, Status};
use crate::geometry::{Player, Size};
use crate::notation::record::{Action, GameRecord, GameResult, Margin, Turn};
use crate::notation::sgf::RUSSIAN_RULES;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How a game ended. Everything from [`NoStart`](Ending::NoStart) on loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// No cell is playable.
    Full,
    /// The leader can stop and win.
    Decided,
    /// One side has led by enough dots for long enough.
    Lead,
    /// The limit of moves is reached.
    MoveLimit,
    /// The engine did not start, or ended before the first move.
    NoStart,
    /// The engine ended during the game.
    Crash,
    /// The engine did not answer at all.
    Hang,
    /// The engine answered too late.
    Overrun,
    /// The engine played where no dot can be put.
    IllegalMove,
    /// The engine wrote something that is no answer.
    BadReply,
}

impl Ending {
    /// Whether the game was lost by a fault and not on the board.
    pub fn is_fault(self) -> bool {
        self >= Ending::NoStart
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::Full => "board full",
            Ending::Decided => "decided by grounding",
            Ending::Lead => "decided by lead",
            Ending::MoveLimit => "move limit",
            Ending::NoStart => "did not start",
            Ending::Crash => "crashed",
            Ending::Hang => "hung",
            Ending::Overrun => "overran its time",
            Ending::IllegalMove => "illegal move",
            Ending::BadReply => "bad reply",
        })
    }
}

/// A lead that ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// By so many dots, komi included.
    pub dots: f64,
    /// After so many moves in a row.
    pub moves: u32,
}

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// What an answer may be late.
    pub margin: Duration,
    /// How long an engine may be silent, beyond its time, before it counts as hanging.
    pub patience: Duration,
    /// The game ends after so many moves.
    pub max_moves: Option<u32>,
    /// The game ends by such a lead.
    pub lead: Option<Lead>,
}

/// A game that came to an end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How.
    pub ending: Ending,
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// Dots by which the first player won, komi included; `None` after a fault.
    pub margin: Option<f64>,
    /// What exactly happened, if there is something to say.
    pub detail: String,
    /// The game.
    pub record: GameRecord,
}

/// What a player did wrong, and it cost him the game.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Who.
    pub player: Player,
    /// What.
    pub ending: Ending,
    /// What exactly.
    pub detail: String,
}

/// Why a game does not go on.
enum Stop {
    Fault(Fault),
    CalledOff,
}

/// The fault of a player whose engine could not be started; `None` if the start was called off.
pub fn start_fault(player: Player, error: &ClientError) -> Option<Fault> {
    let ending = match error {
        ClientError::Process(ProcessError::CalledOff) => return None,
        ClientError::Process(ProcessError::Silent(_)) => Ending::Hang,
        ClientError::Process(_) | ClientError::Refused(_) => Ending::NoStart,
        ClientError::Reply { .. } | ClientError::Unasked(_) => Ending::BadReply,
    };
    Some(Fault {
        player,
        ending,
        detail: error.to_string(),
    })
}

/// A game that ended before it began.
pub fn forfeit(terms: &Terms, fault: Fault) -> Finished {
    finish_by_fault(GameRecord::new(terms.size), fault)
}

fn finish_by_fault(mut record: GameRecord, fault: Fault) -> Finished {
    let winner = fault.player.opponent();
    let by = match fault.ending {
        Ending::Overrun | Ending::Hang => Margin::Time,
        _ => Margin::Forfeit,
    };
    record.result = Some(GameResult::Won { winner, by });
    let detail = format!("player {}: {}", fault.player.index() + 1, fault.detail);
    Finished {
        ending: fault.ending,
        winner: Some(winner),
        margin: None,
        detail,
        record,
    }
}

/// Plays a game; `None` if it was called off. The clients are those of the first and the second
/// player.
pub fn play(
    clients: [&mut Client; 2],
    opening: &Opening,
    terms: &Terms,
    controls: [TimeControl; 2],
    seed: u64,
) -> Option<Finished> {
    let mut game = Game {
        clients,
        board: Board::new(terms.size),
        record: GameRecord::new(terms.size),
        terms,
        clocks: controls.map(Clocks::new),
        leading: (0, 0),
    };
    game.record.rules = RUSSIAN_RULES.to_owned();
    game.record.komi = terms.komi;
    match game.run(opening, seed) {
        Ok(ending) => Some(game.finish(ending)),
        Err(Stop::Fault(fault)) => Some(finish_by_fault(game.record, fault)),
        Err(Stop::CalledOff) => None,
    }
}

struct Game<'a> {
    clients: [&'a mut Client; 2],
    board: Board,
    record: GameRecord,
    terms: &'a Terms,
    clocks: [Clocks; 2],
    /// For how many moves in a row which player has had the lead that ends the game.
    leading: (usize, u32),
}

impl Game<'_> {
    fn run(&mut self, opening: &Opening, seed: u64) -> Result<Ending, Stop> {
        for player in Player::ALL {
            self.clients[player.index()]
                .init(self.terms.size, seed)
                .map_err(|error| {
                    start_fault(player, &error).map_or(Stop::CalledOff, Stop::Fault)
                })?;
        }
        for &dot in &opening.dots {
            self.put(dot)?;
            self.record.start.push(dot);
        }
        let mut player = opening.to_move;
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let turn = self.turn(player)?;
            self.record.turns.push(turn);
            player = player.opponent();
        }
    }

    /// Asks for a move, checks it and plays it everywhere.
    fn turn(&mut self, player: Player) -> Result<Turn, Stop> {
        let clock = &mut self.clocks[player.index()];
        let (request, limit) = (clock.request(player), clock.limit(player));
        let latest = limit.map(|limit| limit.saturating_add(self.terms.margin));
        let wait = self
            .terms
            .patience
            .saturating_add(latest.unwrap_or_default());
        let client = &mut self.clients[player.index()];
        let answer = client
            .choose(&request, player, wait)
            .map_err(|error| fault(player, &error))?;
        clock.spend(player, answer.took);
        let fail = |ending, detail| {
            Err(Stop::Fault(Fault {
                player,
                ending,
                detail,
            }))
        };
        if let Some(limit) = limit.filter(|_| latest.is_some_and(|latest| answer.took > latest)) {
            let over = answer.took - limit;
            let detail = format!("{} ms over {} ms", over.as_millis(), limit.as_millis());
            return fail(Ending::Overrun, detail);
        }
        let (x, y) = answer.place;
        let point = self
            .terms
            .size
            .point(x, y)
            .filter(|&point| self.board.is_legal(point));
        let Some(point) = point else {
            return fail(Ending::IllegalMove, format!("{x} {y} cannot be played"));
        };
        let mut comment = format!("{} ms", answer.took.as_millis());
        if let Some(stats) = client.stats().map_err(|error| fault(player, &error))? {
            comment.push(' ');
            comment.push_str(&stats);
        }
        self.put(Move { point, player })?;
        Ok(Turn {
            player,
            action: Action::Put(point),
            comment,
        })
    }

    /// Plays a legal move on our board and tells both engines.
    fn put(&mut self, dot: Move) -> Result<(), Stop> {
        self.board.play(dot.point, dot.player);
        for player in Player::ALL {
            self.clients[player.index()]
                .play(dot)
                .map_err(|error| fault(player, &error))?;
        }
        Ok(())
    }

    /// Dots by which the first player leads, komi included.
    fn margin(&self) -> f64 {
        f64::from(self.board.score(Player::First)) - self.terms.komi
    }

    /// Whether the game is over now.
    fn ending(&mut self) -> Option<Ending> {
        if self.board.status() == Status::Full {
            return Some(Ending::Full);
        }
        if self.decided().is_some() {
            return Some(Ending::Decided);
        }
        if let Some(lead) = self.terms.lead {
            let margin = self.margin();
            let leader = if margin > 0.0 { 0 } else { 1 };
            let moves = match margin.abs() >= lead.dots {
                true if self.leading.0 == leader => self.leading.1 + 1,
                true => 1,
                false => 0,
            };
            self.leading = (leader, moves);
            if moves >= lead.moves.max(1) {
                return Some(Ending::Lead);
            }
        }
        let limit = self
            .terms
            .max_moves
            .is_some_and(|max| self.record.turns.len() >= max as usize);
        limit.then_some(Ending::MoveLimit)
    }

    /// Who can stop and win, and the margin of the first player if he does. It differs from
    /// [`Board::status`] by the komi.
    fn decided(&self) -> Option<(Player, f64)> {
        let margin = self.margin();
        let [first, second] =
            Player::ALL.map(|player| f64::from(self.board.grounding(player).loose));
        if margin - first > 0.0 {
            Some((Player::First, margin - first))
        } else if margin + second < 0.0 {
            Some((Player::Second, margin + second))
        } else {
            None
        }
    }

    fn finish(mut self, ending: Ending) -> Finished {
        let decided = self.decided().filter(|_| ending == Ending::Decided);
        let margin = decided.map_or(self.margin(), |(_, margin)| margin);
        let winner = match margin {
            margin if margin > 0.0 => Some(Player::First),
            margin if margin < 0.0 => Some(Player::Second),
            _ => None,
        };
        let by = match ending {
            Ending::Decided => Margin::Grounding,
            _ => Margin::Dots(margin.abs()),
        };
        self.record.result =
            Some(winner.map_or(GameResult::Draw, |winner| GameResult::Won { winner, by }));
        let record = self.record;
        Finished {
            ending,
            winner,
            margin: Some(margin),
            detail: String::new(),
            record,
        }
    }
}

/// What an error of an engine during the game means.
fn fault(player: Player, error: &ClientError) -> Stop {
    let ending = match error {
        ClientError::Process(ProcessError::CalledOff) => return Stop::CalledOff,
        ClientError::Process(ProcessError::Silent(_)) => Ending::Hang,
        ClientError::Process(_) => Ending::Crash,
        _ => Ending::BadReply,
    };
    Stop::Fault(Fault {
        player,
        ending,
        detail: error.to_string(),
    })
}
