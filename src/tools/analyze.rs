//! The engine's opinion of every move of a game.
//!
//! A move loses what the best move would have been worth less what it is worth itself. Engines that
//! search to a depth look at both to the same ply: who has the last word in a search gains by it.

pub mod plot;
pub mod report;

use super::source::Source;
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::Effort;
use crate::search::options::Options;
use crate::search::{Engine, Limits, Silent, StopFlag};
use std::io;
use std::time::Instant;

/// What the engine thinks of one move. Leads are those of the first player, in dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub player: Player,
    /// Where.
    pub played: Point,
    /// Where the engine would have moved.
    pub best: Option<Point>,
    /// The lead it expected with that.
    pub expected: i32,
    /// What the move lost, in dots.
    pub loss: i32,
    /// The dots that both players have captured after the move, the first player's first.
    pub captured: [u32; 2],
}

impl Opinion {
    /// Whether the engine found nothing better.
    pub fn is_agreement(&self) -> bool {
        self.best == Some(self.played) || self.loss == 0
    }

    /// What the best move was worth to who moved: dots won less dots lost, to the end of the search.
    pub fn value(&self) -> i32 {
        towards(self.player, self.expected)
    }

    /// The lead after the move.
    pub fn lead(&self) -> i32 {
        self.captured[0] as i32 - self.captured[1] as i32
    }
}

/// A lead of the first player from the side of `player`.
fn towards(player: Player, lead: i32) -> i32 {
    match player {
        Player::First => lead,
        Player::Second => -lead,
    }
}

/// The opinions of all moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each move, in their order.
    pub opinions: Vec<Opinion>,
    /// What is odd about the record of the game, and that the analysis was interrupted.
    pub notes: Vec<String>,
    /// How many moves the game has.
    pub moves: usize,
}

/// The moves of one player in short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of moves.
    pub moves: usize,
    /// How many of them the engine could not better.
    pub agreements: usize,
    /// Dots lost by all of them together.
    pub loss: i32,
}

impl Analysis {
    /// That some moves have not been looked at, if so.
    pub fn interruption(&self) -> Option<String> {
        let (done, all) = (self.opinions.len(), self.moves);
        (done < all).then(|| format!("interrupted: {done} of {all} moves have been looked at"))
    }

    /// The moves that lost most, at most `count`, the worst first.
    pub fn largest_errors(&self, count: usize) -> Vec<&Opinion> {
        let mut errors: Vec<_> = self.opinions.iter().filter(|o| o.loss > 0).collect();
        errors.sort_by_key(|opinion| (-opinion.loss, opinion.number));
        errors.truncate(count);
        errors
    }

    /// The moves of a player in short.
    pub fn summary(&self, player: Player) -> Summary {
        let own = self.opinions.iter().filter(|o| o.player == player);
        own.fold(Summary::default(), |sum, opinion| Summary {
            moves: sum.moves + 1,
            agreements: sum.agreements + usize::from(opinion.is_agreement()),
            loss: sum.loss + opinion.loss,
        })
    }
}

/// Looks at every move of the game with this effort, within the limits of the options. `on_move`
/// hears of each opinion. A raised `stop` ends the analysis with what is known then.
///
/// # Errors
/// That of `on_move`, which ends the analysis.
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
        let before = critic.judge(m.player);
        let loss = match before.best {
            Some(best) if best != m.point => critic.loss(m.player, m.point, best, before.plies),
            _ => 0,
        };
        if stop.is_raised() {
            // This move has not been thought about in full.
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
    };
    analysis.notes.extend(analysis.interruption());
    Ok(analysis)
}

/// A position as the engine sees it.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    best: Option<Point>,
    /// The lead of the first player that is expected.
    lead: i32,
    /// How far was looked.
    plies: u32,
}

/// An engine at a game.
struct Critic<'a> {
    board: Board,
    engine: &'a mut dyn Engine,
    effort: Effort,
    options: &'a Options,
    stop: &'a StopFlag,
}

impl Critic<'_> {
    /// What the engine thinks of the position if `player` moves.
    fn judge(&mut self, player: Player) -> Judgement {
        self.search(player, self.limits())
    }

    /// What the effort and the settings allow for a search that begins now.
    fn limits(&self) -> Limits {
        let limits = self
            .effort
            .limits_under(self.options, Instant::now(), &self.board);
        Limits {
            stop: self.stop.clone(),
            ..limits
        }
    }

    /// What `player` loses by playing on one cell instead of another; to so many plies, if the engine
    /// searches to a depth.
    fn loss(&mut self, player: Player, played: Point, best: Point, plies: u32) -> i32 {
        let wanted = plies.saturating_sub(1);
        let wanted = self.options.engine.goes_by_depth().then_some(wanted);
        let mut replies = [best, played].map(|point| self.reply(player, point, wanted));
        // A limit may have struck; what has been looked at as far can be compared.
        let common = replies.iter().map(|reply| reply.plies).min();
        if common < wanted {
            replies = [best, played].map(|point| self.reply(player, point, common));
        }
        let [best, played] = replies;
        towards(player, best.lead - played.lead).max(0)
    }

    /// What the engine thinks after a move of `player`, to so many plies if there is such a limit.
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

    /// What the engine thinks within these limits and the rules if `player` moves.
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
