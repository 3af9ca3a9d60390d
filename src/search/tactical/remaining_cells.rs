//! The remaining cells of a trajectory along a line of play.

use crate::board::Board;
use crate::geometry::Point;
use crate::search::trajectory::{LONGEST, Trajectory};
use std::ops::Deref;

/// The cells of a trajectory that its player has not filled yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemainingCells {
    cells: [Point; LONGEST],
    len: u8,
}

impl From<&Trajectory> for RemainingCells {
    fn from(trajectory: &Trajectory) -> RemainingCells {
        let mut cells = [Point::from_index(0); LONGEST];
        for (own, cell) in cells.iter_mut().zip(trajectory.cells()) {
            *own = cell;
        }
        let len = trajectory.len() as u8;
        RemainingCells { cells, len }
    }
}

impl Deref for RemainingCells {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        &self.cells[..self.len as usize]
    }
}

impl RemainingCells {
    /// Removes a cell that the player has filled. `None` is a pass, which removes nothing. Returns whether the cell was
    /// there.
    #[inline]
    pub(super) fn fill(&mut self, cell: Option<Point>) -> bool {
        let place = self.iter().position(|&own| Some(own) == cell);
        if let Some(place) = place {
            self.len -= 1;
            self.cells.swap(place, self.len as usize);
        }
        place.is_some()
    }

    /// Whether all the remaining cells are playable. True if none remains.
    pub(super) fn is_playable(&self, board: &Board) -> bool {
        self.iter().all(|&cell| board.is_playable(cell))
    }
}
