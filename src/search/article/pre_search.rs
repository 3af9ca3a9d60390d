//! What a player can win if only he moves.

use super::limit_watch::{Interrupted, LimitWatch};
use crate::board::Board;
use crate::geometry::Player;
use crate::search::trajectory::{Finder, Trajectory};
use ahash::AHashSet;

/// The greatest score that `player` can reach with at most `dots` dots while the opponent passes,
/// counting several captures and the dots they free. `sets` are the surrounding sets of the
/// position for as many dots. The board is as before afterwards.
///
/// All his dots together cut off the same cells in whatever order they are put, so that it is
/// enough to complete one surrounding set after the other.
pub(super) fn greatest_score(
    board: &mut Board,
    player: Player,
    dots: usize,
    sets: &[Trajectory],
    finder: &mut Finder,
    watch: &mut LimitWatch,
) -> Result<i32, Interrupted> {
    let mut alone = Alone {
        player,
        best: board.score(player),
        seen: AHashSet::new(),
        finder,
        watch,
    };
    alone.extend(board, dots, sets)?;
    Ok(alone.best)
}

/// One side moves alone.
struct Alone<'a, 'b> {
    player: Player,
    best: i32,
    /// Hashes of the positions after captures.
    seen: AHashSet<u64>,
    finder: &'a mut Finder,
    watch: &'a mut LimitWatch<'b>,
}

impl Alone<'_, '_> {
    fn extend(
        &mut self,
        board: &mut Board,
        dots: usize,
        sets: &[Trajectory],
    ) -> Result<(), Interrupted> {
        for set in sets {
            self.complete(board, set);
            let result = match self.seen.insert(board.hash()) {
                true => self.go_on(board, dots - set.len()),
                false => self.watch.step(),
            };
            for _ in set.cells() {
                board.undo();
            }
            result?;
        }
        Ok(())
    }

    /// Goes on with `dots` more dots after a capture.
    fn go_on(&mut self, board: &mut Board, dots: usize) -> Result<(), Interrupted> {
        self.best = self.best.max(board.score(self.player));
        match dots {
            0 => self.watch.step(),
            1 => {
                self.watch.step()?;
                self.try_single_dots(board)
            }
            _ => {
                let sets = self.watch.generate(self.finder, board, self.player, dots)?;
                self.extend(board, dots, &sets)
            }
        }
    }

    /// The same for one dot, without looking for sets: a dot that closes anything has two
    /// neighbours.
    fn try_single_dots(&mut self, board: &mut Board) -> Result<(), Interrupted> {
        let live = *board.live(self.player);
        let cells = live.grown() & *board.free();
        for point in cells.iter() {
            if point
                .neighbours()
                .filter(|&next| live.contains(next))
                .nth(1)
                .is_some()
            {
                board.play(point, self.player);
                self.best = self.best.max(board.score(self.player));
                board.undo();
                self.watch.step()?;
            }
        }
        Ok(())
    }

    /// Puts dots on all cells of the set; one in an empty base of the enemy comes last.
    fn complete(&self, board: &mut Board, set: &Trajectory) {
        let base = *board.empty_base(self.player.opponent());
        for in_base in [false, true] {
            for point in set.cells().filter(|&point| base.contains(point) == in_base) {
                board.play(point, self.player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::Limits;

    fn by_brute_force(board: &mut Board, player: Player, dots: u32) -> i32 {
        let mut best = board.score(player);
        if dots > 0 {
            for point in board.free().iter().collect::<Vec<_>>() {
                board.play(point, player);
                best = best.max(by_brute_force(board, player, dots - 1));
                board.undo();
            }
        }
        best
    }

    fn bound(board: &mut Board, player: Player, dots: u32) -> i32 {
        let limits = Limits::default();
        let mut watch = LimitWatch::new(&limits);
        let (dots, mut finder) = (dots as usize, Finder::new());
        let sets = watch.generate(&mut finder, board, player, dots).unwrap();
        greatest_score(board, player, dots, &sets, &mut finder, &mut watch).unwrap()
    }

    #[test]
    fn the_greatest_score_is_exact() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut gains = 0;
        for _ in 0..150 {
            let size = Size::new(random.u32(4..8), random.u32(4..8)).unwrap();
            let mut board = Board::new(size);
            let dots = random.u32(6..size.area() * 4 / 5);
            board.put_at_random(&mut random, dots);
            for player in Player::ALL {
                let expected = by_brute_force(&mut board, player, 3);
                let picture = diagram::print(&board);
                assert_eq!(bound(&mut board, player, 3), expected, "{picture}");
                assert_eq!(diagram::print(&board), picture);
                gains += expected - board.score(player);
            }
        }
        assert!(gains > 200, "{gains}");
    }

    #[test]
    fn freed_dots_count() {
        // The last dot captures the four B and frees the `a` that they hold.
        let mut board = diagram::parse("..c..\n.cBc.\ncBaBc\n.cBc.\n.....").unwrap();
        assert_eq!(board.score(Player::First), -1);
        assert_eq!(bound(&mut board, Player::First, 1), 4);
    }

    #[test]
    fn several_captures_count() {
        let mut board = diagram::parse(".a...a.\naB...Ba\n.a...a.").unwrap();
        assert_eq!(bound(&mut board, Player::First, 1), 1);
        assert_eq!(bound(&mut board, Player::First, 2), 2);
    }
}
