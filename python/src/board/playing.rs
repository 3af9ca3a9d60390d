//! How a board carries out moves, given or random ones, takes them back, and shows what they change.

use super::{Board, State};
use crate::arguments::{self, Moves, lock_detached};
use crate::random::RandomMoves;
use tochki::board::{Action, IllegalAction, IllegalMove};
use tochki::{Player, Point};

impl Board {
    /// Puts a dot at a column and row, which may be off the board, and shows the changes.
    pub(super) fn act(
        &self,
        state: &mut State,
        player: Player,
        cell: (i64, i64),
    ) -> Result<(), IllegalAction> {
        match arguments::point(self.size, cell) {
            Some(point) => self.put(state, player, point),
            None => Err(IllegalMove::OffBoard.into()),
        }
    }

    /// Puts a dot and shows the changes.
    fn put(&self, state: &mut State, player: Player, point: Point) -> Result<(), IllegalAction> {
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
    pub(super) fn play_all(&self, moves: &Moves) -> Result<Vec<i32>, (usize, IllegalAction)> {
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

    /// Plays random legal moves in turn, `most` of them or until the player to move has none. Returns their number.
    pub(super) fn play_at_random(&self, most: u64, seed: u64) -> Result<u64, IllegalAction> {
        let state = &mut *lock_detached(&self.state);
        if state.game.ending().is_some() {
            return Err(IllegalAction::GameOver);
        }
        let mut random = RandomMoves::new(state.game.board(), seed);
        let mut played = 0;
        while played < most {
            let player = state.game.to_move();
            let Some(point) = random.choose(state.game.board(), player) else {
                break;
            };
            self.put(state, player, point)?;
            played += 1;
        }
        Ok(played)
    }
}
