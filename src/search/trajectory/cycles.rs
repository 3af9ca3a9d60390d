//! Surrounding sets as cycles without chords.

use super::link_graph::LinkGraph;
use crate::geometry::Point;

/// The largest surrounding set that is looked for.
pub const LONGEST: usize = 5;

/// A minimal set of free cells that captures when one player fills it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trajectory {
    len: u8,
    dots: u16,
    /// Row by row; zero where there are fewer.
    cells: [Point; LONGEST],
}

impl Trajectory {
    pub(in crate::search) fn new(cells: &[Point], dots: u16) -> Trajectory {
        let mut all = [Point::from_index(0); LONGEST];
        all[..cells.len()].copy_from_slice(cells);
        all[..cells.len()].sort_unstable();
        Trajectory {
            len: cells.len() as u8,
            dots,
            cells: all,
        }
    }

    /// The set with these cells added.
    pub(super) fn with(&self, cells: &[Point]) -> Trajectory {
        let len = self.len();
        let mut all = self.cells;
        all[len..][..cells.len()].copy_from_slice(cells);
        Trajectory::new(&all[..len + cells.len()], self.dots)
    }

    /// The set with another number of dots inside.
    pub(super) fn with_dots(self, dots: u32) -> Trajectory {
        let dots = dots as u16;
        Trajectory { dots, ..self }
    }

    /// Number of cells.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a set is never empty")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The live enemy dots inside the largest of its loops.
    pub fn dots(&self) -> u32 {
        self.dots.into()
    }

    /// The cells, row by row.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Point> + Clone + '_ {
        self.cells[..self.len()].iter().copied()
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Point) -> bool {
        self.cells[..self.len()].contains(&cell)
    }
}

/// How many words of bit matrices are looked at between two questions whether to stop: some tens of microseconds.
const WORDS_PER_QUESTION: usize = 20_000;

/// All sets of at most `longest` cells, shorter ones first; `None` if `stop` says so before all
/// are found. With `few` targets, few links have a value other than zero, and the cycles are found
/// from those.
pub(super) fn all(
    links: &LinkGraph,
    longest: usize,
    few: bool,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<Trajectory>> {
    let mut sets = Vec::new();
    if longest >= 1 {
        let singles = links.singles.iter();
        sets.extend(singles.map(|&(a, dots)| Trajectory::new(&[links.cells[a]], dots)));
    }
    if longest >= 2 {
        let pairs = links.pairs.iter();
        sets.extend(
            pairs.map(|&(a, b, dots)| Trajectory::new(&[links.cells[a], links.cells[b]], dots)),
        );
    }
    if longest >= 3 {
        let mut walk = Walk {
            links,
            longest,
            few,
            path: Vec::with_capacity(longest),
            blocked: vec![vec![0; links.words]; longest + 1],
            found: Vec::new(),
            stop,
            words: 0,
            stopped: false,
        };
        for start in 0..links.cells.len() {
            walk.from(start);
            if walk.stopped {
                return None;
            }
        }
        if few {
            walk.found.sort_unstable();
            walk.found.dedup();
            sets.append(&mut walk.found);
        } else {
            for length in 3..=longest {
                sets.extend(walk.found.iter().filter(|set| set.len() == length));
            }
        }
    }
    Some(sets)
}

/// A depth-first walk along paths without chords. Every path starts at its smallest node, or, with
/// few targets, with a link whose value is not zero: then a cycle comes once for each of those.
struct Walk<'a> {
    links: &'a LinkGraph,
    longest: usize,
    few: bool,
    path: Vec<usize>,
    /// For each length of the path: the nodes at or before the start, and those linked to a node
    /// of the path between the first and the last.
    blocked: Vec<Vec<u64>>,
    found: Vec<Trajectory>,
    stop: &'a mut dyn FnMut() -> bool,
    /// Words looked at since the last question.
    words: usize,
    /// Whether the answer was to stop: then no path grows any more.
    stopped: bool,
}

impl Walk<'_> {
    fn from(&mut self, start: usize) {
        let blocked = &mut self.blocked[2];
        blocked.fill(0);
        if self.few {
            blocked[start / 64] = 1 << (start % 64);
        } else {
            blocked[..start / 64].fill(u64::MAX);
            blocked[start / 64] = u64::MAX >> (63 - start % 64);
        }
        self.path.push(start);
        self.work();
        for word in start / 64..self.links.words {
            let mut next = self.links.plain(start)[word] & !self.blocked[2][word];
            while next != 0 {
                let second = word * 64 + next.trailing_zeros() as usize;
                next &= next - 1;
                let value = self.links.value(start, second);
                if self.few && (value == 0 || second < start) {
                    continue;
                }
                self.path.push(second);
                self.extend(value);
                self.path.pop();
            }
        }
        self.path.pop();
    }

    /// Closes the path to cycles, and goes on to longer paths. `value` is the sum along the path.
    fn extend(&mut self, value: i16) {
        let length = self.path.len();
        let (start, second, last) = (self.path[0], self.path[1], self.path[length - 1]);
        let links = self.links;
        for word in self.first_word()..links.words {
            let open = links.plain(last)[word] & !self.blocked[length][word];
            let mut closing = open & links.plain(start)[word];
            // Of the two directions of a cycle, the one with the smaller second node.
            if self.few {
                // Each comes in one direction, as its first link does.
                if word == second / 64 {
                    closing &= !(1 << (second % 64));
                }
            } else if word == second / 64 {
                closing &= u64::MAX.checked_shl(second as u32 % 64 + 1).unwrap_or(0);
            } else if word < second / 64 {
                closing = 0;
            }
            while closing != 0 {
                let node = word * 64 + closing.trailing_zeros() as usize;
                closing &= closing - 1;
                let inside = value
                    .wrapping_add(links.value(last, node))
                    .wrapping_sub(links.value(start, node));
                if inside != 0 {
                    self.report(node, inside.unsigned_abs());
                }
            }
        }
        self.work();
        if length + 1 < self.longest && !self.stopped {
            self.lengthen(value);
        }
    }

    /// Counts what was looked at for a path, and asks whether to stop when that is much.
    fn work(&mut self) {
        self.words += self.links.words;
        if self.words >= WORDS_PER_QUESTION {
            self.words = 0;
            self.stopped = self.stopped || (self.stop)();
        }
    }

    /// Where the nodes begin that may follow.
    fn first_word(&self) -> usize {
        if self.few { 0 } else { self.path[0] / 64 }
    }

    fn lengthen(&mut self, value: i16) {
        let length = self.path.len();
        let (start, last) = (self.path[0], self.path[length - 1]);
        let links = self.links;
        let (before, after) = self.blocked.split_at_mut(length + 1);
        let (before, after) = (&before[length], &mut after[0]);
        for word in 0..links.words {
            after[word] = before[word] | links.linked(last)[word];
        }
        for word in start / 64..links.words {
            let mut next =
                links.plain(last)[word] & !self.blocked[length][word] & !links.linked(start)[word];
            while next != 0 {
                let node = word * 64 + next.trailing_zeros() as usize;
                next &= next - 1;
                self.path.push(node);
                self.extend(value.wrapping_add(links.value(last, node)));
                self.path.pop();
            }
        }
    }

    fn report(&mut self, last: usize, dots: u16) {
        let mut cells = [self.links.cells[last]; LONGEST];
        for (cell, &node) in cells[1..].iter_mut().zip(&self.path) {
            *cell = self.links.cells[node];
        }
        let cells = &cells[..self.path.len() + 1];
        self.found.push(Trajectory::new(cells, dots));
    }
}
