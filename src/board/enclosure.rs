//! Chains round enclosed cells, and the interiors of chains.
//!
//! The *chain* of a [face](super::face) is the closed row of dots round it, without loops of dots that hang on it.
//! The *interior* is all that the chain encloses: the face, and other cells inside, such as the dots and cells of such
//! loops.
//!
//! Round a new dot there are gaps between the arcs of own dots. The areas of branches tell which gaps are inside of loops
//! that the dot has closed:
//!
//! | gaps inside | what closes them |
//! |---|---|
//! | one | `close_face`. Its face is flat, all in one row, or tall. If it is open after all, because captures have cut the loop, other gaps may be inside instead |
//! | several, all of them flat | `close_flat_faces`: no chain is inside another |
//! | several, one of them tall | `close_gaps_one_by_one`, which floods each gap. If a chain may be inside another, `close_shortest_first` |

use super::face::{FirstRow, Region};
use super::neighbourhood::{self, Arcs, FIRST_DOTS};
use super::{Board, Plane};
use crate::geometry::{Bitboard, Direction, Player, Point, Size};

/// The dots of a closed chain, in order. Each is a neighbour of the next by side or corner, and the last of the first.
pub type Chain = Vec<Point>;

/// An enclosure that a new dot has closed: the number of dots of its chain, the number of its cells, and the cells.
struct Enclosure {
    chain_length: usize,
    area: u32,
    interior: Region,
}

/// What has become of the cells on one side of a new dot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// Nothing: they are not enclosed.
    Open,
    /// They are an empty base.
    Base,
    /// They are captured.
    Captured,
}

impl Board {
    /// Captures the interior of the smallest enclosure of `player` that contains the cell. Without an enclosure it does
    /// nothing.
    pub(super) fn capture_smallest_round(&mut self, point: Point, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if self.region.flood(live.rows(), self.size, point) {
            let wall = self.region.topmost().step(Direction::NORTH);
            self.capture_face(wall, Direction::SOUTH, player);
        }
    }

    /// Captures what a new dot encloses, or makes it an empty base. `gaps` has one bit for each gap between the arcs of
    /// own dots round the new dot: it is set if the areas of the branches say that the gap is enclosed. Returns whether
    /// anything was captured.
    #[inline(never)]
    pub(super) fn close_enclosures(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
    ) -> bool {
        self.save_for_undo();
        let others = !gaps & ((1 << arcs.count) - 1);
        if gaps.is_power_of_two() {
            let side = arcs.gaps[gaps.trailing_zeros() as usize & 3];
            return match self.close_face(point, side, player) {
                // The loop led over captured dots. The other gaps may be enclosed instead.
                Closing::Open => self.close_gaps_one_by_one(point, player, arcs, others, 0),
                Closing::Base => false,
                Closing::Captured => true,
            };
        }
        if let Some(captured) = self.close_flat_faces(point, player, arcs, gaps) {
            return captured;
        }
        self.close_gaps_one_by_one(point, player, arcs, gaps, others)
    }

    /// Captures the cells on one `side` of a new dot, or makes them an empty base, if they are enclosed.
    #[inline(always)]
    fn close_face(&mut self, point: Point, side: Direction, player: Player) -> Closing {
        let cell = point.step(side);
        match FirstRow::of(self.live(player).rows(), cell) {
            FirstRow::Open => Closing::Open,
            FirstRow::Face(cells) => match self.close_flat_face(cell.row(), cells, player) {
                true => Closing::Captured,
                false => Closing::Base,
            },
            FirstRow::Part(cells) => self.close_tall_face(point, side, cells, player),
        }
    }

    /// Does the same as [`close_face`](Board::close_face), if the enclosed cells may be in several rows. `cells` are
    /// those in the row beside the dot that follow one another, one bit for each column.
    #[inline(never)]
    fn close_tall_face(
        &mut self,
        point: Point,
        side: Direction,
        cells: u64,
        player: Player,
    ) -> Closing {
        let walls = self.planes[Plane::live(player).index()].rows();
        let row = point.step(side).row();
        if !self.region.grow_from(row, cells, walls, self.size) {
            return Closing::Open;
        }
        if self.region_is_captured_by(player) {
            self.capture_face(point, side, player);
            Closing::Captured
        } else {
            self.close_base(player);
            Closing::Base
        }
    }

    /// Does the same as [`close_face`](Board::close_face), if the enclosed cells are all in one row. `cells` are these,
    /// one bit for each column. Returns whether they were captured.
    #[inline]
    fn close_flat_face(&mut self, row: usize, cells: u64, player: Player) -> bool {
        let captures = self.live(player.opponent()).rows()[row & 63] & cells != 0
            || self.rules.captures_empty_bases;
        if captures {
            self.capture_row(row, cells, player);
        } else {
            self.close_base_row(row, cells, player);
        }
        captures
    }

    /// Whether `player` captures the enclosed cells of the scratch `region` of the board: they hold a live enemy dot,
    /// or the rules capture empty bases. Otherwise they become an empty base.
    fn region_is_captured_by(&self, player: Player) -> bool {
        self.rules.captures_empty_bases
            || self.region.intersects(self.live(player.opponent()).rows())
    }

