//! The cells round a cell, as words that are quick to combine.
//!
//! A *square* is a set of cells among the 5x5 round a cell, in 30 bits: five rows of six bits, the top row in the lowest
//! bits, and the leftmost cell in the lowest bit of its row. The sixth bit of a row is not used, so that a shift by one
//! leads to no other row. A word holds two squares, that of the first player in the lower half.

use super::{Board, neighbourhood};
use crate::geometry::{Player, Point, bits, has_several_arcs};

/// Number of bits of a row of a square.
const ROW: u32 = 6;
/// A factor that copies a square into both halves of a word.
const BOTH: u64 = 1 << u32::BITS | 1;
/// All cells of a square.
const CELLS: u64 = 0b1_1111 * (1 | 1 << ROW | 1 << (2 * ROW) | 1 << (3 * ROW) | 1 << (4 * ROW));
/// The bit of the cell in the middle of a square.
const MIDDLE: usize = 2 * ROW as usize + 2;
/// The cell in the middle of a square and the eight round it.
const BESIDE: u64 = 0b1110 << ROW | 0b1110 << (2 * ROW) | 0b1110 << (3 * ROW);

/// What is round a cell: the live dots of both players, and the cells that are worth a dot of theirs. A cell is
/// *worth a dot* of a player if it is playable and in no empty base of his own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    middle: Point,
    /// A square for each player: his live dots.
    live: u64,
    /// A square for each player: the cells that are worth a dot of his.
    worth_a_dot: u64,
    /// A square for each player: those of the middle and the eight cells round it that are worth a dot of his, and
    /// round which his dots form [several arcs](has_several_arcs).
    several: u64,
}

impl Around {
    /// What is round the cell `middle` of a board.
    #[inline]
    pub(crate) fn of(board: &Board, middle: Point) -> Around {
        let [first, second] = Player::ALL.map(|player| board.live(player).rows());
        let bases = Player::ALL.map(|player| board.empty_base(player).rows());
        let free = board.free().rows();
        // The square begins two columns and two rows before the cell. Where that is off the bitboard, it wraps round to
        // the padding at the other end.
        let turn = (middle.column() + 62) & 63;
        let columns = 0b1_1111_u64.rotate_left(turn);
        let both = |a: u64, b: u64| a | b.rotate_left(u32::BITS);
        let (mut live, mut worth_a_dot) = (0_u64, 0_u64);
        for row in 0..5 {
            let there = (middle.row() + 62 + row) & 63;
            let free = free[there] & columns;
            let [a, b] = bases.map(|base| free & !base[there]);
            let dots = both(first[there] & columns, second[there] & columns);
            // Each row is rotated by a constant. One rotation at the end brings all of them to the lowest bits.
            live |= dots.rotate_left(ROW * row as u32);
            worth_a_dot |= both(a, b).rotate_left(ROW * row as u32);
        }
        let [live, worth_a_dot] = [live, worth_a_dot].map(|squares| squares.rotate_right(turn));
        // Shifts also bring bits of one half into the other. They reach only its first or last row, which is not used.
        let several = has_several_arcs(live << ROW, live, live >> ROW);
        Around {
            middle,
            live,
            worth_a_dot,
            several: several & worth_a_dot & (BESIDE * BOTH),
        }
    }

    /// The cell in the middle.
    #[inline]
    pub(crate) fn middle(&self) -> Point {
        self.middle
    }

    /// The [open](Board::is_open) cells next to the middle, as a square: playable, and in no empty base. The middle
    /// must have a dot.
    #[inline]
    pub(crate) fn open_beside(&self) -> u64 {
        self.worth_a_dot & self.worth_a_dot >> u32::BITS & BESIDE
    }

    /// The cells next to the middle, and the middle itself, that are worth a dot of `player`, and round which his dots
    /// form several arcs. Each comes with its [code](neighbourhood::code).
    #[inline]
    pub(super) fn with_several_arcs(self, player: Player) -> impl Iterator<Item = (Point, usize)> {
        let live = half(self.live, player);
        bits(half(self.several, player)).map(move |bit| {
            let dots = live >> (bit as u32 - ROW - 1);
            let (above, here, below) = (dots, dots >> ROW, dots >> (2 * ROW));
            (
                self.point(bit),
                neighbourhood::code_of_rows(above, here, below),
            )
        })
    }

    /// The point of a bit of a square.
    #[inline]
    pub(crate) fn point(&self, bit: usize) -> Point {
        let (row, column) = (bit / ROW as usize, bit % ROW as usize);
        // The upper left cell may be off the board.
        let corner = self.middle.index().wrapping_sub(2 << 6 | 2);
        Point::from_index(corner.wrapping_add(row << 6 | column))
    }

