//! A table of small connections between two dots that are a few cells apart.
//!
//! The table is made once. It starts with dots that touch, and applies two rules of H-search again and again:
//!
//! * AND: a free cell with virtual connections to both ends, whose carriers are disjoint, makes a semi-connection
//!   between the ends. The cell is its key.
//! * OR: semi-connections with no cell common to all their carriers form a virtual connection.
//!
//! The test `all_patterns_hold` proves every pattern by search.

use super::ConnectionKind;
use super::or::{CellMask, Part, unite};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The greatest distance of the ends of a connection, in steps of a king.
pub(super) const REACH: i32 = 5;
/// The largest number of cells in a carrier.
const MOST_CELLS: usize = 10;
/// The most virtual connections kept for an offset between two ends.
const MOST_VIRTUALS: usize = 16;
/// The most semi-connections with the same key that are kept for an offset between two ends.
const MOST_SEMIS: usize = 6;
/// The number of virtual connections between two cells that the AND rule tries.
const PARTS: usize = 6;
/// The number of times that the AND rule and the OR rule are applied to all offsets between two ends.
const ROUNDS: usize = 3;

/// A connection between two dots as a template for any place on the board. Cells are offsets in columns and rows from
/// its first end. The offset to its second end is the index in [`Patterns`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The cell that the owner of a semi-connection has to take first. `None` for a virtual connection.
    pub(super) key: Option<(i32, i32)>,
    /// The free cells that the connection depends on, the key among them.
    pub(super) cells: Vec<(i32, i32)>,
    /// The most moves, passes included, that the opponent can make before the ends are connected. For a semi-connection
    /// they are counted after the key is taken.
    pub(super) moves: u32,
}

/// The patterns of connections of one kind, by the offset from the first end to the second.
pub(super) struct Patterns {
    by_offset: Vec<Vec<Pattern>>,
}

static WALLS: LazyLock<Patterns> = LazyLock::new(|| Patterns::make(ConnectionKind::Wall));
static ESCAPES: LazyLock<Patterns> = LazyLock::new(|| Patterns::make(ConnectionKind::Escape));

impl Patterns {
    pub(super) fn of(kind: ConnectionKind) -> &'static Patterns {
        match kind {
            ConnectionKind::Wall => &WALLS,
            ConnectionKind::Escape => &ESCAPES,
        }
    }

    /// The patterns of connections between two ends, the second at this offset in columns and rows from the first.
    /// Virtual connections come first, then semi-connections; of each, those with fewer cells come first. Empty if none
    /// is known.
    pub(super) fn between(&self, dx: i32, dy: i32) -> &[Pattern] {
        &self.by_offset[index(dx, dy)]
    }

    fn make(kind: ConnectionKind) -> Patterns {
        let mut closure = Closure::new(kind);
        for _ in 0..ROUNDS {
            closure.round();
        }
        let mut by_offset = vec![Vec::new(); ((2 * REACH + 1) * (2 * REACH + 1)) as usize];
        for dy in -REACH..=REACH {
            for dx in -REACH..=REACH {
                by_offset[index(dx, dy)] = closure.patterns(dx, dy);
            }
        }
        Patterns { by_offset }
    }
}

fn index(dx: i32, dy: i32) -> usize {
    ((dy + REACH) * (2 * REACH + 1) + dx + REACH) as usize
}

/// The width and height of the window: the square of cells, two dots among them, that a [`CellMask`] can hold.
const COLUMNS: i32 = 11;
/// The column and row of the first of two ends in the window, a square of cells. The second end lies to its right and
/// not above it, at most as many rows down as columns to the right.
const FIRST: (i32, i32) = (2, 4);

fn bit(x: i32, y: i32) -> CellMask {
    1 << ((y + FIRST.1) * COLUMNS + x + FIRST.0)
}

fn in_window(x: i32, y: i32) -> bool {
    (0..COLUMNS).contains(&(x + FIRST.0)) && (0..COLUMNS).contains(&(y + FIRST.1))
}

fn cells_of(mut set: CellMask) -> impl Iterator<Item = (i32, i32)> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as i32)?;
        set &= set - 1;
        Some((place % COLUMNS - FIRST.0, place / COLUMNS - FIRST.1))
    })
}

