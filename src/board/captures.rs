//! Captures with one dot: the cells where a player captures with his next move, and the number of dots he captures
//! there.
//!
//! A cell has to pass three tests, the cheapest first:
//!
//! 1. The dots of the player round it form several arcs. [`Around`] knows for which cells next to a cell this is so.
//! 2. Two of these arcs belong to one set of connected dots, so that a dot closes a loop: [`loop_closed_by`].
//! 3. Enemy dots are in the loop. Usually they are counted without putting the dot: [`live_in_face`]. Otherwise the dot
//!    is put, and then undone.
//!
//! [`loop_closed_by`]: Board::loop_closed_by
//! [`live_in_face`]: Board::live_in_face

use super::probe::Loop;
use super::{Around, Board, Plane, neighbourhood};
use crate::geometry::{Bitboard, Player, Point};

/// A move that captures something or closes an empty base. Under rules that capture empty bases, a move that encloses
/// only empty cells does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnclosingMove {
    /// The cell of the move.
    pub point: Point,
    /// Number of enemy dots that the move captures. 0 if it only closes an empty base.
    pub captured: u32,
    /// Number of the player's own captured dots that the move frees.
    pub freed: u32,
}

impl Board {
    /// The cells where one dot of `player` captures at least one enemy dot. The board is unchanged afterwards.
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

    /// Number of enemy dots that a dot of `player` on the cell would capture. 0 if it captures none, or is captured
    /// itself. The board is unchanged afterwards.
    ///
    /// # Panics
    /// If the cell is not playable.
    pub fn captures_at(&mut self, point: Point, player: Player) -> u32 {
        assert!(self.is_playable(point), "{point:?} is not playable");
        self.captures_at_playable(point, player)
    }

    /// The same as [`captures_at`](Board::captures_at) for a cell that is known to be playable. Another cell may damage
    /// the board.
    #[inline]
    pub(crate) fn captures_at_playable(&mut self, point: Point, player: Player) -> u32 {
        let code = neighbourhood::code(self.live(player), point);
        self.captures_with_code(point, player, code)
    }

    /// The same as [`captures_at_playable`](Board::captures_at_playable). `code` is the [code](neighbourhood::code) of the
    /// cell.
    #[inline]
    fn captures_with_code(&mut self, point: Point, player: Player, code: usize) -> u32 {
        debug_assert!(self.is_playable(point), "{point:?} is not playable");
        match self.loop_closed_by(point, code) {
            Loop::None => 0,
            Loop::Single(side) => match self.live_in_face(point, side, player) {
                Some(dots) => dots,
                None => self.captures_by_play(point, player),
            },
            Loop::Other => self.captures_by_play(point, player),
        }
    }

    /// The same as [`captures_at`](Board::captures_at), found by putting the dot and taking it back.
    #[inline(never)]
    fn captures_by_play(&mut self, point: Point, player: Player) -> u32 {
        let before = self.captured_by(player);
        self.play(point, player);
        // The number falls if the dot is captured at once, because that may free enemy dots.
        let gain = self.captured_by(player).saturating_sub(before);
        self.undo();
        gain
    }

