//! What a clock gives for a move.

use crate::board::Board;
use std::time::Duration;

/// What a clock gives for a move, whatever its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time that this move shares with later ones.
    pub bank: Duration,
    /// The time that every move has on top of its share.
    pub each: Duration,
    /// When this has passed, the game is lost.
    pub most: Duration,
    /// How many moves share the bank; `None` for all to the end of the game.
    pub moves: Option<u32>,
}

impl Allowance {
    /// A clock that gains time with every move. Protocols do not say whether it gains it before or after the
    /// move, so that only time that is already on the clock is used.
    pub fn with_increment(remaining: Duration, per_move: Duration) -> Allowance {
        Allowance {
            bank: remaining,
            each: per_move,
            most: match remaining.is_zero() {
                true => per_move,
                false => remaining,
            },
            moves: None,
        }
    }

    /// The time for a usual move, and the most for a difficult one. A difficult move takes at most half of the
    /// bank above its reserve. Time for writing the reply is kept back.
    pub(super) fn share(&self, board: &Board) -> (Duration, Duration) {
        let most = self.most.saturating_sub(reply_margin(self.most));
        let spare = self.bank.saturating_sub(RESERVE) / 2;
        let bank = self.bank - (self.bank / 2).min(RESERVE);
        let moves = self
            .moves
            .unwrap_or_else(|| moves_to_go(board.free().len()));
        let usual = (bank / moves.max(1)).saturating_add(self.each_now());
        let usual = usual.min(most);
        let difficult = spare.saturating_add(self.each_now()).min(most);
        (usual, difficult.max(usual))
    }

    /// How much of the time on top to use. While the bank is below its reserve, part of it is saved: the delays
    /// of a busy machine are paid from the bank.
    fn each_now(&self) -> Duration {
        if self.bank.is_zero() || self.bank >= RESERVE {
            return self.each;
        }
        self.each
            .mul_f64(self.bank.as_secs_f64() / RESERVE.as_secs_f64())
    }
}

/// The time of a clock that is never planned for, or half of the clock if that is less. A busy machine delays
/// moves by tenths of a second.
const RESERVE: Duration = Duration::from_millis(500);

/// What is kept back for writing the reply and for a busy machine: half of very short times, a
/// tenth of short ones, never more than 25 ms.
pub(super) fn reply_margin(time: Duration) -> Duration {
    const LEAST: Duration = Duration::from_millis(3);
    const MOST: Duration = Duration::from_millis(25);
    (time / 10).clamp(LEAST, MOST).min(time / 2)
}

/// For how many more moves of one side the clock should last. A side plays at most half of the
/// free cells, and games are decided long before the board is full.
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
            assert!(usual <= most && most <= allowance.most);
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
        // Near the end, part of every increment is saved.
        assert_eq!(share(ms(50), ms(10)), ms(1) + ms(25) / 60);
    }

    #[test]
    fn a_period_is_for_its_moves() {
        let board = Board::new(Size::default());
        let allowance = Allowance {
            bank: Duration::from_millis(10_500),
            each: Duration::ZERO,
            most: Duration::from_millis(10_500),
            moves: Some(5),
        };
        assert_eq!(allowance.share(&board).0, Duration::from_secs(2));
    }
}
