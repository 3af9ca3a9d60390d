//! Questions to a [`CaptureSolver`] with common limits.

use super::{CaptureSolver, Verdict};
use crate::board::Board;
use crate::geometry::Point;
use crate::search::Limits;

/// Asks a [`CaptureSolver`] about several targets, one after the other, until common limits are reached.
#[derive(Debug)]
pub struct Questions<'a> {
    solver: &'a mut CaptureSolver,
    /// The common limits. Their number of nodes is what is left.
    limits: Limits,
    /// The most nodes that one question may search.
    each: u64,
    nodes: u64,
}

impl<'a> Questions<'a> {
    /// Begins a series of questions to a solver. `limits` hold for all questions together, and `each` is the most nodes
    /// that one question may search.
    pub fn new(solver: &'a mut CaptureSolver, limits: Limits, each: u64) -> Questions<'a> {
        Questions {
            solver,
            limits,
            each,
            nodes: 0,
        }
    }

    /// Number of nodes that all questions so far have searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the common limits are reached. Then a further answer is [`Fate::Unknown`](super::Fate::Unknown), unless
    /// it needs next to no search.
    pub fn is_over(&self) -> bool {
        self.limits.nodes == Some(0) || self.limits.is_over()
    }

    /// Searches for a proof of what happens to a target if its enemy moves next, within the common limits. Nothing may
    /// be proved. See [`CaptureSolver::attack`].
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn attack(&mut self, board: &mut Board, target: Point) -> Verdict {
        let verdict = self.solver.attack(board, target, &self.limits_of_one());
        self.count(verdict)
    }

    /// Searches for a proof of what happens to a target if its owner moves next, within the common limits. Nothing may
    /// be proved. See [`CaptureSolver::defend`].
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn defend(&mut self, board: &mut Board, target: Point) -> Verdict {
        let verdict = self.solver.defend(board, target, &self.limits_of_one());
        self.count(verdict)
    }

    fn limits_of_one(&self) -> Limits {
        let left = self.limits.nodes.unwrap_or(self.each);
        Limits {
            nodes: Some(left.min(self.each)),
            ..self.limits.clone()
        }
    }

    fn count(&mut self, verdict: Verdict) -> Verdict {
        self.nodes += verdict.nodes;
        let left = self.limits.nodes;
        self.limits.nodes = left.map(|left| left.saturating_sub(verdict.nodes));
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::capture::Fate;

    const NET: &str = "
        . . . . . . .
        . . 0 . . . .
        . 0 1 . . . .
        . 0 . . . . .
        . . . 0 . . .
        . . . . . . .
    ";

    #[test]
    fn the_limits_hold_for_all_questions_together() {
        let mut board = diagram::parse(NET).unwrap();
        let target = Point::new(2, 2);
        let mut solver = CaptureSolver::default();
        let limits = Limits::nodes(1000);
        let mut questions = Questions::new(&mut solver, limits, 500);
        assert_eq!(questions.attack(&mut board, target).fate, Fate::Captured);
        while !questions.is_over() {
            questions.attack(&mut board, target);
        }
        assert!((1000..1010).contains(&questions.nodes()));
        assert_eq!(questions.attack(&mut board, target).fate, Fate::Unknown);
    }

    #[test]
    fn no_question_has_more_nodes_than_it_may() {
        let mut board = diagram::parse(NET).unwrap();
        let mut solver = CaptureSolver::default();
        let mut questions = Questions::new(&mut solver, Limits::default(), 2);
        let verdict = questions.attack(&mut board, Point::new(2, 2));
        assert_eq!(verdict.fate, Fate::Unknown);
        assert!(questions.nodes() < 10, "{}", questions.nodes());
        assert!(!questions.is_over());
    }
}
