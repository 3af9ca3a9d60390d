//! Tables of the arcs of dots round a cell.
//!
//! The *code* of a cell describes the live dots of a player in the 3x3 cells round it: nine bits, row by row from the
//! top left. Clockwise round the cell, the neighbouring dots form *arcs*, with *gaps* between them. A gap contains at
//! least one side neighbour without a dot. Two dots at neighbouring sides touch each other. So they belong to one arc,
//! even without a dot at the corner between them.
//!
//! ```text
//! o o .
//! . x .      Two arcs round x: the dots to the north-west and north, and the dot to the south.
//! . o .      The gaps are to the east and to the west.
//! ```
//!
//! A dot put on a cell with fewer than two arcs round it closes no loop.

use crate::geometry::{Bitboard, Direction, Point};

/// The code of a cell: nine bits for the dots of `live` in the 3x3 cells round it, row by row from the top left. The
/// bit of the cell itself is 0.
#[inline]
pub(super) fn code(live: &Bitboard, point: Point) -> usize {
    let (rows, above) = (live.rows(), point.row().wrapping_sub(1));
    // No cell of a board lies in the first or the last row. This is one check for all three rows.
    if above > rows.len() - 3 {
        return 0;
    }
    let window = |row: usize| rows[row] >> (point.column().wrapping_sub(1) & 63);
    code_of_rows(window(above), window(above + 1), window(above + 2))
}

/// The code of a cell, made from the rows above it, its own, and below it. The lowest bit of a row is the cell in the
/// west. Bits above the third are ignored.
#[inline]
pub(super) fn code_of_rows(above: u64, here: u64, below: u64) -> usize {
    (above & 0b111 | (here & 0b101) << 3 | (below & 0b111) << 6) as usize
}

/// A step from a new dot to one of the own dots round it. The branches of connected dots form a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The index of the other dot's point minus that of the new dot. 0 if there is no other dot.
    offset: i16,
    /// Twice the signed area between the branch and the left edge of the board is `area_slope * column + area_constant`.
    /// `column` is that of the new dot.
    area_slope: i16,
    area_constant: i16,
}

impl Branch {
    const fn to(direction: Direction) -> Branch {
        let (dx, dy) = direction.delta();
        Branch {
            offset: direction.offset(),
            area_slope: -2 * dy as i16,
            area_constant: (-dx * dy) as i16,
        }
    }

    const ALONE: Branch = Branch {
        offset: 0,
        area_slope: 0,
        area_constant: 0,
    };

    /// The index of the point that the branch leads to from `point`.
    #[inline]
    pub(super) fn end(&self, point: Point) -> usize {
        (point.index() as i32 + i32::from(self.offset)) as usize & (Point::COUNT - 1)
    }

    /// Twice the signed area of the trapezium between the branch from `point` and the left edge of the board, in the
    /// upper half of the word.
    #[inline]
    pub(super) fn area(&self, point: Point) -> u32 {
        let area = i32::from(self.area_slope) * point.column() as i32;
        ((area + i32::from(self.area_constant)) as u32) << 16
    }
}

/// The arcs and gaps round a cell, clockwise. Gap `i` follows arc `i`.
#[derive(Clone, Copy)]
pub(super) struct Arcs {
    pub(super) count: u8,
    /// The branch to one dot of each arc, to one at a side if the arc has such a dot. Then two branches never cross, so the
    /// branches of connected dots form a plane tree.
    pub(super) branches: [Branch; 4],
    /// The direction of one side neighbour without a dot in each gap.
    pub(super) gaps: [Direction; 4],
}

/// The first arc of dots round a cell.
#[derive(Clone, Copy)]
pub(super) struct FirstArc {
    /// The branch to a dot of the arc, as in [`Arcs`].
    pub(super) branch: Branch,
    /// Whether there are other arcs.
    pub(super) has_several_arcs: bool,
}

