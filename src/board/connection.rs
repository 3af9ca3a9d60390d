//! Which dots are joined, and round which side.
//!
//! Every dot carries the number of a *group*; a dot without neighbours starts a group, any other
//! joins one. Groups that touch form a *cluster*: one group is its root, and all groups of a cluster
//! are linked in a ring. Merging relabels the smaller ring, so that finding a root is one look-up, and
//! splicing two rings is undone by splicing again.
//!
//! The dots of a cluster form a tree of links between neighbours. Every dot also carries its
//! *potential*: the area, twice and signed, between the links from the root of the tree to the dot and
//! the left edge of the board. When a new dot touches one cluster at two places, the difference of the two potentials at the dot is
//! twice the signed area of the loop that it closes, and so tells which side of the new dot lies
//! inside - before any cell was looked at. Sixteen bits are enough: the true area fits, and sums may wrap.
//!
//! Captured dots keep their groups. A cluster may therefore seem to hold together after a piece
//! of it was captured, and the loop may not exist: whoever asks has to verify it.
//!
//! CITE: the trapezium rule for polygon areas; weighted quick-find.

use super::neighbourhood::Link;
use crate::geometry::Point;

/// A number of a group or a cluster in the lower half, a potential in the upper half. Potentials
/// are added and subtracted as whole words: the lower halves are zero or cancel.
type Packed = u32;

const POTENTIAL: u32 = 16;

/// A cluster as seen from a cell beside one of its dots: its root, and the potential of the cell
/// if it is joined to the dot.
#[derive(Clone, Copy, Debug)]
pub(super) struct End(Packed);

impl End {
    /// The root of the cluster.
    #[inline]
    pub(super) fn root(self) -> u16 {
        self.0 as u16
    }

    /// Whether the potential here is larger than that at another end of the same cluster.
    #[inline]
    pub(super) fn is_above(self, other: End) -> bool {
        self.0.wrapping_sub(other.0) as i32 > 0
    }
}

/// One group of a cluster.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The root of the cluster, and what is to be added to the potentials of the group's dots.
    base: Packed,
    /// The next group in the ring of the cluster.
    next: u16,
    /// Number of groups in the ring; right at roots only.
    size: u16,
}

/// What one merge changed, to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    kept: u16,
    relabelled: u16,
    /// What was added to the bases of the groups in the ring of `relabelled`.
    difference: Packed,
}

/// The connections of all dots of both players.
#[derive(Debug)]
pub(super) struct Connections {
    /// Per cell: the group of its dot, and the dot's potential relative to the group's.
    tags: Box<[Packed; Point::COUNT]>,
    /// Numbered by the cells of the dots that started them. The rest is fresh: roots of their own.
    groups: Box<[Group; Point::COUNT]>,
}

const MASK: usize = Point::COUNT - 1;

impl Connections {
    pub(super) fn new() -> Connections {
        Connections {
            tags: Box::new([0; Point::COUNT]),
            groups: Box::new(std::array::from_fn(|i| Group::fresh(i as u16))),
        }
    }

    /// Makes this a copy of `other` in the given cells, outside of which neither has dots.
    pub(super) fn copy_from(&mut self, other: &Connections, width: u32, height: u32) {
        for row in 1..=height as usize {
            let cells = row << 6..(row << 6 | width as usize) + 1;
            self.tags[cells.clone()].copy_from_slice(&other.tags[cells.clone()]);
            self.groups[cells.clone()].copy_from_slice(&other.groups[cells]);
        }
    }

    /// Joins the new dot to the neighbour that `link` names, or starts a group. Nothing needs to be
    /// taken back: the tags of a cell without a dot mean nothing.
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

    /// The cluster that `link` leads to from `point`, and the potential that the cell would have
    /// if it were joined to it there.
    #[inline]
    pub(super) fn end(&self, point: Point, link: &Link) -> End {
        let End(end) = self.end_of(link.end(point));
        End(end.wrapping_add(link.area(point)))
    }

    #[inline]
    fn end_of(&self, cell: usize) -> End {
        let tag = self.tags[cell];
        let relative = tag >> POTENTIAL << POTENTIAL;
        End(self.group(tag as u16).base.wrapping_add(relative))
    }

    /// Joins two clusters at a cell that both touch, so that its potentials through both agree.
    #[inline]
    pub(super) fn merge(&mut self, a: End, b: End) -> Merge {
        let (a_size, b_size) = (self.group(a.root()).size, self.group(b.root()).size);
        let (kept, other) = if a_size >= b_size { (a, b) } else { (b, a) };
        let merge = Merge {
            kept: kept.root(),
            relabelled: other.root(),
            difference: kept.0.wrapping_sub(other.0),
        };
        self.rebase(merge.relabelled, merge.difference);
        self.splice(&merge);
        self.group_mut(merge.kept).size = a_size + b_size;
        merge
    }

    /// Takes back the last merge that has not been taken back.
    #[inline]
    pub(super) fn unmerge(&mut self, merge: &Merge) {
        self.splice(merge);
        let size = self.group(merge.relabelled).size;
        self.group_mut(merge.kept).size -= size;
        self.rebase(merge.relabelled, merge.difference.wrapping_neg());
    }

    /// Adds to the bases of all groups in a ring: they get another root, and other potentials.
    #[inline]
    fn rebase(&mut self, ring: u16, difference: Packed) {
        let mut current = ring;
        loop {
            let group = self.group_mut(current);
            group.base = group.base.wrapping_add(difference);
            current = group.next;
            if current == ring {
                return;
            }
        }
    }

    /// Makes one ring of two, or two of one.
    #[inline]
    fn splice(&mut self, merge: &Merge) {
        let next = self.group(merge.kept).next;
        let other = self.group(merge.relabelled).next;
        self.group_mut(merge.kept).next = other;
        self.group_mut(merge.relabelled).next = next;
    }

    #[inline]
    fn group(&self, group: u16) -> Group {
        self.groups[group as usize & MASK]
    }

    #[inline]
    fn group_mut(&mut self, group: u16) -> &mut Group {
        &mut self.groups[group as usize & MASK]
    }
}

impl Group {
    fn fresh(index: u16) -> Group {
        Group {
            base: index.into(),
            next: index,
            size: 1,
        }
    }
}
