//! The pre-search: each side plays alone while the other passes. It finds the trajectories of both sides, and bounds of
//! the score.

use super::limit_watch::{Interrupted, LimitWatch};
use super::{ArticleOptions, Bounds};
use crate::board::Board;
use crate::geometry::Player;
use crate::search::trajectory::{LONGEST, Trajectory, fill};
use ahash::AHashSet;

/// The result of the pre-search, in which each side plays alone while the other passes.
pub(super) struct PreSearch {
    /// The least and the greatest score, in dots, that the player to move can have at the depth of the search. `None`
    /// if bounds are switched off. Also `None` with quiescence, whose captures go on beyond that depth, and if he puts
    /// more dots than [`LONGEST`], because longer trajectories are not found.
    pub(super) bounds: Option<(i32, i32)>,
    /// The trajectories of each player, by the index of the player. Empty if neither `useless_cut` nor bounds need
    /// them.
    pub(super) trajectories: [Vec<Trajectory>; 2],
}

impl PreSearch {
    /// Runs the pre-search for a search of `depth` plies, with `player` to move. [`Interrupted`] if a limit is reached, or
    /// if there are too many trajectories.
    pub(super) fn run(
        options: &ArticleOptions,
        board: &mut Board,
        player: Player,
        depth: u32,
        watch: &mut LimitWatch,
    ) -> Result<PreSearch, Interrupted> {
        // Without quiescence these are the dots of the search. With it there are no bounds.
        let plies = options.plies_of_trajectories(depth as usize);
        // The dots that the player to move puts, and those that his opponent puts.
        let (own, enemy) = (plies.div_ceil(2), plies / 2);
        let is_bounded = options.bounds != Bounds::Off && options.quiescence == 0 && own <= LONGEST;
        let mut trajectories = [Vec::new(), Vec::new()];
        let mut greatest = [0; 2];
        if options.useless_cut || is_bounded {
            let opponent = player.opponent();
            for (side, dots, enemy_dots) in [(player, own, enemy), (opponent, enemy, own)] {
                let found = watch.trajectories(board, side, dots)?;
                if is_bounded {
                    let alone = greatest_score(board, side, dots, &found, watch)?;
                    // The dots that the enemy puts during the search can be captured too.
                    let new = match options.bounds {
                        Bounds::Safe => enemy_dots,
                        _ => 0,
                    };
                    greatest[side.index()] = alone + new as i32;
                    log::trace!(
                        "pre-search: {side:?} alone reaches a score of {alone} with {dots} dots"
                    );
                }
                log_trajectories(side, &found);
                trajectories[side.index()] = found;
            }
        }
        let bounds = (
            -greatest[player.opponent().index()],
            greatest[player.index()],
        );
        Ok(PreSearch {
            bounds: is_bounded.then_some(bounds),
            trajectories,
        })
    }
}

fn log_trajectories(player: Player, trajectories: &[Trajectory]) {
    if log::log_enabled!(log::Level::Trace) {
        for trajectory in trajectories {
            let cells: Vec<_> = trajectory.cells().collect();
            log::trace!("pre-search: trajectory of {player:?}: {cells:?}");
        }
    }
}

/// The greatest score, in dots, that `player` can reach with at most `dots` dots while the opponent passes. Freed dots
/// count too. The board is unchanged afterwards.
///
/// The order of his dots does not matter. So the search completes one trajectory after the other. `trajectories` are
/// those of at most `dots` cells.
fn greatest_score(
    board: &mut Board,
    player: Player,
    dots: usize,
    trajectories: &[Trajectory],
    watch: &mut LimitWatch,
) -> Result<i32, Interrupted> {
    let mut alone = Alone::new(board, player, watch);
    alone.complete_each(board, dots, trajectories)?;
    Ok(alone.best)
}

/// The greatest number of positions that a search remembers. They take 18 MiB.
const MOST_SEEN: usize = 1 << 20;

/// A search in which one side plays alone. Its functions call each other so:
///
/// ```text
/// complete_each          puts dots on all cells of each trajectory in turn
///     go_on              takes over the score
///         try_single_dots    if one dot is left
///         complete_each      if more are left: with the trajectories of the new position
/// ```
struct Alone<'a, 'b> {
    player: Player,
    /// The greatest score of the player so far, in dots.
    best: i32,
    /// Hashes of the positions from which the search has gone on with dots left, at most [`MOST_SEEN`].
    seen: AHashSet<u64>,
    watch: &'a mut LimitWatch<'b>,
}

impl<'a, 'b> Alone<'a, 'b> {
    fn new(board: &Board, player: Player, watch: &'a mut LimitWatch<'b>) -> Alone<'a, 'b> {
        Alone {
            player,
            best: board.score(player),
            seen: AHashSet::new(),
            watch,
        }
    }

