//! Moves of a playout next to the last dot, drawn by the weights of their 3x3 patterns.
//!
//! CITE: S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo
//! Go" (2006): fights that go on where they have begun, by patterns of 3x3 cells.

use crate::board::Around;
use crate::geometry::{Player, Point, Rng, bits, weighted_index};
use crate::policy::RingWeights;

/// The weight of each cell that remains in the random order of the playout. It competes with the weights of the cells
/// next to the last dot, which have [`RingWeights::USUAL`] on average: benches/ingredients.md.
const ELSEWHERE: u32 = 6;

/// Draws an open cell next to the last dot for a dot of `player`, by the weights of 3x3 patterns. `around` is what is
/// round the last dot. `left` is the number of cells that remain in the random order of the playout. Each of them takes
/// part in the draw with the weight [`ELSEWHERE`]. `None` if one of them is drawn: the playout goes on with its order.
#[inline]
pub(super) fn draw(
    around: &Around,
    rings: &RingWeights,
    player: Player,
    left: usize,
    rng: &mut Rng,
) -> Option<Point> {
    let (dots, open) = (around.dots(player), around.open_beside());
    let (mut found, mut count, mut near) = ([(0, 0); 8], 0, 0);
    for bit in bits(open) {
        let weight = rings.get(Around::neighbours(dots, bit));
        // At most eight cells, because the middle has a dot: the masks here and below only spare bounds checks.
        found[count & 7] = (bit, weight);
        count += 1;
        near += weight;
    }
    let drawn = rng.below(near + ELSEWHERE * left as u32);
    let weights = found.iter().take(count).map(|&(_, weight)| weight);
    weighted_index(weights, drawn).map(|index| around.point(found[index & 7].0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::Size;
    use crate::policy::{LinearPolicy, Policy};

    /// The weight of a cell by its eight neighbours, each read from the board. It is 0 if the cell is not open.
    fn slow_weight(board: &Board, cell: Point, player: Player, rings: &RingWeights) -> u32 {
        let is_base = |player| board.empty_base(player).contains(cell);
        if !board.is_playable(cell) || Player::ALL.into_iter().any(is_base) {
            return 0;
        }
        let mut dots = 0;
        let neighbours = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        for (number, (dx, dy)) in neighbours.into_iter().enumerate() {
            let (x, y) = (cell.x() as i32 + dx, cell.y() as i32 + dy);
            let there = board.size().point(x as u32, y as u32);
            let has =
                |player: Player| there.is_some_and(|there| board.live(player).contains(there));
            let is_free = there.is_some_and(|there| board.free().contains(there));
            let is_closed = !is_free && !has(player) && !has(player.opponent());
            dots |= u16::from(has(player) || is_closed) << number;
            dots |= u16::from(has(player.opponent()) || is_closed) << (8 + number);
        }
        rings.get(dots)
    }

    #[test]
    fn neighbours_weigh_what_is_round_them() {
        let mut rng = fastrand::Rng::with_seed(3);
        let rings = LinearPolicy::standard().rings().unwrap();
        for number in 0..200 {
            let mut board = Board::new(Size::new(7, 8).unwrap());
            let dots = rng.u32(1..45);
            board.put_at_random(&mut rng, dots);
            let player = Player::ALL[number % 2];
            for cell in board.size().points() {
                let around = Around::of(&board, cell);
                let dots = around.dots(player);
                let open: Vec<usize> = bits(around.open_beside()).collect();
                for near in cell.neighbours() {
                    let bit = open.iter().find(|&&bit| around.point(bit) == near);
                    let weight = bit.map_or(0, |&bit| rings.get(Around::neighbours(dots, bit)));
                    assert_eq!(weight, slow_weight(&board, near, player, rings), "{near:?}");
                }
            }
        }
    }

    #[test]
    fn fights_go_on_where_they_have_begun() {
        let rings = LinearPolicy::standard().rings().unwrap();
        let mut board = Board::new(Size::new(20, 20).unwrap());
        board.play(Point::new(9, 9), Player::First);
        let mut rng = Rng::new(1);
        let mut draw = |board: &Board, left| {
            let last = board.moves().next_back().unwrap().point;
            draw(
                &Around::of(board, last),
                rings,
                Player::Second,
                left,
                &mut rng,
            )
        };
        let alone = (0..500).filter(|_| draw(&board, 50).is_some()).count();
        // A second dot that begins to pass the first one asks for an answer.
        board.play(Point::new(10, 9), Player::Second);
        board.play(Point::new(9, 10), Player::First);
        let passed = (0..500).filter(|_| draw(&board, 50).is_some()).count();
        assert!(alone < passed && passed < 500, "{alone} {passed}");
    }
}
