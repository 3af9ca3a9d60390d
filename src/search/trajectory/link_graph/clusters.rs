//! The clusters of dots of a player, and the [values](super::LinkGraph) of paths through them.

use super::NONE;
use crate::geometry::{Bitboard, Direction, Point};

/// The values of single steps between neighbours: how many targets are to the right of a step.
pub(super) struct Steps {
    targets: Bitboard,
}

impl Steps {
    pub(super) fn new(targets: &Bitboard) -> Steps {
        Steps { targets: *targets }
    }

    /// The value of the step from a cell in a direction, see [`between`](Steps::between).
    #[inline]
    pub(super) fn value(&self, from: Point, direction: Direction) -> i16 {
        self.between(from, from.step(direction))
    }

    /// The value of the step from a cell to a neighbour: the number of targets to the right of the step, in the lower
    /// of its two rows. It is negative for a step up, and 0 for a step to the side.
    #[inline]
    pub(super) fn between(&self, from: Point, to: Point) -> i16 {
        if from.row() == to.row() {
            return 0;
        }
        let column = from.column().min(to.column());
        let lower = from.row().max(to.row());
        let dots = (self.targets.rows()[lower] >> column >> 1).count_ones() as i16;
        if to.row() == lower { dots } else { -dots }
    }
}

/// The clusters of a player's live dots.
pub(super) struct Clusters {
    /// The number of the cluster at each point. [`NONE`] for a point without a dot, or whose cluster was not looked for.
    pub(super) cluster: Vec<u16>,
    /// For each dot, the [value](super::LinkGraph) of a path to it from the first dot of its cluster.
    pub(super) value: Vec<i16>,
    /// Number of clusters.
    pub(super) number: usize,
    /// The dots of all clusters, one cluster after the other.
    dots: Vec<Point>,
}

impl Clusters {
    pub(super) fn new() -> Clusters {
        Clusters {
            cluster: vec![NONE; Point::COUNT],
            value: vec![0; Point::COUNT],
            number: 0,
            dots: Vec::new(),
        }
    }

    /// Finds the clusters of the `live` dots that contain one of the `roots`. Other clusters are left out.
    pub(super) fn find(&mut self, live: &Bitboard, roots: &Bitboard, steps: &Steps) {
        for dot in self.dots.drain(..) {
            self.cluster[dot.index()] = NONE;
        }
        self.number = 0;
        let mut next = 0;
        for root in roots.iter() {
            if self.cluster[root.index()] != NONE {
                continue;
            }
            self.cluster[root.index()] = self.number as u16;
            self.value[root.index()] = 0;
            self.dots.push(root);
            while next < self.dots.len() {
                self.spread(self.dots[next], live, steps);
                next += 1;
            }
            self.number += 1;
        }
    }

    /// Adds the neighbouring dots of a dot to its cluster.
    fn spread(&mut self, dot: Point, live: &Bitboard, steps: &Steps) {
        for direction in Direction::ALL {
            let next = dot.step(direction);
            if live.contains(next) && self.cluster[next.index()] == NONE {
                self.cluster[next.index()] = self.number as u16;
                self.value[next.index()] =
                    self.value[dot.index()].wrapping_add(steps.value(dot, direction));
                self.dots.push(next);
            }
        }
    }
}
