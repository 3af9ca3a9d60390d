//! Captures with one dot: where a player could capture right now, and how much.
//!
//! Three steps, each for the few cells that the one before leaves over:
//!
//! 1. Whole rows of cells are looked at for those where the dots of the player form several arcs
//!    ([`has_several_arcs`]). A dot anywhere else encloses nothing.
//! 2. [`may_enclose`](Board::may_enclose) asks whether two of these arcs are already joined.
//! 3. The dot is put, and taken back.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player, Point, has_several_arcs};

/// A move that encloses something: it captures, or it closes an empty base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnclosingMove {
    /// Where the dot is put.
    pub point: Point,
    /// Number of enemy dots captured. 0 if the move only closes an empty base.
    pub captured: u32,
    /// Number of own dots freed by the capture.
    pub freed: u32,
}

/// The farthest that [`captures_near`](Board::captures_near) looks, in columns and rows.
const MOST_REACH: usize = 3;
const MOST_ROWS: usize = 2 * MOST_REACH + 1;

impl Board {
    /// The cells where one dot of `player` captures. The board is unchanged afterwards.
    ///
    /// ```
    /// use tochki::{Player, Point, notation::diagram};
    ///
    /// let mut board = diagram::parse("
    ///     . 0 . . .
    ///     0 1 . . .
    ///     . 0 . . .
    /// ")?;
    /// let cells = board.captures(Player::First);
    /// assert!(cells.iter().eq([Point::new(2, 1)]));
    /// assert_eq!(board.captures_at(Point::new(2, 1), Player::First), 1);
    /// # Ok::<(), diagram::DiagramError>(())
    /// ```
    pub fn captures(&mut self, player: Player) -> Bitboard {
        let moves = self.enclosing_moves(player).into_iter();
        let captures = moves.filter(|found| found.captured > 0);
        captures.map(|found| found.point).collect()
    }

    /// Number of enemy dots that a dot of `player` on the playable cell would capture. The board is
    /// unchanged afterwards.
    #[inline]
    pub fn captures_at(&mut self, point: Point, player: Player) -> u32 {
        if !self.may_enclose(point, player) {
            return 0;
        }
        let before = self.captured_by(player);
        self.play(point, player);
        // The number falls if the dot is captured at once and that frees enemy dots.
        let gain = self.captured_by(player).saturating_sub(before);
        self.undo();
        gain
    }

    /// The cells no farther than `reach` columns and rows from `cell`, at most 3, where one dot of
    /// `player` captures, each with the number of dots, row by row. The board is unchanged after each.
    ///
    /// It is meant for playouts: only the rows of the square are read, and the iterator is lazy.
    #[inline]
    pub fn captures_near(
        &mut self,
        cell: Point,
        reach: usize,
        player: Player,
    ) -> impl Iterator<Item = (Point, u32)> + '_ {
        let cells = Candidates::near(self, cell, reach, player);
        cells.filter_map(move |point| match self.captures_at(point, player) {
            0 => None,
            dots => Some((point, dots)),
        })
    }

    /// All moves of `player` that capture or close an empty base, row by row. The board is unchanged
    /// afterwards.
    pub fn enclosing_moves(&mut self, player: Player) -> Vec<EnclosingMove> {
        let cells = self.live(player).cells_with_several_arcs() & *self.free();
        // Nothing is closed in one's own empty base.
        let cells = cells - *self.empty_base(player);
        let moves = cells
            .iter()
            .filter_map(|point| self.try_enclosing(point, player));
        moves.collect()
    }

    fn try_enclosing(&mut self, point: Point, player: Player) -> Option<EnclosingMove> {
        if !self.may_enclose(point, player) {
            return None;
        }
        let count = |board: &Board| [player, player.opponent()].map(|p| board.captured_by(p));
        let before = count(self);
        self.play(point, player);
        let after = count(self);
        let captured = after[0].saturating_sub(before[0]);
        let is_enclosing = captured > 0 || self.has_last_move_changed(Plane::empty_base(player));
        self.undo();
        is_enclosing.then(|| EnclosingMove {
            point,
            captured,
            freed: before[1].saturating_sub(after[1]),
        })
    }
}

/// The playable cells of a square where a dot of a player may enclose something, row by row.
struct Candidates {
    rows: [u64; MOST_ROWS],
    /// The row of the board that is the first of the square.
    top: usize,
    /// The first row of the square that may have cells left.
    next: usize,
}

