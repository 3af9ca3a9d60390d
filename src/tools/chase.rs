//! Checks puzzles in which a ladder or net captures a group.
//!
//! The attacker moves first. For each of his moves the capture solver must prove one of two things: the
//! group is captured, or the group can be joined to the edge. His pass must save the group, and the moves that
//! capture must be the right answers. Otherwise the position is no puzzle. After his
//! pass, the proof that the group is saved depends on a zone of cells. Only moves in this zone, and moves
//! that enclose something, are searched.

use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::notation::puzzle::Puzzle;
use crate::search::Limits;
use crate::search::capture::{CaptureOptions, CaptureSolver, Fate, Verdict};

/// The highest order of threats in a proof: 1 for ladders only, 2 for nets too.
const ORDER: u32 = 2;
/// Largest number of nodes of one proof. Most take less than a hundred.
const NODES: u64 = 2000;
/// Largest number of nodes of all proofs of a puzzle, so that a file of puzzles is checked in seconds.
const MOST_NODES: u64 = 20_000;
/// Largest length of a [chase](Prover::chase), in plies.
const LONGEST: u32 = 100;

/// Why a position is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The puzzle has no goal.
    #[error("there is no goal")]
    NoGoal,
    /// It is not proved that the dot of the goal is safe if the attacker passes.
    #[error("a pass is not proved to miss the goal")]
    Pass,
    /// It is not proved whether this first move captures the dot of the goal.
    #[error("the move {0:?} is not proved to reach the goal, or to miss it")]
    Unclear(Point),
    /// The proofs take too long.
    #[error("the proofs take too many nodes")]
    Nodes,
    /// The right answers of the puzzle differ from these first moves, which capture the dot of the goal.
    #[error("the moves that reach the goal are {0:?}")]
    Answers(Vec<Point>),
    /// The length of the chase in plies differs from the depth of the puzzle. `None` if the dot is not captured.
    #[error("it takes {0:?} plies")]
    Length(Option<u32>),
}

/// Proves the answers of one puzzle by the capture solver, within a limit of nodes.
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

    /// All first moves that capture `dot` for certain. The attacker, the opponent of the dot's owner, makes them.
    /// All other moves are proved to fail. The board is unchanged afterwards.
    ///
    /// # Errors
    /// If the dot is not proved safe after a pass, or another proof fails.
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
            // Other moves cannot endanger the dot.
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

    /// The fate of a dot if its owner moves next; `None` if there is no live dot.
    fn defend(&mut self, board: &mut Board, dot: Point) -> Option<Verdict> {
        owner(board, dot)?;
        let verdict = self.solver.defend(board, dot, &Limits::default());
        self.left = self.left.saturating_sub(verdict.nodes);
        Some(verdict)
    }

    /// The length of the chase: the number of plies until `dot` is captured. The attacker, the opponent of its
    /// owner, moves first and follows the proof. The defender always takes the cell that the attacker would take next. `None` if the
    /// dot is not captured in 100 plies, or a proof fails.
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

/// The player of a live dot; `None` if there is no live dot.
fn owner(board: &Board, dot: Point) -> Option<Player> {
    Player::ALL
        .into_iter()
        .find(|&player| board.live(player).contains(dot))
}

/// Checks a puzzle: its right answers capture the dot of the goal, no other move does, and the chase takes
/// as many plies as its depth.
///
/// # Errors
/// If one of these is not proved.
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
