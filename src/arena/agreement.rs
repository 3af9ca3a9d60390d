//! The end of a game by a lead that both engines expect.

use crate::geometry::Player;
use serde::{Deserialize, Serialize};

/// The lead that ends a game when both engines expect it for the same player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// Least lead in dots, komi included.
    pub dots: f64,
    /// Number of moves in a row, of both players together, for which both engines must expect it.
    pub moves: u32,
}

/// The expectations of the two engines in one game.
#[derive(Clone, Debug)]
pub(super) struct Agreement {
    lead: Lead,
    /// The final margin of the first player in dots, as each engine expected it last.
    seen: [Option<f64>; 2],
    /// Number of moves in a row after which both expected the same leader.
    moves: u32,
    /// The player for whom both expect the lead.
    leader: Option<Player>,
}

impl Agreement {
    pub fn new(lead: Lead) -> Agreement {
        Agreement {
            lead,
            seen: [None; 2],
            moves: 0,
            leader: None,
        }
    }

    /// Enters the final margin of the first player that the engine of `player` expects after its move.
    pub fn hear(&mut self, player: Player, margin: f64) {
        self.seen[player.index()] = Some(margin);
        let leader = match self.seen {
            [Some(a), Some(b)] if a.min(b) >= self.lead.dots => Some(Player::First),
            [Some(a), Some(b)] if a.max(b) <= -self.lead.dots => Some(Player::Second),
            _ => None,
        };
        self.moves = match leader {
            None => 0,
            _ if leader == self.leader => self.moves + 1,
            Some(_) => 1,
        };
        self.leader = leader;
    }

    /// The smaller of the two expected margins of the first player, if the lead has lasted long enough.
    pub fn margin(&self) -> Option<f64> {
        let [Some(a), Some(b)] = self.seen else {
            return None;
        };
        let agreed = self.leader.is_some() && self.moves >= self.lead.moves;
        agreed.then_some(if a.abs() < b.abs() { a } else { b })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The agreed margin after both engines in turn have expected these margins.
    fn margin(dots: f64, moves: u32, said: &[f64]) -> Option<f64> {
        let mut agreement = Agreement::new(Lead { dots, moves });
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
        // From one side to the other: the count begins anew.
        assert_eq!(margin(5.0, 2, &[9.0, 9.0, -9.0, -9.0]), None);
    }
}
