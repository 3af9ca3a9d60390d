//! The exact search of captures as a part of other engines.

use super::goal_search::GoalSearch;
use super::transposition_table::TranspositionTable;
use super::{DEEPEST, Techniques};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use std::time::Instant;

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
    /// The moves that reach the value. `None` if no depth is completed, or if a pass reaches it too and no capture at
    /// once does; then nearly all moves do. A move is left out if another reached the same value in fewer plies. A
    /// capture counts even if it can wait: benches/ingredients.md.
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
        let mut search = GoalSearch::new(board, &self.table, limits, Techniques::STANDARD);
        let mut result = ExactResult {
            plies: 0,
            value: search.score(player),
            preserving: None,
            nodes: 0,
        };
        let deepest = limits.plies.unwrap_or(DEEPEST).min(DEEPEST);
        while result.plies < deepest && may_go_deeper(search.nodes(), start, limits) {
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

    /// Whether the move `cell` reaches the value of `result` at its depth, or misses it by at most `spare` dots. `None`
    /// if a limit was reached. Also the number of nodes. If no depth was completed, every move does. If `spare` is 0, only
    /// moves in `preserving` do, as far as these are known. The board is unchanged afterwards.
    pub(crate) fn preserves(
        &self,
        board: &mut Board,
        player: Player,
        cell: Point,
        result: &ExactResult,
        spare: i32,
        limits: &Limits,
    ) -> (Option<bool>, u64) {
        if result.plies == 0 {
            return (Some(true), 0);
        }
        let known = result.preserving.map(|cells| cells.contains(cell));
        if let Some(preserves) = known.filter(|&preserves| preserves || spare == 0) {
            return (Some(preserves), 0);
        }
        let mut search = GoalSearch::new(board, &self.table, limits, Techniques::STANDARD);
        let preserves = search.reaches(player, cell, result.plies, result.value - spare);
        ((!search.is_over()).then_some(preserves), search.nodes())
    }
}

/// The moves that reach the score `value` at a depth of `plies`. `None` if a pass does and no capture at once, or if a
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
/// [`GROWTH`] times the time since `start` must still be left.
fn may_go_deeper(nodes: u64, start: Instant, limits: &Limits) -> bool {
    let growth = u64::from(GROWTH);
    let now = Instant::now();
    let in_time = |end: Instant| (now - start) * GROWTH <= end.saturating_duration_since(now);
    limits.nodes.is_none_or(|most| nodes * growth <= most) && limits.deadline.is_none_or(in_time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

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

    #[test]
    fn limits_are_kept() {
        let mut board = diagram::parse(NET).unwrap();
        let limits = Limits::nodes(50);
        let result = ExactSearch::new(0).search(&mut board, Player::First, &limits);
        assert!(result.nodes <= 51 && result.plies < 6);
    }
}
