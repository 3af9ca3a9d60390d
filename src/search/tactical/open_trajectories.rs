//! The trajectories of a player along a line of play, updated after every move.
//!
//! * A dot of the player fills a cell of the trajectories through it.
//! * A dot of the opponent blocks the trajectories through it, and adds those round itself.
//! * A capture by the opponent takes dots out of walls. Trajectories that no longer capture the same dots are completed
//!   round the gap: they are *broken* until then.
//! * If the player has freed dots of his own, all trajectories are searched for again.
//!
//! A trajectory is here minimal for one of the dots inside: if one of its cells is missing, that dot is not captured. A
//! smaller set may capture another of the dots.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::{Finder, Trajectory};

/// Number of trajectories that are copied or compared between two checks of the limits.
const TRAJECTORIES_PER_CHECK: usize = 10_000;

/// A trajectory with the cells that its player has not filled yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTrajectory {
    pub(super) cells: RemainingCells,
    /// Whether the last dot of the player filled a cell of the trajectory.
    pub(super) has_last_dot: bool,
    /// Whether the trajectory was found below the root of the search.
    is_late: bool,
}

impl OpenTrajectory {
    fn new(trajectory: &Trajectory, is_late: bool) -> OpenTrajectory {
        OpenTrajectory {
            cells: trajectory.into(),
            has_last_dot: false,
            is_late,
        }
    }

    fn fill(&mut self, cell: Option<Point>) {
        self.has_last_dot = self.cells.fill(cell);
    }

    fn has_cells_of(&self, other: &OpenTrajectory) -> bool {
        let cells = &other.cells;
        self.cells.len() == cells.len() && self.cells.iter().all(|cell| cells.contains(cell))
    }

    /// The `targets` that are cut off from the edge of the board once the trajectory is filled. `open` are the cells
    /// without a live dot of its player now.
    fn surrounded(&self, mut open: Bitboard, edge: &Bitboard, targets: &Bitboard) -> Bitboard {
        self.cells.iter().for_each(|&cell| open.remove(cell));
        *targets - Bitboard::flood(edge, &open)
    }
}

/// The trajectories of one player that he can fill with the dots he has left. Searches for new ones are delayed until
/// [`update`](OpenTrajectories::update).
#[derive(Clone, Debug, Default)]
pub(super) struct OpenTrajectories {
    pub(super) open: Vec<OpenTrajectory>,
    /// Trajectories that a capture by the opponent has opened. [`update`](OpenTrajectories::update) completes them with
    /// more cells.
    broken: Vec<OpenTrajectory>,
    /// New dots of the opponent round which no trajectories have been searched for yet.
    new_dots: Vec<Point>,
    /// Whether all trajectories have to be searched for again.
    is_stale: bool,
    /// Whether some trajectories may have no live enemy dot inside any more, after a capture by the player.
    is_unchecked: bool,
}

