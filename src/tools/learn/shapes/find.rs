//! Finds wins in the positions of games.

use super::minimise::minimise;
use super::prove::{Prover, Win, is_obvious};
use super::stage::at;
use crate::board::{Board, Cell};
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::shape::{Picture, PictureCell, REACH, Symbol};
use crate::search::StopFlag;
use crate::tools::learn::game::Game;
use crate::tools::learn::self_play::for_some_positions;
use std::collections::HashSet;

/// The wins of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finds {
    /// Number of proved wins; each pair of a dot and a target counts once.
    pub proved: u32,
    /// The smallest pictures of those that have one, in canonical form.
    pub wins: Vec<Win>,
}

/// The wins of one game, each at its first position. One position in `every` is looked at.
pub fn find(game: &Game, every: usize, stop: &StopFlag) -> Finds {
    let mut prover = Prover::default();
    let mut seen = HashSet::new();
    let mut finds = Finds::default();
    for_some_positions(game, every, |board, player, _| {
        for target in targets(board, player) {
            if stop.is_raised() {
                return;
            }
            let Some((dot, zone)) = prover.needed_dot(board, target) else {
                continue;
            };
            if seen.insert((dot, target))
                && let Some(win) = window(board, player, dot, target)
                && !is_obvious(board, dot, player)
            {
                finds.proved += 1;
                finds.wins.extend(least(&mut prover, &win, dot, &zone));
            }
        }
    });
    finds
}

/// The smallest picture of a win by this dot. `zone` has the cells that the proof depends on.
fn least(prover: &mut Prover, win: &Win, dot: Point, zone: &Bitboard) -> Option<Win> {
    // In canonical form, so that symmetrical positions give the same picture.
    let symmetry = win.to_canonical();
    let cells = win.picture.cells().iter().map(|cell| (cell.dx, cell.dy));
    let in_zone = cells.filter(|&cell| zone.contains(at(dot, cell)));
    let likely: HashSet<(i32, i32)> = in_zone.map(|(dx, dy)| symmetry.vector(dx, dy)).collect();
    let least = minimise(prover, &win.turned(symmetry), &likely)?;
    Some(least.canonical())
}

/// One dot of each group of loose dots of the opponent.
fn targets(board: &Board, player: Player) -> Vec<Point> {
    let opponent = player.opponent();
    let mut left = *board.live(opponent) - board.grounding(opponent).grounded;
    let mut targets = Vec::new();
    while let Some(target) = left.first() {
        let seed = [target].into_iter().collect();
        left -= Bitboard::flood(&seed, &left);
        targets.push(target);
    }
    targets
}

/// The cells round a dot of `player` as a picture, in which `player` is `X`; `None` if the target is not
/// among them.
fn window(board: &Board, player: Player, dot: Point, target: Point) -> Option<Win> {
    let offset = |cell: Point| {
        let dx = cell.x() as i32 - dot.x() as i32;
        let dy = cell.y() as i32 - dot.y() as i32;
        (dx, dy)
    };
    let near = |cell: &Point| *cell != dot && cell.chebyshev(dot) <= REACH as u32;
    let cells = board.size().points().filter(near).filter_map(|cell| {
        let (dx, dy) = offset(cell);
        let symbol = match board.cell(cell) {
            Cell::Free | Cell::EmptyBase(_) => Symbol::Empty,
            Cell::Live(owner) if owner == player => Symbol::Dot(Player::First),
            Cell::Live(_) => Symbol::Dot(Player::Second),
            Cell::Captured(_) | Cell::Dead => return None,
        };
        Some(PictureCell { symbol, dx, dy })
    });
    let win = Win {
        picture: Picture::from_cells(cells)?,
        target: offset(target),
    };
    near(&target).then_some(win)
}
