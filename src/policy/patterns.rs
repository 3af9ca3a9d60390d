//! Patterns: numbers for the dots round a cell. Rotations and reflections of the dots do not change the number.
//!
//! A pattern has up to 20 cells in three sets:
//!
//! ```text
//! . 3 2 3 .
//! 3 1 1 1 3      1: the ring of 8 cells
//! 2 1 * 1 2      2: the 4 cells two steps away along rows and columns
//! 3 1 1 1 3      3: the 8 cells a knight's move away
//! . 3 2 3 .
//! ```
//!
//! Each cell in each state has a random number, its key, for each of the eight symmetries. The keys of all cells are
//! summed by symmetry. The eight sums are folded into one number by an operation that does not depend on their order.
//!
//! A pattern of 20 cells is often new when its corners and sides are not. So these *parts* have numbers of their own:
//! the seven cells of each corner, and the eight cells on each side.
//!
//! Keys are looked up by whole rows of five cells, with two bits for each cell.
//!
//! CITE: D. Stern, R. Herbrich and T. Graepel, "Bayesian pattern ranking for move prediction in the game of Go" (2006):
//! patterns of several sizes, looked up by hashes of random keys in all eight symmetries.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Symmetry};
#[cfg(any(test, feature = "cli"))]
use crate::geometry::{NeighbourMask, neighbours_of_rows};
use std::sync::LazyLock;

/// Sums of the keys of cells, one for each of the eight symmetries.
type Sums = [u32; 8];

/// Largest distance of a cell of a pattern from the centre of the pattern, in columns or rows.
const REACH: i32 = 2;
const ROWS: usize = 2 * REACH as usize + 1;
/// Number of states of a row of five cells, with two bits for each cell.
const ROW_STATES: usize = 1 << (2 * ROWS);
/// Largest offset at which the pattern round the last move marks a candidate move, in columns or rows.
pub(super) const MARK_REACH: i32 = 3;

/// The three disjoint sets of cells that make up patterns, as the squared distances of their cells from the centre: the
/// ring of 8, the 4 two steps away along rows and columns, and the 8 a knight's move away.
const SETS: [&[i32]; 3] = [&[1, 2], &[4], &[5]];
/// The rows in which each of the three sets of cells has cells. Row 2 is that of the centre.
const SET_ROWS: [&[usize]; 3] = [&[1, 2, 3], &[0, 2, 4], &[0, 1, 3, 4]];
/// For each of the three sets of cells and each row, a mask of both state bits of the cells that belong to the set.
const SET_COLUMNS: [[usize; ROWS]; 3] = [
    [0, 0b01110_01110, 0b01010_01010, 0b01110_01110, 0],
    [0b00100_00100, 0, 0b10001_10001, 0, 0b00100_00100],
    [
        0b01010_01010,
        0b10001_10001,
        0,
        0b10001_10001,
        0b01010_01010,
    ],
];

/// A part of the cells round a cell: a side or a corner. The functions describe it as it lies to the right, or to the
/// lower right.
struct Part {
    /// Whether the part has the cell at an offset in columns and rows from the centre.
    has: fn(i32, i32) -> bool,
    /// The image of an offset under the reflection that maps the part to itself.
    reflected: fn(i32, i32) -> (i32, i32),
}

/// The two kinds of parts: a corner, then a side.
const PARTS: [Part; 2] = [
    Part {
        has: |dx, dy| dx >= 0 && dy >= 0 && is_seen(dx, dy),
        reflected: |dx, dy| (dy, dx),
    },
    Part {
        has: |dx, dy| dx >= 0 && dy.abs() <= 1 && is_seen(dx, dy),
        reflected: |dx, dy| (dx, -dy),
    },
];
/// Number of directions in which each kind of part lies: there are four corners and four sides.
const TURNS: usize = 4;

