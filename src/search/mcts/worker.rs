//! One thread of the search: it plays simulations in the shared tree.

use super::background::Background;
use super::certain;
use super::criticality::Criticality;
use super::dead::Dead;
use super::exact::{InnerResult, MOST_INNER};
use super::playout::Playouts;
use super::priors::{PriorMove, moves_with_priors};
use super::tree::{Due, Path, Tree};
use super::value::{MarginStatistics, Scale};
use crate::board::Board;
use crate::geometry::Player;
use crate::policy::{Candidate, Evaluator, Policy};
use crate::search::Limits;
use crate::search::helper_threads::with_helper_threads;
use crate::search::tactical::ExactSearch;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The state that the threads of a search share: the tree, the statistics of margins, and the count of simulations.
pub(super) struct Shared {
    tree: RwLock<Tree>,
    margins: Mutex<MarginStatistics>,
    nodes: AtomicU64,
}

impl Shared {
    /// The state at the start of a search. `nodes` are counted already.
    pub(super) fn new(tree: Tree, margins: MarginStatistics, nodes: u64) -> Shared {
        Shared {
            tree: RwLock::new(tree),
            margins: Mutex::new(margins),
            nodes: AtomicU64::new(nodes),
        }
    }

    /// The tree, to read it, and to change its statistics. Many threads can have it at the same time. Like the next two,
    /// this works even if another thread has panicked.
    pub(super) fn tree(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree, to add or remove positions and moves. Only one thread can have it, and no other reads it then.
    fn tree_alone(&self) -> RwLockWriteGuard<'_, Tree> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The statistics of margins. Only one thread can have them.
    fn margins(&self) -> MutexGuard<'_, MarginStatistics> {
        self.margins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of simulations begun in this search, plus the cost of exact searches and capture searches in
    /// simulations. An exact search that is under way counts with all that is reserved for it.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The tree and the statistics of margins at the end of a search.
    pub(super) fn into_parts(self) -> (Tree, MarginStatistics) {
        let tree = self.tree.into_inner();
        let margins = self.margins.into_inner();
        (
            tree.unwrap_or_else(PoisonError::into_inner),
            margins.unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Whether a limit ends the search.
    fn is_over(&self, limits: &Limits) -> bool {
        limits.nodes.is_some_and(|most| self.nodes() >= most) || limits.is_over()
    }

    /// Counts a simulation. Returns false, and counts nothing, if that exceeds the limit of nodes.
    fn count(&self, limits: &Limits) -> bool {
        let most = limits.nodes.unwrap_or(u64::MAX);
        let next = |nodes: u64| (nodes < most).then_some(nodes + 1);
        let before = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        before.is_ok()
    }

    /// Reserves what an exact search may cost: the part of one of so many threads in the simulations that the limit of
    /// nodes leaves. It counts until [`settle`](Shared::settle). Returns it, or `None` if there is no limit of nodes.
    fn reserve(&self, limits: &Limits, threads: u32) -> Option<u64> {
        let most = limits.nodes?;
        let part = |nodes: u64| MOST_INNER.min(most.saturating_sub(nodes) / u64::from(threads));
        let next = |nodes: u64| Some(nodes + part(nodes));
        let before = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        before.ok().map(part)
    }

    /// Counts the cost of an exact search in place of what was reserved for it.
    fn settle(&self, reserved: Option<u64>, cost: u64) {
        self.nodes.fetch_add(cost, Ordering::Relaxed);
        self.nodes
            .fetch_sub(reserved.unwrap_or(0), Ordering::Relaxed);
    }
}

/// What all threads of a search have in common and do not change.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) policy: &'a dyn Policy,
    pub(super) exact: &'a ExactSearch,
    /// The position at the root.
    pub(super) root: &'a Board,
    /// The player to move at the root.
    pub(super) player: Player,
    /// The dead groups at the root.
    pub(super) dead: &'a Dead,
    /// Komi in dots, added to the score of the second player.
    pub(super) komi: f64,
    /// The scale of values.
    pub(super) scale: Scale,
    /// The number of threads. They share what the limit of nodes leaves.
    pub(super) threads: u32,
}

/// One thread of the search, with the simulation that it is playing.
pub(super) struct Worker<'a> {
    task: Task<'a>,
    evaluator: Box<dyn Evaluator + 'a>,
    board: Board,
    playouts: Playouts<'a>,
    background: Background,
    criticality: Criticality,
    /// The score of the first player at the end of the playout, in dots, with the background.
    margin: f32,
    /// The value of the simulation for the first player, in [0, 1]. `None` if it is lost, or has no playout.
    value: Option<f32>,
    path: Path,
    /// The moves of the position at the end of the path as the policy lists them.
    candidates: Vec<Candidate>,
    /// Those of them that are added to the tree.
    moves: Vec<PriorMove>,
    /// The result of the exact search in a position of the path. It counts only if the path has such a position.
    inner: InnerResult,
    /// The greatest cost of the exact search in a position of the path, in simulations. `None` if there is no limit of
    /// nodes.
    reserved: Option<u64>,
}

impl<'a> Worker<'a> {
    /// A thread that begins at the root. `seed` is that of its playouts.
    pub(super) fn new(task: Task<'a>, background: Background, seed: u64) -> Self {
        Worker {
            task,
            evaluator: task.policy.evaluator(),
            board: task.root.clone(),
            playouts: Playouts::new(task.policy.rings(), seed),
            background,
            criticality: Criticality::new(),
            margin: 0.0,
            value: None,
            path: Path::default(),
            candidates: Vec::new(),
            moves: Vec::new(),
            inner: InnerResult::default(),
            reserved: None,
        }
    }

