//! Games of the engine against itself.

use super::game::{Game, GameMove};
use crate::arena::openings::{Opening, Openings};
use crate::board::{Board, Move, Status};
use crate::geometry::{Player, Point, Size, derive_seed, weighted_index};
use crate::policy::{HandcraftedPolicy, LinearPolicy, Policy};
use crate::search::mcts::{Mcts, MctsOptions};
use crate::search::{Engine, Limits, Silent, StopFlag};
use fastrand::Rng;
use std::sync::Arc;

/// The settings of games of self-play.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the board.
    pub size: Size,
    /// Simulations of a search whose visits are recorded.
    pub nodes: u64,
    /// Simulations of the other searches.
    pub quick_nodes: u64,
    /// On average, one search in this number is recorded.
    pub every: u32,
    /// Seed of the games.
    pub seed: u64,
    /// The policy; `None` for the handcrafted one.
    pub policy: Option<Arc<LinearPolicy>>,
}

/// Number of moves at the start of a game that are drawn at random, with probabilities proportional to visits.
const RANDOM_MOVES: usize = 16;
/// Largest number of random start dots.
const MOST_DOTS: u32 = 12;

impl Settings {
    fn policy(&self) -> Arc<dyn Policy> {
        match &self.policy {
            Some(policy) => policy.clone(),
            None => Arc::new(HandcraftedPolicy::default()),
        }
    }

    /// Plays the game with this number. The same settings and number give the same game. `None` if `stop` is raised before
    /// the game ends.
    pub fn play(&self, number: u64, stop: &StopFlag) -> Option<Game> {
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
        Some(Game {
            name: format!("g{number}"),
            size: self.size,
            moves,
        })
    }

    /// Searches and plays a move: the best one, or one drawn by its visits if `is_random`. `None` if the search finds no
    /// move.
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

    /// Random start dots, so that the games differ from the first move on.
    fn opening(&self, rng: &mut Rng) -> Opening {
        let dots = rng.u32(0..=MOST_DOTS.min(self.size.area() / 2));
        Openings::Random {
            dots,
            seed: rng.u64(..),
        }
        .get(0, self.size)
    }
}

/// A random move, with probabilities proportional to visits. `None` if there are no visits.
fn draw(visits: &[(Point, u32)], rng: &mut Rng) -> Option<Point> {
    let sum: u32 = visits.iter().map(|&(_, visits)| visits).sum();
    let lot = rng.u32(..sum.max(1));
    weighted_index(visits.iter().map(|&(_, visits)| visits), lot).map(|index| visits[index].0)
}

/// Replays a game. Calls `found` with the position before each move, the player and the move, except for start dots.
/// The replay ends at the first illegal move.
pub fn for_each_position(game: &Game, mut found: impl FnMut(&mut Board, Player, &GameMove)) {
    let mut board = Board::new(game.size);
    for turn in &game.moves {
        let Move { point, player } = turn.played;
        if !turn.is_start && board.is_legal(point) {
            found(&mut board, player, turn);
        }
        if board.try_play(point, player).is_err() {
            return;
        }
    }
}
