//! Alpha-beta without recursion.

use super::{Found, GameTree, INFINITY};

/// A node on the path from the root to the current node of [`iterative`].
struct Open<M> {
    /// The moves that are still to be tried.
    left: std::vec::IntoIter<M>,
    /// The move from this node that is on the path.
    made: Option<M>,
    /// The best value so far for the side to move at this node. It begins with the best value two plies up, or
    /// `-INFINITY`.
    best: i32,
}

/// Alpha-beta with the full window and without recursion. It keeps the best values along the path. The value two plies
/// up is the lower bound of a node, and that of the parent, negated, is the upper bound.
pub fn iterative<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    let (mut positions, mut leaves) = (0, 0);
    let mut best = None;
    let mut path: Vec<Open<T::Move>> = Vec::new();
    loop {
        positions += 1;
        let moves = tree.moves();
        if moves.is_empty() {
            let mut value = tree.value();
            leaves += 1;
            while let Some(node) = path.pop() {
                tree.undo();
                let beta = path.last().map_or(INFINITY, |parent| -parent.best);
                let raised = node.best.max(-value);
                if raised > node.best && path.is_empty() {
                    best = node.made;
                }
                if raised < beta && node.left.len() > 0 {
                    let best = raised;
                    path.push(Open { best, ..node });
                    break;
                }
                value = raised;
            }
            if path.is_empty() {
                return Found {
                    value,
                    best,
                    positions,
                    leaves,
                };
            }
        } else {
            path.push(Open {
                left: moves.into_iter(),
                made: None,
                best: path.iter().nth_back(1).map_or(-INFINITY, |up| up.best),
            });
        }
        let node = path.last_mut().expect("an empty path has returned");
        node.made = node.left.next();
        tree.play(node.made.expect("a finished node is off the path"));
    }
}
