//! The exact search of captures as a part of other engines.

use super::goal_search::GoalSearch;
use super::transposition_table::TranspositionTable;
use super::{DEEPEST, Techniques};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use std::time::{Duration, Instant};

/// The number of nodes to a depth, divided by the number to one ply less: a rough estimate. A depth is begun only if
/// the limits allow this many times the nodes and the time that were used before.
const GROWTH: u32 = 6;

/// The search of the engine `tactical` for other engines, with a transposition table of its own.
pub(crate) struct ExactSearch {
    table: TranspositionTable,
}

/// The result of an exact search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExactResult {
    /// The completed depth in plies. 0 if a limit ended the search before.
    pub(crate) plies: u32,
    /// The score of the player to move, in dots, after best play of both sides to this depth.
    pub(crate) value: i32,
    /// The moves that reach the value. A move is left out if another reached the same value in fewer plies. A capture
    /// counts even if it can wait: benches/ingredients.md. `None` if no depth is completed. Also `None` if a pass
    /// reaches the value, because nearly all moves do then. One exception: if a capture at once raises the score to the
    /// value, the moves are given.
    pub(crate) preserving: Option<Bitboard>,
    /// Number of nodes searched.
    pub(crate) nodes: u64,
}

impl ExactSearch {
    /// A search with an empty transposition table of at most this number of bytes.
    pub(crate) fn new(bytes: usize) -> ExactSearch {
        ExactSearch {
            table: TranspositionTable::new(bytes),
        }
    }

    /// Searches a position, with `player` to move, ply by ply as deep as the limits allow. The board is unchanged
    /// afterwards.
    pub(crate) fn search(&self, board: &mut Board, player: Player, limits: &Limits) -> ExactResult {
        let start = Instant::now();
        let mut search = GoalSearch::new(board, &self.table, limits, Techniques::ALL);
        let mut result = ExactResult {
            plies: 0,
            value: search.score(player),
            preserving: None,
            nodes: 0,
        };
        let deepest = limits.plies.unwrap_or(DEEPEST).min(DEEPEST);
        while result.plies < deepest && may_go_deeper(search.nodes(), start.elapsed(), limits) {
            let plies = result.plies + 1;
            let Some(value) = search.value(player, plies, result.value) else {
                break;
            };
            let quickest = result.preserving.filter(|_| value == result.value);
            let preserving = preserving(&mut search, player, plies, value, quickest);
            if search.is_over() {
                // `preserving` may lack some moves.
                break;
            }
            (result.plies, result.value, result.preserving) = (plies, value, preserving);
        }
        result.nodes = search.nodes();
        result
    }

    /// Whether the move `cell` reaches the value of `result` at its depth, or misses it by at most `may_lose` dots. `None`
    /// if a limit was reached. Also the number of nodes. If no depth was completed, every move does. If `may_lose` is 0,
    /// only moves in `preserving` do, as far as these are known. The board is unchanged afterwards.
    pub(crate) fn preserves(
        &self,
        board: &mut Board,
        player: Player,
        cell: Point,
        result: &ExactResult,
        may_lose: i32,
        limits: &Limits,
    ) -> (Option<bool>, u64) {
        if result.plies == 0 {
            return (Some(true), 0);
        }
        let known = result.preserving.map(|cells| cells.contains(cell));
        if let Some(preserves) = known.filter(|&preserves| preserves || may_lose == 0) {
            return (Some(preserves), 0);
        }
        let mut search = GoalSearch::new(board, &self.table, limits, Techniques::ALL);
        let preserves = search.reaches(player, cell, result.plies, result.value - may_lose);
        ((!search.is_over()).then_some(preserves), search.nodes())
    }
}

/// The moves that reach the score `value` at a depth of `plies`, as [`ExactResult::preserving`] has them. `None` also if a
/// limit was reached. `quickest` are the moves that reached the same value in fewer plies. If some of them still do, only
/// these are returned.
fn preserving(
    search: &mut GoalSearch,
    player: Player,
    plies: u32,
    value: i32,
    quickest: Option<Bitboard>,
) -> Option<Bitboard> {
    let best = search.best_for(player, plies, value)?;
    let reaches = |search: &mut GoalSearch, cell: Point| {
        cell == best || search.reaches(player, cell, plies, value)
    };
    if let Some(cells) = quickest {
        let cells: Bitboard = cells.iter().filter(|&cell| reaches(search, cell)).collect();
        if !cells.is_empty() {
            return Some(cells);
        }
    }
    let cells = search.root_cells(player, plies, value);
    let mut preserving: Bitboard = cells.iter().filter(|&cell| reaches(search, cell)).collect();
    preserving.insert(best);
    Some(preserving)
}

