//! Ladders and nets that run past the depth of the exact search. They decide among moves that are equal at that depth.

use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::Limits;
use crate::search::capture_search::{CaptureSearch, CaptureSearchOptions, CaptureSearches, Fate};
use crate::search::groups::{Group, groups_of};
use crate::search::trajectory;
use std::cmp::Reverse;

/// A group is searched if this number of dots, or fewer, may surround it.
const FEW: usize = 3;
/// The greatest number of nodes for all groups together, without a deadline.
const NODES: u64 = 800;
/// The greatest number of nodes for all groups together, with a deadline.
const NODES_IN_TIME: u64 = 20_000;
/// The greatest number of nodes for one group with one side to move.
const NODES_EACH: u64 = 400;
/// All groups together get 1 / `SHARE` of the time and the nodes.
const SHARE: u32 = 8;

/// The number of dots that each move of `player` wins or saves in ladders and nets, by the index of the cell. A move
/// wins an enemy group if the opponent could still save it. A move saves an own group that the opponent could capture.
/// It is 0 for moves of which no search has found so much. The largest groups are searched first, until the limits for
/// all groups are reached.
pub(super) fn gains(board: &mut Board, player: Player, limits: &Limits) -> Vec<u32> {
    let mut search = CaptureSearch::new(CaptureSearchOptions {
        nodes: NODES_EACH,
        ..CaptureSearchOptions::default()
    });
    let mut fights = Fights {
        searches: CaptureSearches::new(&mut search, allowance(limits)),
        gains: vec![0; Point::COUNT],
    };
    let mut groups: Vec<(Group, Player)> = Vec::new();
    for owner in Player::ALL {
        let loose = board.loose_dots(owner);
        let found = groups_of(loose.iter(), loose, loose).into_iter();
        groups.extend(found.map(|group| (group, owner)));
    }
    groups.sort_by_key(|(group, _)| Reverse(group.dots.len()));
    for (group, owner) in groups {
        if fights.searches.is_over() {
            break;
        }
        if trajectory::has_many_paths(board, owner.opponent(), group.target, FEW) {
            continue;
        }
        match owner == player {
            true => fights.save(board, &group, player),
            false => fights.take(board, &group),
        }
    }
    fights.gains
}

/// The limits for the searches of all groups together.
fn allowance(limits: &Limits) -> Limits {
    let most = match limits.deadline {
        Some(_) => NODES_IN_TIME,
        None => NODES,
    };
    let part = limits.part(SHARE);
    Limits {
        nodes: Some(part.nodes.map_or(most, |nodes| nodes.min(most))),
        ..part
    }
}

struct Fights<'a> {
    searches: CaptureSearches<'a>,
    /// The number of dots that each move wins or saves, by the index of the cell.
    gains: Vec<u32>,
}

