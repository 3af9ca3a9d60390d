//! The surrounding sets of a player along a line of play, kept from move to move.
//!
//! A dot of the player himself shortens sets, a dot of the opponent breaks those it lies on and is a
//! new target: that only leaves sets out. A capture by the opponent takes dots out of walls. Lost
//! walls make nothing easier, so whatever surrounds after it contains a set from before: the sets
//! that surround less are to be completed with the cells of a way round the gap. Only after he has
//! freed dots of his own are all sets found anew.
//!
//! A set is one that no dot inside could do without: another dot may be captured by a technique of it.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::{Finder, Trajectory};

/// What is left to fill of a surrounding set.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTrajectory {
    remaining: RemainingCells,
    /// Whether the player's last dot was in it.
    pub(super) fresh: bool,
    /// Whether it was not found at the root.
    late: bool,
    /// Enemy dots inside when it was found; some may be left out.
    dots: u16,
}

impl OpenTrajectory {
    fn new(set: &Trajectory, late: bool) -> OpenTrajectory {
        OpenTrajectory {
            remaining: set.into(),
            fresh: false,
            late,
            dots: set.dots() as u16,
        }
    }

    #[inline]
    pub(super) fn cells(&self) -> &[Point] {
        self.remaining.cells()
    }

    /// About how many enemy dots are inside: a guess.
    pub(super) fn dots(&self) -> i32 {
        self.dots.into()
    }

    /// Takes out a cell that the player has filled.
    fn fill(&mut self, cell: Option<Point>) {
        self.fresh = self.remaining.fill(cell);
    }

    fn has_cells_of(&self, other: &OpenTrajectory) -> bool {
        let cells = other.cells();
        self.cells().len() == cells.len() && self.cells().iter().all(|cell| cells.contains(cell))
    }

    /// The targets that filling the cells, which are `open`, would cut from the edge.
    fn surrounded(&self, mut open: Bitboard, edge: &Bitboard, targets: &Bitboard) -> Bitboard {
        self.cells().iter().for_each(|&cell| open.remove(cell));
        *targets - Bitboard::flood(edge, &open)
    }
}

/// The sets of one player that he could fill with the dots he has left.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenTrajectories {
    rests: Vec<OpenTrajectory>,
    /// OpenTrajectories that a capture has broken and that are to be completed.
    broken: Vec<OpenTrajectory>,
    /// New enemy dots round which sets have not been looked for yet.
    new_dots: Vec<Point>,
    /// Whether all sets are to be found anew.
    stale: bool,
    /// Whether what some sets surround may have been captured.
    spent: bool,
}

impl OpenTrajectories {
    /// Finds what has been put off; it is `late` if that is not at the root.
    pub(super) fn update(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
        late: bool,
    ) {
        if self.stale {
            self.stale = false;
            self.spent = false;
            self.rests.clear();
            self.broken.clear();
            self.new_dots.clear();
            if dots > 0 {
                let sets = finder.trajectories_with(board, player, &[], dots);
                let rests = sets.iter().map(|set| OpenTrajectory::new(set, late));
                self.rests.extend(rests);
            }
        }
        if self.spent {
            self.spent = false;
            let edge = board.size().edge();
            let open = board.size().cells() - *board.live(player);
            let targets = board.live(player.opponent());
            self.rests.retain(|rest| {
                finder.is_over() || !rest.surrounded(open, &edge, targets).is_empty()
            });
        }
        while let Some(technique) = self.broken.pop() {
            for set in finder.trajectories_with(board, player, technique.cells(), dots) {
                self.add(OpenTrajectory::new(&set, late));
            }
        }
        while let Some(dot) = self.new_dots.pop() {
            if dots > 0 && board.live(player.opponent()).contains(dot) {
                for set in finder.trajectories_around(board, player, dot, dots) {
                    self.add(OpenTrajectory::new(set, late));
                }
            }
        }
    }

    fn add(&mut self, rest: OpenTrajectory) {
        if !self.rests.iter().any(|other| other.has_cells_of(&rest)) {
            self.rests.push(rest);
        }
    }

    /// Puts off finding the sets, all of them.
    pub(super) fn forget(&mut self) {
        self.stale = true;
    }

