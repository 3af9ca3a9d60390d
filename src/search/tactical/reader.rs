//! What the exact search says of a position and of single moves, for engines that choose otherwise.

use super::node::Search;
use super::table::Table;
use super::{DEEPEST, Parts};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use std::time::Instant;

/// A ply more takes about seven times as many nodes: none is begun with less than the rest of that left.
const GROWTH: u32 = 6;

/// The exact search with a memory of its own.
pub(crate) struct Reader {
    table: Table,
}

/// What was read of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The depth that was completed.
    pub(crate) plies: u32,
    /// The captured difference that the player to move reaches at this depth.
    pub(crate) value: i32,
    /// The moves that are known to reach it, of these only the quickest; `None` if a pass reaches
    /// it too, and so nearly all moves do.
    pub(crate) holding: Option<Bitboard>,
    /// Nodes looked at.
    pub(crate) nodes: u64,
}

impl Reader {
    /// With a table of at most so many bytes.
    pub(crate) fn new(bytes: usize) -> Reader {
        Reader {
            table: Table::new(bytes),
        }
    }

    /// Bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        self.table.memory()
    }

    /// Reads a position as deep as the limits allow, from one ply on. The board is as before
    /// afterwards.
    pub(crate) fn read(&self, board: &mut Board, player: Player, limits: &Limits) -> Reading {
        let start = Instant::now();
        let mut search = Search::new(board, &self.table, limits, Parts::ALL);
        let mut reading = Reading {
            plies: 0,
            value: search.score(player),
            holding: None,
            nodes: 0,
        };
        let deepest = limits.plies.unwrap_or(DEEPEST).min(DEEPEST);
        while reading.plies < deepest && may_go_deeper(search.nodes(), start, limits) {
            let plies = reading.plies + 1;
            let Some(value) = search.value(player, plies, reading.value) else {
                break;
            };
            let quickest = reading.holding.filter(|_| value == reading.value);
            let holding = holding(&mut search, player, plies, value, quickest);
            if search.is_over() {
                // Moves that hold may be missing.
                break;
            }
            (reading.plies, reading.value, reading.holding) = (plies, value, holding);
        }
        reading.nodes = search.nodes();
        reading
    }

    /// Whether a move reaches what was read of the position, or misses it by no more than `spare`
    /// dots; `None` if a limit was reached. Also tells the number of nodes.
    pub(crate) fn holds(
        &self,
        board: &mut Board,
        player: Player,
        cell: Point,
        reading: &Reading,
        spare: i32,
        limits: &Limits,
    ) -> (Option<bool>, u64) {
        if reading.plies == 0 {
            return (Some(true), 0);
        }
        let holding = reading.holding.map(|holding| holding.contains(cell));
        if let Some(holds) = holding.filter(|&holds| holds || spare == 0) {
            return (Some(holds), 0);
        }
        let mut search = Search::new(board, &self.table, limits, Parts::ALL);
        let holds = search.holds(player, cell, reading.plies, reading.value - spare);
        ((!search.is_over()).then_some(holds), search.nodes())
    }
}

/// The moves that reach the value of a position at a depth; `None` if a pass does. Of those that
/// reached it in fewer plies at least one is enough: the others only put it off.
fn holding(
    search: &mut Search,
    player: Player,
    plies: u32,
    value: i32,
    quickest: Option<Bitboard>,
) -> Option<Bitboard> {
    let best = search.best_for(player, plies, value)?;
    let mut holds = |cell: &Point| *cell == best || search.holds(player, *cell, plies, value);
    let quickest: Option<Bitboard> =
        quickest.map(|cells| cells.iter().filter(&mut holds).collect());
    if let Some(cells) = quickest.filter(|cells| !cells.is_empty()) {
        return Some(cells);
    }
    let cells = search.root_cells(player, plies, value);
    let mut holding: Bitboard = cells
        .iter()
        .filter(|&cell| cell == best || search.holds(player, cell, plies, value))
        .collect();
    holding.insert(best);
    Some(holding)
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
        let reader = Reader::new(1 << 20);
        for (player, value) in [(Player::Second, 1), (Player::First, 0)] {
            let limits = Limits::plies(6);
            let reading = reader.read(&mut board, player, &limits);
            assert_eq!((reading.plies, reading.value), (6, value), "{player}");
            let holding = reading.holding.expect("a pass does not do");
            assert!(!holding.is_empty() && !holding.contains(Point::new(6, 6)));
            for cell in [Point::new(6, 6), holding.first().unwrap()] {
                let (holds, _) = reader.holds(&mut board, player, cell, &reading, 0, &limits);
                assert_eq!(holds, Some(holding.contains(cell)));
                let anew = Reading {
                    holding: None,
                    ..reading.clone()
                };
                let (holds, _) = reader.holds(&mut board, player, cell, &anew, 0, &limits);
                assert_eq!(
                    holds,
                    Some(holding.contains(cell)),
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
        let reading = Reader::new(0).read(&mut board, Player::First, &limits);
        assert!(reading.nodes <= 51 && reading.plies < 6);
    }
}
