//! The minimax search over the useful cells, those on trajectories.

use super::limit_watch::{Interrupted, LimitWatch};
use super::rule1::{Alive, TrajectoryTable};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::game_tree::INFINITY;

/// The search below the root, to a fixed depth. A node where none of the cells to be tried can be played is a leaf too.
pub(super) struct Minimax<'a, 'b> {
    pub(super) board: &'a mut Board,
    pub(super) watch: &'a mut LimitWatch<'b>,
    /// The cells that may be tried, in the order of moves.
    cells: &'a [Point],
    /// The depth of the search, in plies from the root.
    plies: usize,
    alpha_beta: bool,
    /// The table of trajectories, and for each ply the trajectories that can still be completed there. `None` without
    /// rule 1.
    rule1: Option<(&'a TrajectoryTable, Vec<Alive>)>,
    /// For each ply, the cells that are still to be tried: bit `i` stands for cell `i` of `cells`.
    moves: Vec<Vec<u64>>,
    /// For each ply, the principal variation from there.
    lines: Vec<Vec<Point>>,
}

impl<'a, 'b> Minimax<'a, 'b> {
    pub(super) fn new(
        board: &'a mut Board,
        watch: &'a mut LimitWatch<'b>,
        cells: &'a [Point],
        plies: usize,
        alpha_beta: bool,
        rule1: Option<&'a TrajectoryTable>,
    ) -> Minimax<'a, 'b> {
        Minimax {
            board,
            watch,
            cells,
            plies,
            alpha_beta,
            rule1: rule1.map(|table| (table, vec![table.root(); plies + 1])),
            moves: vec![vec![0; cells.len().div_ceil(64)]; plies + 1],
            lines: vec![Vec::with_capacity(plies); plies + 1],
        }
    }

    /// The score of `player` after his move `point` at the root and best play of both sides to the depth. With
    /// alpha-beta a result of at most `alpha` is only an upper bound of it. [`Interrupted`] if a limit is reached.
    pub(super) fn root_move(
        &mut self,
        point: Point,
        player: Player,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let row = self.cells.iter().position(|&cell| cell == point);
        let value = self.child(0, point, row, player, alpha, INFINITY)?;
        self.keep_line(0, point);
        Ok(value)
    }

    /// The principal variation from the root move that was searched last. No move in it is a pass.
    pub(super) fn line(&self) -> impl Iterator<Item = Option<Point>> + '_ {
        self.lines[0].iter().copied().map(Some)
    }

    /// Plays the move `point` of `player` at `ply`, searches the position after it and takes the move back. Returns the
    /// value for `player`: his score, in dots, after best play. `row` is the index of the cell in `cells`, `None` if
    /// the cell is not there. `alpha` and `beta` are the window, also for `player`. [`Interrupted`] if a limit is
    /// reached.
    fn child(
        &mut self,
        ply: usize,
        point: Point,
        row: Option<usize>,
        player: Player,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        self.watch.visit()?;
        let before = self.board.score(player);
        self.board.play(point, player);
        let value = if ply + 1 == self.plies {
            self.lines[ply + 1].clear();
            Ok(self.board.score(player))
        } else {
            if self.rule1.is_some() {
                let captured = self.board.score(player) != before;
                self.follow_rule1(ply, row, player, captured);
            }
            let value = self.value(ply + 1, player.opponent(), -beta, -alpha);
            value.map(|value| -value)
        };
        self.board.undo();
        value
    }

    /// The value of the position at `ply` for `player`, who is to move: his score, in dots, after best play. It is the
    /// score now if no cell can be tried. `alpha` and `beta` are the window, which only alpha-beta uses.
    /// [`Interrupted`] if a limit is reached.
    fn value(
        &mut self,
        ply: usize,
        player: Player,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        self.generate(ply);
        self.lines[ply].clear();
        let mut best = -INFINITY;
        for word in 0..self.moves[ply].len() {
            while self.moves[ply][word] != 0 {
                let row = word * 64 + self.moves[ply][word].trailing_zeros() as usize;
                self.moves[ply][word] &= self.moves[ply][word] - 1;
                let point = self.cells[row];
                if !self.board.is_legal(point) {
                    continue;
                }
                let alpha = if self.alpha_beta {
                    alpha.max(best)
                } else {
                    -INFINITY
                };
                let value = self.child(ply, point, Some(row), player, alpha, beta)?;
                if value > best {
                    best = value;
                    self.keep_line(ply, point);
                }
                if self.alpha_beta && best >= beta {
                    return Ok(best);
                }
            }
        }
        if best == -INFINITY {
            return Ok(self.board.score(player));
        }
        Ok(best)
    }

    /// Sets the cells to be tried at `ply`: with rule 1 those on trajectories that can still be completed, otherwise
    /// all.
    fn generate(&mut self, ply: usize) {
        match &self.rule1 {
            Some((table, alive)) => table.useful(&alive[ply], &mut self.moves[ply]),
            None => {
                for (word, i) in self.moves[ply].iter_mut().zip(0..) {
                    let cells = (self.cells.len() - 64 * i).min(64);
                    *word = u64::MAX >> (64 - cells);
                }
            }
        }
    }

    /// Rule 1: finds the trajectories that can still be completed after a move of `player` at `ply`. `row` is the index
    /// of the cell in `cells`. A cell outside has `None`: it is on no trajectory, but the player has one dot less.
    /// `captured` tells that the move has changed the score.
    fn follow_rule1(&mut self, ply: usize, row: Option<usize>, player: Player, captured: bool) {
        let rest = self.plies - ply - 1;
        let mut left = [rest / 2; 2];
        left[player.opponent().index()] = rest.div_ceil(2);
        let Some((table, alive)) = &mut self.rule1 else {
            return;
        };
        let (now, next) = alive.split_at_mut(ply + 1);
        table.advance(&now[ply], &mut next[0], player, row, left);
        if captured {
            table.drop_captured(&mut next[0], self.board, self.cells);
        }
    }

    /// Sets the principal variation from `ply`: `point`, and then the variation from the next ply.
    fn keep_line(&mut self, ply: usize, point: Point) {
        let (line, deeper) = self.lines.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(point);
        line[ply].extend_from_slice(&deeper[0]);
    }
}
