//! The results of one engine against another.

use super::elo::{EloEstimate, Sample};
use super::journal::Played;
use super::largest_losses::LargestLosses;
use super::termination::Termination;
use std::collections::{BTreeMap, BTreeSet};

/// The results of two engines against each other, from the side of the first one.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Number of games that the first engine won.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games that the first engine lost.
    pub losses: u64,
    /// The games by the way in which they ended. The number is 0 or 1: the engine whose fault ended the game.
    pub endings: BTreeMap<(Termination, Option<usize>), Endings>,
    /// The most dots that each engine lost by one move, over the games without a fault.
    pub largest_losses: LargestLosses,
    /// Number of games that no fault of an engine ended.
    sound: u64,
    /// The different games without a fault. Each has the engine that was the first player, and a hash of start position
    /// and moves.
    distinct: BTreeSet<(usize, u64)>,
    /// The pairs of games by their number in the match.
    pairs: BTreeMap<usize, Pair>,
    /// Numbers of complete pairs of games, by the half points of the first engine.
    pentanomial: [u64; 5],
    /// Mean margins of the pairs in which both games have a score in dots.
    pair_margins: Margins,
    /// Margins of all games that have a score in dots.
    game_margins: Margins,
}

/// Running sums of margins. Margins of games are multiples of 0.5, so the sums are exact, in whatever order games end.
#[derive(Clone, Copy, Debug, Default)]
struct Margins {
    count: f64,
    sum: f64,
    squares: f64,
}

/// The two games of a pair, with one start position and swapped colours. One of them may not be played yet.
#[derive(Clone, Debug, Default)]
struct Pair {
    games: usize,
    /// Half points of the first engine in the games of this pair: two for a win, one for a draw.
    half_points: usize,
    /// Dots by which the first engine won each game of this pair, komi included; negative if it lost. A game that ended
    /// by a fault of an engine or a resignation has no entry.
    margins: Vec<f64>,
}

/// Number and example of the games that ended in one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Number of games with this ending.
    pub games: u64,
    /// Number of the first game with this ending, from 0.
    pub first: usize,
    /// Details of the first game with this ending, for a person; may be empty.
    pub detail: String,
}

impl Tally {
    /// Adds a finished game between the two engines. Returns whether it completes its pair of games.
    pub fn add(&mut self, game: &Played) -> bool {
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
        let is_fault = game.ending.is_fault();
        let culprit = is_fault.then(|| usize::from(game.winner != Some(other)));
        let key = (game.ending, culprit);
        let endings = self.endings.entry(key).or_insert_with(|| Endings {
            games: 0,
            first: game.game,
            detail: game.detail.clone(),
        });
        endings.games += 1;
        // Games that are played at the same time do not end in the order of their numbers.
        if game.game < endings.first {
            endings.first = game.game;
            endings.detail.clone_from(&game.detail);
        }
        let is_swapped = game.first != one;
        if let Some(mut losses) = game.largest_losses {
            losses.rotate_left(usize::from(is_swapped));
            self.largest_losses.add(losses);
        }
        if !is_fault {
            self.sound += 1;
            self.distinct.insert((game.first, game.fingerprint));
        }
        let pair = self.pairs.entry(game.pair).or_default();
        pair.games += 1;
        pair.half_points += half_points;
        let sign = if is_swapped { -1.0 } else { 1.0 };
        if let Some(margin) = game.margin {
            pair.margins.push(sign * margin);
            self.game_margins.add(sign * margin);
            if let [first, second] = pair.margins[..] {
                self.pair_margins.add((first + second) / 2.0);
            }
        }
        let completes = pair.games == 2;
        if completes {
            self.pentanomial[pair.half_points] += 1;
        }
        completes
    }

    /// Number of all games between the two engines.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Number of games that ended by a fault of an engine.
    pub fn faults(&self) -> u64 {
        self.games() - self.sound
    }

    /// Number of games that repeat an earlier game move by move. Counting them twice makes the confidence intervals too
    /// narrow. Random start positions make repeated games unlikely.
    pub fn repeated(&self) -> u64 {
        self.sound - self.distinct.len() as u64
    }

