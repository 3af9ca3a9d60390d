//! Sequences of connections between groups of dots with disjoint carriers: rings round a target, and ways to the edge.
//! A carrier is the set of free cells that a connection depends on.
//!
//! A [`Node`] of the search is a group of dots with a parity: whether the way to it crosses the
//! [ray](super::winding::Ray) from the target an odd number of times. A ring round the target leads from a group to the
//! same group with the other parity. A connection is *odd* if it changes the parity.
//!
//! CITE: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search" (1985), for the search; E. W.
//! Dijkstra, "A note on two problems in connexion with graphs" (1959), for its lower bounds.

use super::graph::{ConnectionGraph, Join};
use crate::geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Add;
use std::rc::Rc;

/// The most moves that the opponent may make before a sequence is complete. Sequences that give him more are not
/// searched for.
const MOST_MOVES: u32 = 24;
/// The bound of a node from which the goal of the search cannot be reached.
const FAR: u32 = u32::MAX / 4;

/// A depth-first search for sequences of virtual connections and semi-connections. A sequence is a ring round the enemy
/// dot that the search is for, or a way from a dot to the edge. Sequences that the opponent can delay by fewer moves
/// come first: the search begins again for every greater number of such moves.
pub(super) struct Sequences<'a> {
    graph: &'a ConnectionGraph,
    /// The most semi-connections in a sequence.
    semis: u32,
    /// Number of steps that are left. A step tries one connection.
    steps: u32,
    /// The number of moves of the opponent before a sequence is complete, in the current iteration.
    moves: u32,
    /// Whether the current iteration has left out sequences that give the opponent more moves.
    is_cut: bool,
    /// For each cell, whether it is in the carrier of a connection of the current sequence.
    used: Vec<bool>,
    /// For each group of dots, whether the current sequence of connections leads through it.
    on_sequence: Vec<bool>,
    /// The connections of the current sequence, as indices in [`ConnectionGraph::joins`].
    sequence: Vec<usize>,
    /// The first connection of the current ring that crosses the ray from the target an odd number of times. Other such
    /// connections must have a higher index, so that each ring is found once.
    first_odd: usize,
    goal: Node,
    /// The bounds for the goal.
    bounds: Rc<Bounds>,
    /// The bounds for each group as the goal of the search. `None` if they are not computed yet.
    known: Vec<Option<Rc<Bounds>>>,
    /// For each group, the groups that its connections lead to, with the lowest costs.
    steps_of: Vec<Vec<Step>>,
}

/// A node of the search: a group of dots with a parity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    group: usize,
    /// Whether the way to the group crosses the ray from the target an odd number of times.
    is_odd: bool,
}

impl Node {
    /// The group with even parity.
    fn even(group: usize) -> Node {
        Node {
            group,
            is_odd: false,
        }
    }

    fn index(self) -> usize {
        2 * self.group + usize::from(self.is_odd)
    }
}

/// The cost of connections.
#[derive(Clone, Copy)]
struct Cost {
    /// The moves of the opponent before the connections are complete.
    moves: u32,
    /// The number of semi-connections.
    semis: u32,
}

impl Cost {
    const NONE: Cost = Cost { moves: 0, semis: 0 };

    fn of(join: &Join) -> Cost {
        Cost {
            moves: join.connection.moves,
            semis: join.is_semi().into(),
        }
    }

    fn min_of_each(self, other: Cost) -> Cost {
        Cost {
            moves: self.moves.min(other.moves),
            semis: self.semis.min(other.semis),
        }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            moves: self.moves + other.moves,
            semis: self.semis + other.semis,
        }
    }
}

/// For each node, by its index: lower bounds of the cost from there to the goal of a search.
#[derive(Default)]
struct Bounds {
    moves: Vec<u32>,
    semis: Vec<u32>,
}

impl Bounds {
    fn at(&self, node: Node) -> Cost {
        Cost {
            moves: self.moves[node.index()],
            semis: self.semis[node.index()],
        }
    }
}

