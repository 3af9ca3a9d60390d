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
    /// New enemy dots round which sets have not been looked for yet.
    pending: Vec<Point>,
}

impl Sets {
    /// Finds what has been put off.
    pub(super) fn update(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
    ) {
        if self.stale {
            self.rests.clear();
            self.pending.clear();
            self.stale = false;
            if dots > 0 {
                let sets = finder.find(board, player, dots);
                self.rests
                    .extend(sets.iter().map(|set| Rest::new(set.cells())));
            }
        }
        while let Some(dot) = self.pending.pop() {
            if dots > 0 && board.live(player.opponent()).contains(dot) {
                for set in finder.sets_around(board, player, dot, dots) {
                    self.rests.push(Rest::new(set.cells()));
                }
            }
        }
    }

    /// Puts off finding the sets after a capture.
    pub(super) fn forget(&mut self) {
        self.stale = true;
    }

    /// Puts off finding the sets round a new enemy dot.
    pub(super) fn add_around(&mut self, dot: Point) {
        self.pending.push(dot);
    }

    /// Whether there are sets for sure, or surely none; `None` if something has been put off.
    pub(super) fn are_some(&self) -> Option<bool> {
        match (self.stale, self.rests.is_empty()) {
            (false, false) => Some(true),
            (false, true) if self.pending.is_empty() => Some(false),
            _ => None,
        }
    }

    /// The sets of the player who has just lost dots to the enemy's dot on `cell`. Lost walls make
    /// nothing easier, so that sets that still surround remain, and others are needed only
    /// in place of those that do not and leave dots for a way round.
    pub(super) fn after_loss(
        &mut self,
        before: &Sets,
        board: &Board,
        player: Player,
        cell: Point,
        dots: usize,
    ) {
        self.rests.clear();
        self.stale = before.stale;
        self.pending.clone_from(&before.pending);
        for rest in before
            .rests
            .iter()
            .filter(|rest| !rest.cells().contains(&cell))
        {
            if still_surrounds(board, player, rest.cells()) {
                self.rests.push(*rest);
            } else if rest.cells().len() < dots {
                self.stale = true;
                return;
            }
        }
    }

    /// The sets after the player's own dot on `cell`, `dots` being left; `None` is a pass.
    pub(super) fn after_own(&mut self, before: &Sets, cell: Option<Point>, dots: usize) {
        self.rests.clear();
        self.stale = before.stale;
        self.pending.clone_from(&before.pending);
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
        self.pending.clone_from(&before.pending);
        match cell {
            None => self.rests.extend_from_slice(&before.rests),
            Some(cell) => {
                let left = before.rests.iter();
                let left = left.filter(|rest| !rest.cells().contains(&cell));
                self.rests.extend(left.copied());
            }
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

/// Whether filling the cells would capture something.
fn still_surrounds(board: &Board, player: Player, cells: &[Point]) -> bool {
    let mut open = board.size().cells() - *board.live(player);
    cells.iter().for_each(|&cell| open.remove(cell));
    let outside = Bitboard::flood(&surround::edge(board.size()), &open);
    let playable = cells.iter().all(|&cell| board.is_legal(cell));
    playable && !board.live(player.opponent()).is_subset(&outside)
}
