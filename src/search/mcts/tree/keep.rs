//! Keeping a part of a tree: the subtree below some moves, or the positions visited most if the tree is full.

use super::{NOWHERE, Node, Path, Tree};
use crate::geometry::Point;
use crate::search::Limits;
use std::iter::successors;
use std::mem;
use std::time::Duration;

/// The time that is allowed for each move of the tree when positions are copied: benches/deadlines.md.
const COPY_TIME: Duration = Duration::from_nanos(40);

/// The greatest number of positions that are kept for the next search. Copying them takes thinking time.
/// Not measured, like the next: benches/ingredients.md.
const MOST_KEPT: usize = 50_000;
/// What is kept for the next search takes at most 1 / `KEEP_SHARE` of the time left before its deadline.
const KEEP_SHARE: u32 = 4;

/// The number of positions that are copied between two checks whether the search is over. It takes less than a
/// millisecond.
const COPIED_AT_ONCE: usize = 1024;

impl Tree {
    /// Keeps the subtree below these moves, played from the root, and removes all else. At most [`MOST_KEPT`] positions
    /// are kept, and fewer if the limits leave little time: those nearest to the new root. The tree is empty afterwards
    /// if it has no position after the moves, or if `moves` is `None`.
    pub(in crate::search::mcts) fn keep_below(&mut self, moves: Option<&[Point]>, limits: &Limits) {
        let root = moves.and_then(|moves| self.after(moves)).cloned();
        let most = self.most_kept(limits);
        self.keep(root, |_, kept| kept < most, || false);
        self.is_full = false;
    }

    /// The number of positions that the limits leave time to keep, at most [`MOST_KEPT`].
    fn most_kept(&self, limits: &Limits) -> usize {
        let Some(left) = limits.time_left() else {
            return MOST_KEPT;
        };
        let moves = self.edges.len().div_ceil(self.nodes.len().max(1)).max(1);
        let most = (left / KEEP_SHARE).as_nanos() / (COPY_TIME * moves as u32).as_nanos();
        most.min(MOST_KEPT as u128) as usize
    }

    /// Whether the tree is full, and the limits leave time for [`make_room`](Tree::make_room).
    pub(in crate::search::mcts) fn wants_room(&self, limits: &Limits) -> bool {
        let is_time = |left: Duration| left > COPY_TIME * self.edges.len() as u32;
        self.is_full && limits.time_left().is_none_or(is_time)
    }

    /// Makes room if the tree is full: removes the positions with the fewest visits. The moves that lead to them keep
    /// their results. At most half of the room is used afterwards. Does nothing if the tree is not full. To copy
    /// gigabytes takes up to a second. So it gives up soon after `is_over` becomes true, and the tree is unchanged
    /// then.
    pub(in crate::search::mcts) fn make_room(&mut self, is_over: impl Fn() -> bool) {
        if !self.is_full {
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
        let mut steps = successors(Some(2), |least: &u32| least.checked_mul(2));
        let least = steps.find(|least| is_over() || is_little(least));
        let is_done = least.is_none_or(|least| {
            let root = self.nodes.first().cloned();
            self.keep(root, |node, _| node.visits.get() >= least, is_over)
        });
        self.is_full = !is_done;
    }

    /// Whether the indices in the path are still valid: no position has moved in memory since the path was chosen.
    pub(in crate::search::mcts) fn is_valid(&self, path: &Path) -> bool {
        self.generation == path.generation
    }

    /// Copies the subtree below `root` into the spare memory, which becomes the tree. It is empty if `root` is `None`.
    /// `is_kept` decides on each position, given the number of positions kept so far. Paths of other threads become
    /// invalid, see [`is_valid`](Tree::is_valid). Returns false, and leaves the tree as it is, if `is_over` becomes true
    /// meanwhile.
    pub(super) fn keep(
        &mut self,
        root: Option<Node>,
        is_kept: impl Fn(&Node, usize) -> bool,
        is_over: impl Fn() -> bool,
    ) -> bool {
        let (mut nodes, mut edges) = mem::take(&mut self.spare);
        nodes.clear();
        edges.clear();
        nodes.extend(root);
        let mut done = 0;
        // Every position copies its moves, and queues the positions these lead to.
        while let Some(node) = nodes.get_mut(done) {
            if done % COPIED_AT_ONCE == 0 && is_over() {
                self.spare = (nodes, edges);
                return false;
            }
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
        self.generation = self.generation.wrapping_add(1);
        true
    }
}
