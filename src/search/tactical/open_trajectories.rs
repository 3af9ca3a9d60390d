//! The trajectories of a player along a line of play, updated from move to move.
//!
//! * A dot of the player fills a cell of trajectories.
//! * A dot of the opponent blocks the trajectories it lies on. Trajectories round it are added.
//! * A capture by the opponent takes dots out of walls. Whatever captures after that contains a
//!   trajectory from before. Those that do not capture any more are completed round the gap.
//! * After the player has freed dots of his own, all trajectories are found anew.
//!
//! A trajectory is here a set of cells of which some dot inside needs all. Another dot inside may be
//! captured by fewer.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::{Finder, Trajectory};

/// A trajectory that is not filled yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTrajectory {
    remaining: RemainingCells,
    /// Whether the last dot of the player was on it.
    pub(super) has_last_dot: bool,
    /// Whether it was found below the root.
    is_late: bool,
    /// Enemy dots inside when it was found; it may be fewer than there are.
    dots: u16,
}

impl OpenTrajectory {
    fn new(trajectory: &Trajectory, is_late: bool) -> OpenTrajectory {
        OpenTrajectory {
            remaining: trajectory.into(),
            has_last_dot: false,
            is_late,
            dots: trajectory.dots() as u16,
        }
    }

    #[inline]
    pub(super) fn cells(&self) -> &[Point] {
        self.remaining.cells()
    }

    /// An estimate of the number of enemy dots inside.
    pub(super) fn dots(&self) -> i32 {
        self.dots.into()
    }

    fn fill(&mut self, cell: Option<Point>) {
        self.has_last_dot = self.remaining.fill(cell);
    }

    fn has_cells_of(&self, other: &OpenTrajectory) -> bool {
        let cells = other.cells();
        self.cells().len() == cells.len() && self.cells().iter().all(|cell| cells.contains(cell))
    }

    /// The targets that are cut from the edge if the cells, which are `open`, are filled.
    fn surrounded(&self, mut open: Bitboard, edge: &Bitboard, targets: &Bitboard) -> Bitboard {
        self.cells().iter().for_each(|&cell| open.remove(cell));
        *targets - Bitboard::flood(edge, &open)
    }
}

/// The trajectories of one player that he could fill with the dots he has left. Work is put off until
/// [`update`](OpenTrajectories::update).
#[derive(Clone, Debug, Default)]
pub(super) struct OpenTrajectories {
    open: Vec<OpenTrajectory>,
    /// Those that a capture has broken. They have to be completed.
    broken: Vec<OpenTrajectory>,
    /// Enemy dots round which trajectories have to be looked for.
    new_dots: Vec<Point>,
    /// Whether all have to be found anew.
    is_stale: bool,
    /// Whether the dots inside some may have been captured, so that all have to be checked.
    is_unchecked: bool,
}

impl OpenTrajectories {
    /// Does the work that was put off. `is_late` tells that this is below the root.
    pub(super) fn update(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
        is_late: bool,
    ) {
        if self.is_stale {
            *self = OpenTrajectories::default();
            if dots > 0 {
                let found = finder.trajectories_with(board, player, &[], dots);
                let open = found
                    .iter()
                    .map(|found| OpenTrajectory::new(found, is_late));
                self.open.extend(open);
            }
        }
        if self.is_unchecked {
            self.is_unchecked = false;
            let edge = board.size().edge();
            let open = board.size().cells() - *board.live(player);
            let targets = board.live(player.opponent());
            self.open.retain(|trajectory| {
                finder.is_over() || !trajectory.surrounded(open, &edge, targets).is_empty()
            });
        }
        while let Some(broken) = self.broken.pop() {
            for found in finder.trajectories_with(board, player, broken.cells(), dots) {
                self.add(OpenTrajectory::new(&found, is_late));
            }
        }
        while let Some(dot) = self.new_dots.pop() {
            if dots > 0 && board.live(player.opponent()).contains(dot) {
                for found in finder.trajectories_around(board, player, dot, dots) {
                    self.add(OpenTrajectory::new(found, is_late));
                }
            }
        }
    }

    fn add(&mut self, trajectory: OpenTrajectory) {
        if !self.open.iter().any(|own| own.has_cells_of(&trajectory)) {
            self.open.push(trajectory);
        }
    }

