//! Statistics of the most dots that engines lose by one move. They show engines that lose whole fights at once.

/// Least number of dots, captured by one move, that count as a heavy loss.
pub const HEAVY: u32 = 15;

/// The most dots that each of two engines lost by one move, over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LargestLosses {
    /// Number of games that were added.
    pub games: u64,
    /// Most dots that each engine lost by one move.
    pub largest: [u32; 2],
    /// Number of games in which each engine lost [enough dots](HEAVY) by one move to count as a heavy loss.
    pub heavy: [u64; 2],
    /// Number of games in which at least one engine had a heavy loss: many dots lost by one move.
    pub either: u64,
}

impl LargestLosses {
    /// Adds a game. `dots` has, for each engine, the most dots that it lost by one move of that game.
    pub fn add(&mut self, dots: [u32; 2]) {
        self.games += 1;
        for (engine, dots) in dots.into_iter().enumerate() {
            self.largest[engine] = self.largest[engine].max(dots);
            self.heavy[engine] += u64::from(dots >= HEAVY);
        }
        self.either += u64::from(dots.into_iter().any(|dots| dots >= HEAVY));
    }

    /// Converts a number of games to percent of all games. The result is 0 if no games were added.
    pub fn percent(&self, games: u64) -> f64 {
        100.0 * games as f64 / self.games.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_engine_and_together() {
        let mut losses = LargestLosses::default();
        for dots in [[3, 14], [15, 2], [20, 30], [0, 0]] {
            losses.add(dots);
        }
        let expected = LargestLosses {
            games: 4,
            largest: [20, 30],
            heavy: [2, 1],
            either: 2,
        };
        assert_eq!(losses, expected);
        assert_eq!(losses.percent(losses.either), 50.0);
        assert_eq!(LargestLosses::default().percent(0), 0.0);
    }
}
