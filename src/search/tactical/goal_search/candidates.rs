//! Which moves can be better than a pass.

use super::question::Idle;
use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;

/// The cells to be tried when a pass fails.
pub(super) struct Candidates {
    pub(super) cells: Bitboard,
    /// Those where the opponent plays to refute the pass, and the walls that could shut him in.
    pub(super) hot: Bitboard,
    /// Whether the opponent refutes the pass with one of his own.
    pub(super) pass_by_pass: bool,
}

impl Candidates {
    /// What is known of a dot on a cell before the opponent has answered.
    pub(super) fn idle(&self, cell: Point) -> Idle {
        match self.pass_by_pass && !self.hot.contains(cell) {
            true => Idle::Enemy,
            false => Idle::No,
        }
    }
}

impl GoalSearch<'_> {
    /// After the refutation of a pass, which is in the frame of the next ply: whatever disturbs it,
    /// or helps to surround something, on `useful` cells.
    pub(super) fn after_pass(&mut self, question: Question, useful: &Bitboard) -> Candidates {
        let next = &self.frames[question.ply + 1];
        let (zone, pass_by_pass) = (next.zone, next.best.is_none());
        self.frames[question.ply].pass_zone = zone;
        let mut hot = *zone.cells() & *self.board.free();
        if self.techniques.contains(Technique::Zones) {
            hot |= self.houses_round(question, &hot);
        }
        let useful = self.sets(question, question.player).cells() & *useful | hot;
        Candidates {
            cells: match self.techniques.contains(Technique::Zones) {
                true => useful,
                false => *self.board.free(),
            },
            hot,
            pass_by_pass,
        }
    }

    /// After an idle dot that needs all dots the player has left to surround anything, only sets
    /// that use the dot can be better than the same line without it, which is refuted.
    pub(super) fn after_idle_dot(&mut self, question: Question) -> Option<Candidates> {
        if question.idle != Idle::Own || !self.techniques.contains(Technique::IdleDots) {
            return None;
        }
        let mut cells = Bitboard::EMPTY;
        for rest in self.frames[question.ply].sets[question.player.index()].iter() {
            if rest.fresh {
                if rest.cells().len() < question.own_dots() {
                    return None;
                }
                rest.cells().iter().for_each(|&cell| cells.insert(cell));
            }
        }
        self.frames[question.ply].pass_zone = self.frames[question.ply - 2].pass_zone;
        Some(Candidates {
            cells,
            hot: Bitboard::EMPTY,
            pass_by_pass: false,
        })
    }

    /// Cells that take technique in surrounding one of the cells where the opponent wants to play.
    pub(super) fn houses_round(&mut self, question: Question, cells: &Bitboard) -> Bitboard {
        let (player, dots) = (question.player, question.own_dots());
        let opponent = player.opponent();
        let all = !self.techniques.contains(Technique::LoneTargets);
        let alone = cells
            .iter()
            .filter(|&cell| all || !self.touches_own(cell, opponent));
        let targets: Bitboard = alone.collect();
        let mut walls = Bitboard::EMPTY;
        for cell in targets.iter() {
            if self.finder.is_interrupted() {
                break;
            }
            for set in self
                .finder
                .trajectories_around(self.board, player, cell, dots)
            {
                set.cells().for_each(|cell| walls.insert(cell));
            }
        }
        self.over |= self.finder.is_interrupted();
        walls
    }

    /// The cell that answers the threats after a dot on `cell`, if one cell does so safely: beside
    /// a dot of the opponent it is lost only with that one.
    pub(super) fn single_answer(&self, question: Question, cell: Point) -> Option<Point> {
        let player = question.player;
        let mut answer = None;
        for rest in self.frames[question.ply].sets[player.index()].iter() {
            if let [a, b] = *rest.cells()
                && (a == cell || b == cell)
            {
                let other = if a == cell { b } else { a };
                if answer.is_some_and(|known| known != other) {
                    return None;
                }
                answer = Some(other);
            }
        }
        answer.filter(|&answer| self.touches_own(answer, player.opponent()))
    }
}
