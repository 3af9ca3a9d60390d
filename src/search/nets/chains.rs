//! Chains of links with disjoint carriers: rings round a target, and ways to the edge.

use super::links::Net;
use crate::geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The most moves of the opponent that a chain may take.
const MOST_MOVES: u32 = 24;
/// Out of reach.
const FAR: u32 = u32::MAX / 4;

/// A search for chains in a net.
pub(super) struct Chains<'a> {
    net: &'a Net,
    /// The most semi-connections in a chain.
    semis: u32,
    /// Steps that are left.
    steps: u32,
    /// The most moves of the opponent in the chains looked for now.
    moves: u32,
    /// Whether a longer chain was met.
    is_cut: bool,
    /// Cells in the carriers of the chain.
    used: Vec<bool>,
    /// Groups on the chain, by number and parity.
    on_chain: Vec<bool>,
    chain: Vec<usize>,
    /// Only odd joins with a higher number may be used.
    first_odd: usize,
    goal: (usize, bool),
    /// From each node to the goal: the fewest moves and the fewest semi-connections.
    bounds: Rc<Bounds>,
    /// The bounds for each group as the goal, once they are known.
    known: Vec<Option<Rc<Bounds>>>,
    steps_of: Vec<Vec<Step>>,
}

type Bounds = [Vec<u32>; 2];

impl<'a> Chains<'a> {
    /// A search for chains with so many semi-connections at most. It takes no more than so many steps.
    pub(super) fn new(net: &'a Net, semis: u32, steps: u32) -> Chains<'a> {
        Chains {
            net,
            semis,
            steps,
            moves: 0,
            is_cut: false,
            used: vec![false; Point::COUNT],
            on_chain: vec![false; net.of_group.len()],
            chain: Vec::new(),
            first_odd: 0,
            goal: (0, false),
            bounds: Rc::new([Vec::new(), Vec::new()]),
            known: vec![None; net.of_group.len()],
            steps_of: steps_in(net),
        }
    }

    /// Shows rings round the target, those with the fewest moves of the opponent first, until `take` says that it
    /// has enough.
    pub(super) fn rings(&mut self, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let net = self.net;
        let is_odd = |&join: &usize| net.joins[join].is_odd;
        let odd: Vec<usize> = (0..net.joins.len()).filter(is_odd).collect();
        let bounds = odd.iter().map(|&join| {
            self.first_odd = join;
            let [start, goal] = net.joins[join].groups;
            self.bounds = self.bounds_to(goal);
            let place = node(start, false);
            let own = &net.joins[join];
            let moves = self.bounds[0][place].saturating_add(own.link.moves);
            let semis = self.bounds[1][place].saturating_add(own.is_semi().into());
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
                    return true;
                }
            }
            if !self.is_cut {
                return false;
            }
            limit += 1;
        }
        false
    }

    fn rings_through(&mut self, join: usize, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let [start, goal] = self.net.joins[join].groups;
        self.first_odd = join;
        self.bounds = self.bounds_to(goal);
        self.goal = (goal, false);
        let (moves, semis) = self.cost(join);
        self.put(join);
        let found = if start == goal {
            moves == self.moves && take(&self.chain)
        } else {
            self.on_chain[start] = true;
            let found = self.go_on((start, false), moves, semis, take);
            self.on_chain[start] = false;
            found
        };
        self.take_back();
        found
    }

    /// Shows ways from a group to the edge, those with the fewest moves of the opponent first.
    pub(super) fn ways(&mut self, group: usize, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        self.goal = (self.net.edge(), false);
        self.bounds = self.bounds_to(self.goal.0);
        let start = node(group, false);
        if self.bounds[1][start] > self.semis {
            return false;
        }
        self.moves = self.bounds[0][start];
        while self.moves <= MOST_MOVES && self.steps > 0 {
            self.is_cut = false;
            self.on_chain[group] = true;
            let found = self.go_on((group, false), 0, 0, take);
            self.on_chain[group] = false;
            if found || !self.is_cut {
                return found;
            }
            self.moves += 1;
        }
        false
    }

    fn cost(&self, join: usize) -> (u32, u32) {
        let join = &self.net.joins[join];
        (join.link.moves, join.is_semi().into())
    }

    fn put(&mut self, join: usize) {
        for cell in &self.net.joins[join].link.carrier {
            self.used[cell.index()] = true;
        }
        self.chain.push(join);
    }

    fn take_back(&mut self) {
        if let Some(join) = self.chain.pop() {
            for cell in &self.net.joins[join].link.carrier {
                self.used[cell.index()] = false;
            }
        }
    }

    fn go_on(
        &mut self,
        at: (usize, bool),
        moves: u32,
        semis: u32,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if at == self.goal {
            // Shorter ones were shown before.
            return moves == self.moves && take(&self.chain);
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
            if self.on_chain[next.0] && next != self.goal {
                continue;
            }
            let carrier = &net.joins[join].link.carrier;
            if carrier.iter().any(|cell| self.used[cell.index()]) {
                continue;
            }
            self.put(join);
            let was = std::mem::replace(&mut self.on_chain[next.0], true);
            let found = self.go_on(next, moves, semis, take);
            self.on_chain[next.0] = was;
            self.take_back();
            if found {
                return true;
            }
        }
        false
    }

    /// Where a join leads, if it may be used.
    fn next(&self, (group, parity): (usize, bool), join: usize) -> Option<(usize, bool)> {
        let other = &self.net.joins[join];
        let [a, b] = other.groups;
        if a == b || other.is_odd && join <= self.first_odd {
            return None;
        }
        Some((if a == group { b } else { a }, parity ^ other.is_odd))
    }

    /// The bounds with a group as the goal.
    fn bounds_to(&mut self, goal: usize) -> Rc<Bounds> {
        let known = self.known[goal].get_or_insert_with(|| {
            let steps = &self.steps_of;
            Rc::new([0, 1].map(|kind| least(steps, goal, kind)))
        });
        known.clone()
    }
}

/// A step from a group to another, whether it is odd, and the least it costs: moves and semi-connections.
type Step = (usize, bool, [u32; 2]);

/// The steps from each group.
fn steps_in(net: &Net) -> Vec<Vec<Step>> {
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); net.of_group.len()];
    for join in &net.joins {
        let cost = [join.link.moves, join.is_semi().into()];
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

/// The least cost of one kind from each node to the even node of a group.
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

fn node(group: usize, parity: bool) -> usize {
    2 * group + usize::from(parity)
}
