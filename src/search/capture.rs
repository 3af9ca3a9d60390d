//! Can this group be captured, can it be saved?
//!
//! The question is answered for one target dot, with either side to move, and the answer is
//! a proof or *unknown*: *captured* means that the attacker captures the target whatever the
//! defender does, *saved* that the defender grounds it, or holds a way to the edge that cannot be
//! cut, whatever the attacker does. Both are the same search with the roles exchanged: a *prover*
//! who reaches a goal against every reply of the *opponent*.
//!
//! * Of the prover's moves only threats are tried. A threat of order 1 reaches the goal with one
//!   dot more (ladders are made of these), a threat of order 2 with a ladder (nets), and so on: what
//!   happens after a pass of the opponent proves it.
//! * That proof also tells which replies there are: those that disturb it. They lie in its *zone*,
//!   or capture something it rests on (`proof`).
//! * Which threat, and which reply, is looked at next is left to proof numbers (`dfpn`).
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
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::trajectory::LONGEST;
use dfpn::{Node, Search};
use goal::{Goal, Kind};
pub use groups::{Danger, Group, groups_of, loose_dots};
use proof::Table;
pub use questions::Questions;

/// The highest order of threats: one of order `n` needs trajectories of `n + 2` cells.
pub const HIGHEST_ORDER: u32 = LONGEST as u32 - 2;

/// How far a [`CaptureSolver`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureOptions {
    /// The highest order of threats, from 1 (ladders) over 2 (nets) to [`HIGHEST_ORDER`].
    pub order: u32,
    /// The number of nodes when there is no limit.
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

/// What becomes of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The attacker captures it, whatever the defender does.
    Captured,
    /// The attacker cannot capture it if the defender answers rightly.
    Saved,
    /// Neither is proved.
    Unknown,
}

/// The answer of a [`CaptureSolver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is proved.
    pub fate: Fate,
    /// The move that the proof begins with. There is none if the side to move cannot change
    /// what is proved, or if it need not move at all.
    pub best: Option<Point>,
    /// The cells that the proof depends on. A dot of the side that is proved wrong on any other
    /// cell, which makes no territory, by capturing or by closing an empty base where the rules make
    /// that territory, does not change what is proved. Empty if nothing is proved.
    pub zone: Bitboard,
    /// Whether every threat up to the order of the solver was followed to its end. With
    /// [`Fate::Unknown`] that means: no ladder, no net and so on captures, and none saves.
    pub is_exhausted: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// Reads ladders and nets.
pub struct CaptureSolver {
    options: CaptureOptions,
    table: Table,
}

impl CaptureSolver {
    /// A solver that looks as far as the options say.
    pub fn new(options: CaptureOptions) -> CaptureSolver {
        CaptureSolver {
            options,
            table: Table::new(),
        }
    }

    /// What becomes of the target if its enemy moves next. The same position always gets
    /// the same answer, unless a deadline or the stop flag interrupts. The board is as before
    /// afterwards; the limit of plies does not count.
    ///
    /// # Panics
    /// If the target is no live dot.
    pub fn attack(&mut self, board: &mut Board, target: Point, limits: &Limits) -> Verdict {
        self.solve(board, target, limits, Player::opponent)
    }

    /// As [`attack`](CaptureSolver::attack) with the owner of the target to move: a target
    /// that is captured can no longer be saved.
    ///
    /// # Panics
    /// If the target is no live dot.
    pub fn defend(&mut self, board: &mut Board, target: Point, limits: &Limits) -> Verdict {
        self.solve(board, target, limits, |owner| owner)
    }

    fn solve(
        &mut self,
        board: &mut Board,
        target: Point,
        limits: &Limits,
        to_move: impl Fn(Player) -> Player,
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
        let mut verdict = Verdict::unknown();
        for order in 1..=self.options.order.min(HIGHEST_ORDER) {
            for (fate, kind, prover) in goals {
                let goal = Goal {
                    kind,
                    prover,
                    target,
                };
                // Neither proof may use up what the other needs.
                let limits = Limits {
                    nodes: Some(left.div_ceil(2)),
                    ..limits.clone()
                };
                let mut search = Search::new(board, &mut self.table, goal, &limits);
                let proof = search.prove(Node::root(prover == to_move(owner), order));
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

impl Verdict {
    fn unknown() -> Verdict {
        Verdict {
            fate: Fate::Unknown,
            best: None,
            zone: Bitboard::EMPTY,
            is_exhausted: true,
            nodes: 0,
        }
    }
}
