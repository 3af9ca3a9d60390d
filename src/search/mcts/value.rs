//! The conversion of margins, in captured dots, to values in [0, 1].

use crate::geometry::Player;
use crate::policy::exp;

/// Converts margins to values in [0, 1]. The usual margin of the position has the value 0.5, a better one more. So good
/// moves differ from bad ones even in a won game.
///
/// The centre stays the same during a search. If it followed the mean, values of moves tried at different times could
/// not be compared.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// The margin of the first player with the value 0.5.
    centre: f32,
    /// The distance from the centre, in dots, with the value 0.73 above and 0.27 below.
    unit: f32,
    /// Mean of the margins of the first player so far.
    mean: f32,
    /// Mean distance of the margins from their mean.
    spread: f32,
    /// Number of margins, at most [`MEMORY`].
    count: u32,
    /// Komi: the margin with which the first player draws.
    komi: f32,
}

/// The unit divided by the spread: benches/ingredients.md.
const SPREADS: f32 = 1.0;
/// The least unit, in dots.
/// Not measured: benches/ingredients.md.
const LEAST_UNIT: f32 = 1.0;
/// The weight of the margin in the value of a certain win or loss, in [0, 1]. A certain win has at least 1 less this
/// weight: benches/ingredients.md.
const AFTER_THE_GAME: f32 = 0.2;
/// A new margin has at least the weight 1 / `MEMORY` in the mean and the spread.
/// Not measured: benches/ingredients.md.
const MEMORY: u32 = 2000;

impl Scale {
    /// The scale of a position before any playout. `lead` is the score of the first player.
    pub(super) fn new(lead: i32) -> Scale {
        Scale {
            centre: lead as f32,
            unit: LEAST_UNIT,
            mean: lead as f32,
            spread: 0.0,
            count: 0,
            komi: 0.0,
        }
    }

    /// Sets the komi: the first player wins with a greater margin than this.
    pub(super) fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Adds a margin of the first player to the mean, and returns its value for him.
    pub(super) fn value(&mut self, margin: f32) -> f32 {
        self.count = (self.count + 1).min(MEMORY);
        let weight = 1.0 / self.count as f32;
        let distance = margin - self.mean;
        self.mean += distance * weight;
        self.spread += (distance.abs() - self.spread) * weight;
        self.worth(margin)
    }

    /// The distance from the centre, in dots, with the value 0.73.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }

    /// The value of a margin of the first player for him.
    pub(super) fn worth(&self, margin: f32) -> f32 {
        1.0 / (1.0 + exp((self.centre - margin) / self.unit))
    }

    /// The value of a proved margin of the first player for him: more than 0.5 for a win, whatever the usual margin is.
    pub(super) fn certain(&self, margin: f32) -> f32 {
        let worth = self.worth(margin);
        if margin > self.komi {
            1.0 - AFTER_THE_GAME * (1.0 - worth)
        } else if margin < self.komi {
            AFTER_THE_GAME * worth
        } else {
            0.5
        }
    }

    /// The value in [0, 1], for `player`, of the dots by which he wins for certain. Komi is not in `margin`; it is counted
    /// here.
    pub(super) fn certain_for(&self, player: Player, margin: f32) -> f32 {
        match player {
            Player::First => self.certain(margin),
            Player::Second => 1.0 - self.certain(-margin),
        }
    }

    /// Moves the centre to the mean, and sets the unit by the spread. Returns the shift of the centre in units.
    pub(super) fn recentre(&mut self) -> f32 {
        let before = self.centre;
        self.centre = self.mean;
        self.unit = (SPREADS * self.spread).max(LEAST_UNIT);
        (self.centre - before) / self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same() {
        let mut scale = Scale::new(3);
        for margin in [3.0, 9.0, -3.0] {
            scale.value(margin);
        }
        assert_eq!(scale.worth(3.0), 0.5);
        let better = scale.worth(5.0);
        assert!(0.5 < better && better < scale.worth(7.0));
        for margin in [-12.0, -1.0, 0.0, 4.0] {
            let (first, second) = (
                scale.certain_for(Player::First, margin),
                scale.certain_for(Player::Second, -margin),
            );
            assert!((first + second - 1.0).abs() < 1e-6);
        }
        // The game is won, though less is won than was usual.
        assert!(scale.worth(1.0) < 0.5 && scale.certain(1.0) > 0.5);
        assert!(scale.certain(1.0) < scale.certain(2.0));
        assert_eq!(scale.certain(0.0), 0.5);
    }

    #[test]
    fn a_certain_margin_is_won_by_more_than_komi() {
        let mut scale = Scale::new(0);
        scale.set_komi(5.5);
        assert!(scale.certain(3.0) < 0.5 && scale.certain(6.0) > 0.5);
        assert!(scale.certain_for(Player::Second, -3.0) > 0.5);
        scale.set_komi(-2.0);
        assert!(scale.certain(-1.0) > 0.5);
        assert_eq!(scale.certain(-2.0), 0.5);
    }

    #[test]
    fn what_has_become_usual_is_worth_a_half() {
        let mut scale = Scale::new(0);
        for number in 0..400 {
            scale.value(if number % 2 == 0 { 6.0 } else { 14.0 });
        }
        let before = scale.worth(10.0);
        let shift = scale.recentre();
        assert!((scale.worth(10.0) - 0.5).abs() < 1e-3 && before > 0.5);
        // Ten dots in units of the mean distance from the mean, four.
        assert!((shift - 2.5).abs() < 0.1, "{shift}");
    }
}
