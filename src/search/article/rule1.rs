//! Rule 1 of the article: every node drops the trajectories that can no longer be completed. The others are *alive*.
//!
//! Only cells on trajectories that are alive are tried.

use crate::board::Board;
use crate::geometry::{Player, Point, bits};
use crate::search::trajectory::{FREE_TRAJECTORIES, LONGEST, Trajectory};

/// Of very many trajectories this number takes about as long to go through as a node.
const TRAJECTORIES_PER_NODE: usize = 50;

/// The article's table of cells and trajectories, for both players. It has a set of cells for each trajectory, and a
/// set of trajectories for each cell.
#[derive(Clone, Debug)]
pub(super) struct TrajectoryTable {
    sides: [Side; 2],
}

/// The trajectories of one player. Their number in the table is their column.
#[derive(Clone, Debug)]
struct Side {
    /// The number of 64-bit words of a set of trajectories.
    words: usize,
    /// The number of cells of the longest trajectory.
    longest: usize,
    /// The number of cells of each trajectory.
    lengths: Vec<usize>,
    /// The rows of the cells of each trajectory, as many as it has cells.
    cells: Vec<[u16; LONGEST]>,
    /// The set of trajectories through each cell of the table, as bits, one after the other.
    through: Vec<u64>,
}

impl TrajectoryTable {
    /// The table for these cells, which must be all cells of the trajectories. The row of a cell is its index in `cells`.
    pub(super) fn new(cells: &[Point], trajectories: &[Vec<Trajectory>; 2]) -> TrajectoryTable {
        let mut row_of = vec![0; Point::COUNT];
        for (row, cell) in cells.iter().enumerate() {
            row_of[cell.index()] = row;
        }
        let side = |trajectories: &Vec<Trajectory>| {
            let words = trajectories.len().div_ceil(64);
            let mut side = Side {
                words,
                longest: trajectories.iter().map(|t| t.len()).max().unwrap_or(0),
                lengths: trajectories.iter().map(|t| t.len()).collect(),
                cells: vec![[0; LONGEST]; trajectories.len()],
                through: vec![0; cells.len() * words],
            };
            for (column, trajectory) in trajectories.iter().enumerate() {
                for (place, cell) in trajectory.cells().enumerate() {
                    let row = row_of[cell.index()];
                    side.cells[column][place] = row as u16;
                    side.through[row * words + column / 64] |= 1 << (column % 64);
                }
            }
            side
        };
        TrajectoryTable {
            sides: [side(&trajectories[0]), side(&trajectories[1])],
        }
    }

    /// How many nodes more a node with this table counts as: 0 unless it has very many trajectories.
    pub(super) fn excess(&self) -> u64 {
        let all: usize = self.sides.iter().map(|side| side.lengths.len()).sum();
        (all.saturating_sub(FREE_TRAJECTORIES) / TRAJECTORIES_PER_NODE) as u64
    }

    /// The trajectories that are alive at the root: all of them.
    pub(super) fn root(&self) -> Alive {
        let by_need = |side: &Side| {
            let mut sets = vec![0; side.longest * side.words];
            for (column, length) in side.lengths.iter().enumerate() {
                sets[(length - 1) * side.words + column / 64] |= 1 << (column % 64);
            }
            sets
        };
        Alive {
            sets: [by_need(&self.sides[0]), by_need(&self.sides[1])],
        }
    }

    /// Rule 1 after a dot of `player`. `row` is the index of the cell in the table, `None` if the cell is not there.
    /// Sets `next` to the trajectories of `now` that stay alive. Trajectories of the opponent through the cell are
    /// dropped, and those that the dot completes. So are those of either player that need more dots than he has left.
    /// `left` is the number of dots that each player has left after this one.
    pub(super) fn advance(
        &self,
        now: &Alive,
        next: &mut Alive,
        player: Player,
        row: Option<usize>,
        left: [usize; 2],
    ) {
        for side_player in Player::ALL {
            let (index, is_own) = (side_player.index(), side_player == player);
            let (side, from, to) = (&self.sides[index], &now.sets[index], &mut next.sets[index]);
            let through = row.map(|row| side.through(row));
            for need in 1..=side.longest {
                for word in 0..side.words {
                    let i = (need - 1) * side.words + word;
                    let through = through.map_or(0, |set| set[word]);
                    // The own trajectories through the cell need one dot less now.
                    let nearer = match is_own && need < side.longest {
                        true => from[i + side.words] & through,
                        false => 0,
                    };
                    to[i] = match need <= left[index] {
                        true => from[i] & !through | nearer,
                        false => 0,
                    };
                }
            }
        }
    }

