//! The angle heuristic: a free cell is important if it sees two live dots of one player in two directions at a right
//! angle, because two walls of that player would meet there. A dot is seen at a distance of 2 to 5 steps if all cells
//! in between are playable.
//!
//! ```text
//! 0 . . *      * sees the dot to the west and the dot to the south
//! . . . .
//! . . . 0
//! ```
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002). The article does not give
//! the range, the weight or the diagonals; they are chosen here.

use crate::board::Board;
use crate::geometry::{Bitboard, Direction, Player, Point, bits};

/// Least distance in steps of a dot that counts for an angle. A dot in contact with the cell does not count.
const NEAREST: usize = 2;
/// Greatest distance in steps of a dot that counts for an angle.
const FARTHEST: usize = 5;

/// The orientation of a right angle: the two lines through a cell on which it sees two dots of one player.
#[derive(Clone, Copy, Debug)]
pub(super) enum AngleKind {
    /// The row and the column of the cell.
    Straight,
    /// The two diagonals of the cell.
    Diagonal,
}

impl AngleKind {
    pub(super) const ALL: [AngleKind; 2] = [AngleKind::Straight, AngleKind::Diagonal];

    /// One direction along each of the two lines. The other direction is its opposite.
    fn directions(self) -> [Direction; 2] {
        match self {
            AngleKind::Straight => [Direction::NORTH, Direction::EAST],
            AngleKind::Diagonal => [Direction::NORTH.turn(1), Direction::EAST.turn(1)],
        }
    }
}

/// Importance that an angle of this kind gives its cell, in thousandths: 20 to 50 for straight angles, 12 to 30 for
/// diagonal ones. `steps` is the sum of the distances of the two dots from the cell, from 4 to 10. Near dots weigh
/// more.
pub(super) fn weight(kind: AngleKind, steps: u32) -> i32 {
    let fraction = 4.0 / f64::from(steps);
    let nearest = match kind {
        AngleKind::Straight => 50.0,
        AngleKind::Diagonal => 30.0,
    };
    (nearest * fraction).round() as i32
}

/// Calls `found` with every cell of `cells` that sees two live dots of one player at a right angle, and with the sum of
/// their distances in steps. A cell with several such pairs of dots is reported once, with the smallest sum. `cells`
/// must be playable cells.
pub(super) fn for_each(
    board: &Board,
    cells: &Bitboard,
    kind: AngleKind,
    mut found: impl FnMut(Point, u32),
) {
    for (row, &cells) in cells.rows().iter().enumerate() {
        let mut left = cells;
        if left == 0 {
            continue;
        }
        // A right angle has one arm on each line. The arm may go either way along its line.
        let [along, across] = kind.directions().map(|line| sights(board, row, line));
        for steps in 2 * NEAREST..=2 * FARTHEST {
            let mut hits = 0;
            for near in steps.saturating_sub(FARTHEST).max(NEAREST)..=FARTHEST.min(steps - NEAREST)
            {
                let (a, b) = (along[near - NEAREST], across[steps - near - NEAREST]);
                hits |= a[0] & b[0] | a[1] & b[1];
            }
            hits &= left;
            left &= !hits;
            for column in bits(hits) {
                found(Point::from_index(row << 6 | column), steps as u32);
            }
        }
    }
}

/// The cells of one `row` that see a live dot in the direction of `line` or in the opposite direction. A cell sees a
/// dot if all cells between them are playable.
///
/// The outer index of the result is the distance minus [`NEAREST`]. The inner index is the player of the dot. Bit `c`
/// of a word stands for the cell in column `c`.
fn sights(board: &Board, row: usize, line: Direction) -> [[u64; 2]; FARTHEST - NEAREST + 1] {
    let mut seen = [[0; 2]; FARTHEST - NEAREST + 1];
    for direction in [line, line.opposite()] {
        let (dx, dy) = direction.delta();
        let mut open = !0;
        for distance in 1..=FARTHEST {
            // Rows past the padding wrap round. The padding has blocked the view by then.
            let there = row.wrapping_add_signed(dy as isize * distance as isize) % 64;
            let there = |set: &Bitboard| match dx {
                1 => set.rows()[there] >> distance,
                -1 => set.rows()[there] << distance,
                _ => set.rows()[there],
            };
            if distance >= NEAREST {
                for player in Player::ALL {
                    let dots = there(board.live(player));
                    seen[distance - NEAREST][player.index()] |= open & dots;
                }
            }
            open &= there(board.free());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn angles(picture: &str, kind: AngleKind) -> Vec<(u32, u32, u32)> {
        let board = diagram::parse(picture).unwrap();
        let mut angles = Vec::new();
        for_each(&board, board.free(), kind, |cell, steps| {
            angles.push((cell.x(), cell.y(), steps));
        });
        angles
    }

    #[test]
    fn a_right_angle_of_one_colour() {
        let corner = ".....\n.0...\n.....\n.....\n....0";
        assert_eq!(angles(corner, AngleKind::Straight), [(4, 1, 6), (1, 4, 6)]);
        assert!(angles(corner, AngleKind::Diagonal).is_empty());
        assert!(angles(".....\n.0...\n.....\n.....\n....1", AngleKind::Straight).is_empty());
    }

    #[test]
    fn dots_in_contact_or_hidden_do_not_count() {
        assert!(angles("0..\n.0.\n...", AngleKind::Straight).is_empty());
        assert_eq!(angles("0..\n...\n..0", AngleKind::Straight).len(), 2);
        assert_eq!(angles("01.\n...\n..0", AngleKind::Straight), [(0, 2, 4)]);
        assert!(angles("0......\n.......\n.......\n......0", AngleKind::Straight).is_empty());
    }

    #[test]
    fn diagonal_angles() {
        let picture = "0...0\n.....\n.....\n.....";
        assert_eq!(angles(picture, AngleKind::Diagonal), [(2, 2, 4)]);
        let lone_far = "0........\n.........\n........0";
        assert!(angles(lone_far, AngleKind::Diagonal).is_empty());
    }

    #[test]
    fn weights_fall_with_distance() {
        let straight: Vec<i32> = (4..=10).map(|s| weight(AngleKind::Straight, s)).collect();
        assert_eq!(straight, [50, 40, 33, 29, 25, 22, 20]);
        let diagonal: Vec<i32> = (4..=10).map(|s| weight(AngleKind::Diagonal, s)).collect();
        assert_eq!(diagonal, [30, 24, 20, 17, 15, 13, 12]);
    }
}