impl<'a> Sequences<'a> {
    /// Prepares a search for sequences of connections with at most `semis` semi-connections. It gives up after `steps`
    /// steps, each of which tries one connection.
    pub(super) fn new(graph: &'a ConnectionGraph, semis: u32, steps: u32) -> Sequences<'a> {
        Sequences {
            graph,
            semis,
            steps,
            moves: 0,
            is_cut: false,
            used: vec![false; Point::COUNT],
            on_sequence: vec![false; graph.of_group.len()],
            sequence: Vec::new(),
            first_odd: 0,
            goal: Node::even(0),
            bounds: Rc::default(),
            known: vec![None; graph.of_group.len()],
            steps_of: steps_in(graph),
        }
    }

    /// Calls `take` with each ring round the target until `take` returns true. A ring is given as indices in
    /// [`ConnectionGraph::joins`]. Rings that give the opponent the fewest moves come first.
    pub(super) fn rings(&mut self, take: &mut dyn FnMut(&[usize]) -> bool) {
        let graph = self.graph;
        let is_odd = |&join: &usize| graph.joins[join].is_odd;
        let odd: Vec<usize> = (0..graph.joins.len()).filter(is_odd).collect();
        let bounds = odd.iter().map(|&join| {
            let [start, goal] = graph.joins[join].groups;
            self.cost(join) + self.bounds_to(goal).at(Node::even(start))
        });
        let bounds: Vec<Cost> = bounds.collect();
        let mut limit = bounds.iter().map(|least| least.moves).min().unwrap_or(FAR);
        while limit <= MOST_MOVES && self.steps > 0 {
            self.moves = limit;
            self.is_cut = false;
            for (&join, least) in odd.iter().zip(&bounds) {
                if least.semis > self.semis || least.moves > limit {
                    self.is_cut |= least.semis <= self.semis && least.moves < FAR;
                    continue;
                }
                if self.rings_through(join, take) {
                    return;
                }
            }
            if !self.is_cut {
                return;
            }
            limit += 1;
        }
    }

    /// Calls `take` with the rings in which `join` is the first connection that crosses the ray from the target an odd
    /// number of times. Returns whether `take` has returned true.
    fn rings_through(&mut self, join: usize, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let [start, goal] = self.graph.joins[join].groups;
        self.first_odd = join;
        self.bounds = self.bounds_to(goal);
        self.goal = Node::even(goal);
        let cost = self.cost(join);
        self.put(join);
        let found = if start == goal {
            cost.moves == self.moves && take(&self.sequence)
        } else {
            self.on_sequence[start] = true;
            let found = self.go_on(Node::even(start), cost, take);
            self.on_sequence[start] = false;
            found
        };
        self.take_back();
        found
    }

    /// Calls `take` with each way from a group to the edge until `take` returns true. A way is given as indices in
    /// [`ConnectionGraph::joins`]. Ways that give the opponent the fewest moves come first.
    pub(super) fn ways(&mut self, group: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        self.goal = Node::even(self.graph.edge());
        self.bounds = self.bounds_to(self.goal.group);
        let start = Node::even(group);
        let least = self.bounds.at(start);
        if least.semis > self.semis {
            return;
        }
        self.moves = least.moves;
        while self.moves <= MOST_MOVES && self.steps > 0 {
            self.is_cut = false;
            self.on_sequence[group] = true;
            let found = self.go_on(start, Cost::NONE, take);
            self.on_sequence[group] = false;
            if found || !self.is_cut {
                return;
            }
            self.moves += 1;
        }
    }

    fn cost(&self, join: usize) -> Cost {
        Cost::of(&self.graph.joins[join])
    }

    fn put(&mut self, join: usize) {
        for cell in &self.graph.joins[join].connection.carrier {
            self.used[cell.index()] = true;
        }
        self.sequence.push(join);
    }

    fn take_back(&mut self) {
        if let Some(join) = self.sequence.pop() {
            for cell in &self.graph.joins[join].connection.carrier {
                self.used[cell.index()] = false;
            }
        }
    }

    /// Makes the sequence of connections longer, from the node `at`. Calls `take` with those that reach the goal.
    /// `so_far` is the cost of the sequence so far. Returns whether `take` has returned true.
    fn go_on(&mut self, at: Node, so_far: Cost, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        if at == self.goal {
            // Earlier iterations have found the sequences with fewer moves.
            return so_far.moves == self.moves && take(&self.sequence);
        }
        let graph = self.graph;
        for &join in &graph.of_group[at.group] {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let Some(next) = self.next(at, join) else {
                continue;
            };
            let cost = so_far + self.cost(join);
            let least = cost + self.bounds.at(next);
            if least.semis > self.semis {
                continue;
            }
            if least.moves > self.moves {
                self.is_cut |= least.moves < FAR;
                continue;
            }
            if self.on_sequence[next.group] && next != self.goal {
                continue;
            }
            let carrier = &graph.joins[join].connection.carrier;
            if carrier.iter().any(|cell| self.used[cell.index()]) {
                continue;
            }
            self.put(join);
            let was = std::mem::replace(&mut self.on_sequence[next.group], true);
            let found = self.go_on(next, cost, take);
            self.on_sequence[next.group] = was;
            self.take_back();
            if found {
                return true;
            }
        }
        false
    }

    /// The node that a connection leads to from another node. `None` if it may not be used there: it leads back to the
    /// same group, or it changes the parity and is not after the first such connection of the ring.
    fn next(&self, at: Node, join: usize) -> Option<Node> {
        let other = &self.graph.joins[join];
        let [a, b] = other.groups;
        if a == b || other.is_odd && join <= self.first_odd {
            return None;
        }
        Some(Node {
            group: if a == at.group { b } else { a },
            is_odd: at.is_odd ^ other.is_odd,
        })
    }

    /// The bounds for the group `goal` with even parity as the goal. They are computed once.
    fn bounds_to(&mut self, goal: usize) -> Rc<Bounds> {
        let known = self.known[goal].get_or_insert_with(|| {
            let steps = &self.steps_of;
            Rc::new(Bounds {
                moves: least(steps, goal, |cost| cost.moves),
                semis: least(steps, goal, |cost| cost.semis),
            })
        });
        known.clone()
    }
}

/// A step from a group to another one, by any of several connections.
#[derive(Clone)]
struct Step {
    to: usize,
    /// Whether the step crosses the ray from the target an odd number of times.
    is_odd: bool,
    /// The lowest costs of the connections. The moves and the semi-connections may be those of different ones.
    cost: Cost,
}

/// For each group the steps from it to other groups: one for each other group and parity, with the lowest costs of all
/// connections between the two.
fn steps_in(graph: &ConnectionGraph) -> Vec<Vec<Step>> {
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); graph.of_group.len()];
    for join in &graph.joins {
        let cost = Cost::of(join);
        let [a, b] = join.groups;
        for (from, to) in [(a, b), (b, a)] {
            let known = steps[from]
                .iter_mut()
                .find(|step| (step.to, step.is_odd) == (to, join.is_odd));
            match known {
                Some(step) => step.cost = step.cost.min_of_each(cost),
                None => steps[from].push(Step {
                    to,
                    is_odd: join.is_odd,
                    cost,
                }),
            }
        }
    }
    steps
}

/// For each node, by its index: the lowest cost from there to the group `goal` with even parity. `part` selects the
/// moves or the semi-connections of a cost. The result is [`FAR`] if the goal cannot be reached.
fn least(steps: &[Vec<Step>], goal: usize, part: impl Fn(Cost) -> u32) -> Vec<u32> {
    let mut bounds = vec![FAR; 2 * steps.len()];
    let mut queue = BinaryHeap::new();
    bounds[Node::even(goal).index()] = 0;
    queue.push(Reverse((0, Node::even(goal))));
    while let Some(Reverse((bound, at))) = queue.pop() {
        if bound > bounds[at.index()] {
            continue;
        }
        for step in &steps[at.group] {
            let next = Node {
                group: step.to,
                is_odd: at.is_odd ^ step.is_odd,
            };
            let further = bound + part(step.cost);
            let known = &mut bounds[next.index()];
            if further < *known {
                *known = further;
                queue.push(Reverse((further, next)));
            }
        }
    }
    bounds
}

#[cfg(test)]
mod tests;
