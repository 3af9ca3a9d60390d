//! Levels: weaker play, for people who would lose every game.
//!
//! Every level below [`FULL_LEVEL`] searches less. Low levels also do not always play the best move. They choose at
//! random among likely moves, so that their mistakes look like those of people. A move is likely if the search visited
//! it often, or if the policy expects good players to play it.
//!
//! With one thread, equal seeds and equal games give equal moves. `docs/levels.md` has the strength of every level.

use crate::board::Board;
use crate::geometry::{Rng, weighted_index};
use crate::search::limits::FULL_LEVEL;
use crate::search::{Limits, Outcome};

/// How a level plays. `docs/levels.md` has the matches that chose the numbers.
pub(super) struct Level {
    /// The greatest number of nodes of a search.
    nodes: u64,
    /// How the level chooses among the moves that it has searched. `None`: it plays the best one.
    guess: Option<Guess>,
}

/// A choice among likely moves. The *share* of a move is its visits, plus [`PRIOR_VISITS`] times its prior, divided by
/// those of the likeliest move.
struct Guess {
    /// A move is drawn in proportion to `share^(eighths / 8)`. The greater this number, the more often the likeliest move
    /// is played.
    eighths: u32,
    /// A move with a smaller share than this is never played: it would look absurd.
    least: f32,
}

/// The levels below [`FULL_LEVEL`], the lowest first.
const LEVELS: [Level; FULL_LEVEL as usize - 1] = [
    guesses(0, 2, 0.01),
    guesses(0, 3, 0.015),
    guesses(0, 5, 0.02),
    guesses(0, 8, 0.025),
    guesses(2, 11, 0.02),
    plays_best(14),
    plays_best(45),
    plays_best(120),
    plays_best(360),
];

/// All priors together weigh as much as this many visits.
const PRIOR_VISITS: f32 = 4.0;
/// The weight of the likeliest move when a move is drawn.
const MOST_WEIGHT: f32 = 65536.0;

const fn guesses(nodes: u64, eighths: u32, least: f32) -> Level {
    let guess = Some(Guess { eighths, least });
    Level { nodes, guess }
}

const fn plays_best(nodes: u64) -> Level {
    Level { nodes, guess: None }
}

impl Level {
    /// The level of these limits; `None` for full strength. Level 0 counts as level 1.
    pub(super) fn of(limits: &Limits) -> Option<&'static Level> {
        let number = limits.level?.max(1);
        LEVELS.get(number as usize - 1)
    }

    /// The limits of a search at this level.
    pub(super) fn limits(&self, limits: &Limits) -> Limits {
        let nodes = limits
            .nodes
            .map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits {
            nodes: Some(nodes),
            level: None,
            ..limits.clone()
        }
    }

    /// The move that the level plays, of those that a search has found, the best one first. `None` if there is none.
    pub(super) fn choose(
        &self,
        mut found: Vec<Outcome>,
        board: &Board,
        seed: u64,
    ) -> Option<Outcome> {
        let chosen = match &self.guess {
            Some(guess) => guess.draw(&found, Rng::new(seed ^ board.hash())),
            None => 0,
        };
        (chosen < found.len()).then(|| found.swap_remove(chosen))
    }
}

impl Guess {
    /// The index of one of the moves.
    fn draw(&self, found: &[Outcome], mut random: Rng) -> usize {
        let visits = |outcome: &Outcome| {
            outcome.visits.unwrap_or(0) as f32 + PRIOR_VISITS * outcome.prior.unwrap_or(0.0)
        };
        let most = found.iter().map(visits).fold(f32::MIN_POSITIVE, f32::max);
        let weights: Vec<u32> = found
            .iter()
            .map(|outcome| self.weight(visits(outcome) / most))
            .collect();
        let drawn = random.below(weights.iter().sum());
        weighted_index(weights, drawn).unwrap_or(0)
    }

    fn weight(&self, share: f32) -> u32 {
        if share < self.least {
            return 0;
        }
        // Roots and products are the same on every machine, other powers are not.
        let root = share.sqrt().sqrt().sqrt();
        (0..self.eighths).fold(MOST_WEIGHT, |weight, _| weight * root) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Player, Point, Size};
    use crate::search::mcts::Mcts;
    use crate::search::{Engine, Silent};

    /// Moves with these visits, the best one first.
    fn found(visits: &[u64]) -> Vec<Outcome> {
        let outcome = |(x, &visits): (usize, &u64)| Outcome {
            best: Some(Point::new(x as u32, 0)),
            visits: Some(visits),
            prior: Some(0.0),
            ..Outcome::default()
        };
        visits.iter().enumerate().map(outcome).collect()
    }

