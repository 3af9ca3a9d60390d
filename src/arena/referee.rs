//! The referee of one game between two engines, with our own board.

use super::agreement::{Agreement, LeadRule};
use super::client::{Client, ClientError, MoveReply};
use super::clock::{Clock, TimeControl};
use super::openings::Opening;
use super::process::ProcessError;
use super::termination::Termination;
use crate::board::{Action, Board, Cell, Move, Rules};
use crate::geometry::{Player, Size};
use crate::notation::record::{GameRecord, GameResult, Turn, WonBy};
use crate::notation::sgf::RuleSet;
use std::time::Duration;

/// The rules and limits of every game of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The variant of the rules.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
    /// Dots added to the score of the second player.
    pub komi: f64,
    /// How much later than its time limit a move may arrive without losing the game. On the clock of a game lateness
    /// adds up.
    pub time_margin: Duration,
    /// Longest wait for a reply that needs no search. For a move, the time limit and `time_margin` come on top. An
    /// engine that is silent for longer has lost by hanging.
    pub patience: Duration,
    /// Number of moves of the engines after which a game ends, scored as the board stands; `None` for no limit.
    pub max_moves: Option<u32>,
    /// Condition that ends a game early, when both engines expect the same winner; `None` if games do not end so.
    pub lead_rule: Option<LeadRule>,
}

/// The result of a finished game, with its record.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How the game ended.
    pub ending: Termination,
    /// The winner; `None` if the game was drawn.
    pub winner: Option<Player>,
    /// Dots by which the first player won, komi included; negative if he lost. If both engines agreed on a winner
    /// early, it is the number that they expected. `None` if the game ended by a fault of an engine or a resignation.
    pub margin: Option<f64>,
    /// Details of the ending for a person; may be empty.
    pub detail: String,
    /// Number of dots that the engines put, without the start position.
    pub moves: usize,
    /// Most dots that the first and the second player lost by one move; `None` if a fault of an engine ended the game.
    pub largest_losses: Option<[u32; 2]>,
    /// The record of the game. The comment of a move has its time and the evaluation of the engine.
    pub record: GameRecord,
}

/// Why the referee stops a game.
enum Stop {
    /// The game has ended and has a result.
    Over(End),
    /// The match has ended, or the referee was suspended. So the game has no result.
    CalledOff,
}

/// How a game ended, and its result.
struct End {
    ending: Termination,
    result: GameResult,
    /// Dots by which the first player won, komi included; negative if he lost. `None` after a fault or a resignation.
    margin: Option<f64>,
    detail: String,
}

/// What an error of the engine of `player` leads to: its loss, or no result if the game was called off.
fn failed(player: Player, error: &ClientError) -> Stop {
    if error.is_called_off() {
        return Stop::CalledOff;
    }
    let ending = match error {
        ClientError::Process(ProcessError::Silent(_)) => Termination::Hang,
        ClientError::Process(_) => Termination::Crash,
        ClientError::OffBoard { .. } => Termination::IllegalMove,
        _ => Termination::BadReply,
    };
    fault(player, ending, &error.to_string())
}

/// The end of a game that `player` loses by a fault of his engine. `detail` describes the fault for a person.
fn fault(player: Player, ending: Termination, detail: &str) -> Stop {
    let winner = player.opponent();
    let by = match ending {
        Termination::Overrun | Termination::Hang => WonBy::Time,
        _ => WonBy::Forfeit,
    };
    Stop::Over(End {
        ending,
        result: GameResult::Won { winner, by },
        margin: None,
        detail: format!("player {}: {detail}", player.index() + 1),
    })
}

/// The end of a game with a score: the first player won by `margin` dots, komi included, or lost if that is negative.
/// At 0 it is a draw.
fn by_dots(ending: Termination, margin: f64) -> End {
    End {
        ending,
        result: GameResult::by_dots(margin),
        margin: Some(margin),
        detail: String::new(),
    }
}

/// An empty record with the board size, rules and komi of the match.
fn new_record(terms: &Terms) -> GameRecord {
    GameRecord {
        rules: terms.rules,
        rules_text: RuleSet::text(terms.rules),
        komi: terms.komi,
        ..GameRecord::new(terms.size)
    }
}

fn finish(mut record: GameRecord, largest_losses: Option<[u32; 2]>, end: End) -> Finished {
    record.result = Some(end.result);
    Finished {
        ending: end.ending,
        winner: end.result.winner(),
        margin: end.margin,
        detail: end.detail,
        moves: record.moves().count(),
        largest_losses,
        record,
    }
}

/// A move that an engine has made.
#[derive(Clone, Copy, Debug)]
pub struct EngineMove {
    /// The dot that the engine put.
    pub dot: Move,
    /// Time from the request to the reply of the engine.
    pub took: Duration,
    /// Time limit of the next move of this player: a fixed time, or all the time on his clock. `None` without a limit.
    pub left: Option<Duration>,
    /// Dots by which the engine expects the first player to win, komi included; negative if it expects him to lose.
    /// `None` if the engine does not report it.
    pub lead: Option<f64>,
    /// Probability in [0, 1] that the first player wins, as the engine estimates it. `None` if the engine does not
    /// report it.
    pub win: Option<f64>,
}

