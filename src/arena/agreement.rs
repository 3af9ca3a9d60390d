//! Ends a game early when both engines expect the same player to win by enough dots.

use crate::geometry::Player;
use serde::{Deserialize, Serialize};

/// The condition that ends a game early: both engines expect the same player to win by enough dots, for enough moves.
/// For an engine that does not report what it expects, the score on the board counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeadRule {
    /// Least number of dots by which both engines must expect that player to win, komi included. It is above 0.
    pub dots: f64,
    /// Number of successive moves, counted over both players, after which both engines must expect the same winner.
    /// It is above 0.
    pub moves: u32,
}

/// What the two engines of one game expect the final score to be, and for how long they have agreed.
#[derive(Clone, Debug)]
pub(super) struct Agreement {
    rule: LeadRule,
    /// The final score that the engine of each player expected last, or the score on the board if that engine does not
    /// report one. It is the number of dots by which the first player wins, komi included; negative if he loses. `None`
    /// before the first move of that engine.
    seen: [Option<f64>; 2],
    /// Number of successive moves after which both expected the same player to win by enough dots.
    moves: u32,
}

impl Agreement {
    pub fn new(rule: LeadRule) -> Agreement {
        Agreement {
            rule,
            seen: [None; 2],
            moves: 0,
        }
    }

    /// Enters the final score that the engine of `player` expects after its move: the dots by which the first player
    /// wins, komi included, or minus the dots by which he loses. The count of agreeing moves goes on or starts anew.
    pub fn hear(&mut self, player: Player, margin: f64) {
        self.seen[player.index()] = Some(margin);
        let agree = matches!(self.seen, [Some(a), Some(b)]
            if a.min(b) >= self.rule.dots || a.max(b) <= -self.rule.dots);
        // `dots` is above 0, and one engine changes its mind at a time. So they disagree after some move between two winners.
        self.moves = if agree { self.moves + 1 } else { 0 };
    }

    /// The agreed result of the game: the dots by which the first player wins, negative if he loses. Of the two
    /// expected numbers it is the one closer to 0, rounded away from 0 to half a dot. `None` if the engines have not
    /// agreed for enough moves.
    pub fn margin(&self) -> Option<f64> {
        let [Some(a), Some(b)] = self.seen else {
            return None;
        };
        let agreed = self.moves >= self.rule.moves;
        let margin = if a.abs() < b.abs() { a } else { b };
        // A win by a fraction of a dot is no draw.
        agreed.then(|| ((2.0 * margin.abs()).ceil() / 2.0).copysign(margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of [`Agreement::margin`] for a lead of `dots` over `moves` moves. The engines of the first and the
    /// second player in turn expect the margins `said`.
    fn margin(dots: f64, moves: u32, said: &[f64]) -> Option<f64> {
        let mut agreement = Agreement::new(LeadRule { dots, moves });
        for (player, &margin) in Player::ALL.into_iter().cycle().zip(said) {
            agreement.hear(player, margin);
        }
        agreement.margin()
    }

    #[test]
    fn both_have_to_see_the_same_side_ahead() {
        assert_eq!(margin(5.0, 1, &[9.0]), None);
        assert_eq!(margin(5.0, 1, &[9.0, 4.0]), None);
        assert_eq!(margin(5.0, 1, &[9.0, -9.0]), None);
        assert_eq!(margin(5.0, 1, &[9.0, 5.0]), Some(5.0));
        assert_eq!(margin(5.0, 1, &[-9.0, -7.5]), Some(-7.5));
    }

    #[test]
    fn the_agreement_has_to_last() {
        assert_eq!(margin(5.0, 3, &[9.0, 9.0, 9.0]), None);
        assert_eq!(margin(5.0, 3, &[9.0, 9.0, 9.0, 6.0]), Some(6.0));
        assert_eq!(margin(5.0, 3, &[9.0, 9.0, 4.0, 9.0, 9.0, 9.0]), None);
        assert_eq!(
            margin(5.0, 3, &[9.0, 9.0, 4.0, 9.0, 9.0, 9.0, 9.0]),
            Some(9.0)
        );
        // The engines change their minds about the winner: the count of moves begins anew.
        assert_eq!(margin(5.0, 2, &[9.0, 9.0, -9.0, -9.0]), None);
    }

    #[test]
    fn fractions_are_rounded_away_from_a_draw() {
        assert_eq!(margin(5.0, 1, &[10.1, 10.3]), Some(10.5));
        assert_eq!(margin(0.1, 1, &[-0.2, -0.3]), Some(-0.5));
        assert_eq!(margin(5.0, 1, &[-7.5, -8.0]), Some(-7.5));
    }
}
