//! Connected dots as clusters, and on which side of a new dot the inside of a loop lies.
//!
//! A *cluster* is a set of dots of a player that are connected by side or corner. Every dot has a *label*, a number,
//! and every label belongs to a cluster. One label of a cluster, the *root*, is its name. The labels of a cluster form
//! a circular list. When two clusters merge, the labels of the smaller one get the root of the larger one, and the
//! lists are joined. So one look-up finds the root of a dot. Exchanging two entries of the lists once more undoes a
//! merge.
//!
//! The dots of a cluster form a tree of branches between neighbours. Every dot has a *potential*: twice the signed area
//! between the left edge of the board and the path of branches from the root of the tree to the dot. A new dot `x` may
//! touch one cluster at two places `a` and `b`, and so close a loop:
//!
//! ```text
//! . o o o .
//! . o . o .      potential of x through b
//! . a . b .    - potential of x through a
//! . . x . .    = twice the signed area of the loop
//! ```
//!
//! The sign tells on which side of the new dot the inside of the loop is. Sixteen bits are enough: the area of the loop
//! fits, and sums may wrap.
//!
//! Captured dots keep their labels. So a capture may cut a cluster apart, and a loop may lead over captured dots. The
//! caller has to check that the loop encloses something.
//!
//! CITE: the trapezium rule for polygon areas; A. V. Aho, J. E. Hopcroft and J. D. Ullman, "The design and analysis
//! of computer algorithms" (1974): sets as lists, of which a merge relabels the smaller one.

use super::Board;
use super::neighbourhood::{self, ARCS, Branch};
use crate::geometry::{Player, Point};

/// A label or root in the lower half, and a potential in the upper half: twice a signed area. Potentials are added and
/// subtracted as whole words, because the lower halves are then zero or cancel.
type Packed = u32;

/// The lowest bit of the potential in a [`Packed`] word.
const POTENTIAL: u32 = 16;

/// A cluster next to a cell: its root, which is its name, and the potential that a dot on the cell would have if it
/// were joined to its neighbour in this cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct End(Packed);

impl End {
    /// The root of the cluster: the label that is its name. Two ends of one cluster have the same root.
    #[inline]
    pub(super) fn root(self) -> u16 {
        self.0 as u16
    }

    /// Whether the potential is larger than that of another end with the same root. For other roots the result means
    /// nothing.
    #[inline]
    pub(super) fn is_above(self, other: End) -> bool {
        self.0.wrapping_sub(other.0) as i32 > 0
    }
}

/// The gaps between arcs of dots round a cell that are inside loops, one bit each, if a dot on the cell closes the loops.
/// `ends` are the clusters of the arcs, clockwise, and gap `i` follows arc `i`. A gap between two arcs of one cluster is
/// inside if the arc that follows it clockwise has the larger potential.
#[inline]
pub(super) fn gaps_inside_by_area<const N: usize>(ends: &[End; N]) -> u8 {
    let mut gaps = 0;
    for (i, a) in ends.iter().enumerate() {
        // The next arc of the same cluster, clockwise.
        let mut following = (1..N).map(|turn| &ends[(i + turn) % N]);
        if let Some(b) = following.find(|b| b.root() == a.root()) {
            gaps |= u8::from(b.is_above(*a)) << i;
        }
    }
    gaps
}

/// The data of a label: its cluster, and its place in the list of labels of that cluster.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The root of the cluster in the lower half. The upper half is added to the potential of each dot with this label.
    base: Packed,
    /// The next label in the circular list of the labels of the cluster.
    next: u16,
    /// Number of labels of the cluster. Valid only for the root.
    size: u16,
}

/// One merge of two clusters, with what is needed to undo it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// The root of the larger cluster, which the merged cluster keeps.
    kept: u16,
    /// The root of the smaller cluster.
    relabelled: u16,
    /// The number that was added to the `base` of each label of the smaller cluster.
    difference: Packed,
}

/// The clusters of connected dots of both players, with the potentials of the dots.
#[derive(Debug)]
pub(super) struct Connections {
    /// For each cell: the label of its dot, and the potential of the dot minus the `base` of the label. Without a dot
    /// the value means nothing.
    tags: Box<[Packed; Point::COUNT]>,
    /// All labels. The number of a label is the index of the cell of its first dot. A label that is not used is its own
    /// root.
    labels: Box<[Label; Point::COUNT]>,
}

const MASK: usize = Point::COUNT - 1;

impl Connections {
    pub(super) fn new() -> Connections {
        Connections {
            tags: Box::new([0; Point::COUNT]),
            labels: Box::new(std::array::from_fn(|i| Label::fresh(i as u16))),
        }
    }

    /// Copies the connections of cells within this width and height. Neither board may have dots elsewhere.
    pub(super) fn copy_from(&mut self, other: &Connections, width: u32, height: u32) {
        for row in 1..=height as usize {
            let cells = row << 6..(row << 6 | width as usize) + 1;
            self.tags[cells.clone()].copy_from_slice(&other.tags[cells.clone()]);
            self.labels[cells.clone()].copy_from_slice(&other.labels[cells]);
        }
    }

