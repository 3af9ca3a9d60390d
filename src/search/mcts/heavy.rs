//! Heavy losses: a playout in which the player who thinks loses many dots at once is worth less than its
//! margin.
//!
//! Between equals who mind nothing but the margin, one of them loses a large group in every sixth game.
//! What is usual is not held against anybody: where heavy losses are as frequent as before whatever is
//! played, values stay what they are in the mean.

use crate::geometry::Player;

/// So many dots, lost in one capture, are a heavy loss here; a match counts those of 15 and more. With every heavy
/// loss of the same weight 16 of 150 games against itself with 500 rounds had one of 15 dots and more, and with 12
/// dots here 11; as it is 9.
const LEAST: u16 = 8;
/// Twice as many dots weigh twice as much, and so on up to so many times.
/// Not measured by itself: benches/ingredients.md.
const MOST: f32 = 3.0;
/// What the lightest heavy loss takes off a value. Of 400 games against itself 25 had a loss of 15 dots and more,
/// without it 67; against none of it the engine won 59 of 120 games, with such a loss of its own in 4 of them and of
/// the other in 10.
const WEIGHT: f32 = 0.2;
/// No more playouts than these weigh against a new one.
const MEMORY: u32 = 2000;

/// How heavy a loss of so many dots in one capture is: 0 if it is none, or from 1 to [`MOST`].
fn heaviness(dots: u16) -> f32 {
    if dots < LEAST {
        return 0.0;
    }
    (f32::from(dots) / f32::from(LEAST)).min(MOST)
}

/// How heavy the losses are that playouts bring.
#[derive(Clone, Debug, Default)]
pub(super) struct HeavyLosses {
    /// How heavy those of each player were in the mean of the playouts so far.
    mean: [f32; 2],
    /// What is usual: that mean before the search.
    usual: [f32; 2],
    count: u32,
}

impl HeavyLosses {
    /// Takes in the largest losses of both players in a playout, and returns what they take off its value for
    /// this one: more than nothing if his was heavier than usual, less if it was lighter.
    pub(super) fn charge(&mut self, player: Player, largest: [u16; 2]) -> f32 {
        self.count = (self.count + 1).min(MEMORY);
        let heavy = largest.map(heaviness);
        for (mean, heavy) in self.mean.iter_mut().zip(heavy) {
            *mean += (heavy - *mean) / self.count as f32;
        }
        let index = player.index();
        WEIGHT * (heavy[index] - self.usual[index])
    }

    /// Takes for usual what has become so.
    pub(super) fn recentre(&mut self) {
        self.usual = self.mean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_costs_nothing_in_the_mean() {
        let mut losses = HeavyLosses::default();
        // The first player has a heavy loss in every fourth playout, the second in none.
        let largest = |number: u32| [if number.is_multiple_of(4) { LEAST } else { 1 }, LEAST - 1];
        for number in 0..40 {
            losses.charge(Player::First, largest(number));
        }
        losses.recentre();
        let mut charges = |player| {
            (0..40)
                .map(|number| losses.charge(player, largest(number)))
                .collect()
        };
        let first: Vec<f32> = charges(Player::First);
        assert!(first.iter().sum::<f32>().abs() < 1e-4);
        assert!((first[0] - 0.75 * WEIGHT).abs() < 1e-6 && (first[1] + 0.25 * WEIGHT).abs() < 1e-6);
        let second: Vec<f32> = charges(Player::Second);
        assert_eq!(second, [0.0; 40]);
    }

    #[test]
    fn the_more_dots_are_lost_the_heavier() {
        let seen = [LEAST - 1, LEAST, 2 * LEAST, 900].map(heaviness);
        assert_eq!(seen, [0.0, 1.0, 2.0, MOST]);
    }
}
