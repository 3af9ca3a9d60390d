//! Surrounding sets of one cell, found by cutting its ways to the edge of the board.

use crate::board::Board;
use crate::geometry::{Player, Point, Size};

type Rows = [u64; 64];

/// A search for the sets that surround one cell.
struct Around {
    target: Point,
    /// Cells that a way to the edge may use; chosen cells are taken out.
    open: Rows,
    /// Cells that may be chosen.
    choice: Rows,
    edge: Rows,
    height: usize,
    chosen: Vec<Point>,
    found: Vec<Vec<Point>>,
}

/// The minimal sets of at most `longest` free cells that `player` can fill to cut `target` off
/// from the edge. Empty if it is cut off already. The target itself is not used.
pub(in crate::search) fn sets_around(
    board: &Board,
    player: Player,
    target: Point,
    longest: usize,
) -> Vec<Vec<Point>> {
    let cells = board.size().cells();
    let mut choice = *board.free();
    choice.remove(target);
    let mut search = Around {
        target,
        open: *(cells - *board.live(player)).rows(),
        choice: *choice.rows(),
        edge: edge(board.size()),
        height: board.size().height() as usize,
        chosen: Vec::new(),
        found: Vec::new(),
    };
    search.branch(longest);
    search.found
}

impl Around {
    /// Chooses one cell of a way to the edge after the other; every way must lose one.
    fn branch(&mut self, left: usize) {
        let mut path = Vec::new();
        if !self.way(&self.open, &mut path) {
            if !self.chosen.is_empty() && self.is_minimal() {
                self.found.push(self.chosen.clone());
            }
            return;
        }
        if left == 0 || self.has_more_ways(&path, left) {
            return;
        }
        let choice = self.choice;
        for &cell in &path {
            if !contains(&self.choice, cell) {
                continue;
            }
            self.choice[cell.row()] &= !(1 << cell.column());
            self.open[cell.row()] &= !(1 << cell.column());
            self.chosen.push(cell);
            self.branch(left - 1);
            self.chosen.pop();
            self.open[cell.row()] |= 1 << cell.column();
        }
        self.choice = choice;
    }

    /// Whether ways that share no cell of choice, beginning with `first`, are more than `left`,
    /// or one of them has no cell of choice: then no cut is left.
    fn has_more_ways(&self, first: &[Point], left: usize) -> bool {
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

    fn is_minimal(&mut self) -> bool {
        let mut path = Vec::new();
        (0..self.chosen.len()).all(|i| {
            let cell = self.chosen[i];
            let mut open = self.open;
            open[cell.row()] |= 1 << cell.column();
            self.way(&open, &mut path)
        })
    }

    /// A shortest way of 4-connected steps from the target to the edge, without the target.
    fn way(&self, open: &Rows, path: &mut Vec<Point>) -> bool {
        path.clear();
        if contains(&self.edge, self.target) {
            return true;
        }
        let row = self.target.row();
        let mut layers: Vec<Rows> = Vec::with_capacity(32);
        let mut seen: Rows = [0; 64];
        let mut front: Rows = [0; 64];
        front[row] = 1 << self.target.column();
        seen[row] = front[row];
        let (mut top, mut bottom) = (row, row);
        loop {
            top = (top - 1).max(1);
            bottom = (bottom + 1).min(self.height);
            let mut next: Rows = [0; 64];
            let (mut any, mut out) = (0, 0);
            for y in top..=bottom {
                let grown = front[y] << 1 | front[y] >> 1 | front[y - 1] | front[y + 1];
                next[y] = grown & open[y] & !seen[y];
                seen[y] |= next[y];
                any |= next[y];
                out |= next[y] & self.edge[y];
            }
            if any == 0 {
                return false;
            }
            layers.push(next);
            if out != 0 {
                self.trace(&layers, path);
                return true;
            }
            front = next;
        }
    }

    /// Follows the layers of a search back from the edge; `path` begins at the target.
    fn trace(&self, layers: &[Rows], path: &mut Vec<Point>) {
        let last = layers.len() - 1;
        let at_edge = |y: &usize| layers[last][*y] & self.edge[*y] != 0;
        let y = (1..=self.height)
            .find(at_edge)
            .expect("a layer reached the edge");
        let x = (layers[last][y] & self.edge[y]).trailing_zeros() as usize;
        let mut cell = Point::from_index(y << 6 | x);
        path.push(cell);
        for layer in layers[..last].iter().rev() {
            cell = cell
                .side_neighbours()
                .find(|&before| contains(layer, before))
                .expect("each layer grew from the one before");
            path.push(cell);
        }
        path.reverse();
    }
}

/// The cells on the edge of a board.
fn edge(size: Size) -> Rows {
    let mut edge = *size.cells().rows();
    let sides = 1 << 1 | 1 << size.width();
    for row in &mut edge[2..size.height() as usize] {
        *row &= sides;
    }
    edge
}

fn contains(rows: &Rows, cell: Point) -> bool {
    rows[cell.row()] >> cell.column() & 1 != 0
}
