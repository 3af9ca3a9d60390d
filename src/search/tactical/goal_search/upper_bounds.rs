//! McCarthy's optimistic and pessimistic values: what either side can win at most and at least.
//!
//! A side may pass all the time, so that it never loses more than the other can capture from one
//! that does. That is the pessimistic value of the one and the optimistic value of the other.

use super::{GoalSearch, Question};
use crate::geometry::{Bitboard, Player};

impl GoalSearch<'_> {
    /// The most that a player can win with the dots he has left while the opponent passes, in dots
    /// captured and freed, or more. His sets must be up to date. It is not looked further than for
    /// `enough`: the true number may be greater than one that is not less than that.
    ///
    /// As long as every set takes all the dots he has left, he can fill only one of them: whatever
    /// captures contains a minimal set. After a shorter one, others may come into being, which is
    /// not followed.
    pub(super) fn most_to_win(&self, question: Question, player: Player, enough: i32) -> i32 {
        let sets = &self.frames[question.ply].sets[player.index()];
        if sets.is_empty() {
            return 0;
        }
        let board = &self.board;
        let prizes = *board.live(player.opponent()) | *board.lost_dots(player);
        let dots = question.dots(player);
        let mut rests = sets.iter();
        if rests.any(|rest| rest.cells().len() < dots || rest.dots() >= enough) {
            return prizes.len() as i32;
        }
        let edge = board.size().edge();
        let open = board.size().cells() - *board.live(player);
        let won = |cells: &Bitboard| {
            let outside = Bitboard::flood(&edge, &(open - *cells));
            (prizes - outside).len() as i32
        };
        // All at once is quicker than one by one, and mostly less than enough too.
        let by_all = won(&sets.cells());
        if by_all < enough {
            return by_all;
        }
        let mut most = 0;
        for rest in sets.iter() {
            most = most.max(won(&rest.cells().iter().copied().collect()));
            if most >= enough {
                break;
            }
        }
        most
    }
}
