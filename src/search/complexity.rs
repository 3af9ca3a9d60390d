//! The limits of a search for a complexity, a number from 0 to 100 by which some clients set the strength.
//!
//! A complexity limits the nodes and, for engines that search to a depth, the depth. It limits no time, so that the same
//! requests from the start of a session give the same moves. Clients may wait for a search at the greatest complexity.
//! So it takes at most about two seconds on usual boards. For `mcts` there are fewer simulations where one takes longer.
//!
//! ```
//! use tochki::search::options::Options;
//! use tochki::{Board, Size};
//!
//! let (options, board) = (Options::default(), Board::new(Size::OFFICIAL));
//! let nodes = |complexity| options.limits_for_complexity(complexity, &board).nodes;
//! assert!(nodes(10) < nodes(20));
//! assert_eq!(nodes(1000), nodes(100));
//! ```

use super::Limits;
use super::limits::FULL_LEVEL;
use super::mcts::WIDE;
use super::options::{EngineKind, Options};
use crate::board::Board;
use crate::geometry::Player;

/// The greatest complexity. The least is 0.
pub const MOST_COMPLEX: u32 = 100;

/// How many nodes an engine searches at each complexity.
struct NodeCounts {
    /// Nodes at complexity 0.
    least: u64,
    /// Complexity `c` adds about `2^(c / 10) - 1` times this many nodes: 7 times at 30, 1023 times at 100.
    unit: u64,
}

/// For the engine `article`: benches/deadlines.md.
const ARTICLE: NodeCounts = NodeCounts {
    least: 256,
    unit: 1536,
};

/// For the engine `tactical`: benches/deadlines.md.
const TACTICAL: NodeCounts = NodeCounts {
    least: 256,
    unit: 96,
};

/// For the engine `mcts`. The nodes are simulations on an empty board. For other positions they are converted by the
/// length of a simulation, [`cells_of_simulation`].
const MCTS: NodeCounts = NodeCounts {
    least: 64,
    unit: 48,
};

impl Options {
    /// The limits on this board for a complexity from 0 to [`MOST_COMPLEX`]. Greater numbers count as
    /// [`MOST_COMPLEX`]. Depth and nodes never fall as the complexity grows. The engine `mcts` has no depth.
    pub fn limits_for_complexity(&self, complexity: u32, board: &Board) -> Limits {
        let complexity = complexity.min(MOST_COMPLEX);
        let (NodeCounts { least, unit }, length) = match self.engine {
            EngineKind::Article => (ARTICLE, EMPTY_BOARD_LENGTH),
            EngineKind::Tactical => (TACTICAL, EMPTY_BOARD_LENGTH),
            EngineKind::Mcts | EngineKind::Auto => (MCTS, cells_of_simulation(board)),
        };
        let more = unit * tenths_of_units(complexity) / 10 * EMPTY_BOARD_LENGTH / length;
        Limits {
            plies: self.engine.goes_by_depth().then_some(1 + complexity / 8),
            nodes: Some(least + more),
            ..Limits::default()
        }
    }

    /// The limits on this board for a level of play, from 1 to [`FULL_LEVEL`]. Greater numbers count as [`FULL_LEVEL`].
    /// For the engine `mcts` the limits are those of the greatest complexity, with the level. The other engines play no
    /// weaker, but think less: they have the complexity that is ten times the level.
    pub fn limits_for_level(&self, level: u32, board: &Board) -> Limits {
        let level = level.min(FULL_LEVEL);
        match self.engine {
            EngineKind::Article | EngineKind::Tactical => {
                self.limits_for_complexity(level * MOST_COMPLEX / FULL_LEVEL, board)
            }
            EngineKind::Mcts | EngineKind::Auto => Limits {
                level: Some(level),
                ..self.limits_for_complexity(MOST_COMPLEX, board)
            },
        }
    }
}

