//! Classes of trajectories: the connected parts of the article's table of cells and trajectories.
//!
//! The table has a row for each cell and a column for each trajectory of either player. An entry is 1 if the cell is on
//! the trajectory. Two trajectories with a common cell belong to the same *class*. So classes have no cell in common.
//!
//! A dot in one class blocks or fills no trajectory of another class. But it can make new trajectories, and a capture can
//! break a chain of another class. So classes need not be independent.
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002), on the connectivity of the table.

use super::Trajectory;
use crate::geometry::{Bitboard, Player, Point};
use bitvec::prelude::{BitVec, bitvec};

/// Trajectories that are connected by common cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The cells of all trajectories of the class.
    pub cells: Bitboard,
    /// The trajectories of each player, by the index of the player, in the order in which they were given.
    pub trajectories: [Vec<Trajectory>; 2],
}

/// The classes of the trajectories of both players. `trajectories` are those of each player, by the index of the
/// player. The classes are in the order of their first cells, row by row.
///
/// ```
/// use tochki::search::trajectory::{classes, trajectories};
/// use tochki::{Player, notation::diagram};
///
/// let board = diagram::parse("
///     . . 0 . . . . . 0 . .
///     . 0 1 . . . . . 1 0 .
///     . . . . . . . . 0 . .
/// ")?;
/// let of_both = Player::ALL.map(|player| trajectories(&board, player, 2));
/// let sizes: Vec<u32> = classes(&of_both).iter().map(|class| class.cells.len()).collect();
/// assert_eq!(sizes, [2, 1]);
/// # Ok::<(), tochki::notation::diagram::DiagramError>(())
/// ```
pub fn classes(trajectories: &[Vec<Trajectory>; 2]) -> Vec<Class> {
    let table = Table::new(trajectories);
    let mut rest = bitvec![1; table.columns.len()];
    let mut classes = Vec::new();
    while let Some(column) = rest.first_one() {
        let connected = table.connected_to(column);
        classes.push(table.class(&connected));
        rest &= !connected;
    }
    classes.sort_by_key(|class| class.cells.first());
    classes
}

/// The table of cells and trajectories.
struct Table<'a> {
    /// The trajectory of each column, with its player.
    columns: Vec<(Player, &'a Trajectory)>,
    /// For each cell on a trajectory, the columns in which its row has a 1.
    rows: Vec<BitVec>,
    /// The number of the row of each cell, by the index of the cell. `None` for cells on no trajectory.
    row_of: Vec<Option<usize>>,
}

impl<'a> Table<'a> {
    fn new(trajectories: &'a [Vec<Trajectory>; 2]) -> Table<'a> {
        let of = |player: Player| {
            trajectories[player.index()]
                .iter()
                .map(move |own| (player, own))
        };
        let columns: Vec<_> = Player::ALL.into_iter().flat_map(of).collect();
        let mut row_of = vec![None; Point::COUNT];
        let mut rows = Vec::new();
        for (column, (_, trajectory)) in columns.iter().enumerate() {
            for cell in trajectory.cells() {
                let row = *row_of[cell.index()].get_or_insert_with(|| {
                    rows.push(bitvec![0; columns.len()]);
                    rows.len() - 1
                });
                rows[row].set(column, true);
            }
        }
        Table {
            columns,
            rows,
            row_of,
        }
    }

    /// The columns that are connected to this one by rows.
    fn connected_to(&self, column: usize) -> BitVec {
        let mut connected = bitvec![0; self.columns.len()];
        connected.set(column, true);
        let mut seen = bitvec![0; self.rows.len()];
        let mut new = vec![column];
        while let Some(column) = new.pop() {
            let (_, trajectory) = self.columns[column];
            for row in trajectory
                .cells()
                .filter_map(|cell| self.row_of[cell.index()])
            {
                if seen.replace(row, true) {
                    continue;
                }
                for other in self.rows[row].iter_ones() {
                    if !connected.replace(other, true) {
                        new.push(other);
                    }
                }
            }
        }
        connected
    }

    /// The class of these columns.
    fn class(&self, columns: &BitVec) -> Class {
        let mut class = Class {
            cells: Bitboard::EMPTY,
            trajectories: [Vec::new(), Vec::new()],
        };
        for (player, trajectory) in columns.iter_ones().map(|column| self.columns[column]) {
            trajectory.cells().for_each(|cell| class.cells.insert(cell));
            class.trajectories[player.index()].push(*trajectory);
        }
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::Size;
    use crate::search::trajectory::trajectories;

    /// Joins two classes as long as two of them have a common cell.
    fn by_merging(trajectories: &[Vec<Trajectory>; 2]) -> Vec<Bitboard> {
        let mut parts: Vec<Bitboard> = Vec::new();
        for trajectory in trajectories.iter().flatten() {
            let mut joined: Bitboard = trajectory.cells().collect();
            parts.retain(|part| {
                let apart = (*part & joined).is_empty();
                if !apart {
                    joined |= *part;
                }
                apart
            });
            parts.push(joined);
        }
        parts.sort_by_key(Bitboard::first);
        parts
    }

    #[test]
    fn trajectories_with_a_common_cell_are_in_one_class() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut most = 0;
        for _ in 0..300 {
            let size = Size::new(random.u32(4..20), random.u32(4..20)).unwrap();
            let mut board = Board::new(size);
            let dots = random.u32(0..size.area() * 2 / 3);
            board.put_at_random(&mut random, dots);
            let of_both = Player::ALL.map(|player| trajectories(&board, player, 3));
            let classes = classes(&of_both);
            let cells: Vec<Bitboard> = classes.iter().map(|class| class.cells).collect();
            assert_eq!(cells, by_merging(&of_both));
            for class in &classes {
                for (found, given) in class.trajectories.iter().zip(&of_both) {
                    let is_in =
                        |set: &&Trajectory| set.cells().any(|cell| class.cells.contains(cell));
                    assert!(found.iter().eq(given.iter().filter(is_in)));
                }
            }
            most = most.max(classes.len());
        }
        assert!(most > 5, "{most}");
    }
}