    /// Points of the first engine: 1 for a win, 1/2 for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Numbers of complete pairs of games, by the points of the first engine: 0, 1/2, 1, 3/2 and 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        self.pentanomial
    }

    /// The Elo difference, positive if the first engine is stronger; `None` without games. It is estimated from
    /// complete pairs of games, or from single games if no pair is complete. Pairs have less variance, because both
    /// games have the same start position.
    pub fn estimate(&self) -> Option<EloEstimate> {
        let pairs = Sample::new(&self.pentanomial()).estimate();
        pairs.or_else(|| Sample::new(&[self.losses, self.draws, self.wins]).estimate())
    }

    /// The mean number of dots by which the first engine won a game, negative if it lost, and the standard error of
    /// that mean. They come from the pairs in which both games have a score in dots, or from single games if there is
    /// no such pair. The error is `None` for a single result. All is `None` if no game has a score in dots.
    pub fn margin(&self) -> Option<(f64, Option<f64>)> {
        let pairs = self.pair_margins.mean();
        pairs.or_else(|| self.game_margins.mean())
    }
}

impl Margins {
    fn add(&mut self, margin: f64) {
        self.count += 1.0;
        self.sum += margin;
        self.squares += margin * margin;
    }

    /// The mean and its standard error, which is `None` for a single margin. All is `None` without margins.
    fn mean(&self) -> Option<(f64, Option<f64>)> {
        if self.count == 0.0 {
            return None;
        }
        let mean = self.sum / self.count;
        // Rounding can make it negative if all margins are nearly equal.
        let variance = f64::max((self.squares - self.sum * mean) / self.count, 0.0);
        let error = (self.count > 1.0).then(|| (variance / (self.count - 1.0)).sqrt());
        Some((mean, error))
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
            ending: Termination::Full,
            detail: String::new(),
            moves: 1,
            largest_losses: Some([pair as u32, 20]),
            fingerprint: pair as u64,
        }
    }

    #[test]
    fn one_game_does_not_tell_how_much_margins_vary() {
        let mut tally = Tally::default();
        assert_eq!(tally.margin(), None);
        tally.add(&game(0, 0, Some(0), 3.0));
        assert_eq!(tally.margin(), Some((3.0, None)));
        // A game from another start position. No pair is complete yet, so both games count.
        tally.add(&game(1, 0, Some(0), 5.0));
        assert_eq!(tally.margin(), Some((4.0, Some(1.0))));
        // Now one pair is complete. It is a single result, without standard error.
        tally.add(&game(0, 1, Some(1), 1.0));
        assert_eq!(tally.margin(), Some((1.0, None)));
    }

    #[test]
    fn the_first_game_with_an_ending_is_that_of_the_lowest_number() {
        let mut tally = Tally::default();
        for number in [5, 2, 7] {
            tally.add(&Played {
                game: number,
                ending: Termination::Crash,
                detail: number.to_string(),
                ..game(0, 0, Some(0), 0.0)
            });
        }
        let found = &tally.endings[&(Termination::Crash, Some(1))];
        assert_eq!((found.games, found.first, &*found.detail), (3, 2, "2"));
    }

    #[test]
    fn pairs_and_margins_are_counted_from_the_first_engine() {
        let mut tally = Tally::default();
        let completes = [
            game(0, 0, Some(0), 3.0),
            game(1, 0, None, 0.0),
            game(0, 1, Some(0), -1.0),
            game(1, 1, Some(1), 4.0),
            game(2, 0, Some(1), -2.0),
        ]
        .map(|game| tally.add(&game));
        assert_eq!(completes, [false, false, true, true, false]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 2));
        assert_eq!(tally.pentanomial(), [0, 1, 0, 0, 1]);
        assert_eq!(tally.repeated(), 0);
        assert_eq!(tally.points(), 2.5);
        // In these games the second player lost 20 dots by one move, whichever engine that was.
        let losses = &tally.largest_losses;
        assert_eq!(
            (losses.largest, losses.heavy, losses.either),
            ([20, 20], [2, 3], 5)
        );
        // The two complete pairs have mean margins of 2 and -2 dots, and 2 and 1/2 points. The single game does not
        // count.
        assert_eq!(tally.margin(), Some((0.0, Some(2.0))));
        let elo = tally.estimate().unwrap().elo;
        assert!((elo - elo::difference(0.625)).abs() < 1e-9);
    }
}
