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
/// the play range of margin 1, or all reasonable moves with equal weights if there is none in that range.
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
        if moves.is_empty() {
            moves.extend(cells.iter().map(|point| Candidate {
                point,
                logit: 0.0,
                is_forcing: false,
            }));
        }
    }
}
