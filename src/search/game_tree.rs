//! Minimax, alpha-beta and their variants on any game tree.
//!
//! | search | procedure of Knuth and Moore |
//! |---|---|
//! | [`minimax`] visits every leaf; every value is that of the side to move | F |
//! | [`max_min`] visits every leaf; every value is that of the side to move at the root | |
//! | [`branch_and_bound`] keeps one bound | F1 |
//! | [`alpha_beta`] keeps a window of two bounds | F2 |
//! | [`iterative`](fn@iterative) is alpha-beta without recursion | F2 without recursion |
//! | [`aspiration`] is alpha-beta with a window round a guess | |
//! | [`null_window`](fn@null_window) proves that all moves after the first are not better | |
//! | [`with_table`] is alpha-beta that knows positions it has searched | |
//!
//! All of them find the same value. `tochki bench trees` compares them. Tests compare the engines with them.
//!
//! CITE: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial
//! Intelligence 6 (1975); G. M. Baudet, "The design and analysis of algorithms for asynchronous
//! multiprocessors" (1978), for aspiration.

mod board_tree;
mod iterative;
mod null_window;
mod number_tree;
mod transposition;

pub use board_tree::BoardTree;
pub use iterative::iterative;
pub use null_window::null_window;
pub use number_tree::{Leaves, NumberTree};
pub use transposition::{Positions, Table, with_table};

/// A number greater than the value of every leaf.
pub const INFINITY: i32 = i32::MAX;

/// A game tree that is walked by making and undoing moves.
pub trait GameTree {
    /// A move from a node to a child.
    type Move: Copy;

    /// The moves at the current node, in the order in which they are tried. A node without moves is a leaf.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Goes to a child.
    fn play(&mut self, step: Self::Move);

    /// Goes back to the parent.
    fn undo(&mut self);

    /// The value of the current leaf for the side to move. It is greater than `-INFINITY` and less than [`INFINITY`].
    fn value(&mut self) -> i32;
}

/// The result of a search of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value of the root for the side to move there. If the search had a window and the value is outside of it, it
    /// is only a bound.
    pub value: i32,
    /// The first move that reaches the value. `None` if the root is a leaf, or if no move is better than the lower
    /// bound of the window. A search with a table may also give a move that is no better than this bound.
    pub best: Option<M>,
    /// Number of positions that were visited, with the root and the leaves. A second visit counts again.
    pub positions: u64,
    /// Number of leaves that were evaluated.
    pub leaves: u64,
}

impl<M: Copy> Found<M> {
    /// The result of a leaf.
    fn leaf(value: i32) -> Found<M> {
        Found {
            value,
            best: None,
            positions: 1,
            leaves: 1,
        }
    }

    /// The result of an inner node before its first move.
    fn before(value: i32) -> Found<M> {
        Found {
            value,
            best: None,
            positions: 1,
            leaves: 0,
        }
    }

    /// The result of the child after `step`. Its positions and leaves are added to these.
    fn child<T: GameTree<Move = M>>(
        &mut self,
        tree: &mut T,
        step: M,
        search: impl FnOnce(&mut T) -> Found<M>,
    ) -> Found<M> {
        tree.play(step);
        let child = search(tree);
        tree.undo();
        self.positions += child.positions;
        self.leaves += child.leaves;
        child
    }
}

/// Minimax: evaluates every leaf. This is procedure F of Knuth and Moore.
pub fn minimax<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    search(tree, Pruning::None, -INFINITY, INFINITY)
}

/// Minimax by a pair of procedures: one takes the greatest value of its children, the other the smallest.
/// [`minimax`] is one procedure that changes the sign instead. The result is the same.
pub fn max_min<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    max(tree)
}

/// The value of a position in which the side to move at the root moves.
fn max<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    let moves = tree.moves();
    if moves.is_empty() {
        return Found::leaf(tree.value());
    }
    let mut found = Found::before(-INFINITY);
    for step in moves {
        let child = found.child(tree, step, min);
        if child.value > found.value {
            (found.value, found.best) = (child.value, Some(step));
        }
    }
    found
}

/// The value, for the side to move at the root, of a position in which the other side moves.
fn min<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    let moves = tree.moves();
    if moves.is_empty() {
        return Found::leaf(-tree.value());
    }
    let mut found = Found::before(INFINITY);
    for step in moves {
        let child = found.child(tree, step, max);
        if child.value < found.value {
            (found.value, found.best) = (child.value, Some(step));
        }
    }
    found
}

/// Branch and bound: leaves a node as soon as it cannot be better for the parent than a move found there. There are no
/// deep cutoffs. This is procedure F1 of Knuth and Moore.
pub fn branch_and_bound<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    search(tree, Pruning::OneBound, -INFINITY, INFINITY)
}

/// Alpha-beta with a window: procedure F2 of Knuth and Moore. The value is exact between `alpha` and `beta`. At or below
/// `alpha` it is an upper bound, at or above `beta` a lower bound.
pub fn alpha_beta<T: GameTree>(tree: &mut T, alpha: i32, beta: i32) -> Found<T::Move> {
    search(tree, Pruning::Window, alpha, beta)
}

/// Aspiration search: alpha-beta with the window `guess ± margin`. If the value is outside, it searches once more with
/// the window below or above.
///
/// # Panics
/// If the margin is not at least 1.
pub fn aspiration<T: GameTree>(tree: &mut T, guess: i32, margin: i32) -> Found<T::Move> {
    assert!(margin >= 1, "a window holds at least the guess");
    let alpha = guess.saturating_sub(margin).max(-INFINITY);
    let beta = guess.saturating_add(margin).max(alpha + 1);
    let first = alpha_beta(tree, alpha, beta);
    let second = if first.value <= alpha {
        alpha_beta(tree, -INFINITY, first.value.saturating_add(1))
    } else if first.value >= beta {
        alpha_beta(tree, first.value.saturating_sub(1), INFINITY)
    } else {
        return first;
    };
    Found {
        positions: first.positions + second.positions,
        leaves: first.leaves + second.leaves,
        ..second
    }
}

/// The bounds that a node hands down to its children.
#[derive(Clone, Copy)]
enum Pruning {
    None,
    OneBound,
    Window,
}

fn search<T: GameTree>(tree: &mut T, pruning: Pruning, alpha: i32, beta: i32) -> Found<T::Move> {
    let moves = tree.moves();
    if moves.is_empty() {
        return Found::leaf(tree.value());
    }
    let mut found = Found::before(alpha);
    for step in moves {
        let (lower, upper) = match pruning {
            Pruning::None => (-INFINITY, INFINITY),
            Pruning::OneBound => (-INFINITY, -found.value),
            Pruning::Window => (-beta, -found.value),
        };
        let child = found.child(tree, step, |tree| search(tree, pruning, lower, upper));
        if -child.value > found.value {
            (found.value, found.best) = (-child.value, Some(step));
        }
        if found.value >= beta {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests;
