//! What ladders and nets say about the moves at the root.

use super::verify::share;
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::Limits;
use crate::search::capture::{CaptureOptions, CaptureSolver, Fate};
use std::cmp::Reverse;

/// The highest order of threats that are read: ladders and nets.
const ORDER: u32 = 2;
/// Nodes of a question.
const NODES: u64 = 300;
/// Groups are asked about that have a dot so near to one of the last moves, in steps of a king.
const NEARBY: u32 = 3;
const LAST_MOVES: usize = 4;
/// No more groups of a player are asked about, the largest.
const MOST_GROUPS: usize = 6;
/// The part of the time that the groups of each player may take. On large boards questions about
/// loose groups took most of 100 ms.
const SHARE: u32 = 20;

/// A move that captures a group or may save one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decisive {
    pub(super) point: Point,
    /// Dots of the group.
    pub(super) size: u32,
    /// Whether the move is proved to capture it.
    pub(super) is_capture: bool,
}

/// Reads what becomes of the groups near the last moves.
pub(super) struct Tactics {
    solver: CaptureSolver,
}

impl Tactics {
    pub(super) fn new() -> Tactics {
        Tactics {
            solver: CaptureSolver::new(CaptureOptions {
                order: ORDER,
                nodes: NODES,
            }),
        }
    }

    /// The moves of `player` that are proved to capture a group, or that may save one which would
    /// be captured for sure. The board is as before afterwards.
    pub(super) fn decisive(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Vec<Decisive> {
        let part = || Limits {
            nodes: None,
            ..share(limits, SHARE)
        };
        let mut found = Vec::new();
        let limits = part();
        for (dot, size) in groups(board, player.opponent()) {
            let verdict = self.solver.attack(board, dot, &limits);
            let best = verdict.best.filter(|_| verdict.fate == Fate::Captured);
            found.extend(best.map(|point| Decisive {
                point,
                size,
                is_capture: true,
            }));
        }
        let limits = part();
        for (dot, size) in groups(board, player) {
            let attack = self.solver.attack(board, dot, &limits);
            if attack.fate != Fate::Captured {
                continue;
            }
            let defence = self.solver.defend(board, dot, &limits);
            if defence.fate != Fate::Captured {
                // Where nothing is proved, the cell that the attacker wants is worth a try.
                let best = defence.best.or(attack.best);
                found.extend(best.map(|point| Decisive {
                    point,
                    size,
                    is_capture: false,
                }));
            }
        }
        found
    }
}

/// A dot of each group of a player near the last moves that can be captured at all, with the
/// number of dots: the largest groups first.
fn groups(board: &Board, player: Player) -> Vec<(Point, u32)> {
    let last: Vec<Point> = board
        .moves()
        .rev()
        .take(LAST_MOVES)
        .map(|m| m.point)
        .collect();
    let loose = *board.live(player) - board.grounding(player).grounded;
    let mut groups: Vec<(usize, Point, u32, bool)> = Vec::new();
    for dot in loose.iter() {
        let cluster = board.cluster(dot);
        let is_near = last.is_empty() || last.iter().any(|last| last.chebyshev(dot) <= NEARBY);
        match groups.iter_mut().find(|group| group.0 == cluster) {
            Some((_, _, size, near)) => {
                *size += 1;
                *near |= is_near;
            }
            None => groups.push((cluster, dot, 1, is_near)),
        }
    }
    groups.retain(|group| group.3);
    groups.sort_by_key(|group| Reverse(group.2));
    groups.truncate(MOST_GROUPS);
    groups
        .into_iter()
        .map(|(_, dot, size, _)| (dot, size))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    /// The dot at (2, 2) runs, if it is let.
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
    fn nets_are_found_by_both_sides() {
        let mut board = diagram::parse(NET).unwrap();
        let mut tactics = Tactics::new();
        let limits = Limits::default();
        let before = diagram::print(&board);
        let found = tactics.decisive(&mut board, Player::Second, &limits);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].size, 1);
        board.play(found[0].point, Player::Second);
        let runner = Point::new(2, 2);
        let verdict = CaptureSolver::default().defend(&mut board, runner, &limits);
        assert_eq!(verdict.fate, Fate::Captured);
        board.undo();
        let saving = tactics.decisive(&mut board, Player::First, &limits);
        assert_eq!(saving.len(), 1);
        assert_eq!(diagram::print(&board), before);
    }

    #[test]
    fn what_is_far_from_the_last_moves_is_not_asked_about() {
        let mut board =
            diagram::parse(&format!("{NET}{}", "        . . . . . . .\n".repeat(6))).unwrap();
        board.play(Point::new(5, 12), Player::First);
        let found = Tactics::new().decisive(&mut board, Player::Second, &Limits::default());
        assert_eq!(found, []);
    }
}
