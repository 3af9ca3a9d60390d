//! Whether a dot wins what a picture promises.

use super::stage::{self, ROOMY};
use crate::board::{Board, Cell};
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::shape::{Picture, Symbol};
use crate::search::Limits;
use crate::search::capture::{CaptureSolver, Fate};

/// A picture with a promise: the first player puts a dot on its centre and captures the target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Win {
    /// What it rests on; `X` is the one who wins.
    pub picture: Picture,
    /// The dot that is captured: columns to the right of the centre, rows below.
    pub target: (i32, i32),
}

/// What came of a promise on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is proved that the target is captured.
    Won,
    /// It is not, or it takes too long to tell.
    NotProved,
    /// The opponent can capture a dot of the picture, or the one just put, by his next dot.
    Disturbed,
}

/// Nodes for a proof. What a picture of this size promises takes some dozens.
const NODES: u64 = 1_000;

/// The capture solver, asked about promises.
#[derive(Default)]
pub struct Prover {
    solver: CaptureSolver,
}

impl Prover {
    /// The dot by which the enemy of the target, to move, captures it for certain, and what the proof
    /// depends on; `None` if none is found, or if he may as well pass.
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

    /// Whether it is proved that the target is captured though its owner moves.
    fn is_lost(&mut self, board: &mut Board, target: Point) -> bool {
        self.solver.defend(board, target, &limits()).fate == Fate::Captured
    }

    /// Whether a dot of `player` at the centre stays there and wins the target, at once or by force.
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

    /// What comes of a dot of `player` at the centre; `own` are the dots of the picture that are his.
    /// The board is as before afterwards.
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

    /// What comes of a win whose picture holds at a cell of the board; `X` is the first player.
    /// The board is as before afterwards.
    ///
    /// # Panics
    /// If the picture does not hold there, or the cell cannot be played.
    pub fn rule_at(&mut self, board: &mut Board, centre: Point, win: &Win) -> Ruling {
        let own = stage::dots(&win.picture, Player::First, centre);
        let target = stage::at(centre, win.target);
        self.rule(board, Player::First, centre, target, &own)
    }

    /// The win that a picture promises: which of the second player's dots is captured, if any, on
    /// a board where there is nothing else.
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

    /// Whether the dot is needed where there is nothing but the picture, and wins what not everybody
    /// sees.
    pub(super) fn is_worth_it(&mut self, win: &Win) -> bool {
        let Some((mut board, centre)) = stage::plain(&win.picture, ROOMY) else {
            return false;
        };
        let target = stage::at(centre, win.target);
        !is_obvious(&mut board, centre, Player::First) && !self.is_lost(&mut board, target)
    }
}

/// Whether everybody sees what a dot wins: it takes a lone dot at once.
pub(super) fn is_obvious(board: &mut Board, dot: Point, player: Player) -> bool {
    board.captures_at(dot, player) == 1
}

/// Whether the opponent of `player`, after his dot on the centre, captures one of the dots, or
/// that one, by a single dot.
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
