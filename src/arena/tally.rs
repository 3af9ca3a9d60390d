//! The results of one engine against another.

use super::elo::{Estimate, Sample};
use super::journal::Played;
use super::losses::Losses;
use super::referee::Ending;
use std::collections::{BTreeMap, BTreeSet};

/// Wins, draws, losses, margins and pairs, from the side of the first of two engines.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How the games ended, and whether the fault was that of the second engine.
    pub endings: BTreeMap<(Ending, bool), Endings>,
    /// The largest losses of the two engines, of the games without a fault.
    pub losses_at_once: Losses,
    /// Margins in dots, of the games without a fault.
    margins: Vec<f64>,
    /// Number of games without a fault.
    sound: u64,
    /// The distinct games without a fault, by first player and moves.
    distinct: BTreeSet<(usize, u64)>,
    /// Half points of the games of each pair: sum and number.
    pairs: BTreeMap<usize, (usize, usize)>,
}

/// The games that ended in one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// How many.
    pub games: u64,
    /// What exactly happened in the first one, if there is something to say.
    pub detail: String,
}

impl Tally {
    /// Adds a game of the engines `pairing`.
    pub fn add(&mut self, game: &Played) {
        let [one, other] = game.pairing;
        let half_points = match game.winner {
            Some(winner) if winner == one => 2,
            Some(_) => 0,
            None => 1,
        };
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        let others_fault = game.ending.is_fault() && game.winner != Some(other);
        let key = (game.ending, others_fault);
        let endings = self.endings.entry(key).or_insert_with(|| Endings {
            games: 0,
            detail: game.detail.clone(),
        });
        endings.games += 1;
        let sign = if game.first == one { 1.0 } else { -1.0 };
        self.margins.extend(game.margin.map(|margin| sign * margin));
        if let Some([first, second]) = game.losses {
            let dots = match game.first == one {
                true => [first, second],
                false => [second, first],
            };
            self.losses_at_once.add(dots);
        }
        if !game.ending.is_fault() {
            self.sound += 1;
            self.distinct.insert((game.first, game.fingerprint));
        }
        let pair = self.pairs.entry(game.pair).or_default();
        pair.0 += half_points;
        pair.1 += 1;
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many games repeat an earlier one move by move. They say nothing new, so that the
    /// intervals are narrower than they should be: random starts help.
    pub fn repeated(&self) -> u64 {
        self.sound - self.distinct.len() as u64
    }

    /// Points: 1 for a win, 1/2 for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// How many complete pairs brought 0, 1/2, 1, 3/2 and 2 points.
    pub fn pentanomial(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for &(half_points, _) in self.pairs.values().filter(|(_, games)| *games == 2) {
            counts[half_points] += 1;
        }
        counts
    }

    /// The Elo difference: by complete pairs, which the common start positions make less noisy, or
    /// by single games as long as there is no such pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs = Sample::new(&self.pentanomial()).estimate();
        pairs.or_else(|| Sample::new(&[self.losses, self.draws, self.wins]).estimate())
    }

    /// The mean margin in dots and its standard error.
    pub fn margin(&self) -> Option<(f64, f64)> {
        let count = self.margins.len() as f64;
        if self.margins.is_empty() {
            return None;
        }
        let mean = self.margins.iter().sum::<f64>() / count;
        let squares: f64 = self
            .margins
            .iter()
            .map(|margin| (margin - mean).powi(2))
            .sum();
        Some((mean, (squares / count / (count - 1.0).max(1.0)).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo;

    fn game(pair: usize, first: usize, winner: Option<usize>, margin: f64) -> Played {
        Played {
            game: 0,
            pairing: [0, 1],
            pair,
            first,
            winner,
            margin: Some(margin),
            ending: Ending::Full,
            detail: String::new(),
            moves: 1,
            losses: Some([pair as u32, 20]),
            fingerprint: pair as u64,
        }
    }

    #[test]
    fn pairs_and_margins_are_counted_from_the_first_engine() {
        let mut tally = Tally::default();
        tally.add(&game(0, 0, Some(0), 3.0));
        tally.add(&game(0, 1, Some(0), -1.0));
        tally.add(&game(1, 0, None, 0.0));
        tally.add(&game(1, 1, Some(1), 4.0));
        tally.add(&game(2, 0, Some(1), -2.0));
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 2));
        assert_eq!(tally.pentanomial(), [0, 1, 0, 0, 1]);
        assert_eq!(tally.repeated(), 0);
        assert_eq!(tally.points(), 2.5);
        // The second player lost 20 dots at once, whichever engine that was.
        let losses = &tally.losses_at_once;
        assert_eq!(
            (losses.largest, losses.heavy, losses.either),
            ([20, 20], [2, 3], 5)
        );
        let (mean, error) = tally.margin().unwrap();
        assert!((mean + 0.4).abs() < 1e-12 && error > 0.0);
        // The pairs brought 2 and 1/2 points; the single game does not count.
        let elo = tally.estimate().unwrap().elo;
        assert!((elo - elo::difference(0.625)).abs() < 1e-9);
    }
}
