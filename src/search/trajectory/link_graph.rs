//! The link graph of a player: its nodes are free cells, linked if they are neighbours or touch the same cluster of his
//! dots.

mod clusters;

use crate::geometry::{Bitboard, Direction, Point};
use clusters::{Clusters, Steps};

/// The walks through a link graph that look for trajectories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walks {
    /// The greatest number of cells of a trajectory.
    pub(super) longest: usize,
    /// The walks start with the links that pass a target on their right. That is faster if they are few, as when the
    /// targets are few or near each other. The result is the same, but sets of three cells and more are sorted by
    /// length, then by cells.
    pub(super) starts_at_targets: bool,
    /// With more trajectories than this the walks end without a result.
    pub(super) most: usize,
}

/// The link graph for one player. It can be built again for other positions, with the same memory.
///
/// Every link has a *value*: the sum of the values of its steps. A *target* is a dot to surround. A step down is worth the
/// number of targets to its right in the row to which it leads. A step up is worth minus the number of targets to its
/// right in the row that it leaves. A step to the side is worth 0. Round a closed curve that does not cross itself the
/// values add up to the number of targets inside, plus or minus by the direction of the curve:
///
/// ```text
/// . N .      N to W: down, the target T is to the right in the lower row    1
/// W T E      W to S: down, nothing is to the right in the lower row         0
/// . S .      S to E: up, nothing is to the right in the lower row           0
///            E to N: up, T is to the left                                   0
/// ```
///
/// No board has 2^15 dots, so a sum in 16 bits may wrap round on the way.
pub(super) struct LinkGraph {
    /// The nodes: free cells, row by row.
    pub(super) cells: Vec<Point>,
    /// Number of words in a row of the bit matrices of links. A word has one bit for each of 64 nodes.
    pub(super) words: usize,
    /// The nodes that capture alone.
    pub(super) singles: Vec<usize>,
    /// The pairs of nodes that capture together, row by row.
    pub(super) pairs: Vec<Pair>,
    /// A bit matrix of the *plain* links. Two nodes with a plain link have one link, or several of the same value.
    plain: Vec<u64>,
    /// A bit matrix of all links. Two nodes may be linked in several ways with different values.
    linked: Vec<u64>,
    /// The values of the plain links. There is a row for each node. With more than [`MOST_ROWS`] nodes there is only one
    /// row, for the node whose links are being made.
    values: Vec<i16>,
    steps: Steps,
    clusters: Clusters,
    /// The clusters of dots that each node touches, in the order of the nodes.
    contacts: Vec<Contact>,
    /// For each node, the index of its first entry in `contacts`. The last element is the length of `contacts`.
    starts: Vec<u32>,
    /// For each cluster of dots, the nodes that touch it, each with the [value](Contact::value) of its contact.
    members: Vec<Vec<(u32, i16)>>,
    /// The node at each point. [`NONE`] if there is none, or if the cell captures alone.
    node_at: Vec<u16>,
}

/// Two nodes that capture together, the smaller one first. A busy board has millions of such pairs, so they are small.
pub(super) type Pair = (u16, u16);

/// Sorts the pairs from the index `start` on, which are those of one smaller node, and keeps each pair once.
fn settle(pairs: &mut Vec<Pair>, start: usize) {
    pairs[start..].sort_unstable();
    let mut kept = start;
    for i in start..pairs.len() {
        if kept == start || pairs[kept - 1] != pairs[i] {
            pairs[kept] = pairs[i];
            kept += 1;
        }
    }
    pairs.truncate(kept);
}

/// The values of the plain links from one node.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    links: &'a LinkGraph,
    from: usize,
    /// The values by node. Empty if they are not stored.
    row: &'a [i16],
}

impl Values<'_> {
    /// The [value](LinkGraph) of the plain link to another node.
    #[inline]
    pub(super) fn to(&self, node: usize) -> i16 {
        match self.row.get(node) {
            Some(&value) => value,
            None => self.links.computed_value(self.from, node),
        }
    }
}

/// A cluster of dots that a cell touches by side or corner.
#[derive(Clone, Copy)]
struct Contact {
    cluster: u16,
    /// The [value](LinkGraph) of a path from the cell to the first dot of the cluster.
    value: i16,
}

/// Stands for no node, or no cluster.
const NONE: u16 = u16::MAX;

/// The most nodes for which the values of all links are stored. With more nodes a value is computed when it is needed. A
/// table would take more than two megabytes for each thread, and much time.
const MOST_ROWS: usize = 1024;

/// Number of nodes whose links are made between two calls of `stop`. A node may have links to all others.
const NODES_PER_CHECK: usize = 16;

