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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Bitboard, Size};
    use crate::notation::diagram;
    use crate::search::Silent;
    use crate::search::tactical::TacticalOptions;

    fn engine() -> Tactical {
        Tactical::new(TacticalOptions {
            hash: 1,
            ..TacticalOptions::default()
        })
    }

    /// Puts a block of dots of the second player, in a ring of the first one with one gap. `left` and `top` are the first
    /// column and row inside the ring. Returns the gap.
    fn put_block(board: &mut Board, left: u32, top: u32, width: u32, height: u32) -> Point {
        let gap = Point::new(left, top - 1);
        for x in left..left + width {
            for y in top..top + height {
                board.play(Point::new(x, y), Player::Second);
            }
            for y in [top - 1, top + height] {
                if Point::new(x, y) != gap {
                    board.play(Point::new(x, y), Player::First);
                }
            }
        }
        for y in top..top + height {
            for x in [left - 1, left + width] {
                board.play(Point::new(x, y), Player::First);
            }
        }
        gap
    }

    /// The capture of 300 dots is not allowed, and that of 20 dots is.
    #[test]
    fn the_value_of_the_allowed_moves_takes_few_searches() {
        let mut board = Board::new(Size::new(39, 32).unwrap());
        put_block(&mut board, 2, 2, 30, 10);
        let allowed = put_block(&mut board, 2, 20, 5, 4);
        let (engine, limits) = (engine(), Limits::default());
        let mut search = engine.search_of(&mut board, &limits);
        assert_eq!(search.value(Player::First, 1, 300), Some(300));
        let before = search.nodes();
        let chosen = choose(&mut search, Player::First, 1, 300, &[allowed]);
        assert_eq!(chosen, Some((0, 20)));
        let nodes = search.nodes() - before;
        assert!(nodes < 200, "{nodes} nodes");
    }

    /// A dot at (3, 2) or (4, 2) captures at once. The capture can wait.
    const CAPTURE: &str = "
        . . . . . . .
        . . 0 0 . . .
        . 0 1 . . . .
        . . 0 0 . . .
        . . . . . . .
    ";
    const CAPTURES: [Point; 2] = [Point::new(3, 2), Point::new(4, 2)];

    /// Searches with these captures as the last moves in the order, and with no other capture.
    fn search_with_last(captures: &[Point], limits: &Limits) -> Outcome {
        let mut board = diagram::parse(CAPTURE).unwrap();
        let others = *board.free() - Bitboard::from_iter(CAPTURES);
        let order: Vec<Point> = others.iter().chain(captures.iter().copied()).collect();
        let (engine, start) = (engine(), Instant::now());
        let player = Player::First;
        search_in(
            &engine,
            &mut board,
            player,
            limits,
            order,
            start,
            &mut Silent,
        )
    }

    /// With three plies many moves win as much as a capture. With one ply only a capture does.
    #[test]
    fn the_best_move_of_the_depth_before_is_preferred() {
        for plies in [1, 3] {
            let outcome = search_with_last(&CAPTURES[1..], &Limits::plies(plies));
            assert_eq!((outcome.value, outcome.plies), (1, plies));
            assert_eq!(outcome.best, Some(CAPTURES[1]));
        }
    }

    #[test]
    fn the_best_move_is_known_before_all_others_are_tried() {
        let mut board = diagram::parse(CAPTURE).unwrap();
        let (engine, limits) = (engine(), Limits::default());
        let mut search = engine.search_of(&mut board, &limits);
        assert_eq!(search.value(Player::First, 1, 0), Some(1));
        assert!(search.best_for(Player::First, 1, 1).is_some());
        let known = search.nodes();
        for (nodes, plies) in [(known - 1, 0), (known, 1)] {
            let limits = Limits {
                plies: Some(1),
                nodes: Some(nodes),
                ..Limits::default()
            };
            assert_eq!(
                search_with_last(&CAPTURES, &limits).plies,
                plies,
                "{nodes} nodes"
            );
        }
    }
}
