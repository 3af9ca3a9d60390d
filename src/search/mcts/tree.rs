//! The tree of positions: the choice of the move to try, and the results of simulations.
//!
//! Threads choose moves and add results at the same time: both need the tree only to read, and change nothing but its
//! [`statistics`]. To add positions or moves, a thread needs the tree alone.

mod keep;
mod statistics;

use super::criticality::Criticality;
use super::priors::PriorMove;
use crate::geometry::Point;
use crate::policy::exp;
use crate::search::Limits;
use statistics::{InFlight, Mean, Visits, weight_of};
use std::cmp::Reverse;
use std::iter::successors;
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

/// The weight of priors against values in the choice of a move (PUCT): benches/ingredients.md.
const EXPLORATION: f32 = 0.7;
/// First-play urgency: an untried move has the value of its position less this: benches/ingredients.md.
const UNTRIED: f32 = 0.1;
/// The next visit of a move with at least this many visits adds the position after the move to the tree:
/// benches/ingredients.md.
const EXPAND_AT: u32 = 1;
/// The exact search searches a position of the tree once it has this many visits: benches/ingredients.md.
const EXACT_SEARCH_AT: u32 = 20;
/// Progressive widening: a position with `n` visits considers its `FIRST_WIDTH + MORE_WIDTH * log2(n + 1)` most likely
/// moves, with the logarithm rounded down: benches/ingredients.md.
const FIRST_WIDTH: u32 = 4;
/// The number of moves that a position considers in addition when its visits double: benches/ingredients.md.
const MORE_WIDTH: u32 = 4;

/// The number of visits that a move needs before its expected margin is compared with that of another:
/// [`Tree::expected`]. Not measured: benches/ingredients.md.
pub(super) const LEAST_VISITS: u32 = 4;

/// The greatest prior of a futile move at the root, next to a dead group: benches/ingredients.md.
const FUTILE: f32 = 0.01;

/// The number of moves for each position, on average, for which there is room.
const AVERAGE_MOVES: usize = 20;

/// The index that stands for no position. It is the index of the root, to which no move leads.
const NOWHERE: u32 = 0;

/// A move in a position of the tree.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    /// Number of simulations that are on their way through the move now. Each counts as a loss (virtual loss).
    in_flight: InFlight,
    /// The prior: probability in [0, 1] that the move is played, by the softmax of the policy. [`Tree::raise_priors`]
    /// raises it for moves that the exact search or the capture search finds.
    pub(super) prior: f32,
    visits: Visits,
    value: Mean,
    margin: Mean,
    /// The index of the position after the move. [`NOWHERE`] while it is not in the tree.
    child: u32,
}

impl Edge {
    fn untried(point: Point, prior: f32) -> Edge {
        Edge {
            point,
            in_flight: InFlight::default(),
            prior,
            visits: Visits::default(),
            value: Mean::new(0.5),
            margin: Mean::new(0.0),
            child: NOWHERE,
        }
    }

    /// The number of simulations that have tried the move.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.get()
    }

    /// Mean of the values of simulations for the player who makes the move, in [0, 1]. 0.5 before the first visit.
    #[inline]
    pub(super) fn value(&self) -> f32 {
        self.value.get()
    }

    /// Mean of the margins of simulations, in dots, for the player who makes the move. 0 before the first visit.
    pub(super) fn margin(&self) -> f32 {
        self.margin.get()
    }
}

/// A position in the tree.
#[derive(Debug)]
struct Node {
    /// The index in [`Tree::edges`] of its first move. The others follow.
    first: u32,
    /// The number of moves of the position that are in the tree.
    count: u32,
    visits: Visits,
    /// The certain margin of the player to move, in dots. `None` if it is not certain.
    certain: Option<i16>,
    /// Whether the exact search has searched the position, or is about to. Near the limit of nodes that search may
    /// have been cut.
    is_searched: AtomicBool,
}

impl Clone for Node {
    fn clone(&self) -> Node {
        Node {
            visits: self.visits.clone(),
            is_searched: AtomicBool::new(self.is_searched.load(Ordering::Relaxed)),
            ..*self
        }
    }
}

impl Node {
    /// Claims the position for the exact search. Returns true for one thread only, once the position has
    /// [`EXACT_SEARCH_AT`] visits.
    fn claim_exact_search(&self) -> bool {
        self.visits.get() >= EXACT_SEARCH_AT
            && !self.is_searched.load(Ordering::Relaxed)
            && !self.is_searched.swap(true, Ordering::Relaxed)
    }
}

