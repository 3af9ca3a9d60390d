//! Moves of a playout next to the last dot, drawn by the weights of their 3x3 patterns.
//!
//! CITE: S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo
//! Go" (2006): fights that go on where they have begun, by patterns of 3x3 cells.

use super::open;
use crate::board::Board;
use crate::geometry::{Direction, Player, Point, Rng, weighted_index};
use crate::policy::RingWeights;

/// The weight of each cell that remains in the random order of the playout. It competes with the weights of the cells
/// next to the last dot, which have [`RingWeights::USUAL`] on average: benches/ingredients.md.
const ELSEWHERE: u32 = 6;

/// The side, in cells, of the square round the last dot. The square holds the 3x3 patterns of all neighbours of this
/// dot.
const SIDE: u32 = 5;
/// The lowest [`SIDE`] bits: one row of the square.
const ROW: u64 = (1 << SIDE) - 1;

/// Draws an open cell next to the last dot for a dot of `player`, by the weights of 3x3 patterns. `left` is the number
/// of cells that remain in the random order of the playout. They are in the lot too. `None` if it falls on them, so
/// that the playout goes on with its order. Also `None` if the board has no last move.
pub(super) fn draw(
    board: &Board,
    rings: &RingWeights,
    player: Player,
    left: usize,
    shuffle: &mut Rng,
) -> Option<Point> {
    let last = board.moves().next_back()?.point;
    let around = Around::new(board, last, player);
    let weights = Direction::ALL.map(|direction| around.weight(direction, rings));
    let near: u32 = weights.iter().sum();
    let lot = shuffle.below(near + ELSEWHERE * left as u32);
    weighted_index(weights, lot).map(|index| last.step(Direction::ALL[index]))
}

/// Sets of cells in the square of [`SIDE`] x [`SIDE`] cells round a cell. Each set has one bit a cell, row by row.
struct Around {
    /// Own live dots and closed cells in the lower half of the word, live dots of the opponent and closed cells in the
    /// upper half. A closed cell has no live dot and cannot be played, or is off the board.
    dots: u64,
    /// Open cells: playable, and in no empty base. Only those of the middle rows.
    open: u32,
}

impl Around {
    #[inline]
    fn new(board: &Board, cell: Point, player: Player) -> Around {
        let (live, other) = (board.live(player), board.live(player.opponent()));
        let free = board.free().rows();
        // Two columns and rows before the cell; what lies beyond the padding is padding at the other end.
        let turn = (cell.column() + 62) & 63;
        let mut around = Around { dots: 0, open: 0 };
        for row in 0..SIDE as usize {
            let there = (cell.row() + 62 + row) & 63;
            let (own, enemy, free) = (live.rows()[there], other.rows()[there], free[there]);
            let cells = |row: u64| row.rotate_right(turn) & ROW;
            let shift = SIDE * row as u32;
            around.dots |= cells(own | !(enemy | free)) << shift;
            around.dots |= cells(enemy | !(own | free)) << (shift + u32::BITS);
            if (1..4).contains(&row) {
                around.open |= (cells(open::row(board, there)) as u32) << shift;
            }
        }
        around
    }

    /// The weight of the neighbour, in this direction, of the cell in the middle of the square. It is 0 if the
    /// neighbour is not playable, or is in an empty base.
    #[inline]
    fn weight(&self, direction: Direction, rings: &RingWeights) -> u32 {
        let (dx, dy) = direction.delta();
        let corner = (SIDE as i32 * (dy + 1) + dx + 1) as u32;
        let is_open = self.open >> (corner + SIDE + 1) & 1;
        is_open * rings.get(neighbours(self.dots >> corner))
    }
}

/// The eight cells round a cell of the square, row by row without the cell itself: own dots in the lower byte, dots of
/// the opponent in the upper one. `dots` begins with the upper left one of the eight.
#[inline]
fn neighbours(dots: u64) -> u16 {
    const BOTH: u64 = 1 << u32::BITS | 1;
    let above = dots & (0b111 * BOTH);
    let west = dots >> (SIDE - 3) & (0b1000 * BOTH);
    let east = dots >> (SIDE + 2 - 4) & (0b1_0000 * BOTH);
    let below = dots >> (2 * SIDE - 5) & (0b1110_0000 * BOTH);
    let both = above | west | east | below;
    (both | both >> (u32::BITS - 8)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::policy::{LinearPolicy, Policy};

    /// The weight of a cell by its eight neighbours, each read from the board. It is 0 if the cell is not open.
    fn slow_weight(board: &Board, cell: Point, player: Player, rings: &RingWeights) -> u32 {
        let is_base = |player| board.empty_base(player).contains(cell);
        if !board.is_legal(cell) || Player::ALL.into_iter().any(is_base) {
            return 0;
        }
        let mut dots = 0;
        let neighbours = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        for (number, (dx, dy)) in neighbours.into_iter().enumerate() {
            let (x, y) = (cell.x() as i32 + dx, cell.y() as i32 + dy);
            let there = board.size().point(x as u32, y as u32);
            let has =
                |player: Player| there.is_some_and(|there| board.live(player).contains(there));
            let is_free = there.is_some_and(|there| board.free().contains(there));
            let is_closed = !is_free && !has(player) && !has(player.opponent());
            dots |= u16::from(has(player) || is_closed) << number;
            dots |= u16::from(has(player.opponent()) || is_closed) << (8 + number);
        }
        rings.get(dots)
    }

    #[test]
    fn neighbours_weigh_what_is_round_them() {
        let mut rng = fastrand::Rng::with_seed(3);
        let rings = LinearPolicy::standard().rings().unwrap();
        for number in 0..200 {
            let mut board = Board::new(Size::new(7, 8).unwrap());
            let dots = rng.u32(1..45);
            board.put_at_random(&mut rng, dots);
            let player = Player::ALL[number % 2];
            for cell in board.size().points() {
                let around = Around::new(&board, cell, player);
                for direction in Direction::ALL {
                    let weight = around.weight(direction, rings);
                    let near = cell.step(direction);
                    assert_eq!(weight, slow_weight(&board, near, player, rings), "{near:?}");
                }
            }
        }
    }

    #[test]
    fn fights_go_on_where_they_have_begun() {
        let rings = LinearPolicy::standard().rings().unwrap();
        let mut board = Board::new(Size::new(20, 20).unwrap());
        board.play(Point::new(9, 9), Player::First);
        let mut shuffle = Rng::new(1);
        let mut draw = |board: &Board, left| draw(board, rings, Player::Second, left, &mut shuffle);
        assert_eq!(draw(&Board::new(board.size()), 50), None);
        let alone = (0..500).filter(|_| draw(&board, 50).is_some()).count();
        // A second dot that begins to pass the first one asks for an answer.
        board.play(Point::new(10, 9), Player::Second);
        board.play(Point::new(9, 10), Player::First);
        let passed = (0..500).filter(|_| draw(&board, 50).is_some()).count();
        assert!(alone < passed && passed < 500, "{alone} {passed}");
    }
}
