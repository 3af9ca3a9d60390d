//! Making moves, and updating the trajectories and threats of both players.

use super::{GoalSearch, Question, frames_at};
use crate::geometry::{Player, Point};
use crate::search::tactical::open_trajectories::OpenTrajectories;

impl GoalSearch<'_> {
    /// Marks the trajectories of both players at the root to be searched for again.
    pub(super) fn forget_trajectories(&mut self) {
        let trajectories = self.frames[0].trajectories.iter_mut();
        trajectories.for_each(OpenTrajectories::forget);
    }

    /// The trajectories of a player in the current position, after the searches that were delayed. He can fill them
    /// with the dots he has left.
    pub(super) fn trajectories(&mut self, question: Question, player: Player) -> &OpenTrajectories {
        let trajectories = &mut self.frames[question.ply].trajectories[player.index()];
        let dots = question.dots(player);
        let is_late = question.ply > 0;
        trajectories.update(&mut self.finder, self.board, player, dots, is_late);
        self.over |= self.finder.is_interrupted();
        trajectories
    }

    /// The number of dots that each player has captured. Where the rules capture empty bases, the number of cells of
    /// his territory.
    fn closed(&self) -> [u32; 2] {
        let board = &self.board;
        Player::ALL.map(|player| match board.rules().captures_empty_bases {
            true => board.territory(player).len(),
            false => board.captured_by(player),
        })
    }

    /// Updates the trajectories and threats of both players for a pass of the player to move.
    pub(super) fn pass(&mut self, question: Question) {
        let has_threats = self.has_threats(question.plies - 1);
        let (before, after) = frames_at(&mut self.frames, question.ply);
        let (own, enemy) = (question.player.index(), question.player.opponent().index());
        let dots = question.own_dots() - 1;
        after.trajectories[own].after_own(&before.trajectories[own], None, dots);
        after.trajectories[enemy].after_enemy(&before.trajectories[enemy], None);
        if has_threats {
            after.threats[own].after_own(&before.threats[own], None, dots);
            after.threats[enemy].after_enemy(&before.threats[enemy], None);
        }
    }

    /// Puts a dot of the player to move and updates the trajectories and threats of both players. Returns true if
    /// nothing was captured, and no empty base where the rules capture these.
    pub(super) fn play(&mut self, question: Question, cell: Point) -> bool {
        let player = question.player;
        let opponent = player.opponent();
        let closed = self.closed();
        let walls = *self.board.live(opponent);
        let captured = self.board.captured_by(opponent);
        self.board.play(cell, player);
        let quiet = closed == self.closed();
        let lives = self.board.live(player).contains(cell);
        let alone = !self.touches_own(cell, player);
        let (before, after) = frames_at(&mut self.frames, question.ply);
        let (before, after) = (&before.trajectories, &mut after.trajectories);
        let (own, enemy) = (player.index(), opponent.index());
        let dots = question.enemy_dots();
        let own_dots = question.own_dots() - 1;
        if lives {
            after[own].after_own(&before[own], Some(cell), own_dots);
        } else {
            // The dot was captured: it is no wall.
            after[own].after_enemy(&before[own], Some(cell));
        }
        after[enemy].after_enemy(&before[enemy], Some(cell));
        if !quiet {
            if lives && self.board.captured_by(opponent) < captured {
                after[own].forget();
            } else {
                after[own].after_own_capture(self.board, own_dots);
            }
            after[enemy].after_enemy_capture(&mut self.finder, self.board, opponent, &walls, dots);
        }
        if alone && lives && dots > 0 {
            after[enemy].add_around(cell);
        }
        if self.has_threats(question.plies - 1) {
            self.play_threats(question, cell, quiet);
        }
        quiet
    }

    /// Whether a live dot of `player` shares a side with the cell. Such dots are captured only together.
    pub(super) fn touches_own(&self, cell: Point, player: Player) -> bool {
        let live = self.board.live(player);
        cell.side_neighbours().any(|dot| live.contains(dot))
    }
}
