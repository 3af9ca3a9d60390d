//! The question that a node of the search answers.

use crate::geometry::Player;

/// Whether a recent dot was *idle*. An idle dot is put where a pass would be refuted by another pass, on a cell that
/// this refutation does not depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    /// Neither of the last two moves is known to be an idle dot.
    No,
    /// The opponent has just put an idle dot: one on a cell that does not matter for the goal.
    Enemy,
    /// The player to move put an idle dot, and the opponent has just passed.
    Own,
}

/// The question of a null-window search: does the player to move reach the score `goal` in `plies` plies?
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Distance from the root, in plies.
    pub(super) ply: usize,
    /// The player to move.
    pub(super) player: Player,
    /// The number of plies that are left. Both sides may pass.
    pub(super) plies: u32,
    /// The score that the player to move has to reach, in dots.
    pub(super) goal: i32,
    /// Whether one of the last two moves was an idle dot.
    pub(super) idle: Idle,
}

impl Question {
    /// The question of `player` at the root: does he reach the score `goal` in `plies` plies?
    pub(super) fn root(player: Player, plies: u32, goal: i32) -> Question {
        Question {
            ply: 0,
            player,
            plies,
            goal,
            idle: Idle::No,
        }
    }

    /// The number of dots that the player to move can put in the plies that are left.
    pub(super) fn own_dots(self) -> usize {
        self.plies.div_ceil(2) as usize
    }

    /// The number of dots that the opponent of the player to move can put in the plies that are left.
    pub(super) fn enemy_dots(self) -> usize {
        self.plies as usize / 2
    }

    /// The number of dots that `player` can put in the plies that are left.
    pub(super) fn dots(self, player: Player) -> usize {
        match player == self.player {
            true => self.own_dots(),
            false => self.enemy_dots(),
        }
    }

    /// The score with which `player` succeeds: the goal for the player to move, and for his opponent the least score
    /// that prevents it.
    pub(super) fn need(self, player: Player) -> i32 {
        match player == self.player {
            true => self.goal,
            false => 1 - self.goal,
        }
    }

    /// The question of the opponent after a move of the player to move: does he prevent the goal? `idle` tells whether
    /// the move was an idle dot.
    pub(super) fn next(self, idle: Idle) -> Question {
        Question {
            ply: self.ply + 1,
            player: self.player.opponent(),
            plies: self.plies - 1,
            goal: 1 - self.goal,
            idle,
        }
    }

    /// The question of the opponent after a pass of the player to move.
    pub(super) fn after_pass(self) -> Question {
        self.next(match self.idle {
            Idle::Enemy => Idle::Own,
            _ => Idle::No,
        })
    }
}
