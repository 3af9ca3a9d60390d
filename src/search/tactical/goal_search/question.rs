//! The question that a node of the search answers.

use crate::geometry::Player;

/// Whether the last dot was *idle*. An idle dot answers a position in which a pass refutes a pass, and is outside of
/// the zone of that refutation. See [`super::GoalSearch::after_idle_dot`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    /// The last dot is not known to be idle.
    No,
    /// The opponent has just put an idle dot.
    Enemy,
    /// The player to move put an idle dot, and the opponent passed.
    Own,
}

/// The question of a null-window search: does the player to move reach the score `goal` in `plies` plies?
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Distance from the root.
    pub(super) ply: usize,
    /// The player to move.
    pub(super) player: Player,
    /// The number of plies that are left.
    pub(super) plies: u32,
    /// The score that the player to move has to reach, in dots.
    pub(super) goal: i32,
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

    /// The number of dots that the player to move has left.
    pub(super) fn own_dots(self) -> usize {
        self.plies.div_ceil(2) as usize
    }

    /// The number of dots that the opponent has left.
    pub(super) fn enemy_dots(self) -> usize {
        self.plies as usize / 2
    }

    /// The number of dots that a player has left.
    pub(super) fn dots(self, player: Player) -> usize {
        match player == self.player {
            true => self.own_dots(),
            false => self.enemy_dots(),
        }
    }

    /// The score that a player needs: the goal, or for the opponent the least score that prevents it.
    pub(super) fn need(self, player: Player) -> i32 {
        match player == self.player {
            true => self.goal,
            false => 1 - self.goal,
        }
    }

    /// The question of the opponent after a move: does he prevent the goal?
    pub(super) fn next(self, idle: Idle) -> Question {
        Question {
            ply: self.ply + 1,
            player: self.player.opponent(),
            plies: self.plies - 1,
            goal: 1 - self.goal,
            idle,
        }
    }

    /// The question of the opponent after a pass.
    pub(super) fn after_pass(self) -> Question {
        self.next(match self.idle {
            Idle::Enemy => Idle::Own,
            _ => Idle::No,
        })
    }
}
