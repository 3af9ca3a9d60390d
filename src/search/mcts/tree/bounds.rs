//! Backing up the bounds of final scores in the tree, from positions to the moves that lead to them.

use super::{Edge, NOWHERE, Node, Path, Tree};
use crate::geometry::Point;
use crate::search::mcts::bounds::NO_FLOOR;
use std::cmp::Reverse;

impl Node {
    /// Whether the move need not be tried. It cannot reach a greater final score than [`floor`](Node::floor), which a
    /// best move is proved to reach, and it is not proved to reach that score itself.
    #[inline]
    pub(in crate::search::mcts) fn outdoes(&self, edge: &Edge) -> bool {
        self.most(edge) <= self.floor && edge.bounds.least < self.floor
    }

    /// The greatest final score that the move can reach: the smaller of its own upper bound and that of its position.
    #[inline]
    fn most(&self, edge: &Edge) -> i16 {
        edge.bounds.most.min(self.bounds.most)
    }
}

impl Tree {
    /// Backs up the bounds of the position that a path has added, to the moves and positions on the path. Stops where
    /// nothing changes. `worth` converts a proved final score of the player at the root to its value for him, in [0,
    /// 1].
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

    /// Tightens the bounds of the move `point` in a position by those of the position after it. If the final score is
    /// proved then, it replaces the mean of the scores, and its value that of the values. `worth` converts a final
    /// score of the player who moves to its value for him, in [0, 1]. Returns whether the bounds have changed. False
    /// also if the tree has no position after the move.
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

    /// Updates the floor and the bounds of a position by the bounds of its moves. The upper bound changes only if all
    /// its legal moves are in the tree.
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

    /// Sets the number of best moves that the search is for.
    pub(in crate::search::mcts) fn want(&mut self, wanted: usize) {
        self.wanted = wanted;
        if !self.nodes.is_empty() {
            self.tighten_position(0);
        }
    }

    /// Whether a best move at the root is proved: no other move can reach a greater final score than this move reaches
    /// at least. Always false if the search is for several best moves.
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

    /// The indices of the moves at the root, the best first, and the number of moves that may be the best. A move that
    /// is proved to be the best comes first. Otherwise the most visited come first, after a move with a proved final
    /// score whose value is no less than that of the most visited. Moves that are proved to be no better than another
    /// one come last.
    pub(in crate::search::mcts) fn best_first(&self) -> (Vec<usize>, usize) {
        let mut order = self.most_visited();
        let Some(root) = self.nodes.first() else {
            return (order, 0);
        };
        let is_settled = self.is_settled();
        order.sort_by_key(|&index| {
            let edge = &self.root()[index];
            // Of several proved moves one may have a greater upper bound.
            let most = is_settled.then(|| root.most(edge));
            (root.outdoes(edge), Reverse(most))
        });
        let outdone = order.iter().rev();
        let outdone = outdone.take_while(|&&index| root.outdoes(&self.root()[index]));
        let others = order.len() - outdone.count();
        // A proved move is skipped, and may have few visits. It comes first if its value is the greatest.
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

/// The `nth` greatest number, counted from 1. `None` if there are fewer numbers.
fn nth_greatest(numbers: impl Iterator<Item = i16>, nth: usize) -> Option<i16> {
    let mut numbers: Vec<i16> = numbers.collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.get(nth - 1).copied()
}
