//! The engine's opinion of every move of a game.
//!
//! A move loses what the best move would have been worth less what the engine expects after it,
//! both from the side of who made it and never below zero.

pub mod plot;
pub mod report;

use super::source::Source;
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::protocol::Effort;
use crate::search::{Engine, Outcome, Silent};
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

/// Looks at every move of the game with this effort. `on_move` hears of each opinion.
pub fn analyze(
    game: &Source,
    engine: &mut dyn Engine,
    effort: Effort,
    mut on_move: impl FnMut(&Opinion),
) -> Analysis {
    let mut critic = Critic {
        board: game.board.clone(),
        engine,
        effort,
    };
    let moves: Vec<_> = game.moves().collect();
    for _ in &moves {
        critic.board.undo();
    }
    let mut opinions = Vec::with_capacity(moves.len());
    let mut ahead: Option<(Player, Judgement)> = None;
    for (i, m) in moves.iter().enumerate() {
        // What was looked at after the last move, unless the same player moves again.
        let before = match ahead.take() {
            Some((player, judgement)) if player == m.player => judgement,
            _ => critic.judge(m.player),
        };
        critic.board.play(m.point, m.player);
        let opponent = m.player.opponent();
        let after = critic.judge(opponent);
        let loss = towards(m.player, before.lead - after.lead).max(0);
        let opinion = Opinion {
            number: i + 1,
            player: m.player,
            played: m.point,
            best: before.best,
            expected: before.lead,
            // A deeper look may think less of the best move too: that is no fault of the player.
            loss: if before.best == Some(m.point) {
                0
            } else {
                loss
            },
            captured: Player::ALL.map(|player| critic.board.captured(player)),
        };
        on_move(&opinion);
        opinions.push(opinion);
        ahead = Some((opponent, after));
    }
    Analysis { opinions }
}

/// A position as the engine sees it.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    best: Option<Point>,
    /// The lead of the first player that is expected.
    lead: i32,
}

/// An engine at a game.
struct Critic<'a> {
    board: Board,
    engine: &'a mut dyn Engine,
    effort: Effort,
}

impl Critic<'_> {
    /// What the engine thinks of the position if `player` moves.
    fn judge(&mut self, player: Player) -> Judgement {
        let limits = self.effort.limits(Instant::now(), &self.board);
        let Outcome { best, value, .. } =
            self.engine
                .search(&mut self.board, player, &limits, &mut Silent);
        Judgement {
            best,
            lead: towards(player, self.board.score(player) + value),
        }
    }
}