    /// Puts off finding all trajectories anew.
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }

    /// Updates after a capture by the player; he has `dots` left.
    pub(super) fn after_own_capture(&mut self, board: &Board, dots: usize) {
        self.drop_unplayable(board, dots);
        self.is_unchecked = true;
    }

    /// Puts off finding the trajectories round a new enemy dot.
    pub(super) fn add_around(&mut self, dot: Point) {
        self.new_dots.push(dot);
    }

    /// Whether there are any; `None` if that depends on what has been put off.
    pub(super) fn are_some(&self) -> Option<bool> {
        match (self.is_stale || self.is_unchecked, self.open.is_empty()) {
            (false, false) => Some(true),
            (false, true) if self.broken.is_empty() && self.new_dots.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Becomes what `before` is after a dot of the player on `cell`; he has `dots` left. `None` is a pass.
    pub(super) fn after_own(
        &mut self,
        before: &OpenTrajectories,
        cell: Option<Point>,
        dots: usize,
    ) {
        self.begin(before);
        for trajectory in &before.open {
            let mut trajectory = *trajectory;
            trajectory.fill(cell);
            // A trajectory through an empty base may be full without a capture.
            if (1..=dots).contains(&trajectory.cells().len()) {
                self.open.push(trajectory);
            }
        }
        for broken in &before.broken {
            let mut broken = *broken;
            broken.fill(cell);
            self.is_stale |= broken.cells().is_empty();
            if broken.cells().len() < dots {
                self.broken.push(broken);
            }
        }
    }

    fn begin(&mut self, before: &OpenTrajectories) {
        self.is_stale = before.is_stale;
        self.is_unchecked = before.is_unchecked;
        self.open.clear();
        self.broken.clear();
        self.new_dots.clone_from(&before.new_dots);
    }

    /// Becomes what `before` is after a dot of the opponent on `cell`; `None` is a pass.
    pub(super) fn after_enemy(&mut self, before: &OpenTrajectories, cell: Option<Point>) {
        let is_free = |own: &&OpenTrajectory| cell.is_none_or(|cell| !own.cells().contains(&cell));
        self.begin(before);
        self.open.extend(before.open.iter().filter(is_free));
        self.broken.extend(before.broken.iter().filter(is_free));
    }

    fn drop_unplayable(&mut self, board: &Board, dots: usize) {
        self.open
            .retain(|own| own.cells().len() <= dots && own.remaining.is_playable(board));
        self.broken.retain(|own| own.remaining.is_playable(board));
    }

    /// Updates after a capture by the opponent. `walls` are the live dots of the player before that;
    /// he has `dots` left.
    pub(super) fn after_enemy_capture(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        walls: &Bitboard,
        dots: usize,
    ) {
        self.drop_unplayable(board, dots);
        if self.open.is_empty() {
            return;
        }
        let lost = *walls - *board.live(player);
        let near = Bitboard::flood_by_corners(&lost, walls).grown();
        let (edge, all) = (board.size().edge(), board.size().cells());
        let (open, open_before) = (all - *board.live(player), all - *walls);
        let targets = board.live(player.opponent());
        let broken = &mut self.broken;
        self.open.retain(|trajectory| {
            let is_touched = trajectory.cells().iter().any(|&cell| near.contains(cell));
            if !is_touched || finder.is_over() {
                return true;
            }
            let left = trajectory.surrounded(open, &edge, targets);
            if trajectory.cells().len() < dots
                && (left.is_empty() || left != trajectory.surrounded(open_before, &edge, targets))
            {
                broken.push(*trajectory);
            }
            !left.is_empty()
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenTrajectory> {
        self.open.iter()
    }

    /// The remaining cells of all trajectories.
    pub(super) fn cells(&self) -> Bitboard {
        self.cells_of(|_| true)
    }

    /// The remaining cells of the trajectories that were found below the root.
    pub(super) fn late_cells(&self) -> Bitboard {
        self.cells_of(|trajectory| trajectory.is_late)
    }

    /// The cells that capture at once.
    pub(super) fn last_cells(&self) -> Bitboard {
        self.cells_of(|trajectory| trajectory.cells().len() == 1)
    }

    fn cells_of(&self, wanted: impl Fn(&&OpenTrajectory) -> bool) -> Bitboard {
        let cells = self
            .open
            .iter()
            .filter(wanted)
            .flat_map(OpenTrajectory::cells);
        cells.copied().collect()
    }
}
