//! Sets of cells.

use super::Point;
use std::fmt;

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
    /// The set without cells.
    pub const EMPTY: Bitboard = Bitboard { rows: [0; 64] };

    /// Whether the set has the cell.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 != 0
    }

    /// Adds the cell.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.rows[point.row()] |= 1 << point.column();
    }

    /// Removes the cell.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.rows[point.row()] &= !(1 << point.column());
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Number of cells.
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the two sets share a cell.
    pub fn intersects(&self, other: &Bitboard) -> bool {
        self.rows.iter().zip(&other.rows).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell of this set is in the other.
    pub fn is_subset(&self, other: &Bitboard) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & !b == 0)
    }

    /// The cells, row by row.
    pub fn iter(&self) -> Cells<'_> {
        Cells {
            rows: &self.rows,
            row: 0,
            left: self.rows[0],
        }
    }

    /// The smallest point in the set: leftmost in the topmost row.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The words, one for each row. The first and the last are padding.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u64; 64] {
        &self.rows
    }

    /// The words, mutable.
    #[inline]
    pub(crate) const fn rows_mut(&mut self) -> &mut [u64; 64] {
        &mut self.rows
    }

    /// The set with its side neighbours added.
    pub fn grown_by_sides(&self) -> Bitboard {
        self.widened().with_rows_beside(self)
    }

    /// The set with its eight neighbours added.
    pub fn grown(&self) -> Bitboard {
        let wide = self.widened();
        wide.with_rows_beside(&wide)
    }

    /// The set with the neighbours to the left and right added.
    #[inline]
    fn widened(mut self) -> Bitboard {
        for row in &mut self.rows {
            *row |= *row << 1 | *row >> 1;
        }
        self
    }

    /// The set with the cells above and below those of `other` added.
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

    /// The cells that are at most `steps` steps of a king from a cell of the set.
    pub fn grown_by(&self, steps: u32) -> Bitboard {
        (0..steps).fold(*self, |grown, _| grown.grown())
    }

    /// The cells of `open` that can be reached from `seeds` by side steps through `open`.
    pub fn flood(seeds: &Bitboard, open: &Bitboard) -> Bitboard {
        Bitboard::flood_rows(seeds, open, |row| row)
    }

    /// The cells of `open` that can be reached from `seeds` by steps of a king through `open`.
    pub fn flood_by_corners(seeds: &Bitboard, open: &Bitboard) -> Bitboard {
        Bitboard::flood_rows(seeds, open, |row| row | row << 1 | row >> 1)
    }

    /// The cells of `open` that can be reached from `seeds` through `open`. `reach` turns the cells of a row into
    /// those that can be reached from them in an adjacent row.
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

    /// Adds the cells of `entering` that are open to a row, fills their runs of `open`, and returns the added cells.
    #[inline]
    fn fill_from(&mut self, row: usize, entering: u64, open: u64) -> u64 {
        let before = self.rows[row];
        self.rows[row] = fill_runs(before | entering & open, open);
        self.rows[row] & !before
    }
}

/// The cells of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    rows: &'a [u64; 64],
    row: usize,
    /// The cells of `row` that are still to come.
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

/// The indices of the set bits of a word, lowest first.
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

/// The runs of set bits of `open` that contain a bit of `seeds`. All `seeds` must be in `open`.
///
/// Bits above a seed are reached by a carry, bits below by steps that double:
///
/// ```text
/// open           .###.##.###.
/// seeds          .....#...#..
/// open + seeds   the carry of each seed clears the run from the seed up
/// result         .....##.###.
/// ```
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
