//! The surrounding sets of a player along a line of play.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::surround::{self, Finder, LONGEST};

/// What is left to fill of a surrounding set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    cells: [Point; LONGEST],
    len: u8,
    /// Whether the player's last dot was in it.
    pub(super) fresh: bool,
}

impl Rest {
    fn new(cells: impl Iterator<Item = Point>) -> Rest {
        let mut rest = Rest {
            cells: [Point::from_index(0); LONGEST],
            len: 0,
            fresh: false,
        };
        for cell in cells {
            rest.cells[rest.len as usize] = cell;
            rest.len += 1;
        }
        rest
    }

    #[inline]
    pub(super) fn cells(&self) -> &[Point] {
        &self.cells[..self.len as usize]
    }
}

/// The sets of one player that he could fill with the dots he has left.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    rests: Vec<Rest>,
    /// Whether a capture has changed the sets and they have not been found anew since.
    stale: bool,
}

impl Sets {
    /// Finds the sets anew.
    pub(super) fn find(&mut self, finder: &mut Finder, board: &Board, player: Player, dots: usize) {
        self.rests.clear();
        self.stale = false;
        if dots > 0 {
            let sets = finder.find(board, player, dots);
            self.rests
                .extend(sets.iter().map(|set| Rest::new(set.cells())));
        }
    }

    /// Puts off finding the sets after a capture.
    pub(super) fn forget(&mut self) {
        self.stale = true;
    }

    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    /// The sets after the player's own dot on `cell`, `dots` being left; `None` is a pass.
    pub(super) fn after_own(&mut self, before: &Sets, cell: Option<Point>, dots: usize) {
        self.rests.clear();
        self.stale = before.stale;
        for rest in &before.rests {
            let mut rest = *rest;
            rest.fresh = false;
            if let Some(i) = rest.cells().iter().position(|&own| Some(own) == cell) {
                rest.len -= 1;
                rest.cells.swap(i, rest.len as usize);
                rest.fresh = true;
            }
            // What captured nothing when it was full was a set through an empty base.
            if rest.len > 0 && rest.len as usize <= dots {
                self.rests.push(rest);
            }
        }
    }

    /// The sets after a dot of the opponent on `cell`; `None` is a pass.
    pub(super) fn after_enemy(&mut self, before: &Sets, cell: Option<Point>) {
        self.rests.clear();
        self.stale = before.stale;
        match cell {
            None => self.rests.extend_from_slice(&before.rests),
            Some(cell) => {
                let left = before.rests.iter();
                let left = left.filter(|rest| !rest.cells().contains(&cell));
                self.rests.extend(left.copied());
            }
        }
    }

    /// Adds the sets round a new enemy dot.
    pub(super) fn add_around(&mut self, board: &Board, player: Player, dot: Point, dots: usize) {
        if self.stale {
            return;
        }
        for set in surround::sets_around(board, player, dot, dots) {
            self.rests.push(Rest::new(set.into_iter()));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rests.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Rest> {
        self.rests.iter()
    }

    /// All cells of the sets.
    pub(super) fn cells(&self) -> Bitboard {
        let cells = self.rests.iter().flat_map(|rest| rest.cells());
        cells.copied().collect()
    }

    /// The cells that complete a set at once.
    pub(super) fn last_cells(&self) -> Bitboard {
        let last = self.rests.iter().filter(|rest| rest.len == 1);
        last.map(|rest| rest.cells[0]).collect()
    }
}