/// The image of a set of cells when `map` moves each of them. `None` if a cell leaves the window.
fn mapped(set: CellMask, map: impl Fn(i32, i32) -> (i32, i32)) -> Option<CellMask> {
    let mut found = 0;
    for (x, y) in cells_of(set) {
        let (x, y) = map(x, y);
        if !in_window(x, y) {
            return None;
        }
        found |= bit(x, y);
    }
    Some(found)
}

/// A connection in the making. Its carrier is a set of cells of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Carrier {
    key: Option<(i32, i32)>,
    cells: CellMask,
    moves: u32,
}

/// The connections found so far, for the offsets `(dx, dy)` between two ends with `0 <= dy <= dx`. Other offsets are
/// symmetric to these.
struct Closure {
    virtuals: HashMap<(i32, i32), Vec<Carrier>>,
    semis: HashMap<(i32, i32), Vec<Carrier>>,
}

impl Closure {
    /// Starts with the connections between ends that touch. They depend on no cell.
    fn new(kind: ConnectionKind) -> Closure {
        let touching: &[(i32, i32)] = match kind {
            ConnectionKind::Wall => &[(1, 0), (1, 1)],
            ConnectionKind::Escape => &[(1, 0)],
        };
        let solid = Carrier {
            key: None,
            cells: 0,
            moves: 0,
        };
        Closure {
            virtuals: touching.iter().map(|&end| (end, vec![solid])).collect(),
            semis: HashMap::new(),
        }
    }

    /// Applies the AND rule and the OR rule once to all offsets between two ends.
    fn round(&mut self) {
        for dx in 1..=REACH {
            for dy in 0..=dx {
                if self.is_solid(dx, dy) {
                    continue;
                }
                let semis = self.joined_by_and(dx, dy);
                let virtuals = joined_by_or(&semis);
                self.semis.insert((dx, dy), semis);
                self.virtuals.insert((dx, dy), virtuals);
            }
        }
    }

    /// Whether two ends at this offset touch.
    fn is_solid(&self, dx: i32, dy: i32) -> bool {
        let known = self.virtuals.get(&(dx, dy));
        known.is_some_and(|known| known.first().is_some_and(|first| first.cells == 0))
    }

    /// The semi-connections by the AND rule between ends at this offset: a key with virtual connections to both ends,
    /// whose carriers are disjoint.
    fn joined_by_and(&self, dx: i32, dy: i32) -> Vec<Carrier> {
        let mut found = Vec::new();
        let ends = bit(0, 0) | bit(dx, dy);
        for y in -2..=dy + 2 {
            for x in -1..=dx + 1 {
                if !in_window(x, y) || ends & bit(x, y) != 0 {
                    continue;
                }
                let taken = ends | bit(x, y);
                let (near, far) = (
                    self.virtuals_between(0, 0, x, y),
                    self.virtuals_between(x, y, dx, dy),
                );
                for first in near.iter().take(PARTS) {
                    for second in far.iter().take(PARTS) {
                        let all = first.cells | second.cells;
                        if first.cells & second.cells == 0 && all & taken == 0 {
                            found.push(Carrier {
                                key: Some((x, y)),
                                cells: all | bit(x, y),
                                moves: first.moves + second.moves,
                            });
                        }
                    }
                }
            }
        }
        kept(found, MOST_SEMIS)
    }

    /// The known virtual connections from one cell of the window to another. Empty if there is none, or the cells are
    /// too far apart.
    fn virtuals_between(&self, x: i32, y: i32, to_x: i32, to_y: i32) -> Vec<Carrier> {
        let (dx, dy) = (to_x - x, to_y - y);
        if dx.abs().max(dy.abs()) > REACH {
            return Vec::new();
        }
        let known = self.virtuals.get(&octant(dx, dy)).into_iter().flatten();
        let moved = known.filter_map(|carrier| {
            let cells = mapped(carrier.cells, |cell_x, cell_y| {
                let (turned_x, turned_y) = turn(dx, dy, cell_x, cell_y);
                (turned_x + x, turned_y + y)
            })?;
            Some(Carrier { cells, ..*carrier })
        });
        moved.collect()
    }