/// The tree of positions, of bounded size. The root is the position 0.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Spare memory for positions and moves. [`keep_below`](Tree::keep_below) copies the kept part of the tree into it.
    spare: (Vec<Node>, Vec<Edge>),
    /// The number of times that the positions have moved in memory. Paths chosen before the last time are invalid.
    generation: u32,
    /// Whether a position or a move was not added because the tree is full. [`keep_below`](Tree::keep_below) and
    /// [`make_room`](Tree::make_room) clear this flag.
    is_full: bool,
}

/// The path of one simulation down the tree.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The indices of the moves in [`Tree::edges`], the first one at the root.
    edges: Vec<u32>,
    /// The moves of both players by turns, the first one at the root.
    pub(super) moves: Vec<Point>,
    /// The value of [`Tree::generation`] when the path was chosen.
    generation: u32,
    /// Whether the simulation adds the position after the last move to the tree.
    pub(super) expands: bool,
    /// The certain margin of the player to move after the last move, in dots. No playout is needed then. `None` if it is
    /// not certain there.
    pub(super) certain: Option<i16>,
    /// The first position on the path that the exact search has to search. `None` if there is none.
    pub(super) due: Option<Due>,
}

/// A position on a path that the exact search has to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Index in [`Tree::nodes`].
    pub(super) node: u32,
}

impl Tree {
    /// An empty tree that takes at most this number of bytes, with its spare memory. It is smaller if the system lacks
    /// memory.
    pub(super) fn new(bytes: usize) -> Tree {
        let nodes = bytes / 2 / (size_of::<Node>() + AVERAGE_MOVES * size_of::<Edge>());
        // The system hands out memory when it is first used.
        let room = |nodes: usize| {
            let mut room = (Vec::new(), Vec::new());
            room.0.try_reserve_exact(nodes).ok()?;
            room.1.try_reserve_exact(nodes * AVERAGE_MOVES).ok()?;
            Some(room)
        };
        let mut sizes = successors(Some(nodes), |nodes| (*nodes > 0).then(|| nodes / 2));
        let rooms = sizes.find_map(|nodes| Some((room(nodes)?, room(nodes)?)));
        let ((nodes, edges), spare) = rooms.unwrap_or_default();
        Tree {
            nodes,
            edges,
            spare,
            generation: 0,
            is_full: false,
        }
    }

    /// Clears the tree and adds a root with these moves. The moves come with priors, the greatest first. `certain`
    /// is the certain margin of the player to move, if there is one.
    pub(super) fn reset(&mut self, moves: &[PriorMove], certain: Option<i16>) {
        self.nodes.clear();
        self.edges.clear();
        self.is_full = false;
        self.add(moves, certain);
    }

    /// Adds a position and returns its index. The moves come with priors, the greatest first. There must be room.
    fn add(&mut self, moves: &[PriorMove], certain: Option<i16>) -> u32 {
        let first = self.edges.len() as u32;
        let edge = |found: &PriorMove| Edge::untried(found.point, found.prior);
        self.edges.extend(moves.iter().map(edge));
        self.nodes.push(Node {
            first,
            count: moves.len() as u32,
            visits: Visits::default(),
            certain,
            is_searched: AtomicBool::new(false),
        });
        self.nodes.len() as u32 - 1
    }

