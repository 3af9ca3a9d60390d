//! Questions about clusters of dots, and about dots not yet put.

use super::Board;
use super::neighbourhood::{self, ARCS, LINKS};
use crate::geometry::{Player, Point};

impl Board {
    /// Whether a dot of `player` on the playable cell may enclose something: it would join two arcs of one cluster.
    /// `false` is certain. After `true`, [`captures_at`](Board::captures_at) finds out.
    #[inline]
    pub fn may_enclose(&self, point: Point, player: Player) -> bool {
        if !self.has_several_arcs(point, player) {
            return false;
        }
        let (roots, count) = self.roots_round(point, player);
        (1..count).any(|i| roots[..i].contains(&roots[i]))
    }

    /// The roots of the arcs of `player` round the cell, and the number of arcs. Further roots mean nothing.
    #[inline]
    fn roots_round(&self, point: Point, player: Player) -> ([u16; 4], usize) {
        let arcs = &ARCS[neighbourhood::code(self.live(player), point)];
        let root = |link| self.connections.end(point, &link).root();
        (arcs.links.map(root), arcs.count.into())
    }

    /// The number of the cluster of a dot, below [`Point::COUNT`]. Live dots of a player that are connected by sides
    /// or corners have the same number. Dots that a capture has separated keep a common number.
    #[inline]
    pub fn cluster(&self, dot: Point) -> usize {
        self.connections.end_at(dot).root().into()
    }

    /// The numbers of the [clusters](Board::cluster) of the live dots of `player` next to the cell, each once. There are
    /// at most four.
    #[inline]
    pub fn clusters_round(&self, point: Point, player: Player) -> impl Iterator<Item = usize> + '_ {
        let (roots, count) = self.roots_round(point, player);
        let is_new = move |&i: &usize| !roots[..i].contains(&roots[i]);
        (0..count).filter(is_new).map(move |i| roots[i].into())
    }

    /// Whether the live dots of `player` next to the cell form several arcs. The dots of an arc are connected.
    /// Arcs are separated by side neighbours without a dot.
    #[inline]
    pub fn has_several_arcs(&self, point: Point, player: Player) -> bool {
        LINKS[neighbourhood::code(self.live(player), point)].has_several_arcs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rng, Size};

    /// Every dot that encloses something was announced, and few others.
    #[test]
    fn a_no_is_certain() {
        let size = Size::new(9, 8).unwrap();
        let (mut enclosed, mut announced) = (0, 0);
        for seed in 0..300 {
            let mut board = Board::new(size);
            let mut cells: Vec<Point> = size.points().collect();
            Rng::new(seed).shuffle(&mut cells);
            for (number, &cell) in cells.iter().enumerate() {
                let player = Player::ALL[number % 2];
                if !board.is_legal(cell) {
                    continue;
                }
                let expected = board.may_enclose(cell, player);
                let (captured, base) = (board.captured_by(player), *board.empty_base(player));
                let gain = board.captures_at(cell, player);
                board.play(cell, player);
                assert_eq!(gain, board.captured_by(player).saturating_sub(captured));
                let new_base = !board.empty_base(player).is_subset(&base);
                let closed = board.captured_by(player) > captured || new_base;
                assert!(expected || !closed);
                enclosed += u32::from(closed);
                announced += u32::from(expected);
            }
        }
        assert!(enclosed > 500 && announced < 2 * enclosed);
    }
}