    /// Plays simulations until a limit is reached, or `goes_on` returns false after one of them.
    pub(super) fn run(
        &mut self,
        shared: &Shared,
        limits: &Limits,
        mut goes_on: impl FnMut(&Shared) -> bool,
    ) {
        while !limits.is_over() {
            if !self.begin(shared, limits) {
                return;
            }
            self.play_simulation(limits);
            self.finish(shared, limits);
            self.learn();
            if !goes_on(shared) {
                return;
            }
        }
    }

    /// Begins a simulation: counts it and chooses its path down the tree. Reserves what the exact search may cost, if a
    /// position is due for it. Returns false, and begins none, if the limit of nodes is reached. A tree that is full
    /// stays so if too little time is left to make room, or the search is stopped meanwhile.
    fn begin(&mut self, shared: &Shared, limits: &Limits) -> bool {
        if !shared.count(limits) {
            return false;
        }
        if shared.tree().wants_room(limits) {
            // The first thread, which ends the search, waits for a helper thread here.
            shared.tree_alone().make_room(|| limits.is_over());
        }
        shared.tree().descend(&mut self.path, &self.criticality);
        if self.path.due.is_some() {
            self.reserved = shared.reserve(limits, self.task.threads);
        }
        true
    }

    /// Plays the moves of the path on the board of the worker. Evaluates the position at the end, if it is to be added
    /// to the tree. Then plays a playout, unless the final score is certain. Plays nothing if the path was known to end
    /// with a certain score, and no position is due for the exact search.
    fn play_simulation(&mut self, limits: &Limits) {
        if self.path.certain.is_some() && self.path.due.is_none() {
            return;
        }
        let player = self.play_path(limits);
        if self.path.expands {
            self.look_at(player);
        }
        if self.path.certain.is_none() {
            let moves = match self.path.expands {
                true => self.moves.as_slice(),
                false => &[],
            };
            let task = &self.task;
            let path = &self.path.moves;
            let dead = task
                .dead
                .dots_after(path, task.player, task.root, &self.board);
            let mut captured = self.playouts.play(&mut self.board, player, moves);
            captured.add(&dead);
            self.margin = self.background.margin(&captured, path);
        }
    }

    /// Finds the moves of the position at the end of the path with their priors, and the final score if it is
    /// certain there. `player` is to move.
    fn look_at(&mut self, player: Player) {
        self.evaluator
            .evaluate(&mut self.board, player, &mut self.candidates);
        self.moves = moves_with_priors(&self.candidates, &self.board);
        self.path.certain = certain::margin(&self.board, player, self.task.komi);
    }