/// Number of bits by which each row of five cells is shifted left in a [`Window`], before all are shifted right by
/// [`LOWEST_BIT`].
const ROW_SHIFTS: [u32; ROWS] = [0, 4, 9, 14, 18];
/// For each of the five rows of a pattern, a mask of the cells that belong to it.
const ROW_CELLS: [u32; ROWS] = [0b01110, 0b11111, 0b11011, 0b11111, 0b01110];
/// Number of bits of a [`Window`] for the dots of one player: one for each of the 20 cells, and one for the centre.
const WINDOW_BITS: u32 = 21;
/// Number of bits by which the rows of a window are shifted right when they are put together. The lowest bit would be
/// the upper left corner, which no pattern has.
const LOWEST_BIT: u32 = 1;
/// The state that marks the cell of the candidate move in the pattern round the last move. Other cells have states 0 to
/// 3.
const CANDIDATE: u32 = 4;

/// Sums of the keys of cells by set of cells, row, and state of the row. A key is a random number for a cell in a
/// state.
struct Keys {
    rows: Vec<[[Sums; ROW_STATES]; ROWS]>,
    parts: [[PartKeys; TURNS]; PARTS.len()],
    /// Keys of the cell of the candidate move, by its row and column relative to the last move, both plus
    /// [`MARK_REACH`].
    candidates: [[Sums; CANDIDATE_ROWS]; CANDIDATE_ROWS],
}

/// Sums of keys of a part of the cells, a corner or a side, in one of its four directions.
struct PartKeys {
    /// For each row a mask of both state bits of the cells of the part.
    columns: [usize; ROWS],
    rows: Box<[PartSums; ROWS]>,
}

/// For each state of a row of cells, the sum of the random keys of its cells: first as the row is, then for its mirror
/// image. A state says for each cell of the row what is on it.
type PartSums = [[u32; 2]; ROW_STATES];

/// Number of rows, and of columns, in which the candidate move has a key.
const CANDIDATE_ROWS: usize = 2 * MARK_REACH as usize + 1;

static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);

/// Makes the table of keys now instead of on first use. It takes a few milliseconds.
pub(super) fn prepare() {
    LazyLock::force(&KEYS);
}

impl Keys {
    fn new() -> Keys {
        let mut keys = vec![[[[0; 8]; ROW_STATES]; ROWS]; SETS.len()];
        for (set, rows) in keys.iter_mut().enumerate() {
            for (row, states) in rows.iter_mut().enumerate() {
                add_row(states, set, row);
            }
        }
        let place = |index: usize| index as i32 - MARK_REACH;
        let candidates = |y| std::array::from_fn(|x| keys_of(place(x), place(y), CANDIDATE));
        Keys {
            rows: keys,
            parts: PARTS.map(|part| std::array::from_fn(|turn| PartKeys::new(&part, turn))),
            candidates: std::array::from_fn(candidates),
        }
    }
}

impl PartKeys {
    fn new(part: &Part, turn: usize) -> PartKeys {
        let mut columns = [0; ROWS];
        let mut rows = Box::new([[[0; 2]; ROW_STATES]; ROWS]);
        for (row, column) in (0..ROWS).flat_map(|row| (0..ROWS).map(move |column| (row, column))) {
            // The offset of the cell when the part is turned to the right or to the lower right.
            let (dx, dy) = turned(column as i32 - REACH, row as i32 - REACH, turn);
            if !(part.has)(dx, dy) {
                continue;
            }
            columns[row] |= 1 << column | 1 << (column + ROWS);
            let (x, y) = (part.reflected)(dx, dy);
            for (states, sums) in rows[row].iter_mut().enumerate() {
                let state = state_in(states, column);
                if state != 0 {
                    add(sums, &[key(dx, dy, state), key(x, y, state)]);
                }
            }
        }
        PartKeys { columns, rows }
    }

    /// The number of the pattern of the part, a corner or a side, for these states of the five rows. Reflecting the
    /// part does not change its number.
    #[inline]
    fn number(&self, states: [usize; ROWS]) -> u32 {
        let mut sums = [0; 2];
        for (row, state) in states.into_iter().enumerate() {
            add(&mut sums, &self.rows[row][state & self.columns[row]]);
        }
        fold(&sums)
    }
}

/// The image of an offset, in columns and rows, under `turn` quarter turns.
fn turned(dx: i32, dy: i32, turn: usize) -> (i32, i32) {
    (0..turn).fold((dx, dy), |(dx, dy), _| (-dy, dx))
}

