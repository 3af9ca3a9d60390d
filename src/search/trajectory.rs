//! Trajectories: minimal sets of free cells that capture something if one player takes all of them.
//!
//! A dot is captured if steps by side from it to the edge of the board must cross live dots of the opponent. So
//! trajectories are vertex cuts. They are also cycles of the *link graph*. Its nodes are the free cells. Two cells are
//! *linked* if they are neighbours or touch the same cluster of dots of the player. Links have values, whose sum round a
//! cycle is the number of enemy dots inside, up to its sign; `LinkGraph` has a drawing. A set is a trajectory if and only
//! if it is
//!
//! * one cell that touches a cluster of dots twice, so that a way through the cell and the cluster goes round enemy dots,
//! * two cells that are linked in two ways, with enemy dots between the two ways, or
//! * a cycle of at least three links without a chord, whose values have a sum other than zero.
//!
//! ```
//! use tochki::{Player, notation::diagram, search::trajectory};
//!
//! let mut board = diagram::parse("
//!     . . 0 . .
//!     . 0 1 . .
//!     . . . . .
//! ")?;
//! let found = trajectory::trajectories(&board, Player::First, 2);
//! assert_eq!(found.len(), 1);
//! let capture = trajectory::capture_by(&mut board, Player::First, &found[0]).expect("it surrounds");
//! assert_eq!(capture.captured.len(), 1);
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! CITE: P. Torgashov, "Methods and algorithms of AI in Points" (2002), for trajectories.

mod classes;
mod cycles;
mod link_graph;
mod supersets;
mod uncuttable;
mod vertex_cuts;

pub use classes::{Class, classes};
pub(super) use vertex_cuts::has_many_paths;

use crate::board::{Board, Capture};
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use link_graph::{LinkGraph, Walks};
use supersets::OneSidedPosition;
use vertex_cuts::VertexCuts;

/// The greatest number of cells of a trajectory that is searched for.
pub const LONGEST: usize = 5;

/// A minimal set of free cells that captures something if one player takes all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trajectory {
    len: u8,
    /// The cells, row by row. Places past the number of cells hold the point with index 0.
    cells: [Point; LONGEST],
}

impl Trajectory {
    pub(super) fn new(cells: &[Point]) -> Trajectory {
        let mut all = [Point::from_index(0); LONGEST];
        all[..cells.len()].copy_from_slice(cells);
        all[..cells.len()].sort_unstable();
        Trajectory {
            len: cells.len() as u8,
            cells: all,
        }
    }

    /// The cells in these columns of the first row.
    #[cfg(test)]
    pub(super) fn in_first_row(columns: &[u32]) -> Trajectory {
        let cells: Vec<Point> = columns.iter().map(|&x| Point::new(x, 0)).collect();
        Trajectory::new(&cells)
    }

    /// The set of the given cells and those of the trajectory.
    fn with(&self, cells: &[Point]) -> Trajectory {
        let len = self.len();
        let mut all = self.cells;
        all[len..][..cells.len()].copy_from_slice(cells);
        Trajectory::new(&all[..len + cells.len()])
    }

    /// Number of cells.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a trajectory is never empty")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The cells, row by row.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Point> + Clone + '_ {
        self.cells[..self.len()].iter().copied()
    }

    /// Whether the cell is on the trajectory.
    #[inline]
    pub fn contains(&self, cell: Point) -> bool {
        self.cells[..self.len()].contains(&cell)
    }
}

/// All trajectories of `player` of at most `longest` cells, those with fewer cells first. Empty if there is none. A
/// `longest` above [`LONGEST`] counts as [`LONGEST`].
///
/// Some positions have so many that they take gigabytes. Use [`shortest_trajectories`] for positions that come from
/// outside.
///
/// A set with more than one cell in empty bases of the opponent is left out: the first dot there would be captured. A
/// single such cell has to be taken last: [`playing_order`].
pub fn trajectories(board: &Board, player: Player, longest: usize) -> Vec<Trajectory> {
    let all = usize::MAX;
    let found = Cycles::new().trajectories_unless(board, player, longest, all, &mut || false);
    found.unwrap_or_default()
}

