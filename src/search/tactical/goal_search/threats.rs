//! Updating the threats of both players along the line of play. A threat is a trajectory that captures a group of dots
//! or frees it.

use super::{GoalSearch, Question, frames_at};
use crate::board::Capture;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::tactical::Technique;
use crate::search::tactical::threats::{UNKNOWN, group_of_all};

/// The least number of plies left with which threats are kept. With fewer plies a node costs less than its threats.
pub(super) const FEWEST_PLIES: u32 = 3;

impl GoalSearch<'_> {
    /// Whether threats are kept with this number of plies left. Never without the technique of decomposition.
    pub(super) fn has_threats(&self, plies: u32) -> bool {
        plies >= FEWEST_PLIES && self.techniques.contains(Technique::Decomposition)
    }

    /// Finds the threats of both players at the root, unless they are known for the same numbers of dots, or not kept.
    /// Some may be missing if a limit is reached. If there are too many, the search goes on without decomposition.
    pub(super) fn find_threats(&mut self, question: Question) {
        for player in Player::ALL {
            let dots = question.dots(player);
            if !self.has_threats(question.plies) || self.threat_dots[player.index()] == dots {
                continue;
            }
            self.threat_dots[player.index()] = dots;
            let are_few = self.frames[question.ply].threats[player.index()].find(
                &mut self.finder,
                self.board,
                player,
                dots,
                &mut self.group_of,
            );
            if !are_few {
                self.techniques = self.techniques.without(Technique::Decomposition);
            }
        }
        self.over |= self.finder.is_interrupted();
    }

    /// Updates the threats of both players after a dot of the player to move on `cell`. `quiet` tells that it captured
    /// nothing.
    pub(super) fn play_threats(&mut self, question: Question, cell: Point, quiet: bool) {
        let player = question.player;
        let (own, enemy) = (player.index(), player.opponent().index());
        let lives = self.board.live(player).contains(cell);
        let (before, after) = frames_at(&mut self.frames, question.ply);
        let (before, after) = (&before.threats, &mut after.threats);
        if lives {
            after[own].after_own(&before[own], Some(cell), question.own_dots() - 1);
        } else {
            after[own].after_enemy(&before[own], Some(cell));
        }
        after[enemy].after_enemy(&before[enemy], Some(cell));
        let beside: Bitboard = cell.side_neighbours().collect();
        let beside = beside & *self.board.live(player);
        // To search for trajectories round a single dot costs more than it saves: benches/tactical.md.
        let group = match lives {
            true => group_of_all(&self.group_of, beside.iter()),
            false => UNKNOWN,
        };
        self.group_of[cell.index()] = group;
        after[enemy].add(cell, 1, group);
        if !quiet {
            for threats in after {
                threats.drop_unplayable(self.board);
            }
            if let Some(capture) = self.board.last_capture() {
                self.add_captives(question.ply + 1, &capture);
            }
        }
    }

    /// Adds the dots of a capture, and those that it has freed, to those that the opponent of the captor can win. The
    /// opponent wins them if he wins the chain round them.
    fn add_captives(&mut self, ply: usize, capture: &Capture) {
        let threats = &mut self.frames[ply].threats[capture.by.opponent().index()];
        let mut ground = capture.territory | capture.freed;
        while let Some(first) = ground.first() {
            let part = Bitboard::flood(&std::iter::once(first).collect(), &ground);
            ground -= part;
            let chain = (part.grown_by_sides() & *self.board.live(capture.by)) - part;
            let group = group_of_all(&self.group_of, chain.iter());
            for dots in [part & capture.captured, part & capture.freed] {
                if let Some(dot) = dots.first() {
                    threats.add(dot, dots.len(), group);
                }
            }
        }
    }
}
