//! The choice of a move: iterative deepening, threads, and the preference among equal moves.

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
    // The first thread counts the nodes, and stops the others.
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
        let mut time_manager = TimeManager::new(limits);
        deepen(&mut search, player, depth, |search, plies, found| {
            if let Some((best, value)) = choose(search, player, plies, found, &order) {
                outcome.best = Some(best);
                bring_forward(&mut order, best);
                outcome.value = value - score;
                outcome.plies = plies;
                outcome.nodes = search.nodes();
                outcome.trajectories = Some(search.root_trajectories());
                outcome.elapsed = start.elapsed();
                outcome.line = vec![Some(best)];
                reporter.progress(&outcome);
            }
            !time_manager.is_enough_of(&outcome)
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

/// The greatest depth in plies.
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

/// Iterative deepening by one ply, for as long as `tell` returns true.
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

/// The first move in the order of preference among those with the greatest value, and that value. `None` if a
/// limit was reached before one is known.
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
        // The best move is a pass, or it is not allowed.
        found.value -= 1;
        found.best = search.best_for(player, plies, found.value);
    }
}

/// Puts a chosen move before the others. At a greater depth more moves win as much, but later, or lose as
/// much, but sooner.
fn bring_forward(order: &mut [Point], best: Point) {
    if let Some(place) = order.iter().position(|&cell| cell == best) {
        order[..=place].rotate_right(1);
    }
}

/// All playable cells, the most likely by the learned policy first.
fn by_likelihood(board: &mut Board, player: Player, limits: &Limits) -> Vec<Point> {
    let mut moves = Vec::new();
    let stop = &mut || limits.is_over();
    LinearPolicy::standard().evaluate_unless(board, player, &mut moves, stop);
    moves.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.point.cmp(&b.point)));
    let mut order: Vec<Point> = moves.into_iter().map(|found| found.point).collect();
    // The policy may have been interrupted.
    let mut rest = *board.free();
    order.iter().for_each(|&cell| rest.remove(cell));
    order.extend(rest.iter());
    order
}
