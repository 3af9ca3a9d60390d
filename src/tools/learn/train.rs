//! Fits the weights of a linear policy to the visits of searches.
//!
//! The logit of a move is the sum of the weights of its features. The probabilities of the moves are the softmax of
//! their logits. Training maximizes the likelihood of the visits by gradient steps, one position at a time.
//!
//! CITE: D. McFadden, "Conditional logit analysis of qualitative choice behavior" (1973); J.
//! Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods" (2011).

use super::game::TrainingGame;
use crate::board::{Board, Move};
use crate::geometry::{Player, Point, shuffle};
use crate::policy::{Features, LinearPolicy, PLACES, UNIT, for_each_move, softmax};
use fastrand::Rng;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// The games without repetitions: of games with equal moves only the first stays. A repeated game would count twice, or
/// be both learned and used for testing.
pub fn distinct(mut games: Vec<TrainingGame>) -> Vec<TrainingGame> {
    let mut seen = HashSet::new();
    games.retain(|game| {
        let dots: Vec<Move> = game.moves.iter().map(|made| made.played).collect();
        seen.insert((game.size, dots))
    });
    games
}

/// Splits the games in two lists: those to learn from, and every tenth game, which is kept for testing.
pub fn split(games: Vec<TrainingGame>) -> (Vec<TrainingGame>, Vec<TrainingGame>) {
    let (mut learned, mut kept_back) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(games) {
        let part = match number % 10 {
            0 => &mut kept_back,
            _ => &mut learned,
        };
        part.push(game);
    }
    (learned, kept_back)
}

/// The settings of the training of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSettings {
    /// Number of passes through all games that are learned from.
    pub epochs: u32,
    /// The learning rate of the gradient steps.
    pub rate: f32,
    /// The factor of the L2 penalty, which pulls weights towards 0.
    pub shrinkage: f32,
    /// Least number of occurrences of a feature whose weight is trained. The weights of rarer features are not changed.
    pub rarest: u32,
    /// Seed of the order in which the games are learned.
    pub seed: u64,
}

impl Default for TrainingSettings {
    /// The usual settings. `src/policy/weights.md` tells with which the weights that come with the program were trained.
    fn default() -> TrainingSettings {
        TrainingSettings {
            epochs: 3,
            rate: 0.08,
            shrinkage: 1e-3,
            rarest: 60,
            seed: 1,
        }
    }
}

/// The state of the training: the weights so far, and statistics of the features.
pub struct Trainer {
    settings: TrainingSettings,
    weights: Vec<f32>,
    /// Sum of the squared gradients of each weight so far. It makes the steps of the weight smaller.
    squares: Vec<f32>,
    /// How many cells of positions have had each feature.
    counts: Vec<u64>,
    gradient: Vec<f32>,
    touched: Vec<u32>,
    rng: Rng,
}

impl fmt::Debug for Trainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trainer")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// A position to learn from: its moves with their features, and the share of the visits that each move had.
struct Sample {
    points: Vec<Point>,
    features: Vec<Features>,
    targets: Vec<f32>,
}

impl Trainer {
    /// Counts the features of the games. All weights begin at 0, except those of rings, the patterns of the eight
    /// neighbours of a cell. A ring begins with a weight by how often it was played when it could be.
    pub fn new(settings: TrainingSettings, games: &[TrainingGame]) -> Trainer {
        let mut trainer = Trainer {
            settings,
            weights: vec![0.0; PLACES],
            squares: vec![1e-8; PLACES],
            counts: vec![0; PLACES],
            gradient: vec![0.0; PLACES],
            touched: Vec::new(),
            rng: Rng::with_seed(settings.seed),
        };
        let mut rings = Rings::default();
        for game in games {
            for_each_sample(game, |sample| {
                rings.add(sample);
                for &place in sample.features.iter().flat_map(Features::places) {
                    trainer.counts[place as usize] += 1;
                }
            });
        }
        for (place, weight) in rings.weights() {
            trainer.weights[place] = weight;
        }
        trainer
    }

    /// Learns once from each game, in random order. Returns the number of positions that were learned from.
    pub fn epoch(&mut self, games: &[TrainingGame]) -> u32 {
        let mut order: Vec<&TrainingGame> = games.iter().collect();
        shuffle(&mut self.rng, &mut order);
        let mut positions = 0;
        for game in order {
            for_each_sample(game, |sample| {
                self.step(sample);
                positions += 1;
            });
        }
        positions
    }

