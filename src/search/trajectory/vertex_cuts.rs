//! The trajectories round one cell, as vertex cuts: sets of cells that stop every path by side steps from the cell to
//! the edge.
//!
//! CITE: K. Menger, "Zur allgemeinen Kurventheorie" (1927): a cut has at least as many cells as there are paths without
//! a common cell. A cut takes a cell of each path. So the search branches over the cells of one path. In later branches
//! the cells that were tried before are forbidden, so that every cut is found once.

use super::uncuttable::PathGrid;
use super::{LONGEST, MOST_TRAJECTORIES, Trajectory};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;

/// Number of searches for a path between two checks of the limits.
const PATHS_PER_CHECK: u32 = 100;
/// Number of cells of a path that are looked through in about the time of a search for a path.
const CELLS_PER_PATH: usize = 64;

/// When this number of cells is left to take, the search computes anew which cells cannot be cut from the edge. With
/// more cells to take, only cells connected to the edge are such cells.
const MOST_FOR_UNCUTTABLE: usize = 3;

/// A search for the minimal sets of cells that cut a target from the edge. It can be used again for other targets,
/// with the same memory.
pub(super) struct VertexCuts {
    target: Point,
    /// The cells that paths may use.
    open: Bitboard,
    /// The cells that may be taken to stop a path.
    candidates: Bitboard,
    /// The cells where a path ends: the edge of the board, and cells that the cells left to take cannot cut from it.
    edge: Bitboard,
    height: usize,
    /// The cells of the cut that are chosen so far.
    taken: Vec<Point>,
    /// Number of cells that may still be taken.
    left: usize,
    found: Vec<Trajectory>,
    /// The cells that the last search for a path has reached.
    seen: Bitboard,
    /// The layers of the last search for a path, one after the other. A layer is the set of cells that the search has
    /// reached with one number of steps. It has a word for each of its rows.
    layers: Vec<u64>,
    /// For each layer, the index of its first word in `layers`, and its first row.
    starts: Vec<(usize, usize)>,
    /// Lists whose memory is used again for paths.
    spare: Vec<Vec<Point>>,
    /// Number of searches for a path since the last check of the limits. It goes on from one search to the next.
    paths: u32,
    /// The number of checks of the limits since the last search began.
    checks: u64,
    interrupted: bool,
}

impl VertexCuts {
    pub(super) fn new() -> VertexCuts {
        VertexCuts {
            target: Point::from_index(0),
            open: Bitboard::EMPTY,
            candidates: Bitboard::EMPTY,
            edge: Bitboard::EMPTY,
            height: 0,
            taken: Vec::with_capacity(LONGEST),
            left: 0,
            found: Vec::new(),
            seen: Bitboard::EMPTY,
            layers: Vec::with_capacity(1024),
            starts: Vec::with_capacity(64),
            spare: Vec::new(),
            paths: 0,
            checks: 0,
            interrupted: false,
        }
    }

    /// Finds all minimal sets of at most `longest` free cells that cut `target` from the edge if `player` takes them.
    /// Returns false if a limit was reached, or if there are more than [`MOST_TRAJECTORIES`].
    pub(super) fn find(
        &mut self,
        board: &Board,
        player: Player,
        target: Point,
        longest: usize,
        limits: &Limits,
    ) -> bool {
        self.begin(board, player, target, longest);
        self.branch(limits);
        !self.interrupted
    }

    /// The number of checks of the limits in the last search.
    pub(super) fn checks(&self) -> u64 {
        self.checks
    }

    /// The sets that the last search has found.
    pub(super) fn found(&self) -> &[Trajectory] {
        &self.found
    }

    fn begin(&mut self, board: &Board, player: Player, target: Point, longest: usize) {
        self.found.clear();
        self.taken.clear();
        self.checks = 0;
        self.interrupted = false;
        let cells = board.size().cells();
        self.target = target;
        self.open = cells - *board.live(player);
        self.candidates = *board.free();
        self.candidates.remove(target);
        self.edge = board.size().edge();
        self.height = board.size().height() as usize;
        self.left = longest;
        self.keep_to_walls(board.live(player), longest);
        if longest > 1 {
            self.extend_edge();
        }
    }

