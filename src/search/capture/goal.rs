//! The two goals: to capture the target, and to ground it.

use super::proof::Proof;
use super::way::ways;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::Finder;

/// What the prover wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) kind: Kind,
    pub(super) prover: Player,
    pub(super) target: Point,
}

/// What shall become of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is captured.
    Capture,
    /// It has a way to the edge that cannot be cut.
    Ground,
}

/// How many ways to reach the goal with one dot are looked at.
const THREATS: usize = 6;

impl Goal {
    pub(super) fn opponent(&self) -> Player {
        self.prover.opponent()
    }

    /// The owner of the target.
    fn owner(&self) -> Player {
        match self.kind {
            Kind::Capture => self.opponent(),
            Kind::Ground => self.prover,
        }
    }

    /// Whether the goal is out of reach for good.
    pub(super) fn is_lost(&self, board: &Board) -> bool {
        match self.kind {
            Kind::Capture => ways(board, self.owner(), self.target).to_edge.is_some(),
            Kind::Ground => !board.live(self.prover).contains(self.target),
        }
    }

    /// The proof that the goal is reached though the opponent moves.
    pub(super) fn reached(&self, board: &Board, spare: u32) -> Option<Proof> {
        match self.kind {
            Kind::Capture => None,
            Kind::Ground => {
                let way = ways(board, self.prover, self.target).to_edge?;
                Some(Proof::new(way.path, way.pairs, spare))
            }
        }
    }

    /// Proofs with a single dot of the prover, no more than a handful.
    pub(super) fn proofs_in_one(
        &self,
        board: &mut Board,
        finder: &mut Finder,
        spare: u32,
    ) -> Vec<Proof> {
        let cells = match self.kind {
            Kind::Capture => self.sets(board, finder, 1),
            Kind::Ground => self.links(board, finder),
        };
        cells
            .iter()
            .filter_map(|cell| self.proof_by(board, cell, spare))
            .take(THREATS)
            .collect()
    }

    /// The proof that a dot on the cell reaches the goal at once.
    fn proof_by(&self, board: &mut Board, cell: Point, spare: u32) -> Option<Proof> {
        let territory = *board.territory(self.prover);
        board.play(cell, self.prover);
        let proof = match self.kind {
            Kind::Capture => self.captured(board, spare),
            // The way may lead through territory that this very dot wins.
            Kind::Ground => self.reached(board, spare).map(|mut proof| {
                proof.keep |= wall_of_capture(board, self.prover, &territory);
                proof
            }),
        };
        let stays = board.live(self.prover).contains(cell);
        board.undo();
        let mut proof = proof.filter(|_| stays)?;
        proof.best = Some(cell);
        proof.keep.insert(cell);
        proof.add_cells([cell].into_iter().collect());
        Some(proof)
    }

    /// The wall round the target that has just been captured.
    fn captured(&self, board: &Board, spare: u32) -> Option<Proof> {
        if board.live(self.opponent()).contains(self.target) {
            return None;
        }
        let wall = board.chain_round(self.target, self.prover)?;
        Some(Proof::new(
            wall.into_iter().collect(),
            Bitboard::EMPTY,
            spare,
        ))
    }

    /// The cell of a proof that the opponent must not enclose. The cells of a way to the edge need
    /// no care: they touch its dots by their sides, and are enclosed only with those.
    pub(super) fn cell_to_be_open(&self, proof: &Proof) -> Option<Point> {
        match self.kind {
            Kind::Capture => proof.best,
            Kind::Ground => None,
        }
    }

    /// The cells of the sets of at most so many cells that surround the target.
    fn sets(&self, board: &Board, finder: &mut Finder, longest: usize) -> Bitboard {
        let target = [self.target].into_iter().collect();
        let sets = finder.trajectories_around_any(board, self.prover, &target, longest);
        sets.iter().flat_map(|set| set.cells()).collect()
    }

    /// The cells that may link the target to something else, or capture.
    fn links(&self, board: &Board, finder: &mut Finder) -> Bitboard {
        let own = *board.live(self.prover) | *board.territory(self.prover);
        let reached = ways(board, self.prover, self.target).reached;
        let others = (own - reached).grown() | board.size().edge();
        (reached.grown() & *board.free() & others) | self.captures(board, finder)
    }

    /// The cells where the prover captures at once.
    fn captures(&self, board: &Board, finder: &mut Finder) -> Bitboard {
        let sets =
            finder.trajectories_around_any(board, self.prover, board.live(self.opponent()), 1);
        sets.iter().flat_map(|set| set.cells()).collect()
    }

    /// The moves of the prover that may threaten to reach the goal by threats of lower order.
    pub(super) fn moves(&self, board: &Board, finder: &mut Finder, order: u32) -> Bitboard {
        let cells = match self.kind {
            Kind::Capture => self.sets(board, finder, order as usize + 1),
            Kind::Ground => ways(board, self.prover, self.target).reached.grown(),
        };
        let cells = cells | self.captures(board, finder);
        (cells & *board.free()) - *board.empty_base(self.prover)
    }
}

/// The dots of a player beside the territory that he has won since it was this.
pub(super) fn wall_of_capture(board: &Board, player: Player, before: &Bitboard) -> Bitboard {
    let taken = *board.territory(player) - *before;
    match taken.is_empty() {
        true => Bitboard::EMPTY,
        false => taken.grown() & *board.live(player),
    }
}
