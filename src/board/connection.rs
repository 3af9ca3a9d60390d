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
//! // CITE: the trapezium rule for polygon areas; weighted quick-find.

use super::neighbourhood::{IS_ALONE, Link};
use crate::geometry::{Point, Size};

/// Per cell: the group of its dot, and the dot's potential relative to the group's.
#[derive(Clone, Copy, Debug, Default)]
struct Tag {
    group: u16,
    potential: i16,
}

/// One group of a cluster.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The root of the cluster.
    root: u16,
    /// The next group in the ring of the cluster.
    next: u16,
    /// Number of groups in the ring; right at roots only.
    size: u16,
    /// Added to the potentials of the group's dots.
    shift: i16,
}

/// A cluster as seen from a cell beside one of its dots.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The root of the cluster.
    pub(super) root: u16,
    /// The potential of the cell if it is joined to the dot.
    pub(super) potential: i16,
}

/// What one merge changed, to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    kept: u16,
    relabelled: u16,
    shift: i16,
}

/// The connections of all dots of both players.
#[derive(Debug)]
pub(super) struct Connections {
    tags: Box<[Tag; Point::COUNT]>,
    groups: Box<[Group; Point::COUNT]>,
    /// Groups in use; those above are fresh: roots of their own.
    used: u16,
}

const MASK: usize = Point::COUNT - 1;

/// What the link to a cell `point` from its neighbour, `dx` columns and `dy` rows away, adds to twice the
/// area on one side of the links: the trapezium between the link and the left edge of the board.
#[inline]
fn area_of_link(dx: i16, dy: i16, point: Point) -> i16 {
    -dy * (2 * point.column() as i16 + dx)
}

impl Connections {
    pub(super) fn new() -> Connections {
        Connections {
            tags: Box::new([Tag::default(); Point::COUNT]),
            groups: Box::new(std::array::from_fn(|i| Group::fresh(i as u16))),
            used: 0,
        }
    }

    /// Makes this a copy of `other`, which belongs to a board of `size`.
    pub(super) fn copy_from(&mut self, other: &Connections, size: Size) {
        let used = other.used as usize;
        for i in other.used..self.used {
            self.groups[i as usize] = Group::fresh(i);
        }
        self.used = other.used;
        if used > 0 {
            let cells = 64..64 * (size.height() as usize + 1);
            self.tags[cells.clone()].copy_from_slice(&other.tags[cells]);
            self.groups[..used].copy_from_slice(&other.groups[..used]);
        }
    }

    /// Joins the new dot to the neighbour that `link` names, or starts a group.
    #[inline]
    pub(super) fn attach(&mut self, point: Point, link: Link) {
        let cell = point.index() & MASK;
        // Without a neighbour the link leads back to the cell itself.
        self.tags[cell] = Tag {
            group: self.used,
            potential: 0,
        };
        let tag = self.tags[cell.wrapping_add_signed(link.offset.into()) & MASK];
        let area = area_of_link(link.dx, link.dy, point);
        self.tags[cell] = Tag {
            group: tag.group,
            potential: tag.potential.wrapping_add(area),
        };
        self.used += (link.flags / IS_ALONE) & 1;
    }

    /// Takes back [`attach`](Connections::attach) of as many dots that had no neighbours.
    #[inline]
    pub(super) fn drop_groups(&mut self, count: u16) {
        self.used -= count;
    }

    /// The cluster of the dot at `point`, and its potential.
    #[inline]
    pub(super) fn end_at(&self, point: Point) -> End {
        let tag = self.tags[point.index() & MASK];
        let group = self.group(tag.group);
        End {
            root: group.root,
            potential: group.shift.wrapping_add(tag.potential),
        }
    }

    /// The cluster of `dot`, and the potential that the neighbouring cell `point` would have if
    /// it were joined to it there.
    #[inline]
    pub(super) fn end(&self, dot: Point, point: Point) -> End {
        let end = self.end_at(dot);
        let (dx, dy) = (
            dot.column() as i16 - point.column() as i16,
            dot.row() as i16 - point.row() as i16,
        );
        End {
            potential: end.potential.wrapping_add(area_of_link(dx, dy, point)),
            ..end
        }
    }

    /// Joins two clusters at a cell that both touch, so that its potentials through both agree.
    #[inline]
    pub(super) fn merge(&mut self, a: End, b: End) -> Merge {
        let (a_size, b_size) = (self.group(a.root).size, self.group(b.root).size);
        let shift = a.potential.wrapping_sub(b.potential);
        let merge = if a_size >= b_size {
            Merge {
                kept: a.root,
                relabelled: b.root,
                shift,
            }
        } else {
            Merge {
                kept: b.root,
                relabelled: a.root,
                shift: shift.wrapping_neg(),
            }
        };
        self.relabel(merge.relabelled, merge.kept, merge.shift);
        self.splice(&merge);
        self.group_mut(merge.kept).size = a_size + b_size;
        merge
    }

    /// Takes back the last merge that has not been taken back.
    pub(super) fn unmerge(&mut self, merge: &Merge) {
        self.splice(merge);
        let size = self.group(merge.relabelled).size;
        self.group_mut(merge.kept).size -= size;
        self.relabel(
            merge.relabelled,
            merge.relabelled,
            merge.shift.wrapping_neg(),
        );
    }

    fn relabel(&mut self, ring: u16, root: u16, shift: i16) {
        let mut current = ring;
        loop {
            let group = self.group_mut(current);
            group.root = root;
            group.shift = group.shift.wrapping_add(shift);
            current = group.next;
            if current == ring {
                return;
            }
        }
    }

    /// Makes one ring of two, or two of one.
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
            root: index,
            next: index,
            size: 1,
            shift: 0,
        }
    }
}
