//! Sequences of connections between groups of dots with disjoint carriers: rings round a target, and ways to the edge.
//! A carrier is the set of free cells that a connection depends on.
//!
//! A node of the search is a group of dots with a parity: whether the way to it crosses the [ray](super::winding::Ray)
//! from the target an odd number of times. A ring round the target leads from a group to the same group with the other
//! parity. A connection is *odd* if it changes the parity.
//!
//! CITE: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search" (1985), for the search; E. W.
//! Dijkstra, "A note on two problems in connexion with graphs" (1959), for its lower bounds.

use super::connections::Net;
use crate::geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The most moves that the opponent may make before a sequence is complete. Sequences that give him more are not
/// searched for.
const MOST_MOVES: u32 = 24;
/// The bound of a node, a group with a parity, from which the goal of the search cannot be reached.
const FAR: u32 = u32::MAX / 4;

/// A depth-first search for sequences of virtual connections and semi-connections. A sequence is a ring round the enemy
/// dot that the search is for, or a way from a dot to the edge. Sequences that the opponent can delay by fewer moves
/// come first: the search begins again for every greater number of such moves.
pub(super) struct Sequences<'a> {
    net: &'a Net,
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
    /// The connections of the current sequence, as indices in [`Net::joins`].
    sequence: Vec<usize>,
    /// The first connection of the current ring that crosses the ray from the target an odd number of times. Other such
    /// connections must have a higher index, so that each ring is found once.
    first_odd: usize,
    goal: (usize, bool),
    /// For each node, a group with a parity: lower bounds of the moves of the opponent and of the semi-connections from
    /// there to the goal.
    bounds: Rc<Bounds>,
    /// The bounds for each group as the goal of the search. `None` if they are not computed yet.
    known: Vec<Option<Rc<Bounds>>>,
    /// For each group, the groups that its connections lead to, with the lowest costs: moves of the opponent and
    /// semi-connections.
    steps_of: Vec<Vec<Step>>,
}

/// Lower bounds from each node, a group with a parity, to the goal of a search: of the moves of the opponent, then of
/// the semi-connections.
type Bounds = [Vec<u32>; 2];

