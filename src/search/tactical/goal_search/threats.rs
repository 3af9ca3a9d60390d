//! What can be won along the line of play.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Player, Point};
use crate::search::tactical::Technique;
use crate::search::tactical::decomposition::UpperBound;
use crate::search::tactical::threats::{Group, OPEN, SAFE};

/// Below that many plies to the end a node costs less than to look at what is at stake.
pub(super) const FEWEST_PLIES: u32 = 3;

/// What was closed before a dot was put.
pub(super) struct Closed {
    territory: [Bitboard; 2],
    captured: [Bitboard; 2],
}

impl GoalSearch<'_> {
    /// Whether it is looked at what is at stake with so many plies left.
    fn is_divided(&self, plies: u32) -> bool {
        plies >= FEWEST_PLIES && self.techniques.contains(Technique::Decomposition)
    }

    /// Finds what both players can win at the root, unless that is known for as many dots.
    pub(super) fn find_threats(&mut self, question: Question) {
        for player in Player::ALL {
            let dots = question.dots(player);
            if !self.is_divided(question.plies) || self.threat_dots[player.index()] == dots {
                continue;
            }
            self.threat_dots[player.index()] = dots;
            self.frames[question.ply].threats[player.index()].find(
                &mut self.finder,
                self.board,
                player,
                dots,
                &mut self.group_of,
            );
        }
        self.over |= self.finder.is_interrupted();
    }

    /// The cells on which the player to move has to put dots to win enough. They are all cells
    /// unless he is behind. `None` if whoever is behind cannot win enough in all decomposition together,
    /// even if the opponent always passes.
    ///
    /// Whatever else is played, a dot elsewhere takes technique only in captures that, with all others
    /// and with the opponent's dots still to come, are not enough. So it wins nothing that a pass
    /// does not win.
    pub(super) fn useful(&mut self, question: Question, ahead: bool) -> Option<Bitboard> {
        let all = *self.board.free();
        let score = self.score(question.player);
        let (behind, wanted) = match ahead {
            true => (question.player.opponent(), score - question.goal + 1),
            false => (question.player, question.goal - score),
        };
        // One dot can be won wherever there is a surrounding set.
        if !self.is_divided(question.plies) || wanted <= 1 {
            return Some(all);
        }
        let to_come = question.dots(behind.opponent()) as i32;
        let upper_bound = self.upper_bound(question, behind, wanted - to_come);
        match upper_bound.most < wanted {
            true => None,
            false if ahead || wanted - to_come <= 1 => Some(all),
            false => Some(upper_bound.useful),
        }
    }

    /// What a player can hope for, if he wants to win `enough`.
    pub(super) fn upper_bound(
        &mut self,
        question: Question,
        player: Player,
        enough: i32,
    ) -> UpperBound {
        let dots = question.dots(player);
        let threats = &self.frames[question.ply].threats[player.index()];
        self.decomposition
            .upper_bound(threats, self.board, player, dots, enough)
    }

    /// What is closed now, if that matters for what is at stake after the next dot.
    pub(super) fn closed_for_stakes(&self, question: Question) -> Option<Closed> {
        self.is_divided(question.plies - 1).then(|| Closed {
            territory: Player::ALL.map(|player| *self.board.territory(player)),
            captured: Player::ALL.map(|player| *self.board.lost_dots(player)),
        })
    }

    /// What is at stake after a pass.
    pub(super) fn pass_stakes(&mut self, question: Question) {
        if self.is_divided(question.plies - 1) {
            let (own, enemy) = (question.player.index(), question.player.opponent().index());
            let (before, after) = self.frames.split_at_mut(question.ply + 1);
            let (before, after) = (&before[question.ply].threats, &mut after[0].threats);
            after[own].after_own(&before[own], None, question.own_dots() - 1);
            after[enemy].after_enemy(&before[enemy], None);
        }
    }

    /// What is at stake after a dot on `cell`, which is on the board already.
    pub(super) fn play_stakes(
        &mut self,
        question: Question,
        cell: Point,
        closed: &Closed,
        quiet: bool,
    ) {
        let player = question.player;
        let (own, enemy) = (player.index(), player.opponent().index());
        let lives = self.board.live(player).contains(cell);
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let (before, after) = (&before[question.ply].threats, &mut after[0].threats);
        if lives {
            after[own].after_own(&before[own], Some(cell), question.own_dots() - 1);
        } else {
            after[own].after_enemy(&before[own], Some(cell));
        }
        after[enemy].after_enemy(&before[enemy], Some(cell));
        let beside: Bitboard = cell.side_neighbours().collect();
        let beside = beside & *self.board.live(player);
        // To look for the sets round a dot on its own costs more than it brings.
        let group = match lives {
            true => shared_fate(&self.group_of, &beside),
            false => OPEN,
        };
        self.group_of[cell.index()] = group;
        after[enemy].add(cell, 1, group);
        if !quiet {
            for threats in after {
                threats.drop_unplayable(self.board);
            }
            for player in Player::ALL {
                self.add_captives(question.ply + 1, player, closed);
            }
        }
    }

    /// Adds what the opponent can win back of what `captor` has just captured and freed: it shares
    /// the fate of the chain round it.
    fn add_captives(&mut self, ply: usize, captor: Player, closed: &Closed) {
        let (own, enemy) = (captor.index(), captor.opponent().index());
        let lost = *self.board.lost_dots(captor.opponent()) - closed.captured[enemy];
        let freed = closed.captured[own] - *self.board.lost_dots(captor);
        let mut ground = *self.board.territory(captor) - closed.territory[own];
        while let Some(first) = ground.first() {
            let technique = Bitboard::flood(&std::iter::once(first).collect(), &ground);
            ground -= technique;
            let chain = (technique.grown_by_sides() & *self.board.live(captor)) - technique;
            let group = shared_fate(&self.group_of, &chain);
            let threats = &mut self.frames[ply].threats[enemy];
            for dots in [technique & lost, technique & freed] {
                if let Some(dot) = dots.first() {
                    threats.add(dot, dots.len(), group);
                }
            }
        }
    }
}

/// The group of what is won only if all of these dots are.
fn shared_fate(group_of: &[Group], dots: &Bitboard) -> Group {
    let mut groups = dots.iter().map(|dot| group_of[dot.index()]);
    let first = groups.next().unwrap_or(OPEN);
    if first == SAFE || groups.any(|group| group == SAFE) {
        return SAFE;
    }
    first
}