/// Whether the cell at an offset from the centre belongs to a pattern.
fn is_seen(dx: i32, dy: i32) -> bool {
    SETS.iter().any(|set| set.contains(&(dx * dx + dy * dy)))
}

/// The state of the cell in a column of a row: 0 for an empty cell, 1 for an own dot, 2 for an enemy dot, 3 for a cell
/// that cannot be played.
fn state_in(states: usize, column: usize) -> u32 {
    (states >> column & 1 | (states >> (column + ROWS) & 1) << 1) as u32
}

/// Adds the keys of those cells of a set that lie in one row to the sums of all states of that row.
fn add_row(all: &mut [Sums; ROW_STATES], set: usize, row: usize) {
    for column in 0..ROWS {
        let (dx, dy) = (column as i32 - REACH, row as i32 - REACH);
        if !SETS[set].contains(&(dx * dx + dy * dy)) {
            continue;
        }
        let keys = [1, 2, 3].map(|state| keys_of(dx, dy, state));
        for (states, sums) in all.iter_mut().enumerate() {
            if let Some(key) = (state_in(states, column) as usize).checked_sub(1) {
                add(sums, &keys[key]);
            }
        }
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [u32; N], others: &[u32; N]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.wrapping_add(*other);
    }
}

/// The keys of a cell in a state: for each symmetry the key of the image of the cell. The cell is given by its offset
/// from the centre.
fn keys_of(dx: i32, dy: i32, state: u32) -> Sums {
    let mut sums = [0; 8];
    for (sum, symmetry) in sums.iter_mut().zip(Symmetry::all()) {
        let (x, y) = symmetry.vector(dx, dy);
        *sum = key(x, y, state);
    }
    sums
}

/// The key of a cell in a state, a random number. The cell is given by its offset from the centre.
fn key(dx: i32, dy: i32, state: u32) -> u32 {
    let cell = (dy + MARK_REACH) as u32 * 8 + (dx + MARK_REACH) as u32;
    mix(cell * 8 + state)
}

/// A pseudorandom number that depends on `number` alone.
///
/// CITE: the finaliser of A. Appleby's MurmurHash3, public domain.
fn mix(number: u32) -> u32 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    z = (z ^ z >> 16).wrapping_mul(0x85eb_ca6b);
    z = (z ^ z >> 13).wrapping_mul(0xc2b2_ae35);
    z ^ z >> 16
}

/// Combines sums of keys, one for each symmetry, to one number that does not depend on their order.
#[inline]
fn fold(sums: &[u32]) -> u32 {
    // Each sum is scrambled first. A polynomial of low degree would only see pairs of cells.
    let mixed = sums.iter().map(|sum| {
        let product = (sum ^ sum >> 16).wrapping_mul(0x85eb_ca6b);
        product ^ product >> 13
    });
    mixed.fold(0, u32::wrapping_add)
}

/// The states of the 20 cells round a cell, from the view of one player. The lower 21 bits have a bit for each own dot,
/// the next 21 bits a bit for each enemy dot. A cell that cannot be played has both bits. The bits of the centre are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window(u64);

impl Window {
    /// The own dots and the enemy dots among the eight neighbours. A cell that cannot be played is in both sets.
    #[cfg(any(test, feature = "cli"))]
    pub(super) fn rings(self) -> [NeighbourMask; 2] {
        let (low, high) = (self.0 & ((1 << WINDOW_BITS) - 1), self.0 >> WINDOW_BITS);
        [low, high].map(|cells| {
            let row = |row: usize| cells << LOWEST_BIT >> ROW_SHIFTS[row] >> 1;
            neighbours_of_rows(row(1), row(2), row(3))
        })
    }

    /// The states of all cells as a number of 42 bits.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// The state of a row of five cells: in the lower five bits the own dots, in the next five the enemy dots. Cells
    /// that cannot be played have both bits.
    #[inline]
    fn row(self, row: usize) -> usize {
        let cells = |bits: u64| (bits << LOWEST_BIT >> ROW_SHIFTS[row]) as u32 & ROW_CELLS[row];
        let (low, high) = (self.0 & ((1 << WINDOW_BITS) - 1), self.0 >> WINDOW_BITS);
        (cells(low) | cells(high) << ROWS) as usize
    }