    /// The patterns between two ends at any offset: virtual connections, then semi-connections.
    fn patterns(&self, dx: i32, dy: i32) -> Vec<Pattern> {
        let octant = octant(dx, dy);
        let virtuals = self.virtuals.get(&octant).into_iter().flatten();
        let all = virtuals.chain(self.semis.get(&octant).into_iter().flatten());
        let pattern = |carrier: &Carrier| Pattern {
            key: carrier.key.map(|(x, y)| turn(dx, dy, x, y)),
            cells: cells_of(carrier.cells)
                .map(|(x, y)| turn(dx, dy, x, y))
                .collect(),
            moves: carrier.moves,
        };
        all.map(pattern).collect()
    }
}

/// The offset `(x, y)` with `0 <= y <= x` that is symmetric to `(dx, dy)`.
fn octant(dx: i32, dy: i32) -> (i32, i32) {
    (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()))
}

/// The image of the cell `(x, y)` under the symmetry that turns the octant of `(dx, dy)` into `(dx, dy)`.
fn turn(dx: i32, dy: i32, x: i32, y: i32) -> (i32, i32) {
    let (x, y) = if dy.abs() > dx.abs() { (y, x) } else { (x, y) };
    (if dx < 0 { -x } else { x }, if dy < 0 { -y } else { y })
}

/// The virtual connections that semi-connections between the same ends form by the OR rule: no cell is common to all of
/// their carriers.
fn joined_by_or(semis: &[Carrier]) -> Vec<Carrier> {
    let parts = semis.iter().map(|semi| Part {
        cells: semi.cells,
        moves: semi.moves,
    });
    let united = unite(&parts.collect::<Vec<_>>(), MOST_CELLS as u32);
    let carriers = united.into_iter().map(|all| Carrier {
        key: None,
        cells: all.cells,
        moves: all.moves,
    });
    kept(carriers.collect(), MOST_VIRTUALS)
}