/// Whether one ply more is worth beginning. [`GROWTH`] times the `nodes` so far must be within the limit of nodes, and
/// [`GROWTH`] times the `time` so far must still be left.
fn may_go_deeper(nodes: u64, time: Duration, limits: &Limits) -> bool {
    let growth = u64::from(GROWTH);
    limits.nodes.is_none_or(|most| nodes * growth <= most)
        && limits.time_left().is_none_or(|left| time * GROWTH <= left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::game_tree::{BoardTree, INFINITY, alpha_beta};

    /// The second player closes a net round the dot at (2, 2). The first player can save it.
    const NET: &str = "
        . . . . . . .
        . . 1 1 . . .
        . 1 0 . . . .
        . 1 . . . . .
        . . . . . 1 .
        . . . 1 . . .
        . . . . . . .
    ";

    #[test]
    fn moves_that_win_or_save_are_told_from_those_that_do_not() {
        let mut board = diagram::parse(NET).unwrap();
        let before = diagram::print(&board);
        let engine = ExactSearch::new(1 << 20);
        for (player, value) in [(Player::Second, 1), (Player::First, 0)] {
            let limits = Limits::plies(6);
            let result = engine.search(&mut board, player, &limits);
            assert_eq!((result.plies, result.value), (6, value), "{player}");
            let preserving = result.preserving.expect("a pass does not do");
            assert!(!preserving.is_empty() && !preserving.contains(Point::new(6, 6)));
            for cell in [Point::new(6, 6), preserving.first().unwrap()] {
                let (preserves, _) =
                    engine.preserves(&mut board, player, cell, &result, 0, &limits);
                assert_eq!(preserves, Some(preserving.contains(cell)));
                let anew = ExactResult {
                    preserving: None,
                    ..result.clone()
                };
                let (preserves, _) = engine.preserves(&mut board, player, cell, &anew, 0, &limits);
                assert_eq!(
                    preserves,
                    Some(preserving.contains(cell)),
                    "by a search of its own"
                );
            }
        }
        assert_eq!(diagram::print(&board), before);
    }

    /// The score of `player`, who is to move, after plain minimax.
    fn plain_value(board: &mut Board, player: Player, plies: u32) -> i32 {
        let mut tree = BoardTree::new(board, player, plies).with_passes();
        alpha_beta(&mut tree, -INFINITY, INFINITY).value
    }

    /// The score of `player` after a dot on each free cell, and plain minimax for the rest of `plies`.
    fn plain_values(board: &mut Board, player: Player, plies: u32) -> Vec<(Point, i32)> {
        let cells: Vec<Point> = board.free().iter().collect();
        let mut value = |cell| {
            board.play(cell, player);
            let value = -plain_value(board, player.opponent(), plies - 1);
            board.undo();
            (cell, value)
        };
        cells.into_iter().map(&mut value).collect()
    }

    #[test]
    fn preserving_moves_are_those_of_plain_minimax() {
        let mut rng = fastrand::Rng::with_seed(23);
        let mut told_apart = 0;
        for number in 0..400 {
            let size = Size::new(rng.u32(3..=5), rng.u32(3..=5)).unwrap();
            let mut board = Board::under(
                Rules {
                    suicide: number % 5 > 0,
                    captures_empty_bases: number % 4 == 0,
                },
                size,
            );
            let dots = rng.u32(size.area() / 2..=size.area());
            board.put_at_random(&mut rng, dots);
            let player = Player::ALL[rng.usize(..2)];
            let engine = ExactSearch::new(1 << 20);
            let mut quickest = None;
            for plies in 1..=4 {
                let result = engine.search(&mut board, player, &Limits::plies(plies));
                let picture = format!("{player}, {plies} plies\n{}", diagram::print(&board));
                assert_eq!(
                    (result.plies, result.value),
                    (plies, plain_value(&mut board, player, plies)),
                    "{picture}"
                );
                let values = plain_values(&mut board, player, plies);
                let reaching = values.iter().filter(|(_, value)| *value >= result.value);
                let reaching: Bitboard = reaching.map(|&(cell, _)| cell).collect();
                assert_preserving(&mut board, player, &result, quickest, &reaching, &picture);
                assert_preserves(&engine, &mut board, player, &result, &values, &picture);
                let found = result.preserving;
                told_apart += u32::from(found.is_some_and(|cells| cells != *board.free()));
                quickest = found.map(|cells| (result.value, cells));
            }
        }
        assert!(told_apart > 100, "{told_apart}");
    }

    /// Checks [`ExactResult::preserving`]. `reaching` are all moves that reach the value. `quickest` are the moves of
    /// one ply less, with their value.
    fn assert_preserving(
        board: &mut Board,
        player: Player,
        result: &ExactResult,
        quickest: Option<(i32, Bitboard)>,
        reaching: &Bitboard,
        picture: &str,
    ) {
        let pass = -plain_value(board, player.opponent(), result.plies - 1);
        let Some(cells) = result.preserving else {
            return assert!(pass >= result.value, "{picture}");
        };
        assert!(
            !cells.is_empty() && (cells - *reaching).is_empty(),
            "{picture}"
        );
        let quick = quickest.filter(|(value, _)| *value == result.value);
        let quick = quick.map(|(_, cells)| cells & *reaching);
        match quick.filter(|cells| !cells.is_empty()) {
            Some(quick) => assert_eq!(cells, quick, "{picture}"),
            None if pass < result.value => assert_eq!(cells, *reaching, "{picture}"),
            // Captures that can wait are known, and not all of the moves that are no captures.
            None => {}
        }
    }

    /// Checks [`ExactSearch::preserves`] against the values of all moves.
    fn assert_preserves(
        engine: &ExactSearch,
        board: &mut Board,
        player: Player,
        result: &ExactResult,
        values: &[(Point, i32)],
        picture: &str,
    ) {
        let limits = Limits::default();
        let anew = ExactResult {
            preserving: None,
            ..result.clone()
        };
        for (&(cell, value), may_lose) in values.iter().flat_map(|it| [(it, 0), (it, 1)]) {
            let expected = Some(value >= result.value - may_lose);
            let (preserves, _) = engine.preserves(board, player, cell, &anew, may_lose, &limits);
            assert_eq!(
                preserves, expected,
                "{cell:?}, {may_lose} to lose, {picture}"
            );
            let (preserves, _) = engine.preserves(board, player, cell, result, may_lose, &limits);
            let known = result.preserving.filter(|_| may_lose == 0);
            let expected = known.map_or(expected, |cells| Some(cells.contains(cell)));
            assert_eq!(
                preserves, expected,
                "{cell:?}, {may_lose} to lose, {picture}"
            );
        }
    }

    #[test]
    fn no_depth_is_begun_that_takes_longer_than_the_limits() {
        let seconds = Duration::from_secs;
        for (most, may) in [(59, false), (60, true)] {
            assert_eq!(may_go_deeper(10, Duration::ZERO, &Limits::nodes(most)), may);
        }
        for (left, may) in [(50, false), (100, true)] {
            let limits = Limits::time(seconds(left));
            assert_eq!(may_go_deeper(10, seconds(10), &limits), may);
        }
    }

    #[test]
    fn limits_are_kept() {
        let mut board = diagram::parse(NET).unwrap();
        let mut search =
            |limits: &Limits| ExactSearch::new(0).search(&mut board, Player::First, limits);
        let nodes = search(&Limits::plies(1)).nodes;
        // The search ends at the first node beyond the limit, which does not count. With a limit of 0 it is the root.
        for (most, plies) in [(0, 0), (nodes - 1, 0), (nodes, 1)] {
            let limits = Limits {
                nodes: Some(most),
                ..Limits::plies(1)
            };
            let result = search(&limits);
            assert_eq!((result.plies, result.nodes), (plies, most));
        }
        let unknown = ExactResult {
            plies: 3,
            value: 0,
            preserving: None,
            nodes: 0,
        };
        let (engine, limits) = (ExactSearch::new(0), Limits::nodes(0));
        let cell = Point::new(3, 3);
        let (preserves, _) =
            engine.preserves(&mut board, Player::First, cell, &unknown, 0, &limits);
        assert_eq!(preserves, None);
    }
}