    /// Plays the moves of the path. If a position of the path is due for the exact search, searches it before its next
    /// move is played. Returns the player to move at the end.
    fn play_path(&mut self, limits: &Limits) -> Player {
        self.board.clone_from(self.task.root);
        let mut player = self.task.player;
        let due = self.path.due.map(|due| due.ply);
        for (number, &point) in self.path.moves.iter().enumerate() {
            if due == Some(number) {
                let simulations = self.reserved.unwrap_or(u64::MAX);
                let (exact, board) = (self.task.exact, &mut self.board);
                self.inner = InnerResult::search(exact, board, player, simulations, limits);
            }
            self.board.play(point, player);
            player = player.opponent();
        }
        player
    }

    /// Learns from the playout of the simulation which cells are critical.
    fn learn(&mut self) {
        if let Some(value) = self.value.take() {
            let before = self.task.root.moves().len() + self.path.moves.len();
            self.criticality
                .learn(value, self.board.moves().skip(before));
        }
    }

    /// Ends a simulation: adds its results to the tree. They are lost if another thread has moved the positions in
    /// memory.
    fn finish(&mut self, shared: &Shared, limits: &Limits) {
        if self.path.due.is_some() {
            shared.settle(self.reserved, self.inner.simulations);
        }
        if self.path.expands {
            let mut tree = shared.tree_alone();
            if tree.is_valid(&self.path) {
                tree.expand(&self.path, &self.moves, self.path.certain);
            }
        }
        let tree = shared.tree();
        if !tree.is_valid(&self.path) {
            // Another thread has made room, and the positions of the path have moved. The simulation is lost.
            return;
        }
        let (value, margin) = self.outcome(shared);
        tree.back_up(&self.path, value, margin);
        drop(tree);
        // This moves the edges of the position, so it comes after `back_up`.
        if let Some(Due { node, .. }) = self.path.due {
            self.finish_exact_search(shared, node, limits);
        }
    }

    /// Raises the priors that the exact search of a position wants. If the tree is full, or another thread has made
    /// room, the moves are lost: to search again at each visit would cost more than they bring.
    fn finish_exact_search(&self, shared: &Shared, node: u32, limits: &Limits) {
        // Often it wants none, and then no other thread has to wait.
        if !self.inner.wanted.is_empty() {
            let mut tree = shared.tree_alone();
            if tree.is_valid(&self.path) {
                tree.raise_priors(node, &self.inner.wanted);
            }
        }
        // The next search does it with more time. In this one it could end as early at each visit. A search that ended
        // early because few simulations were left, without using them up, is not repeated.
        if self.inner.is_cut && shared.is_over(limits) {
            let tree = shared.tree();
            if tree.is_valid(&self.path) {
                tree.search_again(node);
            }
        }
    }

    /// The value, in [0, 1], and the final score, in dots, of the simulation for the player at the root.
    fn outcome(&mut self, shared: &Shared) -> (f32, f32) {
        let player = self.task.player;
        if let Some(certain) = self.path.certain {
            let margin = match self.path.moves.len() % 2 {
                0 => certain.into(),
                _ => -f32::from(certain),
            };
            return (self.task.scale.certain_for(player, margin), margin);
        }
        shared.margins().add(self.margin);
        let value = self.task.scale.value(self.margin);
        self.value = Some(value);
        match player {
            Player::First => (value, self.margin),
            Player::Second => (1.0 - value, -self.margin),
        }
    }
}

/// Runs all workers, each on a thread of its own, until a limit is reached or `goes_on` returns false. Only the first
/// worker calls `goes_on`, after each of its simulations. The others stop when the first one ends.
pub(super) fn run(
    workers: Vec<Worker>,
    shared: &Shared,
    limits: &Limits,
    goes_on: impl FnMut(&Shared) -> bool,
) {
    let mut workers = workers.into_iter();
    let Some(mut first) = workers.next() else {
        return;
    };
    let helpers =
        workers.map(|mut worker| move |limits: &Limits| worker.run(shared, limits, |_| true));
    with_helper_threads(limits, helpers, || first.run(shared, limits, goes_on));
}

#[cfg(test)]
mod tests;