/// The connections with the smallest carriers, at most `most` for each key. A connection is dropped if another one with
/// the same key needs only cells of its carrier and gives the opponent no more moves. Connections of more than
/// [`MOST_CELLS`] cells are dropped too.
fn kept(mut found: Vec<Carrier>, most: usize) -> Vec<Carrier> {
    found.retain(|carrier| carrier.cells.count_ones() as usize <= MOST_CELLS);
    found.sort_by_key(|carrier| {
        (
            carrier.cells.count_ones(),
            carrier.moves,
            carrier.cells,
            carrier.key,
        )
    });
    let mut kept: Vec<Carrier> = Vec::new();
    for carrier in found {
        let is_in = |known: &Carrier| {
            known.key == carrier.key
                && known.cells & !carrier.cells == 0
                && known.moves <= carrier.moves
        };
        let alike = kept.iter().filter(|known| known.key == carrier.key);
        if alike.count() < most && !kept.iter().any(is_in) {
            kept.push(carrier);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A search of all play inside the carrier of a connection. Sets of its cells are bits.
    struct Play<'a> {
        kind: ConnectionKind,
        end: (i32, i32),
        cells: &'a [(i32, i32)],
        known: HashMap<(u32, u32, bool), Option<u32>>,
    }

    impl Play<'_> {
        fn is_joined(&self, own: u32) -> bool {
            let (mut reached, mut open) = (vec![(0, 0)], own);
            while let Some((x, y)) = reached.pop() {
                let touches = |(cx, cy): (i32, i32)| {
                    let (dx, dy) = ((cx - x).abs(), (cy - y).abs());
                    match self.kind {
                        ConnectionKind::Wall => dx.max(dy) == 1,
                        ConnectionKind::Escape => dx + dy == 1,
                    }
                };
                if touches(self.end) {
                    return true;
                }
                for (i, &cell) in self.cells.iter().enumerate() {
                    if open >> i & 1 != 0 && touches(cell) {
                        open &= !(1 << i);
                        reached.push(cell);
                    }
                }
            }
            false
        }

        /// The most moves, passes included, that the opponent can make before the ends are connected. `None` if he can
        /// keep them apart.
        fn moves(&mut self, own: u32, other: u32, owner_moves: bool) -> Option<u32> {
            if self.is_joined(own) {
                return Some(0);
            }
            let state = (own, other, owner_moves);
            if let Some(&known) = self.known.get(&state) {
                return known;
            }
            let free = (0..self.cells.len()).filter(|i| (own | other) >> i & 1 == 0);
            let free: Vec<usize> = free.collect();
            let found = if owner_moves {
                let best = free
                    .iter()
                    .filter_map(|i| self.moves(own | 1 << i, other, false));
                best.min()
            } else {
                let pass = self.moves(own, other, true);
                let others = free
                    .iter()
                    .map(|i| self.moves(own, other | 1 << i, true))
                    .collect::<Option<Vec<u32>>>();
                let most = others.and_then(|moves| moves.into_iter().max().max(pass));
                pass.and(most).map(|most| most + 1)
            };
            self.known.insert(state, found);
            found
        }
    }

    fn check(kind: ConnectionKind, end: (i32, i32), pattern: &Pattern) -> bool {
        let mut play = Play {
            kind,
            end,
            cells: &pattern.cells,
            known: HashMap::new(),
        };
        let own = match pattern.key {
            None => 0,
            Some(key) => 1 << pattern.cells.iter().position(|&cell| cell == key).unwrap(),
        };
        play.moves(own, 0, false)
            .is_some_and(|moves| moves <= pattern.moves)
    }

    #[test]
    fn all_patterns_hold() {
        for (kind, least) in [(ConnectionKind::Wall, 150), (ConnectionKind::Escape, 7)] {
            let mut count = 0;
            for dx in 1..=REACH {
                for dy in 0..=dx {
                    let patterns = Patterns::of(kind).between(dx, dy);
                    let order = |own: &Pattern| (own.key.is_some(), own.cells.len());
                    assert!(patterns.is_sorted_by_key(order), "{dx} {dy}");
                    for pattern in patterns {
                        assert!(check(kind, (dx, dy), pattern), "{dx} {dy} {pattern:?}");
                        count += 1;
                    }
                }
            }
            assert!(count > least, "{kind:?}: {count}");
        }
    }

    #[test]
    fn the_small_ones_are_as_everybody_knows_them() {
        let is_virtual = |kind, dx, dy| {
            let patterns = Patterns::of(kind).between(dx, dy);
            let least = patterns.iter().filter(|pattern| pattern.key.is_none());
            least.map(|pattern| pattern.cells.len()).min()
        };
        let wall = |dx, dy| is_virtual(ConnectionKind::Wall, dx, dy);
        assert_eq!(wall(1, 1), Some(0));
        assert_eq!(wall(2, 0), Some(2));
        assert_eq!(wall(-1, 2), Some(2));
        assert_eq!((wall(2, 2), wall(4, 4)), (Some(6), None));
        assert_eq!((wall(3, 0), wall(-3, 1)), (Some(4), Some(4)));
        assert_eq!(is_virtual(ConnectionKind::Escape, 1, 1), Some(2));
        // If the opponent takes the cell between the ends, both ways round it need three cells.
        assert_eq!(is_virtual(ConnectionKind::Escape, 2, 0), None);
        let between = Patterns::of(ConnectionKind::Escape).between(2, 0);
        assert!(
            between
                .iter()
                .any(|way| way.key == Some((1, 0)) && way.cells.len() == 1)
        );
        let broken = Pattern {
            key: None,
            cells: vec![(1, 1)],
            moves: 1,
        };
        assert!(!check(ConnectionKind::Wall, (2, 2), &broken));
    }

    #[test]
    fn those_are_kept_that_no_other_one_makes_needless() {
        let mut rng = fastrand::Rng::with_seed(49);
        let mut dropped = 0;
        for _ in 0..2000 {
            let mut found = Vec::new();
            for _ in 0..rng.usize(1..=6) {
                let carrier = Carrier {
                    key: Some((rng.i32(0..2), 0)),
                    cells: (0..3).fold(0, |cells, _| cells | 1 << rng.u32(..5)),
                    moves: rng.u32(..3),
                };
                if !found.contains(&carrier) {
                    found.push(carrier);
                }
            }
            let makes_needless = |other: &Carrier, one: &Carrier| {
                let fits = other.cells & !one.cells == 0 && other.moves <= one.moves;
                other != one && other.key == one.key && fits
            };
            let is_needed = |one: &&Carrier| !found.iter().any(|other| makes_needless(other, one));
            let needed: Vec<Carrier> = found.iter().filter(is_needed).copied().collect();
            let kept = kept(found.clone(), 6);
            dropped += found.len() - kept.len();
            assert_eq!(kept.len(), needed.len(), "{found:?}: {kept:?}");
            assert!(
                needed.iter().all(|one| kept.contains(one)),
                "{found:?}: {kept:?}"
            );
        }
        assert!(dropped > 500, "{dropped}");
    }
}
