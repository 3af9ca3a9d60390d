//! The bounds in the tree: what a position tells the moves that lead to it.

use super::{Edge, NOWHERE, Node, Path, Tree};
use crate::geometry::Point;
use crate::search::mcts::bounds::NO_FLOOR;
use std::cmp::Reverse;

impl Node {
    /// Whether another move of the position is proved to be at least as good, and this is not
    /// known to be as good as that.
    #[inline]
    pub(in crate::search::mcts) fn outdoes(&self, edge: &Edge) -> bool {
        self.most(edge) <= self.floor && edge.bounds.least < self.floor
    }

    /// The margin of a move at best: no move is better than its position.
    #[inline]
    fn most(&self, edge: &Edge) -> i16 {
        edge.bounds.most.min(self.bounds.most)
    }
}

impl Tree {
    /// Lets the positions of a path know what has become known of the one that it has added. `worth`
    /// gives the value of a margin, both for the player at the root.
    pub(in crate::search::mcts) fn tighten(&mut self, path: &Path, worth: impl Fn(f32) -> f32) {
        let steps = path.nodes.iter().zip(&path.moves).enumerate();
        for (ply, (&node, &point)) in steps.rev() {
            let is_new = self.tighten_move(node, point, |margin| match ply % 2 {
                0 => worth(margin),
                _ => 1.0 - worth(-margin),
            });
            if !is_new {
                return;
            }
            self.tighten_position(node);
        }
    }

    /// Takes the bounds of the position that a move leads to over to the move. Returns whether they
    /// were not known there.
    fn tighten_move(&mut self, node: u32, point: Point, worth: impl Fn(f32) -> f32) -> bool {
        let Node { first, count, .. } = self.nodes[node as usize];
        let edges = &mut self.edges[first as usize..][..count as usize];
        let edge = edges.iter_mut().find(|edge| edge.point == point);
        let Some(edge) = edge.filter(|edge| edge.child != NOWHERE) else {
            return false;
        };
        let child = self.nodes[edge.child as usize].bounds.flipped();
        let bounds = edge.bounds.and(child);
        if bounds == edge.bounds {
            return false;
        }
        edge.bounds = bounds;
        if let Some(margin) = bounds.exact() {
            edge.margin = margin.into();
            edge.value = worth(edge.margin);
        }
        true
    }

    /// What the moves of a position tell about it.
    fn tighten_position(&mut self, node: u32) {
        let node = node as usize;
        let edges = self.edges_of(self.nodes[node]);
        let least = edges.iter().map(|edge| edge.bounds.least).max();
        let most = edges.iter().map(|edge| edge.bounds.most).max();
        let wanted = match node {
            0 => self.wanted,
            _ => 1,
        };
        let floor = match wanted {
            0 | 1 => least,
            _ => nth_greatest(edges.iter().map(|edge| edge.bounds.least), wanted),
        };
        let node = &mut self.nodes[node];
        node.floor = floor.unwrap_or(NO_FLOOR);
        node.bounds.least = node.bounds.least.max(least.unwrap_or(NO_FLOOR));
        if let Some(most) = most.filter(|_| node.is_complete) {
            // The player may also end the game.
            node.bounds.most = node.bounds.most.min(most.max(node.bounds.least));
        }
    }

    /// Says how many of the moves at the root are asked for.
    pub(in crate::search::mcts) fn want(&mut self, wanted: usize) {
        self.wanted = wanted;
        if !self.nodes.is_empty() {
            self.tighten_position(0);
        }
    }

    /// Whether a move at the root is proved to be as good as any other, and no more than the best is
    /// asked for.
    pub(in crate::search::mcts) fn is_settled(&self) -> bool {
        let Some(root) = self.nodes.first() else {
            return false;
        };
        if self.wanted > 1 || root.floor == NO_FLOOR {
            return false;
        }
        let mut better = self
            .root()
            .iter()
            .filter(|edge| root.most(edge) > root.floor);
        match (better.next(), better.next()) {
            (None, _) => true,
            (Some(edge), None) => edge.bounds.least == root.floor,
            _ => false,
        }
    }

    /// The indices of the moves at the root, the most visited first, but those last that are proved
    /// to be no better than another; and how many there are before these.
    pub(in crate::search::mcts) fn best_first(&self) -> (Vec<usize>, usize) {
        let mut order = self.most_visited();
        let Some(root) = self.nodes.first() else {
            return (order, 0);
        };
        let is_settled = self.is_settled();
        order.sort_by_key(|&index| {
            let edge = &self.root()[index];
            // Of those that are proved to be the best one may be even better.
            let most = is_settled.then(|| root.most(edge));
            (root.outdoes(edge), Reverse(most))
        });
        let outdone = order.iter().rev();
        let outdone = outdone.take_while(|&&index| root.outdoes(&self.root()[index]));
        let others = order.len() - outdone.count();
        // It is passed by once it is proved, and may have fewer visits than it deserves.
        let exact = |&index: &usize| self.root()[index].bounds.exact().is_some();
        if let Some(proved) = order[..others].iter().position(exact) {
            let value = |place: usize| self.root()[order[place]].value;
            if !is_settled && value(proved) >= value(0) {
                order[..=proved].rotate_right(1);
            }
        }
        (order, others)
    }
}

/// The number before which so many others come, counted from 1, if they are sorted from the greatest.
fn nth_greatest(numbers: impl Iterator<Item = i16>, nth: usize) -> Option<i16> {
    let mut numbers: Vec<i16> = numbers.collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.get(nth - 1).copied()
}