    /// Two squares: the live dots of `player` in the lower half of the word, those of his opponent in the upper half.
    /// Closed cells are in both squares. A cell is closed if it has no live dot and cannot be played, or is off the
    /// board.
    #[inline]
    pub(crate) fn dots(&self, player: Player) -> u64 {
        // No cell is in empty bases of both players.
        let used = self.live | self.worth_a_dot;
        let closed = BOTH * (!(used | used >> u32::BITS) & CELLS);
        self.live.rotate_right(u32::BITS * player.index() as u32) | closed
    }

    /// The eight cells round the middle, row by row without the middle itself: the playable ones in the lower byte, and
    /// those with live dots of `player` in the upper byte.
    #[inline]
    pub(crate) fn playable_and_dots(&self, player: Player) -> u16 {
        // No cell is in empty bases of both players.
        let playable = u64::from((self.worth_a_dot | self.worth_a_dot >> u32::BITS) as u32);
        Around::neighbours(playable | half(self.live, player) << u32::BITS, MIDDLE)
    }

    /// The eight cells round the cell of a bit, row by row without the cell itself. Those of the lower half of `dots` are
    /// in the lower byte, those of the upper half in the upper byte. The cell must be the middle or next to it.
    #[inline]
    pub(crate) fn neighbours(dots: u64, bit: usize) -> u16 {
        let dots = dots >> (bit as u32 - ROW - 1);
        let above = dots & (0b111 * BOTH);
        let west = dots >> (ROW - 3) & (0b1000 * BOTH);
        let east = dots >> (ROW + 2 - 4) & (0b1_0000 * BOTH);
        let below = dots >> (2 * ROW - 5) & (0b1110_0000 * BOTH);
        let both = above | west | east | below;
        (both | both >> (u32::BITS - 8)) as u16
    }
}

#[inline]
fn half(squares: u64, player: Player) -> u64 {
    u64::from((squares >> (u32::BITS * player.index() as u32)) as u32)
}

#[cfg(test)]
mod tests {
    use super::super::neighbourhood::FIRST_ARCS;
    use super::*;
    use crate::geometry::{Direction, NeighbourMask, Size, neighbours_of_cells};

    /// What is round a cell, read from the board cell by cell.
    fn compare(board: &Board, middle: Point) {
        let around = Around::of(board, middle);
        for player in Player::ALL {
            let cells = around.playable_and_dots(player).to_le_bytes();
            let [playable, dots] = cells.map(neighbours_of_cells);
            for direction in Direction::ALL {
                let there = middle.step(direction);
                let has = |set: NeighbourMask| set >> direction.index() & 1 == 1;
                assert_eq!(has(playable), board.free().contains(there), "{middle}");
                assert_eq!(has(dots), board.live(player).contains(there), "{middle}");
            }
        }
        let is_in = |square: u64, bit: usize| square >> bit & 1 == 1;
        for (dy, dx) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dy, dx))) {
            let bit = (6 * (dy + 2) + dx + 2) as usize;
            let (x, y) = (middle.x() as i32 + dx, middle.y() as i32 + dy);
            let there = board.size().point(x as u32, y as u32);
            let is_beside = dx.abs() <= 1 && dy.abs() <= 1;
            let on_board = |is: &dyn Fn(Point) -> bool| there.is_some_and(is);
            for player in Player::ALL {
                let live = on_board(&|there| board.live(player).contains(there));
                let other = on_board(&|there| board.live(player.opponent()).contains(there));
                let free = on_board(&|there| board.is_playable(there));
                let dots = around.dots(player);
                let is_closed = !live && !other && !free;
                assert_eq!(is_in(dots, bit), live || is_closed, "{middle} {dx} {dy}");
                assert_eq!(is_in(dots, bit + 32), other || is_closed);
                let base =
                    |player: Player| on_board(&|there| board.empty_base(player).contains(there));
                let has_arcs = on_board(&|there| {
                    FIRST_ARCS[neighbourhood::code(board.live(player), there)].has_several_arcs
                });
                let several = is_beside && free && !base(player) && has_arcs;
                let mut found = around.with_several_arcs(player);
                let code = found.find_map(|(cell, code)| (Some(cell) == there).then_some(code));
                let live = board.live(player);
                let expected = there.map(|there| neighbourhood::code(live, there));
                assert_eq!(code, expected.filter(|_| several), "{board}");
                if (dx, dy) != (0, 0) {
                    let open = is_beside && free && !Player::ALL.into_iter().any(base);
                    assert_eq!(is_in(around.open_beside(), bit), open);
                }
            }
        }
    }

    #[test]
    fn squares_are_what_is_on_the_board() {
        let mut rng = fastrand::Rng::with_seed(5);
        for (width, height) in [(7, 8), (62, 62), (1, 3), (20, 4)] {
            for _ in 0..30 {
                let size = Size::new(width, height).unwrap();
                let mut board = Board::new(size);
                let dots = rng.u32(..size.area());
                board.put_at_random(&mut rng, dots);
                let cells: Vec<Point> = size.points().collect();
                for _ in 0..40 {
                    compare(&board, cells[rng.usize(..cells.len())]);
                }
            }
        }
    }
}
