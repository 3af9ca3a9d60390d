//! Compares the searches of game trees: how many positions and leaves each of them visits, and how long it takes.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::{Importance, play_range};
use crate::search::game_tree::{self, BoardTree, Found, GameTree, INFINITY, Leaves, NumberTree};
use crate::search::trajectory;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// A search of a game tree. All find the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Minimax as one procedure that changes the sign.
    Negamax,
    /// Minimax as a pair of procedures.
    MaxMin,
    /// Branch and bound: one bound.
    OneBound,
    /// Alpha-beta with recursion.
    AlphaBeta,
    /// Alpha-beta without recursion.
    Iterative,
    /// Alpha-beta with a window of this number on both sides of the expected value.
    Aspiration(i32),
    /// Alpha-beta that searches all moves but the first with null windows.
    NullWindow,
    /// Alpha-beta with a transposition table.
    Table,
}

impl Method {
    /// All methods, with three widths of the aspiration window.
    pub const ALL: [Method; 10] = [
        Method::Negamax,
        Method::MaxMin,
        Method::OneBound,
        Method::AlphaBeta,
        Method::Iterative,
        Method::Aspiration(1),
        Method::Aspiration(2),
        Method::Aspiration(4),
        Method::NullWindow,
        Method::Table,
    ];

    /// The name of the method in tables.
    pub fn name(self) -> String {
        match self {
            Method::Negamax => "minimax, negamax".to_owned(),
            Method::MaxMin => "minimax, Max and Min".to_owned(),
            Method::OneBound => "one bound (F1)".to_owned(),
            Method::AlphaBeta => "alpha-beta (F2)".to_owned(),
            Method::Iterative => "alpha-beta, iterative".to_owned(),
            Method::Aspiration(margin) => format!("aspiration, +-{margin}"),
            Method::NullWindow => "null windows".to_owned(),
            Method::Table => "transposition table".to_owned(),
        }
    }

    /// Searches a tree without a transposition table. `expected` is the centre of an aspiration window. `None` for
    /// [`Method::Table`].
    pub fn search<T: GameTree>(self, tree: &mut T, expected: i32) -> Option<Found<T::Move>> {
        Some(match self {
            Method::Negamax => game_tree::minimax(tree),
            Method::MaxMin => game_tree::max_min(tree),
            Method::OneBound => game_tree::branch_and_bound(tree),
            Method::AlphaBeta => game_tree::alpha_beta(tree, -INFINITY, INFINITY),
            Method::Iterative => game_tree::iterative(tree),
            Method::Aspiration(margin) => game_tree::aspiration(tree, expected, margin),
            Method::NullWindow => game_tree::null_window(tree),
            Method::Table => return None,
        })
    }
}

/// A tree to compare the searches on: a position, its moves and its depth.
#[derive(Clone, Debug)]
pub struct TestTree {
    board: Board,
    player: Player,
    /// The cells of all moves, row by row.
    cells: Vec<Point>,
    /// The same cells, those that are expected to be best first.
    ordered: Vec<Point>,
    plies: u32,
}

/// The cells that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedCells {
    /// All playable cells of the play range with a virtual margin of one.
    Range,
    /// The cells of trajectories of at most [`LONGEST`](trajectory::LONGEST) cells that can be completed within the
    /// depth. If there are very many, only the [shortest](trajectory::shortest_trajectories) count.
    Useful,
}

impl TestTree {
    /// The tree of a position, with `player` to move, to a depth in plies.
    pub fn new(board: &Board, player: Player, cells: SearchedCells, plies: u32) -> TestTree {
        let mut through = vec![0; Point::COUNT];
        let mut useful = Bitboard::EMPTY;
        for (owner, moves) in [(player, plies.div_ceil(2)), (player.opponent(), plies / 2)] {
            let (moves, never) = (moves as usize, &mut || false);
            let found = trajectory::shortest_trajectories(board, owner, moves, never);
            for cell in found.iter().flat_map(|trajectory| trajectory.cells()) {
                through[cell.index()] += 1;
                useful.insert(cell);
            }
        }
        let cells: Vec<Point> = match cells {
            SearchedCells::Range => (play_range(board, 1) & *board.free()).iter().collect(),
            SearchedCells::Useful => useful.iter().collect(),
        };
        let mut importance = vec![0; Point::COUNT];
        for (cell, value) in Importance::default().map(board) {
            importance[cell.index()] = value;
        }
        let mut ordered = cells.clone();
        ordered.sort_by_key(|cell| Reverse((through[cell.index()], importance[cell.index()])));
        TestTree {
            board: board.clone(),
            player,
            cells,
            ordered,
            plies,
        }
    }

