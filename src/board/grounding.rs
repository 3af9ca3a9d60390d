//! Grounding, and the end of the game.

use super::Board;
use crate::geometry::{Bitboard, Player};

/// Which dots of a player can never be captured, and how many can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounding {
    /// Live dots that side-to-side steps over own live dots and own territory join to the edge.
    pub grounded: Bitboard,
    /// Dots the player gives away by stopping: his other live dots, and the enemy dots captured
    /// inside loose groups of his, which would be freed.
    pub loose: u32,
    /// How many of these are enemy dots that would be freed.
    pub captives: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It does.
    Playing,
    /// No cell can be played.
    Full,
    /// The player's lead is larger than the number of his loose dots: he may stop and win.
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

    /// The captures of `player` less those of the opponent, in dots, if `stopping` stops now and
    /// gives his loose dots away.
    pub fn score_after_stop(&self, player: Player, stopping: Player) -> i32 {
        let loose = self.grounding(stopping).loose as i32;
        match player == stopping {
            true => self.score(player) - loose,
            false => self.score(player) + loose,
        }
    }

    /// Whether the game goes on, is over for want of cells, or is decided by grounding, if the second player has `komi`
    /// dots besides.
    pub fn status(&self, komi: f64) -> Status {
        if self.free().is_empty() {
            return Status::Full;
        }
        let winner = self.winner_by_stopping(komi);
        winner.map_or(Status::Playing, Status::Decided)
    }

    /// Who can stop and win, if the second player has `komi` dots besides.
    pub fn winner_by_stopping(&self, komi: f64) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| {
            let besides = komi_of(komi, player);
            let is_ahead = |score| f64::from(score) + besides > 0.0;
            // To look for loose dots takes longer.
            is_ahead(self.score(player)) && is_ahead(self.score_after_stop(player, player))
        })
    }
}

/// What `komi` dots of the second player are to `player`: dots that he has besides those of the board,
/// or lacks.
pub fn komi_of(komi: f64, player: Player) -> f64 {
    match player {
        Player::First => -komi,
        Player::Second => komi,
    }
}
