//! Proving puzzles in which a group is to be captured by a ladder or net, however long.
//!
//! The capture solver tells what becomes of the dot after every move: a ladder or net captures it,
//! whatever its owner does, or it has a way to the edge that cannot be cut, whatever its enemy does.
//! A position where it proves neither for some move is no puzzle. The proof of what happens after
//! a pass tells which cells may matter at all, and only those are tried.

use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::notation::puzzle::Puzzle;
use crate::search::Limits;
use crate::search::capture::{CaptureOptions, CaptureSolver, Fate, Verdict};

/// The highest order of threats that are followed: nets.
const ORDER: u32 = 2;
/// Nodes of a question; most take less than a hundred.
const NODES: u64 = 2000;
/// Nodes of all questions about a puzzle: what takes more is no puzzle, so that all of them are
/// proved anew in seconds.
const MOST_NODES: u64 = 20_000;
/// No chase takes longer, in plies.
const LONGEST: u32 = 100;

/// Why a position is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// No goal is stated.
    #[error("there is no goal")]
    NoGoal,
    /// The dot is not proved to be safe if its owner moves first.
    #[error("a pass is not proved to miss the goal")]
    Pass,
    /// It is not proved what a move leads to.
    #[error("the move {0:?} is not proved to reach the goal, or to miss it")]
    Unclear(Point),
    /// The proofs take too long.
    #[error("the proofs take too many nodes")]
    Nodes,
    /// Other moves reach the goal than those that are stated.
    #[error("the moves that reach the goal are {0:?}")]
    Answers(Vec<Point>),
    /// The chase takes another number of plies.
    #[error("it takes {0:?} plies")]
    Length(Option<u32>),
}

/// Asks the capture solver about one puzzle, and counts what that takes.
pub struct Prover {
    solver: CaptureSolver,
    left: u64,
}

impl Prover {
    /// A prover that follows threats up to this order: 1 for ladders, 2 for nets too.
    pub fn new(order: u32) -> Prover {
        Prover {
            solver: CaptureSolver::new(CaptureOptions {
                order,
                nodes: NODES,
            }),
            left: MOST_NODES,
        }
    }

    /// All moves of the attacker that capture the dot whatever its owner does, every other being
    /// proved not to. The board is as before afterwards.
    ///
    /// # Errors
    /// If the dot is captured without a move, or anything is not proved.
    pub fn answers(&mut self, board: &mut Board, dot: Point) -> Result<Vec<Point>, Flaw> {
        let attacker = owner(board, dot).ok_or(Flaw::Pass)?.opponent();
        let pass = self.defend(board, dot).ok_or(Flaw::Pass)?;
        if pass.fate != Fate::Saved {
            return Err(Flaw::Pass);
        }
        let mut answers = Vec::new();
        let before = Player::ALL.map(|player| *board.territory(player));
        for cell in board.legal_cells(attacker).iter() {
            board.play(cell, attacker);
            let encloses = before != Player::ALL.map(|player| *board.territory(player));
            // What makes no territory and lies outside the zone does not endanger the dot.
            let fate = match encloses || pass.zone.contains(cell) {
                true => self.defend(board, dot).map(|verdict| verdict.fate),
                false => Some(Fate::Saved),
            };
            board.undo();
            match fate {
                None | Some(Fate::Captured) => answers.push(cell),
                Some(Fate::Unknown) => return Err(Flaw::Unclear(cell)),
                Some(Fate::Saved) => {}
            }
            if self.left == 0 {
                return Err(Flaw::Nodes);
            }
        }
        Ok(answers)
    }

    /// What becomes of a dot if its owner moves next; `None` if it is no live dot any more.
    fn defend(&mut self, board: &mut Board, dot: Point) -> Option<Verdict> {
        owner(board, dot)?;
        let verdict = self.solver.defend(board, dot, &Limits::default());
        self.left = self.left.saturating_sub(verdict.nodes);
        Some(verdict)
    }

    /// How many plies it takes to capture the dot, its attacker moving first, if the attacker
    /// follows his proof and the runner always takes the cell that the attacker wants next.
    /// `None` if that does not capture it.
    pub fn chase(&mut self, board: &Board, dot: Point) -> Option<u32> {
        let mut board = board.clone();
        let mut player = owner(&board, dot)?.opponent();
        for plies in 0..LONGEST {
            if owner(&board, dot).is_none() {
                return Some(plies);
            }
            let verdict = self.solver.attack(&mut board, dot, &Limits::default());
            let cell = verdict
                .best
                .filter(|&cell| verdict.fate == Fate::Captured && board.is_legal(cell))?;
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

/// Whose live dot that is.
fn owner(board: &Board, dot: Point) -> Option<Player> {
    Player::ALL
        .into_iter()
        .find(|&player| board.live(player).contains(dot))
}

/// Proves a puzzle anew: the right answers capture the dot of the goal, no other move does, and the
/// chase takes as many plies as stated.
///
/// # Errors
/// If it is not so.
pub fn check(puzzle: &Puzzle) -> Result<(), Flaw> {
    let goal = puzzle.goal.ok_or(Flaw::NoGoal)?;
    let mut prover = Prover::default();
    let found = prover.answers(&mut puzzle.board.clone(), goal)?;
    let mut stated: Vec<Point> = puzzle.right_answers().collect();
    stated.sort_by_key(|cell| found.iter().position(|other| other == cell));
    if puzzle.best_score() != 1 || stated != found {
        return Err(Flaw::Answers(found));
    }
    match prover.chase(&puzzle.board, goal) {
        Some(plies) if plies == puzzle.plies => Ok(()),
        plies => Err(Flaw::Length(plies)),
    }
}
