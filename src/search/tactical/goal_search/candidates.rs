//! Which moves can be better than a pass.

use super::question::Idle;
use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Point};
use crate::search::tactical::Technique;

/// The moves to be tried after a pass was refuted.
pub(super) struct Candidates {
    pub(super) cells: Bitboard,
    /// The cells where the refutation plays, and those of walls that could shut it in.
    pub(super) hot: Bitboard,
    /// Whether the opponent refutes the pass with a pass.
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
    /// The moves after the refutation of a pass, which is in the frame of the next ply: those that
    /// disturb it, and those on `useful` cells of own trajectories.
    pub(super) fn after_pass(&mut self, question: Question, useful: &Bitboard) -> Candidates {
        let next = &self.frames[question.ply + 1];
        let (zone, pass_by_pass) = (next.zone, next.best.is_none());
        self.frames[question.ply].pass_zone = zone;
        let free = *self.board.free();
        let mut hot = *zone.cells() & free;
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

    /// The moves after an idle dot and a pass. If the dot needs all other dots of the player to
    /// surround anything, only trajectories with the dot can be better than the same line without
    /// it, which is refuted.
    pub(super) fn after_idle_dot(&mut self, question: Question) -> Option<Candidates> {
        if question.idle != Idle::Own || !self.techniques.contains(Technique::IdleDots) {
            return None;
        }
        let own = &self.frames[question.ply].trajectories[question.player.index()];
        let mut cells = Bitboard::EMPTY;
        for trajectory in own.iter().filter(|trajectory| trajectory.has_last_dot) {
            if trajectory.cells().len() < question.own_dots() {
                return None;
            }
            trajectory
                .cells()
                .iter()
                .for_each(|&cell| cells.insert(cell));
        }
        self.frames[question.ply].pass_zone = self.frames[question.ply - 2].pass_zone;
        Some(Candidates {
            cells,
            hot: Bitboard::EMPTY,
            pass_by_pass: false,
        })
    }

    /// The cells of walls that the player could build round one of the cells where the opponent wants to
    /// play.
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

    /// The one cell that answers all threats after a dot on `cell`. `None` if there is none, or if the
    /// answer could be lost: beside a dot of the opponent it is lost only together with that one.
    pub(super) fn single_answer(&self, question: Question, cell: Point) -> Option<Point> {
        let player = question.player;
        let mut answer = None;
        for trajectory in self.frames[question.ply].trajectories[player.index()].iter() {
            if let [a, b] = *trajectory.cells()
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
