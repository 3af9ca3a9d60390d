//! Sets of cells.

use super::Point;
use std::fmt;
use std::ops::Range;

/// A set of cells of a board: 64 words of 64 bits. Bit `x + 1` of word `y + 1` stands for the cell at column `x`
/// and row `y`.
///
/// ```
/// use tochki::{Bitboard, Point, Size};
///
/// let size = Size::new(3, 2)?;
/// let dot: Bitboard = [Point::new(1, 0)].into_iter().collect();
/// let others = size.cells() - dot;
/// assert_eq!(others.len(), 5);
/// assert_eq!(others.picture(size), "#.#\n###\n");
/// for point in &dot {
///     assert!(!others.contains(point));
/// }
/// # Ok::<(), tochki::geometry::InvalidSize>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard {
    rows: [u64; 64],
}

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard { rows: [0; 64] };

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 != 0
    }

    /// Adds the cell to the set. A cell that is in it already stays.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.rows[point.row()] |= 1 << point.column();
    }

    /// Removes the cell from the set, if it is in it.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.rows[point.row()] &= !(1 << point.column());
    }

    /// All cells at most `steps` steps of a king away from a cell, itself included. They may be off the board.
    pub(crate) fn square(centre: Point, steps: u32) -> Bitboard {
        let mut square = Bitboard::EMPTY;
        square.insert_square(centre, steps);
        square
    }

    /// Adds all cells at most `steps` steps of a king away from a cell, itself included. They may be off the board.
    pub(crate) fn insert_square(&mut self, centre: Point, steps: u32) {
        let range = |place: u32| (place.saturating_sub(steps), (place + steps).min(63));
        let (left, right) = range(centre.column());
        let (top, bottom) = range(centre.row() as u32);
        let columns = u64::MAX << left & u64::MAX >> (63 - right);
        for row in &mut self.rows[top as usize..=bottom as usize] {
            *row |= columns;
        }
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Number of cells in the set.
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the two sets have a cell in common.
    pub fn intersects(&self, other: &Bitboard) -> bool {
        self.rows.iter().zip(&other.rows).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell of this set is in `other`. True for the empty set.
    pub fn is_subset(&self, other: &Bitboard) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & !b == 0)
    }

    /// The cells of the set, row by row from the top left.
    pub fn iter(&self) -> Cells<'_> {
        Cells {
            rows: &self.rows,
            row: 0,
            left: self.rows[0],
        }
    }

    /// The runs of adjacent cells in the rows of the set, row by row from the top left. A run is a range of the
    /// [indices](Point::index) of its cells.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, &cells)| {
            let mut left = cells;
            std::iter::from_fn(move || {
                let start = (left != 0).then(|| left.trailing_zeros())?;
                let length = (left >> start).trailing_ones();
                left &= u64::MAX.checked_shl(start + length).unwrap_or(0);
                let first = row << 6 | start as usize;
                Some(first..first + length as usize)
            })
        })
    }

    /// The first cell of the set: the leftmost one in its topmost row. `None` if the set is empty.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The words of the set, one for each row. The cells of the board are in words 1 to 62.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u64; 64] {
        &self.rows
    }

    /// The words of the set, one for each row, for changes.
    #[inline]
    pub(crate) const fn rows_mut(&mut self) -> &mut [u64; 64] {
        &mut self.rows
    }

    /// The set with the neighbours by side of its cells added. They may be off the board.
    pub fn grown_by_sides(&self) -> Bitboard {
        self.widened().with_rows_beside(self)
    }

    /// The set with the neighbours by side and corner of its cells added. They may be off the board.
    pub fn grown(&self) -> Bitboard {
        let wide = self.widened();
        wide.with_rows_beside(&wide)
    }

    /// The set with the left and right neighbours of its cells added.
    #[inline]
    fn widened(mut self) -> Bitboard {
        for row in &mut self.rows {
            *row |= *row << 1 | *row >> 1;
        }
        self
    }

    /// This set with the cells directly above and below those of `other` added.
    #[inline]
    fn with_rows_beside(mut self, other: &Bitboard) -> Bitboard {
        for y in 1..64 {
            self.rows[y] |= other.rows[y - 1];
        }
        for y in 1..64 {
            self.rows[y - 1] |= other.rows[y];
        }
        self
    }

    /// All cells at most `steps` steps of a king away from a cell of the set, its own cells included. They may be off
    /// the board.
    pub fn grown_by(&self, steps: u32) -> Bitboard {
        // No two bits are further apart.
        (0..steps.min(63)).fold(*self, |grown, _| grown.grown())
    }

    /// The cells of `open` that side steps through `open` can reach from those cells of `seeds` that are in `open`.
    pub fn flood(seeds: &Bitboard, open: &Bitboard) -> Bitboard {
        Bitboard::flood_rows(seeds, open, |row| row)
    }

    /// The cells of `open` that steps of a king through `open` can reach from those cells of `seeds` that are in
    /// `open`.
    pub fn flood_by_corners(seeds: &Bitboard, open: &Bitboard) -> Bitboard {
        Bitboard::flood_rows(seeds, open, |row| row | row << 1 | row >> 1)
    }

    /// The cells of `open` that can be reached from `seeds` through `open`, by steps to the side and to adjacent rows.
    /// `reach` maps the cells of a row, one bit each, to the cells of an adjacent row that one step leads to.
    #[inline]
    fn flood_rows(seeds: &Bitboard, open: &Bitboard, reach: impl Fn(u64) -> u64) -> Bitboard {
        let mut reached = *seeds & *open;
        let top = open.rows.iter().position(|&row| row != 0).unwrap_or(0);
        let bottom = open.rows.iter().rposition(|&row| row != 0).unwrap_or(0);
        reached.rows[top] = fill_runs(reached.rows[top], open.rows[top]);
        loop {
            let mut added = 0;
            for y in top + 1..=bottom {
                added |= reached.fill_from(y, reach(reached.rows[y - 1]), open.rows[y]);
            }
            for y in (top..bottom).rev() {
                added |= reached.fill_from(y, reach(reached.rows[y + 1]), open.rows[y]);
            }
            if added == 0 {
                return reached;
            }
        }
    }

    /// Adds those cells of `entering` to a row that are in `open`, and all cells of `open` that follow one another from
    /// a cell of the row. Returns the added cells, one bit for each column.
    #[inline]
    fn fill_from(&mut self, row: usize, entering: u64, open: u64) -> u64 {
        let before = self.rows[row];
        self.rows[row] = fill_runs(before | entering & open, open);
        self.rows[row] & !before
    }
}

