//! Games of the engine against itself, from which a policy is learned.

use super::game::{GameMove, TrainingGame};
use crate::arena::openings::{Opening, Openings};
use crate::board::{Board, Move, Rules, Status};
use crate::geometry::{Player, Point, Size, derive_seed, weighted_index};
use crate::policy::{HandcraftedPolicy, LinearPolicy, Policy};
use crate::search::mcts::{Mcts, MctsOptions};
use crate::search::{Engine, Limits, Silent, StopFlag};
use fastrand::Rng;
use std::sync::Arc;

/// The settings of games of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The size of the board.
    pub size: Size,
    /// Number of simulations of a search whose visits are recorded.
    pub nodes: u64,
    /// Number of simulations of a search that is not recorded.
    pub quick_nodes: u64,
    /// On average, one of this many searches is recorded.
    pub every: u32,
    /// Seed of all games. Each game also depends on its number.
    pub seed: u64,
    /// The policy of the tree search; `None` for the handcrafted one.
    pub policy: Option<Arc<LinearPolicy>>,
}

/// Number of moves after the start position that are drawn at random. A move is drawn with a probability proportional
/// to its visits.
const RANDOM_MOVES: usize = 16;
/// Largest number of random dots in a start position.
const MOST_DOTS: u32 = 12;

impl SelfPlaySettings {
    fn policy(&self) -> Arc<dyn Policy> {
        match &self.policy {
            Some(policy) => policy.clone(),
            None => Arc::new(HandcraftedPolicy::default()),
        }
    }

    /// Plays the game with this number to its end. The same settings and number give the same game. `None` if `stop` is
    /// raised before the game ends.
    pub fn play(&self, number: u64, stop: &StopFlag) -> Option<TrainingGame> {
        let mut rng = Rng::with_seed(derive_seed(self.seed, number));
        let opening = self.opening(&mut rng);
        let mut board = Board::new(self.size);
        let mut moves = Vec::new();
        for &dot in &opening.dots {
            board.play(dot.point, dot.player);
            moves.push(GameMove {
                played: dot,
                is_start: true,
                visits: Vec::new(),
            });
        }
        let options = MctsOptions {
            hash: 16,
            seed: rng.u64(..),
            ..MctsOptions::default()
        };
        let mut engine = Mcts::with_policy(options, self.policy());
        let limits = Limits::default().with_stop(stop);
        let mut player = opening.to_move;
        while board.status(0.0) == Status::Playing {
            let is_random = moves.len() < opening.dots.len() + RANDOM_MOVES;
            let made = self.turn(
                &mut engine,
                &mut board,
                player,
                is_random,
                &limits,
                &mut rng,
            );
            if stop.is_raised() {
                return None;
            }
            let Some(made) = made else {
                break;
            };
            moves.push(made);
            player = player.opponent();
        }
        Some(TrainingGame {
            name: format!("g{number}"),
            size: self.size,
            moves,
            is_searched: true,
        })
    }

    /// Searches, and puts a dot on the best cell, or on a cell drawn by its visits if `is_random`. Returns the move,
    /// with the visits if the search is recorded, and with none otherwise. `None` if the search finds no move.
    fn turn(
        &self,
        engine: &mut Mcts,
        board: &mut Board,
        player: Player,
        is_random: bool,
        limits: &Limits,
        rng: &mut Rng,
    ) -> Option<GameMove> {
        let is_recorded = rng.u32(..self.every.max(1)) == 0;
        let nodes = if is_recorded {
            self.nodes
        } else {
            self.quick_nodes
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..limits.clone()
        };
        let best = engine.search(board, player, &limits, &mut Silent).best?;
        let visits = engine.visits();
        let point = if is_random {
            draw(&visits, rng).unwrap_or(best)
        } else {
            best
        };
        board.play(point, player);
        let visits = visits.iter().filter(|_| is_recorded);
        Some(GameMove {
            played: Move { point, player },
            is_start: false,
            visits: visits.copied().collect(),
        })
    }

    /// A start position of random dots, so that the games differ from the first move on.
    fn opening(&self, rng: &mut Rng) -> Opening {
        let dots = rng.u32(0..=MOST_DOTS.min(self.size.area() / 2));
        let openings = Openings::random(dots, rng.u64(..), Rules::default(), self.size);
        openings.expect("there is room").get(0)
    }
}

/// A random move, with probabilities proportional to the numbers of visits. `None` if there are no visits.
fn draw(visits: &[(Point, u32)], rng: &mut Rng) -> Option<Point> {
    let sum: u32 = visits.iter().map(|&(_, visits)| visits).sum();
    let drawn = rng.u32(..sum.max(1));
    weighted_index(visits.iter().map(|&(_, visits)| visits), drawn).map(|index| visits[index].0)
}
