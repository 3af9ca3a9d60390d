//! Sets of the eight cells round a cell.

use super::Bitboard;

/// A set of the eight cells round a cell, one bit each. Bit [`index`](super::Direction::index) of a direction stands
/// for the cell in that direction.
pub(crate) type NeighbourMask = u8;

/// The set of the eight cells round a cell, made from three rows of three cells: above it, its own, and below it. The
/// lowest bit of a row is the cell in the west. The middle bit of `here` and bits above the third are ignored.
#[inline]
pub(crate) const fn neighbours_of_rows(above: u64, here: u64, below: u64) -> NeighbourMask {
    (above >> 1 & 0b11
        | here & 0b100
        | (below & 0b100) << 1
        | (below & 0b010) << 3
        | (below & 0b001) << 5
        | (here & 0b001) << 6
        | (above & 0b001) << 7) as NeighbourMask
}

/// The set of the eight cells round a cell, made from these cells row by row, without the cell itself. The northwest is
/// in the lowest bit.
pub(crate) fn neighbours_of_cells(cells: u8) -> NeighbourMask {
    let cells = u64::from(cells);
    let here = cells >> 3 & 1 | cells >> 2 & 0b100;
    neighbours_of_rows(cells, here, cells >> 5)
}

/// The cells of the row `here` round which a set of cells forms several arcs, one bit for each column. The arguments are
/// the words of the set in three rows.
///
/// CITE: the connectivity number of S. Yokoi, J. Toriwaki and T. Fukumura, "An analysis of topological
/// properties of digitized binary pictures using local features" (1975): clockwise, an arc begins after a side
/// that is not set, if the next corner or side is set.
#[inline]
pub(crate) fn has_several_arcs(above: u64, here: u64, below: u64) -> u64 {
    let (north, south) = (above, below);
    let (west, east) = (here << 1, here >> 1);
    let arcs = [
        !north & (above >> 1 | east),
        !east & (below >> 1 | south),
        !south & (below << 1 | west),
        !west & (above << 1 | north),
    ];
    let pairs = [(arcs[0], arcs[1]), (arcs[2], arcs[3])];
    let [first, second] = pairs.map(|(a, b)| (a | b, a & b));
    first.1 | second.1 | first.0 & second.0
}

/// The eight images of a set of neighbours under rotations and reflections. The first one is the set itself. The others
/// may repeat.
pub(crate) fn neighbour_symmetries(neighbours: NeighbourMask) -> [NeighbourMask; 8] {
    // Northwest goes to northeast, and north stays where it is.
    let reflected = neighbours.reverse_bits().rotate_left(1);
    std::array::from_fn(|number| match number {
        0..4 => neighbours.rotate_left(2 * number as u32),
        _ => reflected.rotate_left(2 * number as u32),
    })
}

impl Bitboard {
    /// The cells round which cells of the set form [several arcs](has_several_arcs). The cell itself need not be in the
    /// set.
    pub(crate) fn cells_with_several_arcs(&self) -> Bitboard {
        let (mut found, rows) = (Bitboard::EMPTY, self.rows());
        for row in 1..63 {
            found.rows_mut()[row] = has_several_arcs(rows[row - 1], rows[row], rows[row + 1]);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Direction, Symmetry};

    #[test]
    fn a_bit_for_each_direction() {
        // The directions to the eight cells row by row, from the northwest to the southeast.
        for (number, direction) in [7, 0, 1, 6, 2, 5, 4, 3].into_iter().enumerate() {
            assert_eq!(neighbours_of_cells(1 << number), 1 << direction);
        }
    }

    #[test]
    fn symmetries_are_those_of_the_square() {
        for neighbours in [0b1, 0b10, 0b1011, 0b1010_0110] {
            let bits = |symmetry: Symmetry| {
                let there = |direction: &Direction| {
                    let (dx, dy) = direction.delta();
                    symmetry.vector(dx, dy)
                };
                let cells = Direction::ALL
                    .iter()
                    .filter(|d| neighbours >> d.index() & 1 == 1);
                let moved = cells.map(there).map(|delta| {
                    let index = Direction::ALL.iter().position(|d| d.delta() == delta);
                    1 << index.unwrap()
                });
                moved.fold(0, |all, bit: NeighbourMask| all | bit)
            };
            let mut expected: Vec<NeighbourMask> = Symmetry::all().map(bits).collect();
            let mut found = neighbour_symmetries(neighbours);
            assert_eq!(found[0], neighbours);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found.to_vec(), expected);
        }
    }
}
