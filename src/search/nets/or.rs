//! The OR rule of H-search: semi-connections whose carriers have no common cell form a virtual connection.

/// A set of cells, one bit each. The caller numbers the cells.
pub(super) type Cells = u128;

/// A connection: its carrier, and the most moves of the opponent before the ends are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) cells: Cells,
    pub(super) moves: u32,
}

/// The most semi-connections that form one virtual connection.
const MOST_PARTS: usize = 6;
/// The number of semi-connections that are tried as the first of a pair.
const PAIRED: usize = 24;

/// The virtual connections of at most `most` cells that semi-connections form by the OR rule. It makes all pairs without
/// a common cell, and from each semi-connection a larger set by [`grow`]. Those with the fewest moves of the opponent
/// come first, and then those with the fewest cells.
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

/// Adds parts to `first` until no cell is common to all of them. Each is the one that leaves the fewest common cells.
/// `None` if there are common cells after [`MOST_PARTS`] parts.
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
