//! One search: the tree of the last one if it fits, threads, and the choice of a move.

use super::playout::Playouts;
use super::tree::{Edge, Tree, best};
use super::value::Scale;
use super::worker::{self, Shared, Worker, lock};
use super::{Mcts, MctsOptions, Visits};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::policy::{Candidate, Policy};
use crate::search::{Limits, Outcome, Reporter, StopFlag};
use std::cmp::Reverse;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Rounds of a search without any limit.
const USUAL_ROUNDS: u64 = 10_000;
/// The reporter hears first after so many rounds, and then whenever they have doubled.
const FIRST_REPORT: u64 = 128;
/// Playouts that tell what margins are usual in a position of which nothing is known.
const FIRST_PLAYOUTS: u32 = 32;
/// For how many moves the tree of the last search is looked through for the position.
const MOST_MOVES_APART: usize = 8;

/// The tree of the last search, and where it begins.
pub(super) struct Root {
    tree: Tree,
    /// Takes the part of the tree that is kept.
    spare: Tree,
    scale: Scale,
    board: Board,
    player: Player,
    /// The moves that it begins with, if they are not all.
    allowed: Option<Bitboard>,
    /// Number of searches so far: no two have the same playouts.
    searches: u64,
}

impl Root {
    pub(super) fn new(options: &MctsOptions) -> Root {
        let bytes = (options.hash as usize) << 20 >> 1;
        Root {
            tree: Tree::new(bytes),
            spare: Tree::new(bytes),
            scale: Scale::new(0),
            board: Board::new(Default::default()),
            player: Player::First,
            allowed: None,
            searches: 0,
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.tree.memory() + self.spare.memory()
    }

    pub(super) fn visits(&self) -> Vec<Visits> {
        let mut visits: Vec<Visits> = self
            .tree
            .root()
            .iter()
            .map(|edge| Visits {
                point: edge.point,
                visits: edge.visits,
            })
            .filter(|tried| tried.visits > 0)
            .collect();
        visits.sort_by_key(|tried| Reverse(tried.visits));
        visits
    }

    /// Makes the position the root of the tree, with the `allowed` moves or all.
    fn move_to(
        &mut self,
        board: &mut Board,
        player: Player,
        allowed: Option<Bitboard>,
        policy: &dyn Policy,
    ) {
        let moves = self.moves_to(board, player);
        let is_same = moves.as_ref().is_some_and(Vec::is_empty);
        self.spare.transplant(&self.tree, moves.as_deref());
        mem::swap(&mut self.tree, &mut self.spare);
        self.board.clone_from(board);
        self.player = player;
        let is_allowed = |point| allowed.is_none_or(|allowed| allowed.contains(point));
        let fits = match is_same {
            true => allowed == self.allowed,
            false => self.tree.root().iter().all(|edge| is_allowed(edge.point)),
        };
        if self.tree.root().is_empty() || !fits {
            let mut moves = Vec::new();
            policy.weigh(board, player, &mut moves);
            keep_allowed(&mut moves, allowed.as_ref());
            worker::select(&mut moves, board);
            self.tree.plant(&moves);
            self.scale = first_scale(board, player);
        }
        self.allowed = allowed;
        let shift = self.scale.recentre();
        self.tree.shift_values(match player {
            Player::First => shift,
            Player::Second => -shift,
        });
    }

    /// The moves from the root of the tree to the position, if a few alternating moves lead there.
    fn moves_to(&self, board: &Board, player: Player) -> Option<Vec<Point>> {
        let mut earlier = board.clone();
        let (mut moves, mut turn) = (Vec::new(), player);
        while earlier.hash() != self.board.hash() || turn != self.player {
            let last = earlier.undo()?;
            turn = turn.opponent();
            if last.player != turn || moves.len() == MOST_MOVES_APART {
                return None;
            }
            moves.push(last.point);
        }
        moves.reverse();
        (board.size() == self.board.size()).then_some(moves)
    }
}

/// Drops the moves that are not allowed. If the policy would make none of those that are, they
/// are all alike.
fn keep_allowed(moves: &mut Vec<Candidate>, allowed: Option<&Bitboard>) {
    let Some(allowed) = allowed else {
        return;
    };
    moves.retain(|found| allowed.contains(found.point));
    if moves.is_empty() {
        let alike = |point| Candidate {
            point,
            weight: 0.0,
            is_forcing: false,
        };
        moves.extend(allowed.iter().map(alike));
    }
}

/// The scale of a position of which nothing is known.
fn first_scale(board: &Board, player: Player) -> Scale {
    let mut scale = Scale::new(board.score(Player::First));
    let (mut playouts, mut end) = (Playouts::new(0), board.clone());
    for _ in 0..FIRST_PLAYOUTS {
        end.copy_position(board);
        scale.value(playouts.play(&mut end, player));
    }
    scale
}

/// The best move.
pub(super) fn search(
    engine: &mut Mcts,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let (start, score) = (Instant::now(), board.score(player));
    let found = |shared: &Shared| Outcome {
        nodes: shared.rounds,
        elapsed: start.elapsed(),
        ..best(shared.tree.root())
            .map(|edge| outcome(&shared.tree, edge, score))
            .unwrap_or_default()
    };
    let outcome = run(engine, board, player, limits, found, |outcome| {
        reporter.progress(&outcome);
    });
    outcome.unwrap_or_default()
}

/// The best `count` moves: those that were visited most.
pub(super) fn search_lines(
    engine: &mut Mcts,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    count: usize,
    reporter: &mut dyn Reporter,
) -> Vec<Outcome> {
    let (start, score) = (Instant::now(), board.score(player));
    let found = |shared: &Shared| -> Vec<Outcome> {
        let mut edges: Vec<&Edge> = shared.tree.root().iter().collect();
        edges.sort_by_key(|edge| Reverse(edge.visits));
        let tried = edges.iter().take_while(|edge| edge.visits > 0).count();
        edges.truncate(count.min(tried.max(1)));
        let lines = edges.into_iter().map(|edge| Outcome {
            nodes: edge.visits.into(),
            elapsed: start.elapsed(),
            ..outcome(&shared.tree, edge, score)
        });
        lines.collect()
    };
    let lines = run(engine, board, player, limits, found, |lines| {
        reporter.lines(&lines);
    });
    let lines = lines.unwrap_or_default();
    reporter.lines(&lines);
    lines
}

/// Searches, and tells now and then what has been `found`. Returns what has been at the end;
/// `None` if there is no move.
fn run<T>(
    engine: &mut Mcts,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    found: impl Fn(&Shared) -> T,
    mut tell: impl FnMut(T),
) -> Option<T> {
    let root = &mut engine.root;
    root.move_to(board, player, limits.moves, engine.policy.as_ref());
    if root.tree.root().is_empty() {
        return None;
    }
    root.searches += 1;
    let shared = Mutex::new(Shared {
        tree: mem::replace(&mut root.tree, Tree::new(0)),
        scale: root.scale.clone(),
        rounds: 0,
    });
    let limits = &own_limits(limits);
    let worker = |number: u64| {
        let seed = engine.options.seed ^ root.searches << 32 ^ number << 24;
        Worker::new(engine.policy.as_ref(), board, player, seed)
    };
    let helpers = Limits {
        stop: StopFlag::default(),
        ..limits.clone()
    };
    let is_forced = lock(&shared).tree.root().len() == 1;
    if !is_forced {
        thread::scope(|scope| {
            for number in 1..engine.options.threads {
                let mut worker = worker(number.into());
                let (shared, limits) = (&shared, &helpers);
                scope.spawn(move || worker.run(shared, limits, |_| {}));
            }
            worker(0).run(&shared, limits, |shared| {
                if shared.rounds >= FIRST_REPORT && shared.rounds.is_power_of_two() {
                    tell(found(shared));
                }
            });
            helpers.stop.raise();
        });
    }
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let result = found(&shared);
    root.tree = shared.tree;
    root.scale = shared.scale;
    Some(result)
}

/// The limits, or those of the engine if there are none that end a search.
fn own_limits(limits: &Limits) -> Limits {
    let endless = limits.nodes.is_none() && limits.deadline.is_none();
    Limits {
        nodes: if endless {
            Some(USUAL_ROUNDS)
        } else {
            limits.nodes
        },
        ..limits.clone()
    }
}

/// What is known of a move at the root.
fn outcome(tree: &Tree, edge: &Edge, score: i32) -> Outcome {
    let line = tree.line_of(edge);
    Outcome {
        best: Some(edge.point),
        // The only move may never have been tried.
        value: match edge.visits {
            0 => 0,
            _ => edge.margin.round() as i32 - score,
        },
        plies: line.len() as u32,
        line: line.into_iter().map(Some).collect(),
        ..Outcome::default()
    }
}
