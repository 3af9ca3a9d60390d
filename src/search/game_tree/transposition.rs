//! Alpha-beta with a transposition table.
//!
//! CITE: R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt chess program" (1967).

use super::{Found, GameTree};
use ahash::AHashMap;
use std::cmp::Ordering;

/// A game tree in which different moves can lead to the same position.
pub trait Positions: GameTree {
    /// A number for the position and the side to move. Different positions have different numbers, except by a chance of
    /// about one in 2^64.
    fn key(&self) -> u64;

    /// Number of plies to the leaves.
    fn plies_left(&self) -> u32;
}

/// The greatest number of positions in a table. They take less than 150 mebibytes.
const MOST_ENTRIES: usize = 1 << 21;

/// The results of positions that were searched. A full table takes no further positions.
#[derive(Debug)]
pub struct Table<M> {
    entries: AHashMap<u64, Entry<M>>,
}

impl<M> Default for Table<M> {
    fn default() -> Table<M> {
        Table {
            entries: AHashMap::new(),
        }
    }
}

/// The result of the last search of a position.
#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    plies_left: u32,
    value: i32,
    /// `Equal` if the value is exact, `Less` if the true value is at most this, `Greater` if it is at least this.
    bound: Ordering,
    best: Option<M>,
}

impl<M> Entry<M> {
    /// Whether the result of a search to the same depth ends the search with this window.
    fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Ordering::Equal => true,
            Ordering::Less => self.value <= alpha,
            Ordering::Greater => self.value >= beta,
        }
    }
}

/// Alpha-beta that looks every inner position up in a table. A result to the same depth ends the search of the
/// position if it is exact or its bound is outside of the window. The best move of the last search of the position, if
/// it has found one, is tried first.
///
/// The table may come from a search of the same position to another depth.
pub fn with_table<T>(
    tree: &mut T,
    table: &mut Table<T::Move>,
    alpha: i32,
    beta: i32,
) -> Found<T::Move>
where
    T: Positions,
    T::Move: PartialEq,
{
    let mut moves = tree.moves();
    if moves.is_empty() {
        return Found::leaf(tree.value());
    }
    let (key, plies_left) = (tree.key(), tree.plies_left());
    let mut found = Found::before(alpha);
    if let Some(entry) = table.entries.get(&key) {
        if entry.plies_left == plies_left && entry.decides(alpha, beta) {
            return Found {
                value: entry.value,
                best: entry.best,
                ..found
            };
        }
        if let Some(first) = moves.iter().position(|&step| Some(step) == entry.best) {
            moves[..=first].rotate_right(1);
        }
    }
    for step in moves {
        let lower = found.value;
        let child = found.child(tree, step, |tree| with_table(tree, table, -beta, -lower));
        if -child.value > found.value {
            (found.value, found.best) = (-child.value, Some(step));
        }
        if found.value >= beta {
            break;
        }
    }
    let bound = match found.value {
        value if value >= beta => Ordering::Greater,
        value if value <= alpha => Ordering::Less,
        _ => Ordering::Equal,
    };
    let entry = Entry {
        plies_left,
        value: found.value,
        bound,
        best: found.best,
    };
    if table.entries.len() < MOST_ENTRIES || table.entries.contains_key(&key) {
        table.entries.insert(key, entry);
    }
    found
}
