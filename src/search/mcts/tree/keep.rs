//! Keeping a part of a tree: the subtree below some moves, or the positions visited most if the tree is full.

use super::{NOWHERE, Node, Path, Tree};
use crate::geometry::Point;
use std::iter::successors;
use std::mem;
use std::time::Duration;

/// The time that making room takes for each move in the tree, at most. Measured: 4 to 14 ns.
const ROOM_TIME: Duration = Duration::from_nanos(40);

/// The greatest number of positions that are kept for the next search. Copying them takes thinking time.
/// Not measured: benches/ingredients.md.
const MOST_KEPT: usize = 50_000;

impl Tree {
    /// Keeps the subtree below these moves, played from the root, and removes all else. At most [`MOST_KEPT`] positions
    /// are kept, those nearest to the new root. The tree is empty afterwards if it has no position after the moves, or
    /// if `moves` is `None`.
    pub(in crate::search::mcts) fn keep_below(&mut self, moves: Option<&[Point]>) {
        let mut root = moves.and(self.nodes.first());
        for &point in moves.unwrap_or_default() {
            let edges = root.map_or(&[][..], |root| self.edges_of(root));
            let edge = edges.iter().find(|edge| edge.point == point);
            root = edge
                .filter(|edge| edge.child != NOWHERE)
                .map(|edge| &self.nodes[edge.child as usize]);
        }
        self.keep(root.cloned(), |_, kept| kept < MOST_KEPT);
    }

    /// The time that [`make_room`](Tree::make_room) takes at most on usual machines. Zero if the tree is not full.
    pub(in crate::search::mcts) fn time_of_room(&self) -> Duration {
        match self.is_full {
            true => ROOM_TIME * self.edges.len() as u32,
            false => Duration::ZERO,
        }
    }

    /// Makes room if the tree is full: removes the positions with the fewest visits. The moves that lead to them keep
    /// their results. At most half of the room is used afterwards. Does nothing if the tree is not full.
    pub(in crate::search::mcts) fn make_room(&mut self) {
        if !mem::take(&mut self.is_full) {
            return;
        }
        let room = [self.nodes.capacity() / 2, self.edges.capacity() / 2];
        let is_little = |least: &u32| {
            let kept = self.nodes.iter().filter(|node| node.visits.get() >= *least);
            let [nodes, edges] = kept.fold([0, 0], |[nodes, edges], node| {
                [nodes + 1, edges + node.count as usize]
            });
            nodes <= room[0] && edges <= room[1]
        };
        let least = successors(Some(2), |least: &u32| least.checked_mul(2)).find(is_little);
        if let Some(least) = least {
            self.keep(self.nodes.first().cloned(), |node, _| {
                node.visits.get() >= least
            });
        }
    }

    /// Whether the indices in the path are still valid: no position has moved in memory since the path was chosen.
    pub(in crate::search::mcts) fn is_there(&self, path: &Path) -> bool {
        self.moved == path.moved
    }

    /// Copies the subtree below `root` into the spare memory, which becomes the tree. It is empty if `root` is `None`.
    /// `is_kept` decides on each position, given the number of positions kept so far. Paths of other threads become
    /// invalid, see [`is_there`](Tree::is_there).
    fn keep(&mut self, root: Option<Node>, is_kept: impl Fn(&Node, usize) -> bool) {
        let (mut nodes, mut edges) = mem::take(&mut self.spare);
        nodes.clear();
        edges.clear();
        nodes.extend(root);
        let mut done = 0;
        // Every position copies its moves, and queues the positions these lead to.
        while let Some(node) = nodes.get_mut(done) {
            let moves = self.edges_of(node);
            node.first = edges.len() as u32;
            for edge in moves {
                let child = &self.nodes[edge.child as usize];
                let mut edge = edge.clone();
                if edge.child != NOWHERE && is_kept(child, nodes.len()) {
                    nodes.push(child.clone());
                    edge.child = nodes.len() as u32 - 1;
                } else {
                    edge.child = NOWHERE;
                }
                edges.push(edge);
            }
            done += 1;
        }
        self.spare = (
            mem::replace(&mut self.nodes, nodes),
            mem::replace(&mut self.edges, edges),
        );
        self.moved = self.moved.wrapping_add(1);
    }
}
