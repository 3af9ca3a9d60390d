//! A policy without training. It adds up the importance of a cell, its nearness to the last moves, and bonuses for
//! captures made or prevented.

use super::{Candidate, Evaluator, ImportancePolicy, Policy, reasonable_cells};
use crate::board::Board;
use crate::geometry::Player;
use crate::importance::{Importance, ImportanceOptions};

/// Logits for a move that captures: a constant, and an amount for each dot that it captures or frees.
const CAPTURE: [f32; 2] = [2.5, 0.5];
/// Logits for a move to a cell where a dot of the opponent would capture: a constant, and an amount for each dot that
/// he would capture or free there.
const RESCUE: [f32; 2] = [2.0, 0.5];
/// Number of dots of one capture that count for a bonus. More dots add nothing.
const MOST_DOTS: u32 = 8;

/// The policy that needs no training. The first generation of training games is played with it. Its moves are those in
/// the play range of margin 1 that are worth a thought. The list is empty only if the player has no legal move.
#[derive(Clone, Debug)]
pub struct HandcraftedPolicy {
    importance: Importance,
}

impl Default for HandcraftedPolicy {
    fn default() -> HandcraftedPolicy {
        HandcraftedPolicy {
            importance: Importance::new(ImportanceOptions {
                nearness: true,
                ..ImportanceOptions::default()
            }),
        }
    }
}

impl Policy for HandcraftedPolicy {
    fn evaluator(&self) -> Box<dyn Evaluator + '_> {
        Box::new(self)
    }
}

impl Evaluator for &HandcraftedPolicy {
    fn evaluate(&mut self, board: &mut Board, player: Player, moves: &mut Vec<Candidate>) {
        let [own, enemy] = [player, player.opponent()].map(|side| board.enclosing_moves(side));
        let cells = reasonable_cells(board, player, &own);
        moves.clear();
        // The play range has a cell outside of the smallest rectangle round the dots, which is in no empty base, or it is
        // the whole board.
        for (point, importance) in self.importance.map(board) {
            if cells.contains(point) {
                moves.push(Candidate {
                    point,
                    logit: importance as f32 * ImportancePolicy::LOGIT,
                    is_forcing: false,
                });
            }
        }
        for (enclosing, bonus) in [(&own, CAPTURE), (&enemy, RESCUE)] {
            for capture in enclosing.iter().filter(|found| found.captured > 0) {
                let index = moves.binary_search_by_key(&capture.point, |found| found.point);
                if let Ok(index) = index {
                    let dots = (capture.captured + capture.freed).min(MOST_DOTS) as f32;
                    moves[index].logit += bonus[0] + bonus[1] * dots;
                    moves[index].is_forcing = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Size};
    use crate::notation::diagram;

    fn moves(board: &mut Board, player: Player) -> Vec<Candidate> {
        let mut moves = Vec::new();
        HandcraftedPolicy::default().evaluate(board, player, &mut moves);
        moves
    }

    /// What the policy adds to the logits of importance, for the first and for the second player. It is for the cell
    /// `hole`, whose move is the only forcing one. Importance is the same for both players.
    fn bonuses(picture: &str, hole: Point) -> [f32; 2] {
        let mut board = diagram::parse(picture).unwrap();
        let importance = HandcraftedPolicy::default().importance.map(&board);
        Player::ALL.map(|player| {
            let mut bonus = f32::NAN;
            for (found, &(point, importance)) in moves(&mut board, player).iter().zip(&importance) {
                let added = found.logit - importance as f32 * ImportancePolicy::LOGIT;
                assert_eq!((found.point, found.is_forcing), (point, point == hole));
                match found.is_forcing {
                    true => bonus = added,
                    false => assert_eq!(added, 0.0, "{point:?}"),
                }
            }
            bonus
        })
    }

    fn assert_near(found: [f32; 2], wanted: [f32; 2]) {
        let differences = [0, 1].map(|player| found[player] - wanted[player]);
        let is_near = differences.iter().all(|difference| difference.abs() < 1e-5);
        assert!(is_near, "{found:?}");
    }

    #[test]
    fn a_capture_and_its_prevention_have_bonuses_of_their_own() {
        let one = "
            . . . . .
            . . 0 . .
            . 0 1 . .
            . . 0 . .
            . . . . .
        ";
        assert_near(bonuses(one, Point::new(3, 2)), [3.0, 2.5]);
    }

    #[test]
    fn at_most_eight_dots_of_a_capture_count() {
        let nine = "
            . . 0 0 0 .
            . 0 1 1 1 0
            . 0 1 1 1 .
            . 0 1 1 1 0
            . . 0 0 0 .
        ";
        assert_near(bonuses(nine, Point::new(5, 2)), [6.5, 6.0]);
    }

    #[test]
    fn the_cells_of_empty_bases_are_moves_only_where_nothing_else_is_left() {
        for (picture, wanted) in [
            ("101\n0.0\n101", Point::new(1, 1)),
            ("101\n0.0\n10.", Point::new(2, 2)),
        ] {
            let mut board = diagram::parse(picture).unwrap();
            let found = moves(&mut board, Player::First);
            let points: Vec<Point> = found.iter().map(|found| found.point).collect();
            assert_eq!(points, [wanted], "{picture}");
        }
    }

    #[test]
    fn there_are_moves_exactly_if_the_rules_leave_one() {
        let policy = HandcraftedPolicy::default();
        let (mut evaluator, mut found) = (policy.evaluator(), Vec::new());
        let mut rng = fastrand::Rng::with_seed(10);
        for game in 0..60 {
            let rules = ["usual", "no-suicide", "captures-empty-bases"][game % 3];
            let size = Size::new(rng.u32(1..=9), rng.u32(1..=9)).unwrap();
            let mut board = Board::under(rules.parse().unwrap(), size);
            for _ in 0..=size.area() {
                for player in Player::ALL {
                    evaluator.evaluate(&mut board, player, &mut found);
                    let left = board.legal_cells(player);
                    assert_eq!(found.is_empty(), left.is_empty(), "{board:?} {player:?}");
                }
                let player = Player::ALL[rng.usize(..2)];
                let cells: Vec<Point> = board.legal_cells(player).iter().collect();
                if let Some(&cell) = rng.choice(&cells) {
                    board.play(cell, player);
                }
            }
        }
    }
}
