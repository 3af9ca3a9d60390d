//! Ladders and nets that run past the depth of the exact search: they decide among moves that are
//! equal there.

use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::Limits;
use crate::search::capture::{CaptureSolver, Fate, Group, Questions, groups_of, loose_dots};
use crate::search::trajectory;
use std::cmp::Reverse;

/// Groups that need more dots to be surrounded are left in peace.
const FEW: usize = 3;
/// Nodes for all fights when there is no deadline.
const NODES: u64 = 800;
/// Nodes for all fights when there is one.
const NODES_IN_TIME: u64 = 20_000;
/// Nodes for one question, half of them for either side: a ladder across a board of 30x30 takes 152.
const NODES_EACH: u64 = 400;
/// The part of the time or the nodes that the fights may take.
const SHARE: u32 = 8;

/// Puts the moves first that decide a fight for sure, those about the most dots before the others:
/// captures that the opponent could still prevent, and what prevents his.
pub(super) fn put_first(board: &mut Board, player: Player, limits: &Limits, order: &mut [Point]) {
    let mut solver = CaptureSolver::default();
    let mut fights = Fights {
        questions: Questions::new(&mut solver, allowance(limits), NODES_EACH),
        worth: vec![0; Point::COUNT],
    };
    let mut groups: Vec<(Group, Player)> = Vec::new();
    for owner in Player::ALL {
        let loose = loose_dots(board, owner);
        let found = groups_of(loose.iter(), loose, loose).into_iter();
        groups.extend(found.map(|group| (group, owner)));
    }
    groups.sort_by_key(|(group, _)| Reverse(group.dots.len()));
    for (group, owner) in groups {
        if fights.questions.is_over() {
            break;
        }
        match owner == player {
            _ if !is_in_danger(board, &group, owner) => {}
            true => fights.save(board, &group, player),
            false => fights.take(board, &group),
        }
    }
    order.sort_by_key(|cell| Reverse(fights.worth[cell.index()]));
}

/// What the fights may use.
fn allowance(limits: &Limits) -> Limits {
    let most = match limits.deadline {
        Some(_) => NODES_IN_TIME,
        None => NODES,
    };
    let part = limits.part(SHARE);
    Limits {
        nodes: Some(part.nodes.map_or(most, |nodes| nodes.min(most))),
        deadline: part.deadline,
        stop: part.stop,
        ..Limits::default()
    }
}

/// Whether few dots may surround a group.
fn is_in_danger(board: &Board, group: &Group, owner: Player) -> bool {
    !trajectory::has_many_paths(board, owner.opponent(), group.target, FEW)
}

struct Fights<'a> {
    questions: Questions<'a>,
    /// The dots that a move wins or saves, by the index of its cell.
    worth: Vec<u32>,
}

impl Fights<'_> {
    /// The move that captures an enemy group, if it is not lost anyway.
    fn take(&mut self, board: &mut Board, group: &Group) {
        if let Some(danger) = self.questions.danger(board, group.target) {
            self.credit(danger.attack.best, group);
        }
    }

    /// The moves that save an own group, if it needs to be saved and can be.
    fn save(&mut self, board: &mut Board, group: &Group, player: Player) {
        let Some(danger) = self.questions.danger(board, group.target) else {
            return;
        };
        if danger.defence.fate == Fate::Saved {
            return self.credit(danger.defence.best, group);
        }
        // It is not known how to save it: whatever disturbs the proof may do.
        let disturbing = danger.attack.zone & *board.free();
        for cell in disturbing.iter() {
            if self.questions.is_over() {
                break;
            }
            board.play(cell, player);
            let after = self.questions.attack(board, group.target);
            board.undo();
            if after.fate != Fate::Captured && after.is_exhausted {
                self.credit(Some(cell), group);
            }
        }
    }

    fn credit(&mut self, cell: Option<Point>, group: &Group) {
        if let Some(cell) = cell {
            self.worth[cell.index()] += group.dots.len();
        }
    }
}