impl Candidates {
    #[inline]
    fn near(board: &Board, cell: Point, reach: usize, player: Player) -> Candidates {
        let reach = reach.min(MOST_REACH);
        let live = board.live(player).rows();
        let (free, base) = (board.free().rows(), board.empty_base(player).rows());
        let column = cell.column() as usize;
        let columns =
            !0 << column.saturating_sub(reach) & !0 >> 63_usize.saturating_sub(column + reach);
        // No cell of a board lies in the first or the last row.
        let top = cell.row().saturating_sub(reach).max(1);
        let bottom = (cell.row() + reach).min(live.len() - 2);
        let mut rows = [0; MOST_ROWS];
        for (cells, row) in rows.iter_mut().zip(top..=bottom) {
            let open = free[row] & !base[row] & columns;
            *cells = open & has_several_arcs(live[row - 1], live[row], live[row + 1]);
        }
        Candidates { rows, top, next: 0 }
    }
}

impl Iterator for Candidates {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while let Some(row) = self.rows.get_mut(self.next) {
            if *row != 0 {
                let column = row.trailing_zeros() as usize;
                *row &= *row - 1;
                return Some(Point::from_index((self.top + self.next) << 6 | column));
            }
            self.next += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use fastrand::Rng;

    fn random_board(rng: &mut Rng) -> Board {
        let mut board = Board::new(Size::new(9, 8).unwrap());
        let dots = rng.u32(20..55);
        board.put_at_random(rng, dots);
        board
    }

    /// What a dot does, by the cells before and after it.
    fn slow_move(board: &Board, point: Point, player: Player) -> Option<EnclosingMove> {
        let opponent = player.opponent();
        if board.empty_base(player).contains(point) {
            return None;
        }
        let mut after = board.clone();
        after.play(point, player);
        let captured = *after.lost_dots(opponent) - *board.lost_dots(opponent);
        let freed = *board.lost_dots(player) - *after.lost_dots(player);
        let has_base = after.empty_base(player) != board.empty_base(player);
        let is_enclosing = !captured.is_empty() || has_base;
        is_enclosing.then(|| EnclosingMove {
            point,
            captured: captured.len(),
            freed: freed.len(),
        })
    }

    #[test]
    fn every_move_that_encloses_is_found() {
        let mut rng = Rng::with_seed(2);
        let (mut captures, mut bases) = (0, 0);
        for number in 0..600 {
            let mut board = random_board(&mut rng);
            let player = Player::ALL[number % 2];
            let (before, free) = (board.clone(), *board.free());
            let slow = |point| slow_move(&before, point, player);
            let expected: Vec<EnclosingMove> = free.iter().filter_map(slow).collect();
            assert_eq!(board.enclosing_moves(player), expected, "{before}");
            let capturing = expected.iter().filter(|found| found.captured > 0);
            let cells: Bitboard = capturing.map(|found| found.point).collect();
            assert_eq!(board.captures(player), cells);
            assert!(board == before && board.moves().eq(before.moves()));
            for found in expected {
                let captured = board.captures_at(found.point, player);
                assert_eq!(captured, found.captured, "{before}");
                captures += u32::from(captured > 0);
                bases += u32::from(captured == 0);
            }
        }
        assert!(captures > 200 && bases > 200, "{captures} {bases}");
    }

    #[test]
    fn own_dots_are_freed() {
        let picture = "
            . . 1 1 1 . .
            . 1 0 0 0 1 .
            . 1 0 b 0 1 .
            . 1 0 0 0 1 .
            . . 1 . 1 . .
            . . . . . . .
        ";
        let mut board = crate::notation::diagram::parse(picture).unwrap();
        // The gap in the wall, and the cell below it.
        let expected = [4, 5].map(|y| EnclosingMove {
            point: Point::new(3, y),
            captured: 8,
            freed: 1,
        });
        assert_eq!(board.enclosing_moves(Player::Second), expected);
    }

    #[test]
    fn captures_near_a_cell_are_those_of_the_board_in_the_square() {
        let mut rng = Rng::with_seed(3);
        let mut count = 0;
        for number in 0..200 {
            let mut board = random_board(&mut rng);
            let player = Player::ALL[number % 2];
            let all = board.captures(player);
            for cell in board.size().points() {
                for reach in 1..=MOST_REACH {
                    let near = |point: &Point| point.chebyshev(cell) <= reach as u32;
                    let points: Vec<Point> = all.iter().filter(near).collect();
                    let expected = points
                        .into_iter()
                        .map(|p| (p, board.captures_at(p, player)));
                    let expected: Vec<(Point, u32)> = expected.collect();
                    let found: Vec<_> = board.captures_near(cell, reach, player).collect();
                    assert_eq!(found, expected, "{cell:?}\n{board}");
                    count += found.len();
                }
            }
        }
        assert!(count > 1000, "{count}");
    }
}
