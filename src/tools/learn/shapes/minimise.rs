//! The smallest picture for which a win is still proved.

use super::prove::{Prover, Ruling, Win};
use super::stage::{self, ROOMY, Room};
use crate::geometry::Player;
use crate::importance::shape::{Picture, PictureCell, REACH, Symbol};
use fastrand::Rng;
use std::collections::HashSet;
use std::ops::Range;

/// Number of random boards on which a picture must win while it is made smaller.
const FILLS: u64 = 24;
/// Number of further random boards, on which the smallest picture must win.
const LAST_FILLS: u64 = 200;
/// Largest share of the further boards on which it may fail, in percent.
const MAY_FAIL: u64 = 1;
/// Largest distance of two dots of the opponent that are tried together, in columns and rows.
const NEARBY: i32 = 2;
/// Largest number of cells of a picture. A larger picture is too rare.
const LARGEST: usize = 20;

/// The win with all cells dropped, or relaxed, that its proof does not need. `likely` are the cells that
/// it probably needs. `None` if it needs cells outside the window.
pub(super) fn minimise(
    prover: &mut Prover,
    win: &Win,
    likely: &HashSet<(i32, i32)>,
) -> Option<Win> {
    let is_target = |cell: &PictureCell| (cell.dx, cell.dy) == win.target;
    let likely = |cell: &&PictureCell| is_target(cell) || likely.contains(&(cell.dx, cell.dy));
    let core = with_cells(win, win.picture.cells().iter().filter(likely).copied())?;
    let mut least = [core, win.clone()]
        .into_iter()
        .find(|win| holds(prover, win, None))?;
    let mut cells = least.picture.cells().to_vec();
    cells.sort_by_key(|cell| (-(cell.dx * cell.dx + cell.dy * cell.dy), *cell));
    for cell in cells.into_iter().filter(|cell| !is_target(cell)) {
        let mut looser = looser(&least, cell).into_iter();
        if let Some(found) = looser.find(|win| holds(prover, win, Some(cell))) {
            least = found;
        }
    }
    is_good(prover, &least).then_some(least)
}

/// The win with a weaker demand on one cell, the weakest first.
fn looser(win: &Win, cell: PictureCell) -> Vec<Win> {
    let instead: &[Symbol] = match cell.symbol {
        Symbol::Empty => &Player::ALL.map(Symbol::DotOrEmpty),
        Symbol::Dot(Player::First) => &[Symbol::DotOrEmpty(Player::First)],
        Symbol::Dot(Player::Second) => &[Symbol::DotOrEmpty(Player::Second)],
        Symbol::DotOrEmpty(_) => &[],
    };
    let others = win.picture.cells().iter().filter(|other| **other != cell);
    let dropped = with_cells(win, others.clone().copied());
    let relaxed = instead.iter().map(|&symbol| {
        let relaxed = PictureCell { symbol, ..cell };
        with_cells(win, others.clone().copied().chain([relaxed]))
    });
    [dropped].into_iter().chain(relaxed).flatten().collect()
}

fn with_cells(win: &Win, cells: impl IntoIterator<Item = PictureCell>) -> Option<Win> {
    Some(Win {
        picture: Picture::from_cells(cells)?,
        target: win.target,
    })
}

/// Whether the win is proved on the boards of its picture: on an empty board, at the edges, with each
/// state of the cell that has just been relaxed, and with random dots.
fn holds(prover: &mut Prover, win: &Win, relaxed: Option<PictureCell>) -> bool {
    let mut rooms = [ROOMY].into_iter().chain(Room::tight(&win.picture));
    let is_proved = rooms.all(|room| {
        let stage = stage::plain(&win.picture, room);
        stage.is_some_and(|(mut board, centre)| {
            prover.rule_at(&mut board, centre, win) == Ruling::Won
        })
    });
    is_proved
        && prover.is_worth_it(win)
        && relaxed.is_none_or(|cell| holds_with(prover, win, (cell.dx, cell.dy)))
        && failures(prover, win, 0..FILLS, 0).is_some()
}

/// Whether the win is still proved with one more dot on a cell that the picture leaves open: of either
/// player, or of the opponent together with a second one nearby.
fn holds_with(prover: &mut Prover, win: &Win, cell: (i32, i32)) -> bool {
    let mut holds = |more: &[((i32, i32), Player)]| {
        let stage = stage::with_more(&win.picture, more);
        stage.is_none_or(|(mut board, centre)| {
            prover.rule_at(&mut board, centre, win) != Ruling::NotProved
        })
    };
    let is_alone = Player::ALL
        .into_iter()
        .all(|player| holds(&[(cell, player)]));
    is_alone
        && cells_round(cell, NEARBY).all(|other| {
            let is_near = other.0.abs().max(other.1.abs()) <= REACH + 1;
            !is_near || holds(&[cell, other].map(|cell| (cell, Player::Second)))
        })
}

/// The cells at most `far` columns and rows from a cell, without that cell and the centre.
fn cells_round((x, y): (i32, i32), far: i32) -> impl Iterator<Item = (i32, i32)> {
    let span = move || -far..=far;
    let cells = span().flat_map(move |dy| span().map(move |dx| (x + dx, y + dy)));
    cells.filter(move |&cell| cell != (x, y) && cell != (0, 0))
}

/// Whether the picture of a win is small enough, and wins on further random boards.
fn is_good(prover: &mut Prover, win: &Win) -> bool {
    let most = LAST_FILLS * MAY_FAIL / 100;
    win.picture.cells().len() <= LARGEST
        && cells_round((0, 0), REACH).all(|cell| holds_with(prover, win, cell))
        && failures(prover, win, FILLS..FILLS + LAST_FILLS, most).is_some()
}

/// The number of random boards with these seeds on which the win is not proved; `None` if more than `most`.
fn failures(prover: &mut Prover, win: &Win, seeds: Range<u64>, most: u64) -> Option<u64> {
    let mut failures = 0;
    for seed in seeds {
        let stage = stage::filled(&win.picture, &mut Rng::with_seed(seed));
        if let Some((mut board, centre)) = stage
            && prover.rule_at(&mut board, centre, win) == Ruling::NotProved
        {
            failures += 1;
            if failures > most {
                return None;
            }
        }
    }
    Some(failures)
}
