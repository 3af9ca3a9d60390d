//! The two goals of a prover, the side that tries to prove something: to capture the target, or to connect it to the
//! edge.

use super::proof::Proof;
use super::way::ways;
use crate::board::{Board, chains_round};
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::{Finder, Trajectory};

/// What a search tries to prove: `prover` captures the dot `target`, or connects it to the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) kind: Kind,
    pub(super) prover: Player,
    pub(super) target: Point,
}

/// The two things that can be proved about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The prover captures the target, a dot of his opponent.
    Capture,
    /// The prover connects the target, a dot of his own, to the edge. He has a [way](super::way) there that the
    /// opponent cannot cut.
    Connect,
}

/// The most proofs that [`Goal::proofs_in_one`] returns.
const MOST_PROOFS: usize = 6;
/// A node has so many cells of ways free of charge. They are those of the ways from the target, which are followed for each
/// dot that is tried at the node. Usual positions have fewer. Not measured, like the next: benches/ingredients.md.
const FREE_CELLS: u64 = 5_000;
/// The number of further cells in ways that count as a node.
const CELLS_PER_NODE: u64 = 500;

impl Goal {
    pub(super) fn opponent(&self) -> Player {
        self.prover.opponent()
    }

    /// The player whose dot is the target.
    fn owner(&self) -> Player {
        match self.kind {
            Kind::Capture => self.opponent(),
            Kind::Connect => self.prover,
        }
    }

    /// Whether the goal can never be reached. True for a capture if the target has a way to the edge that cannot be
    /// cut. True for a connection if the target is captured.
    pub(super) fn is_lost(&self, board: &Board) -> bool {
        match self.kind {
            Kind::Capture => ways(board, self.owner(), self.target).to_edge.is_some(),
            Kind::Connect => !board.live(self.prover).contains(self.target),
        }
    }

    /// The proof that the goal is reached without a further move. `None` if it is not reached, and always for a
    /// capture. `spare` is the number of additional dots of the opponent against which the proof has to hold.
    pub(super) fn reached(&self, board: &Board, spare: u32) -> Option<Proof> {
        match self.kind {
            Kind::Capture => None,
            Kind::Connect => {
                let way = ways(board, self.prover, self.target).to_edge?;
                Some(Proof::new(way.path, way.pairs, spare))
            }
        }
    }

    /// Proofs by one dot of the prover that reaches the goal at once, at most [`MOST_PROOFS`]. Empty if no dot does.
    /// Proofs may be missing if a limit of the finder is reached. `spare` is the number of additional dots of the opponent
    /// against which they have to hold.
    pub(super) fn proofs_in_one(
        &self,
        board: &mut Board,
        finder: &mut Finder,
        spare: u32,
    ) -> Vec<Proof> {
        let (cells, cells_per_try) = match self.kind {
            Kind::Capture => (self.cells_round_target(board, finder, 1), 0),
            Kind::Connect => {
                let reached = ways(board, self.prover, self.target).reached;
                let cells = self.joining_cells(board, finder, &reached);
                (cells, u64::from(reached.len()))
            }
        };
        let mut tried = 0;
        let proofs = cells
            .iter()
            .take_while(|_| !finder.is_over())
            .inspect(|_| tried += 1)
            .filter_map(|cell| self.proof_by(board, cell, spare))
            .take(MOST_PROOFS)
            .collect();
        let cells = tried * cells_per_try;
        finder.charge(cells.saturating_sub(FREE_CELLS) / CELLS_PER_NODE);
        proofs
    }

    /// The proof by a dot of the prover on the cell. `None` if it does not reach the goal at once. Without the dot the goal
    /// must not be reached.
    fn proof_by(&self, board: &mut Board, cell: Point, spare: u32) -> Option<Proof> {
        board.play(cell, self.prover);
        let proof = match self.kind {
            Kind::Capture => self.captured(board, spare),
            // The way may lead through territory that this dot has captured.
            Kind::Connect => self.reached(board, spare).map(|mut proof| {
                proof.keep |= wall_of_last_capture(board, self.prover);
                proof
            }),
        };
        // A dot that is captured at once opens no way and captures nothing. The goal is not reached without it.
        debug_assert!(proof.is_none() || board.live(self.prover).contains(cell));
        board.undo();
        let mut proof = proof?;
        proof.best = Some(cell);
        proof.keep.insert(cell);
        proof.add_cells([cell].into_iter().collect());
        Some(proof)
    }

    /// The proof that the target is captured: the chain round it. `None` if the last move has not captured it.
    fn captured(&self, board: &Board, spare: u32) -> Option<Proof> {
        if board.live(self.opponent()).contains(self.target) {
            return None;
        }
        let capture = board.last_capture();
        let capture = capture.filter(|capture| capture.by == self.prover)?;
        let target = [self.target].into_iter().collect();
        let wall = chains_round(&target, &capture.walls(board), board.size()).pop()?;
        Some(Proof::new(
            wall.into_iter().collect(),
            Bitboard::EMPTY,
            spare,
        ))
    }

    /// The cells of all trajectories of the prover of at most `longest` cells round the target.
    fn cells_round_target(&self, board: &Board, finder: &mut Finder, longest: usize) -> Bitboard {
        self.cells_round(board, finder, &Bitboard::from_iter([self.target]), longest)
    }

