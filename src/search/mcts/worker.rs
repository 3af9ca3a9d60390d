//! One thread of the search: it plays simulations in the shared tree. The head of `mcts.rs` has the steps of a simulation.

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
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

/// The state that the threads of a search share: the tree, the statistics of margins, and the count of simulations.
pub(super) struct Shared {
    tree: RwLock<Tree>,
    margins: Mutex<MarginStatistics>,
    count: Mutex<Count>,
}

/// The count of simulations of a search.
struct Count {
    /// Simulations begun, plus the cost of exact searches and capture searches in simulations.
    spent: u64,
    /// Simulations that are reserved for exact searches under way.
    reserved: u64,
}

impl Shared {
    /// The state at the start of a search. `nodes` are counted already.
    pub(super) fn new(tree: Tree, margins: MarginStatistics, nodes: u64) -> Shared {
        Shared {
            tree: RwLock::new(tree),
            margins: Mutex::new(margins),
            count: Mutex::new(Count {
                spent: nodes,
                reserved: 0,
            }),
        }
    }

    /// The tree, to read it, and to change its statistics. Many threads can have it at the same time. Like the next
    /// three, this works even if another thread has panicked.
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

    /// The count of simulations. Only one thread can have it.
    fn lock_count(&self) -> MutexGuard<'_, Count> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of simulations begun in this search, plus the cost of exact searches and capture searches in
    /// simulations.
    pub(super) fn nodes(&self) -> u64 {
        self.lock_count().spent
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

    /// Counts a simulation. Returns false, and counts nothing, if the limit of nodes has no room beside what is reserved.
    fn count(&self, limits: &Limits) -> bool {
        let mut count = self.lock_count();
        let used = count.spent + count.reserved;
        let has_room = limits.nodes.is_none_or(|most| used < most);
        count.spent += u64::from(has_room);
        has_room
    }

    /// Reserves what an exact search may cost: at most [`MOST_INNER`] simulations. With a limit of nodes, also at most an
    /// equal part, of so many threads, of what it leaves. The reserve of `verify` is another one.
    fn reserve(&self, limits: &Limits, threads: u32) -> Reservation<'_> {
        let mut count = self.lock_count();
        let used = count.spent + count.reserved;
        let part = |most: u64| most.saturating_sub(used) / u64::from(threads);
        let most = limits.nodes.map_or(MOST_INNER, part).min(MOST_INNER);
        count.reserved += most;
        Reservation { shared: self, most }
    }
}

/// Simulations that are reserved for an exact search. They are free again when it is dropped, also if the exact search
/// panics.
struct Reservation<'a> {
    shared: &'a Shared,
    /// The greatest cost of the exact search.
    most: u64,
}

impl Reservation<'_> {
    /// Counts the cost of the exact search in place of what was reserved for it.
    fn settle(mut self, cost: u64) {
        // `drop` comes after the lock is free again, and takes off nothing more.
        let mut count = self.shared.lock_count();
        count.spent += cost;
        count.reserved -= mem::take(&mut self.most);
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.shared.lock_count().reserved -= self.most;
    }
}

/// What all threads of a search have in common and do not change.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) policy: &'a dyn Policy,
    pub(super) exact: &'a ExactSearch,
    /// The position at the root.
    pub(super) board: &'a Board,
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

/// How a simulation has ended.
#[derive(Clone, Copy)]
enum End {
    /// In a position whose margin is certain: that of the player to move there, in dots.
    Certain(i16),
    /// With a playout.
    Playout {
        /// The margin of the first player, in dots, with the background.
        margin: f32,
        /// The value of this margin for the first player, in [0, 1].
        value: f32,
    },
}

/// One thread of the search, with the simulation that it is playing.
pub(super) struct Worker<'a> {
    task: Task<'a>,
    evaluator: Box<dyn Evaluator + 'a>,
    board: Board,
    playouts: Playouts<'a>,
    background: Background,
    criticality: Criticality,
    path: Path,
    /// The moves of the position at the end of the path as the policy lists them.
    candidates: Vec<Candidate>,
    /// Those of them that are added to the tree.
    moves: Vec<PriorMove>,
    /// The result of the exact search in a position of the path. It counts only if the path has such a position.
    inner: InnerResult,
}

impl<'a> Worker<'a> {
    /// A thread that begins at the root. `seed` is that of its playouts.
    pub(super) fn new(task: Task<'a>, background: Background, seed: u64) -> Self {
        Worker {
            task,
            evaluator: task.policy.evaluator(),
            board: task.board.clone(),
            playouts: Playouts::new(task.policy.rings(), seed),
            background,
            criticality: Criticality::new(),
            path: Path::default(),
            candidates: Vec::new(),
            moves: Vec::new(),
            inner: InnerResult::default(),
        }
    }

    /// Plays simulations until a limit is reached, or `goes_on` returns false after one of them.
    pub(super) fn run(
        &mut self,
        shared: &Shared,
        limits: &Limits,
        mut goes_on: impl FnMut(&Shared) -> bool,
    ) {
        while !shared.is_over(limits) {
            if !self.begin(shared, limits) {
                // The rest is reserved for exact searches of other threads. They may cost less.
                thread::yield_now();
                continue;
            }
            let end = self.play(shared, limits);
            self.finish(end, shared, limits);
            if !goes_on(shared) {
                return;
            }
        }
    }

