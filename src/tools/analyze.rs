//! Judges every move of a game by searches of the engine.
//!
//! The loss of a move is the value of the best move minus the value of the played move, in dots. An engine that
//! searches to a depth in plies searches the positions after both moves to the same ply. Otherwise the values could not
//! be compared, because a search favours the side that makes its last move.

pub mod plot;
pub mod report;

use super::origin::Origin;
use super::show::enclosed_group::EnclosedGroup;
use super::source::Source;
use crate::board::{Board, Move, komi_of};
use crate::geometry::{Bitboard, Player, Point};
use crate::notation::record::ErrorClass;
use crate::protocol::Effort;
use crate::search::connections::{self, Ring};
use crate::search::options::Options;
use crate::search::{Engine, Estimate, Limits, Outcome, Silent, StopFlag, variation};
use std::cmp::Reverse;
use std::io;
use std::time::Instant;

/// What the engine thinks of one move of a game. A lead is in dots, without komi, and positive if the first player
/// leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// Number of the move in the game, from 1. Dots of the start position do not count.
    pub number: usize,
    /// The player who made the move.
    pub player: Player,
    /// The cell of the move in the game.
    pub played: Point,
    /// The move that the engine would have played; `None` if it finds no move.
    pub best: Option<Point>,
    /// The principal variation, with `best` first. It has only moves that the rules allow.
    pub line: Vec<Point>,
    /// The lead of the first player that the engine expects before the move, if `best` is played.
    pub expected_lead: i32,
    /// Probability in [0, 1] that the player who moved wins if he plays `best`. `None` if the engine does not report
    /// one.
    pub win_rate: Option<f64>,
    /// The dots that the move loses compared with `best`: 0 or more.
    pub loss: i32,
    /// How much the move lowers the win rate compared with `best`: 0 or more. `None` if the engine reports no win rate.
    pub win_rate_loss: Option<f64>,
    /// How bad the move is; `None` if it loses too little. For an engine that reports no win rate, it is computed from
    /// the lead, komi included.
    pub class: Option<ErrorClass>,
    /// Number of dots that the first and the second player have captured on the board after the move.
    pub captured: [u32; 2],
    /// Groups that were proved to be enclosed before the move, those with the most dots first. Empty if the move has no
    /// class.
    pub enclosed: Vec<EnclosedGroup>,
}

impl Opinion {
    /// Whether the engine would have played the same move, or finds that the move loses no dots. It may lower the win
    /// rate.
    pub fn loses_no_dots(&self) -> bool {
        self.best == Some(self.played) || self.loss == 0
    }

    /// The lead that the engine expects with its best move, in dots without komi, from the side of the player who moved:
    /// positive if he leads.
    pub fn expected_of_mover(&self) -> i32 {
        lead_of(self.player, self.expected_lead)
    }

    /// The lead of the first player on the board after the move, in dots without komi; negative if he is behind.
    pub fn lead(&self) -> i32 {
        self.captured[0] as i32 - self.captured[1] as i32
    }
}

/// Converts a lead of the first player to a lead of `player`, or the other way round.
fn lead_of(player: Player, lead: i32) -> i32 {
    match player {
        Player::First => lead,
        Player::Second => -lead,
    }
}

/// The class of a move that loses `dots` dots and lowers the win rate by `rate`. Smaller losses may be noise of the
/// searches. The review of the page has the same thresholds, in `page/lead.js`.
fn class_of(dots: i32, rate: f64) -> Option<ErrorClass> {
    if rate >= 0.2 || dots >= 4 && rate >= 0.05 {
        Some(ErrorClass::Mistake)
    } else if rate >= 0.1 || dots >= 2 && rate >= 0.04 {
        Some(ErrorClass::Inaccuracy)
    } else {
        None
    }
}

/// What the engine thinks of the moves of a game.
#[derive(Clone, Debug, PartialEq)]
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
    /// Number of moves of this player that are the best ones according to the engine, or lose no dots.
    pub without_loss: usize,
    /// Dots lost by all moves of this player that were judged, together.
    pub loss: i32,
    /// Number of moves of this player that are mistakes.
    pub mistakes: usize,
    /// Number of moves of this player that are inaccuracies.
    pub inaccuracies: usize,
}

