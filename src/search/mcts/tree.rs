//! The tree of positions: which move to try next, and what came of those tried.

mod bounds;
mod keep;

use super::bounds::{Bounds, NO_FLOOR, NodeInfo};
use crate::geometry::Point;
use crate::policy::Candidate;
use std::cmp::Reverse;
use std::iter::successors;
use std::mem::size_of;

/// The weight of a prior against results: benches/ingredients.md.
const EXPLORATION: f32 = 0.7;
/// An untried move is expected to be worse than its position by this much: benches/ingredients.md.
const UNTRIED: f32 = 0.1;
/// A move gets a position of its own after this number of visits: benches/ingredients.md.
const EXPAND_AT: u32 = 1;
/// A position is due for the exact search after this number of visits: benches/ingredients.md.
const EXACT_SEARCH_AT: u32 = 20;
/// The number of moves considered in a new position, and how many more with every doubling of its visits.
/// Not measured: benches/ingredients.md.
const FIRST_WIDTH: u32 = 4;
const MORE_WIDTH: u32 = 4;

/// A move in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    /// Number of threads that are trying it now. Each counts as a loss (virtual loss).
    in_flight: u16,
    /// How likely the move is to be good, in [0, 1]: the softmax of the policy, raised by `raise_priors` for moves
    /// that an exact search or a group in danger asks for.
    prior: f32,
    pub(super) visits: u32,
    /// Mean of the values for the player who makes the move, in [0, 1].
    pub(super) value: f32,
    /// Mean of the margins, in dots, for that player.
    pub(super) margin: f32,
    /// What is known of the margin at the end, for that player.
    pub(super) bounds: Bounds,
    /// The position it leads to; [`NOWHERE`] while there is none.
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

/// Moves a position has room for, on average.
const USUAL_MOVES: usize = 20;

/// No move leads to the root, so that its place stands for no position.
pub(super) const NOWHERE: u32 = 0;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) first: u32,
    pub(super) count: u32,
    visits: u32,
    /// What is known of the margin at the end, for the player whose turn it is.
    pub(super) bounds: Bounds,
    /// The greatest least margin among its moves. At the root of a search for `n` moves, the `n`-th greatest.
    pub(super) floor: i16,
    /// Whether all moves that the rules allow are there.
    pub(super) is_complete: bool,
    /// Whether the exact search has been asked about it.
    is_searched: bool,
}

/// A tree of bounded size.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// How many of the moves at the root are asked for.
    pub(super) wanted: usize,
    /// Room for what is kept of the tree.
    spare: (Vec<Node>, Vec<Edge>),
    /// How often the positions have got new places.
    moved: u32,
    /// Whether there was no room for something.
    is_full: bool,
}

/// A way down the tree.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The positions on the way, without the one at the end.
    pub(super) nodes: Vec<u32>,
    edges: Vec<u32>,
    /// The moves, alternating.
    pub(super) moves: Vec<Point>,
    /// Which places the positions had.
    moved: u32,
    /// Whether the last move is to get a position of its own.
    pub(super) expands: bool,
    /// The margin for the player who moves first, if the path ends with a proved move. There is nothing to play then.
    pub(super) proved: Option<i16>,
    /// Proved moves that were the most promising and were skipped: the ply and the index of each. They need no more
    /// visits, so the path goes on with another move.
    skipped: Vec<(usize, usize)>,
    /// The first position on the path that is due for the exact search: the ply and its index.
    pub(super) due: Option<(usize, u32)>,
}

