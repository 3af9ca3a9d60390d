//! Overlays of what the engine sees in a position.

use super::{Overlay, Path};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::importance::{Importance, play_range};
use crate::search::{Engine, Limits, Silent, surround};

/// The importance of every cell of the play range, the most important one at 1. Where something speaks
/// against a move it is negative, at least -1. Cells of no importance are left out.
pub fn importance(board: &Board, importance: &Importance) -> Overlay {
    let map = importance.map(board);
    let greatest = map.iter().map(|&(_, value)| value).max();
    let greatest = greatest.filter(|&value| value > 0);
    // If nothing speaks for a move.
    let lowest = || map.iter().map(|&(_, value)| value.abs()).max().unwrap_or(0);
    let scale = greatest.unwrap_or_else(lowest) as f32;
    Overlay::Importance(
        map.into_iter()
            .filter(|&(_, value)| value != 0)
            .map(|(point, value)| (point, (value as f32 / scale).max(-1.0)))
            .collect(),
    )
}

/// The playable cells within `margin` rows and columns of the dots.
pub fn range(board: &Board, margin: u32) -> Overlay {
    Overlay::Range((play_range(board, margin) & *board.free()).iter().collect())
}

/// The ways of either player to capture something with at most `longest` dots.
pub fn trajectories(board: &Board, longest: usize) -> Overlay {
    let of = |player| {
        let sets = surround::surrounding_sets(board, player, longest);
        sets.into_iter().filter_map(move |set| {
            let capture = surround::capture(board, player, &set)?;
            Some(Path {
                player,
                points: set.cells().collect(),
                chain: capture.wall,
            })
        })
    };
    Overlay::Trajectories(Player::ALL.into_iter().flat_map(of).collect())
}

/// The best moves of a player, at most `count`, with what each is worth to him: dots to be won
/// less those to be lost. The engine's own choice comes first; the others come from among the
/// important cells that the rules allow, each judged by the opponent's best answer.
pub fn best_moves(
    board: &Board,
    player: Player,
    count: usize,
    engine: &mut dyn Engine,
    importance: &Importance,
    limits: &Limits,
) -> Vec<(Point, i32)> {
    let mut board = board.clone();
    let mut search = |board: &mut Board, player| {
        let limits = limits.clone().by_rules(board, player);
        engine.search(board, player, &limits, &mut Silent)
    };
    let choice = search(&mut board, player);
    let Some(best) = choice.best else {
        return Vec::new();
    };
    let mut candidates = importance.map(&board);
    candidates.sort_by_key(|&(point, value)| (std::cmp::Reverse(value), point));
    candidates.retain(|&(point, _)| point != best && board.is_legal_for(point, player));
    // Twice as many as are wanted: importance is no search.
    candidates.truncate(2 * count.saturating_sub(1));
    let before = board.score(player);
    let mut others: Vec<_> = candidates
        .into_iter()
        .map(|(point, _)| {
            board.play(point, player);
            let won = board.score(player) - before;
            let answer = search(&mut board, player.opponent());
            board.undo();
            (point, won - answer.value)
        })
        .collect();
    others.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    let mut moves = vec![(best, choice.value)];
    moves.extend(others);
    moves.truncate(count);
    moves
}