    /// Puts the new dot at `point` into the cluster of the neighbour that `branch` leads to. Without a neighbour it gets
    /// a cluster of its own. Undo need not revert this, because the tag of a cell without a dot means nothing.
    #[inline]
    pub(super) fn attach(&mut self, point: Point, branch: &Branch) {
        let cell = point.index() & MASK;
        // Without a neighbour the branch leads back to the cell itself.
        self.tags[cell] = cell as Packed;
        self.tags[cell] = self.tags[branch.end(point)].wrapping_add(branch.area(point));
    }

    /// The cluster of the dot at `point`, and the potential of the dot.
    #[inline]
    pub(super) fn end_at(&self, point: Point) -> End {
        self.end_of(point.index() & MASK)
    }

    /// The cluster that `branch` leads to from `point`, and the potential that a dot at `point` would have through that
    /// branch.
    #[inline]
    pub(super) fn end(&self, point: Point, branch: &Branch) -> End {
        let End(end) = self.end_of(branch.end(point));
        End(end.wrapping_add(branch.area(point)))
    }

    #[inline]
    fn end_of(&self, cell: usize) -> End {
        let tag = self.tags[cell];
        let relative = tag >> POTENTIAL << POTENTIAL;
        End(self.label(tag as u16).base.wrapping_add(relative))
    }

    /// Merges the clusters of two ends at the same cell. Afterwards the cell has the same potential through either.
    /// Returns what is needed to undo it.
    #[inline]
    pub(super) fn merge(&mut self, a: End, b: End) -> Merge {
        let (a_size, b_size) = (self.label(a.root()).size, self.label(b.root()).size);
        let (kept, other) = if a_size >= b_size { (a, b) } else { (b, a) };
        let merge = Merge {
            kept: kept.root(),
            relabelled: other.root(),
            difference: kept.0.wrapping_sub(other.0),
        };
        self.rebase(merge.relabelled, merge.difference);
        self.splice(&merge);
        self.label_mut(merge.kept).size = a_size + b_size;
        merge
    }

    /// Undoes a merge. It must be the last one that has not been undone.
    #[inline]
    pub(super) fn unmerge(&mut self, merge: &Merge) {
        self.splice(merge);
        let size = self.label(merge.relabelled).size;
        self.label_mut(merge.kept).size -= size;
        self.rebase(merge.relabelled, merge.difference.wrapping_neg());
    }

    /// Adds `difference` to the `base` of every label in the circular list of `first`. This changes the root and the
    /// potentials of their dots.
    #[inline]
    fn rebase(&mut self, first: u16, difference: Packed) {
        let mut current = first;
        loop {
            let label = self.label_mut(current);
            label.base = label.base.wrapping_add(difference);
            current = label.next;
            if current == first {
                return;
            }
        }
    }

    /// Joins the lists of the two labels of a merge to one. A second call splits them again.
    #[inline]
    fn splice(&mut self, merge: &Merge) {
        let next = self.label(merge.kept).next;
        let other = self.label(merge.relabelled).next;
        self.label_mut(merge.kept).next = other;
        self.label_mut(merge.relabelled).next = next;
    }

    #[inline]
    fn label(&self, label: u16) -> Label {
        self.labels[label as usize & MASK]
    }

    #[inline]
    fn label_mut(&mut self, label: u16) -> &mut Label {
        &mut self.labels[label as usize & MASK]
    }
}

impl Label {
    fn fresh(index: u16) -> Label {
        Label {
            base: index.into(),
            next: index,
            size: 1,
        }
    }
}

impl Board {
    /// The number of the set of connected dots that a dot belongs to, below [`Point::COUNT`]. Live dots of a player
    /// that are connected by side or corner have the same number, but a freed dot may have another one. Dots that a
    /// capture has separated may keep a common number.
    #[inline]
    pub(crate) fn cluster(&self, dot: Point) -> usize {
        self.connections.end_at(dot).root().into()
    }

    /// The numbers of the [clusters](Board::cluster), sets of connected dots, to which the live dots of `player` next
    /// to the cell belong. Each occurs once. There are at most four.
    #[inline]
    pub(crate) fn clusters_round(
        &self,
        point: Point,
        player: Player,
    ) -> impl Iterator<Item = usize> + '_ {
        let arcs = &ARCS[neighbourhood::code(self.live(player), point)];
        // Entries from `arcs.count` on mean nothing.
        let root = |branch| self.connections.end(point, &branch).root();
        let roots = arcs.branches.map(root);
        let is_new = move |&i: &usize| !roots[..i].contains(&roots[i]);
        let indices = 0..usize::from(arcs.count);
        indices.filter(is_new).map(move |i| roots[i].into())
    }
}
