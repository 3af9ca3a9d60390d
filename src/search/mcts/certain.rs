//! Certain margins: positions where the score at the end of the game is known, so that nothing is left to search.
//!
//! A player may end the game at his turn. He then loses his loose dots, those not joined to the edge, and keeps
//! everything else. If neither player has loose dots, neither can get more than the score now, and neither has to take
//! less. On a full board the score is final, too.
//!
//! If the scores are equal with komi, the game goes on: either player may end it in a draw, but neither has a reason to.
//! It also goes on before the first capture: komi alone ends no game. Otherwise the score of an empty board would be
//! certain.
//!
//! This holds where a player may end the game. In matches of the Points AI Protocol he cannot, and may have to
//! lose a dot because no safe cell is left, although the margin is certain here.
//!
//! CITE: M. Winands, Y. Bjornsson and J.-T. Saito, "Monte-Carlo Tree Search Solver" (2008), for certain results
//! among those of playouts.

use crate::board::Board;
use crate::geometry::Player;

/// The margin of `player` without komi, in dots, if it is certain. `None` if it is not. `komi`, in dots, is added to
/// the score of the second player.
pub(super) fn margin(board: &Board, player: Player, komi: f64) -> Option<i16> {
    let has_loose_dots = |owner: Player| board.has_loose_dots(owner);
    let score = board.score(player);
    let is_drawn = f64::from(board.score(Player::First)) == komi;
    let can_win =
        || board.has_captures() && !is_drawn && !Player::ALL.into_iter().any(has_loose_dots);
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

    /// Finds the margins of positions, if both play best, by trying all games, and keeps them.
    #[derive(Default)]
    struct Oracle {
        /// The key is the hash of the position and the player to move. Scores are counted for that player.
        scores: AHashMap<(u64, Player), i32>,
        /// The number of these positions whose score is certain before the board is full.
        certain: usize,
    }

    impl Oracle {
        /// The margin of `player`, who is to move, if both play best and may end the game. Checks [`margin`] in
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
            if let Some(certain) = margin(board, player, 0.0) {
                assert_eq!(i32::from(certain), best, "{}", diagram::print(board));
                self.certain += usize::from(!board.free().is_empty());
            }
            self.scores.insert(key, best);
            best
        }
    }

    #[test]
    fn a_draw_by_komi_is_not_certain() {
        // The first player has captured one dot, and all other dots are joined to the edge.
        let board = diagram::parse(". 0 . .\n0 b 0 .\n. 0 . .\n. . . .\n").unwrap();
        for (komi, expected) in [(0.0, Some(1)), (1.0, None), (1.5, Some(1)), (-1.0, Some(1))] {
            assert_eq!(margin(&board, Player::First, komi), expected, "{komi}");
        }
        let before = Board::new(Size::new(3, 3).unwrap());
        assert_eq!(margin(&before, Player::First, 0.5), None);
        // Equal captures.
        let equal = diagram::parse(". 0 . . 1 .\n0 b 0 1 a 1\n. 0 . . 1 .\n. 0 . . 1 .\n").unwrap();
        for (komi, expected) in [(0.0, None), (0.5, Some(0))] {
            assert_eq!(margin(&equal, Player::Second, komi), expected, "{komi}");
        }
    }

    #[test]
    fn games_end_with_the_certain_margin() {
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