    /// Makes a gradient step for one position.
    fn step(&mut self, sample: &Sample) {
        let logit = |features: &Features| -> f32 {
            features
                .places()
                .iter()
                .map(|&place| self.weights[place as usize])
                .sum()
        };
        let probabilities = softmax(sample.features.iter().map(logit));
        for (index, features) in sample.features.iter().enumerate() {
            let error = probabilities[index] - sample.targets[index];
            for &place in features.places() {
                if self.gradient[place as usize] == 0.0 {
                    self.touched.push(place);
                }
                self.gradient[place as usize] += error;
            }
        }
        for place in self.touched.drain(..) {
            let place = place as usize;
            let gradient = std::mem::take(&mut self.gradient[place]);
            if gradient == 0.0 || self.counts[place] < u64::from(self.settings.rarest) {
                continue;
            }
            let slope = gradient + self.settings.shrinkage * self.weights[place];
            self.squares[place] += slope * slope;
            self.weights[place] -= self.settings.rate * slope / self.squares[place].sqrt();
        }
    }

    /// Number of weights of the policy that are not 0.
    pub fn size(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight != 0.0).count()
    }

    /// The policy with the weights that have been learned so far.
    pub fn policy(&self) -> LinearPolicy {
        LinearPolicy::from_weights(|place| self.weights[place])
    }
}

/// Statistics of rings. A ring is the pattern of the eight neighbours of a free cell.
#[derive(Default)]
struct Rings {
    /// For each ring, the number of cells that had it, and the sum of their shares of the visits. The key is the index
    /// of the weight of the ring.
    counts: BTreeMap<usize, (u64, f64)>,
}

/// Number of cells that are added to the cells of each ring. They have the average share of visits, and keep the
/// weights of rare rings near 0. Not measured: benches/ingredients.md.
const AVERAGE_CELLS: f64 = 50.0;
/// Least number of cells that must have had a ring. A rarer ring keeps the weight 0.
/// Not measured: benches/ingredients.md.
const LEAST_CELLS: u64 = 20;

impl Rings {
    fn add(&mut self, sample: &Sample) {
        for (features, target) in sample.features.iter().zip(&sample.targets) {
            if let Some(place) = features.ring() {
                let (seen, chosen) = self.counts.entry(place).or_default();
                *seen += 1;
                *chosen += f64::from(*target);
            }
        }
    }

    /// The index and the weight of each ring that is not too rare. The weight is the natural logarithm of a ratio: the
    /// average share of visits of its cells, divided by that of all cells. There is none if no move next to a dot was
    /// visited.
    fn weights(&self) -> impl Iterator<Item = (usize, f32)> {
        let counts = || self.counts.values();
        let seen: f64 = counts().map(|&(seen, _)| seen as f64).sum();
        let average = counts().map(|&(_, chosen)| chosen).sum::<f64>() / seen;
        let counts = self.counts.iter();
        let often = counts.filter(move |(_, (seen, _))| *seen >= LEAST_CELLS && average > 0.0);
        often.map(move |(&place, &(seen, chosen))| {
            let seen = seen as f64 + AVERAGE_CELLS;
            let weight = (chosen + average * AVERAGE_CELLS) / seen / average;
            // Rounding to the unit of a table gives the same weight on every machine.
            (place, (weight.ln() as f32 * UNIT).round() / UNIT)
        })
    }
}

/// Calls `found` with a sample of each position whose search is recorded. If no searches chose the moves of the game, each
/// position is a sample, and the move of the game counts as the only one that was visited.
fn for_each_sample(game: &TrainingGame, mut found: impl FnMut(&Sample)) {
    game.for_each_position(|board, player, turn| {
        let only = [(turn.played.point, 1)];
        let visits = match game.is_searched {
            true => &turn.visits[..],
            false => &only[..],
        };
        if let Some(sample) = sample(board, player, visits) {
            found(&sample);
        }
    });
}

