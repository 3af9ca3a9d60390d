//! Finds trajectories as cycles without chords in the [link graph](super::link_graph).

use super::link_graph::{LinkGraph, Walks};
use super::{LONGEST, Trajectory};
use crate::geometry::bits;

/// The work between two calls of `stop`, in words of bit matrices that are read. It takes some tens of microseconds.
const WORDS_PER_CHECK: usize = 20_000;

/// Number of words that the value of a link counts as, if it is stored.
/// Not measured, like the next one: benches/ingredients.md.
const WORDS_PER_STORED_VALUE: usize = 1;

/// Number of words that the value of a link counts as, if it has to be computed from the contacts of both cells.
const WORDS_PER_COMPUTED_VALUE: usize = 5;

/// Number of trajectories that are copied between two calls of `stop`. It takes some tens of microseconds.
const TRAJECTORIES_PER_CHECK: usize = 10_000;

/// All trajectories that the walks look for in a link graph, those with fewer cells first. `None` if there are more than
/// the walks allow, or if `stop` returns true before all are found.
pub(super) fn all(
    links: &LinkGraph,
    walks: Walks,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<Trajectory>> {
    let Walks { longest, most, .. } = walks;
    let mut found = Vec::new();
    if longest >= 1 {
        let singles = links.singles.iter();
        found.extend(singles.map(|&node| Trajectory::new(&[links.cells[node]])));
    }
    if longest >= 2 {
        for pairs in links.pairs.chunks(TRAJECTORIES_PER_CHECK) {
            if stop() {
                return None;
            }
            found.extend(pairs.iter().map(|&(a, b)| {
                let cells = [a, b].map(|node| links.cells[usize::from(node)]);
                Trajectory::new(&cells)
            }));
        }
    }
    if longest >= 3 {
        let walks = Walks {
            most: most.saturating_sub(found.len()),
            ..walks
        };
        add_longer(&mut found, links, walks, stop)?;
    }
    (found.len() <= most).then_some(found)
}

/// Adds the trajectories of three cells and more, those with fewer cells first. `None` if there are too many for the
/// walks, or if `stop` returns true before all are found.
fn add_longer(
    found: &mut Vec<Trajectory>,
    links: &LinkGraph,
    walks: Walks,
    stop: &mut dyn FnMut() -> bool,
) -> Option<()> {
    let mut walk = Walk::new(links, walks, stop);
    for start in 0..links.cells.len() {
        walk.from(start);
        if walk.stopped {
            return None;
        }
    }
    if walks.starts_at_targets {
        walk.found.sort_unstable();
        found.append(&mut walk.found);
    } else {
        for length in 3..=walks.longest {
            found.extend(walk.found.iter().filter(|it| it.len() == length));
        }
    }
    Some(())
}

/// A depth-first walk in the link graph along paths without chords. A path starts at the smallest node of its cycle.
///
/// With [`Walks::starts_at_targets`] it starts instead with a link whose value is not zero, so that it passes targets.
/// Its first node is the smaller node of that link. No other link of the cycle with a value comes before it, so that each
/// cycle is found once.
struct Walk<'a> {
    links: &'a LinkGraph,
    /// What is looked for; `most` counts only trajectories of three cells and more.
    walks: Walks,
    path: Vec<usize>,
    /// For each length of the path, the nodes that may not follow, one bit each: those up to the first node, and those
    /// linked to a node between the first and the last. With `starts_at_targets` nodes before the first may follow.
    blocked: Vec<Vec<u64>>,
    found: Vec<Trajectory>,
    stop: &'a mut dyn FnMut() -> bool,
    /// The work since the last call of `stop`, in words. The value of a link counts as one word or several.
    words: usize,
    /// Whether `stop` has returned true. Then the walk ends, and what it has found is not complete.
    stopped: bool,
}

