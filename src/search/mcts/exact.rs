//! The exact search of the root and of the positions visited most.
//!
//! The exact search finds the greatest score that a player can reach within some plies: the exact result. Moves that
//! reach it *preserve* it, and get higher priors.

use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::tactical::{ExactResult, ExactSearch};
use std::time::{Duration, Instant};

/// The exact search at the root gets 1 / `ROOT_SHARE` of the time and the nodes: benches/ingredients.md.
const ROOT_SHARE: u32 = 5;
/// The exact search at the root takes at most this time, if there is a deadline. In an analysis without end its share of
/// the time is no limit.
const LONGEST_AT_ROOT: Duration = Duration::from_secs(1);
/// With a limit of nodes the exact search at the root takes at most this number of them, about a second.
const MOST_AT_ROOT: u64 = 500_000;
/// The greatest depth, in plies, of the exact search at the root, unless the limits set another one:
/// benches/ingredients.md.
const ROOT_PLIES: u32 = 6;
/// The moves that reach the exact result get a prior of at least this number divided by their count:
/// benches/ingredients.md.
const PRESERVING: f32 = 0.6;

/// The depth, in plies, of an exact search in a position of the tree below the root: benches/ingredients.md.
const INNER_PLIES: u32 = 3;
/// The greatest number of nodes of an exact search in a position of the tree below the root.
/// Not measured: benches/ingredients.md.
const INNER_NODES: u64 = 1000;
/// The greatest cost of such a search, in simulations.
pub(super) const MOST_INNER: u64 = INNER_NODES / NODES_PER_SIMULATION;

/// The exact result of the position at the root.
#[derive(Debug)]
pub(super) struct RootResult {
    pub(super) result: ExactResult,
    /// The player to move.
    pub(super) player: Player,
    /// The hash of the position.
    hash: u64,
    /// How long the search took. If the position was searched several times in a row, the longest of these searches
    /// counts. The table answers the later ones at once, but it need not know the move that is to be verified.
    pub(super) time: Duration,
}

impl RootResult {
    /// Searches the position at the root. `last` is the result of the root that was searched before. The board is unchanged
    /// afterwards.
    pub(super) fn search(
        exact: &ExactSearch,
        last: Option<&RootResult>,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> RootResult {
        let start = Instant::now();
        let result = exact.search(board, player, &limits_at_root(limits));
        let time = start.elapsed();
        log::debug!("mcts: the exact search says {result:?}");
        let hash = board.hash();
        let before = last.filter(|last| (last.hash, last.player) == (hash, player));
        RootResult {
            result,
            player,
            hash,
            time: before.map_or(time, |before| time.max(before.time)),
        }
    }

    /// The moves that preserve the result. Each comes with a prior: the tree raises a lower one to it.
    pub(super) fn wanted(&self) -> Vec<(Point, f32)> {
        preserving_moves(&self.result)
    }

    /// The cost of the search, in simulations.
    pub(super) fn simulations(&self) -> u64 {
        self.result.nodes / NODES_PER_SIMULATION
    }
}

/// The result of an exact search of a position below the root.
#[derive(Clone, Debug, Default)]
pub(super) struct InnerResult {
    /// The moves that preserve the result. Each comes with a prior: the tree raises a lower one to it.
    pub(super) wanted: Vec<(Point, f32)>,
    /// The cost of the search, in simulations.
    pub(super) simulations: u64,
    /// The greatest cost that it was allowed, in simulations.
    pub(super) most: u64,
    /// Whether the search ended before [`INNER_PLIES`], because a limit was reached or the next ply might have reached
    /// it.
    pub(super) is_cut: bool,
}

impl InnerResult {
    /// Searches a position of the tree below the root, at a cost of at most `most` simulations. The board is unchanged
    /// afterwards.
    pub(super) fn search(
        exact: &ExactSearch,
        board: &mut Board,
        player: Player,
        most: u64,
        limits: &Limits,
    ) -> InnerResult {
        let limits = Limits {
            plies: Some(INNER_PLIES),
            nodes: Some(INNER_NODES.min(most.saturating_mul(NODES_PER_SIMULATION))),
            deadline: limits.deadline,
            stop: limits.stop.clone(),
            ..Limits::default()
        };
        let result = exact.search(board, player, &limits);
        InnerResult {
            wanted: preserving_moves(&result),
            simulations: result.nodes / NODES_PER_SIMULATION,
            most,
            is_cut: result.plies < INNER_PLIES,
        }
    }
}

/// The moves that reach the value of a result, with equal priors that sum to [`PRESERVING`]. Empty if the search does not
/// tell them: see [`ExactResult::preserving`].
fn preserving_moves(result: &ExactResult) -> Vec<(Point, f32)> {
    let preserving = result.preserving.unwrap_or(Bitboard::EMPTY);
    let prior = PRESERVING / preserving.len() as f32;
    preserving.iter().map(|cell| (cell, prior)).collect()
}

/// The limits of the exact search at the root.
fn limits_at_root(limits: &Limits) -> Limits {
    let share = share(limits, ROOT_SHARE);
    let longest = Instant::now() + LONGEST_AT_ROOT;
    Limits {
        plies: limits.plies.or(Some(ROOT_PLIES)),
        nodes: share.nodes.map(|nodes| nodes.min(MOST_AT_ROOT)),
        deadline: share.deadline.map(|end| end.min(longest)),
        ..share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn an_analysis_without_end_searches_the_root_exactly_for_a_while() {
        let nodes = |simulations| limits_at_root(&Limits::nodes(simulations)).nodes;
        assert_eq!(nodes(1000), Some(1000 * NODES_PER_SIMULATION / 5));
        assert_eq!(nodes(u64::MAX), Some(MOST_AT_ROOT));
        let time = |seconds| {
            let limits = Limits::time(Duration::from_secs(seconds));
            limits_at_root(&limits).time_left().unwrap()
        };
        assert!(time(2) <= Duration::from_millis(400) && time(1000) <= LONGEST_AT_ROOT);
        assert_eq!(limits_at_root(&Limits::default()).time_left(), None);
    }

    #[test]
    fn a_search_below_the_root_keeps_to_the_simulations_that_are_left() {
        let mut board = Board::new(Size::new(8, 5).unwrap());
        board.put_at_random(&mut fastrand::Rng::with_seed(3), 12);
        let mut search = |simulations| {
            let exact = ExactSearch::new(0);
            let limits = Limits::default();
            InnerResult::search(&exact, &mut board, Player::First, simulations, &limits)
        };
        for left in [0, 1, 5] {
            let found = search(left);
            assert!(found.is_cut && found.simulations <= left, "{found:?}");
        }
        assert!(!search(u64::MAX).is_cut);
    }

    #[test]
    fn a_position_that_is_searched_again_keeps_the_time_for_its_verification() {
        let (exact, limits) = (ExactSearch::new(1 << 20), Limits::nodes(1000));
        let mut board = Board::new(Size::new(8, 5).unwrap());
        let search = |last: Option<&RootResult>, board: &mut Board, player| {
            RootResult::search(&exact, last, board, player, &limits)
        };
        let mut first = search(None, &mut board, Player::First);
        first.time = Duration::from_secs(1000);
        for (player, is_kept) in [(Player::First, true), (Player::Second, false)] {
            let again = search(Some(&first), &mut board, player);
            assert_eq!(again.time == first.time, is_kept, "{player}");
        }
        board.play(Point::new(3, 2), Player::Second);
        let other = search(Some(&first), &mut board, Player::First);
        assert!(other.time < first.time);
    }
}