    /// Completes each of the trajectories in turn, and goes on from there with the dots that are left. `dots` is the
    /// number of dots before.
    fn complete_each(
        &mut self,
        board: &mut Board,
        dots: usize,
        trajectories: &[Trajectory],
    ) -> Result<(), Interrupted> {
        for trajectory in trajectories {
            fill(board, self.player, trajectory);
            let left = dots - trajectory.len();
            let result = match self.is_new(board.hash(), left) {
                true => self.go_on(board, left),
                false => self.watch.visit_in_pre_search(),
            };
            for _ in trajectory.cells() {
                board.undo();
            }
            result?;
        }
        Ok(())
    }

    /// Whether the search should go on from the position with this hash, where `left` dots are left. `false` if it has
    /// done so already.
    fn is_new(&mut self, hash: u64, left: usize) -> bool {
        match left {
            // It is as quick to look again as to remember.
            0 => true,
            _ if self.seen.len() < MOST_SEEN => self.seen.insert(hash),
            _ => !self.seen.contains(&hash),
        }
    }

    /// Goes on with `dots` more dots, after a trajectory was completed. Takes over the score if it is the greatest so
    /// far.
    fn go_on(&mut self, board: &mut Board, dots: usize) -> Result<(), Interrupted> {
        self.best = self.best.max(board.score(self.player));
        match dots {
            0 => self.watch.visit_in_pre_search(),
            1 => {
                self.watch.visit_in_pre_search()?;
                self.try_single_dots(board)
            }
            _ => {
                let found = self.watch.trajectories(board, self.player, dots)?;
                self.complete_each(board, dots, &found)
            }
        }
    }

    /// Goes on with one dot: tries each move that encloses something. Looks at the clock first, because on a large board
    /// this takes much longer than a node.
    fn try_single_dots(&mut self, board: &mut Board) -> Result<(), Interrupted> {
        if self.watch.is_over() {
            return Err(Interrupted::Limit);
        }
        let score = board.score(self.player);
        for found in board.each_enclosing_move(self.player) {
            self.best = self.best.max(score + (found.captured + found.freed) as i32);
            self.watch.visit_in_pre_search()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::{Limits, StopFlag};

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

    fn bound_within(
        board: &mut Board,
        player: Player,
        dots: usize,
        limits: &Limits,
    ) -> Result<i32, Interrupted> {
        let mut watch = LimitWatch::new(limits);
        let found = watch.trajectories(board, player, dots)?;
        greatest_score(board, player, dots, &found, &mut watch)
    }

    fn bound(board: &mut Board, player: Player, dots: usize) -> i32 {
        bound_within(board, player, dots, &Limits::default()).unwrap()
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

    /// One dot captures any of 49 dots. After each of these captures the other 48 are tried.
    #[test]
    fn a_limit_of_nodes_ends_the_search() {
        let rows = [".a..", "aB..", ".a..", "...."].map(|row| row.repeat(7));
        let band = rows.join("\n");
        let mut board = diagram::parse(&[band.as_str(); 7].join("\n")).unwrap();
        for (nodes, expected) in [(2_000, Err(Interrupted::Limit)), (3_000, Ok(2))] {
            let limits = Limits::nodes(nodes);
            assert_eq!(
                bound_within(&mut board, Player::First, 2, &limits),
                expected
            );
        }
    }

    #[test]
    fn positions_without_a_dot_left_are_not_remembered() {
        let mut board = diagram::parse(".a...a.\naB...Ba\n.a...a.").unwrap();
        for (dots, remembered) in [(1, 0), (2, 2)] {
            let limits = Limits::default();
            let mut watch = LimitWatch::new(&limits);
            let found = watch.trajectories(&board, Player::First, dots);
            let mut alone = Alone::new(&board, Player::First, &mut watch);
            alone
                .complete_each(&mut board, dots, &found.unwrap())
                .unwrap();
            assert_eq!(alone.seen.len(), remembered, "{dots} dots");
        }
    }

    #[test]
    fn the_stop_flag_ends_the_search_before_the_last_dot() {
        let stop = StopFlag::default();
        stop.raise();
        let limits = Limits::default().with_stop(&stop);
        let mut board = diagram::parse(".a...a.\naB...Ba\n.a...a.").unwrap();
        let mut watch = LimitWatch::new(&limits);
        let mut alone = Alone::new(&board, Player::First, &mut watch);
        assert_eq!(alone.go_on(&mut board, 1), Err(Interrupted::Limit));
        assert_eq!(alone.best, 0);
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