    /// Drops the sets that cannot be filled after a capture of the player, `dots` being left, and
    /// puts off dropping those round what has been captured.
    pub(super) fn after_capture(&mut self, board: &Board, dots: usize) {
        self.drop_unplayable(board, dots);
        self.spent = true;
    }

    /// Puts off finding the sets round a new enemy dot.
    pub(super) fn add_around(&mut self, dot: Point) {
        self.new_dots.push(dot);
    }

    /// Whether there are sets for sure, or surely none; `None` if something has been put off.
    pub(super) fn are_some(&self) -> Option<bool> {
        match (self.stale || self.spent, self.rests.is_empty()) {
            (false, false) => Some(true),
            (false, true) if self.broken.is_empty() && self.new_dots.is_empty() => Some(false),
            _ => None,
        }
    }

    /// The sets after the player's own dot on `cell`, `dots` being left; `None` is a pass.
    pub(super) fn after_own(
        &mut self,
        before: &OpenTrajectories,
        cell: Option<Point>,
        dots: usize,
    ) {
        self.begin(before);
        for rest in &before.rests {
            let mut rest = *rest;
            rest.fill(cell);
            // What captured nothing when it was full was a set through an empty base.
            if (1..=dots).contains(&rest.cells().len()) {
                self.rests.push(rest);
            }
        }
        for technique in &before.broken {
            let mut technique = *technique;
            technique.fill(cell);
            self.stale |= technique.cells().is_empty();
            if technique.cells().len() < dots {
                self.broken.push(technique);
            }
        }
    }

    fn begin(&mut self, before: &OpenTrajectories) {
        self.stale = before.stale;
        self.spent = before.spent;
        self.rests.clear();
        self.broken.clear();
        self.new_dots.clone_from(&before.new_dots);
    }

    /// The sets after a dot of the opponent on `cell`; `None` is a pass.
    pub(super) fn after_enemy(&mut self, before: &OpenTrajectories, cell: Option<Point>) {
        let left = |rest: &&OpenTrajectory| cell.is_none_or(|cell| !rest.cells().contains(&cell));
        self.begin(before);
        self.rests.extend(before.rests.iter().filter(left));
        self.broken.extend(before.broken.iter().filter(left));
    }

    /// Drops the sets with a cell that cannot be played any more, or with more than `dots` cells.
    pub(super) fn drop_unplayable(&mut self, board: &Board, dots: usize) {
        self.rests
            .retain(|rest| rest.cells().len() <= dots && rest.remaining.is_playable(board));
        self.broken
            .retain(|technique| technique.remaining.is_playable(board));
    }

    /// Puts off completing the sets that surround nothing since the opponent has captured; `walls`
    /// are the live dots of the player before that. `dots` are left.
    pub(super) fn break_walls(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        walls: &Bitboard,
        dots: usize,
    ) {
        self.drop_unplayable(board, dots);
        if self.rests.is_empty() {
            return;
        }
        let lost = *walls - *board.live(player);
        let near = Bitboard::flood_by_corners(&lost, walls).grown();
        let (edge, all) = (board.size().edge(), board.size().cells());
        let (open, open_before) = (all - *board.live(player), all - *walls);
        let targets = board.live(player.opponent());
        let broken = &mut self.broken;
        self.rests.retain(|rest| {
            let touched = rest.cells().iter().any(|&cell| near.contains(cell));
            if !touched || finder.is_over() {
                return true;
            }
            let left = rest.surrounded(open, &edge, targets);
            if rest.cells().len() < dots
                && (left.is_empty() || left != rest.surrounded(open_before, &edge, targets))
            {
                broken.push(*rest);
            }
            !left.is_empty()
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rests.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.rests.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenTrajectory> {
        self.rests.iter()
    }

    /// All cells of the sets.
    pub(super) fn cells(&self) -> Bitboard {
        let cells = self.rests.iter().flat_map(|rest| rest.cells());
        cells.copied().collect()
    }

    /// The cells of the sets that were not found at the root.
    pub(super) fn late_cells(&self) -> Bitboard {
        let late = self.rests.iter().filter(|rest| rest.late);
        late.flat_map(|rest| rest.cells()).copied().collect()
    }

    /// The cells that complete a set at once.
    pub(super) fn last_cells(&self) -> Bitboard {
        let last = self.rests.iter().map(OpenTrajectory::cells);
        let last = last.filter(|cells| cells.len() == 1);
        last.flatten().copied().collect()
    }
}
