//! Judges every move of a game by searches of the engine.
//!
//! The loss of a move is the value of the best move minus the value of the played move, in dots. An engine that
//! searches to a depth in plies searches the positions after both moves to the same ply. Otherwise the values could not
//! be compared, because a search favours the side that makes its last move.

pub mod plot;
pub mod report;

use super::origin::Origin;
use super::source::Source;
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::Effort;
use crate::search::options::Options;
use crate::search::{Engine, Limits, Silent, StopFlag};
use std::io;
use std::time::Instant;

/// What the engine thinks of one move of a game. A lead is in dots, and positive if the first player leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Number of the move in the game, from 1. Dots of the start position do not count.
    pub number: usize,
    /// The player who made the move.
    pub player: Player,
    /// The cell of the move in the game.
    pub played: Point,
    /// The move that the engine would have played; `None` if it finds no move.
    pub best: Option<Point>,
    /// The lead of the first player that the engine expects before the move, if the player moves on `best`.
    pub expected: i32,
    /// The dots that the move loses compared with `best`: 0 or more.
    pub loss: i32,
    /// Number of dots that the first and the second player have captured on the board after the move.
    pub captured: [u32; 2],
}

impl Opinion {
    /// Whether the engine would have played the same move, or finds that the move loses nothing.
    pub fn is_agreement(&self) -> bool {
        self.best == Some(self.played) || self.loss == 0
    }

    /// The lead that the engine expects with its best move, in dots, from the side of the player who moved: positive if
    /// he leads.
    pub fn value(&self) -> i32 {
        towards(self.player, self.expected)
    }

    /// The lead of the first player on the board after the move, in dots; negative if he is behind.
    pub fn lead(&self) -> i32 {
        self.captured[0] as i32 - self.captured[1] as i32
    }
}

/// Converts a lead of the first player to a lead of `player`, or the other way round.
fn towards(player: Player, lead: i32) -> i32 {
    match player {
        Player::First => lead,
        Player::Second => -lead,
    }
}

/// What the engine thinks of the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One opinion for each judged move, in the order of the game.
    pub opinions: Vec<Opinion>,
    /// Warnings about the record of the game, and a note if the analysis was interrupted.
    pub notes: Vec<String>,
    /// Number of moves of the game. There are fewer opinions if the analysis was interrupted.
    pub moves: usize,
    /// What reports tell of the settings and the game; `None` if they tell nothing.
    pub origin: Option<Origin>,
}

/// How well one player moved in an analysed game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of moves of this player that were judged.
    pub moves: usize,
    /// Number of moves of this player that are the best ones according to the engine, or lose nothing.
    pub agreements: usize,
    /// Dots lost by all moves of this player that were judged, together.
    pub loss: i32,
}

impl Analysis {
    /// A text that says how many moves were judged, if the analysis was interrupted; `None` if it is complete.
    pub fn interruption(&self) -> Option<String> {
        let (done, all) = (self.opinions.len(), self.moves);
        (done < all).then(|| format!("interrupted: {done} of {all} moves have been looked at"))
    }

    /// The moves that lost most dots, the worst first: at most `count`, and only moves that lost something.
    pub fn largest_errors(&self, count: usize) -> Vec<&Opinion> {
        let mut errors: Vec<_> = self.opinions.iter().filter(|o| o.loss > 0).collect();
        errors.sort_by_key(|opinion| (-opinion.loss, opinion.number));
        errors.truncate(count);
        errors
    }

    /// The summary of the judged moves of a player.
    pub fn summary(&self, player: Player) -> Summary {
        let own = self.opinions.iter().filter(|o| o.player == player);
        own.fold(Summary::default(), |sum, opinion| Summary {
            moves: sum.moves + 1,
            agreements: sum.agreements + usize::from(opinion.is_agreement()),
            loss: sum.loss + opinion.loss,
        })
    }
}