/// The iterator over the cells of a [`Bitboard`], row by row from the top left.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    rows: &'a [u64; 64],
    row: usize,
    /// The cells of `row` that are not returned yet, one bit for each column.
    left: u64,
}

impl Iterator for Cells<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.left == 0 {
            self.left = *self.rows.get(self.row + 1)?;
            self.row += 1;
        }
        let column = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(Point::from_index(self.row << 6 | column))
    }
}

/// The indices of the set bits of a word, from 0 for the lowest bit, in ascending order.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

impl<'a> IntoIterator for &'a Bitboard {
    type Item = Point;
    type IntoIter = Cells<'a>;

    fn into_iter(self) -> Cells<'a> {
        self.iter()
    }
}

/// The runs of set bits in `open` that contain a bit of `seeds`. A run is a maximal sequence of adjacent set bits. All
/// bits of `seeds` must be in `open`.
///
/// Bits above a seed are found by the carry of an addition, bits below it by shifts whose length doubles:
///
/// ```text
/// open           .###.##.###.
/// seeds          .....#...#..
/// open + seeds   the carry of each seed clears the run from the seed up
/// result         .....##.###.
/// ```
///
/// CITE: P. M. Kogge and H. S. Stone, "A parallel algorithm for the efficient solution of a general
/// class of recurrence equations" (1973): shifts whose length doubles. Chess programs fill bitboards so.
#[inline]
pub(crate) fn fill_runs(seeds: u64, open: u64) -> u64 {
    let mut filled = open & !open.wrapping_add(seeds) | seeds;
    let (mut passable, mut step) = (open, 1);
    loop {
        let lower = filled >> step & passable & !filled;
        if lower == 0 {
            return filled;
        }
        filled |= lower;
        passable &= passable >> step;
        step = step << 1 & 63;
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, |$a:ident, $b:ident| $row:expr) => {
        impl std::ops::$assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                for (row, &$b) in self.rows.iter_mut().zip(&other.rows) {
                    let $a = *row;
                    *row = $row;
                }
            }
        }
        impl std::ops::$trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(mut self, other: Bitboard) -> Bitboard {
                std::ops::$assign_trait::$assign(&mut self, other);
                self
            }
        }
    };
}
set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl FromIterator<Point> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn runs_are_filled_from_any_seed() {
        let open = 0b0111_0110_1110;
        assert_eq!(fill_runs(0b0000_0000_0100, open), 0b0000_0000_1110);
        assert_eq!(fill_runs(0b0010_0100_0000, open), 0b0111_0110_0000);
        assert_eq!(fill_runs(0b0101_0000_0000, open), 0b0111_0000_0000);
    }

    #[test]
    fn runs_have_the_cells_of_the_set() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut set = Bitboard::EMPTY;
        for row in set.rows_mut() {
            *row = rng.u64(..) | rng.u64(..);
        }
        set.rows_mut()[9] = u64::MAX;
        let (mut cells, mut end) = (Vec::new(), None);
        for run in set.runs() {
            assert!(!run.is_empty() && run.start / 64 == (run.end - 1) / 64);
            assert!(Some(run.start) != end || run.start % 64 == 0);
            end = Some(run.end);
            cells.extend(run.map(Point::from_index));
        }
        assert!(cells.into_iter().eq(set.iter()));
    }

    #[test]
    fn no_number_of_steps_is_too_large() {
        let corner = Bitboard::from_iter([Point::new(0, 0)]);
        assert_eq!(corner.grown_by(u32::MAX), corner.grown_by(64));
        assert_eq!(Bitboard::EMPTY.grown_by(u32::MAX), Bitboard::EMPTY);
    }

    #[test]
    fn squares_are_what_grows_from_their_centres() {
        let corners = [(0, 0), (61, 0), (0, 61), (61, 61)];
        for (x, y) in corners.into_iter().chain([(2, 30), (59, 4), (31, 31)]) {
            let (centre, other) = (Point::new(x, y), Point::new(30, 29));
            for steps in 0..8 {
                let mut squares = Bitboard::EMPTY;
                squares.insert_square(centre, steps);
                squares.insert_square(other, steps);
                let centres = Bitboard::from_iter([centre, other]);
                assert_eq!(squares, centres.grown_by(steps));
            }
        }
    }

    #[test]
    fn flood_stays_inside_walls() {
        let size = Size::new(5, 3).unwrap();
        let wall: Bitboard = (0..3).map(|y| Point::new(2, y)).collect();
        let open = size.cells() - wall;
        let seed: Bitboard = [Point::new(0, 0)].into_iter().collect();
        assert_eq!(
            Bitboard::flood(&seed, &open).picture(size),
            "##...\n##...\n##...\n"
        );
    }

    #[test]
    fn flood_by_corners_passes_between_two_cells_of_a_wall() {
        let size = Size::new(5, 3).unwrap();
        let wall: Bitboard = [(2, 0), (1, 1), (1, 2)]
            .map(|(x, y)| Point::new(x, y))
            .into_iter()
            .collect();
        let open = size.cells() - wall;
        let seed: Bitboard = [Point::new(0, 2)].into_iter().collect();
        assert_eq!(Bitboard::flood(&seed, &open).len(), 4);
        assert_eq!(Bitboard::flood_by_corners(&seed, &open), open);
    }
}
