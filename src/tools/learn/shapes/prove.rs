//! Proves that a dot captures the target of a picture.

use super::stage::{self, ROOMY};
use crate::board::{Board, Cell};
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::shape::{Picture, Symbol};
use crate::search::Limits;
use crate::search::capture::{CaptureSolver, Fate};

/// A picture in which the first player puts a dot on the centre and captures the target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Win {
    /// The demands on the cells; `X` is the player who wins.
    pub picture: Picture,
    /// The dot that is captured: columns to the right of the centre, rows below.
    pub target: (i32, i32),
}

/// The result of a win on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is proved that the target is captured.
    Won,
    /// It is not proved, or the proof takes too many nodes.
    NotProved,
    /// The opponent can capture a dot of the picture, or the one just put, by his next dot.
    Disturbed,
}

/// Largest number of nodes of a proof. Most proofs take some dozens.
const NODES: u64 = 1_000;

/// The capture solver, for the wins of pictures.
#[derive(Default)]
pub struct Prover {
    solver: CaptureSolver,
}

impl Prover {
    /// The dot that captures the target for certain, if the enemy of the target moves, and the cells that
    /// the proof depends on. `None` if there is no proof, or a pass captures it too.
    pub(super) fn needed_dot(
        &mut self,
        board: &mut Board,
        target: Point,
    ) -> Option<(Point, Bitboard)> {
        let verdict = self.solver.attack(board, target, &limits());
        if verdict.fate != Fate::Captured || self.is_lost(board, target) {
            return None;
        }
        Some((verdict.best?, verdict.zone))
    }

    /// Whether it is proved that the target is captured even if its owner moves.
    fn is_lost(&mut self, board: &mut Board, target: Point) -> bool {
        self.solver.defend(board, target, &limits()).fate == Fate::Captured
    }

    /// Whether a dot of `player` at the centre stays alive and captures the target, at once or by force.
    fn wins(&mut self, board: &mut Board, player: Player, centre: Point, target: Point) -> bool {
        board.play(centre, player);
        let stays = board.live(player).contains(centre);
        let is_won = match board.cell(target) {
            Cell::Live(_) => self.is_lost(board, target),
            _ => true,
        };
        board.undo();
        stays && is_won
    }

    /// The result of a dot of `player` at the centre. `own` are the player's dots of the picture. The board
    /// is unchanged afterwards.
    pub(super) fn rule(
        &mut self,
        board: &mut Board,
        player: Player,
        centre: Point,
        target: Point,
        own: &Bitboard,
    ) -> Ruling {
        if is_disturbed(board, player, centre, own) {
            Ruling::Disturbed
        } else if self.wins(board, player, centre, target) {
            Ruling::Won
        } else {
            Ruling::NotProved
        }
    }

    /// The result of a win whose picture holds at a cell of the board; `X` is the first player. The board
    /// is unchanged afterwards.
    ///
    /// # Panics
    /// If the picture does not hold there, or the cell cannot be played.
    pub fn rule_at(&mut self, board: &mut Board, centre: Point, win: &Win) -> Ruling {
        let own = stage::dots(&win.picture, Player::First, centre);
        let target = stage::at(centre, win.target);
        self.rule(board, Player::First, centre, target, &own)
    }

    /// The win of a picture: the first dot of the second player that is captured on a board with nothing
    /// else. `None` if there is none.
    pub fn win_of(&mut self, picture: &Picture) -> Option<Win> {
        let enemies = picture.cells().iter();
        let enemies = enemies.filter(|cell| cell.symbol == Symbol::Dot(Player::Second));
        let mut wins = enemies.map(|cell| Win {
            picture: picture.clone(),
            target: (cell.dx, cell.dy),
        });
        wins.find(|win| {
            stage::plain(&win.picture, ROOMY).is_some_and(|(mut board, centre)| {
                self.rule_at(&mut board, centre, win) == Ruling::Won
            })
        })
    }

    /// Whether, on a board with nothing else, the dot is needed and the win is not obvious.
    pub(super) fn is_worth_it(&mut self, win: &Win) -> bool {
        let Some((mut board, centre)) = stage::plain(&win.picture, ROOMY) else {
            return false;
        };
        let target = stage::at(centre, win.target);
        !is_obvious(&mut board, centre, Player::First) && !self.is_lost(&mut board, target)
    }
}

/// Whether the win is obvious: the dot captures a single dot at once.
pub(super) fn is_obvious(board: &mut Board, dot: Point, player: Player) -> bool {
    board.captures_at(dot, player) == 1
}

/// Whether the opponent, after the dot of `player` on the centre, can capture that dot or one of `own` by
/// one dot.
fn is_disturbed(board: &mut Board, player: Player, centre: Point, own: &Bitboard) -> bool {
    let opponent = player.opponent();
    board.play(centre, player);
    let own = (*own | [centre].into_iter().collect()) & *board.live(player);
    let cells: Vec<Point> = board.free().iter().collect();
    let is_disturbed = cells.into_iter().any(|cell| {
        if !board.may_enclose(cell, opponent) {
            return false;
        }
        board.play(cell, opponent);
        let takes = !own.is_subset(board.live(player));
        board.undo();
        takes
    });
    board.undo();
    is_disturbed
}

fn limits() -> Limits {
    Limits::nodes(NODES)
}
