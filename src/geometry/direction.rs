//! The eight directions from a cell to its neighbours.

/// A direction, numbered clockwise from north (up, towards row 0). Even numbers share a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// Up.
    pub const NORTH: Direction = Direction(0);
    /// Right.
    pub const EAST: Direction = Direction(2);
    /// Down.
    pub const SOUTH: Direction = Direction(4);
    /// Left.
    pub const WEST: Direction = Direction(6);

    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = {
        let mut all = [Direction(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Direction(i as u8);
            i += 1;
        }
        all
    };

    /// The four that share a side with the cell, clockwise from north.
    pub const SIDES: [Direction; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];

    /// 0 to 7, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Turned clockwise by `eighths` of a full turn; negative turns counter-clockwise.
    #[inline]
    pub const fn turn(self, eighths: i32) -> Direction {
        Direction((self.0 as i32 + eighths) as u8 & 7)
    }

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        self.turn(4)
    }

    /// Step in columns (right is positive) and rows (down is positive).
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

    /// What the step adds to a point's index.
    #[inline]
    pub(crate) const fn offset(self) -> i16 {
        const OFFSETS: [i16; 8] = [-64, -63, 1, 65, 64, 63, -1, -65];
        OFFSETS[self.index() & 7]
    }
}