/// Judges every move of the game. `effort` says how hard the engine searches, and the limits in `options` hold too.
/// `on_move` is called with each opinion. Raising `stop` ends the analysis, which then has the opinions so far.
///
/// # Errors
/// An error of `on_move`, which ends the analysis.
pub fn analyze(
    game: &Source,
    engine: &mut dyn Engine,
    effort: Effort,
    options: &Options,
    stop: &StopFlag,
    mut on_move: impl FnMut(&Opinion) -> io::Result<()>,
) -> io::Result<Analysis> {
    let mut critic = Critic {
        board: game.board.clone(),
        komi: game.komi(),
        engine,
        effort,
        options,
        stop,
    };
    let moves: Vec<_> = game.moves().collect();
    for _ in &moves {
        critic.board.undo();
    }
    let mut opinions = Vec::with_capacity(moves.len());
    for (i, m) in moves.iter().enumerate() {
        let before = critic.search(m.player, critic.limits());
        let loss = match before.best {
            Some(best) if best != m.point => critic.loss(m.player, m.point, best, before.plies),
            _ => 0,
        };
        if stop.is_raised() {
            // The search of this move was cut short, so it does not count.
            break;
        }
        critic.board.play(m.point, m.player);
        let opinion = Opinion {
            number: i + 1,
            player: m.player,
            played: m.point,
            best: before.best,
            expected: before.lead,
            loss,
            captured: Player::ALL.map(|player| critic.board.captured_by(player)),
        };
        on_move(&opinion)?;
        opinions.push(opinion);
    }
    let mut analysis = Analysis {
        opinions,
        notes: game.notes(),
        moves: moves.len(),
        origin: None,
    };
    analysis.notes.extend(analysis.interruption());
    Ok(analysis)
}

/// The result of the search of a position.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    best: Option<Point>,
    /// The lead that the search expects, in dots; positive if the first player leads.
    lead: i32,
    /// The completed depth in plies.
    plies: u32,
}

/// An engine with its limits, and the position that it judges.
struct Critic<'a> {
    board: Board,
    /// Dots added to the score of the second player.
    komi: f64,
    engine: &'a mut dyn Engine,
    effort: Effort,
    options: &'a Options,
    stop: &'a StopFlag,
}

impl Critic<'_> {
    /// The limits of a search that begins now, from the effort, the options, the komi and the stop flag.
    fn limits(&self) -> Limits {
        let limits = self
            .effort
            .limits_under(self.options, Instant::now(), &self.board);
        Limits {
            komi: self.komi,
            stop: self.stop.clone(),
            ..limits
        }
    }

    /// How many dots `player` loses by the move `played` compared with `best`; 0 if `played` is at least as good.
    /// `plies` is the depth of the search that found `best`. An engine that searches to a depth searches the positions
    /// after both moves one ply less.
    fn loss(&mut self, player: Player, played: Point, best: Point, plies: u32) -> i32 {
        let wanted = plies.saturating_sub(1);
        let wanted = self.options.engine.goes_by_depth().then_some(wanted);
        let mut replies = [best, played].map(|point| self.reply(player, point, wanted));
        // If a limit ended one of the searches early, both positions are searched again to its depth.
        let common = replies.iter().map(|reply| reply.plies).min();
        if common < wanted {
            replies = [best, played].map(|point| self.reply(player, point, common));
        }
        let [best, played] = replies;
        towards(player, best.lead - played.lead).max(0)
    }

    /// Searches the position after a move of `player`. `plies` is the depth; with `None` only the other limits hold. At
    /// depth 0 the result is the score on the board.
    fn reply(&mut self, player: Player, point: Point, plies: Option<u32>) -> Judgement {
        self.board.play(point, player);
        let judgement = match plies {
            Some(0) => Judgement {
                best: None,
                lead: self.board.score(Player::First),
                plies: 0,
            },
            _ => {
                let limits = self.limits();
                let plies = plies.or(limits.plies);
                self.search(player.opponent(), Limits { plies, ..limits })
            }
        };
        self.board.undo();
        judgement
    }

    /// Searches the position with `player` to move. Moves that the rules of the game forbid are not searched.
    fn search(&mut self, player: Player, limits: Limits) -> Judgement {
        let board = &mut self.board;
        let limits = limits.by_rules(board, player);
        let outcome = self.engine.search(board, player, &limits, &mut Silent);
        Judgement {
            best: outcome.best,
            lead: towards(player, self.board.score(player) + outcome.value),
            plies: outcome.plies,
        }
    }
}