/// The nodes that a complexity adds, in tenths of [`NodeCounts::unit`]: 0 at complexity 0. They double about every ten
/// points, and grow linearly in between.
fn tenths_of_units(complexity: u32) -> u64 {
    (u64::from(10 + complexity % 10) << (complexity / 10)) - 10
}

/// The length of a simulation on a small empty board, in cells of a playout.
const EMPTY_BOARD_LENGTH: u64 = 200;

/// The length of a simulation in this position, in cells that a playout visits. It is estimated from the free cells
/// near dots, times `free / area` because captures fill cells before the playout comes to them.
fn cells_of_simulation(board: &Board) -> u64 {
    let [first, second] = Player::ALL.map(|player| *board.live(player));
    let near = (first | second).grown_by(WIDE) & *board.free();
    let (free, area) = (board.free().len(), board.size().area());
    let game = near.len() * free / area;
    150 + u64::from(game + area / 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use fastrand::Rng;

    fn options(engine: EngineKind) -> Options {
        Options {
            engine,
            ..Options::default()
        }
    }

    /// A position with about this number of dots, put at random.
    fn random_board(size: Size, dots: u32) -> Board {
        let mut board = Board::new(size);
        board.put_at_random(&mut Rng::with_seed(u64::from(dots)), dots);
        board
    }

    #[test]
    fn more_effort_is_never_less_depth_nor_fewer_nodes() {
        let size = Size::new(39, 32).unwrap();
        for engine in EngineKind::ALL {
            for dots in [0, 1, 200, 700] {
                let board = random_board(size, dots);
                let efforts: Vec<_> = (0..=101)
                    .map(|effort| options(engine).limits_for_complexity(effort, &board))
                    .map(|limits| (limits.plies.unwrap_or(1), limits.nodes.unwrap()))
                    .collect();
                assert!(efforts.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1));
                assert!(efforts[0].0 >= 1 && efforts[0].1 >= 64);
                assert!(efforts[0].1 < efforts[50].1 && efforts[50].1 < efforts[100].1);
                assert_eq!(efforts[100], efforts[101]);
            }
        }
    }

    #[test]
    fn a_level_above_the_greatest_counts_as_the_greatest() {
        let board = Board::new(Size::default());
        for engine in EngineKind::ALL {
            let limits = |level| options(engine).limits_for_level(level, &board);
            let (most, full) = (limits(u32::MAX), limits(FULL_LEVEL));
            assert_eq!((most.nodes, most.level), (full.nodes, full.level));
        }
    }

    #[test]
    fn the_nodes_at_the_greatest_complexity_take_two_seconds_by_their_usual_times() {
        let most = |engine, side, dots| {
            let size = Size::new(side, side).unwrap();
            let board = random_board(size, dots);
            options(engine)
                .limits_for_complexity(MOST_COMPLEX, &board)
                .nodes
                .unwrap()
        };
        // The last number is the time of a node in such positions in microseconds, or a little more.
        for (engine, side, dots, microseconds) in [
            (EngineKind::Auto, 10, 20, 25),
            (EngineKind::Auto, 20, 0, 30),
            (EngineKind::Auto, 35, 0, 43),
            (EngineKind::Auto, 35, 100, 220),
            (EngineKind::Auto, 35, 300, 135),
            (EngineKind::Auto, 35, 500, 65),
            (EngineKind::Auto, 62, 0, 65),
            (EngineKind::Auto, 62, 300, 720),
            (EngineKind::Tactical, 35, 1000, 20),
            (EngineKind::Article, 35, 300, 1),
        ] {
            let milliseconds = most(engine, side, dots) * microseconds / 1000;
            assert!(
                milliseconds < 2500,
                "{engine:?} {side} {dots}: {milliseconds} ms"
            );
        }
        // The search uses a good part of the time that it may take.
        assert!(most(EngineKind::Auto, 35, 0) > 40_000);
        assert!(most(EngineKind::Auto, 20, 80) > 15_000);
    }
}
