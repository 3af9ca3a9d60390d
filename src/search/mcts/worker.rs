//! One thread of the search: rounds down the tree, a playout, and back.

use super::playout::Playouts;
use super::tree::{Path, Tree};
use super::value::Scale;
use super::verify::{Verifier, Wanted};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::{Candidate, Policy, exp};
use crate::search::Limits;
use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many moves of a position are kept, the most likely ones.
const MOST_MOVES: usize = 40;
/// So many more are kept of those that are far from the last two moves: what the policy, which
/// expects answers nearby, would forget.
const FAR_MOVES: usize = 4;
/// Farther than this, in steps of a king, is far.
const NEARBY: u32 = 5;
/// Captures, and cells where the opponent could capture, are no less likely than this.
const FORCING: f32 = 0.01;

/// What the threads of a search share.
pub(super) struct Shared {
    pub(super) tree: Tree,
    pub(super) scale: Scale,
    /// Rounds begun, and nodes of the exact search.
    pub(super) nodes: u64,
}

/// The lock; a thread that panicked has left nothing half done that matters to the others.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread with all that it needs.
pub(super) struct Worker<'a> {
    policy: &'a dyn Policy,
    root: &'a Board,
    player: Player,
    board: Board,
    playouts: Playouts,
    path: Path,
    moves: Vec<Candidate>,
    verifier: &'a Verifier,
    /// What was read of the ripe position of the path.
    wanted: Wanted,
    /// What reading may use up.
    rounds_left: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        policy: &'a dyn Policy,
        verifier: &'a Verifier,
        root: &'a Board,
        player: Player,
        seed: u64,
    ) -> Self {
        Worker {
            policy,
            root,
            player,
            board: root.clone(),
            playouts: Playouts::new(seed),
            path: Path::default(),
            moves: Vec::new(),
            verifier,
            wanted: Wanted::default(),
            rounds_left: 0,
        }
    }

    /// Plays rounds until a limit is reached, or `goes_on`, which is asked after each, says no.
    pub(super) fn run(
        &mut self,
        shared: &Mutex<Shared>,
        limits: &Limits,
        mut goes_on: impl FnMut(&Shared) -> bool,
    ) {
        while !limits.is_over() {
            if !self.begin(&mut lock(shared), limits) {
                return;
            }
            let player = self.play_path(limits);
            if self.path.expands {
                self.policy.weigh(&mut self.board, player, &mut self.moves);
                select(&mut self.moves, &self.board);
            }
            let margin = self.playouts.play(&mut self.board, player);
            let mut shared = lock(shared);
            self.finish(&mut shared, margin);
            if !goes_on(&shared) {
                return;
            }
        }
    }

    /// Goes down the tree. Returns whether there is a round left to play.
    fn begin(&mut self, shared: &mut Shared, limits: &Limits) -> bool {
        if limits.nodes.is_some_and(|most| shared.nodes >= most) {
            return false;
        }
        shared.nodes += 1;
        self.rounds_left = limits.nodes.map_or(u64::MAX, |most| most - shared.nodes);
        shared.tree.descend(&mut self.path);
        true
    }

    /// Plays the moves of the path, reads the position on the way that is ripe for it, and returns
    /// whose turn it is at the end.
    fn play_path(&mut self, limits: &Limits) -> Player {
        self.board.clone_from(self.root);
        let mut player = self.player;
        let ripe = self.path.ripe.map(|(moves, _)| moves);
        for (number, &point) in self.path.moves.iter().enumerate() {
            if ripe == Some(number) {
                let rounds = self.rounds_left;
                let board = &mut self.board;
                self.wanted = self.verifier.read_inner(board, player, rounds, limits);
            }
            self.board.play(point, player);
            player = player.opponent();
        }
        player
    }

    /// Gives the tree what the round has brought.
    fn finish(&mut self, shared: &mut Shared, margin: i32) {
        if let Some((_, node)) = self.path.ripe {
            shared.tree.promote(node, &self.wanted.moves);
            shared.nodes += self.wanted.rounds;
        }
        if self.path.expands {
            shared.tree.expand(&self.path, &self.moves);
        }
        let value = shared.scale.value(margin);
        let (value, margin) = match self.player {
            Player::First => (value, margin as f32),
            Player::Second => (1.0 - value, -margin as f32),
        };
        shared.tree.back_up(&self.path, value, margin);
    }
}

/// Keeps the moves that may be tried, the most likely first, and turns weights into likelihoods.
pub(super) fn select(moves: &mut Vec<Candidate>, board: &Board) {
    to_likelihoods(moves);
    if moves.len() > MOST_MOVES {
        moves.select_nth_unstable_by(MOST_MOVES, more_likely);
        keep_far(moves, board);
    }
    moves.sort_unstable_by(more_likely);
}

/// Softmax, and the least likelihood of forcing moves.
fn to_likelihoods(moves: &mut [Candidate]) {
    let largest = moves.iter().map(|m| m.weight).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for found in moves.iter_mut() {
        found.weight = exp(found.weight - largest);
        sum += found.weight;
    }
    for found in moves {
        found.weight /= sum;
        if found.is_forcing {
            found.weight = found.weight.max(FORCING);
        }
    }
}

/// Of the moves past the [`MOST_MOVES`] likeliest, keeps the likeliest of those far away.
fn keep_far(moves: &mut Vec<Candidate>, board: &Board) {
    let last: [Option<Point>; 2] = {
        let mut latest = board.moves().rev().map(|last| last.point);
        [latest.next(), latest.next()]
    };
    let is_far = |point: Point| {
        let mut last = last.iter().flatten();
        last.all(|&last| point.chebyshev(last) > NEARBY)
    };
    moves[MOST_MOVES..].sort_unstable_by(more_likely);
    let mut kept = MOST_MOVES;
    for index in MOST_MOVES..moves.len() {
        if kept < MOST_MOVES + FAR_MOVES && is_far(moves[index].point) {
            moves.swap(kept, index);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// The more likely move first; of equal ones the upper, then the left one.
fn more_likely(a: &Candidate, b: &Candidate) -> Ordering {
    let by_weight = b.weight.total_cmp(&a.weight);
    by_weight.then(a.point.cmp(&b.point))
}
