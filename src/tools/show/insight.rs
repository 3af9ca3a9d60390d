//! Computes overlays for pictures, which show how the engine judges a position.
//!
//! `src/protocol/json/insight.rs` and `python/src/insight.rs` tell clients what the same searches find, with all rings.

use super::{DrawnTrajectory, Overlay};
use crate::board::{Board, chains_round};
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::{Importance, play_range};
use crate::search::trajectory::{self, Trajectory};
use crate::search::{Engine, Limits, Silent, connections};

/// The most rings that are shown for each player, and the most ways to the edge.
const MOST_SHOWN: usize = 3;

/// The importance of the cells of the play range, without cells of importance 0. It is scaled so that the greatest is
/// 1; values below -1 become -1. If none is above 0, the scale makes the lowest -1.
pub fn importance(board: &Board, importance: &Importance) -> Overlay {
    let map = importance.map(board);
    let greatest = map.iter().map(|&(_, value)| value).max();
    let greatest = greatest.filter(|&value| value > 0);
    // This is the scale if no importance is above 0.
    let lowest = || map.iter().map(|&(_, value)| value.abs()).max().unwrap_or(0);
    let scale = greatest.unwrap_or_else(lowest) as f32;
    Overlay::Importance(
        map.into_iter()
            .filter(|&(_, value)| value != 0)
            .map(|(point, value)| (point, (value as f32 / scale).max(-1.0)))
            .collect(),
    )
}

/// The playable cells of the play range. `margin` is the number of columns and rows by which it is wider than the dots.
pub fn range(board: &Board, margin: u32) -> Overlay {
    Overlay::Range((play_range(board, margin) & *board.free()).iter().collect())
}

/// The trajectories of both players that have at most `longest` cells. If a player has very many, only the
/// [shortest](trajectory::shortest_trajectories) are kept.
pub fn trajectories(board: &Board, longest: usize) -> Overlay {
    let board = &mut board.clone();
    let mut all = Vec::new();
    for player in Player::ALL {
        for set in trajectory::shortest_trajectories(board, player, longest, &mut || false) {
            all.extend(chain_of(board, player, &set).map(|chain| DrawnTrajectory {
                player,
                points: set.cells().collect(),
                chain,
            }));
        }
    }
    Overlay::Trajectories(all)
}

/// The chain that a trajectory closes: the smallest round the first captured dot, row by row. `None` if it captures
/// nothing.
fn chain_of(board: &mut Board, player: Player, set: &Trajectory) -> Option<Bitboard> {
    trajectory::with_filled(board, player, set, |board| {
        let capture = board.last_capture();
        let capture = capture.filter(|capture| capture.by == player)?;
        let inside = Bitboard::from_iter(capture.captured.first());
        let chain = chains_round(&inside, &capture.walls(board), board.size()).pop()?;
        Some(chain.into_iter().collect())
    })
}

/// The classes of the trajectories of both players that have at most `longest` cells, those that [`trajectories`] has.
pub fn classes(board: &Board, longest: usize) -> Overlay {
    let never = &mut || false;
    let trajectories =
        Player::ALL.map(|player| trajectory::shortest_trajectories(board, player, longest, never));
    let classes = trajectory::classes(&trajectories);
    Overlay::Classes(
        classes
            .iter()
            .map(|class| class.cells.iter().collect())
            .collect(),
    )
}

/// [Rings](connections::Ring) of both players, at most three for each player: proved ones first, then those with the most
/// enemy dots inside. Their owner can close some rings even if the opponent moves first, and the others if he moves first
/// himself. If a ring is not proved, he may fail because dots of it can be captured. The overlay also has the
/// [ways to the edge](connections::Escape) of the most dots, at most three for each player.
pub fn rings(board: &Board) -> Overlay {
    let (mut rings, mut escapes) = (Vec::new(), Vec::new());
    let never = &mut || false;
    for player in Player::ALL {
        let mut own = connections::rings(board, player, never);
        own.sort_by_key(|ring| !ring.is_proved);
        rings.extend(own.into_iter().take(MOST_SHOWN));
        let own = connections::escapes(board, player, never).into_iter();
        escapes.extend(own.take(MOST_SHOWN));
    }
    Overlay::Rings { rings, escapes }
}

/// The best moves of a player, at most `count`, with their values: dots that he captures minus dots that he loses. The
/// first move is the choice of the engine. The others are cells of the play range with the greatest importance. Each is
/// valued by a search after the move, and the best of the others come first. Empty if the engine finds no move.
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
    let Some(best) = search(&mut board, player).best else {
        return Vec::new();
    };
    let mut candidates = importance.map(&board);
    candidates.sort_by_key(|&(point, value)| (std::cmp::Reverse(value), point));
    candidates.retain(|&(point, _)| point != best && board.is_legal_for(point, player));
    // Twice as many cells as needed are searched, because importance is only a guess.
    candidates.truncate(2 * count.saturating_sub(1));
    let before = board.score(player);
    let mut valued = |point| {
        board.play(point, player);
        let won = board.score(player) - before;
        let answer = search(&mut board, player.opponent());
        board.undo();
        (point, won - answer.value)
    };
    let others = candidates.iter().map(|&(point, _)| valued(point));
    let mut others: Vec<_> = others.collect();
    others.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    // The value of the search that chose the move does not count: it is a ply less deep than those of the others.
    let mut moves = vec![valued(best)];
    moves.extend(others);
    moves.truncate(count);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::options::Options;

    #[test]
    fn the_best_moves_come_with_what_they_win() {
        let board = diagram::parse(
            "
            . . . . . . . . .
            . . 0 0 . . 0 . .
            . 0 1 1 . 0 1 . .
            . . 0 0 . . 0 . .
            . . . . . . . . .
            ",
        )
        .unwrap();
        let mut options = Options::default();
        options.set("engine", "tactical").unwrap();
        let mut engine = options.build();
        let (importance, limits) = (Importance::default(), Limits::plies(1));
        let mut best = |board: &Board, player, count| {
            best_moves(board, player, count, engine.as_mut(), &importance, &limits)
        };
        let [two, one] = [Point::new(4, 2), Point::new(7, 2)];
        assert_eq!(best(&board, Player::First, 1), [(two, 2)]);
        let found = best(&board, Player::First, 3);
        assert_eq!(found[..2], [(two, 2), (one, 1)]);
        // After any other move the second player captures nothing.
        assert_eq!((found.len(), found[2].1), (3, 0));
        // The second player loses one dot or two, whatever he does. The engine chooses without the reply.
        let found = best(&board, Player::Second, 3);
        let values: Vec<i32> = found.iter().map(|&(_, value)| value).collect();
        assert_eq!(values, [-2, -1, -2], "{found:?}");
        // What the rules forbid is no move.
        let rules = Rules {
            suicide: false,
            ..Rules::default()
        };
        let mut house = Board::under(rules, Size::new(5, 4).unwrap());
        for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2)] {
            house.play(Point::new(x, y), Player::First);
        }
        let found = best(&house, Player::Second, 20);
        assert!(found.len() > 5 && found.iter().all(|&(point, _)| point != Point::new(1, 1)));
        let full = diagram::parse("0 1").unwrap();
        assert_eq!(best(&full, Player::First, 3), []);
    }
}
