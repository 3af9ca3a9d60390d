//! The choice of a move: iterative deepening, threads, and the preference among equal moves.

use super::fights::gains;
use super::goal_search::{GoalSearch, step};
use super::{DEEPEST, Tactical};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::policy::{LinearPolicy, Policy};
use crate::search::helper_threads::with_helper_threads;
use crate::search::{Limits, Outcome, Reporter, TimeManager};
use std::time::Instant;

/// What decides among equal moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TieBreak {
    /// Ladders and nets, then the learned policy.
    Full,
    /// The learned policy alone, which is fast.
    PolicyOnly,
}

/// Searches for the best move of `player` until the depth or a limit is reached. The best move is `None` only if
/// `order` is empty. `order` has the moves that are allowed, in the order in which equal ones are preferred. `start` is
/// when the work on the position began. See [`Engine::search`](crate::search::Engine::search).
pub(super) fn search_in(
    engine: &Tactical,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    mut order: Vec<Point>,
    start: Instant,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let mut outcome = Outcome {
        best: order.first().copied(),
        ..Outcome::default()
    };
    if outcome.best.is_none() {
        return outcome;
    }
    let depth = depth(engine, limits).min(DEEPEST);
    // The first thread counts the nodes and stops the others.
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
        deepen(&mut search, player, depth, |search, plies, value| {
            if let Some((place, value)) = choose(search, player, plies, value, &order) {
                // At a greater depth more moves reach the value, but some win later or lose sooner.
                order[..=place].rotate_right(1);
                let best = order[0];
                outcome.best = Some(best);
                outcome.value = value - score;
                outcome.plies = plies;
                outcome.nodes = search.nodes();
                outcome.trajectories = Some(search.root_trajectories());
                outcome.elapsed = start.elapsed();
                outcome.line = vec![best];
                log_depth(best, &outcome);
                reporter.progress(&outcome);
            }
            !time_manager.should_end_after(&outcome)
        });
        outcome.nodes = search.nodes();
        log_end(search.is_over(), outcome.plies, depth);
    });
    outcome.line = Vec::from_iter(outcome.best);
    outcome.elapsed = start.elapsed();
    outcome
}

/// Logs the result of a completed depth.
fn log_depth(best: Point, outcome: &Outcome) {
    let Outcome {
        value,
        plies,
        nodes,
        elapsed,
        ..
    } = outcome;
    log::debug!("tactical, depth {plies}: move {best}, {value:+} dots, {nodes} nodes, {elapsed:?}");
}

/// Logs why the search ended, unless the time manager has done so. `is_over` tells that it was interrupted, `plies` is
/// the depth that it completed, and `depth` the greatest one.
fn log_end(is_over: bool, plies: u32, depth: u32) {
    match is_over {
        true => log::debug!(
            "tactical: a limit or too many trajectories ended the search after {plies} plies"
        ),
        false if plies == depth => {
            log::debug!("tactical: the search ended at the greatest depth, {plies} plies");
        }
        false => {}
    }
}

/// The playable cells that the limits allow, in the order in which equal moves are preferred. First come those that win
/// or save more dots in ladders and nets, unless the `tie_break` leaves these out, then those that the learned policy
/// finds likelier.
pub(super) fn order(
    board: &mut Board,
    player: Player,
    limits: &Limits,
    tie_break: TieBreak,
) -> Vec<Point> {
    let mut moves = Vec::new();
    let stop = &mut || limits.is_over();
    LinearPolicy::standard().evaluate_unless(board, player, &mut moves, stop);
    // Moves that the policy leaves out come last: those in empty bases that capture nothing.
    let mut logits = vec![f32::NEG_INFINITY; Point::COUNT];
    for found in &moves {
        logits[found.point.index()] = found.logit;
    }
    let gains = match tie_break {
        TieBreak::Full => gains(board, player, limits),
        TieBreak::PolicyOnly => vec![0; Point::COUNT],
    };
    let allowed = limits.moves.unwrap_or(*board.free());
    let mut order: Vec<Point> = (allowed & *board.free()).iter().collect();
    order.sort_by(|a, b| {
        let [a, b] = [a, b].map(|cell| cell.index());
        gains[b]
            .cmp(&gains[a])
            .then(logits[b].total_cmp(&logits[a]))
    });
    order
}

/// The depth to search to, in plies: that of the limits. Without one it is [`DEEPEST`] if there is a deadline, and that
/// of the options if there is none.
fn depth(engine: &Tactical, limits: &Limits) -> u32 {
    match (limits.plies, limits.deadline) {
        (Some(plies), _) => plies,
        (None, Some(_)) => DEEPEST,
        (None, None) => engine.options.depth,
    }
}

/// Iterative deepening by one ply, until `depth` or a limit is reached, or `tell` returns false. After each ply `tell`
/// receives the depth and the score of `player` after best play to that depth.
fn deepen(
    search: &mut GoalSearch,
    player: Player,
    depth: u32,
    mut tell: impl FnMut(&mut GoalSearch, u32, i32) -> bool,
) {
    let mut guess = search.score(player);
    for plies in 1..=depth {
        let Some(value) = search.value(player, plies, guess) else {
            return;
        };
        if !tell(search, plies, value) {
            return;
        }
        guess = value;
    }
}

/// The place in `order` of the first move with which `player` reaches the score `value` in `plies` plies, and that
/// score. If no move does, because only a pass does or the best move is not allowed, the greatest score that a move
/// reaches counts instead. `None` if a limit was reached before this is known.
fn choose(
    search: &mut GoalSearch,
    player: Player,
    plies: u32,
    value: i32,
    order: &[Point],
) -> Option<(usize, i32)> {
    // No move reaches `missed`.
    let (mut missed, mut found, mut goal) = (value + 1, None, value);
    loop {
        match first_that_reaches(search, player, plies, goal, order) {
            Some(place) => found = Some((place, goal)),
            None if search.is_over() => return None,
            None => missed = goal,
        }
        goal = match found {
            Some((_, reached)) if missed - reached == 1 => return found,
            Some((_, reached)) => reached + (missed - reached) / 2,
            None => missed - step(value, missed),
        };
    }
}

/// The place in `order` of the first move with which `player` reaches the score `goal` in `plies` plies; `None` if no
/// move does. If a limit ends the search, that of the best move, if it is known and allowed.
///
/// If a pass reaches the goal, any cell may reach it, too. So only [`GoalSearch::root_cells`] are tried if a pass does
/// not, or if the best move, a capture, is allowed.
fn first_that_reaches(
    search: &mut GoalSearch,
    player: Player,
    plies: u32,
    goal: i32,
    order: &[Point],
) -> Option<usize> {
    let best = search.best_for(player, plies, goal);
    let few_suffice =
        best.is_some_and(|best| order.contains(&best) || !search.pass_reaches(player, plies, goal));
    let few = few_suffice.then(|| search.root_cells(player, plies, goal));
    for (place, &cell) in order.iter().enumerate() {
        let is_tried = few.is_none_or(|cells| cells.contains(cell));
        if is_tried && search.reaches(player, cell, plies, goal) {
            return Some(place);
        }
        if search.is_over() {
            return order.iter().position(|&cell| Some(cell) == best);
        }
    }
    None
}
