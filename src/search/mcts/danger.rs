//! Captures near the last dot of a playout. Without them playouts complete enclosures that anybody would break.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// How far from a dot captures are looked for, in steps of a king: benches/ingredients.md.
const NEAR: usize = 1;
/// The same for a dot that has joined clusters. The last open cell of a wall may be farther away.
const FAR: usize = 3;

/// Whether a dot of the player on a cell joins clusters of his. Ask before it is put.
#[inline]
pub(super) fn joins(board: &Board, cell: Point, player: Player) -> bool {
    board.has_several_arcs(cell, player) && board.clusters_round(cell, player).nth(1).is_some()
}

/// Whether the opponent can capture something by a dot next to that of the player on the cell. The
/// board is as before afterwards.
#[inline]
pub(super) fn is_in_danger(board: &mut Board, cell: Point, player: Player) -> bool {
    let mut captures = board.captures_near(cell, NEAR, player.opponent());
    captures.next().is_some()
}

/// The two cells near a dot of the player, which may have joined clusters, where another one captures
/// most, the better one first. The board is as before afterwards.
#[inline]
pub(super) fn threats(
    board: &mut Board,
    cell: Point,
    has_joined: bool,
    player: Player,
) -> [Option<Point>; 2] {
    let reach = if has_joined { FAR } else { NEAR };
    let mut best = [(0, None); 2];
    for (point, gain) in board.captures_near(cell, reach, player) {
        if gain > best[0].0 {
            best = [(gain, Some(point)), best[0]];
        } else if gain > best[1].0 {
            best[1] = (gain, Some(point));
        }
    }
    best.map(|(_, point)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;

    #[test]
    fn all_captures_near_a_cell_are_found() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut found = 0;
        for number in 0..400 {
            let mut board = Board::new(Size::new(9, 8).unwrap());
            let dots = rng.u32(20..55);
            board.put_at_random(&mut rng, dots);
            let player = Player::ALL[number % 2];
            let before = diagram::print(&board);
            for cell in board.size().points() {
                for (has_joined, reach) in [(false, NEAR), (true, FAR)] {
                    let mut captures = slow_captures(&mut board, cell, reach as u32, player);
                    captures.sort();
                    let most = captures.iter().rev().map(|&gain| Some(gain));
                    let expected: Vec<Option<u32>> = most.chain([None, None]).take(2).collect();
                    let threats = threats(&mut board, cell, has_joined, player);
                    let gains = threats.map(|at| at.map(|at| board.captures_at(at, player)));
                    assert_eq!(gains.to_vec(), expected, "{cell:?}\n{before}");
                    found += captures.len();
                    if reach == NEAR {
                        let danger = is_in_danger(&mut board, cell, player.opponent());
                        assert_eq!(danger, !captures.is_empty());
                    }
                }
            }
            assert_eq!(diagram::print(&board), before);
        }
        assert!(found > 1000, "{found}");
    }

    /// What dots round a cell capture, by trying all of them.
    fn slow_captures(board: &mut Board, cell: Point, reach: u32, player: Player) -> Vec<u32> {
        let cells = *board.free() - *board.empty_base(player);
        let near = |other: &Point| other.chebyshev(cell) <= reach;
        let cells: Vec<Point> = cells.iter().filter(near).collect();
        let gains = cells.into_iter().map(|cell| {
            let before = board.captured_by(player);
            board.play(cell, player);
            let gain = board.captured_by(player) - before;
            board.undo();
            gain
        });
        gains.filter(|&gain| gain > 0).collect()
    }
}
