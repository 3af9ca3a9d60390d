//! One game between two engines, and how it ended.

use super::agreement::{Agreement, Lead};
use super::client::{Choice, Client, ClientError};
use super::clock::TimeControl;
use super::ending::Ending;
use super::openings::Opening;
use super::process::ProcessError;
use crate::board::{Board, Cell, Move};
use crate::geometry::{Player, Size};
use crate::notation::record::{Action, GameRecord, GameResult, Margin, Turn};
use crate::notation::sgf::RUSSIAN_RULES;
use std::time::Duration;

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
    /// The game ends by such a lead, if both engines see it.
    pub lead: Option<Lead>,
}

/// A game that came to an end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How.
    pub ending: Ending,
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// Dots by which the first player won, komi included; `None` if nobody can tell, after a fault
    /// or a resignation.
    pub margin: Option<f64>,
    /// What exactly happened, if there is something to say.
    pub detail: String,
    /// How many moves the engines made.
    pub moves: usize,
    /// The most dots that the first and the second player lost to one dot; `None` after a fault.
    pub losses: Option<[u32; 2]>,
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
        ClientError::Process(_)
        | ClientError::Refused(_)
        | ClientError::Wordless { .. }
        | ClientError::NoOptions { .. } => Ending::NoStart,
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
    finish_by_fault(new_record(terms), fault)
}

/// The record of a game without turns.
fn new_record(terms: &Terms) -> GameRecord {
    GameRecord {
        rules: RUSSIAN_RULES.to_owned(),
        komi: terms.komi,
        ..GameRecord::new(terms.size)
    }
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
        moves: record.moves().count(),
        losses: None,
        record,
    }
}

/// Plays a game; `None` if it was called off. The clients are those of the first and the second
/// player.
pub fn play<'a>(
    clients: [&'a mut dyn Client; 2],
    opening: &Opening,
    terms: &'a Terms,
    controls: [TimeControl; 2],
    seed: u64,
) -> Option<Finished> {
    let mut game = Game {
        clients,
        board: Board::new(terms.size),
        record: new_record(terms),
        terms,
        clocks: controls,
        agreement: terms.lead.map(Agreement::new),
        start: Board::new(terms.size),
    };
    match game.run(opening, seed) {
        Ok(end) => Some(game.finish(end)),
        Err(Stop::Fault(fault)) => Some(finish_by_fault(game.record, fault)),
        Err(Stop::CalledOff) => None,
    }
}

/// How a game ended that nobody lost by a fault.
struct End {
    ending: Ending,
    result: GameResult,
    /// Of the first player, if there is one.
    margin: Option<f64>,
}

impl End {
    /// The same, but won, unless it is drawn, in this way.
    fn won_by(self, by: Margin) -> End {
        let won = |winner| GameResult::Won { winner, by };
        End {
            result: self.result.winner().map_or(GameResult::Draw, won),
            ..self
        }
    }
}

struct Game<'a> {
    clients: [&'a mut dyn Client; 2],
    board: Board,
    record: GameRecord,
    terms: &'a Terms,
    /// What is left of the time.
    clocks: [TimeControl; 2],
    agreement: Option<Agreement>,
    /// The position after the opening.
    start: Board,
}