/// The first arc of dots round a cell, by the code of the cell. With one arc or none, which is the usual case, no other
/// table is needed.
pub(super) static FIRST_ARCS: [FirstArc; 512] = {
    let mut table = [FirstArc {
        branch: Branch::ALONE,
        has_several_arcs: false,
    }; 512];
    let mut code = 0;
    while code < 512 {
        let arcs = arcs_of(directions_of(code));
        table[code].branch = arcs.branches[0];
        table[code].has_several_arcs = arcs.count > 1;
        code += 1;
    }
    table
};

/// The arcs of dots round a cell, and the gaps between them, by the code of the cell.
pub(super) static ARCS: [Arcs; 512] = {
    let mut table = [arcs_of(0); 512];
    let mut code = 0;
    while code < 512 {
        table[code] = arcs_of(directions_of(code));
        code += 1;
    }
    table
};

/// `FIRST_DOTS[d][code]`: turning clockwise from direction `d`, the first direction with a dot; `d` itself if there is
/// none.
pub(super) static FIRST_DOTS: [[Direction; 512]; 8] = {
    let mut table = [[Direction::NORTH; 512]; 8];
    let mut i = 0;
    while i < 8 * 512 {
        let (side, code) = (Direction::ALL[i / 512], i % 512);
        let dots = directions_of(code);
        let mut turn = 0;
        while turn < 8 && dots >> side.turn(turn).index() & 1 == 0 {
            turn += 1;
        }
        table[i / 512][code] = side.turn(turn);
        i += 1;
    }
    table
};

const fn directions_of(code: usize) -> u8 {
    let mut set = 0;
    let mut i = 0;
    while i < 8 {
        let (dx, dy) = Direction::ALL[i].delta();
        if code >> ((dy + 1) * 3 + dx + 1) & 1 != 0 {
            set |= 1 << i;
        }
        i += 1;
    }
    set
}

const fn arcs_of(dots: u8) -> Arcs {
    let mut arcs = Arcs {
        count: 0,
        branches: [Branch::ALONE; 4],
        gaps: [Direction::NORTH; 4],
    };
    let Some(first_gap) = first_open_side(dots) else {
        // Dots at all four sides form one arc without a gap.
        arcs.count = 1;
        arcs.branches[0] = Branch::to(Direction::NORTH);
        return arcs;
    };
    // The search starts in a gap, so that no arc is cut in two.
    let mut arc: Option<Direction> = None;
    let mut eighths = 1;
    while eighths <= 8 {
        let direction = first_gap.turn(eighths);
        let is_side = direction.index().is_multiple_of(2);
        if dots >> direction.index() & 1 != 0 {
            arc = match arc {
                Some(dot) if dot.index().is_multiple_of(2) || !is_side => Some(dot),
                _ => Some(direction),
            };
        } else if is_side {
            if let Some(dot) = arc {
                arcs.branches[arcs.count as usize] = Branch::to(dot);
                arcs.gaps[arcs.count as usize] = direction;
                arcs.count += 1;
            }
            arc = None;
        }
        eighths += 1;
    }
    arcs
}

const fn first_open_side(dots: u8) -> Option<Direction> {
    let mut i = 0;
    while i < 4 {
        if dots >> (2 * i) & 1 == 0 {
            return Some(Direction::SIDES[i]);
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of arcs of dots round a cell, counted in another way: by the places where a gap between arcs ends.
    #[test]
    fn arcs_match_a_plain_count() {
        for (code, arcs) in ARCS.iter().enumerate() {
            let dots = directions_of(code);
            let open = |i: usize| dots >> (i % 8) & 1 == 0;
            // A gap ends where a dot follows an open side, or an open side and an open corner.
            let ends = (0..8)
                .step_by(2)
                .filter(|&i| open(i) && !(open(i + 1) && open(i + 2)))
                .count();
            let expected = match (dots, ends) {
                (0, _) => 0,
                (_, 0) => 1,
                (_, ends) => ends,
            };
            assert_eq!(arcs.count as usize, expected, "code {code:09b}");
            for i in 0..arcs.count as usize {
                let direction = Direction::ALL
                    .iter()
                    .position(|&d| Branch::to(d) == arcs.branches[i]);
                assert_ne!(dots >> direction.unwrap() & 1, 0);
                if ends > 0 {
                    assert!(open(arcs.gaps[i].index()));
                }
            }
        }
    }
}
