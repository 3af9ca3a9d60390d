//! Ways from a cell to the edge of the board that share no cell: as many dots are needed to
//! surround the cell.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};

type Rows = [u64; 64];

/// A search for ways.
struct Ways {
    target: Point,
    /// Cells that a way may use.
    open: Rows,
    /// Cells that could be taken to stop a way.
    choice: Rows,
    edge: Rows,
    height: usize,
    /// The rows of the layers of the last search, one after the other.
    layers: Vec<u64>,
    /// Where each layer begins, and its first row.
    starts: Vec<(usize, usize)>,
}

/// Whether so many ways lead from `target` to the edge that no set of at most `longest` cells can
/// cut it off. A quick look: it may also miss them.
pub(in crate::search) fn has_many_ways(
    board: &Board,
    player: Player,
    target: Point,
    longest: usize,
) -> bool {
    let mut search = Ways::new(board, player, target);
    let mut path = Vec::new();
    let open = search.open;
    search.way(&open, &mut path) && search.has_more_ways(&path, longest)
}

impl Ways {
    fn new(board: &Board, player: Player, target: Point) -> Ways {
        let mut choice = *board.free();
        choice.remove(target);
        let cells = board.size().cells();
        Ways {
            target,
            open: *(cells - *board.live(player)).rows(),
            choice: *choice.rows(),
            edge: *edge(board.size()).rows(),
            height: board.size().height() as usize,
            layers: Vec::with_capacity(512),
            starts: Vec::with_capacity(32),
        }
    }

    /// Whether ways that share no cell of choice, beginning with `first`, are more than `left`,
    /// or one of them has no cell of choice: then no cut is left.
    fn has_more_ways(&mut self, first: &[Point], left: usize) -> bool {
        let mut open = self.open;
        let mut path = first.to_vec();
        for _ in 0..left {
            let mut stoppable = false;
            for &cell in &path {
                if contains(&self.choice, cell) {
                    open[cell.row()] &= !(1 << cell.column());
                    stoppable = true;
                }
            }
            if !stoppable {
                return true;
            }
            if !self.way(&open, &mut path) {
                return false;
            }
        }
        true
    }

    /// A shortest way of 4-connected steps from the target to the edge, without the target.
    fn way(&mut self, open: &Rows, path: &mut Vec<Point>) -> bool {
        path.clear();
        if contains(&self.edge, self.target) {
            return true;
        }
        let row = self.target.row();
        let mut seen: Rows = [0; 64];
        let mut front: Rows = [0; 64];
        front[row] = 1 << self.target.column();
        seen[row] = front[row];
        let (mut top, mut bottom) = (row, row);
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
                out |= next & self.edge[y];
                self.layers.push(next);
            }
            if any == 0 {
                return false;
            }
            if out != 0 {
                self.trace(&front, path);
                return true;
            }
        }
    }

    /// Whether a layer of the last search holds a cell.
    fn in_layer(&self, layer: usize, cell: Point) -> bool {
        let (start, top) = self.starts[layer];
        let end = self
            .starts
            .get(layer + 1)
            .map_or(self.layers.len(), |next| next.0);
        let row = cell
            .row()
            .checked_sub(top)
            .and_then(|y| self.layers[start..end].get(y));
        row.is_some_and(|row| row >> cell.column() & 1 != 0)
    }

    /// Follows the layers of a search back from the edge; `path` begins at the target.
    fn trace(&self, last: &Rows, path: &mut Vec<Point>) {
        let at_edge = |y: &usize| last[*y] & self.edge[*y] != 0;
        let y = (1..=self.height)
            .find(at_edge)
            .expect("a layer reached the edge");
        let x = (last[y] & self.edge[y]).trailing_zeros() as usize;
        let mut cell = Point::from_index(y << 6 | x);
        path.push(cell);
        for layer in (0..self.starts.len() - 1).rev() {
            cell = cell
                .side_neighbours()
                .find(|&before| self.in_layer(layer, before))
                .expect("each layer grew from the one before");
            path.push(cell);
        }
        path.reverse();
    }
}

/// The cells on the edge of a board.
pub(in crate::search) fn edge(size: Size) -> Bitboard {
    let mut edge = size.cells();
    let sides = 1 << 1 | 1 << size.width();
    for row in &mut edge.rows_mut()[2..(size.height() as usize).max(2)] {
        *row &= sides;
    }
    edge
}

fn contains(rows: &Rows, cell: Point) -> bool {
    rows[cell.row()] >> cell.column() & 1 != 0
}
