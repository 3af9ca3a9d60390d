//! One search: the tree of the last one if it fits, threads, and the choice of a move.

use super::playout::Playouts;
use super::tree::{Tree, best};
use super::value::Scale;
use super::worker::{self, Shared, Worker, lock};
use super::{Mcts, MctsOptions, Visits};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::Policy;
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

    /// Makes the position the root of the tree.
    fn move_to(&mut self, board: &mut Board, player: Player, policy: &dyn Policy) {
        let moves = self.moves_to(board, player);
        self.spare.transplant(&self.tree, moves.as_deref());
        mem::swap(&mut self.tree, &mut self.spare);
        self.board.clone_from(board);
        self.player = player;
        if self.tree.root().is_empty() {
            let mut moves = Vec::new();
            policy.weigh(board, player, &mut moves);
            worker::select(&mut moves, board);
            self.tree.plant(&moves);
            self.scale = first_scale(board, player);
        }
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

pub(super) fn search(
    engine: &mut Mcts,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let start = Instant::now();
    let root = &mut engine.root;
    root.move_to(board, player, engine.policy.as_ref());
    if root.tree.root().is_empty() {
        return Outcome::default();
    }
    root.searches += 1;
    let shared = Mutex::new(Shared {
        tree: mem::replace(&mut root.tree, Tree::new(0)),
        scale: root.scale.clone(),
        rounds: 0,
    });
    let limits = &own_limits(limits);
    let outcome = |shared: &Shared| outcome(shared, board, player, start);
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
                    reporter.progress(&outcome(shared));
                }
            });
            helpers.stop.raise();
        });
    }
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let outcome = outcome(&shared);
    root.tree = shared.tree;
    root.scale = shared.scale;
    outcome
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

fn outcome(shared: &Shared, board: &Board, player: Player, start: Instant) -> Outcome {
    let best = best(shared.tree.root());
    let line = shared.tree.main_line();
    Outcome {
        best: best.map(|best| best.point),
        value: best.map_or(0, |best| best.margin.round() as i32 - board.score(player)),
        plies: line.len() as u32,
        line: line.into_iter().map(Some).collect(),
        nodes: shared.rounds,
        elapsed: start.elapsed(),
        ..Outcome::default()
    }
}
