//! Grounded and loose dots, and the score if a player stops.

use super::Board;
use crate::geometry::{Bitboard, Player};

/// The grounded dots of a player, which can never be captured, and the number of his loose dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounding {
    /// Live dots that are connected to the edge by steps by side over own live dots and own territory.
    pub grounded: Bitboard,
    /// Number of dots that the player loses if he stops: his other live dots, and the enemy dots captured inside
    /// them, which would be freed.
    pub loose: u32,
    /// The part of `loose` that is captured enemy dots.
    pub captives: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game goes on.
    Playing,
    /// No cell is playable.
    Full,
    /// The lead of this player is larger than the number of his loose dots, so that he can stop and win.
    Decided(Player),
}

impl Board {
    /// The grounded dots of `player`, and the number of his loose ones.
    pub fn grounding(&self, player: Player) -> Grounding {
        let own = *self.live(player) | *self.territory(player);
        let reached = Bitboard::flood(&self.size.edge(), &own);
        let grounded = reached & *self.live(player);
        let loose = *self.live(player) - grounded;
        let loose_captives = *self.lost_dots(player.opponent()) - reached;
        Grounding {
            grounded,
            loose: loose.len() + loose_captives.len(),
            captives: loose_captives.len(),
        }
    }

    /// The score of `player` after the player `stopping` has stopped and given his loose dots away.
    pub fn score_after_stop(&self, player: Player, stopping: Player) -> i32 {
        let loose = self.grounding(stopping).loose as i32;
        match player == stopping {
            true => self.score(player) - loose,
            false => self.score(player) + loose,
        }
    }

    /// Whether the game goes on. `komi`, in dots, is added to the score of the second player.
    pub fn status(&self, komi: f64) -> Status {
        if self.free().is_empty() {
            return Status::Full;
        }
        let winner = self.winner_by_stopping(komi);
        winner.map_or(Status::Playing, Status::Decided)
    }

    /// The player who can stop now and win. `None` if neither can. `komi`, in dots, is added to the score of the
    /// second player.
    pub fn winner_by_stopping(&self, komi: f64) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| {
            let besides = komi_of(komi, player);
            let is_ahead = |score| f64::from(score) + besides > 0.0;
            // Loose dots are looked for only if the score allows a win.
            is_ahead(self.score(player)) && is_ahead(self.score_after_stop(player, player))
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
