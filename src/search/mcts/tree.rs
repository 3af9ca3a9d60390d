//! The tree of positions: the choice of the move to try, and the results of simulations.

mod bounds;
mod keep;

use super::bounds::{Bounds, NO_FLOOR, NodeInfo};
use crate::geometry::Point;
use crate::policy::Candidate;
use std::cmp::Reverse;
use std::iter::successors;
use std::mem::size_of;

/// The weight of priors in the choice of a move (PUCT): benches/ingredients.md.
const EXPLORATION: f32 = 0.7;
/// The expected value of an untried move is that of its position less this (first-play urgency): benches/ingredients.md.
const UNTRIED: f32 = 0.1;
/// A move gets a position of its own after this number of visits: benches/ingredients.md.
const EXPAND_AT: u32 = 1;
/// A position is due for the exact search after this number of visits: benches/ingredients.md.
const EXACT_SEARCH_AT: u32 = 20;
/// The number of moves considered in a new position (progressive widening).
/// Not measured, like the next: benches/ingredients.md.
const FIRST_WIDTH: u32 = 4;
/// The number of moves added with every doubling of the visits of a position.
const MORE_WIDTH: u32 = 4;

/// A move in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    /// Number of threads that are trying it now. Each counts as a loss (virtual loss).
    in_flight: u16,
    /// The prior: probability in [0, 1] that the move is good, by the softmax of the policy. [`Tree::raise_priors`] raises
    /// it for moves of the exact search and of the capture search.
    prior: f32,
    pub(super) visits: u32,
    /// Mean of the values for the player who makes the move, in [0, 1].
    pub(super) value: f32,
    /// Mean of the margins, in dots, for that player.
    pub(super) margin: f32,
    /// The bounds of the margin for that player.
    pub(super) bounds: Bounds,
    /// The index of the position that the move leads to. [`NOWHERE`] while there is none.
    pub(super) child: u32,
}

impl Edge {
    fn untried(point: Point, prior: f32) -> Edge {
        Edge {
            point,
            in_flight: 0,
            prior,
            visits: 0,
            value: 0.5,
            margin: 0.0,
            bounds: Bounds::UNKNOWN,
            child: NOWHERE,
        }
    }
}

/// The mean number of moves of a position that there is room for.
const USUAL_MOVES: usize = 20;

/// The index that stands for no position. It is that of the root, to which no move leads.
pub(super) const NOWHERE: u32 = 0;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The index of its first move. The others follow.
    pub(super) first: u32,
    /// The number of its moves.
    pub(super) count: u32,
    visits: u32,
    /// The bounds of the margin for the player to move.
    pub(super) bounds: Bounds,
    /// The greatest lower bound among its moves. At the root of a search for `n` best moves, the `n`-th greatest.
    pub(super) floor: i16,
    /// Whether all legal moves are in the tree.
    pub(super) is_complete: bool,
    /// Whether the exact search has searched it, or is about to.
    is_searched: bool,
}

/// A tree of bounded size.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// The number of best moves that the search is for.
    pub(super) wanted: usize,
    /// Memory into which [`keep`](Tree::keep_below) copies the tree.
    spare: (Vec<Node>, Vec<Edge>),
    /// The number of times that the positions were moved in memory.
    moved: u32,
    /// Whether a position was left out because the tree is full.
    is_full: bool,
}

/// A path down the tree.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The positions on the path, without the last one.
    pub(super) nodes: Vec<u32>,
    edges: Vec<u32>,
    /// The moves of both players by turns.
    pub(super) moves: Vec<Point>,
    /// [`Tree::moved`] when the path was chosen.
    moved: u32,
    /// Whether the simulation adds a position after the last move.
    pub(super) expands: bool,
    /// The margin for the player at the root, if the path ends with a proved move. No playout is needed then.
    pub(super) proved: Option<i16>,
    /// The ply and the index of each proved move that was the most promising and was skipped. Proved moves need no visits,
    /// so the path goes on with another move.
    skipped: Vec<(usize, usize)>,
    /// The ply and the index of the first position on the path that is due for the exact search.
    pub(super) due: Option<(usize, u32)>,
}

impl Tree {
    /// An empty tree of at most this number of bytes. It is smaller if the system lacks memory.
    pub(super) fn new(bytes: usize) -> Tree {
        let nodes = bytes / 2 / (size_of::<Node>() + USUAL_MOVES * size_of::<Edge>());
        // The system hands out memory when it is first used.
        let room = |nodes: usize| {
            let mut room = (Vec::new(), Vec::new());
            room.0.try_reserve_exact(nodes).ok()?;
            room.1.try_reserve_exact(nodes * USUAL_MOVES).ok()?;
            Some(room)
        };
        let mut sizes = successors(Some(nodes), |nodes| (*nodes > 0).then(|| nodes / 2));
        let rooms = sizes.find_map(|nodes| Some((room(nodes)?, room(nodes)?)));
        let ((nodes, edges), spare) = rooms.unwrap_or_default();
        Tree {
            nodes,
            edges,
            wanted: 1,
            spare,
            moved: 0,
            is_full: false,
        }
    }

