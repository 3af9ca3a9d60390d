//! The captures of the last move.

use super::{Board, Plane};
use crate::geometry::{Bitboard, Player};

/// The captures of one move, which may have closed several enclosures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The player who has captured. If the dot of the move was captured at once, it is the opponent of its player.
    pub by: Player,
    /// The enemy dots that the move has captured.
    pub captured: Bitboard,
    /// The dots of `by` that the enemy had captured before and that are now freed.
    pub freed: Bitboard,
    /// The cells that have become territory of `by`: the captured dots, and the empty cells in the same enclosures.
    pub territory: Bitboard,
}

impl Capture {
    /// The dots that may belong to the chains round the captures: the live dots of `by` without the freed ones, which
    /// lie inside. `board` is the position after the move. [`chains_round`](super::chains_round) finds the chains.
    pub fn walls(&self, board: &Board) -> Bitboard {
        *board.live(self.by) - self.freed
    }
}

impl Board {
    /// The captures of the last move. `None` if it has made no territory, or there is no move to [undo](Board::undo).
    /// Where the rules capture empty bases, `captured` may be empty. The captures are read from the log for undo, which takes
    /// little time.
    ///
    /// ```
    /// use tochki::notation::diagram;
    /// use tochki::{Player, Point};
    ///
    /// let mut board = diagram::parse("
    ///     . 0 .
    ///     0 1 .
    ///     . 0 .
    /// ")?;
    /// let last = Point::new(2, 1);
    /// board.play(last, Player::First);
    /// let capture = board.last_capture().expect("the chain is closed");
    /// assert_eq!(capture.by, Player::First);
    /// assert!(capture.captured.contains(Point::new(1, 1)));
    /// assert!(capture.freed.is_empty());
    /// # Ok::<(), diagram::DiagramError>(())
    /// ```
    pub fn last_capture(&self) -> Option<Capture> {
        Player::ALL.into_iter().find_map(|player| {
            let opponent = player.opponent();
            let changed = |plane| self.changed_by_last_move(plane);
            let territory = changed(Plane::territory(player)) & *self.territory(player);
            if territory.is_empty() {
                return None;
            }
            Some(Capture {
                by: player,
                captured: changed(Plane::lost(opponent)) & *self.lost_dots(opponent),
                freed: changed(Plane::lost(player)) - *self.lost_dots(player),
                territory,
            })
        })
    }

    /// Whether the last move has captured: whether there is a [last capture](Board::last_capture). This takes less time.
    pub(crate) fn has_last_capture(&self) -> bool {
        let territory = Player::ALL.map(Plane::territory);
        self.has_last_move_changed(territory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random::RULES;
    use crate::geometry::{Point, Size};
    use crate::notation::diagram;

    /// The captures agree with the sets of cells before and after each move, in games with players in any order.
    #[test]
    fn a_capture_is_the_difference_of_two_positions() {
        let mut rng = fastrand::Rng::with_seed(7);
        for rules in RULES {
            let (mut captures, mut empty) = (0, 0);
            for _ in 0..300 {
                let mut board = Board::under(rules, Size::new(7, 6).unwrap());
                while !board.free().is_empty() {
                    let before = board.clone();
                    board.put_at_random(&mut rng, 1);
                    let capture = board.last_capture();
                    assert_eq!(board.has_last_capture(), capture.is_some());
                    let gained = |p: Player| *board.territory(p) - *before.territory(p);
                    let by = Player::ALL.into_iter().find(|&p| !gained(p).is_empty());
                    let lost = |board: &Board, by: Player| *board.lost_dots(by);
                    let expected = by.map(|by| Capture {
                        by,
                        captured: lost(&board, by.opponent()) - lost(&before, by.opponent()),
                        freed: lost(&before, by) - lost(&board, by),
                        territory: gained(by),
                    });
                    assert_eq!(capture, expected, "{board}");
                    captures += u32::from(capture.is_some());
                    let is_empty = capture.is_some_and(|capture| capture.captured.is_empty());
                    empty += u32::from(is_empty);
                }
            }
            assert!(captures > 300, "{captures}");
            assert_eq!(empty > 100, rules.captures_empty_bases, "{empty}");
            assert!(empty == 0 || rules.captures_empty_bases, "{empty}");
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
        board.play(Point::new(3, 4), Player::Second);
        let capture = board.last_capture().unwrap();
        assert_eq!(capture.by, Player::Second);
        assert_eq!((capture.captured.len(), capture.territory.len()), (8, 8));
        assert!(capture.freed.iter().eq([Point::new(3, 2)]));
    }

    #[test]
    fn what_is_taken_back_is_forgotten() {
        let mut board = Board::new(Size::new(3, 3).unwrap());
        assert_eq!(board.last_capture(), None);
        for (x, y, player) in [
            (1, 1, Player::Second),
            (1, 0, Player::First),
            (0, 1, Player::First),
            (2, 1, Player::First),
        ] {
            board.play(Point::new(x, y), player);
            assert_eq!(board.last_capture(), None);
        }
        board.play(Point::new(1, 2), Player::First);
        assert_eq!(
            board.last_capture().map(|capture| capture.captured.len()),
            Some(1)
        );
        board.undo();
        assert_eq!(board.last_capture(), None);
    }
}
