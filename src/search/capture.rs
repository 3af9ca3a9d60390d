//! Proofs that a group is captured or saved, by ladders and nets.
//!
//! A [`CaptureSolver`] is asked about one target dot, with either side to move. Its answer is a proof or *unknown*:
//!
//! * *Captured*: the attacker captures the target against every reply.
//! * *Saved*: the defender connects the target to the edge of the board against every reply.
//!
//! Both are the same search. A *prover* tries to reach a goal, and the *opponent* tries to prevent it.
//!
//! * The prover plays only threats. After a threat of order 1 he needs one more dot to reach the goal if the opponent
//!   passes. Ladders consist of such threats. After a threat of order 2 he needs a ladder, after one of order 3 a
//!   proof by threats of order 2, and so on. Nets are threats of order 2.
//! * The proof that a threat works after a pass limits the replies. Only replies in its *zone* can refute it, see
//!   `proof`.
//! * Proof numbers select the threat or reply that is searched next, see `dfpn`.
//!
//! ```
//! use tochki::notation::diagram;
//! use tochki::search::Limits;
//! use tochki::search::capture::{CaptureSolver, Fate};
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
//! let verdict = CaptureSolver::default().attack(&mut board, Point::new(2, 2), &Limits::default());
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
mod groups;
mod proof;
mod questions;
mod way;

use crate::board::{Board, Cell};
use crate::geometry::{Bitboard, Point};
use crate::search::Limits;
use crate::search::trajectory::LONGEST;
use dfpn::{Node, Search};
use goal::{Goal, Kind};
pub use groups::{Danger, Group, groups_of, loose_dots};
use proof::Table;
pub use questions::Questions;

/// The highest order of threats that a solver can search. Order `n` needs trajectories of `n + 2` cells.
pub const HIGHEST_ORDER: u32 = LONGEST as u32 - 2;

/// The limits of a [`CaptureSolver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureOptions {
    /// The highest order of threats, from 1 (ladders) and 2 (nets) up to [`HIGHEST_ORDER`].
    pub order: u32,
    /// The most nodes of a search whose [`Limits`] have no limit of nodes.
    pub nodes: u64,
}

impl Default for CaptureOptions {
    fn default() -> CaptureOptions {
        CaptureOptions {
            order: 2,
            nodes: 10_000,
        }
    }
}

/// The proved result for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The attacker captures the target against every reply.
    Captured,
    /// The defender connects the target to the edge of the board against every reply.
    Saved,
    /// Nothing is proved.
    Unknown,
}

/// The answer of a [`CaptureSolver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The proved result.
    pub fate: Fate,
    /// The first move of the proof. `None` if the opponent of the prover moves, or if the goal is reached already.
    pub best: Option<Point>,
    /// The cells that the proof depends on. A dot of the opponent of the prover on any other cell does not refute
    /// the proof, unless that dot makes territory. Empty if nothing is proved.
    pub zone: Bitboard,
    /// Whether no limit has stopped the search. Together with [`Fate::Unknown`] it means that no threats up to the order
    /// of the solver capture or save the target.
    pub is_exhausted: bool,
    /// Number of positions searched.
    pub nodes: u64,
}

/// Searches for proofs that a target is captured or saved.
pub struct CaptureSolver {
    options: CaptureOptions,
    table: Table,
}

impl CaptureSolver {
    /// A solver with these options.
    pub fn new(options: CaptureOptions) -> CaptureSolver {
        CaptureSolver {
            options,
            table: Table::new(),
        }
    }

    /// The result for the target if its enemy moves next. A position always gets the same answer, unless a deadline or
    /// the stop flag ends the search. The limit of plies is ignored. The board is unchanged afterwards.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn attack(&mut self, board: &mut Board, target: Point, limits: &Limits) -> Verdict {
        self.solve(board, target, limits, true)
    }

    /// The result for the target if its owner moves next. The rest is as for [`attack`](CaptureSolver::attack).
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
        let Cell::Live(owner) = board.cell(target) else {
            panic!("{target:?} is no live dot");
        };
        self.table.clear();
        let goals = [
            (Fate::Captured, Kind::Capture, owner.opponent()),
            (Fate::Saved, Kind::Ground, owner),
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
                let proof =
                    search.prove(Node::root(attacker_moves == (kind == Kind::Capture), order));
                left -= search.nodes().min(left);
                verdict.nodes += search.nodes();
                verdict.is_exhausted &= !search.is_over();
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

impl Default for CaptureSolver {
    fn default() -> CaptureSolver {
        CaptureSolver::new(CaptureOptions::default())
    }
}