    /// Step 1: begins a simulation. Counts it and chooses its path down the tree. Returns false, and begins none, if the
    /// limit of nodes has no room for it. A tree that is full stays so if too little time is left to make room, or the
    /// search is stopped meanwhile.
    fn begin(&mut self, shared: &Shared, limits: &Limits) -> bool {
        if !shared.count(limits) {
            return false;
        }
        if shared.tree().wants_room(limits) {
            // The first thread, which ends the search, waits for a helper thread here.
            shared.tree_alone().make_room(|| limits.is_over());
        }
        shared.tree().descend(&mut self.path, &self.criticality);
        true
    }

    /// Steps 2 to 4: plays the moves of the path on the board of the worker. Evaluates the position at the end, if it is to
    /// be added to the tree. Then plays a playout, unless the margin is certain. Plays nothing if the path was known
    /// to end with a certain margin, and no position is due for the exact search.
    fn play(&mut self, shared: &Shared, limits: &Limits) -> End {
        if let (Some(certain), None) = (self.path.certain, self.path.due) {
            return End::Certain(certain);
        }
        let player = self.play_path(shared, limits);
        if self.path.expands {
            self.evaluate(player);
        }
        if let Some(certain) = self.path.certain {
            return End::Certain(certain);
        }
        let margin = self.playout(player);
        End::Playout {
            margin,
            value: self.task.scale.value(margin),
        }
    }

    /// Step 2: finds the moves of the position at the end of the path with their priors, and the margin if it is
    /// certain there. `player` is to move.
    fn evaluate(&mut self, player: Player) {
        self.evaluator
            .evaluate(&mut self.board, player, &mut self.candidates);
        self.moves = moves_with_priors(&self.candidates, &self.board);
        self.path.certain = certain::margin(&self.board, player, self.task.komi);
    }

    /// Step 3: a playout from the end of the path, where `player` is to move. Returns the margin of the first player, in
    /// dots, with the background.
    fn playout(&mut self, player: Player) -> f32 {
        let moves = match self.path.expands {
            true => self.moves.as_slice(),
            false => &[],
        };
        let task = &self.task;
        let path = &self.path.moves;
        let dead = task
            .dead
            .dots_after(path, task.player, task.board, &self.board);
        let mut captured = self.playouts.play(&mut self.board, player, moves);
        captured.add(&dead);
        self.background.margin(&captured, path)
    }

    /// Plays the moves of the path. If a position of the path is due for the exact search, searches it before its next
    /// move is played. Returns the player to move at the end.
    fn play_path(&mut self, shared: &Shared, limits: &Limits) -> Player {
        self.board.clone_from(self.task.board);
        let mut player = self.task.player;
        let due = self.path.due.map(|due| due.ply);
        for (number, &point) in self.path.moves.iter().enumerate() {
            if due == Some(number) {
                let reserved = shared.reserve(limits, self.task.threads);
                let (exact, board) = (self.task.exact, &mut self.board);
                self.inner = InnerResult::search(exact, board, player, reserved.most, limits);
                reserved.settle(self.inner.simulations);
            }
            self.board.play(point, player);
            player = player.opponent();
        }
        player
    }

    /// Step 5: ends a simulation. Adds the position at its end, its results and the priors of its exact search to the tree,
    /// and learns from its playout. All this is lost if another thread has moved the positions in memory.
    fn finish(&mut self, end: End, shared: &Shared, limits: &Limits) {
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
        if let End::Playout { margin, .. } = end {
            shared.margins().add(margin);
        }
        let (value, margin) = self.value_and_margin(end);
        tree.back_up(&self.path, value, margin);
        drop(tree);
        // This moves the edges of the position, so it comes after `back_up`.
        if let Some(Due { node, .. }) = self.path.due {
            self.finish_exact_search(shared, node, limits);
        }
        if let End::Playout { value, .. } = end {
            self.learn(value);
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
        // If the whole search is over, the next one searches the position exactly again, with more time. Before that it
        // could be cut as early at each visit. If no simulation was left for the exact search, others may be free again
        // at the next visit. An exact search that was cut because few simulations were left is not repeated if it has
        // not used them up.
        if self.inner.is_cut && (self.inner.most == 0 || shared.is_over(limits)) {
            let tree = shared.tree();
            if tree.is_valid(&self.path) {
                tree.search_again(node);
            }
        }
    }

    /// The value, in [0, 1], and the margin, in dots, of the simulation for the player at the root.
    fn value_and_margin(&self, end: End) -> (f32, f32) {
        let player = self.task.player;
        match (end, player) {
            (End::Certain(certain), _) => {
                let margin = match self.path.moves.len() % 2 {
                    0 => certain.into(),
                    _ => -f32::from(certain),
                };
                (self.task.scale.certain_for(player, margin), margin)
            }
            (End::Playout { margin, value }, Player::First) => (value, margin),
            (End::Playout { margin, value }, Player::Second) => (1.0 - value, -margin),
        }
    }

    /// Learns which cells are critical from a playout with this value for the first player.
    fn learn(&mut self, value: f32) {
        let before = self.task.board.moves().len() + self.path.moves.len();
        self.criticality
            .learn(value, self.board.moves().skip(before));
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
