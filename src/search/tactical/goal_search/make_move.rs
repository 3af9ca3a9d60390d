//! The surrounding sets of both players along the line of play.

use super::{GoalSearch, Question};
use crate::geometry::{Player, Point};
use crate::search::tactical::Technique;
use crate::search::tactical::open_trajectories::OpenTrajectories;

impl GoalSearch<'_> {
    /// The surrounding sets of both players are to be found anew when they are needed.
    pub(super) fn forget_sets(&mut self, ply: usize) {
        self.frames[ply]
            .sets
            .iter_mut()
            .for_each(OpenTrajectories::forget);
    }

    /// The surrounding sets of a player at the current position.
    pub(super) fn sets(&mut self, question: Question, player: Player) -> &OpenTrajectories {
        let sets = &mut self.frames[question.ply].sets[player.index()];
        let dots = question.dots(player);
        let late = question.ply > 0;
        sets.update(&mut self.finder, self.board, player, dots, late);
        self.over |= self.finder.is_interrupted();
        sets
    }

    /// What is captured by either player, or enclosed for good under rules without empty bases.
    fn closed(&self) -> [u32; 2] {
        let board = &self.board;
        Player::ALL.map(|player| match board.rules().captures_empty_bases {
            true => board.territory(player).len(),
            false => board.captured_by(player),
        })
    }

    /// The sets after a pass.
    pub(super) fn pass_sets(&mut self, question: Question) {
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let (before, after) = (&before[question.ply].sets, &mut after[0].sets);
        let (own, enemy) = (question.player.index(), question.player.opponent().index());
        after[own].after_own(&before[own], None, question.own_dots() - 1);
        after[enemy].after_enemy(&before[enemy], None);
        self.forget_unless_incremental(question.ply + 1);
        self.pass_stakes(question);
    }

    /// Puts a dot of the player to move and brings the sets up to date. Whether nothing was
    /// captured.
    pub(super) fn play(&mut self, question: Question, cell: Point) -> bool {
        let player = question.player;
        let opponent = player.opponent();
        let closed = self.closed();
        let closed_for_stakes = self.closed_for_stakes(question);
        let walls = *self.board.live(opponent);
        let captured = self.board.captured_by(opponent);
        self.board.play(cell, player);
        let quiet = closed == self.closed();
        let lives = self.board.live(player).contains(cell);
        let alone = !self.touches_own(cell, player);
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let (before, after) = (&before[question.ply].sets, &mut after[0].sets);
        let (own, enemy) = (player.index(), opponent.index());
        let dots = question.enemy_dots();
        let own_dots = question.own_dots() - 1;
        if lives {
            after[own].after_own(&before[own], Some(cell), own_dots);
        } else {
            // The dot is captured: no wall of its player.
            after[own].after_enemy(&before[own], Some(cell));
        }
        after[enemy].after_enemy(&before[enemy], Some(cell));
        if !quiet {
            if lives && self.board.captured_by(opponent) < captured {
                after[own].forget();
            } else {
                after[own].after_capture(self.board, own_dots);
            }
            after[enemy].break_walls(&mut self.finder, self.board, opponent, &walls, dots);
        }
        if alone && lives && dots > 0 {
            after[enemy].add_around(cell);
        }
        self.forget_unless_incremental(question.ply + 1);
        if let Some(closed) = closed_for_stakes {
            self.play_stakes(question, cell, &closed, quiet);
        }
        quiet
    }

    fn forget_unless_incremental(&mut self, ply: usize) {
        if !self.techniques.contains(Technique::IncrementalTrajectories) {
            self.forget_sets(ply);
        }
    }

    /// Whether the cell shares a side with a live dot of the player, and so its fate.
    pub(super) fn touches_own(&self, cell: Point, player: Player) -> bool {
        let live = self.board.live(player);
        cell.side_neighbours().any(|dot| live.contains(dot))
    }
}
