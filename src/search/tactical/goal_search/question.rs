//! What a node of the search is asked.

use crate::geometry::Player;

/// Whether the last dot was *idle*: without it a pass refutes the position, and the refutation does not
/// play there. See [`super::GoalSearch::after_idle_dot`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    /// Nothing is known.
    No,
    /// The opponent has just put an idle dot.
    Enemy,
    /// The player to move put an idle dot, and the opponent passed.
    Own,
}

/// Can the player to move reach a score in so many plies?
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Distance from the root.
    pub(super) ply: usize,
    /// The player to move.
    pub(super) player: Player,
    /// Plies that are left.
    pub(super) plies: u32,
    /// The captured difference that the player wants at the end.
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

    /// The dots that the player to move has left.
    pub(super) fn own_dots(self) -> usize {
        self.plies.div_ceil(2) as usize
    }

    /// The dots that the opponent has left.
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

    /// The captured difference that a player needs at the end: the goal, or to prevent it.
    pub(super) fn need(self, player: Player) -> i32 {
        match player == self.player {
            true => self.goal,
            false => 1 - self.goal,
        }
    }

    /// What the opponent is asked after a move: can he prevent it?
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