/// Plays a game and calls `tell` after every move. `clients` and `controls` are the engines and time controls of the
/// first and the second player. Both engines have begun the game. Returns `None` if the game was called off: the match
/// ended, or this process was suspended.
pub fn play<'a>(
    clients: [&'a mut dyn Client; 2],
    opening: &Opening,
    terms: &'a Terms,
    controls: [TimeControl; 2],
    tell: &'a mut dyn FnMut(EngineMove),
) -> Option<Finished> {
    let mut referee = Referee {
        clients,
        board: Board::under(terms.rules, terms.size),
        record: new_record(terms),
        terms,
        clocks: controls.map(Clock::new),
        agreement: terms.lead_rule.map(Agreement::new),
        start: Board::under(terms.rules, terms.size),
        tell,
    };
    match referee.run(opening) {
        Stop::Over(end) => {
            let losses = || referee.board.largest_losses_since(&referee.start);
            let losses = (!end.ending.is_fault()).then(|| losses().map(u32::from));
            Some(finish(referee.record, losses, end))
        }
        Stop::CalledOff => None,
    }
}

impl End {
    /// Replaces the way in which the winner won, which the record tells. A draw stays a draw.
    fn won_by(self, by: WonBy) -> End {
        let won = |winner| GameResult::Won { winner, by };
        End {
            result: self.result.winner().map_or(GameResult::Draw, won),
            ..self
        }
    }
}

/// Whether every playable cell is in an empty base. Some engines never play there.
fn has_empty_bases_only(board: &Board) -> bool {
    let mut cells = board.free().iter();
    cells.all(|point| matches!(board.cell(point), Cell::EmptyBase(_)))
}

struct Referee<'a> {
    clients: [&'a mut dyn Client; 2],
    board: Board,
    record: GameRecord,
    terms: &'a Terms,
    /// The times of both players.
    clocks: [Clock; 2],
    agreement: Option<Agreement>,
    /// The position after the dots of the opening.
    start: Board,
    /// Called after every move.
    tell: &'a mut dyn FnMut(EngineMove),
}

