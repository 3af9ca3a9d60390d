//! Grounded and loose dots, and the score if a player grounds.

use super::Board;
use crate::geometry::{Bitboard, Player};

/// The grounded dots of a player, which can never be captured, and what he loses by grounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounding {
    /// Live dots that are joined to the edge of the board by steps by side over own live dots and own territory.
    pub grounded: Bitboard,
    /// Number of dots that the player loses by grounding: his loose dots, and the enemy dots captured inside them,
    /// which are freed.
    pub cost: u32,
    /// Number of those freed enemy dots. They are part of `cost`.
    pub captives: u32,
}

/// Whether the game goes on, is over or is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are playable cells, and the game is not decided.
    Playing,
    /// No cell is playable, so the game is over.
    Full,
    /// A dot is captured, and this player leads by more dots than he would lose by grounding, komi included. He can
    /// ground and win.
    Decided(Player),
}

impl Board {
    /// The grounded dots of `player`, and the number of dots that he would lose by grounding.
    pub fn grounding(&self, player: Player) -> Grounding {
        let own = *self.live(player) | *self.territory(player);
        let reached = Bitboard::flood(&self.size.edge(), &own);
        let grounded = reached & *self.live(player);
        let loose = *self.live(player) - grounded;
        let loose_captives = *self.lost_dots(player.opponent()) - reached;
        Grounding {
            grounded,
            cost: loose.len() + loose_captives.len(),
            captives: loose_captives.len(),
        }
    }

    /// The loose dots of `player`: his live dots that are not [grounded](Grounding::grounded).
    pub fn loose_dots(&self, player: Player) -> Bitboard {
        *self.live(player) - self.grounding(player).grounded
    }

    /// Whether `player` would lose a dot by grounding. It is quicker than [`grounding`](Board::grounding), because most
    /// positions have a dot that is alone, without own dots or territory at its sides.
    pub(crate) fn has_loose_dots(&self, player: Player) -> bool {
        let own = *self.live(player) | *self.territory(player);
        let inner = *self.live(player) - self.size.edge();
        let (own, inner) = (own.rows(), inner.rows());
        let has_lone_dot = |row: usize| {
            let beside = own[row - 1] | own[row + 1] | own[row] << 1 | own[row] >> 1;
            inner[row] & !beside != 0
        };
        (1..63).any(has_lone_dot) || self.grounding(player).cost > 0
    }

    /// The score of `player` if `grounder`, who may be the same, grounds: he gives his loose dots away. Komi is not
    /// counted.
    pub fn score_after_grounding(&self, player: Player, grounder: Player) -> i32 {
        let cost = self.grounding(grounder).cost as i32;
        match player == grounder {
            true => self.score(player) - cost,
            false => self.score(player) + cost,
        }
    }

    /// Whether the game goes on, is over or is decided. `komi`, in dots, is added to the score of the second player.
    pub fn status(&self, komi: f64) -> Status {
        if self.free().is_empty() {
            return Status::Full;
        }
        self.decided(komi).map_or(Status::Playing, Status::Decided)
    }

    /// The player for whom the game is decided: a dot is captured, and he wins if he grounds now, komi included. `None`
    /// if there is none, and always before the first capture. `komi`, in dots, is added to the score of the second
    /// player.
    pub fn decided(&self, komi: f64) -> Option<Player> {
        self.winner_by_grounding(komi)
            .filter(|_| self.has_captures())
    }

    /// The player who wins if he grounds now, also by komi alone. `None` if neither does. `komi`, in dots, is added to
    /// the score of the second player.
    pub fn winner_by_grounding(&self, komi: f64) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| {
            let besides = komi_of(komi, player);
            let is_ahead = |score| f64::from(score) + besides > 0.0;
            // Loose dots are counted only if the score allows a win.
            is_ahead(self.score(player)) && is_ahead(self.score_after_grounding(player, player))
        })
    }
}

/// The change of the score of `player` by `komi`, in dots: `komi` for the second player, `-komi` for the first.
pub fn komi_of(komi: f64, player: Player) -> f64 {
    match player {
        Player::First => -komi,
        Player::Second => komi,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    #[test]
    fn loose_dots_are_those_of_the_grounding() {
        // Neither of the two dots is alone, and both are loose.
        let pair = diagram::parse(". . . .\n. 0 0 .\n. . . .\n").unwrap();
        assert_eq!(
            Player::ALL.map(|player| pair.has_loose_dots(player)),
            [true, false]
        );
        let mut rng = fastrand::Rng::with_seed(13);
        let mut found = [0; 2];
        for _ in 0..2000 {
            let size = Size::new(rng.u32(1..7), rng.u32(1..7)).unwrap();
            let mut board = Board::new(size);
            let dots = rng.u32(..=size.area());
            board.put_at_random(&mut rng, dots);
            for player in Player::ALL {
                let has_loose = board.grounding(player).cost > 0;
                assert_eq!(board.has_loose_dots(player), has_loose, "{board}");
                found[usize::from(has_loose)] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 300), "{found:?}");
    }
}