/// What [`trajectories`] returns, or only those with fewer cells: if there are more than [`MOST_TRAJECTORIES`], or if `stop`
/// returns true before all are found. The result is complete up to some number of cells, and has none with more. `stop`
/// is called every few tens of microseconds.
pub fn shortest_trajectories(
    board: &Board,
    player: Player,
    longest: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<Trajectory> {
    let mut all = Cycles::new();
    let mut shortest = Vec::new();
    for cells in 1..=longest.min(LONGEST) {
        match all.trajectories_unless(board, player, cells, MOST_TRAJECTORIES, stop) {
            Some(found) => shortest = found,
            None => break,
        }
    }
    shortest
}

/// Removes the trajectories with more than one cell in empty bases of the opponent.
fn drop_blocked(trajectories: &mut Vec<Trajectory>, board: &Board, player: Player) {
    let base = board.empty_base(player.opponent());
    let is_in_base = |cell: &Point| base.contains(*cell);
    trajectories.retain(|trajectory| trajectory.cells().filter(is_in_base).count() <= 1);
}

/// The greatest number of trajectories of one player that a search holds, unless all are asked for. Usual positions have
/// fewer. A wall that winds over the whole board can be closed in millions of ways: benches/deadlines.md.
pub const MOST_TRAJECTORIES: usize = 50_000;
/// The number of trajectories of one search that count as no node.
pub(super) const FREE_TRAJECTORIES: usize = 1_000;
/// The number of checks of the limits in one search for trajectories that count as no node.
const FREE_CHECKS: u64 = 500;
/// The number of nodes that a check of the limits in a search for trajectories counts as. In a link graph some tens of
/// microseconds lie between two checks, among vertex cuts on large boards more.
const NODES_FOR_A_CHECK: u64 = 30;

/// Finds all trajectories of one position after another, as cycles of its link graph, and uses the same memory again.
pub(super) struct Cycles {
    links: LinkGraph,
}

impl Cycles {
    pub(super) fn new() -> Cycles {
        Cycles {
            links: LinkGraph::new(),
        }
    }

    /// What [`trajectories`] returns, or `None` if there are more than `most` or `stop` returns true before all are
    /// found. `stop` is called at the start, and then every few tens of microseconds.
    pub(super) fn trajectories_unless(
        &mut self,
        board: &Board,
        player: Player,
        longest: usize,
        most: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Trajectory>> {
        let enemies = board.live(player.opponent());
        let starts_at_targets = enemies.len() <= 2;
        let walks = Walks {
            longest: longest.min(LONGEST),
            starts_at_targets,
            most,
        };
        let (walls, free) = (board.live(player), board.free());
        let mut found = find_cycles(&mut self.links, walls, free, enemies, walks, stop)?;
        drop_blocked(&mut found, board, player);
        Some(found)
    }
}

/// Finds those trajectories of one position after another that surround given cells or have given cells. It keeps limits,
/// and uses the same memory again.
pub(super) struct Finder {
    links: LinkGraph,
    cuts: VertexCuts,
    limits: Limits,
    interrupted: bool,
    excess: u64,
}

impl Finder {
    /// A finder without limits.
    #[cfg(test)]
    pub(super) fn new() -> Finder {
        Finder::with_limits(Limits::default())
    }

    /// A finder that stops when the time or the stop flag of `limits` ends the search, or when its
    /// [excess](Finder::excess) passes the limit of nodes.
    pub(super) fn with_limits(limits: Limits) -> Finder {
        Finder {
            links: LinkGraph::new(),
            cuts: VertexCuts::new(),
            limits,
            interrupted: false,
            excess: 0,
        }
    }

    /// Whether a limit or [`MOST_TRAJECTORIES`] has stopped a search of this finder, so that trajectories may be missing.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// Nodes charged for unusual work so far: one for each trajectory beyond the first [`FREE_TRAJECTORIES`] of a search,
    /// [`NODES_FOR_A_CHECK`] for each check of the limits beyond the first [`FREE_CHECKS`], and what
    /// [`charge`](Finder::charge) was told. It is at most one more than the
    /// limit of nodes, which interrupts the finder.
    pub(super) fn excess(&self) -> u64 {
        self.excess
    }

    /// Counts the work of a search: the trajectories that it has examined, and the checks of the limits. The finder
    /// is interrupted if there were too many.
    fn count(&mut self, trajectories: usize, checks: u64) {
        let for_trajectories = trajectories.saturating_sub(FREE_TRAJECTORIES) as u64;
        let for_checks = checks.saturating_sub(FREE_CHECKS) * NODES_FOR_A_CHECK;
        self.interrupted |= trajectories > MOST_TRAJECTORIES;
        self.charge(for_trajectories + for_checks);
    }

    /// Counts other unusual work as so many nodes. The finder is interrupted if there were too many.
    pub(super) fn charge(&mut self, nodes: u64) {
        self.excess += nodes;
        if let Some(most) = self.limits.nodes.filter(|&most| self.excess > most) {
            self.excess = most + 1;
            self.interrupted = true;
        }
    }

    /// Checks the limits. Returns whether they are reached now or have stopped an earlier search of this finder.
    pub(super) fn is_over(&mut self) -> bool {
        self.interrupted = self.interrupted || self.limits.is_over();
        self.interrupted
    }

    /// All sets of at most `longest` cells that are minimal for some enemy dot: if one of the cells is missing, that
    /// dot is not captured. A set may contain a smaller one that captures other dots, so that it is no trajectory. Every
    /// set contains the cells `given`. Dots that these cells capture alone do not count. Sets may be missing if a limit
    /// is reached.
    ///
    /// Cells in empty bases of the opponent are not limited, because a capture may break a base.
    pub(super) fn trajectories_with(
        &mut self,
        board: &Board,
        player: Player,
        given: &[Point],
        longest: usize,
    ) -> Vec<Trajectory> {
        let longest = longest.min(LONGEST).saturating_sub(given.len());
        let mut position = OneSidedPosition::new(board, player);
        if !given.is_empty() {
            position = position.filled(given.iter().copied());
        }
        let sets = supersets::find(self, &position, longest);
        sets.iter().map(|set| set.with(given)).collect()
    }

    /// The trajectories of at most `longest` cells that surround the cell `target`, which has no live dot of `player`.
    /// Empty if there is none, or if a limit is reached. Cells in empty bases of the opponent are not limited.
    pub(super) fn trajectories_around(
        &mut self,
        board: &Board,
        player: Player,
        target: Point,
        longest: usize,
    ) -> &[Trajectory] {
        let is_complete = self.cuts.find(board, player, target, longest, &self.limits);
        self.interrupted |= !is_complete;
        self.count(self.cuts.found().len(), self.cuts.checks());
        match self.interrupted {
            true => &[],
            false => self.cuts.found(),
        }
    }

    /// The trajectories of at most `longest` cells that surround any of the `targets`, those with fewer cells first.
    /// Empty if there is none, or if a limit is reached. Cells in empty bases of the opponent are not limited.
    pub(super) fn trajectories_around_any(
        &mut self,
        board: &Board,
        player: Player,
        targets: &Bitboard,
        longest: usize,
    ) -> Vec<Trajectory> {
        // The targets are usually near each other, so that few links pass them. If they are all enemy dots, single cells
        // are wanted, which need no links.
        let walks = Walks {
            longest: longest.min(LONGEST),
            starts_at_targets: true,
            most: MOST_TRAJECTORIES,
        };
        self.cycles_within_limits(board.live(player), board.free(), targets, walks)
    }

    /// What [`find_cycles`] returns, or nothing if a limit of the finder is reached. Counts the work.
    fn cycles_within_limits(
        &mut self,
        walls: &Bitboard,
        free: &Bitboard,
        targets: &Bitboard,
        walks: Walks,
    ) -> Vec<Trajectory> {
        let limits = &self.limits;
        let left = limits.nodes.map(|most| most.saturating_sub(self.excess));
        let most = left.map(|left| FREE_CHECKS + left / NODES_FOR_A_CHECK);
        let mut checks = 0;
        let found = find_cycles(&mut self.links, walls, free, targets, walks, &mut || {
            checks += 1;
            limits.is_over() || most.is_some_and(|most| checks > most)
        });
        self.interrupted |= found.is_none();
        let found = found.unwrap_or_default();
        self.count(found.len(), checks);
        found
    }
}

/// Makes the link graph for the dots `walls` of one player, and finds his trajectories round `targets`. `None` if there
/// are more than the walks allow, or if `stop` returns true before the end.
fn find_cycles(
    links: &mut LinkGraph,
    walls: &Bitboard,
    free: &Bitboard,
    targets: &Bitboard,
    walks: Walks,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<Trajectory>> {
    if stop() {
        return None;
    }
    links.build(walls, free, targets, walks, stop)?;
    cycles::all(links, walks, stop)
}

/// The cells of a trajectory in an order in which `player` captures with the last one. A cell in an empty base of the
/// opponent comes last: a dot there is captured at once unless it captures.
pub fn playing_order<'a>(
    board: &Board,
    player: Player,
    trajectory: &'a Trajectory,
) -> impl Iterator<Item = Point> + use<'a> {
    let base = *board.empty_base(player.opponent());
    [false, true].into_iter().flat_map(move |in_base| {
        trajectory
            .cells()
            .filter(move |&cell| base.contains(cell) == in_base)
    })
}

/// Puts dots of `player` on all cells of a trajectory, in the [`playing_order`].
pub(super) fn fill(board: &mut Board, player: Player, trajectory: &Trajectory) {
    for cell in playing_order(board, player, trajectory) {
        board.play(cell, player);
    }
}

/// Calls `look` with the position in which dots of `player` are on all cells of a trajectory. The last move of that
/// position is the one that captures. Returns what `look` returns. The board is unchanged afterwards.
///
/// # Panics
/// If a cell of the trajectory is not playable.
pub fn with_filled<T>(
    board: &mut Board,
    player: Player,
    trajectory: &Trajectory,
    look: impl FnOnce(&Board) -> T,
) -> T {
    fill(board, player, trajectory);
    let seen = look(board);
    for _ in trajectory.cells() {
        board.undo();
    }
    seen
}

/// What is captured if `player` takes all cells of a trajectory. `None` if nothing is captured. The board is unchanged
/// afterwards.
///
/// # Panics
/// If a cell of the trajectory is not playable.
pub fn capture_by(board: &mut Board, player: Player, trajectory: &Trajectory) -> Option<Capture> {
    let is_his = |capture: &Capture| capture.by == player && !capture.captured.is_empty();
    with_filled(board, player, trajectory, Board::last_capture).filter(is_his)
}