impl Referee<'_> {
    fn run(&mut self, opening: &Opening) -> Stop {
        let mut player = opening.to_move;
        let mut turn = self.open(opening);
        loop {
            if let Err(stop) = turn {
                return stop;
            }
            if let Some(end) = self.end() {
                return Stop::Over(end);
            }
            turn = self.turn(player);
            player = player.opponent();
        }
    }

    /// Puts the dots of the opening in both engines and on our board.
    fn open(&mut self, opening: &Opening) -> Result<(), Stop> {
        self.record.first = opening.to_move;
        for &dot in &opening.dots {
            self.record.start.push(dot);
            self.put(dot)?;
        }
        self.start.clone_from(&self.board);
        Ok(())
    }

    /// Asks the engine of `player` for an action and carries it out. A dot returns `Ok` and the game goes on. Grounding,
    /// resignation and faults of the engine, such as a late answer, end the game.
    fn turn(&mut self, player: Player) -> Result<(), Stop> {
        let clock = &mut self.clocks[player.index()];
        let limit = clock.control.limit();
        let longest = clock.longest_wait(self.terms.time_margin);
        let wait = self
            .terms
            .patience
            .saturating_add(longest.unwrap_or_default());
        let client = &mut self.clients[player.index()];
        let reply = client.choose(player, clock.control, wait);
        // A move off the board and a refusal use time as well. If they are also late, the game ends by the overrun.
        let took = match &reply {
            Ok(MoveReply { took, .. })
            | Err(ClientError::OffBoard { took, .. } | ClientError::Refused { took, .. }) => *took,
            Err(error) => return Err(failed(player, error)),
        };
        clock.spend(took);
        if let Some((limit, longest)) = limit.zip(longest).filter(|&(_, longest)| took > longest) {
            // On a clock, the moves before may have been late, too.
            let over = took - longest + self.terms.time_margin;
            let detail = format!("{} ms over {} ms", over.as_millis(), limit.as_millis());
            return Err(fault(player, Termination::Overrun, &detail));
        }
        match reply {
            Ok(reply) => self.carry_out(player, &reply),
            // An engine that finds no move may refuse the request, as version 6 demands.
            Err(ClientError::Refused { .. }) if has_empty_bases_only(&self.board) => {
                Err(self.no_move(player))
            }
            Err(error) => Err(failed(player, &error)),
        }
    }

    /// Checks the reply of the engine of `player`, which came in time, and carries it out.
    fn carry_out(&mut self, player: Player, reply: &MoveReply) -> Result<(), Stop> {
        let said = &reply.said;
        let comment = format!("{} ms", reply.took.as_millis());
        Err(match reply.action {
            Some(Action::Put(point)) if self.board.is_legal_for(point, player) => {
                return self.make(Move { point, player }, reply.took, comment);
            }
            Some(Action::Put(_)) => {
                let detail = format!("{said:?} cannot be played");
                fault(player, Termination::IllegalMove, &detail)
            }
            Some(Action::Ground) => Stop::Over(self.grounded(player, comment)),
            Some(Action::Resign) => Stop::Over(End {
                ending: Termination::Resigned,
                result: GameResult::Won {
                    winner: player.opponent(),
                    by: WonBy::Resignation,
                },
                margin: None,
                detail: String::new(),
            }),
            None if has_empty_bases_only(&self.board) => self.no_move(player),
            None => {
                let detail = format!("no move in {said:?}");
                fault(player, Termination::BadReply, &detail)
            }
        })
    }

    /// Asks an engine for the evaluation of its legal move, records both, and plays the move. `comment` is the beginning
    /// of the comment in the record.
    fn make(&mut self, made: Move, took: Duration, mut comment: String) -> Result<(), Stop> {
        let player = made.player;
        let evaluation = self.clients[player.index()]
            .evaluation()
            .map_err(|error| failed(player, &error))?;
        if !evaluation.remark.is_empty() {
            comment.push(' ');
            comment.push_str(&evaluation.remark);
        }
        // The engine gives the change of its own score from the position before the move on.
        let sign = [1.0, -1.0][player.index()];
        let expected = evaluation.gain.map(|gain| self.margin() + sign * gain);
        // What no board of this size can have says nothing.
        let most = f64::from(self.board.size().area());
        let expected = expected.filter(|lead| (lead + self.terms.komi).abs() <= most);
        // The record comes first, so that it has the move at which the other engine fails.
        self.record.turns.push(Turn {
            comment,
            ..Turn::new(player, Action::Put(made.point))
        });
        (self.tell)(EngineMove {
            dot: made,
            took,
            left: self.clocks[player.index()].control.limit(),
            lead: expected,
            win: evaluation.win.map(|win| match player {
                Player::First => win,
                Player::Second => 1.0 - win,
            }),
        });
        self.put(made)?;
        let seen = expected.unwrap_or(self.margin());
        if let Some(agreement) = &mut self.agreement {
            agreement.hear(player, seen);
        }
        Ok(())
    }

    /// Puts a legal dot on our board and tells it to both engines. An error of an engine loses the game for its player.
    fn put(&mut self, dot: Move) -> Result<(), Stop> {
        self.board.play(dot.point, dot.player);
        for player in Player::ALL {
            self.clients[player.index()]
                .play(dot)
                .map_err(|error| failed(player, &error))?;
        }
        Ok(())
    }

    /// Dots by which the first player leads on the board now, komi included; negative if he is behind.
    fn margin(&self) -> f64 {
        f64::from(self.board.score(Player::First)) - self.terms.komi
    }

    /// The end of the game by the rules, an agreed lead or the largest number of moves; `None` if it goes on.
    fn end(&self) -> Option<End> {
        if self.board.free().is_empty() {
            return Some(by_dots(Termination::Full, self.margin()));
        }
        if let Some(winner) = self.board.decided(self.terms.komi) {
            let margin = self.margin_if_grounded(winner);
            return Some(by_dots(Termination::Decided, margin).won_by(WonBy::Grounding));
        }
        // The record names a resignation as the reason, because the board does not show the agreed score yet.
        if let Some(margin) = self.agreement.as_ref().and_then(Agreement::margin) {
            return Some(by_dots(Termination::Lead, margin).won_by(WonBy::Resignation));
        }
        let is_last = |most| self.record.turns.len() >= most as usize;
        let limit = self.terms.max_moves.is_some_and(is_last);
        limit.then(|| by_dots(Termination::MoveLimit, self.margin()))
    }

    /// The end of the game if the engine of `player` has no move, which is no fault where only empty bases are left. If
    /// the rules leave the player no cell, he grounds: he can do nothing else.
    fn no_move(&mut self, player: Player) -> Stop {
        Stop::Over(match self.board.legal_cells(player).is_empty() {
            true => self.grounded(player, String::new()),
            false => by_dots(Termination::NoMove, self.margin()),
        })
    }

    /// Dots by which the first player wins, komi included, if `player` grounds now; negative if he loses.
    fn margin_if_grounded(&self, player: Player) -> f64 {
        f64::from(self.board.score_after_grounding(Player::First, player)) - self.terms.komi
    }

    fn grounded(&mut self, player: Player, comment: String) -> End {
        self.record.turns.push(Turn {
            comment,
            ..Turn::new(player, Action::Ground)
        });
        by_dots(Termination::Grounded, self.margin_if_grounded(player))
    }
}

#[cfg(test)]
mod tests;