    /// The moves in a position, the one with the greatest prior first.
    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// The moves at the root, the one with the greatest prior first. Empty if the tree is empty.
    pub(super) fn root_moves(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(root))
    }

    /// The position after these moves, played from the root. `None` if it is not in the tree.
    fn after(&self, moves: &[Point]) -> Option<&Node> {
        moves.iter().try_fold(self.nodes.first()?, |node, &point| {
            let mut edges = self.edges_of(node).iter();
            let edge = edges.find(|edge| edge.point == point)?;
            (edge.child != NOWHERE).then(|| &self.nodes[edge.child as usize])
        })
    }

    /// Raises the priors of these moves in a position to at least the given ones, and adds moves that the position does
    /// not have. Then sorts its moves by prior again. Changes nothing if the tree has no room.
    pub(super) fn raise_priors(&mut self, node: u32, moves: &[(Point, f32)]) {
        let Some(&Node { first, count, .. }) = self.nodes.get(node as usize) else {
            return;
        };
        if moves.is_empty() || !self.check_room(count as usize + moves.len()) {
            return;
        }
        // The edges move to a new place. Paths of other threads still lead to the old place, and their results
        // are lost.
        let (first, new) = (first as usize, self.edges.len());
        self.edges.extend_from_within(first..first + count as usize);
        for &(point, prior) in moves {
            let known = self.edges[new..]
                .iter()
                .position(|edge| edge.point == point);
            match known {
                Some(index) => {
                    let edge = &mut self.edges[new + index];
                    edge.prior = edge.prior.max(prior);
                }
                None => self.edges.push(Edge::untried(point, prior)),
            }
        }
        let edges = &mut self.edges[new..];
        edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let count = edges.len() as u32;
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (new as u32, count);
    }

    /// Lowers the priors of the `futile` moves at the root to at most [`FUTILE`], and sorts its moves by prior again.
    pub(super) fn lower_root_priors(&mut self, futile: impl Fn(Point) -> bool) {
        let Some(&Node { first, count, .. }) = self.nodes.first() else {
            return;
        };
        let edges = &mut self.edges[first as usize..][..count as usize];
        for edge in edges.iter_mut().filter(|edge| futile(edge.point)) {
            edge.prior = edge.prior.min(FUTILE);
        }
        edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    }

    /// Lets the exact search search a position again at its next visit.
    pub(super) fn search_again(&self, node: u32) {
        if let Some(node) = self.nodes.get(node as usize) {
            node.is_searched.store(false, Ordering::Relaxed);
        }
    }

    /// Raises the priors of these moves at the root, as [`raise_priors`](Tree::raise_priors) does. Makes room before if
    /// the tree has none and the limits leave time for it.
    pub(super) fn raise_root_priors(&mut self, moves: &[(Point, f32)], limits: &Limits) {
        if !self.check_room(self.root_moves().len() + moves.len()) && self.wants_room(limits) {
            self.make_room(|| limits.is_over());
        }
        self.raise_priors(0, moves);
    }

    /// The indices of the moves at the root, the most visited first. Of equally visited moves the one with the greater
    /// prior comes first.
    pub(super) fn most_visited(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.root_moves().len()).collect();
        // Other threads may add visits meanwhile, so each number is read once.
        order.sort_by_cached_key(|&index| Reverse(self.root_moves()[index].visits()));
        order
    }

    /// The indices of the moves at the root: one that keeps a certain margin, if there is one, then the others, the most
    /// visited first.
    pub(super) fn best_first(&self) -> Vec<usize> {
        let mut order = self.most_visited();
        let first = self.move_that_keeps_certain_margin();
        order.sort_by_key(|&index| Some(index) != first);
        order
    }

    /// The principal variation from a move at the root, given by its index: this move, then the most visited move of
    /// every position. It ends before the first position without visited moves.
    pub(super) fn principal_variation(&self, index: usize) -> Vec<Point> {
        let mut edge = &self.root_moves()[index];
        let mut line = vec![edge.point];
        while edge.child != NOWHERE {
            let edges = self.edges_of(&self.nodes[edge.child as usize]);
            let best = edges.iter().rev().max_by_key(|edge| edge.visits());
            let Some(best) = best.filter(|best| best.visits() > 0) else {
                break;
            };
            line.push(best.point);
            edge = best;
        }
        line
    }

    /// Chooses the path of a simulation from the root, along the most promising moves, and counts the visits of its
    /// positions. The path ends in a position with a certain margin other than the root, in a position without moves to
    /// try, or after a move whose next position is not in the tree.
    pub(super) fn descend(&self, path: &mut Path, criticality: &Criticality) {
        path.edges.clear();
        path.moves.clear();
        path.generation = self.generation;
        path.expands = false;
        path.certain = None;
        path.due = None;
        let (mut index, mut mean) = (0, 0.5);
        loop {
            let node = &self.nodes[index];
            let visits = node.visits.add();
            // At the root a move is wanted all the same, one that keeps the certain margin.
            path.certain = node.certain.filter(|_| index > 0);
            if path.certain.is_some() || node.count == 0 {
                break;
            }
            // The root was searched exactly before the simulations.
            if index > 0 && path.due.is_none() && node.claim_exact_search() {
                path.due = Some(Due {
                    ply: path.moves.len(),
                    node: index as u32,
                });
            }
            let chosen = self.most_promising(node, visits, mean, criticality);
            let edge = &self.edges[chosen];
            edge.in_flight.add();
            path.edges.push(chosen as u32);
            path.moves.push(edge.point);
            if edge.child == NOWHERE {
                path.expands = edge.visits() >= EXPAND_AT;
                return;
            }
            mean = 1.0 - edge.value();
            index = edge.child as usize;
        }
    }

    /// The index in [`Tree::edges`] of the move to try next, by PUCT and criticality. Only the most likely moves are
    /// considered, more of them after more visits. `visits` counts those of the position, with the present one. `mean`
    /// is the value of the position for the player to move, in [0, 1].
    fn most_promising(
        &self,
        node: &Node,
        visits: u32,
        mean: f32,
        criticality: &Criticality,
    ) -> usize {
        let exploration = EXPLORATION * (visits as f32).sqrt();
        let (mut best, mut highest) = (node.first as usize, f32::MIN);
        let edges = self.edges_of(node);
        for (index, edge) in edges.iter().enumerate().take(width(visits)) {
            let visits = edge.visits();
            let tries = visits + edge.in_flight.get();
            let value = match tries {
                0 => mean - UNTRIED,
                _ => edge.value() * visits as f32 / tries as f32,
            };
            let promise = value
                + exploration * edge.prior / (1 + tries) as f32
                + criticality.bonus(edge.point, tries);
            if promise > highest {
                (best, highest) = (node.first as usize + index, promise);
            }
        }
        best
    }

    /// Adds the position after the last move of a path. Does nothing if there is no room, or if another thread has
    /// added it. `certain` is the certain margin of its player to move, if there is one.
    pub(super) fn expand(&mut self, path: &Path, moves: &[PriorMove], certain: Option<i16>) {
        let Some(&last) = path.edges.last() else {
            return;
        };
        if self.edges[last as usize].child == NOWHERE && self.check_room(moves.len()) {
            self.edges[last as usize].child = self.add(moves, certain);
        }
    }

    /// The certain margin after a move, in dots, for the player who makes it. `None` if it is not certain there, or the
    /// position is not in the tree.
    pub(super) fn certain_after(&self, edge: &Edge) -> Option<i16> {
        let child = Some(edge.child).filter(|&child| child != NOWHERE)?;
        self.nodes[child as usize].certain.map(|margin| -margin)
    }

    /// Whether the margin is certain after every move at the root.
    pub(super) fn is_certain_after_all(&self) -> bool {
        let mut edges = self.root_moves().iter();
        edges.all(|edge| self.certain_after(edge).is_some())
    }

    /// The index of the most visited move at the root, if no move has a greater certain margin. `None` otherwise.
    pub(super) fn best_of_certain(&self) -> Option<usize> {
        let edges = self.root_moves();
        let index = *self.most_visited().first()?;
        let greatest = edges.iter().map(|edge| self.certain_after(edge)).max()?;
        (self.certain_after(&edges[index]) >= greatest).then_some(index)
    }

    /// The margin after a move, in dots, for the player who makes it: the certain one if there is one, else the
    /// mean of its simulations.
    pub(super) fn expected(&self, edge: &Edge) -> f32 {
        self.certain_after(edge).map_or(edge.margin(), f32::from)
    }

    /// The index of a move at the root that keeps a certain margin. `None` if the margin is not certain, or no such move
    /// is known.
    pub(super) fn move_that_keeps_certain_margin(&self) -> Option<usize> {
        let margin = self.nodes.first()?.certain?;
        let mut edges = self.root_moves().iter();
        edges.position(|edge| self.certain_after(edge) >= Some(margin))
    }

    /// Whether there is room for a position with this number of moves. Marks the tree as full if there is none.
    fn check_room(&mut self, moves: usize) -> bool {
        let is_full = self.edges.len() + moves > self.edges.capacity()
            || self.nodes.len() == self.nodes.capacity();
        self.is_full |= is_full;
        !is_full
    }

    /// Adds the value, in [0, 1], and the margin, in dots, of a simulation to the moves of its path. Both are
    /// counted for the player at the root.
    pub(super) fn back_up(&self, path: &Path, mut value: f32, mut margin: f32) {
        for &index in &path.edges {
            let edge = &self.edges[index as usize];
            edge.in_flight.subtract();
            let weight = weight_of(edge.visits.add());
            edge.value.add(value, weight);
            edge.margin.add(margin, weight);
            (value, margin) = (1.0 - value, -margin);
        }
    }

    /// Converts all values to a scale whose centre is greater by `units` for the player at the root. So his values
    /// become smaller if `units` is positive. The values of moves with a certain margin stay as they are.
    pub(super) fn shift_values(&self, units: f32) {
        let root = self.nodes.first().map(|_| (0, exp(units)));
        let mut stack: Vec<(u32, f32)> = root.into_iter().collect();
        while let Some((index, odds)) = stack.pop() {
            for edge in self.edges_of(&self.nodes[index as usize]) {
                if self.certain_after(edge).is_none() {
                    edge.value.change(|value| shifted(value, odds));
                }
                if edge.child != NOWHERE {
                    stack.push((edge.child, 1.0 / odds));
                }
            }
        }
    }
}

/// A value in [0, 1] on another logistic scale. The value 0.5 of this one stands for odds of 1 to `odds` on the other.
fn shifted(value: f32, odds: f32) -> f32 {
    value / (value + (1.0 - value) * odds)
}

/// The number of most likely moves that are considered in a position after this number of visits.
fn width(visits: u32) -> usize {
    (FIRST_WIDTH + MORE_WIDTH * (visits + 1).ilog2()) as usize
}

#[cfg(test)]
mod tests;
