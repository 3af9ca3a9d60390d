//! Plain minimax and alpha-beta on any game tree.
//!
//! | search | procedure of the paper |
//! |---|---|
//! | [`minimax`] visits every leaf | F |
//! | [`branch_and_bound`] keeps one bound | F1 |
//! | [`alpha_beta`] keeps a window of two bounds | F2 |
//! | [`iterative`] is alpha-beta without recursion | the iterative form of F2 |
//! | [`aspiration`] is alpha-beta with a window round a guess | |
//!
//! All of them find the same value. Tests compare the engines with them, and count the leaves that each bound saves.
//!
//! CITE: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial
//! Intelligence 6 (1975).

mod board_tree;

pub use board_tree::BoardTree;

/// A number greater than the value of every leaf.
pub const INFINITY: i32 = i32::MAX;

/// A game tree that is walked by making and undoing moves.
pub trait GameTree {
    /// A move from a node to one of its children.
    type Move: Copy;

    /// The moves at the current node, in the order in which they are tried. Empty at a leaf.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Makes a move: goes from the current node to a child.
    fn play(&mut self, step: Self::Move);

    /// Takes back the last move: goes from the current node to its parent.
    fn undo(&mut self);

    /// The value of the current leaf for the side to move there. It is greater than `-INFINITY` and less than
    /// [`INFINITY`].
    fn value(&mut self) -> i32;
}

/// The result of a search of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value of the root for the side to move there. If the search had a window and the value is outside of it, it
    /// is only a bound.
    pub value: i32,
    /// The first move that reaches the value. `None` if the root is a leaf, or if no move is better than the lower
    /// bound of the window.
    pub best: Option<M>,
    /// Number of leaves that the search evaluated.
    pub leaves: u64,
}

/// Minimax: evaluates every leaf. This is procedure F of Knuth and Moore.
pub fn minimax<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    search(tree, Pruning::None, -INFINITY, INFINITY)
}

/// Branch and bound: leaves a node as soon as it cannot be better for the parent than a move found there. There are no
/// deep cutoffs. This is procedure F1 of Knuth and Moore.
pub fn branch_and_bound<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    search(tree, Pruning::OneBound, -INFINITY, INFINITY)
}

/// Alpha-beta with a window: procedure F2 of Knuth and Moore. A result between `alpha` and `beta` is the exact value. A
/// result of at most `alpha` is an upper bound of the value, and one of at least `beta` is a lower bound.
pub fn alpha_beta<T: GameTree>(tree: &mut T, alpha: i32, beta: i32) -> Found<T::Move> {
    search(tree, Pruning::Window, alpha, beta)
}

/// Aspiration search: alpha-beta with the window `guess - margin` to `guess + margin`. If the value is outside, it
/// searches once more with a window below or above. The value is exact, and the leaves are those of both searches.
///
/// # Panics
/// If the margin is not at least 1.
pub fn aspiration<T: GameTree>(tree: &mut T, guess: i32, margin: i32) -> Found<T::Move> {
    assert!(margin >= 1, "a window holds at least the guess");
    let alpha = guess.saturating_sub(margin).max(-INFINITY);
    let beta = guess.saturating_add(margin);
    let first = alpha_beta(tree, alpha, beta);
    let second = if first.value <= alpha {
        alpha_beta(tree, -INFINITY, first.value.saturating_add(1))
    } else if first.value >= beta {
        alpha_beta(tree, first.value.saturating_sub(1), INFINITY)
    } else {
        return first;
    };
    Found {
        leaves: first.leaves + second.leaves,
        ..second
    }
}

/// The bounds that a search hands down from a node to its children: none, one, or a window of two.
#[derive(Clone, Copy)]
enum Pruning {
    None,
    OneBound,
    Window,
}

fn search<T: GameTree>(tree: &mut T, pruning: Pruning, alpha: i32, beta: i32) -> Found<T::Move> {
    let mut found = Found {
        value: alpha,
        best: None,
        leaves: 0,
    };
    let moves = tree.moves();
    if moves.is_empty() {
        (found.value, found.leaves) = (tree.value(), 1);
    }
    for step in moves {
        let (lower, upper) = match pruning {
            Pruning::None => (-INFINITY, INFINITY),
            Pruning::OneBound => (-INFINITY, -found.value),
            Pruning::Window => (-beta, -found.value),
        };
        tree.play(step);
        let child = search(tree, pruning, lower, upper);
        tree.undo();
        found.leaves += child.leaves;
        if -child.value > found.value {
            found.value = -child.value;
            found.best = Some(step);
        }
        if found.value >= beta {
            break;
        }
    }
    found
}

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
    let mut leaves = 0;
    let mut best = None;
    let mut path: Vec<Open<T::Move>> = Vec::new();
    loop {
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

#[cfg(test)]
mod tests;