impl Tree {
    /// A tree without a position, of at most so many bytes; of fewer if the system has not so many.
    pub(super) fn new(bytes: usize) -> Tree {
        let nodes = bytes / 2 / (size_of::<Node>() + USUAL_MOVES * size_of::<Edge>());
        // Room that is never used is never given by the system.
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

    pub(super) fn edges_of(&self, node: Node) -> &[Edge] {
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// The moves at the root.
    pub(super) fn root(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |&root| self.edges_of(root))
    }

    /// Raises the priors of moves to at least these. Moves that are not in the position are added. Without room for them
    /// nothing changes, and the tree counts as full.
    pub(super) fn raise_priors(&mut self, node: u32, moves: &[(Point, f32)]) {
        let Some(&Node { first, count, .. }) = self.nodes.get(node as usize) else {
            return;
        };
        if moves.is_empty() || !self.has_room(count as usize + moves.len()) {
            return;
        }
        // They get a new place: other threads may be on their way back to the old one, and are
        // not heard of then.
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

    /// The indices of the moves at the root, the most visited first; of equally visited ones the
    /// more likely.
    pub(super) fn most_visited(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.root().len()).collect();
        order.sort_by_key(|&index| Reverse(self.root()[index].visits));
        order
    }

    /// A move at the root and those that were visited most after it.
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

    /// Goes down to the end of the tree along the most promising moves.
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
            // The root has been read before the search.
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

    /// Chooses another move than a proved one, if there is one that could be better.
    fn skip_proved(&mut self, path: &mut Path, node: usize, proved: usize, mean: f32) -> usize {
        let other = self.most_promising(self.nodes[node], mean, false);
        other.map_or(proved, |other| {
            self.edges[proved].visits += 1;
            path.skipped.push((path.moves.len(), proved));
            other
        })
    }

    /// The index of the move to try next in a position that is worth `mean` for its player, if there
    /// is one that could be the best. Proved moves may be left out.
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

    /// Gives the position at the end of a path its moves, if there is room and no other thread
    /// has done so.
    pub(super) fn expand(&mut self, path: &Path, moves: &[Candidate], mut known: NodeInfo) {
        let Some(&last) = path.edges.last() else {
            return;
        };
        let edge = self.edges[last as usize];
        if edge.child == NOWHERE && self.has_room(moves.len()) {
            // It may have had a position that was not kept.
            known.bounds = known.bounds.and(edge.bounds.flipped());
            self.edges[last as usize].child = self.add(moves, known);
        }
    }

    /// Whether there is room for a position with so many moves; it is remembered if there is none.
    fn has_room(&mut self, moves: usize) -> bool {
        let is_full = self.edges.len() + moves > self.edges.capacity()
            || self.nodes.len() == self.nodes.capacity();
        self.is_full |= is_full;
        !is_full
    }

    /// Adds value and margin of a simulation to the moves of a path. Both are for the player who made the first move. Moves
    /// before a skipped one learn the proved value of that one.
    pub(super) fn back_up(&mut self, path: &Path, value: f32, margin: f32) {
        let mut told = 0;
        for &(ply, proved) in &path.skipped {
            let Edge { value, margin, .. } = self.edges[proved];
            self.tell(&path.edges[told..ply], ply - told, value, margin);
            told = ply;
        }
        self.tell(&path.edges[told..], told, value, margin);
    }

    /// Adds a result to some moves. The first of them was made `plies` after the player whose result it is.
    fn tell(&mut self, edges: &[u32], plies: usize, value: f32, margin: f32) {
        let (mut value, mut margin) = match plies % 2 {
            0 => (value, margin),
            _ => (1.0 - value, -margin),
        };
        for &index in edges {
            let edge = &mut self.edges[index as usize];
            edge.in_flight -= 1;
            edge.visits += 1;
            // What is proved has been told for good.
            if edge.bounds.exact().is_none() {
                let weight = 1.0 / edge.visits as f32;
                edge.value += (value - edge.value) * weight;
                edge.margin += (margin - edge.margin) * weight;
            }
            (value, margin) = (1.0 - value, -margin);
        }
    }

    /// Converts all values to a scale on which margins of the player at the root are worth `units` less, to the first
    /// order. Proved moves get the value that `worth` gives their margins.
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

/// A value on a scale on which margins are worth so many units less, to the first order.
fn shifted(value: f32, units: f32) -> f32 {
    (value - value * (1.0 - value) * units).clamp(0.0, 1.0)
}

/// How many moves of a position may be tried after so many visits.
fn width(visits: u32) -> usize {
    (FIRST_WIDTH + MORE_WIDTH * (visits + 1).ilog2()) as usize
}

#[cfg(test)]
mod tests;
