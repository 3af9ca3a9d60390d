//! Likely lines past the depth of the exact search: they decide among moves that are equal there.
//!
//! Nothing here is exact. A move is followed as long as the line that it belongs to is likely
//! enough, by the learned policy; whoever moves may be content with what he has, once the captures
//! of one dot and the double threats on the board are played out (`quiesce`). What is found
//! changes the order in which the moves are preferred, and never the value of the exact search.
//!
//! It is off by default, as no gain is measured: with it 8 of 14 games were won against the same
//! engine without, and 23 of 26 against `article`, where the engine without won 17 of 18.
//!
//! ```text
//! tochki match --engine tochki --engine tochki --option engine=tactical --option depth=10 \
//!     --option 1:selective=true --size 20x20 --nodes 15000 --start random:20 --seed 5 --games 14
//! ```
//!
//! CITE: R. W. Floyd's likelihoods in D. E. Knuth and R. W. Moore, "An analysis of alpha-beta
//! pruning" (1975); Y. Tsuruoka, D. Yokoyama and T. Chikayama, "Game-tree search algorithm based on
//! realization probability" (2002); for quiescence L. R. Harris, "The heuristic search under
//! conditions of error" (1974).

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::policy::{Judge, LinearPolicy, Policy, softmax};
use crate::search::Limits;
use crate::search::game_tree::INFINITY;
use crate::search::surround::Finder;
use std::cmp::Reverse;

/// The part of the time or the nodes that this may take.
const SHARE: u32 = 8;
/// Nodes when there is a deadline: more change little.
const NODES_IN_TIME: u64 = 4000;
/// So many moves are compared, the most important ones.
const CANDIDATES: usize = 10;
/// The least likelihood of a line in the first round.
const FIRST_LEAST: f32 = 0.05;
/// By how much it is less in each round that follows.
const LESS: f32 = 0.25;
/// The last round.
const ROUNDS: usize = 8;
/// What captures, or prevents a capture, is no less likely than this.
const FORCING: f32 = 0.25;
/// Only a move more likely than this goes on where the line is hardly likely enough.
const LIKELY: f32 = 0.5;
/// The longest play of captures and double threats, in plies.
const QUIET_PLIES: u32 = 6;

/// Puts those first of the most important moves that likely lines favour. It takes a share of
/// the limits, and does nothing without any.
pub(super) fn prefer(board: &mut Board, player: Player, limits: &Limits, order: &mut [Point]) {
    if let Some(limits) = allowance(limits) {
        let count = CANDIDATES.min(order.len());
        let worth = Selective::new(board, limits).compare(player, &order[..count]);
        sort(order, &worth);
    }
}

/// What this may use.
fn allowance(limits: &Limits) -> Option<Limits> {
    let Limits {
        nodes,
        deadline,
        stop,
        ..
    } = limits.part(SHARE);
    (nodes.is_some() || deadline.is_some()).then(|| Limits {
        nodes: Some(nodes.unwrap_or(u64::MAX).min(NODES_IN_TIME)),
        deadline,
        stop,
        ..Limits::default()
    })
}

/// Sorts by worth. Cells beyond those that are compared count as much as the one in the middle.
fn sort(order: &mut [Point], worth: &[i32]) {
    let mut sorted = worth.to_vec();
    sorted.sort_unstable();
    let Some(&middle) = sorted.get(sorted.len() / 2) else {
        return;
    };
    let known = worth.iter().copied().chain(std::iter::repeat(middle));
    let mut ranked: Vec<(i32, Point)> = known.zip(order.iter().copied()).collect();
    ranked.sort_by_key(|&(worth, _)| Reverse(worth));
    for (place, (_, cell)) in order.iter_mut().zip(ranked) {
        *place = cell;
    }
}

/// A search of likely lines.
struct Selective<'a> {
    board: &'a mut Board,
    judge: Box<dyn Judge>,
    finder: Finder,
    limits: Limits,
    nodes: u64,
    over: bool,
}

/// Where a player has something to win at once.
struct Threats {
    /// One dot captures here.
    captures: Bitboard,
    /// A dot here captures nothing, but could then be followed by one of two captures.
    doubles: Bitboard,
}