    /// Clears the tree and adds a root with these moves.
    pub(super) fn reset(&mut self, moves: &[Candidate], known: NodeInfo) {
        self.nodes.clear();
        self.edges.clear();
        self.is_full = false;
        self.add(moves, known);
    }

    /// Adds a position. The moves come with priors, the greatest first.
    fn add(&mut self, moves: &[Candidate], known: NodeInfo) -> u32 {
        let first = self.edges.len() as u32;
        let edge = |found: &Candidate| Edge::untried(found.point, found.weight);
        self.edges.extend(moves.iter().map(edge));
        self.nodes.push(Node {
            first,
            count: moves.len() as u32,
            visits: 0,
            bounds: known.bounds,
            floor: NO_FLOOR,
            is_complete: known.is_complete,
            is_searched: false,
        });
        self.nodes.len() as u32 - 1
    }

    /// The moves in a position.
    pub(super) fn edges_of(&self, node: Node) -> &[Edge] {
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// The moves at the root.
    pub(super) fn root(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |&root| self.edges_of(root))
    }

    /// Raises the priors of moves to at least the given ones. Adds the moves that are not in the position. Changes nothing if
    /// the tree has no room.
    pub(super) fn raise_priors(&mut self, node: u32, moves: &[(Point, f32)]) {
        let Some(&Node { first, count, .. }) = self.nodes.get(node as usize) else {
            return;
        };
        if moves.is_empty() || !self.has_room(count as usize + moves.len()) {
            return;
        }
        // The edges move to a new place. Paths of other threads still lead to the old place, and their results are lost.
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
        edges.iter_mut().for_each(|edge| edge.in_flight = 0);
        edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let count = edges.len() as u32;
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (new as u32, count);
    }