impl Analysis {
    /// A text that says how many moves were judged, if the analysis was interrupted; `None` if it is complete.
    pub fn interruption(&self) -> Option<String> {
        let (done, all) = (self.opinions.len(), self.moves);
        (done < all).then(|| format!("interrupted: {done} of {all} moves have been looked at"))
    }

    /// The moves that lost most dots, the worst first: at most `count`, and only moves that lost dots or have a class.
    /// Of moves that lost as many dots, the one that lost more of the win rate comes first.
    pub fn largest_errors(&self, count: usize) -> Vec<&Opinion> {
        let is_error = |opinion: &&Opinion| opinion.loss > 0 || opinion.class.is_some();
        let rate = |opinion: &Opinion| opinion.win_rate_loss.unwrap_or(0.0);
        let mut errors: Vec<_> = self.opinions.iter().filter(is_error).collect();
        errors.sort_by(|a, b| {
            let by_rate = || rate(b).total_cmp(&rate(a));
            b.loss.cmp(&a.loss).then_with(by_rate)
        });
        errors.truncate(count);
        errors
    }

    /// The summary of the judged moves of a player.
    pub fn summary(&self, player: Player) -> Summary {
        let own = self.opinions.iter().filter(|o| o.player == player);
        own.fold(Summary::default(), |sum, opinion| {
            let count = |class| usize::from(opinion.class == Some(class));
            Summary {
                moves: sum.moves + 1,
                without_loss: sum.without_loss + usize::from(opinion.loses_no_dots()),
                loss: sum.loss + opinion.loss,
                mistakes: sum.mistakes + count(ErrorClass::Mistake),
                inaccuracies: sum.inaccuracies + count(ErrorClass::Inaccuracy),
            }
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
    for (i, &made) in moves.iter().enumerate() {
        let opinion = critic.judge(i + 1, made);
        if stop.is_raised() {
            // The search of this move was cut short, so it does not count.
            break;
        }
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

/// The groups that are proved to be enclosed when `player` is to move, those with the most dots first: groups of either
/// player that are captured whatever their owner plays, and groups of the opponent that `player` captures by taking the
/// key. A ring is left out if other rings already have all its dots. Raising `stop` ends the search with the groups found
/// so far.
fn enclosed(board: &Board, player: Player, stop: &StopFlag) -> Vec<EnclosedGroup> {
    let rings = Player::ALL.map(|owner| connections::rings(board, owner, &mut || stop.is_raised()));
    let mut rings: Vec<Ring> = rings.into_iter().flatten().collect();
    rings.retain(|ring| ring.is_proved && (ring.player == player || ring.keys().next().is_none()));
    // The sort is stable.
    rings.sort_by_key(|ring| ring.keys().count());
    let (mut found, mut told) = (Vec::new(), Bitboard::EMPTY);
    for ring in rings {
        let inside = ring.inside(board);
        if !(inside - told).is_empty() {
            told |= inside;
            found.push(EnclosedGroup::of(&ring, board));
        }
    }
    found.sort_by_key(|group| Reverse(group.dots));
    found
}

/// The result of the search of a position.
#[derive(Clone, Debug)]
struct Judgement {
    best: Option<Point>,
    /// The principal variation.
    line: Vec<Point>,
    /// The lead that the search expects, in dots without komi; positive if the first player leads.
    lead: i32,
    /// Probability that the side to move wins; `None` if the engine does not report it.
    win_rate: Option<f64>,
    /// Win rate of the side to move. Computed from the lead, komi included, if the engine gives none.
    win_rate_or_from_lead: f64,
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
    /// The limits of a search that begins now, from the effort, the options, the komi and the stop flag. The option
    /// `level` does not count: an analysis is never weakened.
    fn limits(&self) -> Limits {
        let limits = self
            .effort
            .limits_under(self.options, Instant::now(), &self.board);
        Limits {
            komi: self.komi,
            level: None,
            stop: self.stop.clone(),
            ..limits
        }
    }

    /// Judges the move with this number, then plays it.
    fn judge(&mut self, number: usize, made: Move) -> Opinion {
        let Move { player, point } = made;
        let before = self.search(player, self.limits());
        let (loss, rate) = match before.best {
            Some(best) if best != point => self.loss(player, point, best, before.plies),
            _ => (0, 0.0),
        };
        let mut line = self.allowed(player, before.line);
        if line.is_empty() {
            line.extend(before.best);
        }
        let class = class_of(loss, rate);
        let enclosed = match class {
            Some(_) => enclosed(&self.board, player, self.stop),
            None => Vec::new(),
        };
        self.board.play(point, player);
        Opinion {
            number,
            player,
            played: point,
            best: before.best,
            line,
            expected_lead: before.lead,
            win_rate: before.win_rate,
            loss,
            win_rate_loss: before.win_rate.and(Some(rate)),
            class,
            captured: Player::ALL.map(|player| self.board.captured_by(player)),
            enclosed,
        }
    }

    /// The moves of a line up to the first one that the rules forbid. `player` makes the first.
    fn allowed(&self, player: Player, mut line: Vec<Point>) -> Vec<Point> {
        let end = variation::position_after(&self.board, player, &line);
        line.truncate(end.moves().len() - self.board.moves().len());
        line
    }

    /// How many dots `player` loses by the move `played` compared with `best`, and how much of his win rate; 0 if
    /// `played` is at least as good. `plies` is the depth of the search that found `best`. An engine that searches to a
    /// depth searches the positions after both moves one ply less.
    fn loss(&mut self, player: Player, played: Point, best: Point, plies: u32) -> (i32, f64) {
        let wanted = plies.saturating_sub(1);
        let wanted = self.options.engine.goes_by_depth().then_some(wanted);
        let mut replies = [best, played].map(|point| self.reply(player, point, wanted));
        // If a limit ended one of the searches early, both positions are searched again to its depth. A position
        // without a move has no depth: its value is certain.
        let searched = replies.iter().filter(|reply| reply.best.is_some());
        let common = searched.map(|reply| reply.plies).chain(wanted).min();
        if common < wanted {
            replies = [best, played].map(|point| self.reply(player, point, common));
        }
        let [best, played] = replies;
        let dots = lead_of(player, best.lead - played.lead);
        // The rates are those of the opponent, who is to move.
        (
            dots.max(0),
            (played.win_rate_or_from_lead - best.win_rate_or_from_lead).max(0.0),
        )
    }

    /// Searches the position after a move of `player`. `plies` is the depth; with `None` only the other limits hold. At
    /// depth 0 the result is the score on the board.
    fn reply(&mut self, player: Player, point: Point, plies: Option<u32>) -> Judgement {
        self.board.play(point, player);
        let opponent = player.opponent();
        let judgement = match plies {
            Some(0) => self.judgement(opponent, Outcome::default()),
            _ => {
                let limits = self.limits();
                let plies = plies.or(limits.plies);
                self.search(opponent, Limits { plies, ..limits })
            }
        };
        self.board.undo();
        judgement
    }

    /// Searches the position with `player` to move. Moves that the rules of the game forbid are not searched. If the
    /// deadline comes before the first simulation or depth is complete, a search at complexity 0 takes the place of the
    /// one that found nothing.
    fn search(&mut self, player: Player, limits: Limits) -> Judgement {
        let board = &mut self.board;
        let mut limits = limits.by_rules(board, player);
        let mut outcome = self.engine.search(board, player, &limits, &mut Silent);
        let is_unsearched = match self.options.engine.goes_by_depth() {
            true => outcome.best.is_some() && outcome.plies == 0,
            false => outcome.visits == Some(0),
        };
        if is_unsearched && limits.deadline.take().is_some() {
            let least = self.options.limits_for_complexity(0, board);
            limits.nodes = limits.nodes.into_iter().chain(least.nodes).min();
            limits.plies = limits.plies.or(least.plies);
            outcome = self.engine.search(board, player, &limits, &mut Silent);
        }
        self.judgement(player, outcome)
    }

    /// What an outcome tells of the position with `player` to move.
    fn judgement(&self, player: Player, mut outcome: Outcome) -> Judgement {
        if outcome.best.is_none() && !self.options.engine.goes_by_depth() {
            // Engines report no win rate without a move. Here the result is certain: a player who has only forbidden
            // suicides left grounds, and loses no dots by it.
            let (gain, unit) = (0.0, 0.0);
            outcome.estimate = Some(Estimate { gain, unit });
        }
        let score = self.board.score(player);
        let with_komi = f64::from(score) + komi_of(self.komi, player);
        Judgement {
            win_rate: outcome.win_rate(with_komi),
            win_rate_or_from_lead: outcome.rate(with_komi),
            best: outcome.best,
            line: outcome.line,
            lead: lead_of(player, score + outcome.value),
            plies: outcome.plies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    #[test]
    fn the_most_dots_that_were_enclosed_are_told_first() {
        let board = diagram::parse(
            "
            . . 0 0 . . . . . . . . . . .
            . 0 . . 0 . . . . . 0 0 . . .
            . 0 1 . . . . . . 0 1 1 . . .
            . . 0 0 . . . . . . 0 0 . . .
            . . . . . . . . . . . . . . .
            ",
        )
        .unwrap();
        let found = enclosed(&board, Player::First, &StopFlag::default()).into_iter();
        let told: Vec<_> = found
            .map(|group| (group.player, group.dots, group.key))
            .collect();
        // The smaller ring has no key, so it is found first.
        let owner = Player::Second;
        assert_eq!(
            told,
            [(owner, 2, Some(Point::new(12, 2))), (owner, 1, None)]
        );
    }

    #[test]
    fn a_group_is_told_twice_only_if_a_part_of_it_is_enclosed_without_a_key() {
        let told = |picture| {
            let board = diagram::parse(picture).unwrap();
            let found = enclosed(&board, Player::First, &StopFlag::default()).into_iter();
            found
                .map(|group| (group.dots, group.key.is_some()))
                .collect::<Vec<_>>()
        };
        // Both dots are inside one ring, and one of them is inside another one with a key.
        let twice = "
            . . 0 . . . . .
            . 0 . 0 0 0 0 .
            . . 1 . . . . .
            . 0 . . . 1 . .
            . 0 0 0 . . 0 .
            . . . . . 0 0 0
            . . . . . . . .
        ";
        assert_eq!(told(twice), [(2, true)]);
        // Here the smaller ring has no key.
        let certain = "
            0 0 . . . . . .
            0 . 0 . 0 0 . .
            . . 1 0 . . . .
            0 . . . . 1 . .
            . 0 . . . 0 . .
            0 . 0 0 0 . . .
            . . . . . . . .
        ";
        assert_eq!(told(certain), [(2, true), (1, false)]);
    }

    #[test]
    fn errors_are_classed_by_both_losses() {
        let (mistake, inaccuracy) = (ErrorClass::Mistake, ErrorClass::Inaccuracy);
        for (dots, win_rate, class) in [
            (0, 0.2, Some(mistake)),
            (4, 0.05, Some(mistake)),
            (4, 0.04, Some(inaccuracy)),
            (0, 0.1, Some(inaccuracy)),
            (2, 0.04, Some(inaccuracy)),
            (1, 0.09, None),
            // Who leads by far loses dots, but not the game.
            (9, 0.03, None),
        ] {
            assert_eq!(class_of(dots, win_rate), class, "{dots} {win_rate}");
        }
        // The page has the same thresholds.
        let page = include_str!("../../page/lead.js");
        assert!(page.contains("rate >= 0.2 || (dots >= 4 && rate >= 0.05)"));
        assert!(page.contains("rate >= 0.1 || (dots >= 2 && rate >= 0.04)"));
    }
}
