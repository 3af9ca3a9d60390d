//! The moves that can be better than a pass.

use super::question::Idle;
use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;

/// The moves that are tried after the opponent has refuted a pass.
pub(super) struct Candidates {
    pub(super) cells: Bitboard,
    /// The cells where the opponent plays to refute the pass, and cells that help to surround his dots there.
    pub(super) hot: Bitboard,
    /// Whether the opponent refutes the pass by a pass.
    pub(super) pass_by_pass: bool,
}

impl Candidates {
    /// [`Idle::Enemy`] if a dot on the cell is idle for the next question, that of the opponent. A dot is idle if a
    /// pass in its place is refuted by another pass, and if its cell is not hot.
    pub(super) fn idle(&self, cell: Point) -> Idle {
        match self.pass_by_pass && !self.hot.contains(cell) {
            true => Idle::Enemy,
            false => Idle::No,
        }
    }
}

impl GoalSearch<'_> {
    /// The candidates after a pass was refuted: the hot cells, and the `useful` cells on own trajectories. Without the
    /// technique of zones they are all playable cells. The refutation must be in the frame of the next ply.
    pub(super) fn after_pass(&mut self, question: Question, useful: &Bitboard) -> Candidates {
        let next = &self.frames[question.ply + 1];
        let (zone, pass_by_pass) = (next.answer.zone, next.answer.best.is_none());
        self.frames[question.ply].pass_zone = zone;
        let free = *self.board.free();
        let mut hot = zone & free;
        let mut cells = free;
        if self.techniques.contains(Technique::Zones) {
            hot |= self.walls_round(question, &hot);
            cells = self.trajectories(question, question.player).cells() & *useful | hot;
        }
        Candidates {
            cells,
            hot,
            pass_by_pass,
        }
    }

    /// The candidates after an idle dot of the player to move and a pass of the opponent: the cells of trajectories
    /// through this dot. Other moves are no better than the same line without the dot, which is refuted. `None`
    /// unless the last two moves were his idle dot and a pass. Also `None` if one of these trajectories needs fewer dots
    /// than he has left, or if the technique is off.
    pub(super) fn after_idle_dot(&mut self, question: Question) -> Option<Candidates> {
        if question.idle != Idle::Own || !self.techniques.contains(Technique::IdleDots) {
            return None;
        }
        let own = &self.frames[question.ply].trajectories[question.player.index()];
        let mut cells = Bitboard::EMPTY;
        for trajectory in own.open.iter().filter(|own| own.has_last_dot) {
            if trajectory.cells.len() < question.own_dots() {
                return None;
            }
            trajectory.cells.iter().for_each(|&cell| cells.insert(cell));
        }
        self.frames[question.ply].pass_zone = self.frames[question.ply - 2].pass_zone;
        Some(Candidates {
            cells,
            hot: Bitboard::EMPTY,
            pass_by_pass: false,
        })
    }

    /// The cells of trajectories with which the player to move would surround a dot of the opponent on one of the given
    /// `cells`. With the technique of lone targets, cells beside a dot of the opponent are skipped. Some may be missing
    /// if a limit is reached.
    pub(super) fn walls_round(&mut self, question: Question, cells: &Bitboard) -> Bitboard {
        let (player, dots) = (question.player, question.own_dots());
        let all = !self.techniques.contains(Technique::LoneTargets);
        let mut walls = Bitboard::EMPTY;
        for cell in cells.iter() {
            if !all && self.touches_own(cell, player.opponent()) {
                continue;
            }
            if self.finder.is_interrupted() {
                break;
            }
            let around = self
                .finder
                .trajectories_around(self.board, player, cell, dots);
            let around = around.iter().flat_map(|trajectory| trajectory.cells());
            around.for_each(|cell| walls.insert(cell));
        }
        self.over |= self.finder.is_interrupted();
        walls
    }

    /// The only cell on which the opponent answers all threats to capture that a dot on `cell` makes. `None` if there
    /// is no such cell, or if it does not share a side with a live dot of the opponent. The answer beside such a dot is
    /// captured only together with it.
    pub(super) fn single_answer(&self, question: Question, cell: Point) -> Option<Point> {
        let player = question.player;
        let mut answer = None;
        for trajectory in &self.frames[question.ply].trajectories[player.index()].open {
            if let [a, b] = *trajectory.cells
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