    /// Adds the keys of the cells of one of the three sets in [`SETS`] to the sums, by symmetry.
    #[inline]
    fn add_set(self, sums: &mut Sums, set: usize) {
        for &row in SET_ROWS[set] {
            add(
                sums,
                &KEYS.rows[set][row][self.row(row) & SET_COLUMNS[set][row]],
            );
        }
    }

    /// The numbers of the patterns of 8, 12 and 20 cells. They do not change when the cells are rotated or reflected.
    pub(super) fn patterns(self) -> [u32; 3] {
        let mut sums = [0; 8];
        std::array::from_fn(|set| {
            self.add_set(&mut sums, set);
            fold(&sums)
        })
    }

    /// The numbers of the patterns of the four corners, then of the four sides, of these 20 cells.
    pub(super) fn parts(self) -> [[u32; TURNS]; PARTS.len()] {
        let states = std::array::from_fn(|row| self.row(row));
        KEYS.parts
            .each_ref()
            .map(|turns| turns.each_ref().map(|part| part.number(states)))
    }

    /// The number of the pattern of 8 cells.
    pub(super) fn ring(self) -> u32 {
        let mut sums = [0; 8];
        self.add_set(&mut sums, 0);
        fold(&sums)
    }
}

/// The pattern of 12 cells round the last move. The cell of a candidate move, which replies to it, can be marked in it.
pub(super) struct LastMovePattern {
    last: Sums,
}

impl LastMovePattern {
    pub(super) fn round(last: Window) -> LastMovePattern {
        let mut sums = [0; 8];
        last.add_set(&mut sums, 0);
        last.add_set(&mut sums, 1);
        LastMovePattern { last: sums }
    }

    /// The number of the pattern with a candidate move marked in it. `dx` and `dy` are the offset of the candidate from
    /// the last move, at most [`MARK_REACH`] either way.
    pub(super) fn number(&self, dx: i32, dy: i32) -> u32 {
        let place = |d: i32| (d + MARK_REACH) as usize % CANDIDATE_ROWS;
        let mut sums = self.last;
        add(&mut sums, &KEYS.candidates[place(dy)][place(dx)]);
        fold(&sums)
    }
}

/// The states of all cells from the view of one player, as two bits: own dot, enemy dot. Cells that cannot be played
/// and have no live dot have both bits, and so have cells off the board.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// Live dots of the player, and cells that cannot be played or are off the board.
    low: Bitboard,
    /// Live dots of the opponent, and cells that cannot be played or are off the board.
    high: Bitboard,
}

impl Surroundings {
    pub(super) fn new(board: &Board, player: Player) -> Surroundings {
        let (own, enemy) = (board.live(player), board.live(player.opponent()));
        let mut low = *own;
        let mut high = *enemy;
        for (row, &free) in board.free().rows().iter().enumerate() {
            let closed = !(free | own.rows()[row] | enemy.rows()[row]);
            low.rows_mut()[row] |= closed;
            high.rows_mut()[row] |= closed;
        }
        Surroundings { low, high }
    }

    /// The cells whose surroundings of 20 cells may differ between this position and `others`: all within two rows and
    /// columns of a cell whose state differs.
    pub(super) fn changed_since(&self, others: &Surroundings) -> Bitboard {
        let changed = (self.low ^ others.low) | (self.high ^ others.high);
        changed.grown_by(REACH as u32)
    }