impl<'a> Walk<'a> {
    fn new(links: &'a LinkGraph, walks: Walks, stop: &'a mut dyn FnMut() -> bool) -> Walk<'a> {
        Walk {
            links,
            walks,
            path: Vec::with_capacity(walks.longest),
            blocked: vec![vec![0; links.words]; walks.longest + 1],
            found: Vec::new(),
            stop,
            words: 0,
            stopped: false,
        }
    }

    /// Walks all paths of the link graph that start at this node.
    fn from(&mut self, start: usize) {
        let blocked = &mut self.blocked[2];
        blocked.fill(0);
        if self.walks.starts_at_targets {
            blocked[start / 64] = 1 << (start % 64);
        } else {
            blocked[..start / 64].fill(u64::MAX);
            blocked[start / 64] = u64::MAX >> (63 - start % 64);
        }
        self.path.push(start);
        let words = start / 64..self.links.words;
        let links = self.links;
        let open = |blocked: &[u64], word: usize| links.plain(start)[word] & !blocked[word];
        let blocked = &self.blocked[2];
        let seconds = words.clone().map(|word| open(blocked, word).count_ones());
        self.work(seconds.sum());
        let values = links.values(start);
        for word in words {
            for bit in bits(open(&self.blocked[2], word)) {
                if self.stopped {
                    return;
                }
                let second = word * 64 + bit;
                let value = values.to(second);
                if self.walks.starts_at_targets && (value == 0 || second < start) {
                    continue;
                }
                self.path.push(second);
                self.extend(value);
                self.path.pop();
            }
        }
        self.path.pop();
    }

    /// Reports the cycles that one more node closes, and then makes the path longer by one node. `value` is the sum of
    /// the values of the links of the path, which count the targets to their right.
    fn extend(&mut self, value: i16) {
        let length = self.path.len();
        let (start, second, last) = (self.path[0], self.path[1], self.path[length - 1]);
        let links = self.links;
        let (from_start, from_last) = (links.values(start), links.values(last));
        let mut closings = 0;
        for word in self.first_word()..links.words {
            let open = links.plain(last)[word] & !self.blocked[length][word];
            let mut closing = open & links.plain(start)[word];
            // A cycle is found in both directions. Only the one with the smaller second node is reported.
            if self.walks.starts_at_targets {
                // The first link fixes the direction.
                if word == second / 64 {
                    closing &= !(1 << (second % 64));
                }
            } else if word == second / 64 {
                closing &= u64::MAX.checked_shl(second as u32 % 64 + 1).unwrap_or(0);
            } else if word < second / 64 {
                closing = 0;
            }
            closings += closing.count_ones();
            for bit in bits(closing) {
                let node = word * 64 + bit;
                let (there, back) = (from_last.to(node), from_start.to(node));
                let inside = value.wrapping_add(there).wrapping_sub(back);
                if inside != 0
                    && self.may_have(last, node, there)
                    && self.may_have(node, start, back)
                {
                    self.report(node);
                }
            }
        }
        self.work(closings);
        if length + 1 < self.walks.longest && !self.stopped {
            self.lengthen(value);
        }
    }

    /// Whether a cycle with the link of `a` and `b`, of this value, may be found on this path. With `starts_at_targets` the
    /// first link of the path is the first of all links of the cycle whose value is not zero.
    fn may_have(&self, a: usize, b: usize, value: i16) -> bool {
        let link = |a: usize, b: usize| (a.min(b), a.max(b));
        !self.walks.starts_at_targets || value == 0 || link(a, b) > link(self.path[0], self.path[1])
    }

    /// Counts the words read for a path and the values of links, and calls `stop` after every [`WORDS_PER_CHECK`] words.
    fn work(&mut self, values: u32) {
        let price = match self.links.has_rows() {
            true => WORDS_PER_STORED_VALUE,
            false => WORDS_PER_COMPUTED_VALUE,
        };
        self.words += self.links.words + values as usize * price;
        if self.words >= WORDS_PER_CHECK {
            self.words = 0;
            self.stopped = self.stopped || self.found.len() > self.walks.most || (self.stop)();
        }
    }

    /// The index of the first word of a row of bits that may have a node of the path after the second.
    fn first_word(&self) -> usize {
        if self.walks.starts_at_targets {
            0
        } else {
            self.path[0] / 64
        }
    }

    /// Makes the path longer by each node that does not close it to a cycle, and goes on from there. `value` is the sum
    /// of the values of the links of the path.
    fn lengthen(&mut self, value: i16) {
        let length = self.path.len();
        let (start, last) = (self.path[0], self.path[length - 1]);
        let links = self.links;
        let values = links.values(last);
        let (before, after) = self.blocked.split_at_mut(length + 1);
        let (before, after) = (&before[length], &mut after[0]);
        for word in 0..links.words {
            after[word] = before[word] | links.linked(last)[word];
        }
        for word in self.first_word()..links.words {
            let next =
                links.plain(last)[word] & !self.blocked[length][word] & !links.linked(start)[word];
            for bit in bits(next) {
                if self.stopped {
                    return;
                }
                let node = word * 64 + bit;
                let step = values.to(node);
                if self.may_have(last, node, step) {
                    self.path.push(node);
                    self.extend(value.wrapping_add(step));
                    self.path.pop();
                } else {
                    // Many nodes may be dropped one after another.
                    self.work(1);
                }
            }
        }
    }

    /// Adds the trajectory of the nodes of the path and the node `last`.
    fn report(&mut self, last: usize) {
        let mut cells = [self.links.cells[last]; LONGEST];
        for (cell, &node) in cells[1..].iter_mut().zip(&self.path) {
            *cell = self.links.cells[node];
        }
        let cells = &cells[..self.path.len() + 1];
        self.found.push(Trajectory::new(cells));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::{Bitboard, Player, Point, Size};
    use fastrand::Rng;

    #[test]
    fn few_targets_have_the_cycles_of_the_general_walk() {
        let mut rng = Rng::with_seed(11);
        let mut cycles = 0;
        for case in 0..400 {
            // A board with cells of several words of a row of bits.
            let mut board = Board::new(Size::new(20, 16).unwrap());
            let dots = rng.u32(60..160);
            board.put_at_random(&mut rng, dots);
            let mut targets: Vec<_> = board.live(Player::Second).iter().collect();
            rng.shuffle(&mut targets);
            let targets = Bitboard::from_iter(targets.into_iter().take(1 + case % 2));
            let mut links = LinkGraph::new();
            let (walls, free) = (board.live(Player::First), board.free());
            let walks = |starts_at_targets| Walks {
                longest: 5,
                starts_at_targets,
                most: usize::MAX,
            };
            links
                .build(walls, free, &targets, walks(false), &mut || false)
                .unwrap();
            let find = |starts_at_targets| {
                let walks = walks(starts_at_targets);
                all(&links, walks, &mut || false).unwrap()
            };
            let mut found = find(false);
            assert!(found.is_sorted_by_key(Trajectory::len));
            found.sort_unstable();
            cycles += found.iter().filter(|it| it.len() > 3).count();
            let mut sorted = find(true);
            let is_long = |it: &Trajectory| it.len() > 2;
            assert!(sorted.is_sorted_by_key(Trajectory::len));
            assert!(sorted.iter().copied().filter(is_long).is_sorted());
            sorted.sort_unstable();
            assert_eq!(sorted, found, "case {case}");
        }
        assert!(cycles > 1000, "{cycles}");
    }

    #[test]
    fn a_stopped_walk_reads_no_more_links() {
        let mut rng = Rng::with_seed(13);
        for case in 0..20 {
            let mut board = Board::new(Size::new(20, 16).unwrap());
            board.put_at_random(&mut rng, 100);
            let walks = Walks {
                longest: 5,
                starts_at_targets: case % 2 == 0,
                most: usize::MAX,
            };
            let (walls, free) = (board.live(Player::First), board.free());
            let targets = board.live(Player::Second);
            let mut links = LinkGraph::new();
            links
                .build(walls, free, targets, walks, &mut || false)
                .unwrap();
            let mut stop = || true;
            let mut walk = Walk::new(&links, walks, &mut stop);
            for start in 0..links.cells.len() {
                walk.from(start);
                if walk.stopped {
                    break;
                }
            }
            assert!(walk.stopped, "case {case}");
            // The words are counted from the call of `stop` on.
            assert_eq!(walk.words, 0, "case {case}");
        }
    }

    #[test]
    fn links_that_close_a_cycle_count_as_work() {
        for (width, height, price) in [
            (30, 30, WORDS_PER_STORED_VALUE),
            (39, 39, WORDS_PER_COMPUTED_VALUE),
        ] {
            // A comb: each cell between its teeth is linked to all the others.
            let mut board = Board::new(Size::new(width, height).unwrap());
            for y in 0..height - 1 {
                for x in (0..width).filter(|x| y == 0 || x % 4 == 0) {
                    board.play(Point::new(x, y), Player::First);
                }
            }
            board.play(Point::new(10, 8), Player::Second);
            let walks = Walks {
                longest: 3,
                starts_at_targets: false,
                most: usize::MAX,
            };
            let mut links = LinkGraph::new();
            let (walls, free) = (board.live(Player::First), board.free());
            let targets = board.live(Player::Second);
            links
                .build(walls, free, targets, walks, &mut || false)
                .unwrap();
            assert_eq!(links.has_rows(), price == WORDS_PER_STORED_VALUE);
            let mut calls = 0;
            let mut stop = || {
                calls += 1;
                false
            };
            all(&links, walks, &mut stop).unwrap();
            let words = triangles(&links) * price;
            assert!(words > 2 * WORDS_PER_CHECK, "{words} words");
            // A call comes only after all links of a path.
            assert!(2 * calls * WORDS_PER_CHECK > words, "{calls} calls");
        }
    }

    /// The number of cycles of three plain links, whatever they enclose.
    fn triangles(links: &LinkGraph) -> usize {
        let nodes = links.cells.len();
        let is_linked = |a: usize, b: usize| links.plain(a)[b / 64] >> (b % 64) & 1 == 1;
        let mut triangles = 0;
        for a in 0..nodes {
            let after_a: Vec<usize> = (a + 1..nodes).filter(|&b| is_linked(a, b)).collect();
            for (index, &b) in after_a.iter().enumerate() {
                let third = after_a[index + 1..].iter();
                triangles += third.filter(|&&c| is_linked(b, c)).count();
            }
        }
        triangles
    }

    #[test]
    fn trajectories_of_all_lengths_count_together() {
        let mut rng = Rng::with_seed(12);
        let mut board = Board::new(Size::new(14, 12).unwrap());
        board.put_at_random(&mut rng, 60);
        let (walls, free) = (board.live(Player::First), board.free());
        let targets = board.live(Player::Second);
        for (longest, starts_at_targets) in (1..=4).flat_map(|n| [(n, false), (n, true)]) {
            let find = |most| {
                let walks = Walks {
                    longest,
                    starts_at_targets,
                    most,
                };
                let mut links = LinkGraph::new();
                links.build(walls, free, targets, walks, &mut || false)?;
                all(&links, walks, &mut || false)
            };
            let number = find(usize::MAX).unwrap().len();
            assert!(number > 0, "{longest} cells");
            assert_eq!(find(number).map(|found| found.len()), Some(number));
            assert!(find(number - 1).is_none(), "{number} of {longest} cells");
        }
    }
}