/// The sample of a position, with the share of the visits that each move had. `None` if no legal move was visited.
fn sample(board: &mut Board, player: Player, visits: &[(Point, u32)]) -> Option<Sample> {
    if visits.is_empty() {
        return None;
    }
    let mut sample = Sample {
        points: Vec::new(),
        features: Vec::new(),
        targets: Vec::new(),
    };
    for_each_move(board, player, |point, _, features| {
        sample.points.push(point);
        sample.features.push(features.clone());
    });
    sample.targets.resize(sample.points.len(), 0.0);
    let mut sum = 0.0;
    for &(point, count) in visits {
        if let Ok(index) = sample.points.binary_search(&point) {
            sample.targets[index] += count as f32;
            sum += count as f32;
        }
    }
    sample.targets.iter_mut().for_each(|target| *target /= sum);
    (sum > 0.0).then_some(sample)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;
    use crate::tools::learn::evaluate::evaluate;
    use crate::tools::learn::self_play::SelfPlaySettings;

    #[test]
    fn a_ring_weighs_how_much_likelier_than_average_its_cells_were_played() {
        // Four rings have 900 cells each. The first was played twice as often as the average.
        let counts =
            [(1, 200.0), (2, 100.0), (3, 60.0), (4, 40.0)].map(|(place, n)| (place, (900, n)));
        let mut rings = Rings {
            counts: counts.into_iter().collect(),
        };
        // A ring that too few cells had is left out.
        rings.counts.insert(5, (LEAST_CELLS - 1, 2.0));
        let weights: BTreeMap<usize, f32> = rings.weights().collect();
        assert_eq!(weights.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!((weights[&1] - 2.0_f32.ln()).abs() < 0.06, "{weights:?}");
        assert!(weights[&2].abs() < 0.03 && weights[&4] < -0.7);
    }

    #[test]
    fn a_cell_that_is_listed_twice_has_the_visits_of_both() {
        let game = "g 9x9 0 0 0:4,4 1:5,4=5,4*2;3,4*1;5,4*1".parse().unwrap();
        let mut samples = 0;
        for_each_sample(&game, |sample| {
            let share = |x| {
                let index = sample.points.binary_search(&Point::new(x, 4));
                sample.targets[index.unwrap()]
            };
            assert_eq!([share(3), share(5)], [0.25, 0.75]);
            samples += 1;
        });
        assert_eq!(samples, 1);
    }

    #[test]
    fn moves_far_from_all_dots_tell_nothing_about_rings() {
        // Each second move is far from the first. Both kinds of rings with one dot have at least 20 cells.
        let game = |x: u32| format!("g 20x20 0 0 0:{x},3 1:{x},15").parse().unwrap();
        let games: Vec<TrainingGame> = (2..12).map(game).collect();
        let trainer = Trainer::new(TrainingSettings::default(), &games);
        assert_eq!(trainer.size(), 0);
    }

    /// The trainer after so many epochs with one position.
    fn trained(epochs: u32, rarest: u32, shrinkage: f32) -> Trainer {
        let settings = TrainingSettings {
            epochs,
            rate: 0.08,
            shrinkage,
            rarest,
            seed: 1,
        };
        let games = ["g 9x9 0 0 0:4,4 1:5,4=5,4*3;3,3*1".parse().unwrap()];
        let mut trainer = Trainer::new(settings, &games);
        for _ in 0..epochs {
            assert_eq!(trainer.epoch(&games), 1);
        }
        trainer
    }

    /// The sizes of the weights that are not 0.
    fn sizes(trainer: &Trainer) -> Vec<f32> {
        let weights = trainer.weights.iter().map(|weight| weight.abs());
        weights.filter(|&size| size > 0.0).collect()
    }

    #[test]
    fn the_first_step_is_the_learning_rate_and_the_penalty_takes_it_back() {
        let once = sizes(&trained(1, 1, 1e-3));
        assert!(once.len() > 50);
        assert!(once.iter().all(|size| (size / 0.08 - 1.0).abs() < 0.02));
        // The penalty of the second step is much larger than the gradient of the visits.
        let twice = sizes(&trained(2, 1, 1e3));
        assert_eq!(twice.len(), once.len());
        assert!(twice.iter().all(|&size| size < 0.01), "{twice:?}");
    }

    #[test]
    fn a_feature_is_trained_from_the_least_number_of_occurrences_on() {
        let all = trained(1, 1, 1e-3);
        let is_trained = |place: &usize| all.weights[*place] != 0.0;
        let place = (0..PLACES)
            .filter(is_trained)
            .max_by_key(|&place| all.counts[place]);
        let place = place.unwrap();
        let count = all.counts[place] as u32;
        assert!(count > 1);
        assert_ne!(trained(1, count, 1e-3).weights[place], 0.0);
        assert_eq!(trained(1, count + 1, 1e-3).weights[place], 0.0);
    }

    #[test]
    fn training_improves_the_prediction() {
        let settings = SelfPlaySettings {
            size: crate::geometry::Size::new(9, 9).unwrap(),
            nodes: 60,
            quick_nodes: 20,
            every: 2,
            seed: 1,
            policy: None,
        };
        let stop = StopFlag::default();
        let play = |number| settings.play(number, &stop);
        let games: Vec<TrainingGame> = (0..12).filter_map(play).collect();
        assert_eq!((games.len(), Some(&games[3])), (12, play(3).as_ref()));
        stop.raise();
        assert_eq!(play(3), None);
        let settings = TrainingSettings {
            rarest: 5,
            ..TrainingSettings::default()
        };
        let mut trainer = Trainer::new(settings, &games);
        let before = evaluate(&trainer.policy(), &games);
        trainer.epoch(&games);
        let once = evaluate(&trainer.policy(), &games);
        trainer.epoch(&games);
        let twice = evaluate(&trainer.policy(), &games);
        assert!(before.positions > 100 && trainer.size() > 100);
        assert!(once.log_loss() < before.log_loss() && twice.log_loss() < once.log_loss());
        assert!(twice.top(1) > before.top(1));
    }
}
