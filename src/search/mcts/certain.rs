//! Certain scores: positions where the score at the end of the game is known, so that nothing is left to search.
//!
//! A player may end the game at his turn. He then loses his loose dots, those not joined to the edge, and keeps
//! everything else. If neither player has loose dots, neither can get more than the score now, and neither has to take
//! less. On a full board the score is final, too.
//!
//! With equal scores the game goes on: either player may end it in a draw, but neither has a reason to. Otherwise the
//! score of an empty board would be certain.
//!
//! This holds where a player may end the game. In matches of the Points AI Protocol he cannot, and may lose a dot for
//! want of a safe cell although the score is certain here.
//!
//! CITE: M. Winands, Y. Bjornsson and J.-T. Saito, "Monte-Carlo Tree Search Solver" (2008), for certain results
//! among those of playouts.

use crate::board::Board;
use crate::geometry::Player;

/// The final score of `player` without komi, in dots, if it is certain. `None` if it is not.
pub(super) fn margin(board: &Board, player: Player) -> Option<i16> {
    let has_loose_dots = |owner: Player| board.has_loose_dots(owner);
    let score = board.score(player);
    let can_win = || score != 0 && !Player::ALL.into_iter().any(has_loose_dots);
    // Every board has fewer cells than `i16::MAX`.
    (board.free().is_empty() || can_win()).then_some(score as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::{Point, Size};
    use crate::notation::diagram;
    use ahash::AHashMap;
    use fastrand::Rng;

    /// Finds the final scores of positions, if both play best, by trying all games, and keeps them.
    #[derive(Default)]
    struct Oracle {
        /// The key is the hash of the position and the player to move. Scores are counted for that player.
        scores: AHashMap<(u64, Player), i32>,
        /// The number of these positions whose score is certain before the board is full.
        certain: usize,
    }

    impl Oracle {
        /// The final score of `player`, who is to move, if both play best and may end the game. Checks [`margin`] in
        /// the position and in all positions that follow it.
        fn margin(&mut self, board: &mut Board, player: Player) -> i32 {
            let key = (board.hash(), player);
            if let Some(&margin) = self.scores.get(&key) {
                return margin;
            }
            let cells: Vec<Point> = board.free().iter().collect();
            let mut best = match cells.is_empty() {
                true => board.score(player),
                false => board.score_after_grounding(player, player),
            };
            for cell in cells {
                board.play(cell, player);
                best = best.max(-self.margin(board, player.opponent()));
                board.undo();
            }
            if let Some(certain) = margin(board, player) {
                assert_eq!(i32::from(certain), best, "{}", diagram::print(board));
                self.certain += usize::from(!board.free().is_empty());
            }
            self.scores.insert(key, best);
            best
        }
    }

    #[test]
    fn games_end_with_the_certain_score() {
        let mut rng = Rng::with_seed(11);
        let (mut positions, mut certain) = (0, 0);
        for number in 0..300 {
            let rules = Rules {
                captures_empty_bases: number % 3 == 2,
                ..Rules::default()
            };
            let size = Size::new(rng.u32(3..6), rng.u32(3..6)).unwrap();
            let mut board = Board::under(rules, size);
            board.fill_at_random(&mut rng, 7);
            let mut oracle = Oracle::default();
            for player in Player::ALL {
                oracle.margin(&mut board, player);
            }
            positions += oracle.scores.len();
            certain += oracle.certain;
        }
        assert!(positions > 20_000 && certain > 50, "{positions}, {certain}");
    }
}
