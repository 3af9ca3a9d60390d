//! What is round a cell, as numbers that rotations and reflections do not change.
//!
//! The cells round a centre fall into three sets: the ring of eight, the four cells two steps
//! away along rows and columns, and the eight a knight's move away. Every cell in every state has a
//! random key for each of the eight symmetries; the keys are summed by symmetry, and the eight sums
//! are folded into one number by an operation that does not mind their order.
//!
//! Rows are looked up whole: two bits a cell make ten bits a row of five cells.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use std::sync::LazyLock;

/// One sum of keys for each symmetry.
type Sums = [u32; 8];

/// Cells two steps away are seen.
const REACH: i32 = 2;
const ROWS: usize = 2 * REACH as usize + 1;
/// Both bits of all five cells of a row.
const ROW_STATES: usize = 1 << (2 * ROWS);
/// The farthest cell for which there is a key, in columns or rows.
pub(super) const FARTHEST: i32 = 3;

/// The sets of cells, by the square of their distance from the centre.
const SETS: [&[i32]; 3] = [&[1, 2], &[4], &[5]];
/// Rows in which a set has cells.
const SET_ROWS: [&[usize]; 3] = [&[1, 2, 3], &[0, 2, 4], &[0, 1, 3, 4]];
/// Both bits of the cells of a set, by row.
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

/// Where the cells of a row lie in a [`Window`], and which are seen.
const ROW_SHIFTS: [u32; ROWS] = [0, 4, 9, 14, 18];
const ROW_CELLS: [u32; ROWS] = [0b01110, 0b11111, 0b11011, 0b11111, 0b01110];
/// Bits of a window for the own dots, or for those of the opponent, and the lowest of them.
const WINDOW_BITS: u32 = 21;
const LOWEST_BIT: u32 = 1;
/// The state of the cell that is asked about, seen from the last move.
const ASKED: u32 = 4;

/// Keys of rows, by set, row and state of the row.
struct Keys {
    rows: Vec<[[Sums; ROW_STATES]; ROWS]>,
    /// Keys of the cell that is asked about, by its place.
    asked: [[Sums; PLACES]; PLACES],
}

/// Rows and columns in which there is a key for the cell that is asked about.
const PLACES: usize = 2 * FARTHEST as usize + 1;

static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);

/// Makes the keys, which take a while, if there are none yet.
pub(super) fn prepare() {
    LazyLock::force(&KEYS);
}

impl Keys {
    fn new() -> Keys {
        let mut keys = vec![[[[0; 8]; ROW_STATES]; ROWS]; SETS.len()];
        for (set, rows) in keys.iter_mut().enumerate() {
            for (row, states) in rows.iter_mut().enumerate() {
                for (state, sums) in states.iter_mut().enumerate() {
                    add_row(sums, set, row, state);
                }
            }
        }
        let place = |index: usize| index as i32 - FARTHEST;
        let asked = |y| std::array::from_fn(|x| keys_of(place(x), place(y), ASKED));
        Keys {
            rows: keys,
            asked: std::array::from_fn(asked),
        }
    }
}

/// Adds the keys of the cells of a set that lie in one row.
fn add_row(sums: &mut Sums, set: usize, row: usize, states: usize) {
    for column in 0..ROWS {
        let (dx, dy) = (column as i32 - REACH, row as i32 - REACH);
        let state = states >> column & 1 | (states >> (column + ROWS) & 1) << 1;
        if state != 0 && SETS[set].contains(&(dx * dx + dy * dy)) {
            add(sums, &keys_of(dx, dy, state as u32));
        }
    }
}

#[inline(always)]
fn add(sums: &mut Sums, others: &Sums) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.wrapping_add(*other);
    }
}

/// The keys of a cell in a state: for each symmetry that of the cell it becomes.
fn keys_of(dx: i32, dy: i32, state: u32) -> Sums {
    let images = [
        (dx, dy),
        (-dx, dy),
        (dx, -dy),
        (-dx, -dy),
        (dy, dx),
        (-dy, dx),
        (dy, -dx),
        (-dy, -dx),
    ];
    images.map(|(x, y)| {
        let cell = (y + FARTHEST) as u32 * 8 + (x + FARTHEST) as u32;
        mix(cell * 8 + state)
    })
}

/// A random number for a number.
///
/// CITE: the finaliser of A. Appleby's MurmurHash3, public domain.
fn mix(number: u32) -> u32 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    z = (z ^ z >> 16).wrapping_mul(0x85eb_ca6b);
    z = (z ^ z >> 13).wrapping_mul(0xc2b2_ae35);
    z ^ z >> 16
}

