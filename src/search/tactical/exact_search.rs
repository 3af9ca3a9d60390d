//! What the exact search says of a position and of single moves, for engines that choose otherwise.

use super::goal_search::GoalSearch;
use super::transposition_table::TranspositionTable;
use super::{DEEPEST, Techniques};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use std::time::Instant;

/// A ply more takes about seven times as many nodes: none is begun with less than the rest of that left.
const GROWTH: u32 = 6;

/// The exact search with a memory of its own.
pub(crate) struct ExactSearch {
    table: TranspositionTable,
}

/// What was read of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExactResult {
    /// The depth that was completed.
    pub(crate) plies: u32,
    /// The captured difference that the player to move reaches at this depth.
    pub(crate) value: i32,
    /// The moves that are known to reach it, of these only the quickest; `None` if a pass reaches
    /// it too, and so nearly all moves do.
    pub(crate) preserving: Option<Bitboard>,
    /// Nodes looked at.
    pub(crate) nodes: u64,
}

impl ExactSearch {
    /// With a table of at most so many bytes.
    pub(crate) fn new(bytes: usize) -> ExactSearch {
        ExactSearch {
            table: TranspositionTable::new(bytes),
        }
    }

    /// Bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        self.table.memory()
    }

    /// Reads a position as deep as the limits allow, from one ply on. The board is as before
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
        while result.plies < deepest && may_go_deeper(search.nodes(), start, limits) {
            let plies = result.plies + 1;
            let Some(value) = search.value(player, plies, result.value) else {
                break;
            };
            let quickest = result.preserving.filter(|_| value == result.value);
            let preserving = preserving(&mut search, player, plies, value, quickest);
            if search.is_over() {
                // Moves that hold may be missing.
                break;
            }
            (result.plies, result.value, result.preserving) = (plies, value, preserving);
        }
        result.nodes = search.nodes();
        result
    }

    /// Whether a move reaches what was read of the position, or misses it by no more than `spare`
    /// dots; `None` if a limit was reached. Also tells the number of nodes.
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
        let preserving = result
            .preserving
            .map(|preserving| preserving.contains(cell));
        if let Some(preserves) = preserving.filter(|&preserves| preserves || spare == 0) {
            return (Some(preserves), 0);
        }
        let mut search = GoalSearch::new(board, &self.table, limits, Techniques::ALL);
        let preserves = search.reaches(player, cell, result.plies, result.value - spare);
        ((!search.is_over()).then_some(preserves), search.nodes())
    }
}

/// The moves that reach the value of a position at a depth; `None` if a pass does. Of those that
/// reached it in fewer plies at least one is enough: the others only put it off.
fn preserving(
    search: &mut GoalSearch,
    player: Player,
    plies: u32,
    value: i32,
    quickest: Option<Bitboard>,
) -> Option<Bitboard> {
    let best = search.best_for(player, plies, value)?;
    let mut preserves = |cell: &Point| *cell == best || search.reaches(player, *cell, plies, value);
    let quickest: Option<Bitboard> =
        quickest.map(|cells| cells.iter().filter(&mut preserves).collect());
    if let Some(cells) = quickest.filter(|cells| !cells.is_empty()) {
        return Some(cells);
    }
    let cells = search.root_cells(player, plies, value);
    let mut preserving: Bitboard = cells
        .iter()
        .filter(|&cell| cell == best || search.reaches(player, cell, plies, value))
        .collect();
    preserving.insert(best);
    Some(preserving)
}

/// Whether a ply more will probably be completed.
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

    /// The second player closes a net round the dot at (2, 2); the first can save it.
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
