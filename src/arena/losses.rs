//! The largest captures: a fight lost as a whole costs more than many small ones.

use crate::board::Board;

/// A loss of so many dots in one capture is called heavy. The number is that of the question it
/// answers, in how many games a side loses 15 dots or more at once.
pub const HEAVY: u32 = 15;

/// The most dots that each player has lost to one dot of a game.
#[derive(Clone, Debug, Default)]
pub struct Largest([u32; 2]);

impl Largest {
    /// Takes in the last dot. One that is captured where it is put counts too.
    pub fn add(&mut self, board: &Board) {
        if let Some(capture) = board.last_capture() {
            let largest = &mut self.0[capture.by.opponent().index()];
            *largest = capture.dots.len().max(*largest);
        }
    }

    /// Dots of the first and of the second player.
    pub fn dots(&self) -> [u32; 2] {
        self.0
    }
}

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
    use crate::geometry::{Player, Point};
    use crate::notation::diagram;

    /// Plays dots as `(x, y, player)` and tells the largest losses.
    fn largest(picture: &str, dots: &[(u32, u32, Player)]) -> [u32; 2] {
        let mut board = diagram::parse(picture).unwrap();
        let mut largest = Largest::default();
        for &(x, y, player) in dots {
            board.play(Point::new(x, y), player);
            largest.add(&board);
        }
        largest.dots()
    }

    #[test]
    fn one_dot_counts_with_all_it_captures_and_several_do_not_add_up() {
        let picture = "
            . 0 . . . . 1 .
            0 1 . . . 1 0 1
            0 1 0 . . . . .
            . 0 . . . . . .
            . . . . . . . .
            . 0 . . . . . .
            0 1 0 . . . . .
            . . . . . . . .
        ";
        let [first, second] = Player::ALL;
        let all = [(2, 1, first), (6, 2, second), (1, 7, first)];
        assert_eq!(largest(picture, &all), [1, 2]);
        assert_eq!(largest(picture, &all[1..]), [1, 1]);
        assert_eq!(largest(picture, &[(4, 4, first)]), [0, 0]);
    }

    #[test]
    fn dots_that_free_others_lose_nothing_and_those_in_an_empty_base_themselves() {
        let base = ". 0 . .\n0 . 0 .\n. 0 . .\n. . . .";
        assert_eq!(largest(base, &[(1, 1, Player::Second)]), [0, 1]);
        // The captured dot of the second player is freed as the dots round it are captured.
        let freed = "
            . . 1 1 1 . .
            . 1 0 0 0 1 .
            . 1 0 b 0 1 .
            . 1 0 0 0 1 .
            . . 1 . 1 . .
            . . . . . . .
        ";
        assert_eq!(largest(freed, &[(3, 4, Player::Second)]), [8, 0]);
    }

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