    /// The cells in the middle of `around` and next to it where one dot of `player` captures, row by row from the top,
    /// each with the number of dots it captures. A cell is tried when its result is asked for. The board, for which
    /// `around` was made, is unchanged after each step of the iterator.
    #[inline]
    pub(crate) fn captures_round(
        &mut self,
        around: &Around,
        player: Player,
    ) -> impl Iterator<Item = (Point, u32)> + '_ {
        let cells = around.with_several_arcs(player);
        cells.filter_map(move |(point, code)| {
            let dots = self.captures_with_code(point, player, code);
            (dots > 0).then_some((point, dots))
        })
    }

    /// All moves of `player` that capture or close an empty base, row by row from the top. The board is unchanged
    /// afterwards.
    pub fn enclosing_moves(&mut self, player: Player) -> Vec<EnclosingMove> {
        self.each_enclosing_move(player).collect()
    }

    /// The [enclosing moves](Board::enclosing_moves) one by one. A cell is tried when its result is asked for. The board is
    /// unchanged after each step of the iterator.
    pub(crate) fn each_enclosing_move(
        &mut self,
        player: Player,
    ) -> impl Iterator<Item = EnclosingMove> + '_ {
        let cells = self.live(player).cells_with_several_arcs() & *self.free();
        // A dot in an empty base of its own player encloses nothing new.
        let cells: Vec<Point> = (cells - *self.empty_base(player)).iter().collect();
        let cells = cells.into_iter();
        cells.filter_map(move |point| self.try_enclosing(point, player))
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
        let has_base = |board: &Board| {
            !board
                .changed_by_last_move(Plane::empty_base(player))
                .is_empty()
        };
        let is_enclosing = captured > 0 || has_base(self);
        self.undo();
        is_enclosing.then(|| EnclosingMove {
            point,
            captured,
            freed: before[1].saturating_sub(after[1]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::random::RULES;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use fastrand::Rng;

    fn random_board(rules: Rules, rng: &mut Rng) -> Board {
        let mut board = Board::under(rules, Size::new(9, 8).unwrap());
        let dots = rng.u32(20..55);
        board.put_at_random(rng, dots);
        board
    }

    /// The result of a dot, found by comparing the cells before and after it.
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
        for rules in RULES {
            let (mut captures, mut bases) = (0, 0);
            for number in 0..600 {
                let mut board = random_board(rules, &mut rng);
                let player = Player::ALL[number % 2];
                let (before, free) = (board.clone(), *board.free());
                let slow = |point| slow_move(&before, point, player);
                let expected: Vec<EnclosingMove> = free.iter().filter_map(slow).collect();
                assert_eq!(board.enclosing_moves(player), expected, "{before}");
                let first = board.each_enclosing_move(player).next();
                assert_eq!(first.as_ref(), expected.first());
                assert!(board == before);
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
            assert!(captures > 200, "{captures}");
            // A move that makes empty cells territory is not listed.
            let has_bases = !rules.captures_empty_bases;
            assert!(if has_bases { bases > 200 } else { bases == 0 }, "{bases}");
        }
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
        let mut board = diagram::parse(picture).unwrap();
        // The missing dot of the chain, and the cell below it.
        let expected = [4, 5].map(|y| EnclosingMove {
            point: Point::new(3, y),
            captured: 8,
            freed: 1,
        });
        assert_eq!(board.enclosing_moves(Player::Second), expected);
    }

    #[test]
    fn a_loop_round_a_smaller_one_captures_what_is_between_them() {
        let mut board = diagram::parse(
            "
            . 0 0 0 0 0 .
            0 . . . . . 0
            0 . . 0 . . 0
            0 . 0 . 0 1 0
            0 1 . 0 . . 0
            0 . . 1 . . 0
            . 0 0 . 0 0 .
            ",
        )
        .unwrap();
        let gap = Point::new(3, 6);
        let base = Bitboard::from_iter([Point::new(3, 3)]);
        assert_eq!(*board.empty_base(Player::First), base);
        assert_eq!(board.captures_at(gap, Player::First), 3);
        assert_eq!(board.captures_by_play(gap, Player::First), 3);
    }

    #[test]
    fn captures_round_a_cell_are_those_of_the_board_in_the_square() {
        let mut rng = Rng::with_seed(3);
        let mut count = 0;
        for number in 0..200 {
            let mut board = random_board(Rules::default(), &mut rng);
            let player = Player::ALL[number % 2];
            let all = board.captures(player);
            for cell in board.size().points() {
                let points = all.iter().filter(|point| point.chebyshev(cell) <= 1);
                let expected = points.map(|p| (p, board.captures_at(p, player)));
                let expected: Vec<(Point, u32)> = expected.collect();
                let around = Around::of(&board, cell);
                let found: Vec<_> = board.captures_round(&around, player).collect();
                assert_eq!(found, expected, "{cell:?}\n{board}");
                count += found.len();
            }
        }
        assert!(count > 500, "{count}");
    }
}
