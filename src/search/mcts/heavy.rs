//! Heavy losses: a playout in which the player who thinks loses many dots at once is worth less than its
//! margin.
//!
//! Between equals who mind nothing but the margin, one of them loses a large group in every sixth game.
//! What is usual is not held against anybody: where heavy losses are as frequent as before whatever is
//! played, values stay what they are in the mean.

use crate::geometry::Player;

/// So many dots, lost in one capture, are a heavy loss. Not measured.
const HEAVY: u16 = 12;
/// What a heavy loss takes off a value. Of 400 games against itself with 50 ms a move 34 had a loss of 15 dots
/// and more, without it 55 of 263. It won 56 of 120 games against none of it, one drawn, and 175 of 200 against
/// the prototype, which none of it won 168 of. With half of it 15 of 100 games against itself had such a loss.
const WEIGHT: f32 = 0.2;
/// No more playouts than these weigh against a new one.
const MEMORY: u32 = 2000;

/// How often playouts bring heavy losses.
#[derive(Clone, Debug, Default)]
pub(super) struct HeavyLosses {
    /// In what share of the playouts so far each player had one.
    share: [f32; 2],
    /// What is usual: that share before the search.
    usual: [f32; 2],
    count: u32,
}

impl HeavyLosses {
    /// Takes in the largest losses of both players in a playout, and returns what they take off its value for
    /// this one: more than nothing if he had a heavy loss, less if he had none.
    pub(super) fn charge(&mut self, player: Player, largest: [u16; 2]) -> f32 {
        self.count = (self.count + 1).min(MEMORY);
        let heavy = largest.map(|dots| if dots >= HEAVY { 1.0 } else { 0.0 });
        for (share, heavy) in self.share.iter_mut().zip(heavy) {
            *share += (heavy - *share) / self.count as f32;
        }
        let index = player.index();
        WEIGHT * (heavy[index] - self.usual[index])
    }

    /// Takes for usual what has become so.
    pub(super) fn recentre(&mut self) {
        self.usual = self.share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_costs_nothing_in_the_mean() {
        let mut losses = HeavyLosses::default();
        // The first player has a heavy loss in every fourth playout, the second in none.
        let largest = |number: u32| [if number.is_multiple_of(4) { HEAVY } else { 1 }, HEAVY - 1];
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
}