    /// The indices of the moves at the root, the most visited first. Of equally visited moves the more likely comes first.
    pub(super) fn most_visited(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.root().len()).collect();
        order.sort_by_key(|&index| Reverse(self.root()[index].visits));
        order
    }

    /// The principal variation from a move at the root: the most visited move of every position.
    pub(super) fn main_line(&self, index: usize) -> Vec<Point> {
        let mut edge = self.root()[index];
        let mut line = vec![edge.point];
        while edge.child != NOWHERE {
            let edges = self.edges_of(self.nodes[edge.child as usize]);
            let best = edges.iter().rev().max_by_key(|edge| edge.visits);
            let Some(&best) = best.filter(|best| best.visits > 0) else {
                break;
            };
            line.push(best.point);
            edge = best;
        }
        line
    }

    /// Chooses a path from the root to the end of the tree, along the most promising moves.
    pub(super) fn descend(&mut self, path: &mut Path) {
        path.nodes.clear();
        path.edges.clear();
        path.moves.clear();
        path.moved = self.moved;
        path.expands = false;
        path.proved = None;
        path.skipped.clear();
        path.due = None;
        let (mut index, mut mean) = (0, 0.5);
        while self.nodes[index].count > 0 {
            let node = &mut self.nodes[index];
            node.visits += 1;
            // The root was searched exactly before the simulations.
            if node.visits >= EXACT_SEARCH_AT
                && !node.is_searched
                && index > 0
                && path.due.is_none()
            {
                node.is_searched = true;
                path.due = Some((path.moves.len(), index as u32));
            }
            let Some(mut chosen) = self.most_promising(self.nodes[index], mean, true) else {
                return;
            };
            if self.edges[chosen].bounds.exact().is_some() {
                chosen = self.skip_proved(path, index, chosen, mean);
            }
            let edge = &mut self.edges[chosen];
            edge.in_flight += 1;
            path.nodes.push(index as u32);
            path.edges.push(chosen as u32);
            path.moves.push(edge.point);
            if let Some(margin) = edge.bounds.exact() {
                let is_first = path.moves.len() % 2 == 1;
                path.proved = Some(if is_first { margin } else { -margin });
                return;
            }
            if edge.child == NOWHERE {
                path.expands = edge.visits >= EXPAND_AT;
                return;
            }
            mean = 1.0 - edge.value;
            index = edge.child as usize;
        }
    }

    /// The most promising move that is not proved, if it could be better than the `proved` move. Otherwise the proved move.
    fn skip_proved(&mut self, path: &mut Path, node: usize, proved: usize, mean: f32) -> usize {
        let other = self.most_promising(self.nodes[node], mean, false);
        other.map_or(proved, |other| {
            self.edges[proved].visits += 1;
            path.skipped.push((path.moves.len(), proved));
            other
        })
    }

    /// The index of the move to try next, by PUCT, among the moves that could be the best. `mean` is the value of the
    /// position for the player to move. Proved moves are considered only `with_proved`.
    fn most_promising(&self, node: Node, mean: f32, with_proved: bool) -> Option<usize> {
        let exploration = EXPLORATION * (node.visits as f32).sqrt();
        let (mut best, mut highest, mut is_other_untried) = (None, f32::MIN, false);
        let edges = self.edges_of(node);
        let considered = edges.iter().enumerate();
        let considered = considered.filter(|(_, edge)| {
            !node.outdoes(edge) && (with_proved || edge.bounds.exact().is_none())
        });
        for (index, edge) in considered.take(width(node.visits)) {
            let tries = edge.visits + u32::from(edge.in_flight);
            if tries == 0 && is_other_untried {
                // The other is more likely.
                continue;
            }
            is_other_untried |= tries == 0;
            let value = match tries {
                0 => mean - UNTRIED,
                _ => edge.value * edge.visits as f32 / tries as f32,
            };
            let promise = value + exploration * edge.prior / (1 + tries) as f32;
            if promise > highest {
                (best, highest) = (Some(node.first as usize + index), promise);
            }
        }
        best
    }

    /// Adds the position at the end of a path, if there is room and no other thread has added it.
    pub(super) fn expand(&mut self, path: &Path, moves: &[Candidate], mut known: NodeInfo) {
        let Some(&last) = path.edges.last() else {
            return;
        };
        let edge = self.edges[last as usize];
        if edge.child == NOWHERE && self.has_room(moves.len()) {
            // The move may have bounds from a position that was removed.
            known.bounds = known.bounds.and(edge.bounds.flipped());
            self.edges[last as usize].child = self.add(moves, known);
        }
    }

    /// Whether there is room for a position with this number of moves. If not, the tree counts as full.
    fn has_room(&mut self, moves: usize) -> bool {
        let is_full = self.edges.len() + moves > self.edges.capacity()
            || self.nodes.len() == self.nodes.capacity();
        self.is_full |= is_full;
        !is_full
    }

    /// Adds the value and the margin of a simulation to the moves of a path. Both are for the player at the root. The moves
    /// before a skipped move get the proved value of that move instead.
    pub(super) fn back_up(&mut self, path: &Path, value: f32, margin: f32) {
        let mut told = 0;
        for &(ply, proved) in &path.skipped {
            let Edge { value, margin, .. } = self.edges[proved];
            self.tell(&path.edges[told..ply], ply - told, value, margin);
            told = ply;
        }
        self.tell(&path.edges[told..], told, value, margin);
    }

    /// Adds a result to some moves. The result is for the player who moved `plies` before the first of them.
    fn tell(&mut self, edges: &[u32], plies: usize, value: f32, margin: f32) {
        let (mut value, mut margin) = match plies % 2 {
            0 => (value, margin),
            _ => (1.0 - value, -margin),
        };
        for &index in edges {
            let edge = &mut self.edges[index as usize];
            edge.in_flight -= 1;
            edge.visits += 1;
            // A proved value stays.
            if edge.bounds.exact().is_none() {
                let weight = 1.0 / edge.visits as f32;
                edge.value += (value - edge.value) * weight;
                edge.margin += (margin - edge.margin) * weight;
            }
            (value, margin) = (1.0 - value, -margin);
        }
    }

    /// Converts all values to a scale whose centre is greater by `units` for the player at the root, to first order. The
    /// values of proved moves become `worth` of their margins.
    pub(super) fn shift_values(&mut self, units: f32, worth: impl Fn(f32) -> f32) {
        let root = self.nodes.first().map(|_| (0, true));
        let mut stack: Vec<(u32, bool)> = root.into_iter().collect();
        while let Some((index, is_his)) = stack.pop() {
            let Node { first, count, .. } = self.nodes[index as usize];
            for edge in &mut self.edges[first as usize..][..count as usize] {
                let units = if is_his { units } else { -units };
                edge.value = match edge.bounds.exact() {
                    Some(_) if is_his => worth(edge.margin),
                    Some(_) => 1.0 - worth(-edge.margin),
                    None => shifted(edge.value, units),
                };
                if edge.child != NOWHERE {
                    stack.push((edge.child, !is_his));
                }
            }
        }
    }
}

/// A value on a scale whose centre is greater by `units`, to first order.
fn shifted(value: f32, units: f32) -> f32 {
    (value - value * (1.0 - value) * units).clamp(0.0, 1.0)
}

/// The number of moves of a position that are considered after this number of visits.
fn width(visits: u32) -> usize {
    (FIRST_WIDTH + MORE_WIDTH * (visits + 1).ilog2()) as usize
}

#[cfg(test)]
mod tests;