    /// Removes candidates that no cut of at most `longest` cells can use. The cells of a cut are runs between walls,
    /// the dots of the player. Only a cycle of four or more cells needs no wall. A cycle of four cells touches the
    /// target.
    fn keep_to_walls(&mut self, walls: &Bitboard, longest: usize) {
        if longest > 4 {
            return;
        }
        let mut near = walls.grown_by(longest.div_ceil(2) as u32);
        if longest == 4 {
            let beside = self.target.side_neighbours();
            beside.for_each(|cell| near.insert(cell));
        }
        self.candidates &= near;
    }

    /// Adds to `edge` the cells that the cells left to take cannot cut from it.
    fn extend_edge(&mut self) {
        let grid = PathGrid {
            open: &self.open,
            candidates: &self.candidates,
            edge: &self.edge,
            height: self.height,
        };
        self.edge |= grid.uncuttable(self.left);
    }

    fn take(&mut self, cell: Point) {
        self.open.remove(cell);
        self.taken.push(cell);
        self.left -= 1;
    }

    fn give_back(&mut self) {
        if let Some(cell) = self.taken.pop() {
            self.open.insert(cell);
            self.left += 1;
        }
    }

    /// Finds the cuts that contain all taken cells and no forbidden ones. Cuts may be missing if a limit is reached.
    fn branch(&mut self, limits: &Limits) {
        self.check(limits);
        self.interrupted |= self.found.len() > MOST_TRAJECTORIES;
        if self.interrupted {
            return;
        }
        let mut path = self.spare.pop().unwrap_or_default();
        let open = self.open;
        if !self.path(&open, &mut path) {
            self.report();
        } else if self.left > 0 && self.stop_all(&mut path) {
            match self.left {
                1 => self.single_cells(&path, limits),
                _ => self.each_of(&path, limits),
            }
        }
        self.spare.push(path);
    }

    /// Checks the limits if there was much work since the last check.
    fn check(&mut self, limits: &Limits) {
        if self.paths >= PATHS_PER_CHECK {
            self.paths = 0;
            self.checks += 1;
            self.interrupted = self.interrupted || limits.is_over();
        }
    }

    /// Searches for paths without common candidates, which are cells that may be taken. Returns whether the cells left
    /// to take may stop them all: false if there are more paths than such cells, or if a path has no candidate. `path`
    /// is the first path. Afterwards it is the list of candidates of the path with the fewest.
    fn stop_all(&mut self, path: &mut Vec<Point>) -> bool {
        let mut open = self.open;
        let mut next = self.spare.pop().unwrap_or_default();
        self.keep_candidates(path);
        let mut few = !path.is_empty();
        let mut paths = 1;
        let mut last = path.clone();
        while few {
            last.iter().for_each(|&cell| open.remove(cell));
            if !self.path(&open, &mut next) {
                break;
            }
            paths += 1;
            self.keep_candidates(&mut next);
            few = paths <= self.left && !next.is_empty();
            if next.len() < path.len() {
                path.clone_from(&next);
            }
            last.clone_from(&next);
        }
        self.spare.push(next);
        few
    }

    fn keep_candidates(&self, path: &mut Vec<Point>) {
        path.retain(|&cell| self.candidates.contains(cell));
    }

    /// Takes each cell of a path in turn, and searches for the cuts with that cell and without the cells before it.
    fn each_of(&mut self, path: &[Point], limits: &Limits) {
        let edge = self.edge;
        for &cell in path {
            self.take(cell);
            if self.left == MOST_FOR_UNCUTTABLE {
                self.extend_edge();
            }
            self.branch(limits);
            self.edge = edge;
            self.give_back();
            self.candidates.remove(cell);
        }
        path.iter().for_each(|&cell| self.candidates.insert(cell));
    }

