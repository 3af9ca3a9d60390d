//! The share of a clock that one move may use.

use crate::board::Board;
use std::time::Duration;

/// The time that a clock gives for the next move, for any kind of clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Time left on the clock, which this move shares with later moves.
    pub bank: Duration,
    /// Time for this move alone, on top of its share of `bank`. An increment is such a time.
    pub per_move: Duration,
    /// The longest time that this move may take. After it the game is lost.
    pub longest: Duration,
    /// Number of moves that share `bank`. `None` if it must last to the end of the game.
    pub moves: Option<u32>,
}

impl Allowance {
    /// A clock with `remaining` time, to which every move adds `per_move`. Protocols do not say whether the increment
    /// comes before or after the move. So the move may use at most `remaining`, or `per_move` if nothing remains.
    pub fn with_increment(remaining: Duration, per_move: Duration) -> Allowance {
        Allowance {
            bank: remaining,
            per_move,
            longest: match remaining.is_zero() {
                true => per_move,
                false => remaining,
            },
            moves: None,
        }
    }

    /// Two times for the next move: for a usual move, and the longest for a difficult one. The usual time is an equal
    /// share of the bank and `per_move`. The longest is half of the bank above a reserve of half a second, and
    /// `per_move`. Both leave time to write the reply.
    pub(super) fn share(&self, board: &Board) -> (Duration, Duration) {
        let most = self.longest.saturating_sub(reply_margin(self.longest));
        let spare = self.bank.saturating_sub(RESERVE) / 2;
        let bank = self.bank - (self.bank / 2).min(RESERVE);
        let moves = self
            .moves
            .unwrap_or_else(|| moves_to_go(board.free().len()));
        let usual = (bank / moves.max(1)).saturating_add(self.per_move_now());
        let usual = usual.min(most);
        let difficult = spare.saturating_add(self.per_move_now()).min(most);
        (usual, difficult.max(usual))
    }

    /// The part of `per_move` that the move may use. While some time is left on the clock, but less than half a second,
    /// it is only a part. The rest of `per_move` refills the clock, because delays of a busy machine are taken from
    /// there.
    fn per_move_now(&self) -> Duration {
        if self.bank.is_zero() || self.bank >= RESERVE {
            return self.per_move;
        }
        self.per_move
            .mul_f64(self.bank.as_secs_f64() / RESERVE.as_secs_f64())
    }
}

/// The time on a clock that moves do not plan to use. If less than twice that is left, half of the time left is kept
/// instead. A busy machine delays moves by tenths of a second.
pub(super) const RESERVE: Duration = Duration::from_millis(500);

/// The part of `time` that is kept for writing the reply: a tenth, but at least 3 ms and at most 25 ms. It is never
/// more than half of `time`.
pub(super) fn reply_margin(time: Duration) -> Duration {
    const LEAST: Duration = Duration::from_millis(3);
    const MOST: Duration = Duration::from_millis(25);
    (time / 10).clamp(LEAST, MOST).min(time / 2)
}

/// Number of further moves of one side for which the clock should last, from 10 to 60. `free` is the number of playable
/// cells. Each side plays at most half of them, and games are decided long before the board is full.
fn moves_to_go(free: u32) -> u32 {
    (free / 6).clamp(10, 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn a_clock_is_never_overdrawn() {
        let board = Board::new(Size::default());
        let ms = Duration::from_millis;
        let share = |remaining, per_move| {
            let allowance = Allowance::with_increment(remaining, per_move);
            let (usual, most) = allowance.share(&board);
            assert!(usual <= most && most <= allowance.longest);
            assert!(
                remaining > RESERVE || most == usual,
                "the reserve is no bank"
            );
            usual
        };
        assert_eq!(share(ms(0), ms(500)), ms(475));
        assert_eq!(share(ms(200), ms(500)), ms(180));
        assert_eq!(share(ms(60_500), ms(500)), ms(1500));
        assert!(share(Duration::MAX, Duration::MAX) > ms(1 << 40));
        // With little time left, part of every increment is kept on the clock.
        assert_eq!(share(ms(50), ms(10)), ms(1) + ms(25) / 60);
    }

    #[test]
    fn a_period_is_for_its_moves() {
        let board = Board::new(Size::default());
        let allowance = Allowance {
            bank: Duration::from_millis(10_500),
            per_move: Duration::ZERO,
            longest: Duration::from_millis(10_500),
            moves: Some(5),
        };
        assert_eq!(allowance.share(&board).0, Duration::from_secs(2));
    }
}
