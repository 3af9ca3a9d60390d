//! What ladders and nets say about the moves at the root.

use super::tree::Tree;
use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::capture::{
    CaptureOptions, CaptureSolver, Danger, Group, Questions, groups_of, loose_dots,
};
use std::cmp::Reverse;

/// The highest order of threats that are read: ladders and nets.
const ORDER: u32 = 2;
/// Nodes of a question at most. Not measured, like the next two: benches/ingredients.md.
const NODES: u64 = 450;
/// Groups are asked about that have a dot so near to one of the last moves, in steps of a king.
const NEARBY: u32 = 3;
const LAST_MOVES: usize = 4;
/// The greatest number of groups of a player that are asked about, the largest ones: benches/ingredients.md.
const MOST_GROUPS: usize = 12;
/// The part of the time or the nodes for the groups of each player: one twentieth.
const SHARE: u32 = 20;

/// A proved capture is preferred unless another move is expected to win more by this part of the dots of the group:
/// benches/ingredients.md.
const TRUST: f32 = 0.5;

/// A move that captures a group or may save one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decisive {
    pub(super) point: Point,
    /// Dots of the group.
    pub(super) size: u32,
    /// Whether the move is proved to capture it.
    pub(super) is_capture: bool,
}

impl Decisive {
    /// The move that captures a group in danger, or the one that may save it.
    fn about(group: &Group, danger: &Danger, is_capture: bool) -> Option<Decisive> {
        let best = match is_capture {
            true => danger.attack.best,
            // Where nothing is proved, the cell that the attacker wants is worth a try.
            false => danger.defence.best.or(danger.attack.best),
        };
        best.map(|point| Decisive {
            point,
            size: group.dots.len(),
            is_capture,
        })
    }
}

/// What was found of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision {
    /// The moves of the player that are proved to capture a group, or that may save one which would
    /// be captured for sure.
    pub(super) moves: Vec<Decisive>,
    /// How many simulations the questions count for.
    pub(super) simulations: u64,
}

impl Decision {
    /// Moves the best proved capture to the front of `order`, unless the first move is expected to be better by [`TRUST`] of
    /// its dots. The tree does not see ladders to their end after other moves, and believes that the group can still be
    /// captured later.
    pub(super) fn prefer_proved(&self, tree: &Tree, order: &mut [usize]) {
        let margin = |place: usize| tree.root()[order[place]].margin;
        let lead = |found: &Decisive| {
            let is_it = |&index: &usize| tree.root()[index].point == found.point;
            let place = order.iter().position(is_it)?;
            let is_tried = tree.root()[order[place]].visits > 0;
            is_tried.then(|| (place, margin(place) - margin(0) + TRUST * found.size as f32))
        };
        let captures = self.moves.iter().filter(|found| found.is_capture);
        let best = captures.filter_map(lead).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((place, _)) = best.filter(|best| best.1 > 0.0) {
            order[..=place].rotate_right(1);
        }
    }
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

    /// What decides about groups, `player` to move. The board is as before afterwards.
    pub(super) fn decide(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Decision {
        let mut moves = Vec::new();
        let mut nodes = 0;
        for owner in [player.opponent(), player] {
            let mut questions = Questions::new(&mut self.solver, share(limits, SHARE), NODES);
            for group in groups(board, owner) {
                let danger = questions.danger(board, group.target);
                moves.extend(
                    danger.and_then(|danger| Decisive::about(&group, &danger, owner != player)),
                );
            }
            nodes += questions.nodes();
        }
        Decision {
            moves,
            simulations: nodes / NODES_PER_SIMULATION,
        }
    }
}

/// The groups of a player near the last moves that can be captured at all: the largest first, of equal
/// ones those near the latest moves. Dots are joined over territory, too.
fn groups(board: &Board, player: Player) -> Vec<Group> {
    let loose = loose_dots(board, player);
    let last = board.moves().rev().take(LAST_MOVES);
    let mut near: Vec<Bitboard> = last.map(|last| loose & square(last.point)).collect();
    if near.is_empty() {
        near.push(loose);
    }
    let dots = near.iter().flat_map(Bitboard::iter);
    let mut groups = groups_of(dots, loose, loose | *board.territory(player));
    groups.sort_by_key(|group| Reverse(group.dots.len()));
    groups.truncate(MOST_GROUPS);
    groups
}

/// The cells no farther than [`NEARBY`] from one.
fn square(cell: Point) -> Bitboard {
    Bitboard::from_iter([cell]).grown_by(NEARBY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::capture::Fate;

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
        let found = tactics.decide(&mut board, Player::Second, &limits).moves;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].size, 1);
        board.play(found[0].point, Player::Second);
        let runner = Point::new(2, 2);
        let verdict = CaptureSolver::default().defend(&mut board, runner, &limits);
        assert_eq!(verdict.fate, Fate::Captured);
        board.undo();
        let saving = tactics.decide(&mut board, Player::First, &limits).moves;
        assert_eq!(saving.len(), 1);
        assert_eq!(diagram::print(&board), before);
    }

    #[test]
    fn groups_are_what_is_captured_as_a_whole() {
        // Of the six dots in a chain one can be captured.
        let mut board = diagram::parse(
            "
            . . . . . . . .
            . . 1 . . 0 . .
            . 1 0 . 0 0 . .
            . . 1 0 . 0 . .
            . . . . . . . .
            ",
        )
        .unwrap();
        let limits = Limits::default();
        let found = Tactics::new()
            .decide(&mut board, Player::Second, &limits)
            .moves;
        assert_eq!(
            found,
            [Decisive {
                point: Point::new(3, 2),
                size: 1,
                is_capture: true
            }]
        );
    }

    #[test]
    fn what_is_far_from_the_last_moves_is_not_asked_about() {
        let mut board =
            diagram::parse(&format!("{NET}{}", "        . . . . . . .\n".repeat(6))).unwrap();
        board.play(Point::new(5, 12), Player::First);
        let found = Tactics::new().decide(&mut board, Player::Second, &Limits::default());
        assert_eq!((found.moves, found.simulations), (Vec::new(), 0));
    }

    #[test]
    fn questions_take_a_share_of_the_simulations() {
        let mut board = diagram::parse(NET).unwrap();
        let mut tactics = Tactics::new();
        let simulations = |nodes| Limits::nodes(nodes);
        let mut decide = |nodes| tactics.decide(&mut board, Player::Second, &simulations(nodes));
        let enough = decide(10_000);
        assert_eq!(enough.moves.len(), 1);
        assert!(enough.simulations > 2, "{}", enough.simulations);
        let short = decide(1);
        assert_eq!(short.moves, Vec::new());
        assert!(
            short.simulations < enough.simulations,
            "{}",
            short.simulations
        );
    }
}
