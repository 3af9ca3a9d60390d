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