impl Game<'_> {
    fn run(&mut self, opening: &Opening, seed: u64) -> Result<End, Stop> {
        for player in Player::ALL {
            self.clients[player.index()]
                .begin(self.terms.size, self.terms.komi, seed)
                .map_err(|error| {
                    start_fault(player, &error).map_or(Stop::CalledOff, Stop::Fault)
                })?;
        }
        for &dot in &opening.dots {
            self.put(dot)?;
            self.record.start.push(dot);
        }
        self.start.clone_from(&self.board);
        let mut player = opening.to_move;
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            if let Some(end) = self.turn(player)? {
                return Ok(end);
            }
            player = player.opponent();
        }
    }

    /// Asks for a move, checks it and plays it everywhere; a choice that is no dot ends the game.
    fn turn(&mut self, player: Player) -> Result<Option<End>, Stop> {
        let clock = &mut self.clocks[player.index()];
        let limit = clock.limit();
        let latest = limit.map(|limit| limit.saturating_add(self.terms.margin));
        let wait = self
            .terms
            .patience
            .saturating_add(latest.unwrap_or_default());
        let client = &mut self.clients[player.index()];
        let answer = client
            .choose(player, *clock, wait)
            .map_err(|error| fault(player, &error))?;
        clock.spend(answer.took);
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
        let took = format!("{} ms", answer.took.as_millis());
        let point = match answer.choice {
            Choice::Put(point) => point.filter(|&point| self.board.is_legal(point)),
            Choice::Ground => return Ok(Some(self.stopped(player, took))),
            Choice::Resign => return Ok(Some(resigned(player))),
            Choice::Nothing if self.has_empty_bases_only() => {
                return Ok(Some(by_dots(Ending::NoMove, self.margin())));
            }
            Choice::Nothing => {
                let detail = format!("no move in {:?}", answer.said);
                return fail(Ending::BadReply, detail);
            }
        };
        let Some(point) = point else {
            return fail(
                Ending::IllegalMove,
                format!("{:?} cannot be played", answer.said),
            );
        };
        self.make(Move { point, player }, took)?;
        Ok(None)
    }

    /// Plays a move that an engine has chosen, and enters it with what the engine says about it.
    fn make(&mut self, made: Move, mut comment: String) -> Result<(), Stop> {
        let player = made.player;
        let opinion = self.clients[player.index()]
            .opinion()
            .map_err(|error| fault(player, &error))?;
        if !opinion.remark.is_empty() {
            comment.push(' ');
            comment.push_str(&opinion.remark);
        }
        // The gain counts from before the move.
        let sign = [1.0, -1.0][player.index()];
        let expected = opinion.gain.map(|gain| self.margin() + sign * gain);
        self.put(made)?;
        let seen = expected.unwrap_or(self.margin());
        if let Some(agreement) = &mut self.agreement {
            agreement.hear(player, seen);
        }
        self.record.turns.push(Turn {
            player,
            action: Action::Put(made.point),
            comment,
        });
        Ok(())
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

    /// How the game has ended, if it has.
    fn end(&self) -> Option<End> {
        if self.board.free().is_empty() {
            return Some(by_dots(Ending::Full, self.margin()));
        }
        if let Some(margin) = self.decided() {
            return Some(by_dots(Ending::Decided, margin).won_by(Margin::Grounding));
        }
        // The loser resigns, as it were: the board does not show the margin yet.
        if let Some(margin) = self.agreement.as_ref().and_then(Agreement::margin) {
            return Some(by_dots(Ending::Lead, margin).won_by(Margin::Resignation));
        }
        let is_last = |most| self.record.turns.len() >= most as usize;
        let limit = self.terms.max_moves.is_some_and(is_last);
        limit.then(|| by_dots(Ending::MoveLimit, self.margin()))
    }

    /// Whether all cells that can be played are in empty bases, where some engines never play.
    fn has_empty_bases_only(&self) -> bool {
        let mut cells = self.board.free().iter();
        cells.all(|point| matches!(self.board.cell(point), Cell::EmptyBase(_)))
    }

    /// The margin of the first player if one side can stop and win.
    fn decided(&self) -> Option<f64> {
        let winner = self.board.winner_by_stopping(self.terms.komi)?;
        Some(self.margin_if_stopped(winner))
    }

    /// The margin of the first player if this player stops and gives his loose dots away.
    fn margin_if_stopped(&self, player: Player) -> f64 {
        f64::from(self.board.score_after_stop(Player::First, player)) - self.terms.komi
    }

    fn stopped(&mut self, player: Player, comment: String) -> End {
        self.record.turns.push(Turn {
            player,
            action: Action::Ground,
            comment,
        });
        by_dots(Ending::Stopped, self.margin_if_stopped(player))
    }

    fn finish(mut self, end: End) -> Finished {
        self.record.result = Some(end.result);
        Finished {
            ending: end.ending,
            winner: end.result.winner(),
            margin: end.margin,
            detail: String::new(),
            moves: self.record.moves().count(),
            losses: Some(self.board.largest_losses_since(&self.start).map(u32::from)),
            record: self.record,
        }
    }
}

/// The end of a game that the first player won by so many dots, or lost if that is negative.
fn by_dots(ending: Ending, margin: f64) -> End {
    End {
        ending,
        result: GameResult::by_dots(margin),
        margin: Some(margin),
    }
}

fn resigned(loser: Player) -> End {
    End {
        ending: Ending::Resigned,
        result: GameResult::Won {
            winner: loser.opponent(),
            by: Margin::Resignation,
        },
        margin: None,
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
