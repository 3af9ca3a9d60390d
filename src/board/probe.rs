//! Loops that a dot would close, and what it would capture, before it is put.

use super::connection::gaps_inside_by_area;
use super::face::FirstRow;
use super::neighbourhood::{self, ARCS};
use super::{Board, Plane};
use crate::geometry::{Direction, Player, Point};

/// A loop of dots that one more dot of their player closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loop {
    /// The dot closes no loop.
    None,
    /// The dot closes one loop, whose inside is on this side of it, and it is in no empty base.
    Single(Direction),
    /// The dot closes several loops, or a loop in an empty base.
    Other,
}

impl Board {
    /// Whether a dot of `player` on the playable cell may enclose something. This is so if it joins two dots beside it
    /// that are connected elsewhere. `false` is certain. After `true`, [`captures_at`](Board::captures_at) tells
    /// whether it captures.
    #[inline]
    pub fn may_enclose(&self, point: Point, player: Player) -> bool {
        let code = neighbourhood::code(self.live(player), point);
        self.loop_closed_by(point, code) != Loop::None
    }

    /// The loop of dots of a player that one more dot of his on the playable cell would close. `code` is the
    /// [code](neighbourhood::code) of the cell for his dots.
    #[inline]
    pub(super) fn loop_closed_by(&self, point: Point, code: usize) -> Loop {
        let arcs = &ARCS[code & 511];
        let end = |i: usize| self.connections.end(point, &arcs.branches[i]);
        let gaps = match arcs.count {
            0 | 1 => 0,
            2 => gaps_inside_by_area(&[end(0), end(1)]),
            3 => gaps_inside_by_area(&[end(0), end(1), end(2)]),
            _ => gaps_inside_by_area(&[end(0), end(1), end(2), end(3)]),
        };
        match gaps {
            0 => Loop::None,
            _ if !gaps.is_power_of_two() || self.is_in_base(point) => Loop::Other,
            _ => Loop::Single(arcs.gaps[gaps.trailing_zeros() as usize & 3]),
        }
    }

    /// Number of enemy dots that a dot of `player` on the playable cell captures, if the dot closes a single loop. The
    /// inside of the loop is on this `side` of the cell. `None` if the loop leads over captured dots and so encloses
    /// nothing there. Smaller loops inside do not matter: they are closed already, so that no enemy dot is left in them.
    #[inline]
    pub(super) fn live_in_face(
        &mut self,
        point: Point,
        side: Direction,
        player: Player,
    ) -> Option<u32> {
        let live = Plane::live(player).index();
        self.planes[live].insert(point);
        let (walls, start) = (self.planes[live].rows(), point.step(side));
        let dots = self.planes[Plane::live(player.opponent()).index()].rows();
        let found = match FirstRow::of(walls, start) {
            FirstRow::Open => None,
            FirstRow::Face(cells) => Some((dots[start.row()] & cells).count_ones()),
            FirstRow::Part(cells) => {
                let region = &mut self.region;
                let is_inside = region.grow_from(start.row(), cells, walls, self.size);
                is_inside.then(|| region.count(dots))
            }
        };
        self.planes[live].remove(point);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random::RULES;
    use crate::geometry::{Rng, Size};

    /// For every dot that encloses something `may_enclose` was true before, and for few others.
    #[test]
    fn a_no_is_certain() {
        let size = Size::new(9, 8).unwrap();
        for rules in RULES {
            let (mut enclosed, mut announced) = (0, 0);
            for seed in 0..300 {
                let mut board = Board::under(rules, size);
                let mut cells: Vec<Point> = size.points().collect();
                Rng::new(seed).shuffle(&mut cells);
                for (number, &cell) in cells.iter().enumerate() {
                    let player = Player::ALL[number % 2];
                    if !board.is_playable(cell) {
                        continue;
                    }
                    let expected = board.may_enclose(cell, player);
                    let (captured, base) = (board.captured_by(player), *board.empty_base(player));
                    let territory = *board.territory(player);
                    let gain = board.captures_at(cell, player);
                    board.play(cell, player);
                    assert_eq!(gain, board.captured_by(player).saturating_sub(captured));
                    let new_base = !board.empty_base(player).is_subset(&base);
                    let new_territory = !board.territory(player).is_subset(&territory);
                    let closed = new_base || new_territory;
                    assert!(expected || !closed);
                    enclosed += u32::from(closed);
                    announced += u32::from(expected);
                }
            }
            assert!(enclosed > 500 && announced < 2 * enclosed);
        }
    }
}