impl<'a> Selective<'a> {
    fn new(board: &'a mut Board, limits: Limits) -> Selective<'a> {
        Selective {
            board,
            judge: LinearPolicy::standard().judge(),
            finder: Finder::with_limits(limits.clone()),
            limits,
            nodes: 0,
            over: false,
        }
    }

    /// What each of the moves is worth by the last round that was finished; nothing if none was.
    fn compare(&mut self, player: Player, moves: &[Point]) -> Vec<i32> {
        let mut worth = Vec::new();
        let mut least = FIRST_LEAST;
        for _ in 0..ROUNDS {
            let mut found = Vec::with_capacity(moves.len());
            for &cell in moves {
                let window = (-INFINITY, INFINITY);
                found.push(self.after(cell, player, window, |search, window| {
                    search.value(player.opponent(), 1.0, least, window)
                }));
                if self.over {
                    return worth;
                }
            }
            worth = found;
            least *= LESS;
        }
        worth
    }

    /// The value for the player of putting a dot, from what the opponent can get then.
    fn after(
        &mut self,
        cell: Point,
        player: Player,
        (alpha, beta): (i32, i32),
        answer: impl FnOnce(&mut Self, (i32, i32)) -> i32,
    ) -> i32 {
        self.board.play(cell, player);
        let value = -answer(self, (-beta, -alpha));
        self.board.undo();
        value
    }

    /// Counts a node. Whether the search goes on.
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.over |= self.limits.is_over()
            || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes)
            || self.finder.is_interrupted();
        !self.over
    }

    /// The captured difference of the player to move at the end of the likely lines.
    fn value(&mut self, player: Player, likelihood: f32, least: f32, window: (i32, i32)) -> i32 {
        let (mut alpha, beta) = window;
        let mut best = self.quiesce(player, QUIET_PLIES, window);
        if best >= beta || likelihood * LIKELY < least || self.over {
            return best;
        }
        for (cell, chance) in self.likely(player) {
            alpha = alpha.max(best);
            let likelihood = likelihood * chance;
            if likelihood < least || alpha >= beta || self.over {
                break;
            }
            let value = self.after(cell, player, (alpha, beta), |search, window| {
                search.value(player.opponent(), likelihood, least, window)
            });
            best = best.max(value);
        }
        best
    }

    /// The moves with their likelihoods, the likeliest first.
    fn likely(&mut self, player: Player) -> Vec<(Point, f32)> {
        let mut moves = Vec::new();
        self.judge.weigh(self.board, player, &mut moves);
        let mut chances: Vec<f32> = moves.iter().map(|found| found.weight).collect();
        softmax(&mut chances);
        let mut likely: Vec<(Point, f32)> = moves
            .iter()
            .zip(chances)
            .map(|(found, chance)| match found.is_forcing {
                true => (found.point, chance.max(FORCING)),
                false => (found.point, chance),
            })
            .collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        likely
    }

    /// The captured difference once captures of one dot and double threats are played out. Either
    /// side captures, takes a capture away from the other, makes a double threat, or passes.
    fn quiesce(&mut self, player: Player, plies: u32, (mut alpha, beta): (i32, i32)) -> i32 {
        let score = self.board.score(player);
        if plies == 0 || !self.enter() {
            return score;
        }
        let opponent = player.opponent();
        let [own, enemy] = [player, opponent].map(|player| self.threats(player));
        if [&own, &enemy].iter().all(|threats| threats.are_none()) {
            return score;
        }
        let mut best = -INFINITY;
        let answer =
            |search: &mut Self, window: (i32, i32)| search.quiesce(opponent, plies - 1, window);
        let first = own.captures;
        let second = (enemy.captures | own.doubles) - first;
        for cell in first.iter().chain(second.iter()) {
            best = best.max(self.after(cell, player, (alpha, beta), answer));
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
        best.max(-answer(self, (-beta, -alpha)))
    }

    fn threats(&mut self, player: Player) -> Threats {
        let limits = self.limits.clone();
        let found = self
            .finder
            .surrounding_sets_unless(self.board, player, 2, &mut || limits.is_over());
        let mut captures = Bitboard::EMPTY;
        let (mut once, mut doubles) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for set in found.unwrap_or_default() {
            for cell in set.cells() {
                if set.len() == 1 {
                    captures.insert(cell);
                } else if once.contains(cell) {
                    doubles.insert(cell);
                } else {
                    once.insert(cell);
                }
            }
        }
        // There a dot would be lost at once.
        doubles -= *self.board.empty_base(player.opponent());
        Threats { captures, doubles }
    }
}

impl Threats {
    fn are_none(&self) -> bool {
        self.captures.is_empty() && self.doubles.is_empty()
    }
}

#[cfg(test)]
mod tests;
