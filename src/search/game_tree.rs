//! The alpha-beta family on any game tree, plain and small.
//!
//! | search | procedure of the paper |
//! |---|---|
//! | [`minimax`] visits every leaf | F |
//! | [`branch_and_bound`] keeps one bound | F1 |
//! | [`alpha_beta`] keeps a window of two bounds | F2 |
//! | [`iterative`] is alpha-beta without recursion | the iterative form of F2 |
//! | [`aspiration`] is alpha-beta with a window round a guess | |
//!
//! All find the same value. They are the oracle of the tests, and measure how many leaves each bound saves.
//!
//! CITE: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial
//! Intelligence 6 (1975).

mod board_tree;

pub use board_tree::BoardTree;

/// Greater than the value of every leaf.
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

    /// The value of the current leaf for the side to move there, between `-INFINITY` and
    /// [`INFINITY`], neither included.
    fn value(&mut self) -> i32;
}

/// The result of a search of a game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value of the root for the side to move.
    pub value: i32,
    /// The first move that reaches the value; `None` if the root is a leaf or no move got above
    /// the window.
    pub best: Option<M>,
    /// Number of leaves that were evaluated.
    pub leaves: u64,
}

/// Minimax: evaluates every leaf. Procedure F of the paper.
pub fn minimax<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    from_root(tree, -INFINITY, INFINITY, |tree, _, _, leaves| {
        full_value(tree, leaves)
    })
}

/// Branch and bound: leaves a node as soon as it is worse for the parent than what the parent has. There are no deep
/// cutoffs. Procedure F1 of the paper.
pub fn branch_and_bound<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    from_root(tree, -INFINITY, INFINITY, |tree, _, beta, leaves| {
        bounded_value(tree, beta, leaves)
    })
}

/// Alpha-beta with a window: procedure F2 of the paper. The value is exact between `alpha` and `beta`. At or below
/// `alpha` it is an upper bound, at or above `beta` a lower bound.
pub fn alpha_beta<T: GameTree>(tree: &mut T, alpha: i32, beta: i32) -> Found<T::Move> {
    from_root(tree, alpha, beta, window_value)
}

/// Aspiration search: alpha-beta with the window `guess ± margin`. If the value is outside, it searches once more with
/// the window below or above.
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

/// The loop over the moves of the root, which every search shares. `value_of` gives the value of a
/// child for the side to move in it, in the window given.
fn from_root<T: GameTree>(
    tree: &mut T,
    alpha: i32,
    beta: i32,
    mut value_of: impl FnMut(&mut T, i32, i32, &mut u64) -> i32,
) -> Found<T::Move> {
    let mut found = Found {
        value: alpha,
        best: None,
        leaves: 0,
    };
    let moves = tree.moves();
    if moves.is_empty() {
        found.value = leaf(tree, &mut found.leaves);
    }
    for step in moves {
        tree.play(step);
        let value = -value_of(tree, -beta, -found.value, &mut found.leaves);
        tree.undo();
        if value > found.value {
            found.value = value;
            found.best = Some(step);
        }
        if found.value >= beta {
            break;
        }
    }
    found
}

fn leaf<T: GameTree>(tree: &mut T, leaves: &mut u64) -> i32 {
    *leaves += 1;
    tree.value()
}

fn full_value<T: GameTree>(tree: &mut T, leaves: &mut u64) -> i32 {
    let mut best = -INFINITY;
    let moves = tree.moves();
    if moves.is_empty() {
        return leaf(tree, leaves);
    }
    for step in moves {
        tree.play(step);
        best = best.max(-full_value(tree, leaves));
        tree.undo();
    }
    best
}

fn bounded_value<T: GameTree>(tree: &mut T, bound: i32, leaves: &mut u64) -> i32 {
    let mut best = -INFINITY;
    let moves = tree.moves();
    if moves.is_empty() {
        return leaf(tree, leaves);
    }
    for step in moves {
        tree.play(step);
        best = best.max(-bounded_value(tree, -best, leaves));
        tree.undo();
        if best >= bound {
            break;
        }
    }
    best
}

fn window_value<T: GameTree>(tree: &mut T, alpha: i32, beta: i32, leaves: &mut u64) -> i32 {
    let mut best = alpha;
    let moves = tree.moves();
    if moves.is_empty() {
        return leaf(tree, leaves);
    }
    for step in moves {
        tree.play(step);
        best = best.max(-window_value(tree, -beta, -best, leaves));
        tree.undo();
        if best >= beta {
            break;
        }
    }
    best
}

/// A node on the path from the root to the current node of [`iterative`].
struct Open<M> {
    left: std::vec::IntoIter<M>,
    /// The move that led on from here.
    made: Option<M>,
    /// The best value so far for the side to move here, not below that of two plies up.
    best: i32,
}

/// Alpha-beta without recursion. It needs only the best values along the path: the one two plies up is the lower
/// bound, the one a ply up is the upper bound.
pub fn iterative<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    let mut leaves = 0;
    let mut best = None;
    let mut path: Vec<Open<T::Move>> = Vec::new();
    loop {
        let moves = tree.moves();
        if moves.is_empty() {
            let mut value = leaf(tree, &mut leaves);
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
