//! How a board carries out moves and takes them back, and shows what they change.

use super::{Board, State};
use crate::arguments::{self, Moves, lock_detached};
use tochki::Player;
use tochki::board::{Action, IllegalMove, Refused};

impl Board {
    /// Carries out an action and shows its changes. `cell` has column and row of a dot; it may be off the board.
    pub(super) fn act(
        &self,
        state: &mut State,
        player: Player,
        cell: (i64, i64),
    ) -> Result<(), Refused> {
        let Some(point) = arguments::point(self.size, cell) else {
            return Err(IllegalMove::OffBoard.into());
        };
        state.game.act(player, Action::Put(point))?;
        let board = state.game.board();
        for point in board.changed_cells() {
            self.shown.set(board, point);
        }
        self.show_legal(state);
        Ok(())
    }

    /// Undoes the last action and shows the changes. Returns false if there was none.
    pub(super) fn undo_one(&self, state: &mut State) -> bool {
        let is_move = state.game.ending().is_none();
        let changed: Vec<_> = match is_move {
            true => state.game.board().changed_cells().collect(),
            false => Vec::new(),
        };
        if !state.game.undo() {
            return false;
        }
        let board = state.game.board();
        changed
            .iter()
            .for_each(|&point| self.shown.set(board, point));
        self.show_legal(state);
        true
    }

    /// Shows which cells are legal, where the rules forbid suicide.
    fn show_legal(&self, state: &mut State) {
        let board = state.game.board();
        if board.rules().suicide {
            return;
        }
        for (player, shown) in Player::ALL.into_iter().zip(&mut state.legal) {
            let legal = board.legal_cells(player);
            // `Shown::set` has written the playable cells, which a cell of an empty base may differ from.
            let bases = *board.empty_base(player.opponent());
            self.shown
                .set_legal(player, &legal, &((legal ^ *shown) | bases));
            *shown = legal;
        }
    }

    /// Plays moves by their players, or else in turn. If one is illegal, takes all back.
    pub(super) fn play_all(&self, moves: &Moves) -> Result<Vec<i32>, (usize, Refused)> {
        let state = &mut *lock_detached(&self.state);
        let mut scores = Vec::with_capacity(moves.cells.len());
        let first = state.game.to_move();
        for (index, &cell) in moves.cells.iter().enumerate() {
            let player = match (&moves.players, index % 2) {
                (Some(players), _) => players[index],
                (None, 0) => first,
                (None, _) => first.opponent(),
            };
            if let Err(reason) = self.act(state, player, cell) {
                (0..index).for_each(|_| {
                    self.undo_one(state);
                });
                return Err((index, reason));
            }
            scores.push(state.game.board().score(Player::First));
        }
        Ok(scores)
    }
}
