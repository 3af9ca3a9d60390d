//! Chains round faces, and their interiors.
//!
//! A *face* of a player is a 4-connected set of cells without live dots of his. The *chain* of a face is
//! its outer wall without the loops that hang on it. The *interior* is what the chain encloses.

use super::face::{FirstRow, Region};
use super::neighbourhood::{self, Arcs, FIRST_DOTS};
use super::{Board, Plane};
use crate::geometry::{Bitboard, Direction, Player, Point, Size};

/// The dots of a closed chain in order, each a neighbour of the next and the last of the first.
pub type Chain = Vec<Point>;

/// An enclosure that a new dot has closed.
struct Enclosure {
    chain_length: usize,
    area: u32,
    interior: Region,
}

/// The faces in the gaps round a dot.
#[derive(Clone, Copy)]
struct Shapes {
    /// The gaps that belong to enclosed faces, one bit each.
    enclosed: u8,
    /// Whether all of these faces are convex.
    are_convex: bool,
}

impl Board {
    /// The chain of the smallest enclosure of `player` round the cell, be it territory or an empty base.
    /// `None` if the cell is not enclosed or is a live dot of the player.
    pub fn chain_round(&self, point: Point, player: Player) -> Option<Chain> {
        chain_of_face(self.live(player), self.size, point)
    }

    /// Captures the interior of the smallest enclosure of `player` round the cell.
    pub(super) fn capture_smallest_round(&mut self, point: Point, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if self.region.flood(live.rows(), self.size, point) {
            let wall = self.region.topmost().step(Direction::NORTH);
            self.capture_face(wall, Direction::SOUTH, player);
        }
    }

    /// Captures the face on one `side` of a new dot, or makes it an empty base. Returns whether it was
    /// captured, or `None` if it is not enclosed.
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

    /// [`close_face`](Board::close_face) for a face of several rows. `cells` is its run beside the dot.
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
        let captures = self.region.intersects(self.live(player.opponent()).rows())
            || self.rules.captures_empty_bases;
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

    /// Captures the interior of the enclosed face in `region`. Its chain passes through `dot`, with the face
    /// on this `side` of it.
    fn capture_face(&mut self, dot: Point, side: Direction, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if !self.region.is_convex()
            && self.region.surrounds_others(live.rows())
            && walk_wall(live, dot, side, &mut self.chain)
        {
            self.region.fill_chain(&self.chain);
        }
        self.capture(player);
    }

    /// Captures the faces round a new dot, or makes them empty bases. Returns whether anything was captured.
    /// `gaps` are enclosed according to the potentials. After earlier captures they may be open, and some of
    /// the `others` enclosed instead.
    #[inline(never)]
    pub(super) fn close_faces(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
        others: u8,
    ) -> bool {
        if gaps.is_power_of_two() && others == 0 {
            return self.close_each(point, player, arcs, gaps);
        }
        if let Some(captured) = self.close_single_rows(point, player, arcs, gaps) {
            return captured;
        }
        let mut shapes = self.enclosed_gaps(point, player, arcs, gaps);
        if shapes.enclosed != gaps {
            let more = self.enclosed_gaps(point, player, arcs, others);
            shapes.enclosed |= more.enclosed;
            shapes.are_convex &= more.are_convex;
        }
        if !shapes.are_convex && !shapes.enclosed.is_power_of_two() {
            return self.close_in_order(point, player, arcs);
        }
        // The interiors do not overlap, so that the order does not matter.
        self.close_each(point, player, arcs, shapes.enclosed)
    }

    /// Closes the faces in the given gaps one after the other. A face that lies in two gaps is closed once.
    /// Returns whether anything was captured.
    fn close_each(&mut self, point: Point, player: Player, arcs: &Arcs, gaps: u8) -> bool {
        let mut captured_something = false;
        for gap in (0..arcs.count as usize).filter(|gap| gaps >> gap & 1 != 0) {
            let cell = point.step(arcs.gaps[gap]);
            if !self.territory(player).contains(cell) && !self.empty_base(player).contains(cell) {
                captured_something |= self.close_face(point, arcs.gaps[gap], player) == Some(true);
            }
        }
        captured_something
    }

    /// [`close_faces`](Board::close_faces) if each of the gaps belongs to a face of one row. Such faces are
    /// enclosed, and none lies inside another. Otherwise `None`, and nothing has changed.
    fn close_single_rows(
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

    /// Which of the gaps round a dot belong to enclosed faces.
    fn enclosed_gaps(&mut self, point: Point, player: Player, arcs: &Arcs, gaps: u8) -> Shapes {
        let live = &self.planes[Plane::live(player).index()];
        let mut shapes = Shapes {
            enclosed: 0,
            are_convex: true,
        };
        for gap in (0..arcs.count as usize).filter(|gap| gaps >> gap & 1 != 0) {
            if self
                .region
                .flood(live.rows(), self.size, point.step(arcs.gaps[gap]))
            {
                shapes.enclosed |= 1 << gap;
                shapes.are_convex &= self.region.is_convex();
            }
        }
        shapes
    }

    /// Captures the faces round a new dot, or makes them empty bases. The shortest chain comes first; of two
    /// chains of one length, the one with the smaller interior. The order matters if one enclosure lies
    /// inside another: when the inner one has captured, the outer one may hold no live enemy and become an
    /// empty base. Returns whether anything was captured.
    fn close_in_order(&mut self, point: Point, player: Player, arcs: &Arcs) -> bool {
        let mut captured_something = false;
        for enclosure in self.enclosures_closed_by(point, player, arcs) {
            self.region = enclosure.interior;
            if self.region.intersects(self.live(player.opponent()).rows())
                || self.rules.captures_empty_bases
            {
                self.capture(player);
                captured_something = true;
            } else {
                self.close_base(player);
            }
        }
        captured_something
    }

    /// The enclosures that a new dot has closed, in the order in which they are carried out.
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

/// The chain of the face of the cell, where `live` are the live dots of a player. `None` if the face reaches
/// the edge of the board or the cell is one of the dots.
pub fn chain_of_face(live: &Bitboard, size: Size, point: Point) -> Option<Chain> {
    let mut face = Region::EMPTY;
    if live.contains(point) || !face.flood(live.rows(), size, point) {
        return None;
    }
    // Above the topmost cell of a face there is nothing but its chain.
    let wall = face.topmost().step(Direction::NORTH);
    let mut chain = Chain::new();
    walk_wall(live, wall, Direction::SOUTH, &mut chain).then_some(chain)
}

/// The cells strictly inside a closed chain, bounded by the links between its dots.
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

/// Finds the chain of the face on this `side` of the dot `start`. It walks along the wall with the face at
/// the left hand. When it meets a dot for the second time, the dots in between were a loop and are dropped.
/// Returns `false` for a lone dot, which has no chain.
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
        // The last cell of the face that was passed, as seen from the new dot.
        side = step.turn(if step.index() % 2 == 1 { -3 } else { -2 });
    }
}
