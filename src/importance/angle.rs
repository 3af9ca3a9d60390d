//! The angle heuristic: a free cell where two lines of sight to dots of one player meet at a right
//! angle is where his walls would join.
//!
//! // CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002). The article leaves
//! range, weight and diagonals open; they are settled here.

use crate::board::Board;
use crate::geometry::{Bitboard, Direction, Player};

/// The distances at which a dot counts: not in contact, and not out of sight.
const NEAREST: usize = 2;
const FARTHEST: usize = 5;

/// The lines of an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Along a row and a column.
    Straight,
    /// Along two diagonals.
    Diagonal,
}

impl Lines {
    /// Both kinds, the heavier first.
    pub const ALL: [Lines; 2] = [Lines::Straight, Lines::Diagonal];

    fn first_direction(self) -> Direction {
        match self {
            Lines::Straight => Direction::NORTH,
            Lines::Diagonal => Direction::NORTH.turn(1),
        }
    }
}

/// Weight in thousandths of an angle whose dots are `steps` cells away, added together.
pub(super) fn weight(lines: Lines, steps: u32) -> i32 {
    let fraction = 4.0 / f64::from(steps);
    let nearest = match lines {
        Lines::Straight => 50.0,
        Lines::Diagonal => 30.0,
    };
    (nearest * fraction).round() as i32
}

/// Calls `found` with sets of `cells` that see dots of one player at a right angle, and their
/// distances added together. A cell comes once, with the least sum.
pub(super) fn for_each(
    board: &Board,
    cells: &Bitboard,
    lines: Lines,
    mut found: impl FnMut(Bitboard, u32),
) {
    let sights = Player::ALL.map(|player| {
        let mut direction = lines.first_direction();
        [(); 4].map(|()| {
            let sight = sight(board, player, direction);
            direction = direction.turn(2);
            sight
        })
    });
    let mut left = *cells;
    for steps in 2 * NEAREST..=2 * FARTHEST {
        let mut seen = Bitboard::EMPTY;
        for near in steps.saturating_sub(FARTHEST).max(NEAREST)..=FARTHEST.min(steps - NEAREST) {
            for sight in &sights {
                for (i, line) in sight.iter().enumerate() {
                    let across = &sight[(i + 1) % 4];
                    seen |= line[near - 1] & across[steps - near - 1];
                }
            }
        }
        seen &= left;
        left -= seen;
        found(seen, steps as u32);
    }
}

/// Element `d - 1` holds the cells from which the first thing in the direction that is not a
/// playable cell is a live dot of the player, `d` steps away.
fn sight(board: &Board, player: Player, direction: Direction) -> [Bitboard; FARTHEST] {
    let mut seen = [Bitboard::EMPTY; FARTHEST];
    seen[0] = before(board.live(player), direction);
    for distance in 1..FARTHEST {
        seen[distance] = before(&(seen[distance - 1] & *board.free()), direction);
    }
    seen
}

/// The cells from which one step in the direction leads into the set.
fn before(set: &Bitboard, direction: Direction) -> Bitboard {
    let (dx, dy) = direction.delta();
    let mut shifted = Bitboard::EMPTY;
    let (from, to) = (set.rows(), shifted.rows_mut());
    for row in 1..63_usize {
        let word = from[row.wrapping_add_signed(dy as isize)];
        to[row] = match dx {
            0.. => word >> dx,
            _ => word << -dx,
        };
    }
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn angles(picture: &str, lines: Lines) -> Vec<(u32, u32, u32)> {
        let board = diagram::parse(picture).unwrap();
        let mut angles = Vec::new();
        for_each(&board, board.free(), lines, |cells, steps| {
            angles.extend(cells.iter().map(|cell| (cell.x(), cell.y(), steps)));
        });
        angles
    }

    #[test]
    fn a_right_angle_of_one_colour() {
        let corner = ".....\n.0...\n.....\n.....\n....0";
        assert_eq!(angles(corner, Lines::Straight), [(4, 1, 6), (1, 4, 6)]);
        assert!(angles(corner, Lines::Diagonal).is_empty());
        assert!(angles(".....\n.0...\n.....\n.....\n....1", Lines::Straight).is_empty());
    }

    #[test]
    fn dots_in_contact_or_hidden_do_not_count() {
        assert!(angles("0..\n.0.\n...", Lines::Straight).is_empty());
        assert_eq!(angles("0..\n...\n..0", Lines::Straight).len(), 2);
        assert_eq!(angles("01.\n...\n..0", Lines::Straight), [(0, 2, 4)]);
        assert!(angles("0......\n.......\n.......\n......0", Lines::Straight).is_empty());
    }

    #[test]
    fn diagonal_angles() {
        let picture = "0...0\n.....\n.....\n.....";
        assert_eq!(angles(picture, Lines::Diagonal), [(2, 2, 4)]);
        let lone_far = "0........\n.........\n........0";
        assert!(angles(lone_far, Lines::Diagonal).is_empty());
    }

    #[test]
    fn weights_fall_with_distance() {
        let straight: Vec<i32> = (4..=10).map(|s| weight(Lines::Straight, s)).collect();
        assert_eq!(straight, [50, 40, 33, 29, 25, 22, 20]);
        let diagonal: Vec<i32> = (4..=10).map(|s| weight(Lines::Diagonal, s)).collect();
        assert_eq!(diagonal, [30, 24, 20, 17, 15, 13, 12]);
    }
}