    /// The states of the 20 cells round a cell.
    #[inline]
    pub(super) fn of(&self, point: Point) -> Window {
        let turn = (point.column() + 62) & 63;
        let (mut low, mut high) = (0, 0);
        for row in 0..ROWS {
            // Row 63 and column 63 are padding of every board; so are rows and columns 0.
            let there = (point.row() + 62 + row) & 63;
            let cells =
                |set: &Bitboard| set.rows()[there].rotate_right(turn) as u32 & ROW_CELLS[row];
            low |= cells(&self.low) << ROW_SHIFTS[row];
            high |= cells(&self.high) << ROW_SHIFTS[row];
        }
        let bits = |cells: u32| u64::from(cells >> LOWEST_BIT);
        Window(bits(low) | bits(high) << WINDOW_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use std::collections::HashMap;

    fn random_board(seed: u64) -> Board {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut board = Board::new(Size::new(9, 9).unwrap());
        let dots = rng.u32(10..60);
        board.put_at_random(&mut rng, dots);
        board
    }

    fn state(board: &Board, point: Point, dx: i32, dy: i32) -> u8 {
        let (x, y) = (point.x() as i32 + dx, point.y() as i32 + dy);
        match board.size().point(x as u32, y as u32) {
            Some(there) if board.live(Player::First).contains(there) => 1,
            Some(there) if board.live(Player::Second).contains(there) => 2,
            Some(there) if board.is_playable(there) => 0,
            _ => 3,
        }
    }

    /// The states of the cells of the first `sets` sets of [`SETS`], in the least of the eight orders that rotations
    /// and reflections give.
    fn slow_pattern(board: &Board, point: Point, sets: usize) -> Vec<u8> {
        let orders = (0..8).map(|image: i32| {
            let mut cells = Vec::new();
            for dy in -REACH..=REACH {
                for dx in -REACH..=REACH {
                    let distance = dx * dx + dy * dy;
                    if SETS[..sets].iter().any(|set| set.contains(&distance)) {
                        let (x, y) = if image & 4 != 0 { (dy, dx) } else { (dx, dy) };
                        let x = if image & 1 != 0 { -x } else { x };
                        let y = if image & 2 != 0 { -y } else { y };
                        cells.push(state(board, point, x, y));
                    }
                }
            }
            cells
        });
        orders.min().unwrap()
    }

    /// The states of the cells of a part, in the lesser of the two orders that the part and its reflection give.
    fn slow_part(board: &Board, point: Point, part: &Part, turn: usize) -> Vec<u8> {
        let cells = |reflected: bool| {
            let mut cells = Vec::new();
            for (x, y) in (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| (x, y))) {
                let (dx, dy) = if reflected {
                    (part.reflected)(x, y)
                } else {
                    (x, y)
                };
                // The offset of the cell on the board: the part is turned back.
                let (dx, dy) = turned(dx, dy, (TURNS - turn) % TURNS);
                if (part.has)(x, y) {
                    cells.push(state(board, point, dx, dy));
                }
            }
            cells
        };
        cells(false).min(cells(true))
    }

    #[test]
    fn parts_have_equal_numbers_exactly_where_they_look_alike() {
        let mut seen: [HashMap<u32, Vec<u8>>; PARTS.len()] = Default::default();
        let mut known: [HashMap<Vec<u8>, u32>; PARTS.len()] = Default::default();
        for seed in 0..60 {
            let board = random_board(seed);
            let surroundings = Surroundings::new(&board, Player::First);
            for point in board.free().iter() {
                for (part, numbers) in surroundings.of(point).parts().into_iter().enumerate() {
                    for (turn, number) in numbers.into_iter().enumerate() {
                        let cells = slow_part(&board, point, &PARTS[part], turn);
                        assert_eq!(seen[part].entry(number).or_insert(cells.clone()), &cells);
                        assert_eq!(*known[part].entry(cells).or_insert(number), number);
                    }
                }
            }
        }
        assert!(known.iter().all(|known| known.len() > 500));
    }

    #[test]
    fn numbers_are_equal_exactly_where_patterns_are() {
        let mut seen: [HashMap<u32, Vec<u8>>; 3] = Default::default();
        let mut known: [HashMap<Vec<u8>, u32>; 3] = Default::default();
        for seed in 0..60 {
            let board = random_board(seed);
            let surroundings = Surroundings::new(&board, Player::First);
            for point in board.free().iter() {
                let window = surroundings.of(point);
                assert_eq!(window.ring(), window.patterns()[0]);
                for (set, number) in window.patterns().into_iter().enumerate() {
                    let pattern = slow_pattern(&board, point, set + 1);
                    assert_eq!(seen[set].entry(number).or_insert(pattern.clone()), &pattern);
                    assert_eq!(*known[set].entry(pattern).or_insert(number), number);
                }
            }
        }
        assert!(known[2].len() > 1000);
    }
}
