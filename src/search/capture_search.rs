//! Proofs that a group of dots is captured or saved, by ladders and nets.
//!
//! A [`CaptureSearch`] is asked about one target, a live dot, with either side to move. The *defender* owns the target,
//! and the *attacker* is his opponent. The answer is a proof or *unknown*:
//!
//! * *Captured*: the attacker captures the target against every reply.
//! * *Saved*: the defender connects the target to the edge of the board against every reply.
//!
//! Both are found by the same search. A *prover* tries to reach a goal, to capture or to connect. His *opponent* tries
//! to prevent it.
//!
//! * The prover plays only threats. After a threat of order 1 he needs one more dot to reach the goal if the opponent
//!   passes. Ladders consist of such threats. After a threat of order 2 he needs a ladder, after one of order 3 a proof
//!   by threats of order 2, and so on. Nets are threats of order 2.
//! * The proof that a threat works after a pass limits the replies. Only replies in its *zone*, a set of cells, can
//!   refute it, see `proof`.
//! * Proof numbers select the threat or reply that is searched next, see `dfpn`.
//!
//! ```
//! use tochki::notation::diagram;
//! use tochki::search::Limits;
//! use tochki::search::capture_search::{CaptureSearch, Fate};
//! use tochki::Point;
//!
//! let mut board = diagram::parse("
//!     . . . . . . .
//!     . . 0 . . . .
//!     . 0 1 . . . .
//!     . 0 . . . . .
//!     . . . 0 . . .
//!     . . . . . . .
//! ")?;
//! let verdict = CaptureSearch::default().attack(&mut board, Point::new(2, 2), &Limits::default());
//! assert_eq!(verdict.fate, Fate::Captured);
//! assert_eq!(verdict.best, Some(Point::new(3, 2)));
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! CITE: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002);
//! T. Thomsen, "Lambda-search in game trees" (2000); K. Yoshizoe, A. Kishimoto and M. Müller,
//! "Lambda depth-first proof number search and its application to Go" (2007).

mod dfpn;
mod goal;
mod proof;
mod searches;
mod status;
mod way;

use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use crate::search::Limits;
use crate::search::trajectory::LONGEST;
use dfpn::{Node, Search};
use goal::{Goal, Kind};
use proof::Table;
pub(super) use searches::CaptureSearches;
pub(super) use status::{Danger, GroupStatus};
use std::fmt;

/// The highest order of threats that is searched. Threats of order 1 make ladders, and those of order 2 nets.
/// Order `n` needs trajectories of `n + 1` cells. [`LONGEST`] would allow one order more, but only orders 1 to 3 are tested.
pub const HIGHEST_ORDER: u32 = LONGEST as u32 - 2;

/// How much a [`CaptureSearch`] searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureSearchOptions {
    /// The highest order of threats that is searched: 1 for ladders, 2 also for nets, up to [`HIGHEST_ORDER`]. A larger
    /// number counts as [`HIGHEST_ORDER`]; with 0 nothing is searched.
    pub order: u32,
    /// The most positions of one search if its [`Limits`] give no number of nodes. [`Verdict::nodes`] may be greater by
    /// one for each order and goal, and with very many trajectories up to about twice as great.
    pub nodes: u64,
}

impl Default for CaptureSearchOptions {
    fn default() -> CaptureSearchOptions {
        CaptureSearchOptions {
            order: 2,
            nodes: 10_000,
        }
    }
}

/// What is proved about a target, a live dot. The attacker is the opponent of its owner, who is the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The attacker captures the target whatever the defender replies.
    Captured,
    /// The defender connects the target to the edge of the board whatever the attacker replies.
    Saved,
    /// Nothing is proved: a limit was reached, or the threats that are searched are not enough for either result.
    Unknown,
}

/// The answer of a [`CaptureSearch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The proved result for the target, or [`Fate::Unknown`].
    pub fate: Fate,
    /// The first move of the proof, by the side that captures or saves. `None` if the other side moves first, if the
    /// target is connected to the edge already, or if nothing is proved.
    pub best: Option<Point>,
    /// The cells that the proof depends on. One dot of the side that loses on any other cell does not refute the proof,
    /// unless that dot makes territory. Several dots may. Empty if nothing is proved.
    pub zone: Bitboard,
    /// Whether no limit has stopped the search. If it is true and the result is [`Fate::Unknown`], none of the threats that
    /// the search tries, up to its order, captures or saves the target. To save it, it tries cells next to what the
    /// target reaches, and captures.
    pub is_exhausted: bool,
    /// Number of positions searched for this answer. Very many trajectories count as more positions.
    pub nodes: u64,
}

/// Searches for proofs that a live dot is captured by its enemy, or connected to the edge by its owner.
pub struct CaptureSearch {
    options: CaptureSearchOptions,
    table: Table,
}

impl fmt::Debug for CaptureSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaptureSearch")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl CaptureSearch {
    /// A search with these options.
    pub fn new(options: CaptureSearchOptions) -> CaptureSearch {
        CaptureSearch {
            options,
            table: Table::new(),
        }
    }

    /// Searches for a proof of what happens to the target if its enemy moves next. [`Fate::Unknown`] means that nothing
    /// is proved. The same position and limits always give the same answer, unless a deadline or the stop flag ends the
    /// search. The limit of plies is ignored. The board is unchanged afterwards.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn attack(&mut self, board: &mut Board, target: Point, limits: &Limits) -> Verdict {
        self.solve(board, target, limits, true)
    }

    /// Searches for a proof of what happens to the target if its owner moves next. [`Fate::Unknown`] means that nothing
    /// is proved. The same position and limits always give the same answer, unless a deadline or the stop flag ends the
    /// search. The limit of plies is ignored. The board is unchanged afterwards.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn defend(&mut self, board: &mut Board, target: Point, limits: &Limits) -> Verdict {
        self.solve(board, target, limits, false)
    }

    fn solve(
        &mut self,
        board: &mut Board,
        target: Point,
        limits: &Limits,
        attacker_moves: bool,
    ) -> Verdict {
        let Some(owner) = board.live_owner(target) else {
            panic!("{target:?} is no live dot");
        };
        self.table.clear();
        let goals = [
            (Fate::Captured, Kind::Capture, owner.opponent()),
            (Fate::Saved, Kind::Connect, owner),
        ];
        let mut left = limits.nodes.unwrap_or(self.options.nodes);
        let mut verdict = Verdict {
            fate: Fate::Unknown,
            best: None,
            zone: Bitboard::EMPTY,
            is_exhausted: true,
            nodes: 0,
        };
        for order in 1..=self.options.order.min(HIGHEST_ORDER) {
            for (fate, kind, prover) in goals {
                let goal = Goal {
                    kind,
                    prover,
                    target,
                };
                // The search for one goal may use half of the nodes that are left.
                let limits = Limits {
                    nodes: Some(left.div_ceil(2)),
                    ..limits.clone()
                };
                let mut search = Search::new(board, &mut self.table, goal, &limits);
                let root = Node::root(attacker_moves == (kind == Kind::Capture), order);
                let proof = search.prove(root);
                left -= search.nodes().min(left);
                verdict.nodes += search.nodes();
                verdict.is_exhausted &= search.is_solved(root);
                if let Some(proof) = proof {
                    verdict.fate = fate;
                    verdict.best = proof.best;
                    verdict.zone = proof.keep | proof.zones[0];
                    return verdict;
                }
            }
        }
        verdict
    }
}

impl Default for CaptureSearch {
    fn default() -> CaptureSearch {
        CaptureSearch::new(CaptureSearchOptions::default())
    }
}