impl OpenTrajectories {
    /// Does the delayed searches and checks. `player` has `dots` left. `is_late` tells that the position is below the
    /// root. Trajectories may be missing if the finder is interrupted.
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
                for sets in found.chunks(TRAJECTORIES_PER_CHECK) {
                    if finder.is_over() {
                        break;
                    }
                    let open = sets.iter().map(|it| OpenTrajectory::new(it, is_late));
                    self.open.extend(open);
                }
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
        // There may be thousands, and each is a search of its own.
        while !finder.is_interrupted()
            && let Some(broken) = self.broken.pop()
        {
            let found = finder.trajectories_with(board, player, &broken.cells, dots);
            self.add(finder, &found, is_late);
        }
        while let Some(dot) = self.new_dots.pop() {
            if dots > 0 && board.live(player.opponent()).contains(dot) {
                let found = finder
                    .trajectories_around(board, player, dot, dots)
                    .to_vec();
                self.add(finder, &found, is_late);
            }
        }
    }

    /// Adds the trajectories that are not there yet. Some may be missing if the finder is interrupted.
    fn add(&mut self, finder: &mut Finder, found: &[Trajectory], is_late: bool) {
        let mut compared = 0;
        for trajectory in found {
            compared += self.open.len();
            if compared >= TRAJECTORIES_PER_CHECK {
                compared = 0;
                if finder.is_over() {
                    return;
                }
            }
            let trajectory = OpenTrajectory::new(trajectory, is_late);
            if !self.open.iter().any(|own| own.has_cells_of(&trajectory)) {
                self.open.push(trajectory);
            }
        }
    }

    /// Marks all trajectories to be searched for again by the next [`update`](OpenTrajectories::update).
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }

    /// Updates after a capture by the player, who has `dots` left. Drops trajectories that he cannot fill any more.
    pub(super) fn after_own_capture(&mut self, board: &Board, dots: usize) {
        self.drop_unplayable(board, dots);
        self.is_unchecked = true;
    }

    /// Marks a new dot of the opponent. The next [`update`](OpenTrajectories::update) searches for trajectories round
    /// it.
    pub(super) fn add_around(&mut self, dot: Point) {
        self.new_dots.push(dot);
    }

    /// Whether the player has any trajectory. `None` if only [`update`](OpenTrajectories::update) can tell.
    pub(super) fn are_some(&self) -> Option<bool> {
        match (self.is_stale || self.is_unchecked, self.open.is_empty()) {
            (false, false) => Some(true),
            (false, true) if self.broken.is_empty() && self.new_dots.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Takes over the trajectories `before` a dot of the player on `cell`, `None` for a pass, and fills this cell. He
    /// has `dots` left. Trajectories without remaining cells, or with more than `dots`, are dropped.
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
            if (1..=dots).contains(&trajectory.cells.len()) {
                self.open.push(trajectory);
            }
        }
        for broken in &before.broken {
            let mut broken = *broken;
            broken.fill(cell);
            self.is_stale |= broken.cells.is_empty();
            if broken.cells.len() < dots {
                self.broken.push(broken);
            }
        }
    }

    /// Takes over the delayed searches and checks of `before`, without its trajectories.
    fn begin(&mut self, before: &OpenTrajectories) {
        self.is_stale = before.is_stale;
        self.is_unchecked = before.is_unchecked;
        self.open.clear();
        self.broken.clear();
        self.new_dots.clone_from(&before.new_dots);
    }

    /// Takes over the trajectories `before` a dot of the opponent on `cell`, `None` for a pass. Those through this cell
    /// are dropped.
    pub(super) fn after_enemy(&mut self, before: &OpenTrajectories, cell: Option<Point>) {
        let is_free = |own: &&OpenTrajectory| cell.is_none_or(|cell| !own.cells.contains(&cell));
        self.begin(before);
        self.open.extend(before.open.iter().filter(is_free));
        self.broken.extend(before.broken.iter().filter(is_free));
    }

    fn drop_unplayable(&mut self, board: &Board, dots: usize) {
        self.open
            .retain(|own| own.cells.len() <= dots && own.cells.is_playable(board));
        self.broken.retain(|own| own.cells.is_playable(board));
    }

    /// Updates the trajectories of `player` after a capture by his opponent. Those that surround nothing any more are
    /// dropped. Those that lost part of their walls are to be completed by the next
    /// [`update`](OpenTrajectories::update). `walls` are the live dots of `player` before the capture. He has `dots`
    /// left.
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
            let is_touched = trajectory.cells.iter().any(|&cell| near.contains(cell));
            if !is_touched || finder.is_over() {
                return true;
            }
            let left = trajectory.surrounded(open, &edge, targets);
            if trajectory.cells.len() < dots
                && (left.is_empty() || left != trajectory.surrounded(open_before, &edge, targets))
            {
                broken.push(*trajectory);
            }
            !left.is_empty()
        });
    }

    /// The remaining cells of all trajectories.
    pub(super) fn cells(&self) -> Bitboard {
        self.cells_of(|_| true)
    }

    /// The remaining cells of the trajectories that were found below the root of the search.
    pub(super) fn late_cells(&self) -> Bitboard {
        self.cells_of(|trajectory| trajectory.is_late)
    }

    /// The cells on which one dot completes a trajectory, and so captures at once.
    pub(super) fn last_cells(&self) -> Bitboard {
        self.cells_of(|trajectory| trajectory.cells.len() == 1)
    }

    fn cells_of(&self, wanted: impl Fn(&&OpenTrajectory) -> bool) -> Bitboard {
        let wanted = self.open.iter().filter(wanted);
        wanted.flat_map(|own| own.cells.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::Limits;

    #[test]
    fn no_broken_trajectory_is_completed_after_the_end_of_the_search() {
        let board = diagram::parse(". . 0 . .\n. 0 1 . .\n. . . . .").unwrap();
        let sets = Finder::new().trajectories_with(&board, Player::First, &[], 2);
        let limits = Limits::default();
        limits.stop.raise();
        let mut finder = Finder::with_limits(limits);
        let mut trajectories = OpenTrajectories {
            broken: vec![OpenTrajectory::new(&sets[0], true); 3],
            ..OpenTrajectories::default()
        };
        trajectories.update(&mut finder, &board, Player::First, 3, true);
        // The search for the first of them has looked at the stop flag.
        assert_eq!(trajectories.broken.len(), 2);
    }
}
