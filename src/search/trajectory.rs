//! Surrounding sets: the least sets of cells that, filled by one player, capture something.
//!
//! A live dot is captured when its face, the cells that 4-connected steps reach from it without
//! crossing a live dot of the surrounding player, no longer touches the edge of the board. Taking
//! dots is therefore cutting vertices, and the sets that cut are the cycles of a small graph: its
//! nodes are the free cells, and two cells are *linked* if they are neighbours or touch the same
//! group of dots. Along every link the enemy dots on one side are counted, so that the sum
//! round a cycle is the number of dots inside. A set is minimal exactly if it is
//!
//! * one cell that touches one group from two sides with dots between them,
//! * two cells that are linked in two such ways, or
//! * a cycle of links without a chord and with a sum that is not zero.
//!
//! ```
//! use tochki::{Player, notation::diagram, search::trajectory};
//!
//! let board = diagram::parse("
//!     . . 0 . .
//!     . 0 1 . .
//!     . . . . .
//! ")?;
//! let sets = trajectory::trajectories(&board, Player::First, 2);
//! assert_eq!(sets.len(), 1);
//! let capture = trajectory::capture(&board, Player::First, &sets[0]).expect("it surrounds");
//! assert_eq!((capture.captured.len(), capture.wall.len()), (1, 4));
//! # Ok::<(), diagram::DiagramError>(())
//! ```

mod cycles;
mod link_graph;
mod supersets;
mod uncuttable;
mod vertex_cuts;

pub use cycles::{LONGEST, Trajectory};
pub(super) use vertex_cuts::has_many_paths;

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use link_graph::LinkGraph;
use supersets::OneSidedPosition;
use vertex_cuts::VertexCuts;

/// What filling a surrounding set does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The cells that become territory: captured dots and empty cells, without own live dots.
    pub interior: Bitboard,
    /// The enemy dots that are captured.
    pub captured: Bitboard,
    /// The own dots that are freed.
    pub freed: Bitboard,
    /// The chain round the first captured dot.
    pub wall: Bitboard,
}

/// All minimal sets of at most `longest` free cells that `player` can fill, the opponent passing,
/// so that the last dot captures at least one live dot. Shorter sets come first.
///
/// Empty bases of the opponent are respected: a set has at most one cell in them, to be filled
/// last. `longest` above [`LONGEST`] counts as [`LONGEST`].
pub fn trajectories(board: &Board, player: Player, longest: usize) -> Vec<Trajectory> {
    let sets = Finder::new().trajectories_unless(board, player, longest, &mut || false);
    sets.unwrap_or_default()
}

/// Drops the sets with more than one cell in an empty base of the opponent.
fn drop_blocked(sets: &mut Vec<Trajectory>, board: &Board, player: Player) {
    let base = board.empty_base(player.opponent());
    sets.retain(|set| set.cells().filter(|&cell| base.contains(cell)).count() <= 1);
}

/// Finds sets in one position after the other without asking for memory each time.
pub(super) struct Finder {
    links: LinkGraph,
    cuts: VertexCuts,
    limits: Limits,
    interrupted: bool,
}

impl Finder {
    pub(super) fn new() -> Finder {
        Finder::with_limits(Limits::default())
    }

    /// A finder that gives up when a limit is reached.
    pub(super) fn with_limits(limits: Limits) -> Finder {
        Finder {
            links: LinkGraph::new(),
            cuts: VertexCuts::new(),
            limits,
            interrupted: false,
        }
    }

    /// Whether a limit was reached, so that sets may be missing.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// As [`is_interrupted`](Finder::is_interrupted), after a look at the limits.
    pub(super) fn is_over(&mut self) -> bool {
        self.interrupted = self.interrupted || self.limits.is_over();
        self.interrupted
    }

    /// As [`trajectories`], with the sets that are minimal for some dot but not for all: those
    /// that add to what a smaller one captures; and as if empty bases of the opponent were open
    /// position: a capture may break them before the set is filled. Every set contains the cells
    /// `given`, and none is smaller than it must be for that. The cells `given` may surround
    /// something, which is no target then.
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

    /// The sets that surround one cell, with a dot of the opponent or without; empty bases of the
    /// opponent are open position here too.
    pub(super) fn trajectories_around(
        &mut self,
        board: &Board,
        player: Player,
        target: Point,
        longest: usize,
    ) -> &[Trajectory] {
        let sets = self.cuts.find(board, player, target, longest, &self.limits);
        self.interrupted |= sets.is_none();
        sets.unwrap_or_default()
    }

    /// As [`trajectories`], with other cells as what is to be surrounded, and as if empty bases
    /// of the opponent were open position.
    pub(super) fn trajectories_around_any(
        &mut self,
        board: &Board,
        player: Player,
        targets: &Bitboard,
        longest: usize,
    ) -> Vec<Trajectory> {
        let limits = self.limits.clone();
        let sets = self.find_unless(board, player, targets, longest, &mut || limits.is_over());
        self.interrupted |= sets.is_none();
        sets.unwrap_or_default()
    }

    /// As [`trajectories`], but `None` if `stop` says so before all are found. It is asked
    /// before the first and then every few microseconds.
    pub(super) fn trajectories_unless(
        &mut self,
        board: &Board,
        player: Player,
        longest: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Trajectory>> {
        let enemies = board.live(player.opponent());
        let mut sets = self.find_unless(board, player, enemies, longest, stop)?;
        drop_blocked(&mut sets, board, player);
        Some(sets)
    }

    fn find_unless(
        &mut self,
        board: &Board,
        player: Player,
        targets: &Bitboard,
        longest: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Trajectory>> {
        let few = targets.len() <= 2;
        let longest = longest.min(LONGEST);
        self.cycles(
            board.live(player),
            board.free(),
            targets,
            longest,
            few,
            stop,
        )
    }

    /// Makes the graph and finds its cycles; `None` if `stop` says so before that.
    fn cycles(
        &mut self,
        walls: &Bitboard,
        free: &Bitboard,
        targets: &Bitboard,
        longest: usize,
        few: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Trajectory>> {
        if stop() {
            return None;
        }
        self.links.build(walls, free, targets, longest, stop)?;
        cycles::all(&self.links, longest, few, stop)
    }
}

/// What happens when `player` fills the cells of a surrounding set; `None` if nothing is captured.
///
/// # Panics
/// If a cell is not playable.
pub fn capture(board: &Board, player: Player, set: &Trajectory) -> Option<Capture> {
    let opponent = player.opponent();
    let base = board.empty_base(opponent);
    let mut after = board.clone();
    let (last, first): (Vec<Point>, Vec<Point>) =
        set.cells().partition(|&cell| base.contains(cell));
    for cell in first.into_iter().chain(last) {
        after.play(cell, player);
    }
    let captured = *after.lost_dots(opponent) - *board.lost_dots(opponent);
    let inside = captured.first()?;
    Some(Capture {
        interior: *after.territory(player) - *board.territory(player),
        captured,
        freed: *board.lost_dots(player) - *after.lost_dots(player),
        wall: after.chain_round(inside, player)?.into_iter().collect(),
    })
}
