//! Winding round a target: whether a way by steps of a king crosses a ray from the target to the left edge an odd
//! number of times.
//!
//! CITE: M. Shimrat, "Algorithm 112: position of point relative to polygon" (1962): an odd number of crossings is inside.

use super::ConnectionKind;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// A ray from the target to the left edge of the board. It runs from the middle of the target to the lower left corner
/// of its cell, and from there along the border of two rows to the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    column: u32,
    row: usize,
}

impl Ray {
    pub(super) fn from(target: Point) -> Ray {
        Ray {
            column: target.column(),
            row: target.row(),
        }
    }

    /// Whether a step of a king from one cell to another crosses the ray. A closed way winds round the target an odd
    /// number of times if an odd number of its steps cross the ray.
    pub(super) fn is_crossed(self, from: Point, to: Point) -> bool {
        let rows = (from.row().min(to.row()), from.row().max(to.row()));
        rows == (self.row, self.row + 1) && from.column() + to.column() < 2 * self.column
    }

    /// Whether ways from `from` to `to` over the `cells` cross the ray an odd number of times. `None` if some ways do
    /// and others do not. The cells must connect `from` to `to`.
    pub(super) fn parity(self, from: Point, to: Point, cells: &[Point]) -> Option<bool> {
        let all = || cells.iter().copied().chain([from, to]);
        let (low, high) = (self.row, self.row + 1);
        if all().all(|cell| cell.row() < high)
            || all().all(|cell| cell.row() > low)
            || all().all(|cell| cell.column() > self.column)
        {
            return Some(false);
        }
        let mut parities: Vec<(Point, Option<bool>)> = all().map(|cell| (cell, None)).collect();
        let start = parities.len() - 2;
        parities[start].1 = Some(false);
        let mut reached = vec![start];
        while let Some(place) = reached.pop() {
            let (cell, Some(parity)) = parities[place] else {
                continue;
            };
            for (next, (other, known)) in parities.iter_mut().enumerate() {
                if other.chebyshev(cell) != 1 {
                    continue;
                }
                let crossed = parity ^ self.is_crossed(cell, *other);
                match *known {
                    None => {
                        *known = Some(crossed);
                        reached.push(next);
                    }
                    Some(known) if known != crossed => return None,
                    Some(_) => {}
                }
            }
        }
        parities[start + 1].1
    }
}

/// The groups of connected dots of a player: by side or corner for a wall, by side for a way to the edge. Each dot has the
/// number of its group. It also has a parity: whether ways to it from the first dot of the group cross the [`Ray`] an odd
/// number of times.
#[derive(Debug)]
pub(super) struct Groups {
    number: Vec<u16>,
    parity: Vec<bool>,
    /// The number of groups.
    pub(super) count: usize,
}

/// The number of a cell that belongs to no group.
const NONE: u16 = u16::MAX;

impl Groups {
    pub(super) fn of(board: &Board, player: Player, kind: ConnectionKind, ray: Ray) -> Groups {
        let mut groups = Groups {
            number: vec![NONE; Point::COUNT],
            parity: vec![false; Point::COUNT],
            count: 0,
        };
        let solid = match kind {
            ConnectionKind::Wall => *board.live(player),
            ConnectionKind::Escape => *board.live(player) | *board.territory(player),
        };
        let mut reached = Vec::new();
        for dot in &solid {
            if groups.number[dot.index()] != NONE {
                continue;
            }
            groups.number[dot.index()] = groups.count as u16;
            reached.push(dot);
            while let Some(cell) = reached.pop() {
                groups.spread(cell, &solid, kind, ray, &mut reached);
            }
            groups.count += 1;
        }
        groups
    }

    fn spread(
        &mut self,
        cell: Point,
        solid: &Bitboard,
        kind: ConnectionKind,
        ray: Ray,
        reached: &mut Vec<Point>,
    ) {
        for next in cell.neighbours() {
            let is_side = next.row() == cell.row() || next.column() == cell.column();
            let touches = is_side || kind == ConnectionKind::Wall;
            if touches && solid.contains(next) && self.number[next.index()] == NONE {
                self.number[next.index()] = self.number[cell.index()];
                let crosses = kind == ConnectionKind::Wall && ray.is_crossed(cell, next);
                self.parity[next.index()] = self.parity[cell.index()] ^ crosses;
                reached.push(next);
            }
        }
    }

    /// The number of the group of a dot. `None` for a cell without a group.
    pub(super) fn number(&self, dot: Point) -> Option<usize> {
        let number = self.number[dot.index()];
        (number != NONE).then_some(number.into())
    }

