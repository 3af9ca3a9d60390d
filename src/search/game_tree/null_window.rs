//! Alpha-beta with null windows.

use super::{Found, GameTree, INFINITY};

/// Searches the first move of a node with the whole window, and every other move with a window that has no value inside.
/// Such a search only tells whether the move is better. A better move is searched again with the window above.
///
/// Few moves are better if the first one is good. So this pays with a good order of moves.
///
/// CITE: T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees" (1982): principal variation
/// search.
pub fn null_window<T: GameTree>(tree: &mut T) -> Found<T::Move> {
    search(tree, -INFINITY, INFINITY)
}

fn search<T: GameTree>(tree: &mut T, alpha: i32, beta: i32) -> Found<T::Move> {
    let moves = tree.moves();
    if moves.is_empty() {
        return Found::leaf(tree.value());
    }
    let mut found = Found::before(alpha);
    for (number, step) in moves.into_iter().enumerate() {
        let best = found.value;
        let upper = match number {
            0 => beta,
            _ => best.saturating_add(1).min(beta),
        };
        let mut value = -found
            .child(tree, step, |tree| search(tree, -upper, -best))
            .value;
        if upper <= value && value < beta {
            value = -found
                .child(tree, step, |tree| search(tree, -beta, 1 - value))
                .value;
        }
        if value > best {
            (found.value, found.best) = (value, Some(step));
        }
        if found.value >= beta {
            break;
        }
    }
    found
}