    /// Rule 1 after a capture: drops each trajectory with a cell that cannot be played and has no live dot of the
    /// trajectory's player. `cells` are the cells of the table.
    pub(super) fn drop_captured(&self, alive: &mut Alive, board: &Board, cells: &[Point]) {
        for player in Player::ALL {
            let side = &self.sides[player.index()];
            if side.words == 0 {
                continue;
            }
            for (row, &cell) in cells.iter().enumerate() {
                if board.is_playable(cell) || board.live(player).contains(cell) {
                    continue;
                }
                for set in alive.sets[player.index()].chunks_exact_mut(side.words) {
                    for (word, through) in set.iter_mut().zip(side.through(row)) {
                        *word &= !through;
                    }
                }
            }
        }
    }

    /// Sets `cells` to the cells on trajectories that are alive: bit `i` stands for the cell with the row `i`.
    pub(super) fn useful(&self, alive: &Alive, cells: &mut [u64]) {
        cells.fill(0);
        for (side, sets) in self.sides.iter().zip(&alive.sets) {
            for word in 0..side.words {
                let of_any_need = sets[word..].iter().step_by(side.words);
                for bit in bits(of_any_need.fold(0, |all, set| all | set)) {
                    let column = word * 64 + bit;
                    for &row in &side.cells[column][..side.lengths[column]] {
                        cells[usize::from(row) / 64] |= 1 << (row % 64);
                    }
                }
            }
        }
    }

    /// Sets `needs` to the dots that the nearest trajectory through each cell needs, of either player; 0 where none that
    /// is alive goes through the cell. The index is the row of the cell.
    pub(super) fn needs(&self, alive: &Alive, needs: &mut [usize]) {
        needs.fill(0);
        for (side, sets) in self.sides.iter().zip(&alive.sets) {
            for (row, need) in needs.iter_mut().enumerate() {
                let through = side.through(row);
                let meets = |need: &usize| {
                    let set = &sets[(need - 1) * side.words..][..side.words];
                    set.iter()
                        .zip(through)
                        .any(|(alive, through)| alive & through != 0)
                };
                let most = if *need == 0 { side.longest } else { *need - 1 };
                if let Some(nearer) = (1..=most.min(side.longest)).find(meets) {
                    *need = nearer;
                }
            }
        }
    }
}

impl Side {
    /// The set of trajectories through the cell with this row.
    fn through(&self, row: usize) -> &[u64] {
        &self.through[row * self.words..][..self.words]
    }
}

/// The trajectories that are alive at a node. Each player has a set of the trajectories that need one more dot, then a
/// set of those that need two, and so on.
#[derive(Clone, Debug)]
pub(super) struct Alive {
    sets: [Vec<u64>; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_keeps_what_can_be_completed() {
        let cells: Vec<Point> = (0..6).map(|x| Point::new(x, 0)).collect();
        let points = Trajectory::in_first_row;
        let sets = [
            vec![points(&[0]), points(&[1, 2]), points(&[1, 3, 4])],
            vec![points(&[2, 5])],
        ];
        let table = TrajectoryTable::new(&cells, &sets);
        let useful = |alive: &Alive| {
            let mut set = [0];
            table.useful(alive, &mut set);
            set[0]
        };
        let needs = |alive: &Alive| {
            let mut needs = [0; 6];
            table.needs(alive, &mut needs);
            needs
        };
        let root = table.root();
        assert_eq!(useful(&root), 0b111111);
        assert_eq!(needs(&root), [1, 2, 2, 3, 3, 2]);
        // One dot left: the set of three cells cannot be completed any more.
        let mut next = root.clone();
        table.advance(&root, &mut next, Player::First, Some(1), [1, 2]);
        assert_eq!(useful(&next), 0b100111);
        assert_eq!(needs(&next), [1, 1, 1, 0, 0, 2]);
        // The enemy takes a cell, and has one dot left for a set of two.
        let mut after = next.clone();
        table.advance(&next, &mut after, Player::Second, Some(0), [1, 1]);
        assert_eq!(useful(&after), 0b000110);
        // A dot on no trajectory leaves its player one dot less too.
        table.advance(&after, &mut next, Player::First, None, [0, 1]);
        assert_eq!(useful(&next), 0);
    }

    #[test]
    fn of_very_many_trajectories_each_fifty_count_as_a_node() {
        let cells = [Point::new(0, 0)];
        let set = Trajectory::in_first_row(&[0]);
        for (sets, nodes) in [(1000, 0), (1049, 0), (1050, 1), (1500, 10)] {
            let table = TrajectoryTable::new(&cells, &[vec![set; sets - 500], vec![set; 500]]);
            assert_eq!(table.excess(), nodes, "{sets}");
        }
    }
}