/// The cells that can be on a cycle of at most `longest` nodes round targets. If the cycle uses no walls, which are
/// dots of the player, each node is within half its length of the targets. If a link leads along walls, its two nodes
/// touch them, and every other node is within half the rest of the length of one of the two.
fn within_reach(walls: &Bitboard, targets: &Bitboard, longest: usize) -> Bitboard {
    let longest = longest as u32;
    walls.grown_by(1 + (longest - 1) / 2) | targets.grown_by(longest / 2)
}

impl LinkGraph {
    pub(super) fn new() -> LinkGraph {
        LinkGraph {
            cells: Vec::new(),
            words: 0,
            singles: Vec::new(),
            pairs: Vec::new(),
            plain: Vec::new(),
            linked: Vec::new(),
            values: Vec::new(),
            steps: Steps::new(&Bitboard::EMPTY),
            clusters: Clusters::new(),
            contacts: Vec::new(),
            starts: Vec::new(),
            members: Vec::new(),
            node_at: vec![NONE; Point::COUNT],
        }
    }

    /// Builds the graph of the `free` cells and the `walls`, the live dots of one player, round the `targets`. It
    /// contains all cycles that the `walks` look for. Links are made only if the longest cycles have 3 nodes or more. For
    /// shorter ones `singles` and `pairs` are enough. `None` if there are more pairs than the walks may find
    /// trajectories, or if `stop` returns true before the end. `stop` is called every few tens of microseconds while
    /// links are made.
    pub(super) fn build(
        &mut self,
        walls: &Bitboard,
        free: &Bitboard,
        targets: &Bitboard,
        walks: Walks,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        // A single cell captures only if it touches a cluster twice, and two cells only if both touch clusters.
        let near = match walks.longest {
            0..=1 => walls.cells_with_several_arcs() & *free,
            2 => walls.grown() & *free,
            longest => within_reach(walls, targets, longest) & *free,
        };
        self.build_of(&near, walls, targets, walks, stop)
    }

    /// Builds the graph with the cells `near` as nodes. Parameters and result are those of [`build`](LinkGraph::build).
    fn build_of(
        &mut self,
        near: &Bitboard,
        walls: &Bitboard,
        targets: &Bitboard,
        walks: Walks,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        for cell in self.cells.drain(..) {
            self.node_at[cell.index()] = NONE;
        }
        self.cells.extend(near.iter());
        self.singles.clear();
        self.pairs.clear();
        self.steps = Steps::new(targets);
        let Walks { longest, most, .. } = walks;
        let roots = match longest {
            0..=1 => near.grown() & *walls,
            _ => *walls,
        };
        self.clusters.find(walls, &roots, &self.steps);
        self.find_contacts();
        if longest >= 2 {
            self.find_members(if longest == 2 { 2 } else { 1 });
            match longest {
                2 => self.find_pairs(most, stop)?,
                _ => self.join(most, stop)?,
            }
        }
        Some(())
    }

    /// The nodes with a plain link to `node`, as bits: there is one link between the two, or several of the same value.
    #[inline]
    pub(super) fn plain(&self, node: usize) -> &[u64] {
        &self.plain[node * self.words..][..self.words]
    }

    /// The nodes with at least one link to `node`, as bits. Linked nodes are neighbours or touch the same cluster of
    /// dots.
    #[inline]
    pub(super) fn linked(&self, node: usize) -> &[u64] {
        &self.linked[node * self.words..][..self.words]
    }

