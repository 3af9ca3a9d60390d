//! Connected dots as clusters, and the side of a new dot on which a loop that it closes lies.
//!
//! Connected dots of a player, by side or corner, form a *cluster*. Every dot carries a *label*. Every label
//! belongs to a cluster. One label of a cluster, the *root*, is its name. The labels of a cluster form a circular list.
//! To merge two clusters, the labels of the smaller one get the root of the larger one, and the lists are spliced.
//! So finding a root is one look-up. Splicing the two lists once more undoes a merge.
//!
//! The dots of a cluster form a tree of links between neighbours. Every dot carries its *potential*:
//! twice the signed area between the left edge of the board and the path of links from the root of the tree
//! to the dot. A new dot may touch one cluster at two places `a` and `b`, which closes a loop:
//!
//! ```text
//! . o o o .
//! . o . o .      potential of x through b
//! . a . b .    - potential of x through a
//! . . x . .    = twice the signed area of the loop
//! ```
//!
//! The sign tells on which side of the new dot the inside of the loop is. Sixteen bits are enough: the true area
//! fits, and sums may wrap.
//!
//! Captured dots keep their labels. So a cluster may be cut apart by a capture, and a loop may lead over captured
//! dots. The caller has to check that the loop encloses something.
//!
//! CITE: the trapezium rule for polygon areas; weighted quick-find.

use super::neighbourhood::Link;
use crate::geometry::Point;

/// A label or root in the lower half, and a potential in the upper half. Potentials are added and subtracted as whole
/// words, because the lower halves are then zero or cancel.
type Packed = u32;

/// The lowest bit of the potential in a [`Packed`] word.
const POTENTIAL: u32 = 16;

/// A cluster next to a cell: its root, and the potential that a dot on the cell would have if it were linked to the
/// neighbour in this cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct End(Packed);

impl End {
    /// The root of the cluster.
    #[inline]
    pub(super) fn root(self) -> u16 {
        self.0 as u16
    }

    /// Whether the potential is larger than that of another end with the same root.
    #[inline]
    pub(super) fn is_above(self, other: End) -> bool {
        self.0.wrapping_sub(other.0) as i32 > 0
    }
}

/// The data of a label.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The root of the cluster, and a number that is added to the potential of each dot with this label.
    base: Packed,
    /// The next label in the circular list of the cluster.
    next: u16,
    /// Number of labels of the cluster. Valid for roots only.
    size: u16,
}

/// One merge of two clusters, as needed to undo it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// The root of the larger cluster, which the merged cluster keeps.
    kept: u16,
    /// The root of the smaller cluster.
    relabelled: u16,
    /// The number that was added to the bases of the labels of the smaller cluster.
    difference: Packed,
}

/// The connections of all dots of both players.
#[derive(Debug)]
pub(super) struct Connections {
    /// For each cell: the label of its dot, and the potential of the dot minus the base of the label.
    tags: Box<[Packed; Point::COUNT]>,
    /// All labels. The number of a label is the index of the cell of its first dot. An unused label is its own root.
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

    /// Copies the connections within this width and height. Neither board may have dots outside.
    pub(super) fn copy_from(&mut self, other: &Connections, width: u32, height: u32) {
        for row in 1..=height as usize {
            let cells = row << 6..(row << 6 | width as usize) + 1;
            self.tags[cells.clone()].copy_from_slice(&other.tags[cells.clone()]);
            self.labels[cells.clone()].copy_from_slice(&other.labels[cells]);
        }
    }

    /// Links the new dot at `point` to the neighbour that `link` leads to. Without a neighbour the dot gets a new
    /// label. Undo need not do anything, because tags of cells without a dot mean nothing.
    #[inline]
    pub(super) fn attach(&mut self, point: Point, link: &Link) {
        let cell = point.index() & MASK;
        // Without a neighbour the link leads back to the cell itself.
        self.tags[cell] = cell as Packed;
        self.tags[cell] = self.tags[link.end(point)].wrapping_add(link.area(point));
    }

    /// The cluster of the dot at `point`, and its potential.
    #[inline]
    pub(super) fn end_at(&self, point: Point) -> End {
        self.end_of(point.index() & MASK)
    }

    /// The cluster that `link` leads to from `point`, and the potential that a dot there would have by that link.
    #[inline]
    pub(super) fn end(&self, point: Point, link: &Link) -> End {
        let End(end) = self.end_of(link.end(point));
        End(end.wrapping_add(link.area(point)))
    }

    #[inline]
    fn end_of(&self, cell: usize) -> End {
        let tag = self.tags[cell];
        let relative = tag >> POTENTIAL << POTENTIAL;
        End(self.label(tag as u16).base.wrapping_add(relative))
    }

    /// Merges two clusters at a cell that both touch. Afterwards the cell has the same potential through either.
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

    /// Undoes the last merge that has not been undone.
    #[inline]
    pub(super) fn unmerge(&mut self, merge: &Merge) {
        self.splice(merge);
        let size = self.label(merge.relabelled).size;
        self.label_mut(merge.kept).size -= size;
        self.rebase(merge.relabelled, merge.difference.wrapping_neg());
    }

    /// Adds `difference` to the bases of all labels in the list of `first`. This changes their root and potentials.
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

    /// Joins two circular lists to one, or splits one in two.
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