    /// Finds the single cells that stop all paths to the edge. `path` is the list of candidates of a path, and contains
    /// all such cells. The last search has reached all cells that can be reached without a cell of `path`.
    fn single_cells(&mut self, path: &[Point], limits: &Limits) {
        let mut open = self.open;
        path.iter().for_each(|&cell| open.remove(cell));
        open.insert(self.target);
        let mut region = self.seen;
        let mut passed = 0;
        while !region.intersects(&self.edge) {
            self.paths += ((path.len() - passed) / CELLS_PER_PATH) as u32;
            self.check(limits);
            if self.interrupted {
                return;
            }
            let beside = |cell: Point| cell.side_neighbours().any(|next| region.contains(next));
            let reach = (passed..path.len()).rev().find(|&i| beside(path[i]));
            let Some(reach) = reach else {
                return;
            };
            if reach == passed {
                self.seen = region;
                self.take(path[reach]);
                self.report();
                self.give_back();
            }
            let through = if reach == passed { reach + 1 } else { reach };
            for &cell in &path[passed..through] {
                region.insert(cell);
                open.insert(cell);
            }
            passed = through;
            region = Bitboard::flood(&region, &open);
        }
    }

    /// Adds the taken cells to the result if each of them is needed. The last search has reached all cells that they
    /// surround.
    fn report(&mut self) {
        if self.taken.is_empty() {
            return;
        }
        let inside = self.seen;
        let outside = self.open - inside;
        let needed = |cuts: &mut VertexCuts, cell: Point| {
            cell.side_neighbours().any(|next| inside.contains(next))
                && cuts.search(cell, &outside).is_some()
        };
        for i in 0..self.taken.len() {
            if self.taken.len() > 1 && !needed(self, self.taken[i]) {
                return;
            }
        }
        self.found.push(Trajectory::new(&self.taken));
    }

    /// Finds a shortest path by side steps over `open` cells from the target to the edge, and writes its cells without
    /// the target to `path`. Returns whether there is one. If the target is on the edge itself, the path is empty.
    fn path(&mut self, open: &Bitboard, path: &mut Vec<Point>) -> bool {
        path.clear();
        let Some(end) = self.search(self.target, open) else {
            return false;
        };
        if end != self.target {
            self.trace(end, path);
        }
        true
    }

    /// Breadth-first search by side steps over `open` cells. Returns the first cell of the edge that it reaches, or
    /// `None` if there is none. It goes row by row, because layers of whole `Bitboard`s take more instructions:
    /// benches/tactical.md.
    fn search(&mut self, from: Point, open: &Bitboard) -> Option<Point> {
        self.paths += 1;
        self.seen = Bitboard::EMPTY;
        self.seen.insert(from);
        if self.edge.contains(from) {
            return Some(from);
        }
        let (open, edge) = (open.rows(), self.edge.rows());
        let seen = self.seen.rows_mut();
        let mut front = *seen;
        let (mut top, mut bottom) = (from.row(), from.row());
        self.layers.clear();
        self.starts.clear();
        loop {
            top = (top - 1).max(1);
            bottom = (bottom + 1).min(self.height);
            self.starts.push((self.layers.len(), top));
            let (mut any, mut out, mut above) = (0, 0, 0);
            for y in top..=bottom {
                let own = front[y];
                let grown = own << 1 | own >> 1 | above | front[y + 1];
                let next = grown & open[y] & !seen[y];
                above = own;
                front[y] = next;
                seen[y] |= next;
                any |= next;
                out |= next & edge[y];
                self.layers.push(next);
            }
            if any == 0 {
                return None;
            }
            if out != 0 {
                let end = |y: usize| front[y] & edge[y];
                let row = (top..=bottom).find(|&y| end(y) != 0)?;
                let column = end(row).trailing_zeros() as usize;
                return Some(Point::from_index(row << 6 | column));
            }
        }
    }

