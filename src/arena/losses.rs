//! The largest captures: a fight lost as a whole costs more than many small ones.

/// From so many dots in one capture on, a loss is called heavy.
pub const HEAVY: u32 = 15;

/// The largest losses of two engines over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Games whose losses are known.
    pub games: u64,
    /// The most dots that each engine has lost to one dot in any of them.
    pub largest: [u32; 2],
    /// In how many games each engine had a [heavy](HEAVY) loss.
    pub heavy: [u64; 2],
    /// In how many games either had.
    pub either: u64,
}

impl Losses {
    /// Adds a game in which the engines lost at most so many dots to one dot.
    pub fn add(&mut self, dots: [u32; 2]) {
        self.games += 1;
        for (engine, dots) in dots.into_iter().enumerate() {
            self.largest[engine] = self.largest[engine].max(dots);
            self.heavy[engine] += u64::from(dots >= HEAVY);
        }
        self.either += u64::from(dots.into_iter().any(|dots| dots >= HEAVY));
    }

    /// The share of so many games in all, in percent; 0 if there are none.
    pub fn percent(&self, games: u64) -> f64 {
        100.0 * games as f64 / self.games.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_engine_and_together() {
        let mut losses = Losses::default();
        for dots in [[3, 14], [15, 2], [20, 30], [0, 0]] {
            losses.add(dots);
        }
        let expected = Losses {
            games: 4,
            largest: [20, 30],
            heavy: [2, 1],
            either: 2,
        };
        assert_eq!(losses, expected);
        assert_eq!(losses.percent(losses.either), 50.0);
        assert_eq!(Losses::default().percent(0), 0.0);
    }
}