    /// The values of the plain links from a node.
    #[inline]
    pub(super) fn values(&self, from: usize) -> Values<'_> {
        let nodes = self.cells.len();
        let row = match self.has_rows() {
            true => &self.values[from * nodes..][..nodes],
            false => &[],
        };
        Values {
            links: self,
            from,
            row,
        }
    }

    /// Whether the values of all plain links are stored. They are if there are at most [`MOST_ROWS`] nodes.
    #[inline]
    pub(super) fn has_rows(&self) -> bool {
        self.cells.len() <= MOST_ROWS
    }

    fn computed_value(&self, from: usize, to: usize) -> i16 {
        for own in self.contacts(from) {
            for its in self.contacts(to) {
                if own.cluster == its.cluster {
                    return own.value.wrapping_sub(its.value);
                }
            }
        }
        self.steps.between(self.cells[from], self.cells[to])
    }

    fn contacts(&self, node: usize) -> &[Contact] {
        &self.contacts[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Finds the clusters of dots that each node touches. Nodes that capture alone are added to `singles`, and get
    /// neither contacts nor links.
    fn find_contacts(&mut self) {
        self.contacts.clear();
        self.starts.clear();
        for (node, &cell) in self.cells.iter().enumerate() {
            let start = self.contacts.len();
            self.starts.push(start as u32);
            let mut captures = false;
            for direction in Direction::ALL {
                let dot = cell.step(direction).index();
                let cluster = self.clusters.cluster[dot];
                if cluster == NONE {
                    continue;
                }
                let value = self
                    .steps
                    .value(cell, direction)
                    .wrapping_sub(self.clusters.value[dot]);
                let known = self.contacts[start..].iter();
                match known.clone().find(|contact| contact.cluster == cluster) {
                    Some(contact) => captures |= contact.value != value,
                    None => self.contacts.push(Contact { cluster, value }),
                }
            }
            if captures {
                self.singles.push(node);
                self.contacts.truncate(start);
            } else {
                self.node_at[cell.index()] = node as u16;
            }
        }
        self.starts.push(self.contacts.len() as u32);
    }

    /// Finds the nodes that touch each cluster of dots. Only nodes that touch at least `least` clusters are listed.
    fn find_members(&mut self, least: usize) {
        self.members.iter_mut().for_each(Vec::clear);
        if self.members.len() < self.clusters.number {
            self.members.resize(self.clusters.number, Vec::new());
        }
        for node in 0..self.cells.len() {
            let contacts = self.starts[node] as usize..self.starts[node + 1] as usize;
            if contacts.len() >= least {
                for contact in &self.contacts[contacts] {
                    self.members[contact.cluster as usize].push((node as u32, contact.value));
                }
            }
        }
    }

    /// Finds the pairs of nodes that capture together, without making links: cells that touch two common clusters, and
    /// neighbours that touch one. `None` if there are more than `most`, or if `stop` returns true.
    fn find_pairs(&mut self, most: usize, stop: &mut dyn FnMut() -> bool) -> Option<()> {
        let mut pairs = std::mem::take(&mut self.pairs);
        let mut first_value = vec![(NONE, 0); self.cells.len()];
        for node in 0..self.cells.len() {
            if pairs.len() > most || node.is_multiple_of(NODES_PER_CHECK) && stop() {
                return None;
            }
            let start = pairs.len();
            self.find_pairs_of(node, &mut first_value, &mut pairs);
            settle(&mut pairs, start);
        }
        self.pairs = pairs;
        Some(())
    }

    /// Adds the pairs of `node` with later nodes. A pair may be added several times, once for each way in which it
    /// captures. `first_value` has for each other node the last node that was linked to it, and the value of the first
    /// of their links.
    fn find_pairs_of(&self, node: usize, first_value: &mut [(u16, i16)], pairs: &mut Vec<Pair>) {
        let contacts = self.contacts(node);
        if contacts.len() >= 2 {
            for contact in contacts {
                let members = &self.members[contact.cluster as usize];
                for &(other, value) in members.iter().rev() {
                    let other = other as usize;
                    if other <= node {
                        break;
                    }
                    let value = contact.value.wrapping_sub(value);
                    let (from, known) = &mut first_value[other];
                    if *from != node as u16 {
                        (*from, *known) = (node as u16, value);
                    } else if *known != value {
                        pairs.push((node as u16, other as u16));
                    }
                }
            }
        }
        let cell = self.cells[node];
        // East, southeast, south and southwest: neighbours that come later, so that each pair is found once.
        for direction in [2, 3, 4, 5].map(|index| Direction::ALL[index]) {
            let other = self.node_at[cell.step(direction).index()];
            if contacts.is_empty() || other == NONE {
                continue;
            }
            let step = self.steps.value(cell, direction);
            for (own, its) in contacts.iter().flat_map(|own| {
                self.contacts(other as usize)
                    .iter()
                    .map(move |its| (own, its))
            }) {
                let value = own.value.wrapping_sub(its.value);
                if own.cluster == its.cluster && value != step {
                    pairs.push((node as u16, other));
                }
            }
        }
    }

    /// Links all nodes that are neighbours or touch the same cluster of dots. `None` if there are more than `most`
    /// pairs, or if `stop` returns true.
    fn join(&mut self, most: usize, stop: &mut dyn FnMut() -> bool) -> Option<()> {
        let nodes = self.cells.len();
        self.words = nodes.div_ceil(64);
        for matrix in [&mut self.plain, &mut self.linked] {
            if matrix.len() < self.words * nodes {
                // A row is cleared when its node is linked, so that only used pages of memory are touched.
                *matrix = vec![0; self.words * nodes];
            }
        }
        let rows = if self.has_rows() { nodes } else { 1 };
        if self.values.len() < rows * nodes {
            self.values.resize(rows * nodes, 0);
        }
        let members = std::mem::take(&mut self.members);
        let mut is_stopped = false;
        for node in 0..nodes {
            is_stopped = self.pairs.len() > most || node.is_multiple_of(NODES_PER_CHECK) && stop();
            if is_stopped {
                break;
            }
            let row = node * self.words..(node + 1) * self.words;
            self.plain[row.clone()].fill(0);
            self.linked[row].fill(0);
            if self.node_at[self.cells[node].index()] != NONE {
                let start = self.pairs.len();
                self.join_node(node, &members);
                settle(&mut self.pairs, start);
            }
        }
        self.members = members;
        (!is_stopped).then_some(())
    }

    fn join_node(&mut self, node: usize, members: &[Vec<(u32, i16)>]) {
        let cell = self.cells[node];
        for direction in Direction::ALL {
            let other = self.node_at[cell.step(direction).index()];
            if other != NONE {
                self.link(node, other as usize, self.steps.value(cell, direction));
            }
        }
        for i in self.starts[node]..self.starts[node + 1] {
            let contact = self.contacts[i as usize];
            for &(other, value) in &members[contact.cluster as usize] {
                if other as usize != node {
                    self.link(node, other as usize, contact.value.wrapping_sub(value));
                }
            }
        }
    }

    #[inline]
    fn link(&mut self, from: usize, to: usize, value: i16) {
        let word = from * self.words + to / 64;
        let bit = 1 << (to % 64);
        let row = if self.has_rows() {
            from * self.cells.len()
        } else {
            0
        };
        let known = &mut self.values[row + to];
        if self.linked[word] & bit == 0 {
            self.linked[word] |= bit;
            self.plain[word] |= bit;
            *known = value;
        } else if *known != value {
            self.plain[word] &= !bit;
            if from < to {
                self.pairs.push((from as u16, to as u16));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST;
    use super::super::cycles;
    use super::*;
    use crate::board::Board;
    use crate::geometry::{Player, Size};

    #[test]
    fn cells_out_of_reach_are_on_no_cycle() {
        let mut rng = fastrand::Rng::with_seed(6);
        let (mut reached, mut all) = (LinkGraph::new(), LinkGraph::new());
        let (mut found, mut left_out) = (0, 0);
        for number in 0..150 {
            let mut board = Board::new(Size::new(14, 12).unwrap());
            board.put_at_random(&mut rng, 2 + number / 3);
            let (walls, free) = (board.live(Player::First), board.free());
            let targets = board.live(Player::Second);
            for longest in 3..=LONGEST {
                let never = &mut || false;
                let walks = |starts_at_targets| Walks {
                    longest,
                    starts_at_targets,
                    most: usize::MAX,
                };
                reached.build(walls, free, targets, walks(true), never);
                all.build_of(free, walls, targets, walks(true), never);
                for starts_at_targets in [false, true] {
                    let walks = walks(starts_at_targets);
                    let sets = |links| cycles::all(links, walks, &mut || false);
                    let sets = [&reached, &all].map(sets);
                    assert_eq!(sets[0], sets[1]);
                    found += sets[0].as_ref().map_or(0, Vec::len);
                }
                left_out += all.cells.len() - reached.cells.len();
            }
        }
        assert!(found > 10_000 && left_out > 10_000, "{found} {left_out}");
    }

    #[test]
    fn values_that_are_not_stored_are_those_of_a_smaller_graph() {
        let mut rng = fastrand::Rng::with_seed(52);
        let (mut small, mut large) = (LinkGraph::new(), LinkGraph::new());
        let mut found = 0;
        for _ in 0..8 {
            // The dots lie in a corner, far from most cells.
            let mut board = Board::new(Size::new(38, 36).unwrap());
            for _ in 0..60 {
                let cell = Point::new(rng.u32(..14), rng.u32(..12));
                let _ = board.try_play(cell, Player::ALL[rng.usize(..2)]);
            }
            let (walls, free) = (board.live(Player::First), board.free());
            let targets = board.live(Player::Second);
            for starts_at_targets in [false, true] {
                let never = &mut || false;
                let walks = Walks {
                    longest: 4,
                    starts_at_targets,
                    most: usize::MAX,
                };
                small.build(walls, free, targets, walks, never);
                large.build_of(free, walls, targets, walks, never);
                assert!(small.has_rows() && !large.has_rows());
                let sets = [&small, &large].map(|links| cycles::all(links, walks, &mut || false));
                assert_eq!(sets[0], sets[1]);
                found += sets[0].as_ref().map_or(0, Vec::len);
            }
        }
        assert!(found > 300, "{found}");
    }
}