    /// Whether a cell is in the layer of the last search with this number. Layer 0 is one step from the start.
    fn in_layer(&self, layer: usize, cell: Point) -> bool {
        let (start, top) = self.starts[layer];
        let next = self.starts.get(layer + 1);
        let end = next.map_or(self.layers.len(), |next| next.0);
        let row = cell.row().checked_sub(top);
        let row = row.and_then(|row| self.layers[start..end].get(row));
        row.is_some_and(|row| row >> cell.column() & 1 != 0)
    }

    /// Follows the layers of the last search back from the cell `end`. Writes the path to `path`, from the neighbour of
    /// the target to `end`.
    fn trace(&self, end: Point, path: &mut Vec<Point>) {
        let mut cell = end;
        path.push(cell);
        for layer in (0..self.starts.len() - 1).rev() {
            let before = cell
                .side_neighbours()
                .find(|&cell| self.in_layer(layer, cell));
            cell = before.expect("each layer grew from the one before");
            path.push(cell);
        }
        path.reverse();
    }
}

/// Whether more paths lead from `target` to the edge than `longest` dots of `player` can stop. If true, this is proved.
/// If false, nothing is: the test is quick and misses cases.
pub(in crate::search) fn has_many_paths(
    board: &Board,
    player: Player,
    target: Point,
    longest: usize,
) -> bool {
    let mut cuts = VertexCuts::new();
    cuts.begin(board, player, target, longest);
    let mut path = Vec::new();
    let open = cuts.open;
    cuts.path(&open, &mut path) && (longest == 0 || !cuts.stop_all(&mut path))
}

#[cfg(test)]
mod tests {
    use super::super::link_graph::Walks;
    use super::*;
    use crate::geometry::{Bitboard, Size};
    use crate::search::trajectory::{Finder, find_cycles};
    use fastrand::Rng;
    use std::collections::BTreeSet;

    fn random_position(rng: &mut Rng) -> Board {
        let mut board = Board::new(Size::new(rng.u32(3..=12), rng.u32(3..=12)).unwrap());
        let cells = board.free().len();
        let dots = rng.u32(cells / 4..cells);
        board.put_at_random(rng, dots);
        board
    }

    #[test]
    fn cuts_are_the_cycles_round_their_target() {
        let mut rng = Rng::with_seed(3);
        let mut finder = Finder::new();
        let (mut total, mut many) = ([0; LONGEST + 1], 0);
        for _ in 0..300 {
            let board = random_position(&mut rng);
            for player in Player::ALL {
                let open = board.size().cells() - *board.live(player);
                let outside = Bitboard::flood(&board.size().edge(), &open);
                for target in (outside - *board.lost_dots(player)).iter() {
                    let longest = rng.usize(1..=LONGEST);
                    let targets = [target].into_iter().collect();
                    let walks = Walks {
                        longest,
                        starts_at_targets: true,
                        most: usize::MAX,
                    };
                    let (walls, free) = (board.live(player), board.free());
                    let links = &mut finder.links;
                    let cycles = find_cycles(links, walls, free, &targets, walks, &mut || false);
                    let cycles = cycles.unwrap();
                    let cycles = cycles.iter().filter(|set| !set.contains(target));
                    let cycles: BTreeSet<Vec<Point>> =
                        cycles.map(|set| set.cells().collect()).collect();
                    let cuts = finder.trajectories_around(&board, player, target, longest);
                    let number = cuts.len();
                    let cuts: BTreeSet<Vec<Point>> =
                        cuts.iter().map(|set| set.cells().collect()).collect();
                    assert_eq!(number, cuts.len(), "a set came twice");
                    assert_eq!(cuts, cycles, "{player} round {target:?} with {longest}");
                    cuts.iter().for_each(|set| total[set.len()] += 1);
                    if has_many_paths(&board, player, target, longest) {
                        many += 1;
                        assert!(cuts.is_empty(), "{player} round {target:?} with {longest}");
                    }
                }
            }
        }
        assert!(total[1..].iter().all(|&sets| sets > 0), "{total:?}");
        assert!(many > 1000, "{many}");
    }
}