impl<'a> Sequences<'a> {
    /// Prepares a search for sequences of connections with at most `semis` semi-connections. It gives up after `steps`
    /// steps, each of which tries one connection.
    pub(super) fn new(net: &'a Net, semis: u32, steps: u32) -> Sequences<'a> {
        Sequences {
            net,
            semis,
            steps,
            moves: 0,
            is_cut: false,
            used: vec![false; Point::COUNT],
            on_sequence: vec![false; net.of_group.len()],
            sequence: Vec::new(),
            first_odd: 0,
            goal: (0, false),
            bounds: Rc::new([Vec::new(), Vec::new()]),
            known: vec![None; net.of_group.len()],
            steps_of: steps_in(net),
        }
    }

    /// Calls `take` with each ring round the target until `take` returns true. A ring is given as indices in
    /// [`Net::joins`]. Rings that give the opponent the fewest moves come first.
    pub(super) fn rings(&mut self, take: &mut dyn FnMut(&[usize]) -> bool) {
        let net = self.net;
        let is_odd = |&join: &usize| net.joins[join].is_odd;
        let odd: Vec<usize> = (0..net.joins.len()).filter(is_odd).collect();
        let bounds = odd.iter().map(|&join| {
            let own = &net.joins[join];
            let [start, goal] = own.groups;
            let to_goal = self.bounds_to(goal);
            let place = node(start, false);
            let moves = to_goal[0][place].saturating_add(own.connection.moves);
            let semis = to_goal[1][place].saturating_add(own.is_semi().into());
            (moves, semis)
        });
        let bounds: Vec<(u32, u32)> = bounds.collect();
        let mut limit = bounds.iter().map(|&(moves, _)| moves).min().unwrap_or(FAR);
        while limit <= MOST_MOVES && self.steps > 0 {
            self.moves = limit;
            self.is_cut = false;
            for (&join, &(moves, semis)) in odd.iter().zip(&bounds) {
                if semis > self.semis || moves > limit {
                    self.is_cut |= semis <= self.semis && moves < FAR;
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
        let [start, goal] = self.net.joins[join].groups;
        self.first_odd = join;
        self.bounds = self.bounds_to(goal);
        self.goal = (goal, false);
        let (moves, semis) = self.cost(join);
        self.put(join);
        let found = if start == goal {
            moves == self.moves && take(&self.sequence)
        } else {
            self.on_sequence[start] = true;
            let found = self.go_on((start, false), moves, semis, take);
            self.on_sequence[start] = false;
            found
        };
        self.take_back();
        found
    }

    /// Calls `take` with each way from a group to the edge until `take` returns true. A way is given as indices in
    /// [`Net::joins`]. Ways that give the opponent the fewest moves come first.
    pub(super) fn ways(&mut self, group: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        self.goal = (self.net.edge(), false);
        self.bounds = self.bounds_to(self.goal.0);
        let start = node(group, false);
        if self.bounds[1][start] > self.semis {
            return;
        }
        self.moves = self.bounds[0][start];
        while self.moves <= MOST_MOVES && self.steps > 0 {
            self.is_cut = false;
            self.on_sequence[group] = true;
            let found = self.go_on((group, false), 0, 0, take);
            self.on_sequence[group] = false;
            if found || !self.is_cut {
                return;
            }
            self.moves += 1;
        }
    }

    /// The cost of a connection: the moves of the opponent before it is complete, and 1 for a semi-connection or 0 for
    /// a virtual connection.
    fn cost(&self, join: usize) -> (u32, u32) {
        let join = &self.net.joins[join];
        (join.connection.moves, join.is_semi().into())
    }

    fn put(&mut self, join: usize) {
        for cell in &self.net.joins[join].connection.carrier {
            self.used[cell.index()] = true;
        }
        self.sequence.push(join);
    }

    fn take_back(&mut self) {
        if let Some(join) = self.sequence.pop() {
            for cell in &self.net.joins[join].connection.carrier {
                self.used[cell.index()] = false;
            }
        }
    }

    /// Makes the sequence of connections longer, from the node `at`, which is a group with a parity. Calls `take` with
    /// those that reach the goal. `moves` and `semis` are the moves of the opponent and the semi-connections of the
    /// sequence so far. Returns whether `take` has returned true.
    fn go_on(
        &mut self,
        at: (usize, bool),
        moves: u32,
        semis: u32,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if at == self.goal {
            // Earlier iterations have found the sequences with fewer moves.
            return moves == self.moves && take(&self.sequence);
        }
        let net = self.net;
        for &join in &net.of_group[at.0] {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let Some(next) = self.next(at, join) else {
                continue;
            };
            let (more_moves, more_semis) = self.cost(join);
            let (moves, semis) = (moves + more_moves, semis + more_semis);
            let place = node(next.0, next.1);
            if semis + self.bounds[1][place] > self.semis {
                continue;
            }
            let least = moves.saturating_add(self.bounds[0][place]);
            if least > self.moves {
                self.is_cut |= least < FAR;
                continue;
            }
            if self.on_sequence[next.0] && next != self.goal {
                continue;
            }
            let carrier = &net.joins[join].connection.carrier;
            if carrier.iter().any(|cell| self.used[cell.index()]) {
                continue;
            }
            self.put(join);
            let was = std::mem::replace(&mut self.on_sequence[next.0], true);
            let found = self.go_on(next, moves, semis, take);
            self.on_sequence[next.0] = was;
            self.take_back();
            if found {
                return true;
            }
        }
        false
    }

    /// The node, a group with a parity, that a connection leads to from another node. `None` if it may not be used
    /// there: it leads back to the same group, or it changes the parity and is not after the first such connection of
    /// the ring.
    fn next(&self, (group, parity): (usize, bool), join: usize) -> Option<(usize, bool)> {
        let other = &self.net.joins[join];
        let [a, b] = other.groups;
        if a == b || other.is_odd && join <= self.first_odd {
            return None;
        }
        Some((if a == group { b } else { a }, parity ^ other.is_odd))
    }

    /// For each node, a group with a parity: lower bounds of the cost from there to the group `goal` with even parity.
    /// They are computed once.
    fn bounds_to(&mut self, goal: usize) -> Rc<Bounds> {
        let known = self.known[goal].get_or_insert_with(|| {
            let steps = &self.steps_of;
            Rc::new([0, 1].map(|kind| least(steps, goal, kind)))
        });
        known.clone()
    }
}

/// A step from a group: the other group, whether the step crosses the ray from the target an odd number of times, and
/// its lowest costs. These are the moves of the opponent, and 1 if all such connections are semi-connections.
type Step = (usize, bool, [u32; 2]);

/// For each group the steps from it to other groups: one for each other group and parity, with the lowest costs of all
/// connections between the two.
fn steps_in(net: &Net) -> Vec<Vec<Step>> {
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); net.of_group.len()];
    for join in &net.joins {
        let cost = [join.connection.moves, join.is_semi().into()];
        let [a, b] = join.groups;
        for (from, to) in [(a, b), (b, a)] {
            let known = steps[from]
                .iter_mut()
                .find(|step| (step.0, step.1) == (to, join.is_odd));
            match known {
                Some(step) => step.2 = [0, 1].map(|kind| step.2[kind].min(cost[kind])),
                None => steps[from].push((to, join.is_odd, cost)),
            }
        }
    }
    steps
}

/// For each node, a group with a parity: the lowest cost from there to the group `goal` with even parity. `kind` is 0
/// for moves of the opponent and 1 for semi-connections. The cost is [`FAR`] if the goal cannot be reached.
fn least(steps: &[Vec<Step>], goal: usize, kind: usize) -> Vec<u32> {
    let mut bounds = vec![FAR; 2 * steps.len()];
    let mut queue = BinaryHeap::new();
    bounds[node(goal, false)] = 0;
    queue.push(Reverse((0, (goal, false))));
    while let Some(Reverse((bound, at))) = queue.pop() {
        if bound > bounds[node(at.0, at.1)] {
            continue;
        }
        for &(to, is_odd, cost) in &steps[at.0] {
            let next = (to, at.1 ^ is_odd);
            let further = bound + cost[kind];
            let known = &mut bounds[node(next.0, next.1)];
            if further < *known {
                *known = further;
                queue.push(Reverse((further, next)));
            }
        }
    }
    bounds
}

/// The index of a node of the search, which is a group with a parity.
fn node(group: usize, parity: bool) -> usize {
    2 * group + usize::from(parity)
}
