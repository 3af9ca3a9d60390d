//! Which moves a search returns, when they end it, and what it tells about them.

use super::tree::{Edge, Tree};
use crate::search::{Estimate, Limits, Outcome};
use std::time::Instant;

/// The number of simulations that find the value of a move without an alternative. Exact searches in the tree count too.
/// Not measured: benches/ingredients.md.
pub(super) const ONLY_MOVE: u64 = 64;

/// Which moves a search returns.
#[derive(Clone, Copy)]
pub(super) enum Listed {
    /// The move to play.
    Played,
    /// At most this number of moves, the best ones. If there are several, the search does not end when one of them
    /// keeps a certain margin, while the score after another one is not certain.
    Best(usize),
    /// All moves at the root, even those without visits. One of them is to be played, so a single move ends the search
    /// soon.
    All,
}

impl Listed {
    /// The index of a move at the root that ends the search. It keeps a certain margin, and nothing is left to find about
    /// other moves that are asked for. In an analysis it may also be the best move, if the margin is
    /// certain after every move. `None` if there is none.
    pub(super) fn certain_move(self, tree: &Tree) -> Option<usize> {
        let keeps_margin = tree.move_that_keeps_certain_margin();
        match self {
            Listed::Best(_) if tree.is_certain_after_all() => {
                keeps_margin.or_else(|| tree.best_of_certain())
            }
            Listed::Best(2..) => None,
            _ => keeps_margin,
        }
    }

    /// The limits of the simulations of the only move, which is played anyway: [`ONLY_MOVE`] of them, after the first
    /// `nodes`, find its value. An analysis of a single move has no such limit.
    pub(super) fn limits_of_only_move(self, nodes: u64, limits: &Limits) -> Limits {
        let is_played = !matches!(self, Listed::Best(_));
        let most = is_played.then_some(nodes + ONLY_MOVE);
        Limits {
            nodes: limits.nodes.into_iter().chain(most).min(),
            ..limits.clone()
        }
    }
}

/// What the results of a search have in common.
pub(super) struct Results {
    pub(super) listed: Listed,
    /// The score of the player at the root before the search, in dots.
    pub(super) score: i32,
    /// The unit of the scale of values, in dots.
    pub(super) unit: f32,
    /// When the search began.
    pub(super) start: Instant,
}

impl Results {
    /// The results of moves at the root, as many as `listed` selects. `order` has the indices of the moves, the best
    /// first. Moves without visits are listed only first or with [`Listed::All`]. `nodes` is the cost of the search.
    pub(super) fn of(&self, tree: &Tree, order: &[usize], nodes: u64) -> Vec<Outcome> {
        let (with_untried, most) = match self.listed {
            Listed::Played => (false, 1),
            Listed::Best(count) => (false, count),
            Listed::All => (true, usize::MAX),
        };
        let is_listed = |&(place, &index): &(usize, &usize)| {
            place == 0 || with_untried || tree.root_moves()[index].visits() > 0
        };
        let moves = order.iter().enumerate().filter(is_listed).take(most);
        let outcome = |(_, &index): (usize, &usize)| {
            let (edge, line) = (&tree.root_moves()[index], tree.principal_variation(index));
            Outcome {
                best: Some(edge.point),
                // A search that is over at once leaves moves without visits.
                value: match edge.visits() {
                    0 => 0,
                    _ => tree.expected(edge).round() as i32 - self.score,
                },
                line,
                nodes,
                visits: Some(edge.visits().into()),
                prior: Some(edge.prior),
                estimate: estimate(tree, edge, self.unit, self.score),
                elapsed: self.start.elapsed(),
                ..Outcome::default()
            }
        };
        moves.map(outcome).collect()
    }
}

/// The expected change of the score by the end of the game, after a move at the root. `score` is the score now, and
/// `unit` is that of the scale, both in dots. The unit is 0 if the margin after the move is certain. `None` if the move has
/// no visits.
fn estimate(tree: &Tree, edge: &Edge, unit: f32, score: i32) -> Option<Estimate> {
    (edge.visits() > 0).then(|| Estimate {
        gain: tree.expected(edge) - score as f32,
        unit: match tree.certain_after(edge) {
            Some(_) => 0.0,
            None => unit,
        },
    })
}
