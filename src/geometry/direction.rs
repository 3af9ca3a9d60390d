//! The eight directions from a cell to its neighbours.

/// One of the eight directions from a cell to a neighbour. They are numbered from 0 clockwise from north, which is up.
/// The neighbour shares a side with the cell if the number is even, and only a corner if it is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// Up, towards the first row.
    pub const NORTH: Direction = Direction(0);
    /// Right.
    pub const EAST: Direction = Direction(2);
    /// Down.
    pub const SOUTH: Direction = Direction(4);
    /// Left.
    pub const WEST: Direction = Direction(6);

    /// All eight directions, clockwise from north.
    pub const ALL: [Direction; 8] = {
        let mut all = [Direction(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Direction(i as u8);
            i += 1;
        }
        all
    };

    /// The four directions to the neighbours that share a side with a cell, clockwise from north.
    pub const SIDES: [Direction; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];

    /// The number of the direction, from 0 for north clockwise to 7 for northwest.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This direction turned clockwise by `eighths` of a full turn. Negative numbers turn it counter-clockwise.
    #[inline]
    pub const fn turn(self, eighths: i32) -> Direction {
        Direction((self.0 as i32).wrapping_add(eighths) as u8 & 7)
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        self.turn(4)
    }

    /// One step in this direction: the change of column (positive to the right) and of row (positive downwards).
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        const DELTAS: [(i32, i32); 8] = [
            (0, -1),
            (1, -1),
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
        ];
        DELTAS[self.index() & 7]
    }

    /// The difference that one step in this direction makes to [`Point::index`](super::Point::index).
    #[inline]
    pub(crate) const fn offset(self) -> i16 {
        const OFFSETS: [i16; 8] = [-64, -63, 1, 65, 64, 63, -1, -65];
        OFFSETS[self.index() & 7]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_may_have_any_number_of_eighths() {
        assert_eq!(Direction::EAST.turn(-3), Direction::ALL[7]);
        assert_eq!(Direction::EAST.turn(i32::MAX), Direction::ALL[1]);
        assert_eq!(Direction::EAST.turn(i32::MIN), Direction::EAST);
    }
}