/// One number for the sums of all symmetries, whatever their order.
#[inline]
fn fold(sums: &Sums) -> u32 {
    // No polynomial of low degree would do: it would count pairs of cells and see no more.
    let mixed = sums.iter().map(|sum| {
        let product = (sum ^ sum >> 16).wrapping_mul(0x85eb_ca6b);
        product ^ product >> 13
    });
    mixed.fold(0, u32::wrapping_add)
}

/// What the cells round a cell hold: a bit for each with an own dot, then one for each with an enemy
/// dot; both where nobody can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window(u64);

impl Window {
    /// As a number of 42 bits.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// The state of a row.
    #[inline]
    fn row(self, row: usize) -> usize {
        let cells = |bits: u64| (bits << LOWEST_BIT >> ROW_SHIFTS[row]) as u32 & ROW_CELLS[row];
        let (low, high) = (self.0 & ((1 << WINDOW_BITS) - 1), self.0 >> WINDOW_BITS);
        (cells(low) | cells(high) << ROWS) as usize
    }

    /// Adds the keys of a set.
    #[inline]
    fn add_set(self, sums: &mut Sums, set: usize) {
        for &row in SET_ROWS[set] {
            add(
                sums,
                &KEYS.rows[set][row][self.row(row) & SET_COLUMNS[set][row]],
            );
        }
    }

    /// The numbers of the patterns of 8, 12 and 20 cells.
    pub(super) fn patterns(self) -> [u32; 3] {
        let mut sums = [0; 8];
        std::array::from_fn(|set| {
            self.add_set(&mut sums, set);
            fold(&sums)
        })
    }

    /// The number of the pattern of 8 cells alone.
    pub(super) fn ring(self) -> u32 {
        let mut sums = [0; 8];
        self.add_set(&mut sums, 0);
        fold(&sums)
    }
}

/// The pattern of 12 cells round the last move, in which the cell that is asked about is marked.
pub(super) struct Reply {
    last: Sums,
}

impl Reply {
    pub(super) fn round(last: Window) -> Reply {
        let mut sums = [0; 8];
        last.add_set(&mut sums, 0);
        last.add_set(&mut sums, 1);
        Reply { last: sums }
    }

    /// Its number, if the cell is no farther from the last move than [`FARTHEST`], as this is.
    pub(super) fn number(&self, dx: i32, dy: i32) -> u32 {
        let place = |d: i32| (d + FARTHEST) as usize % PLACES;
        let mut sums = self.last;
        add(&mut sums, &KEYS.asked[place(dy)][place(dx)]);
        fold(&sums)
    }
}

/// What is where, for one player: his own dots, those of the opponent, and cells that nobody can play or
/// that are not on the board.
pub(super) struct Surroundings {
    /// Own dots and closed cells.
    low: Bitboard,
    /// Enemy dots and closed cells.
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

    /// What is round a cell.
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
        for _ in 0..rng.usize(10..60) {
            let cells: Vec<Point> = board.free().iter().collect();
            let Some(&cell) = rng.choice(&cells) else {
                break;
            };
            board.play(cell, Player::ALL[rng.usize(..2)]);
        }
        board
    }

    /// The states of the cells of the first `sets` sets in the least of the eight orders.
    fn slow_pattern(board: &Board, point: Point, sets: usize) -> Vec<u8> {
        let state = |dx: i32, dy: i32| {
            let (x, y) = (point.x() as i32 + dx, point.y() as i32 + dy);
            let there = board.size().point(x as u32, y as u32);
            match there {
                Some(there) if board.live(Player::First).contains(there) => 1,
                Some(there) if board.live(Player::Second).contains(there) => 2,
                Some(there) if board.is_legal(there) => 0,
                _ => 3,
            }
        };
        let orders = (0..8).map(|image: i32| {
            let mut cells = Vec::new();
            for dy in -REACH..=REACH {
                for dx in -REACH..=REACH {
                    let distance = dx * dx + dy * dy;
                    if SETS[..sets].iter().any(|set| set.contains(&distance)) {
                        let (x, y) = if image & 4 != 0 { (dy, dx) } else { (dx, dy) };
                        let x = if image & 1 != 0 { -x } else { x };
                        cells.push(state(x, if image & 2 != 0 { -y } else { y }));
                    }
                }
            }
            cells
        });
        orders.min().unwrap()
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
