//! Proofs with the cells that they depend on, and the table of nodes.
//!
//! A proof shows that the *prover* reaches his goal, to capture a target or to connect it to the edge, against every
//! reply of the *opponent*. It *withstands* additional dots of the opponent if the prover still wins by the same moves
//! after the opponent has put these dots. The dots must capture nothing when they are put. At the end of every line of
//! the proof the prover completes a wall, or a way to the edge. He can do so if
//!
//! * the cells that he plays are free,
//! * none of the dots that he needs is captured, and
//! * no captured dots are freed.
//!
//! The *zone* of a proof is the set of cells where additional dots may refute it. It contains
//!
//! * the cells that the prover plays,
//! * at every node of the opponent, the cells of his trajectories round the dots that the prover needs for his threat
//!   there, round the cell of its first dot, and round dots that may be freed, and
//! * at every node where the prover reaches the goal with one dot, the cells of such trajectories too.
//!
//! At a node of the opponent one cell of such a trajectory is the reply, and the others are additional dots. Where the
//! prover reaches the goal, all of its cells are additional dots.
//!
//! Trajectories round dots that are needed only later are found at the later nodes. They are still there, with the same
//! cells or fewer, unless the prover plays one of their cells, or captures dots of their chains. Such chains cross his
//! wall. So before he captures, trajectories round the dots of the wall and round the cell of his move count too.
//!
//! A proof has a zone for each number of additional dots. For one additional dot, trajectories of two cells count, for
//! two of them trajectories of three cells, and so on. A proof that a threat works after a pass has to withstand the
//! reply of the opponent. So it has to withstand one more dot than the proof at the node before.
//!
//! Under the rules that capture empty bases, additional dots may help to take cells anywhere. So every cell is in the
//! zone, and after a threat that needs more than one dot every cell is a reply.

use crate::geometry::{Bitboard, Point};
use crate::search::trajectory::Trajectory;
use ahash::RandomState;
use std::collections::HashMap;

/// The proof that one player, the prover, reaches his goal in a position.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The first move of the prover. `None` if his opponent moves first, or if the goal is reached already.
    pub(super) best: Option<Point>,
    /// The dots that the prover needs, and the playable cells that he may have to take.
    pub(super) keep: Bitboard,
    /// The cells where additional dots of the opponent may refute the proof: first for one such dot, then for two, and
    /// so on.
    pub(super) zones: Vec<Bitboard>,
}

impl Proof {
    /// A proof that needs the dots or territory in `keep`, and the playable `cells`. Its zones, the cells where
    /// additional dots of the opponent may refute it, consist of `cells`. There is one for each number of such dots
    /// from 1 to `spare`.
    pub(super) fn new(keep: Bitboard, cells: Bitboard, spare: u32) -> Proof {
        Proof {
            best: None,
            keep: keep | cells,
            zones: vec![cells; spare as usize],
        }
    }

    /// Adds to the proof all that another proof needs: dots, cells, and cells where additional dots may refute it.
    pub(super) fn add(&mut self, other: &Proof) {
        self.keep |= other.keep;
        for (zone, other) in self.zones.iter_mut().zip(&other.zones) {
            *zone |= *other;
        }
    }

    /// Adds cells to all zones: the sets of cells where one, two or more additional dots of the opponent may refute the
    /// proof.
    pub(super) fn add_cells(&mut self, cells: Bitboard) {
        self.zones.iter_mut().for_each(|zone| *zone |= cells);
    }

    /// Adds the cells of trajectories of the opponent to the zones, the sets of cells where additional dots of his may
    /// refute the proof. The zone for `n` such dots takes trajectories of at most `n` cells. With `with_reply` it takes
    /// those of `n + 1` cells too, because his next move fills one cell.
    pub(super) fn add_trajectories(&mut self, trajectories: &[Trajectory], with_reply: bool) {
        for trajectory in trajectories {
            let dots = trajectory.len() - usize::from(with_reply);
            for zone in self.zones.iter_mut().skip(dots.saturating_sub(1)) {
                trajectory.cells().for_each(|cell| zone.insert(cell));
            }
        }
    }

    /// The proof for the position before a pass of the opponent. It holds against one additional dot of the opponent
    /// less than this proof.
    pub(super) fn behind_pass(&self) -> Proof {
        Proof {
            best: None,
            keep: self.keep,
            zones: self.zones[1..].to_vec(),
        }
    }
}

/// The proof number and the disproof number of a node: the least number of leaves that have to be solved to prove or to
/// disprove it. Each is from 0 to [`Numbers::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// Stands for infinity: the node cannot be proved, or not be disproved.
    pub(super) const MAX: u32 = 1 << 30;
    pub(super) const UNKNOWN: Numbers = Numbers {
        proof: 1,
        disproof: 1,
    };
    pub(super) const PROVED: Numbers = Numbers {
        proof: 0,
        disproof: Numbers::MAX,
    };
    pub(super) const DISPROVED: Numbers = Numbers {
        proof: Numbers::MAX,
        disproof: 0,
    };

    pub(super) fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether the search of the node ends: it is solved, or one of its numbers has reached its threshold in `limit`.
    pub(super) fn reach(self, limit: Numbers) -> bool {
        self.is_solved() || self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// A child of a node in the search of threats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move to the child. `None` if the child is the same position in which the prover moves next, with threats of
    /// lower order: those that need fewer moves in a row.
    pub(super) cell: Option<Point>,
    /// The key of the child in the table.
    pub(super) key: u64,
}

/// What the table knows about a node.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) numbers: Numbers,
    /// The children. At an opponent's node without a proved threat there is only the pass. Empty at a solved leaf.
    pub(super) children: Vec<Child>,
    /// At a node of the opponent: the proof that the prover wins after a pass. `None` until it is found, and at other
    /// nodes.
    pub(super) threat: Option<Box<Proof>>,
    /// The proof of the node. `None` unless it is proved.
    pub(super) proof: Option<Box<Proof>>,
}

impl Entry {
    /// An entry for a node that was not searched yet: both numbers are 1.
    pub(super) fn unknown() -> Entry {
        Entry {
            numbers: Numbers::UNKNOWN,
            children: Vec::new(),
            threat: None,
            proof: None,
        }
    }

    pub(super) fn prove(&mut self, proof: Proof) {
        self.numbers = Numbers::PROVED;
        self.proof = Some(Box::new(proof));
    }
}

/// The nodes of a search by key. A node that was not searched counts as unknown.
pub(super) struct Table(HashMap<u64, Entry, RandomState>);

impl Table {
    pub(super) fn new() -> Table {
        Table(HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn numbers(&self, key: u64) -> Numbers {
        self.0
            .get(&key)
            .map_or(Numbers::UNKNOWN, |entry| entry.numbers)
    }

    pub(super) fn proof(&self, key: u64) -> Option<&Proof> {
        self.0.get(&key)?.proof.as_deref()
    }

    /// Removes a node for its search, after which it is [put](Table::put) back. `None` if it is not in the table.
    pub(super) fn take(&mut self, key: u64) -> Option<Entry> {
        self.0.remove(&key)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        self.0.insert(key, entry);
    }
}
