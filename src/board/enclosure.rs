//! Chains round faces, and the interiors of chains.
//!
//! A *face* of a player is a maximal set of cells that are connected by side steps and hold no live dot of that
//! player. The *chain* of a face is its outer wall without the loops that hang on it. The *interior* is the set of
//! all cells that the chain encloses: the face, and what else is inside, as dots of the loops.

use super::face::{FirstRow, Region};
use super::neighbourhood::{self, Arcs, FIRST_DOTS};
use super::{Board, Plane};
use crate::geometry::{Bitboard, Direction, Player, Point, Size};

/// The dots of a closed chain, in order. Each is a neighbour of the next, and the last of the first.
pub type Chain = Vec<Point>;

/// An enclosure that a new dot has closed.
struct Enclosure {
    chain_length: usize,
    area: u32,
    interior: Region,
}

impl Board {
    /// The chain of the smallest enclosure of `player` that contains the cell. `None` if no enclosure does, or if the
    /// cell is a live dot of `player`. It is meant for cells of territory and empty bases.
    pub fn chain_round(&self, point: Point, player: Player) -> Option<Chain> {
        chain_of_face(self.live(player), self.size, point)
    }

    /// Captures the interior of the smallest enclosure of `player` that contains the cell.
    pub(super) fn capture_smallest_round(&mut self, point: Point, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if self.region.flood(live.rows(), self.size, point) {
            let wall = self.region.topmost().step(Direction::NORTH);
            self.capture_face(wall, Direction::SOUTH, player);
        }
    }

    /// Captures the face on one `side` of a new dot, or makes it an empty base. Returns whether it was captured.
    /// `None` if it is not enclosed.
    #[inline(always)]
    pub(super) fn close_face(
        &mut self,
        point: Point,
        side: Direction,
        player: Player,
    ) -> Option<bool> {
        let cell = point.step(side);
        match FirstRow::of(self.live(player).rows(), cell) {
            FirstRow::Open => None,
            FirstRow::Face(cells) => Some(self.close_row(cell.row(), cells, player)),
            FirstRow::Part(cells) => self.close_rows(point, side, cells, player),
        }
    }

    /// [`close_face`](Board::close_face) for a face of several rows. `cells` is its run of cells beside the dot, in
    /// one row.
    #[inline(never)]
    fn close_rows(
        &mut self,
        point: Point,
        side: Direction,
        cells: u64,
        player: Player,
    ) -> Option<bool> {
        let walls = self.planes[Plane::live(player).index()].rows();
        let row = point.step(side).row();
        if !self.region.grow_from(row, cells, walls, self.size) {
            return None;
        }
        let captures = self.captures_region(player);
        if captures {
            self.capture_face(point, side, player);
        } else {
            self.close_base(player);
        }
        Some(captures)
    }

    /// [`close_face`](Board::close_face) for an enclosed face of one row.
    #[inline]
    fn close_row(&mut self, row: usize, cells: u64, player: Player) -> bool {
        let captures = self.live(player.opponent()).rows()[row & 63] & cells != 0
            || self.rules.captures_empty_bases;
        if captures {
            self.capture_row(row, cells, player);
        } else {
            self.close_base_row(row, cells, player);
        }
        captures
    }

    /// Whether the enclosed cells of `region` are captured by `player`. Otherwise they are an empty base.
    fn captures_region(&self, player: Player) -> bool {
        self.rules.captures_empty_bases
            || self.region.intersects(self.live(player.opponent()).rows())
    }

    /// Captures the interior of the enclosed face in `region`. `dot` is on its chain, and the face is on this `side`
    /// of the dot.
    fn capture_face(&mut self, dot: Point, side: Direction, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if self.region.surrounds_others(live.rows()) && walk_wall(live, dot, side, &mut self.chain)
        {
            self.region.fill_chain(&self.chain);
        }
        self.capture(player);
    }

    /// Captures the enclosed faces round a new dot, or makes them empty bases. Returns whether anything was captured.
    /// `gaps` are those that are enclosed according to the potentials. If earlier captures have cut a loop, such a gap
    /// is open, and one of the `others` may be enclosed instead.
    #[inline(never)]
    pub(super) fn close_faces(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
        others: u8,
    ) -> bool {
        let (mut enclosed, mut may_nest) = self.enclosed_gaps(point, player, arcs, gaps);
        if enclosed != gaps {
            let more = self.enclosed_gaps(point, player, arcs, others);
            enclosed |= more.0;
            may_nest |= more.1;
        }
        if may_nest && !enclosed.is_power_of_two() {
            return self.close_in_order(point, player, arcs);
        }
        let mut captured = false;
        for gap in (0..arcs.count as usize).filter(|gap| enclosed >> gap & 1 != 0) {
            let cell = point.step(arcs.gaps[gap]);
            // A face may be in two gaps.
            if !self.territory(player).contains(cell) && !self.empty_base(player).contains(cell) {
                captured |= self.close_face(point, arcs.gaps[gap], player) == Some(true);
            }
        }
        captured
    }

