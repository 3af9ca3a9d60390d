//! What a proof rests on, and where proofs and proof numbers are kept.
//!
//! Take a position that the prover wins, and let the opponent put some dots more before the play
//! begins, which capture nothing. When does the prover win all the same, by the same moves? At the
//! end of every line he is about to close a wall, or a way to the edge. He can do so as long as
//!
//! * the cells that he plays are free,
//! * no dot of his that he needs then has been captured, and
//! * until then neither side has dots that it would not have had: nothing is freed.
//!
//! So the *zone* collects the cells that the prover plays, and at every node of the opponent the
//! cells of his trajectories round what the prover needs for his threat there, and round what may be
//! freed. Of such a set one cell is the reply, and the others are dots put before. Where the prover
//! is about to reach the goal, all of them are dots put before. A set round what is needed later only
//! need not be looked for earlier: it is still there, with the same cells or fewer, unless the
//! prover plays one of them.
//!
//! To bear one dot, sets of two cells count; to bear two dots, sets of three: the zone is kept for
//! each number. The one for one dot tells which replies to a threat there are, if it takes
//! several moves: the proof behind a pass has to bear the reply. Hence a proof that shall bear so many
//! dots asks the proofs of its threats to bear one more.
//!
//! Where empty bases are captured too, dots put before may help to take cells anywhere: there no
//! reply is left out and every cell is in the zone.

use crate::geometry::{Bitboard, Point};
use crate::search::trajectory::Trajectory;
use ahash::RandomState;
use std::collections::HashMap;

/// A won position.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The prover's move; `None` if the opponent moves, or the goal is reached.
    pub(super) best: Option<Point>,
    /// The dots of the prover that he needs, and the cells that he has to take.
    pub(super) keep: Bitboard,
    /// Where dots of the opponent may disturb: one dot at first, then two, and so on.
    pub(super) zones: Zones,
}

/// A zone for every number of dots that a proof can bear, from one on.
pub(super) type Zones = Vec<Bitboard>;

impl Proof {
    /// A proof that rests on dots and on playable cells, which the opponent must not take.
    pub(super) fn new(keep: Bitboard, cells: Bitboard, spare: u32) -> Proof {
        Proof {
            best: None,
            keep: keep | cells,
            zones: vec![cells; spare as usize],
        }
    }

    /// Takes in what another proof needs.
    pub(super) fn add(&mut self, other: &Proof) {
        self.keep |= other.keep;
        for (zone, other) in self.zones.iter_mut().zip(&other.zones) {
            *zone |= *other;
        }
    }

    /// Puts cells into all zones.
    pub(super) fn add_cells(&mut self, cells: Bitboard) {
        self.zones.iter_mut().for_each(|zone| *zone |= cells);
    }

    /// Puts the cells of trajectories into the zones for which they are small enough: as large
    /// as the number of dots, and one larger if `with_reply`.
    pub(super) fn add_sets(&mut self, sets: &[Trajectory], with_reply: bool) {
        for set in sets {
            let dots = set.len() - usize::from(with_reply);
            for zone in self.zones.iter_mut().skip(dots.saturating_sub(1)) {
                set.cells().for_each(|cell| zone.insert(cell));
            }
        }
    }

    /// The proof as one that follows a pass, to be borne by those of the position before.
    pub(super) fn behind_pass(&self) -> Proof {
        Proof {
            best: None,
            keep: self.keep,
            zones: self.zones[1..].to_vec(),
        }
    }
}

/// How many nodes have to be solved at least to prove and to disprove a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// As large as a number gets.
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

    /// Whether there is no sense in going on with these thresholds.
    pub(super) fn reach(self, limit: Numbers) -> bool {
        self.is_solved() || self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// A way on from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move; without one the same position is asked another question.
    pub(super) cell: Option<Point>,
    /// The key of the node it leads to.
    pub(super) key: u64,
}

/// What is known of a node.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) numbers: Numbers,
    /// The ways on, once they are known.
    pub(super) children: Vec<Child>,
    /// At a node of the opponent, what happens if he passes, once that is proved.
    pub(super) threat: Option<Box<Proof>>,
    /// The proof of a node that is proved.
    pub(super) proof: Option<Box<Proof>>,
}

impl Entry {
    /// A node that nothing is known of.
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

/// The nodes of a search by key.
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

    /// Takes out what is known of a node, to be [put](Table::put) back.
    pub(super) fn take(&mut self, key: u64) -> Option<Entry> {
        self.0.remove(&key)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        self.0.insert(key, entry);
    }
}