    /// How often a level plays each of the moves, of a thousand times.
    fn counts(level: &Level, visits: &[u64]) -> Vec<u32> {
        let mut counts = vec![0; visits.len()];
        for seed in 0..1000 {
            let board = Board::new(Size::default());
            let chosen = level.choose(found(visits), &board, seed << 40).unwrap();
            counts[chosen.best.unwrap().x() as usize] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_drawn_by_their_visits_and_absurd_ones_never() {
        let visits = [900, 400, 90, 8];
        let linear = counts(&guesses(1, 8, 0.05), &visits);
        for (count, wanted) in linear.iter().zip([647, 288, 65, 0]) {
            assert!(count.abs_diff(wanted) < 50, "{linear:?}");
        }
        assert_eq!(linear[3], 0);
        // 30 : 20 : 9.5 by square roots, 81 : 16 : 0.8 by squares.
        let even = counts(&guesses(1, 4, 0.05), &visits);
        let sharp = counts(&guesses(1, 16, 0.05), &visits);
        assert!(even[0] + 80 < linear[0] && linear[0] + 80 < sharp[0]);
        assert_eq!(counts(&plays_best(1), &visits), [1000, 0, 0, 0]);
        assert!(
            guesses(1, 8, 0.05)
                .choose(Vec::new(), &Board::new(Size::default()), 1)
                .is_none()
        );
    }

    #[test]
    fn the_table_of_the_document_has_the_numbers() {
        let page = include_str!("../../../docs/levels.md");
        for (number, level) in (1..).zip(&LEVELS) {
            let Level { nodes, guess } = level;
            let row = match guess {
                Some(Guess { eighths, least }) => {
                    let likelier = 10_f64.powf(f64::from(*eighths) / 8.0);
                    let likelier = match likelier < 5.0 {
                        true => format!("{likelier:.1}"),
                        false => format!("{likelier:.0}"),
                    };
                    format!("| {nodes} | {} % | {likelier} |", 100.0 * least)
                }
                None => format!("| {nodes} | the best move only | |"),
            };
            let row = format!("\n| {number} {row}\n");
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_level_draws_anew_in_each_position() {
        let mut board = Board::new(Size::default());
        let mut chosen: Vec<u32> = Vec::new();
        for (cell, player) in (0..30)
            .map(|x| Point::new(x, 0))
            .zip(Player::ALL.into_iter().cycle())
        {
            board.play(cell, player);
            let outcome = guesses(1, 8, 0.05)
                .choose(found(&[9, 9]), &board, 1)
                .unwrap();
            chosen.push(outcome.best.unwrap().x());
        }
        assert!(chosen.contains(&0) && chosen.contains(&1), "{chosen:?}");
    }

    #[test]
    fn a_stronger_search_before_changes_nothing() {
        let mut board = Board::new(Size::new(9, 9).unwrap());
        board.play(Point::new(4, 4), Player::First);
        for level in 1..FULL_LEVEL {
            let weak = Limits {
                level: Some(level),
                ..Limits::nodes(500)
            };
            let mut move_after = |nodes: &[u64]| {
                let mut engine = Mcts::default();
                for &nodes in nodes {
                    engine.search(
                        &mut board,
                        Player::Second,
                        &Limits::nodes(nodes),
                        &mut Silent,
                    );
                }
                let outcome = engine.search(&mut board, Player::Second, &weak, &mut Silent);
                (outcome.best, outcome.visits)
            };
            assert_eq!(move_after(&[]), move_after(&[300, 2000]), "level {level}");
        }
    }

    /// A board of 9x9 with one dot, and the limits of a search for the second player on it.
    fn second_move(level: Option<u32>, nodes: u64) -> (Board, Limits) {
        let mut board = Board::new(Size::new(9, 9).unwrap());
        board.play(Point::new(4, 4), Player::First);
        let limits = Limits {
            level,
            ..Limits::nodes(nodes)
        };
        (board, limits)
    }

    /// The nodes of `search`, and the number of moves that `search_all` returns. A new engine must choose the same move.
    fn choose(level: Option<u32>, nodes: u64) -> (u64, usize) {
        let (mut board, limits) = second_move(level, nodes);
        let mut engine = Mcts::default();
        let outcome = engine.search(&mut board, Player::Second, &limits, &mut Silent);
        let again = Mcts::default().search(&mut board, Player::Second, &limits, &mut Silent);
        assert_eq!(outcome.best, again.best);
        let all = engine.search_all(&mut board, Player::Second, &limits, &mut Silent);
        (outcome.nodes, all.len())
    }

    #[test]
    fn a_level_limits_the_nodes_of_a_choice() {
        // The exact search is part of the nodes.
        assert!(choose(Some(6), 500).0 <= 14);
        assert!(choose(Some(9), 50).0 <= 50);
        assert_eq!(choose(Some(0), 500), choose(Some(1), 500));
        assert_eq!(choose(Some(6), 500).1, 1);
    }

    #[test]
    fn full_strength_limits_nothing() {
        assert_eq!(choose(Some(FULL_LEVEL), 500), choose(None, 500));
        assert!(choose(None, 500).1 > 1);
    }

    #[test]
    fn no_level_limits_an_analysis() {
        let lines = |level| {
            let (mut board, limits) = second_move(level, 500);
            let mut engine = Mcts::default();
            let lines = engine.search_lines(&mut board, Player::Second, &limits, 3, &mut Silent);
            (lines.len(), lines[0].best, lines[0].nodes)
        };
        let without = lines(None);
        for level in [0, 1, 6, 9, FULL_LEVEL] {
            assert_eq!(lines(Some(level)), without, "level {level}");
        }
    }
}
