//! The choice of a move: deepening, threads, and the order in which equal moves are preferred.

use super::fights;
use super::goal_search::GoalSearch;
use super::{DEEPEST, Tactical};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::{LinearPolicy, Policy};
use crate::search::helper_threads::with_helper_threads;
use crate::search::{Limits, Outcome, Reporter, TimeManager};
use std::time::Instant;

pub(super) fn search(
    engine: &Tactical,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let start = Instant::now();
    let mut order = order(board, player, limits);
    let mut outcome = Outcome {
        best: order.first().copied(),
        ..Outcome::default()
    };
    if outcome.best.is_none() {
        return outcome;
    }
    let depth = depth(engine, limits);
    // The first thread stops the others, however many nodes they look at.
    let helpers_limits = Limits {
        nodes: None,
        ..limits.clone()
    };
    let helpers = (1..engine.options.threads).map(|_| {
        let mut board = board.clone();
        move |limits: &Limits| {
            let mut search = engine.search_of(&mut board, limits);
            deepen(&mut search, player, depth, |_, _, _| true);
        }
    });
    let helpers: Vec<_> = helpers.collect();
    with_helper_threads(&helpers_limits, helpers, || {
        let mut search = engine.search_of(board, limits);
        let score = search.score(player);
        let mut pacer = TimeManager::new(limits);
        deepen(&mut search, player, depth, |search, plies, found| {
            if let Some((best, value)) = choose(search, player, plies, found, &order) {
                outcome.best = Some(best);
                bring_forward(&mut order, best);
                outcome.value = value - score;
                outcome.plies = plies;
                outcome.nodes = search.nodes();
                outcome.trajectories = search.root_sets();
                outcome.elapsed = start.elapsed();
                outcome.line = vec![Some(best)];
                reporter.progress(&outcome);
            }
            !pacer.is_enough_of(&outcome)
        });
        outcome.nodes = search.nodes();
    });
    outcome.line = vec![outcome.best];
    outcome.elapsed = start.elapsed();
    outcome
}

/// The cells that may be played, in the order in which equal moves are preferred.
fn order(board: &mut Board, player: Player, limits: &Limits) -> Vec<Point> {
    let mut order = by_likelihood(board, player, limits);
    if let Some(moves) = &limits.moves {
        order.retain(|&cell| moves.contains(cell));
    }
    fights::put_first(board, player, limits, &mut order);
    order
}

/// How deep to search in plies.
fn depth(engine: &Tactical, limits: &Limits) -> u32 {
    match (limits.plies, limits.deadline) {
        (Some(plies), _) => plies,
        (None, Some(_)) => DEEPEST,
        (None, None) => engine.options.depth,
    }
}

/// The value at one depth, and the move that reaches it; `None` if a pass does.
#[derive(Clone, Copy)]
struct Found {
    value: i32,
    best: Option<Point>,
}

/// Searches one ply deeper each time and tells what was found, for as long as it is told to go on.
fn deepen(
    search: &mut GoalSearch,
    player: Player,
    depth: u32,
    mut tell: impl FnMut(&mut GoalSearch, u32, Found) -> bool,
) {
    let mut guess = search.score(player);
    for plies in 1..=depth.min(DEEPEST) {
        let Some(value) = search.value(player, plies, guess) else {
            return;
        };
        let best = search.best_for(player, plies, value);
        if !tell(search, plies, Found { value, best }) {
            return;
        }
        guess = value;
    }
}

/// The most important of the moves that are worth the most, and their value. `None` if time is over
/// before one is known.
fn choose(
    search: &mut GoalSearch,
    player: Player,
    plies: u32,
    mut found: Found,
    order: &[Point],
) -> Option<(Point, i32)> {
    loop {
        let useful = found
            .best
            .map(|_| search.root_cells(player, plies, found.value));
        for &cell in order {
            let possible = useful.is_none_or(|cells| cells.contains(cell));
            if possible && search.reaches(player, cell, plies, found.value) {
                return Some((cell, found.value));
            }
            if search.is_over() {
                let best = found.best.filter(|best| order.contains(best));
                return best.map(|best| (best, found.value));
            }
        }
        // The best move is not to be chosen, or it is a pass.
        found.value -= 1;
        found.best = search.best_for(player, plies, found.value);
    }
}

/// Lets a move that has been chosen go before the others: at a greater depth many moves win as much,
/// or lose no more, but only later, or sooner. With that the value at a leaf depends on its depth.
fn bring_forward(order: &mut [Point], best: Point) {
    if let Some(place) = order.iter().position(|&cell| cell == best) {
        order[..=place].rotate_right(1);
    }
}

/// All playable cells, the most likely ones of the learned policy first. Ordering by importance was
/// weaker; benches/strength.md has the match.
fn by_likelihood(board: &mut Board, player: Player, limits: &Limits) -> Vec<Point> {
    let mut moves = Vec::new();
    let stop = &mut || limits.is_over();
    LinearPolicy::standard().weigh_unless(board, player, &mut moves, stop);
    moves.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.point.cmp(&b.point)));
    let mut order: Vec<Point> = moves.into_iter().map(|found| found.point).collect();
    // Where the policy was interrupted, or knows nothing.
    let mut rest = *board.free();
    order.iter().for_each(|&cell| rest.remove(cell));
    order.extend(rest.iter());
    order
}