    pub(super) fn parity(&self, dot: Point) -> bool {
        self.parity[dot.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use std::collections::BTreeSet;
    use std::f64::consts::TAU;

    /// The cells of a window round the target, without the target.
    fn window(target: Point) -> Vec<Point> {
        let cells = Size::new(15, 15).expect("a board").points();
        cells
            .filter(|&cell| (1..=3).contains(&cell.chebyshev(target)))
            .collect()
    }

    /// A random way by steps of a king over some cells, without loops. `None` if it ends in a blind alley.
    fn random_way(
        rng: &mut fastrand::Rng,
        cells: &[Point],
        from: Point,
        to: Point,
    ) -> Option<Vec<Point>> {
        let mut way = vec![from];
        while way.last() != Some(&to) {
            let last = way[way.len() - 1];
            let next = cells
                .iter()
                .filter(|cell| cell.chebyshev(last) == 1 && !way.contains(cell));
            way.push(*rng.choice(next.collect::<Vec<_>>())?);
        }
        Some(way)
    }

    /// How often a closed way winds round the target, by the angles of its steps.
    fn windings(target: Point, way: &[Point]) -> i64 {
        let angle = |cell: Point| {
            let (x, y) = (
                f64::from(cell.x()) - f64::from(target.x()),
                f64::from(cell.y()) - f64::from(target.y()),
            );
            y.atan2(x)
        };
        let next = way.iter().cycle().skip(1);
        let turns = way.iter().zip(next).map(|(&from, &to)| {
            let turn = (angle(to) - angle(from)) / TAU;
            turn - turn.round()
        });
        turns.sum::<f64>().round() as i64
    }

    #[test]
    fn closed_ways_cross_the_ray_as_often_as_they_wind_round_the_target() {
        let (mut rng, target) = (fastrand::Rng::with_seed(43), Point::new(7, 7));
        let (ray, cells) = (Ray::from(target), window(target));
        let mut odd = 0;
        for _ in 0..3000 {
            let [from, to] = [(); 2].map(|()| cells[rng.usize(..cells.len())]);
            let ways = [(); 2].map(|()| random_way(&mut rng, &cells, from, to));
            let [Some(there), Some(back)] = ways else {
                continue;
            };
            let closed: Vec<Point> = there.into_iter().chain(back.into_iter().rev()).collect();
            let next = closed.iter().cycle().skip(1);
            let steps = closed.iter().zip(next);
            let crossings = steps
                .filter(|&(&from, &to)| ray.is_crossed(from, to))
                .count();
            let is_odd = windings(target, &closed).rem_euclid(2) == 1;
            assert_eq!(crossings % 2 == 1, is_odd, "{closed:?}");
            odd += u32::from(is_odd);
        }
        assert!(odd > 100, "{odd}");
    }

    /// The parities of all ways, by the cells and parities that they reach.
    fn parities(ray: Ray, from: Point, to: Point, cells: &[Point]) -> BTreeSet<bool> {
        let mut reached = vec![(from, false)];
        let mut next = 0;
        while let Some(&(cell, parity)) = reached.get(next) {
            next += 1;
            for &other in cells.iter().chain([&from, &to]) {
                let state = (other, parity ^ ray.is_crossed(cell, other));
                if other.chebyshev(cell) == 1 && !reached.contains(&state) {
                    reached.push(state);
                }
            }
        }
        let ends = reached.into_iter().filter(|&(cell, _)| cell == to);
        ends.map(|(_, parity)| parity).collect()
    }

    #[test]
    fn the_parity_is_that_of_all_ways() {
        let (mut rng, target) = (fastrand::Rng::with_seed(44), Point::new(7, 7));
        let (ray, window) = (Ray::from(target), window(target));
        let mut count = [0; 3];
        for _ in 0..20_000 {
            let mut cells = window.clone();
            rng.shuffle(&mut cells);
            let (from, to) = (cells[0], cells[1]);
            let carrier = &cells[2..2 + rng.usize(1..30)];
            let ways = parities(ray, from, to, carrier);
            let wanted = match ways.len() {
                0 => continue,
                1 => ways.first().copied(),
                _ => None,
            };
            assert_eq!(
                ray.parity(from, to, carrier),
                wanted,
                "{from:?} to {to:?} by {carrier:?}"
            );
            count[wanted.map_or(2, usize::from)] += 1;
        }
        assert!(count.iter().all(|&count| count > 50), "{count:?}");
    }

    #[test]
    fn dots_of_a_group_have_the_parity_of_the_ways_to_them() {
        let mut rng = fastrand::Rng::with_seed(45);
        let mut odd = 0;
        for _ in 0..200 {
            let mut board = Board::new(Size::new(9, 9).expect("a small board"));
            board.put_at_random(&mut rng, 45);
            for target in board.live(Player::Second) {
                let ray = Ray::from(target);
                let groups = Groups::of(&board, Player::First, ConnectionKind::Wall, ray);
                for from in board.live(Player::First) {
                    let own = Bitboard::flood_by_corners(
                        &Bitboard::from_iter([from]),
                        board.live(Player::First),
                    );
                    let cells: Vec<Point> = own.iter().collect();
                    let to = cells[rng.usize(..cells.len())];
                    assert_eq!(groups.number(from), groups.number(to));
                    let parity = groups.parity(from) ^ groups.parity(to);
                    assert_eq!(
                        ray.parity(from, to, &cells),
                        Some(parity),
                        "{from:?} to {to:?}\n{board}"
                    );
                    odd += u32::from(parity);
                }
            }
        }
        assert!(odd > 100, "{odd}");
    }
}
