//! When both engines see the same side ahead, there is no need to play on.

use crate::geometry::Player;
use serde::{Deserialize, Serialize};

/// A lead that ends the game once both engines see it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// By so many dots, komi included.
    pub dots: f64,
    /// In so many moves in a row, of both players together.
    pub moves: u32,
}

/// What the engines of one game have said about who leads.
#[derive(Clone, Debug)]
pub(super) struct Agreement {
    lead: Lead,
    /// The margin of the first player, as each engine saw it last.
    seen: [Option<f64>; 2],
    /// For how many moves in a row both have seen the same player ahead.
    moves: u32,
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

    /// After a move of `player`: the final margin of the first player that his engine expects.
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

    /// The smaller of the two margins, once they have agreed for long enough.
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

    /// What comes of these margins, said by both engines in turn.
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