    /// The cells of all trajectories of the prover of at most `longest` cells round any of the targets.
    fn cells_round(
        &self,
        board: &Board,
        finder: &mut Finder,
        targets: &Bitboard,
        longest: usize,
    ) -> Bitboard {
        let found = finder.trajectories_around_any(board, self.prover, targets, longest);
        found.iter().flat_map(Trajectory::cells).collect()
    }

    /// The cells where a dot of the prover may connect the target to the edge, or captures at once. `reached` are the
    /// cells of ways from the target.
    fn joining_cells(&self, board: &Board, finder: &mut Finder, reached: &Bitboard) -> Bitboard {
        let own = *board.live(self.prover) | *board.territory(self.prover);
        let edge = board.size().edge();
        let others = (own - *reached).grown() | edge;
        let mut joining = reached.grown() & *board.free() & others;
        // A dot joins the target to the edge only if it touches dots there, or the target is among these already.
        let at_edge = Bitboard::flood_by_corners(&edge, &own);
        if !at_edge.contains(self.target) {
            joining &= at_edge.grown() | edge;
        }
        joining | self.captures(board, finder)
    }

    /// The cells where one dot of the prover captures. Cells may be missing if a limit is reached. `Board::captures`
    /// finds the same cells, but does not look at the clock.
    fn captures(&self, board: &Board, finder: &mut Finder) -> Bitboard {
        self.cells_round(board, finder, board.live(self.opponent()), 1)
    }

    /// The cells where a dot of the prover may be a threat of this order. After a threat of order 1 he reaches the goal
    /// with one more dot if the opponent passes. After one of order `n` he needs threats of order `n - 1`.
    pub(super) fn moves(&self, board: &Board, finder: &mut Finder, order: u32) -> Bitboard {
        let cells = match self.kind {
            Kind::Capture => self.cells_round_target(board, finder, order as usize + 1),
            Kind::Connect => ways(board, self.prover, self.target).reached.grown(),
        };
        let cells = cells | self.captures(board, finder);
        (cells & *board.free()) - *board.empty_base(self.prover)
    }
}

/// The dots of `player` next to the territory that he has captured with the last move. Empty if that move has captured
/// nothing for him.
pub(super) fn wall_of_last_capture(board: &Board, player: Player) -> Bitboard {
    let capture = board.last_capture().filter(|capture| capture.by == player);
    capture.map_or(Bitboard::EMPTY, |capture| {
        capture.territory.grown() & *board.live(player)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    /// A dot beside what the target reaches, and beside the edge or other own dots, is not tried if it touches nothing
    /// that is joined to the edge. Such a dot never connects the target.
    #[test]
    fn cells_that_are_not_tried_join_nothing_to_the_edge() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut proofs, mut left_out) = (0, 0);
        for _ in 0..200 {
            let mut board = Board::new(Size::new(12, 9).expect("a small board"));
            let dots = rng.u32(20..60);
            board.put_at_random(&mut rng, dots);
            let own = *board.live(Player::First) | *board.territory(Player::First);
            for target in &board.loose_dots(Player::First) {
                let goal = Goal {
                    kind: Kind::Connect,
                    prover: Player::First,
                    target,
                };
                if goal.reached(&board, 0).is_some() {
                    continue;
                }
                let reached = ways(&board, goal.prover, goal.target).reached;
                let tried = goal.joining_cells(&board, &mut Finder::new(), &reached);
                let others = (own - reached).grown() | board.size().edge();
                let joining = reached.grown() & *board.free() & others;
                for cell in &(joining - tried) {
                    left_out += 1;
                    assert!(goal.proof_by(&mut board, cell, 0).is_none(), "{cell:?}");
                }
                let proof = |cell| goal.proof_by(&mut board, cell, 0);
                proofs += tried.iter().filter_map(proof).count();
            }
        }
        assert!(proofs > 100 && left_out > 100, "{proofs}, {left_out}");
    }

    /// A comb of the first player in the middle of a board. At the closed end of each gap between its teeth a dot of the
    /// second player can be captured.
    fn comb(side: u32) -> Board {
        let mut board = Board::new(Size::new(side, side).unwrap());
        for y in 3..side - 3 {
            for x in (3..side - 3).filter(|x| y == 3 || x % 2 == 1) {
                board.play(Point::new(x, y), Player::First);
            }
        }
        for x in (4..side - 4).step_by(2) {
            board.play(Point::new(x, 4), Player::Second);
        }
        board
    }

    #[test]
    fn dots_that_are_tried_for_a_long_way_count_as_nodes() {
        // The larger comb has 17 teeth of 32 dots. Each of 16 captures is tried.
        for (side, is_charged) in [(15, false), (39, true)] {
            let mut board = comb(side);
            let goal = Goal {
                kind: Kind::Connect,
                prover: Player::First,
                target: Point::new(3, 3),
            };
            let mut finder = Finder::new();
            assert!(goal.proofs_in_one(&mut board, &mut finder, 0).is_empty());
            assert_eq!(finder.excess() > 0, is_charged, "{side}");
        }
    }
}