    /// Those of the gaps round a dot that belong to enclosed faces, one bit each, and whether one of these faces may
    /// have another one inside its chain.
    fn enclosed_gaps(&mut self, point: Point, player: Player, arcs: &Arcs, gaps: u8) -> (u8, bool) {
        let walls = self.planes[Plane::live(player).index()].rows();
        let (mut enclosed, mut may_nest) = (0, false);
        for gap in (0..arcs.count as usize).filter(|gap| gaps >> gap & 1 != 0) {
            let cell = point.step(arcs.gaps[gap]);
            if self.region.flood(walls, self.size, cell) {
                enclosed |= 1 << gap;
                may_nest |= self.region.surrounds_others(walls);
            }
        }
        (enclosed, may_nest)
    }

    /// Captures the faces in the given gaps round a new dot, or makes them empty bases, if each is a face of one row.
    /// Such faces are enclosed, and none is inside another. Returns whether anything was captured. `None` if there is
    /// another face, and then nothing has changed.
    pub(super) fn close_single_rows(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
    ) -> Option<bool> {
        let mut faces = [(0, 0); 4];
        let mut count = 0;
        for (gap, &side) in arcs.gaps.iter().enumerate() {
            if gaps >> gap & 1 != 0 {
                let cell = point.step(side);
                let FirstRow::Face(cells) = FirstRow::of(self.live(player).rows(), cell) else {
                    return None;
                };
                faces[count & 3] = (cell.row(), cells);
                count += 1;
            }
        }
        let mut captured = false;
        for &(row, cells) in faces.iter().take(count) {
            captured |= self.close_row(row, cells, player);
        }
        Some(captured)
    }

    /// Captures the enclosed faces round a new dot, or makes them empty bases. Returns whether anything was captured.
    ///
    /// The shortest chain comes first; of two chains of one length, the one with the smaller interior. The order
    /// matters if one enclosure is inside another: after the inner one has captured, the outer one may contain no
    /// live enemy dot. Then it becomes an empty base.
    fn close_in_order(&mut self, point: Point, player: Player, arcs: &Arcs) -> bool {
        let mut captured_something = false;
        for enclosure in self.enclosures_closed_by(point, player, arcs) {
            self.region = enclosure.interior;
            if self.captures_region(player) {
                self.capture(player);
                captured_something = true;
            } else {
                self.close_base(player);
            }
        }
        captured_something
    }

    /// The enclosures that a new dot has closed, the shortest chain first.
    fn enclosures_closed_by(&self, point: Point, player: Player, arcs: &Arcs) -> Vec<Enclosure> {
        let live = self.live(player);
        let mut found: Vec<Enclosure> = Vec::new();
        let mut chain = Chain::new();
        for &side in &arcs.gaps[..arcs.count as usize] {
            let mut region = Region::EMPTY;
            if region.flood(live.rows(), self.size, point.step(side))
                && walk_wall(live, point, side, &mut chain)
            {
                region.fill_chain(&chain);
                if found
                    .iter()
                    .all(|other| !other.interior.rows().eq(region.rows()))
                {
                    found.push(Enclosure {
                        chain_length: chain.len(),
                        area: region.len(),
                        interior: region,
                    });
                }
            }
        }
        found.sort_by_key(|enclosure| (enclosure.chain_length, enclosure.area));
        found
    }
}

/// The chain of the face that contains the cell. `live` are the live dots of the player whose face it is. `None` if
/// the face reaches the edge of the board or the cell is one of the dots.
pub fn chain_of_face(live: &Bitboard, size: Size, point: Point) -> Option<Chain> {
    let mut face = Region::EMPTY;
    if live.contains(point) || !face.flood(live.rows(), size, point) {
        return None;
    }
    // The cell above the topmost cell of a face is on its chain.
    let wall = face.topmost().step(Direction::NORTH);
    let mut chain = Chain::new();
    walk_wall(live, wall, Direction::SOUTH, &mut chain).then_some(chain)
}

/// The cells inside a closed chain, without the chain itself.
pub fn interior_of_chain(chain: &[Point]) -> Bitboard {
    let mut region = Region::EMPTY;
    let rows = chain.iter().map(|dot| dot.row());
    if let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max())
        && top + 1 < bottom
    {
        (region.top, region.bottom) = (top + 1, bottom - 1);
        region.fill_chain(chain);
    }
    let mut interior = Bitboard::EMPTY;
    for (row, cells) in region.rows() {
        interior.rows_mut()[row] = cells;
    }
    interior
}

/// Writes the chain of the face on this `side` of the dot `start` to `chain`. The walk follows the wall with the face
/// on its left. When it reaches a dot for the second time, the dots in between are a loop and are dropped. Returns
/// `false` if `start` has no neighbouring dot, so that there is no chain.
fn walk_wall(live: &Bitboard, start: Point, side: Direction, chain: &mut Chain) -> bool {
    chain.clear();
    if neighbourhood::code(live, start) == 0 {
        return false;
    }
    let mut on_chain = Bitboard::EMPTY;
    let (mut dot, mut side) = (start, side);
    let mut first_step = None;
    loop {
        let step = FIRST_DOTS[side.index() & 7][neighbourhood::code(live, dot)];
        if !on_chain.contains(dot) {
            chain.push(dot);
            on_chain.insert(dot);
        } else if dot == start && first_step == Some(step) {
            return true;
        } else {
            while let Some(&last) = chain.last()
                && last != dot
            {
                on_chain.remove(last);
                chain.pop();
            }
        }
        first_step = first_step.or(Some(step));
        dot = dot.step(step);
        // The direction from the new dot to the cell of the face that the walk has passed last.
        side = step.turn(if step.index() % 2 == 1 { -3 } else { -2 });
    }
}
