//! The limits of a search: depth, nodes, time, stop flag.

use crate::board::Board;
use crate::geometry::{Bitboard, Player};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search has to end. Without any limit an engine uses its own options.
///
/// ```
/// use std::time::Duration;
/// use tochki::search::Limits;
///
/// let limits = Limits::nodes(1000);
/// assert_eq!((limits.nodes, limits.deadline), (Some(1000), None));
/// // Whichever is reached first ends the search.
/// let limits = Limits { nodes: Some(1000), ..Limits::time(Duration::from_secs(1)) };
/// assert!(limits.time_left() <= Some(Duration::from_secs(1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies (half moves): two plies are a full move, one by each side.
    pub plies: Option<u32>,
    /// Number of nodes, as [`Outcome::nodes`](super::Outcome::nodes) counts them.
    pub nodes: Option<u64>,
    /// The time by which the move must be there.
    pub deadline: Option<Instant>,
    /// How much of the time until the deadline to use, if the engine may choose.
    pub pace: Option<Pace>,
    /// Dots that the second player has besides those of the board.
    pub komi: f64,
    /// The moves to choose from; `None` for all.
    pub moves: Option<Bitboard>,
    /// Ends the search as soon as it is raised.
    pub stop: StopFlag,
}

impl Limits {
    /// A limit of so many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A limit of so much time from now. A time too long for the clock is no limit.
    pub fn time(time: Duration) -> Limits {
        Limits {
            deadline: Instant::now().checked_add(time),
            ..Limits::default()
        }
    }

    /// A limit of so many plies.
    pub fn plies(plies: u32) -> Limits {
        Limits {
            plies: Some(plies),
            ..Limits::default()
        }
    }

    /// These limits, with this flag to end the search before any of them is reached.
    pub fn with_stop(self, stop: &StopFlag) -> Limits {
        Limits {
            stop: stop.clone(),
            ..self
        }
    }

    /// Whether the deadline has passed or the flag is raised. Looks at the clock: a search with cheap nodes
    /// asks every few hundred of them.
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The limits of a task that may take one part in so many of the nodes and of the time left.
    pub fn part(&self, parts: u32) -> Limits {
        let (now, left) = (Instant::now(), self.time_left());
        Limits {
            nodes: self.nodes.map(|nodes| nodes / u64::from(parts)),
            deadline: left.map(|left| now + left / parts),
            ..self.clone()
        }
    }

    /// The limits without the moves of `player` that the rules forbid.
    pub fn by_rules(self, board: &Board, player: Player) -> Limits {
        let free = || *board.free();
        let moves = match board.rules().suicide {
            true => self.moves,
            false => Some(board.legal_cells(player) & self.moves.unwrap_or_else(free)),
        };
        Limits { moves, ..self }
    }

    /// The time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.deadline?;
        Some(end.saturating_duration_since(Instant::now()))
    }
}

/// The time for a move on a clock that has to last for more moves. The deadline of the limits still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// When the move was asked for.
    pub start: Instant,
    /// The time for a move that is neither clear nor difficult.
    pub usual: Duration,
}

/// A flag that ends a search of another thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl From<Arc<AtomicBool>> for StopFlag {
    /// A flag that others may set too.
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

impl StopFlag {
    /// Asks the search to end.
    pub fn raise(&self) {
        self.set(true);
    }

    /// Raises or lowers it.
    pub fn set(&self, raised: bool) {
        self.0.store(raised, Ordering::Relaxed);
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