impl Fights<'_> {
    /// Credits the move that captures an enemy group with the dots of the group. Credits none if the capture is not
    /// proved, or if the opponent cannot save the group with the next move either.
    fn take(&mut self, board: &mut Board, group: &Group) {
        if let Some(danger) = self.searches.danger(board, group.target) {
            self.credit(danger.attack.best, group);
        }
    }

    /// Credits moves that save an own group with the dots of the group, if the opponent could capture it. That is the
    /// move of a proved defence. Without one, it is each cell that the proof of the capture depends on, and after which
    /// a complete search finds no capture.
    fn save(&mut self, board: &mut Board, group: &Group, player: Player) {
        let Some(danger) = self.searches.danger(board, group.target) else {
            return;
        };
        if danger.defence.fate == Fate::Saved {
            return self.credit(danger.defence.best, group);
        }
        // The search has found no defence. Any cell of the zone of the attack may be one.
        let disturbing = danger.attack.zone & *board.free();
        for cell in disturbing.iter() {
            if self.searches.is_over() {
                break;
            }
            board.play(cell, player);
            let after = self.searches.attack(board, group.target);
            board.undo();
            if after.fate != Fate::Captured && after.is_exhausted {
                self.credit(Some(cell), group);
            }
        }
    }

    fn credit(&mut self, cell: Option<Point>, group: &Group) {
        if let Some(cell) = cell {
            self.gains[cell.index()] += group.dots.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    /// The cells with a gain.
    fn credited(board: &mut Board, limits: &Limits) -> Vec<(Point, u32)> {
        let gains = gains(board, Player::First, limits);
        let cells = board.free().iter().map(|cell| (cell, gains[cell.index()]));
        cells.filter(|&(_, gain)| gain > 0).collect()
    }

    /// The net has no proved defence, so that each cell of its zone is tried. Five of them save the group, but only for one
    /// of these does the search end within its nodes.
    #[test]
    fn a_cell_saves_a_group_if_a_complete_search_finds_no_capture_after_it() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . 1 . . . . .
            . . 1 0 . . . . .
            . . 1 . . . . . .
            . . . . 1 . . . .
            . . . . . . . . .
            . . . . . . . . .
        ";
        let mut board = diagram::parse(picture).unwrap();
        let target = Point::new(3, 3);
        let mut search = CaptureSearch::default();
        let mut attack = |board: &mut Board| search.attack(board, target, &Limits::default()).fate;
        assert_eq!(attack(&mut board), Fate::Captured);
        for (x, y) in [(4, 3), (3, 4), (4, 4), (5, 4), (3, 5)] {
            board.play(Point::new(x, y), Player::First);
            assert_ne!(attack(&mut board), Fate::Captured);
            board.undo();
        }
        let defence = CaptureSearch::default().defend(&mut board, target, &Limits::default());
        assert_ne!(defence.fate, Fate::Saved);
        let found = credited(&mut board, &Limits::default());
        assert_eq!(found, [(Point::new(4, 3), 1)]);
    }

    #[test]
    fn after_a_move_that_saves_a_group_no_search_captures_it() {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut saving = 0;
        for _ in 0..60 {
            let mut board = Board::new(Size::new(9, 8).unwrap());
            let dots = rng.u32(15..35);
            board.put_at_random(&mut rng, dots);
            let player = Player::First;
            let loose = board.loose_dots(player);
            for group in groups_of(loose.iter(), loose, loose) {
                let mut search = CaptureSearch::default();
                let mut fights = Fights {
                    searches: CaptureSearches::new(&mut search, Limits::nodes(2_000)),
                    gains: vec![0; Point::COUNT],
                };
                fights.save(&mut board, &group, player);
                let gains = fights.gains;
                let free = *board.free();
                for cell in free.iter().filter(|cell| gains[cell.index()] > 0) {
                    saving += 1;
                    board.play(cell, player);
                    let after = search.attack(&mut board, group.target, &Limits::default());
                    board.undo();
                    let picture = diagram::print(&board);
                    assert_ne!(after.fate, Fate::Captured, "{cell:?}\n{picture}");
                }
            }
        }
        assert!(saving > 15, "{saving}");
    }

    #[test]
    fn all_groups_together_have_few_nodes() {
        let nodes = |limits: Limits| allowance(&limits).nodes;
        assert_eq!(nodes(Limits::default()), Some(NODES));
        assert_eq!(nodes(Limits::nodes(1 << 40)), Some(NODES));
        assert_eq!(nodes(Limits::nodes(80)), Some(10));
        let time = Limits::time(std::time::Duration::from_secs(9));
        assert_eq!(nodes(time), Some(NODES_IN_TIME));
    }

    #[test]
    fn a_move_saves_all_dots_of_its_group() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . 1 . .
            . . . . . . . 1 0 . .
            . . . . . . . . 1 . .
            . . . . . . . . . . .
            . . . . . . 1 1 1 . .
            . . . . . 1 0 0 0 . .
            . . . . . . 1 1 1 . .
            . . . . . . . . . . .
            . . . . . . . . . . .
        ";
        let mut board = diagram::parse(picture).unwrap();
        let found = credited(&mut board, &Limits::default());
        assert_eq!(found, [(Point::new(9, 2), 1), (Point::new(9, 6), 3)]);
    }
}
