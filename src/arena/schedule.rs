//! The schedule of a match: numbers, engines and colours of its games.

use super::journal::{JournalError, Played, no_game};
use std::collections::BTreeSet;

/// The schedule of a match in which every engine plays every other one.
///
/// The number of a game does not depend on `games`. So a match can be continued with more games.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Every two engines that play one another, in the order of their games.
    pairings: Vec<[usize; 2]>,
    /// Number of games between every two engines.
    games_of_a_pairing: usize,
}

/// A scheduled game. Engines are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScheduledGame {
    /// Number of the game, from 0.
    pub(super) number: usize,
    /// The numbers of the two engines, the lower one first.
    pub(super) pairing: [usize; 2],
    /// Number of the pair of games, from 0. The pairs of every two engines count on their own. The two games of a pair
    /// have one start position and swapped colours.
    pub(super) pair: usize,
    /// The number of the engine that is the first player.
    pub(super) first: usize,
}

impl ScheduledGame {
    /// The numbers of the engines of the first and the second player.
    pub(super) fn engines(&self) -> [usize; 2] {
        let [one, other] = self.pairing;
        [self.first, if self.first == one { other } else { one }]
    }
}

impl Schedule {
    /// The schedule of this number of engines, with this number of games between every two of them.
    pub(super) fn new(engines: usize, games: usize) -> Schedule {
        let pairings = (0..engines).flat_map(|i| (i + 1..engines).map(move |j| [i, j]));
        Schedule {
            pairings: pairings.collect(),
            games_of_a_pairing: games,
        }
    }

    /// All games in the order of play. Every two engines play their first pair of games, then every two play their
    /// second pair, and so on. If the match ends early, all engines have played about the same number of games.
    pub(super) fn games(&self) -> impl Iterator<Item = ScheduledGame> + use<> {
        let schedule = self.clone();
        let numbers = 0..2 * self.games_of_a_pairing.div_ceil(2) * self.pairings.len();
        numbers.filter_map(move |number| {
            let game = schedule.game(number)?;
            schedule.includes(number, game.pair).then_some(game)
        })
    }

    /// The game with this number, even if it is beyond the games of the match. `None` if no engines play one another.
    fn game(&self, number: usize) -> Option<ScheduledGame> {
        let (round, leg) = (number / 2, number % 2);
        let pairing = self.pairings[round.checked_rem(self.pairings.len())?];
        Some(ScheduledGame {
            number,
            pairing,
            pair: round / self.pairings.len(),
            first: pairing[leg],
        })
    }

    /// Number of all games.
    pub(super) fn len(&self) -> usize {
        self.games_of_a_pairing * self.pairings.len()
    }

    /// Whether a game belongs to this schedule, with its engines, colours and winner.
    pub(super) fn includes_as_scheduled(&self, played: &Played) -> bool {
        self.is_as_scheduled(played) && self.includes(played.game, played.pair)
    }

    /// Whether the game with this number, which is of this pair, is one of the match.
    fn includes(&self, game: usize, pair: usize) -> bool {
        2 * pair + game % 2 < self.games_of_a_pairing
    }

    /// The games of a journal that belong to this schedule, each once. `played` has one game for each line of the journal
    /// after the first one, in their order. A game is left out if its two engines now play fewer games; a run with more
    /// games has added it.
    ///
    /// # Errors
    /// If a game, even one that is left out, has other engines or colours than this schedule gives to its number, or a
    /// winner that did not play.
    pub(super) fn keep_scheduled(&self, played: Vec<Played>) -> Result<Vec<Played>, JournalError> {
        let mut seen = BTreeSet::new();
        let mut known = Vec::with_capacity(played.len());
        for (line, game) in (2..).zip(played) {
            if !self.is_as_scheduled(&game) {
                return Err(no_game(line, "the same command"));
            }
            if self.includes(game.game, game.pair) && seen.insert(game.game) {
                known.push(game);
            }
        }
        Ok(known)
    }

    /// Whether a game has the engines, the number of the pair and the colours that the schedule gives to its number.
    /// Also the winner must be one of the engines.
    fn is_as_scheduled(&self, played: &Played) -> bool {
        let told = ScheduledGame {
            number: played.game,
            pairing: played.pairing,
            pair: played.pair,
            first: played.first,
        };
        let winner_plays = |winner| told.pairing.contains(&winner);
        self.game(played.game) == Some(told) && played.winner.is_none_or(winner_plays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::termination::Termination;

    fn played(game: &ScheduledGame) -> Played {
        Played {
            game: game.number,
            pairing: game.pairing,
            pair: game.pair,
            first: game.first,
            winner: Some(game.first),
            margin: None,
            ending: Termination::Full,
            detail: String::new(),
            moves: 1,
            largest_losses: None,
            fingerprint: 0,
        }
    }

    #[test]
    fn every_two_engines_meet_as_often_with_either_colour() {
        let schedule = Schedule::new(3, 4);
        let all: Vec<ScheduledGame> = schedule.games().collect();
        assert_eq!((all.len(), schedule.len()), (12, 12));
        for pairing in [[0, 1], [0, 2], [1, 2]] {
            let games: Vec<_> = all.iter().filter(|game| game.pairing == pairing).collect();
            let pairs: Vec<_> = games.iter().map(|game| game.pair).collect();
            assert_eq!(pairs, [0, 0, 1, 1]);
            let firsts = games.iter().filter(|game| game.first == pairing[0]);
            assert_eq!(firsts.count(), 2);
        }
        assert!((0..12).eq(all.iter().map(|game| game.number)));
    }

    #[test]
    fn games_keep_their_numbers_when_others_are_added() {
        for engines in 2..5 {
            let of = |count| Schedule::new(engines, count);
            let longest: Vec<ScheduledGame> = of(9).games().collect();
            for count in 0..9 {
                let games: Vec<ScheduledGame> = of(count).games().collect();
                assert!(games.iter().all(|game| longest.contains(game)));
                let earlier: Vec<_> = games.iter().map(played).collect();
                assert_eq!(of(9).keep_scheduled(earlier).unwrap().len(), games.len());
                let later = longest.iter().map(played).collect();
                assert_eq!(of(count).keep_scheduled(later).unwrap().len(), games.len());
            }
        }
    }

    #[test]
    fn games_that_contradict_the_schedule_are_refused() {
        let schedule = Schedule::new(3, 4);
        let good = played(&schedule.games().nth(3).unwrap());
        assert_eq!(
            schedule
                .keep_scheduled(vec![good.clone(); 2])
                .unwrap()
                .len(),
            1
        );
        let changes: [fn(&mut Played); 6] = [
            |game| game.game += 1,
            |game| game.game = usize::MAX,
            |game| game.pairing = [0, 7],
            |game| game.pair = usize::MAX,
            |game| game.first = 9,
            |game| game.winner = Some(1),
        ];
        for change in changes {
            let mut bad = good.clone();
            change(&mut bad);
            let error = schedule.keep_scheduled(vec![good.clone(), bad]);
            let told = error.unwrap_err().to_string();
            assert!(
                told.starts_with("line 3 is no game of this match, "),
                "{told}"
            );
        }
    }
}
