//! The conversion of margins to values in [0, 1]. A margin is the score at the end of a game or playout, in dots. In a
//! playout only dots that were on the board before it count.

use crate::geometry::Player;
use crate::policy::exp;

/// Converts margins, the final scores of games in dots, to values in [0, 1] by a logistic curve. The usual margin of
/// the position has the value 0.5, a better one more. So good moves differ from bad ones even in a won game.
///
/// The centre of the curve stays the same during a search. If it followed the mean, values of moves tried at different
/// times could not be compared.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// The final score of the first player, in dots, that has the value 0.5.
    centre: f32,
    /// The distance from the centre, in dots, at which the value is 0.73 above the centre and 0.27 below it.
    unit: f32,
    /// Running mean of the final scores of the first player in playouts, in dots. Those of earlier searches are among them.
    mean: f32,
    /// Running mean of the distances of the final scores from their mean, in dots.
    spread: f32,
    /// Number of final scores in the running means, at most [`MEMORY`].
    count: u32,
    /// Komi in dots: the final score with which the first player draws.
    komi: f32,
}

/// The unit of a scale, divided by the mean distance of the final scores of playouts from their mean:
/// benches/ingredients.md.
const SPREADS: f32 = 1.0;
/// The least unit of a scale, in dots. Not measured: benches/ingredients.md.
const LEAST_UNIT: f32 = 1.0;
/// The part of the value of a certain win or loss that depends on the final score, in [0, 1]. A certain win has a value
/// from `1 - AFTER_THE_GAME` to 1, a certain loss one from 0 to `AFTER_THE_GAME`. benches/ingredients.md has the match.
const AFTER_THE_GAME: f32 = 0.2;
/// A new final score has at least the weight 1 / `MEMORY` in the running means of a scale.
/// Not measured: benches/ingredients.md.
const MEMORY: u32 = 2000;

impl Scale {
    /// The scale of a position before any playout. `lead` is the score of the first player now, in dots. It has the
    /// value 0.5.
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

    /// Sets the komi, in dots. The first player wins with a greater final score than this, and draws with an equal one.
    pub(super) fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Adds a final score of the first player in a playout to the running means. Returns its value for him, in [0, 1],
    /// on the unchanged curve.
    pub(super) fn add(&mut self, margin: f32) -> f32 {
        self.count = (self.count + 1).min(MEMORY);
        let weight = 1.0 / self.count as f32;
        let distance = margin - self.mean;
        self.mean += distance * weight;
        self.spread += (distance.abs() - self.spread) * weight;
        self.value(margin)
    }

    /// The distance from the centre of the curve, in dots, at which the value is 0.73.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }

    /// The value in [0, 1], for the first player, of his final score in a playout. Komi does not count.
    pub(super) fn value(&self, margin: f32) -> f32 {
        1.0 / (1.0 + exp((self.centre - margin) / self.unit))
    }

    /// The value in [0, 1], for the first player, of his certain final score without komi. With komi it is more than 0.5
    /// for a win, 0.5 for a draw and less for a loss, whatever the usual score is.
    pub(super) fn certain(&self, margin: f32) -> f32 {
        let value = self.value(margin);
        if margin > self.komi {
            1.0 - AFTER_THE_GAME * (1.0 - value)
        } else if margin < self.komi {
            AFTER_THE_GAME * value
        } else {
            0.5
        }
    }

    /// The value in [0, 1], for `player`, of his certain final score without komi. It is more than 0.5 if he wins with
    /// komi, 0.5 for a draw and less for a loss.
    pub(super) fn certain_for(&self, player: Player, margin: f32) -> f32 {
        match player {
            Player::First => self.certain(margin),
            Player::Second => 1.0 - self.certain(-margin),
        }
    }

    /// Moves the centre of the scale, the final score with the value 0.5, to the mean of the final scores. Sets the unit
    /// by their spread. Returns how far the centre has moved, in new units. It is positive if the mean score of the first
    /// player has grown.
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
            scale.add(margin);
        }
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
            scale.add(if number % 2 == 0 { 6.0 } else { 14.0 });
        }
        let before = scale.value(10.0);
        let shift = scale.recentre();
        assert!((scale.value(10.0) - 0.5).abs() < 1e-3 && before > 0.5);
        // The centre moves by ten dots. The unit is the mean distance from the mean, four dots.
        assert!((shift - 2.5).abs() < 0.1, "{shift}");
    }
}
