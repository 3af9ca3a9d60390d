//! The OR rule: semi-connections without a common cell are a virtual connection.

/// A set of cells by their numbers.
pub(super) type Cells = u128;

/// A semi-connection: its cells, and the moves of the opponent after its key is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) cells: Cells,
    pub(super) moves: u32,
}

/// Semi-connections that are joined to one virtual connection at most.
const MOST_PARTS: usize = 6;
/// Semi-connections of which pairs are made.
const PAIRED: usize = 24;

/// Virtual connections made of semi-connections whose carriers have no common cell, with `most` cells or fewer: all
/// pairs, and more parts where every further one leaves as few common cells as possible. The smallest come first.
pub(super) fn unite(parts: &[Part], most: u32) -> Vec<Part> {
    let mut found = Vec::new();
    for (i, first) in parts.iter().enumerate().take(PAIRED) {
        for second in &parts[i + 1..] {
            if first.cells & second.cells == 0 {
                found.push(Part {
                    cells: first.cells | second.cells,
                    moves: first.moves.max(second.moves),
                });
            }
        }
    }
    found.extend(parts.iter().filter_map(|first| grow(*first, parts)));
    found.retain(|all| all.cells.count_ones() <= most);
    for all in &mut found {
        all.moves += 1;
    }
    found.sort_by_key(|all| (all.moves, all.cells.count_ones(), all.cells));
    found.dedup();
    found
}

/// Adds parts until nothing is common to all.
fn grow(first: Part, parts: &[Part]) -> Option<Part> {
    let (mut all, mut common) = (first, first.cells);
    for _ in 1..MOST_PARTS {
        let left = |part: &&Part| (common & part.cells).count_ones();
        let size = |part: &&Part| (all.cells | part.cells).count_ones();
        let next = parts
            .iter()
            .filter(|part| left(part) < common.count_ones())
            .min_by_key(|part| (left(part), size(part), part.moves))?;
        common &= next.cells;
        all = Part {
            cells: all.cells | next.cells,
            moves: all.moves.max(next.moves),
        };
        if common == 0 {
            return Some(all);
        }
    }
    None
}
