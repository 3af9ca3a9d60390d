//! A trajectory as a small set of cells.

use crate::geometry::Point;

/// The greatest number of cells of a trajectory that is searched for.
pub const LONGEST: usize = 5;

/// A minimal set of free cells that captures something if one player takes all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trajectory {
    len: u8,
    /// The cells, row by row. Places past the number of cells hold the point with index 0.
    cells: [Point; LONGEST],
}

impl Trajectory {
    pub(in crate::search) fn new(cells: &[Point]) -> Trajectory {
        let mut all = [Point::from_index(0); LONGEST];
        all[..cells.len()].copy_from_slice(cells);
        all[..cells.len()].sort_unstable();
        Trajectory {
            len: cells.len() as u8,
            cells: all,
        }
    }

    /// The cells in these columns of the first row.
    #[cfg(test)]
    pub(in crate::search) fn in_first_row(columns: &[u32]) -> Trajectory {
        let cells: Vec<Point> = columns.iter().map(|&x| Point::new(x, 0)).collect();
        Trajectory::new(&cells)
    }

    /// The set of the given cells and those of the trajectory.
    pub(super) fn with(&self, cells: &[Point]) -> Trajectory {
        let len = self.len();
        let mut all = self.cells;
        all[len..][..cells.len()].copy_from_slice(cells);
        Trajectory::new(&all[..len + cells.len()])
    }

    /// Number of cells.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a trajectory is never empty")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The cells, row by row.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Point> + Clone + '_ {
        self.cells[..self.len()].iter().copied()
    }

    /// Whether the cell is on the trajectory.
    #[inline]
    pub fn contains(&self, cell: Point) -> bool {
        self.cells[..self.len()].contains(&cell)
    }
}
