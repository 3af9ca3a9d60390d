//! The question that a node answers.

use crate::geometry::Player;

/// Whether the last dot was idle: the same position without it is known to be refuted by a pass,
/// and the dot is not where the opponent plays. See [`super::GoalSearch::after_idle_dot`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    No,
    /// The opponent has just put one.
    Enemy,
    /// The player to move put one, and the opponent passed.
    Own,
}

/// A node: whose turn it is, how many plies are left, and what has to be reached.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) plies: u32,
    /// The captured difference that the player wants at the end.
    pub(super) goal: i32,
    /// What is known of the last dot of either player.
    pub(super) idle: Idle,
}

impl Question {
    pub(super) fn root(player: Player, plies: u32, goal: i32) -> Question {
        Question {
            ply: 0,
            player,
            plies,
            goal,
            idle: Idle::No,
        }
    }

    pub(super) fn own_dots(self) -> usize {
        self.plies.div_ceil(2) as usize
    }

    pub(super) fn enemy_dots(self) -> usize {
        self.plies as usize / 2
    }

    /// The dots that a player has left.
    pub(super) fn dots(self, player: Player) -> usize {
        match player == self.player {
            true => self.own_dots(),
            false => self.enemy_dots(),
        }
    }

    /// The captured difference with which a player is right.
    pub(super) fn need(self, player: Player) -> i32 {
        match player == self.player {
            true => self.goal,
            false => 1 - self.goal,
        }
    }

    /// The question of the opponent after a move: can he prevent it?
    pub(super) fn next(self, idle: Idle) -> Question {
        Question {
            ply: self.ply + 1,
            player: self.player.opponent(),
            plies: self.plies - 1,
            goal: 1 - self.goal,
            idle,
        }
    }

    pub(super) fn after_pass(self) -> Question {
        self.next(match self.idle {
            Idle::Enemy => Idle::Own,
            _ => Idle::No,
        })
    }
}