    /// The number of cells that are searched.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The leaves of minimax if no cell is taken by a capture, and the fewest that alpha-beta can visit: with the best
    /// order of moves.
    ///
    /// CITE: D. E. Knuth and R. W. Moore (1975): the leaves of a perfectly ordered tree.
    pub fn leaves_in_theory(&self) -> (f64, f64) {
        let moves = |ply: u32| (self.cells.len() as f64 - f64::from(ply)).max(1.0);
        let product = |first: usize, step| (first as u32..self.plies).step_by(step).map(moves);
        let all = product(0, 1).product();
        let even: f64 = product(0, 2).product();
        let odd: f64 = product(1, 2).product();
        (all, even + odd - 1.0)
    }

    /// Searches the tree with one method. `leaves` is the number of leaves after which a search is given up.
    pub fn search(&self, method: Method, aids: SearchAids, leaves: u64) -> TreeCost {
        let start = Instant::now();
        let mut board = self.board.clone();
        let mut table = game_tree::Table::default();
        let mut expected = board.score(self.player);
        let mut row = TreeCost::default();
        let mut best = None;
        let first_depth = if aids.deepening { 1 } else { self.plies };
        for plies in first_depth..=self.plies {
            let cells = if aids.best_first {
                &self.ordered
            } else {
                &self.cells
            };
            let mut tree = BoardTree::new(&mut board, self.player, plies)
                .in_order(cells.clone())
                .up_to(leaves.saturating_sub(row.leaves));
            if let Some(cell) = best {
                tree = tree.first(cell);
            }
            let found = method.search(&mut tree, expected).unwrap_or_else(|| {
                game_tree::with_table(&mut tree, &mut table, -INFINITY, INFINITY)
            });
            row.positions += found.positions;
            row.leaves += found.leaves;
            row.value = (!tree.is_given_up()).then_some(found.value);
            if row.value.is_none() {
                break;
            }
            expected = found.value;
            best = found.best.flatten();
        }
        row.elapsed = start.elapsed();
        row
    }
}

/// What helps a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchAids {
    /// Whether cells on more trajectories come first, and among these the more important ones. Otherwise moves come row
    /// by row.
    pub best_first: bool,
    /// Whether the depth grows ply by ply. The best move of the depth before is searched first, and its value is
    /// expected. All depths count.
    pub deepening: bool,
}

/// The cost of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeCost {
    /// The score of the player to move, in dots. `None` if the search was given up.
    pub value: Option<i32>,
    /// Positions visited.
    pub positions: u64,
    /// Leaves evaluated.
    pub leaves: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// The average cost of the searches of random trees of one kind.
#[derive(Clone, Copy, Debug)]
pub struct MeanLeaves {
    /// Mean number of leaves of branch and bound.
    pub one_bound: f64,
    /// Mean number of leaves of alpha-beta.
    pub alpha_beta: f64,
    /// Mean number of leaves of alpha-beta with null windows.
    pub null_window: f64,
}

/// Searches `count` random trees with this number of moves in every position. `leaves` makes the leaves from a seed.
/// `count` must be at least 1.
pub fn random(breadth: u32, plies: u32, leaves: impl Fn(u64) -> Leaves, count: u64) -> MeanLeaves {
    let mean = |method: Method| {
        let all = (0..count).map(|seed| {
            let mut tree = NumberTree::new(breadth, plies, leaves(seed));
            method.search(&mut tree, 0).map_or(0, |found| found.leaves)
        });
        all.sum::<u64>() as f64 / count as f64
    };
    MeanLeaves {
        one_bound: mean(Method::OneBound),
        alpha_beta: mean(Method::AlphaBeta),
        null_window: mean(Method::NullWindow),
    }
}

/// The branching factor of alpha-beta on deep trees with independent leaves: `x / (1 - x)`, where `x` is the root of
/// `x^breadth + x = 1` in (0, 1).
///
/// CITE: J. Pearl, "The solution for the branching factor of the alpha-beta pruning algorithm and its optimality",
/// Communications of the ACM 25 (1982).
pub fn pearl(breadth: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let x: f64 = (low + high) / 2.0;
        if x.powi(breadth as i32) + x < 1.0 {
            low = x;
        } else {
            high = x;
        }
    }
    low / (1.0 - low)
}
