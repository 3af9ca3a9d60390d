//! The OR rule of H-search: semi-connections between the same ends, with no cell common to all their carriers, form a
//! virtual connection.

/// A set of at most 128 cells, one bit each. The caller numbers the cells.
pub(super) type CellMask = u128;

/// A connection: the set of cells that it depends on, and the most moves of the opponent before the ends are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) cells: CellMask,
    pub(super) moves: u32,
}

/// The most semi-connections that [`grow`] combines to one virtual connection.
const MOST_PARTS: usize = 6;
/// The number of semi-connections that are tried as the first of a pair. The second of the pair comes later in the
/// list.
const PAIRED: usize = 24;

/// The virtual connections that the semi-connections `parts` form by the OR rule: no cell is common to all that are
/// combined. Each of the first [`PAIRED`] parts is combined with every later part that shares no cell with it. Besides,
/// [`grow`] combines each part with as many others as it takes until no cell is common to all, and [`shrunk`] leaves out
/// what is not needed. Results of more than `most` cells are left out. Those with the fewest moves of the opponent come
/// first, and among these those with the fewest cells.
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
    let mut grown: Vec<Part> = parts
        .iter()
        .filter_map(|first| grow(*first, parts))
        .collect();
    grown.sort_by_key(|all| (all.moves, all.cells));
    grown.dedup();
    found.extend(grown.into_iter().map(|all| shrunk(all, parts)));
    found.retain(|all| all.cells.count_ones() <= most);
    for all in &mut found {
        all.moves += 1;
    }
    found.sort_by_key(|all| (all.moves, all.cells.count_ones(), all.cells));
    found.dedup();
    found
}

/// Combines `first` with other parts until no cell is common to all of them. Each time it adds the part that leaves the
/// fewest common cells. `None` if no part leaves fewer of them, or if some are left after [`MOST_PARTS`] parts.
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

/// Removes cells one by one, in the order of their numbers. A cell may go if the parts inside the remaining cells still
/// have no common cell. Parts that give the opponent more moves than `all` are not used. `all` comes from [`grow`], which
/// may take a larger part than necessary where several are equally good.
fn shrunk(mut all: Part, parts: &[Part]) -> Part {
    let most = all.moves;
    let inside = |cells: CellMask| {
        let is_in = move |part: &&Part| part.cells & !cells == 0 && part.moves <= most;
        parts.iter().filter(is_in)
    };
    let mut left = all.cells;
    while left != 0 {
        let cell = left & left.wrapping_neg();
        left ^= cell;
        let rest = all.cells & !cell;
        let common = inside(rest).map(|part| part.cells).reduce(|a, b| a & b);
        if common == Some(0) {
            all.cells = rest;
        }
    }
    Part {
        moves: inside(all.cells).fold(0, |moves, part| moves.max(part.moves)),
        ..all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells that are common to all parts inside `cells` with at most so many moves. All cells if there is none.
    fn common(parts: &[Part], cells: CellMask, moves: u32) -> CellMask {
        let inside = parts
            .iter()
            .filter(|part| part.cells & !cells == 0 && part.moves <= moves);
        inside.fold(CellMask::MAX, |common, part| common & part.cells)
    }

    #[test]
    fn what_is_united_has_no_common_cell_and_none_that_is_not_needed() {
        let mut rng = fastrand::Rng::with_seed(46);
        let (mut pairs, mut others) = (0, 0);
        for _ in 0..3000 {
            let mut parts = Vec::new();
            for _ in 0..rng.usize(2..=8) {
                let cells = (0..rng.u32(1..=4)).fold(0, |cells, _| cells | 1 << rng.u32(..8));
                let moves = rng.u32(..3);
                parts.push(Part { cells, moves });
            }
            let most = rng.u32(2..=8);
            let found = unite(&parts, most);
            assert!(found.is_sorted_by_key(|all| (all.moves, all.cells.count_ones())));
            let mut wanted = Vec::new();
            for (i, one) in parts.iter().enumerate() {
                for other in &parts[i + 1..] {
                    let all = Part {
                        cells: one.cells | other.cells,
                        moves: one.moves.max(other.moves) + 1,
                    };
                    if one.cells & other.cells == 0 && all.cells.count_ones() <= most {
                        wanted.push(all);
                    }
                }
            }
            assert!(
                wanted.iter().all(|pair| found.contains(pair)),
                "{parts:?}: {found:?}"
            );
            for (i, all) in found.iter().enumerate() {
                let moves = all.moves - 1;
                assert!(!found[i + 1..].contains(all), "{all:?} comes twice");
                assert!(all.cells.count_ones() <= most);
                assert_eq!(common(&parts, all.cells, moves), 0, "{parts:?}: {all:?}");
                if wanted.contains(all) {
                    pairs += 1;
                    continue;
                }
                others += 1;
                for cell in (0..8)
                    .map(|cell| 1 << cell)
                    .filter(|cell| all.cells & cell != 0)
                {
                    let left = common(&parts, all.cells & !cell, moves);
                    assert_ne!(left, 0, "{parts:?}: {all:?} needs no {cell:b}");
                }
            }
        }
        assert!(pairs > 1000 && others > 100, "{pairs} {others}");
    }

    #[test]
    fn fewer_cells_give_no_more_moves() {
        let mut rng = fastrand::Rng::with_seed(47);
        let mut shrunk_ones = 0;
        for _ in 0..3000 {
            let parts: Vec<Part> = (0..6)
                .map(|_| Part {
                    cells: (0..3).fold(0, |cells, _| cells | 1 << rng.u32(..7)),
                    moves: rng.u32(..3),
                })
                .collect();
            for first in &parts {
                if let Some(all) = grow(*first, &parts) {
                    let fewer = shrunk(all, &parts);
                    assert!(fewer.moves <= all.moves && fewer.cells & !all.cells == 0);
                    shrunk_ones += u32::from(fewer.cells != all.cells);
                }
            }
        }
        assert!(shrunk_ones > 100, "{shrunk_ones}");
    }
}
