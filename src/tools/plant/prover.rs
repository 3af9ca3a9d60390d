//! Checks puzzles in which a ladder or net captures a group.
//!
//! The player to move is the attacker. For each of his moves the capture search must prove one of two things: the group
//! is captured, or it is saved by a way to the edge. If he passes, the group must be saved. The moves that capture must
//! be the stated answers. If one of these proofs fails, the position is no puzzle.

use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::notation::puzzle::Puzzle;
use crate::search::Limits;
use crate::search::capture_search::{CaptureSearch, CaptureSearchOptions, Fate, Verdict};

/// The highest order of threats in a proof. A threat of order 1 captures with one more dot; ladders consist of them. A
/// threat of order 2 needs a ladder after it; nets consist of them.
const ORDER: u32 = 2;
/// Largest number of nodes of one proof.
const NODES: u64 = 2000;
/// Largest number of nodes of all proofs about the first moves of a puzzle, so that a file of puzzles is checked in
/// seconds.
const MOST_NODES: u64 = 20_000;
/// Number of plies after which the search for the capture in [`chase`](Prover::chase) is given up.
const LONGEST: u32 = 100;

/// Why a position is no puzzle in which a dot must be captured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureFlaw {
    /// The puzzle does not name a live dot of the opponent as the one to capture.
    #[error("the puzzle names no live dot of the opponent as its goal")]
    NoGoal,
    /// The dot to capture is not proved safe if the attacker passes.
    #[error("a pass is not proved to miss the goal")]
    Pass,
    /// It is neither proved that this first move captures the dot, nor that the dot is saved after it.
    #[error("the move {0:?} is not proved to reach the goal, or to miss it")]
    Unclear(Point),
    /// The proofs take more nodes than the limit.
    #[error("the proofs take too many nodes")]
    Nodes,
    /// The stated answers differ from the proved ones, or the stated score is not 1. The cells are all first moves that
    /// are proved to capture the dot.
    #[error("the moves that reach the goal are {0:?}")]
    Answers(Vec<Point>),
    /// The number of plies until the capture differs from the depth of the puzzle. It is `None` if no capture was
    /// found.
    #[error("it takes {0:?} plies")]
    Length(Option<u32>),
}

/// Proves with the capture search which first moves capture a dot. The proofs of [`answers`](Prover::answers) have a
/// common limit of nodes.
pub(super) struct Prover {
    search: CaptureSearch,
    left: u64,
}

impl Prover {
    /// A prover that uses threats up to this order: 1 for ladders, 2 for nets too.
    pub(super) fn new(order: u32) -> Prover {
        Prover {
            search: CaptureSearch::new(CaptureSearchOptions {
                order,
                nodes: NODES,
            }),
            left: MOST_NODES,
        }
    }

    /// All first moves that are proved to capture `dot`, in the order of the cells. The opponent of its owner makes
    /// them. After every other move the dot is proved saved. The board is unchanged afterwards.
    ///
    /// # Errors
    /// If the dot is not proved safe after a pass, a move is not proved to capture or to fail, or the nodes run out.
    pub(super) fn answers(
        &mut self,
        board: &mut Board,
        dot: Point,
    ) -> Result<Vec<Point>, CaptureFlaw> {
        let attacker = board.live_owner(dot).ok_or(CaptureFlaw::Pass)?.opponent();
        let pass = self.defend(board, dot).ok_or(CaptureFlaw::Pass)?;
        if pass.fate != Fate::Saved {
            return Err(CaptureFlaw::Pass);
        }
        let mut answers = Vec::new();
        let before = Player::ALL.map(|player| *board.territory(player));
        for cell in board.legal_cells(attacker).iter() {
            board.play(cell, attacker);
            let encloses = before != Player::ALL.map(|player| *board.territory(player));
            // A move outside the cells on which the proof depends, and without a capture, cannot endanger the dot.
            let fate = match encloses || pass.zone.contains(cell) {
                true => self.defend(board, dot).map(|verdict| verdict.fate),
                false => Some(Fate::Saved),
            };
            board.undo();
            match fate {
                None | Some(Fate::Captured) => answers.push(cell),
                Some(Fate::Unknown) => return Err(CaptureFlaw::Unclear(cell)),
                Some(Fate::Saved) => {}
            }
            if self.left == 0 {
                return Err(CaptureFlaw::Nodes);
            }
        }
        Ok(answers)
    }

    /// The fate of a dot if its owner moves next, as far as the capture search proves it; `None` if there is no live dot.
    fn defend(&mut self, board: &mut Board, dot: Point) -> Option<Verdict> {
        board.live_owner(dot)?;
        let verdict = self.search.defend(board, dot, &Limits::default());
        self.left = self.left.saturating_sub(verdict.nodes);
        Some(verdict)
    }

    /// The number of plies until `dot` is captured. The opponent of its owner is the attacker. He moves first and plays
    /// the proved moves. The defender always takes the cell that the attacker would take next. `None` if the cell has
    /// no live dot, the capture takes 100 plies or more, or a proof fails.
    pub(super) fn chase(&mut self, board: &Board, dot: Point) -> Option<u32> {
        let mut board = board.clone();
        let mut player = board.live_owner(dot)?.opponent();
        for plies in 0..LONGEST {
            if board.live_owner(dot).is_none() {
                return Some(plies);
            }
            let verdict = self.search.attack(&mut board, dot, &Limits::default());
            let cell = verdict
                .best
                .filter(|&cell| verdict.fate == Fate::Captured && board.is_playable(cell))?;
            board.play(cell, player);
            player = player.opponent();
        }
        None
    }
}

impl Default for Prover {
    fn default() -> Prover {
        Prover::new(ORDER)
    }
}

/// Checks a puzzle in which a dot must be captured. The stated answers must capture it, and all other moves must fail.
/// The number of plies until the capture must be the depth of the puzzle.
///
/// # Errors
/// If one of these conditions is not proved.
pub fn check(puzzle: &Puzzle) -> Result<(), CaptureFlaw> {
    let enemies = puzzle.board.live(puzzle.player.opponent());
    let goal = puzzle.goal.filter(|&goal| enemies.contains(goal));
    let goal = goal.ok_or(CaptureFlaw::NoGoal)?;
    let mut prover = Prover::default();
    let found = prover.answers(&mut puzzle.board.clone(), goal)?;
    let mut stated: Vec<Point> = puzzle.right_answers().collect();
    stated.sort_by_key(|cell| found.iter().position(|other| other == cell));
    if puzzle.best_score() != 1 || stated != found {
        return Err(CaptureFlaw::Answers(found));
    }
    match prover.chase(&puzzle.board, goal) {
        Some(plies) if plies == puzzle.plies => Ok(()),
        plies => Err(CaptureFlaw::Length(plies)),
    }
}
