//! The conversion of margins to values in [0, 1]. A margin is the score at the end of a game or playout, in dots. In a
//! playout only dots that were on the board before it count.

use crate::geometry::Player;
use crate::policy::exp;

/// Converts margins, in dots, to values in [0, 1] by a logistic curve. The usual margin of the position has the value 0.5,
/// a better one more. So good moves differ from bad ones even in a won game.
///
/// A scale stays the same during a search. If its centre followed the mean, values of moves tried at different times
/// could not be compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The margin of the first player, in dots, that has the value 0.5.
    centre: f32,
    /// The distance from the centre, in dots, at which the value is 0.73 above the centre and 0.27 below it.
    unit: f32,
    /// Komi in dots: the margin with which the first player draws. He wins with a greater one.
    komi: f32,
}

/// Running statistics of the margins of the first player in playouts, those of earlier searches among them. Their
/// mean is the *usual margin*.
#[derive(Clone, Debug)]
pub(super) struct MarginStatistics {
    /// Running mean of the margins, in dots.
    mean: f32,
    /// Running mean of the distances of the margins from their mean, in dots.
    spread: f32,
    /// Number of margins in the running means, at most [`MARGIN_MEMORY`].
    count: u32,
}

/// The unit of a scale, divided by the mean distance of the margins of playouts from their mean:
/// benches/ingredients.md.
const SPREADS: f32 = 1.0;
/// The least unit of a scale, in dots. Not measured: benches/ingredients.md.
const LEAST_UNIT: f32 = 1.0;
/// The part of the value of a certain win or loss that depends on the margin, in [0, 1]. A certain win has a value
/// from `1 - AFTER_THE_GAME` to 1, a certain loss one from 0 to `AFTER_THE_GAME`. benches/ingredients.md has the match.
const AFTER_THE_GAME: f32 = 0.2;
/// A new margin has at least the weight 1 / `MARGIN_MEMORY` in the running means.
/// Not measured: benches/ingredients.md.
const MARGIN_MEMORY: u32 = 2000;

impl MarginStatistics {
    /// The statistics before any playout. `lead` is the score of the first player now, in dots.
    pub(super) fn new(lead: i32) -> MarginStatistics {
        MarginStatistics {
            mean: lead as f32,
            spread: 0.0,
            count: 0,
        }
    }

    /// Adds a margin of the first player in a playout.
    pub(super) fn add(&mut self, margin: f32) {
        self.count = (self.count + 1).min(MARGIN_MEMORY);
        let weight = 1.0 / self.count as f32;
        let distance = margin - self.mean;
        self.mean += distance * weight;
        self.spread += (distance.abs() - self.spread) * weight;
    }

    /// The scale on which the usual margin has the value 0.5. Its unit comes from the spread of the margins. `komi`
    /// is in dots.
    pub(super) fn scale(&self, komi: f32) -> Scale {
        Scale {
            centre: self.mean,
            unit: (SPREADS * self.spread).max(LEAST_UNIT),
            komi,
        }
    }
}

impl Scale {
    /// The distance from the centre of the curve, in dots, at which the value is 0.73.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }

    /// The value in [0, 1], for the first player, of his margin in a playout. Komi does not count.
    pub(super) fn value(&self, margin: f32) -> f32 {
        1.0 / (1.0 + exp((self.centre - margin) / self.unit))
    }

    /// The value in [0, 1], for the first player, of his certain margin without komi. With komi it is more than 0.5
    /// for a win, 0.5 for a draw and less for a loss, whatever the usual margin is.
    fn certain(&self, margin: f32) -> f32 {
        let value = self.value(margin);
        if margin > self.komi {
            1.0 - AFTER_THE_GAME * (1.0 - value)
        } else if margin < self.komi {
            AFTER_THE_GAME * value
        } else {
            0.5
        }
    }

    /// The value in [0, 1], for `player`, of his certain margin without komi. It is more than 0.5 if he wins with
    /// komi, 0.5 for a draw and less for a loss.
    pub(super) fn certain_for(&self, player: Player, margin: f32) -> f32 {
        match player {
            Player::First => self.certain(margin),
            Player::Second => 1.0 - self.certain(-margin),
        }
    }

    /// How far the centre of a `new` scale is above that of this one, in units of the new one. It is positive if the
    /// usual margin of the first player has grown.
    pub(super) fn shift_to(&self, new: &Scale) -> f32 {
        (new.centre - self.centre) / new.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same() {
        let scale = MarginStatistics::new(3).scale(0.0);
        assert_eq!(scale.value(3.0), 0.5);
        let better = scale.value(5.0);
        assert!(0.5 < better && better < scale.value(7.0));
        for margin in [-12.0, -1.0, 0.0, 4.0] {
            let (first, second) = (
                scale.certain_for(Player::First, margin),
                scale.certain_for(Player::Second, -margin),
            );
            assert!((first + second - 1.0).abs() < 1e-6);
        }
        // A certain win by less than the usual margin is still a win.
        assert!(scale.value(1.0) < 0.5 && scale.certain(1.0) > 0.5);
        assert!(scale.certain(1.0) < scale.certain(2.0));
        assert_eq!(scale.certain(0.0), 0.5);
    }

    #[test]
    fn a_certain_margin_is_won_by_more_than_komi() {
        let with_komi = |komi| MarginStatistics::new(0).scale(komi);
        let scale = with_komi(5.5);
        assert!(scale.certain(3.0) < 0.5 && scale.certain(6.0) > 0.5);
        assert!(scale.certain_for(Player::Second, -3.0) > 0.5);
        let scale = with_komi(-2.0);
        assert!(scale.certain(-1.0) > 0.5);
        assert_eq!(scale.certain(-2.0), 0.5);
    }

    #[test]
    fn what_has_become_usual_is_worth_a_half() {
        let mut margins = MarginStatistics::new(0);
        let before = margins.scale(0.0);
        for number in 0..400 {
            margins.add(if number % 2 == 0 { 6.0 } else { 14.0 });
        }
        let after = margins.scale(0.0);
        let shift = before.shift_to(&after);
        assert!((after.value(10.0) - 0.5).abs() < 1e-3 && before.value(10.0) > 0.5);
        // The centre moves by ten dots. The unit is the mean distance from the mean, four dots.
        assert!((shift - 2.5).abs() < 0.1, "{shift}");
    }
}