    /// Captures all that the chain round the enclosed face in the scratch `region` encloses. `dot` is on the chain, and
    /// the face is on this `side` of the dot.
    fn capture_face(&mut self, dot: Point, side: Direction, player: Player) {
        let live = &self.planes[Plane::live(player).index()];
        if self.region.surrounds_others(live.rows())
            && trace_chain(live, dot, side, &mut self.chain)
        {
            self.region.fill_chain(&self.chain);
        }
        self.capture(player);
    }

    /// Captures what a new dot encloses, or makes it an empty base. Returns whether anything was captured. `gaps` has
    /// one bit for each gap between the arcs of own dots round the dot: it is set if the areas of the branches say that
    /// the gap is enclosed. Earlier captures may have opened such a gap. Then one of the `others` may be enclosed
    /// instead.
    #[inline(never)]
    fn close_gaps_one_by_one(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
        others: u8,
    ) -> bool {
        let (mut enclosed, mut may_nest) = self.gaps_inside_by_flood(point, player, arcs, gaps);
        if enclosed != gaps {
            let more = self.gaps_inside_by_flood(point, player, arcs, others);
            enclosed |= more.0;
            may_nest |= more.1;
        }
        if may_nest && !enclosed.is_power_of_two() {
            return self.close_shortest_first(point, player, arcs);
        }
        let mut captured = false;
        for gap in (0..arcs.count as usize).filter(|gap| enclosed >> gap & 1 != 0) {
            let cell = point.step(arcs.gaps[gap]);
            // Two gaps may lead to the same face.
            if !self.territory(player).contains(cell) && !self.empty_base(player).contains(cell) {
                captured |= self.close_face(point, arcs.gaps[gap], player) == Closing::Captured;
            }
        }
        captured
    }

    /// Returns which of the `gaps` round a dot lead to enclosed cells, one bit each. Also returns whether cells of
    /// another kind may lie inside the chain of one of them, such as another enclosure.
    fn gaps_inside_by_flood(
        &mut self,
        point: Point,
        player: Player,
        arcs: &Arcs,
        gaps: u8,
    ) -> (u8, bool) {
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

    /// Captures the cells in the given gaps round a new dot, or makes them empty bases, if in each gap they are all in
    /// one row. Then they are surely enclosed, and none is inside the chain of another. Returns whether anything was
    /// captured. `None` if a gap leads to other rows, and then nothing has changed.
    fn close_flat_faces(
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
            captured |= self.close_flat_face(row, cells, player);
        }
        Some(captured)
    }

    /// Captures the enclosures that a new dot has closed, or makes them empty bases. Returns whether anything was
    /// captured.
    ///
    /// The enclosure with the shortest chain comes first, and of two chains with equal length the one with fewer cells
    /// inside. The order matters if one enclosure is inside another. After the inner one has captured, the outer one
    /// may contain no live enemy dot. Then it becomes an empty base.
    fn close_shortest_first(&mut self, point: Point, player: Player, arcs: &Arcs) -> bool {
        let mut captured_something = false;
        for enclosure in self.enclosures_closed_by(point, player, arcs) {
            self.region = enclosure.interior;
            if self.region_is_captured_by(player) {
                self.capture(player);
                captured_something = true;
            } else {
                self.close_base(player);
            }
        }
        captured_something
    }

    /// The enclosures that a new dot has closed, the shortest chain first, and of equal chains the one with fewer cells
    /// inside. An enclosure to which several gaps lead is there several times. To close it again changes nothing.
    fn enclosures_closed_by(&self, point: Point, player: Player, arcs: &Arcs) -> Vec<Enclosure> {
        let live = self.live(player);
        let mut found: Vec<Enclosure> = Vec::new();
        let mut chain = Chain::new();
        for &side in &arcs.gaps[..arcs.count as usize] {
            let mut region = Region::EMPTY;
            if region.flood(live.rows(), self.size, point.step(side))
                && trace_chain(live, point, side, &mut chain)
            {
                region.fill_chain(&chain);
                found.push(Enclosure {
                    chain_length: chain.len(),
                    area: region.len(),
                    interior: region,
                });
            }
        }
        found.sort_by_key(|enclosure| (enclosure.chain_length, enclosure.area));
        found
    }
}

/// The chain round the cells that side steps from `point` reach without crossing the dots `live` of a player. `None` if
/// they reach the edge of the board, or the point is one of the dots.
pub fn chain_of_face(live: &Bitboard, size: Size, point: Point) -> Option<Chain> {
    let mut face = Region::EMPTY;
    if live.contains(point) || !face.flood(live.rows(), size, point) {
        return None;
    }
    // The cell above the topmost cell of a face is a dot of its chain.
    let wall = face.topmost().step(Direction::NORTH);
    let mut chain = Chain::new();
    trace_chain(live, wall, Direction::SOUTH, &mut chain).then_some(chain)
}

/// The cells inside a closed chain, without the chain itself. Empty if the chain is empty or encloses nothing.
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

/// Writes to `chain` the chain round the enclosed cells on this `side` of the dot `start`. The walk follows the dots of
/// `live` with these cells on its left. When it reaches a dot for the second time, the dots in between are a loop and
/// are dropped. Returns `false` if `start` has no neighbouring dot, so that there is no chain.
///
/// CITE: contour tracing, as in T. Pavlidis, "Algorithms for Graphics and Image Processing" (1982).
fn trace_chain(live: &Bitboard, start: Point, side: Direction, chain: &mut Chain) -> bool {
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
        // The direction from the new dot to the enclosed cell that the walk has passed last.
        side = step.turn(if step.index() % 2 == 1 { -3 } else { -2 });
    }
}
