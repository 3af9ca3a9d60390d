//! Multi PV, a search for the best few moves, with engines that search for one best move.

use super::limits::MOST_PLIES;
use super::{Engine, Limits, Outcome, Reporter, Silent, TimeManager};
use crate::board::Board;
use crate::geometry::Player;
use std::time::Instant;

/// Searches at each depth for the best move, then for the best of the other moves, and so on up to `count` moves.
/// A later move comes before an earlier one with a smaller value: an engine may overlook it while it has other moves.
/// Reports the moves after each search and returns the last report, the best move first. Every move has the nodes and
/// the time of all searches so far. This is the default of [`Engine::search_lines`].
pub(super) fn by_exclusion<E: Engine + ?Sized>(
    engine: &mut E,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    count: usize,
    reporter: &mut dyn Reporter,
) -> Vec<Outcome> {
    let start = Instant::now();
    let mut lines: Vec<Outcome> = Vec::new();
    let mut time_manager = TimeManager::new(limits);
    let mut spent = 0;
    // An engine finds a move even with a depth of 0.
    let deepest = limits.plies.unwrap_or(MOST_PLIES).max(1);
    for plies in 1..=deepest {
        let mut others = limits.moves.unwrap_or(*board.free());
        let mut done = 0;
        while done < count && !others.is_empty() {
            let limits = Limits {
                plies: Some(plies.min(limits.plies.unwrap_or(plies))),
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
                moves: Some(others),
                // All searches together have one pace, which is judged here.
                pace: None,
                ..limits.clone()
            };
            let mut outcome = engine.search(board, player, &limits, &mut Silent);
            spent += outcome.nodes;
            // An engine that ignores `moves` could give the same line again.
            let Some(best) = outcome.best.filter(|&best| others.contains(best)) else {
                break;
            };
            let is_cut = is_cut(&limits, &outcome, plies);
            // A search that was cut adds nothing to those of the depth before but its cost.
            if !is_cut || lines.is_empty() {
                spent += extend(engine, board, player, &limits, &mut outcome);
                others.remove(best);
                insert(&mut lines, done, outcome, count);
                done += 1;
            }
            for line in &mut lines {
                (line.nodes, line.elapsed) = (spent, start.elapsed());
            }
            reporter.lines(&lines);
            if is_cut || plies > 1 && time_manager.should_end_after(&lines[0]) {
                return lines;
            }
        }
        let best = lines.first();
        if best.is_none_or(|best| best.plies < plies || time_manager.should_end_after(best)) {
            break;
        }
    }
    lines
}

/// Whether a limit may have ended the search before it completed the depth `plies`.
fn is_cut(limits: &Limits, outcome: &Outcome, plies: u32) -> bool {
    let is_spent = limits.nodes.is_some_and(|most| outcome.nodes >= most);
    is_spent || limits.is_over() || plies > 1 && outcome.plies < plies
}

/// Inserts a line among the `count` best by its value. The first `done` lines are those of the same depth, and it comes
/// after all equal ones of them. It replaces the line of the depth before with the same first move. If there is none, it
/// replaces the last line when there are `count` already.
fn insert(lines: &mut Vec<Outcome>, done: usize, found: Outcome, count: usize) {
    let known = lines.iter().position(|line| line.best == found.best);
    if let Some(old) = known.or((lines.len() == count).then_some(count - 1)) {
        lines.remove(old);
    }
    let place = lines[..done].partition_point(|line| line.value >= found.value);
    lines.insert(place, found);
}

/// Makes the principal variation of `outcome` longer, for an engine that reports only its first moves. It searches the
/// position at the end of the line for the plies that are left. It ends when nothing more is won or lost, or when a
/// limit is reached. Returns the number of nodes of these searches.
fn extend<E: Engine + ?Sized>(
    engine: &mut E,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    outcome: &mut Outcome,
) -> u64 {
    let mut side = player;
    let (mut next, mut nodes) = (0, 0);
    while let Some(&point) = outcome.line.get(next) {
        board.play(point, side);
        next += 1;
        side = side.opponent();
        let left = outcome.plies.saturating_sub(next as u32);
        let spent = outcome.nodes + nodes;
        let rest = limits.nodes.map(|most| most.saturating_sub(spent));
        if next < outcome.line.len() || left == 0 || rest == Some(0) || limits.is_over() {
            continue;
        }
        let limits = Limits {
            plies: Some(left),
            nodes: rest,
            moves: None,
            ..limits.clone()
        }
        .by_rules(board, side);
        let found = engine.search(board, side, &limits, &mut Silent);
        nodes += found.nodes;
        if found.value != 0 && found.plies == left {
            outcome.line.extend(found.line);
        }
    }
    for _ in 0..next {
        board.undo();
    }
    nodes
}
