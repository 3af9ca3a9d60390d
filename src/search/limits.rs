//! The limits of a search: depth, nodes, time, stop flag.
//!
//! A limit of nodes bounds the time, too, because work that takes much longer than a node counts as more nodes:
//!
//! | work | what is free | what the rest counts as | where in `src/search` |
//! |---|---|---|---|
//! | trajectories found in one search for them, in `tactical` and in captures | `FREE_TRAJECTORIES` | a node each | `trajectory.rs` |
//! | checks of the limits in such a search | `FREE_CHECKS` | `NODES_FOR_A_CHECK` each | `trajectory.rs` |
//! | cells of ways to the edge, for the dots tried at a node of the capture search | `FREE_CELLS` | a node for `CELLS_PER_NODE` | `capture_search/goal.rs` |
//! | trajectories and threats copied at a node of `tactical` | `FREE_TRAJECTORIES` each | a node for `COPIES_PER_NODE` | `tactical/goal_search.rs` |
//! | trajectories at a node of `article` with rule 1 | `FREE_TRAJECTORIES` | a node for `TRAJECTORIES_PER_NODE` | `article/rule1.rs` |
//! | needs of cells at a node of `article` with likelihood | all: a node takes up to about four times as long | nothing | `article/minimax.rs` |
//! | captures looked for beyond the depth of `article` | none | `NODES_FOR_CAPTURES`, and a node for `DOTS_PER_NODE` live dots | `article/minimax.rs` |
//! | searches for trajectories in `article` | two, or one for each `NODES_FOR_A_SEARCH` of the limit of nodes | no nodes, but the search ends | `article/limit_watch.rs` |
//! | checks of the limits in such a search | `USUAL_CHECKS` | a search each | `article/limit_watch.rs` |
//! | positions of the pre-search of `article` | `FREE_POSITIONS`, or as many as the limit of nodes | no nodes, but the search ends | `article/limit_watch.rs` |
//! | playouts that set the scale of values of a new tree in `mcts` | all: `FIRST_PLAYOUTS` | nothing | `mcts/root.rs` |
//! | nodes of exact searches and capture searches in `mcts` | none | a simulation for `NODES_PER_SIMULATION` | `mcts.rs` |
//!
//! Names tell what a number is: `NODES_FOR_A_CHECK` is the price of a check, `COPIES_PER_NODE` copies have the price of a
//! node, and `STEPS_PER_CHECK` is the work between two checks.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longer than any search, and short enough for the clock.
pub(crate) const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The moment `time` after `start`, but at most a [`CENTURY`] after it: an [`Instant`] cannot hold every moment.
pub(crate) fn after(start: Instant, time: Duration) -> Instant {
    start + time.min(CENTURY)
}

/// The greatest depth of a search, in plies. No search gets near it. The memory of a search grows with its depth.
pub const MOST_PLIES: u32 = 60;

/// The level of full strength. The lowest level is 1.
pub const FULL_LEVEL: u32 = 10;

/// When a search ends, and which moves it may choose. The limit that is reached first ends the search.
///
/// Without nodes and deadline, `mcts` ends after 10,000 simulations, whatever the depth. Without depth,
/// `article` ends at the depth of its options, 6 plies, and so does `tactical` without a deadline. An analysis of several
/// lines by these two goes on to their greatest depth. To search until somebody stops it, use [`Limits::until_stopped`].
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth in plies. Two plies are a full move. `None` for no limit.
    pub plies: Option<u32>,
    /// The greatest number of nodes, as [`Outcome::nodes`](super::Outcome::nodes) counts them. `None` for no limit.
    pub nodes: Option<u64>,
    /// The time at which the search ends at the latest. `None` for no limit. If it has passed when the search begins, and
    /// there is no tree of an earlier search, the move is some allowed move: it was compared with few others or none.
    pub deadline: Option<Instant>,
    /// The usual time for this move, on a clock for several moves. With it the engine may end before the deadline, or
    /// think longer than usual. `None`: only the other limits end the search.
    pub pace: Option<Pace>,
    /// Komi in dots, added to the score of the second player.
    pub komi: f64,
    /// The cells that the search may choose as its move. Cells that are not playable are ignored. `None` for all cells.
    pub moves: Option<Bitboard>,
    /// How well the engine `mcts` plays, from 1 to [`FULL_LEVEL`]. Levels below it search less, and low ones do not
    /// always play the best move. `None` for full strength. [`Engine::search_lines`](super::Engine::search_lines) ignores
    /// it: an analysis is never weakened.
    pub level: Option<u32>,
    /// The search ends as soon as this flag is raised.
    pub stop: StopFlag,
}

impl Limits {
    /// Limits with this number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Limits with a deadline at this time from now, or in a century if that is sooner, and nothing else.
    pub fn time(time: Duration) -> Limits {
        Limits {
            deadline: Some(after(Instant::now(), time)),
            ..Limits::default()
        }
    }

    /// Limits for a search that goes on until the flag is raised. It ends earlier if nothing is left to search:
    /// `article` ends at the depth of its options, `tactical` at its greatest depth. With several lines both end at their
    /// greatest depth.
    pub fn until_stopped(stop: &StopFlag) -> Limits {
        Limits::time(CENTURY).with_stop(stop)
    }

    /// Limits with this depth in plies and nothing else.
    pub fn plies(plies: u32) -> Limits {
        Limits {
            plies: Some(plies),
            ..Limits::default()
        }
    }

    /// The same limits with this stop flag.
    pub fn with_stop(self, stop: &StopFlag) -> Limits {
        Limits {
            stop: stop.clone(),
            ..self
        }
    }

    /// Whether the deadline has passed or the stop flag is raised. Depth and nodes are not looked at. The method reads
    /// the clock, so a search with cheap nodes should call it every few hundred nodes.
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the search may choose this cell as its move, if it is playable.
    pub fn allows(&self, point: Point) -> bool {
        self.moves.is_none_or(|moves| moves.contains(point))
    }

    /// The limits of a task that may use 1 / `parts` of the nodes and of the time. The time is that until the usual end of
    /// the search ([`Pace`]) or the deadline, whichever is earlier. All other limits stay as they are.
    ///
    /// # Panics
    /// If `parts` is 0 and there are nodes or a time to share.
    pub fn part(&self, parts: u32) -> Limits {
        let usual = self
            .pace
            .and_then(|pace| pace.start.checked_add(pace.usual));
        let end = self.deadline.into_iter().chain(usual).min();
        let now = Instant::now();
        Limits {
            nodes: self.nodes.map(|nodes| nodes / u64::from(parts)),
            deadline: end.map(|end| now + end.saturating_duration_since(now) / parts),
            ..self.clone()
        }
    }

    /// Removes the moves of `player` that the rules forbid. These are suicides, if the rules do not allow them;
    /// otherwise nothing changes.
    pub fn by_rules(self, board: &Board, player: Player) -> Limits {
        if board.rules().suicide {
            return self;
        }
        let legal = board.legal_cells(player);
        let moves = Some(self.moves.map_or(legal, |moves| moves & legal));
        Limits { moves, ..self }
    }

    /// The time until the deadline, zero if it has passed. `None` if there is no deadline.
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.deadline?;
        Some(end.saturating_duration_since(Instant::now()))
    }
}

/// How much time a move should take on a clock that has to last for more moves. A deadline of the [`Limits`] holds too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// When the client asked for the move.
    pub start: Instant,
    /// The usual time for a move, from `start` on. Clear moves take less, difficult ones more.
    pub usual: Duration,
}

/// A flag by which another thread ends a search. Clones share the flag. It stays raised: the next search needs a new flag,
/// or this one lowered by [`set`](StopFlag::set).
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    raised: Arc<AtomicBool>,
    /// A flag that counts, too: see [`StopFlag::child`].
    parent: Option<Arc<StopFlag>>,
}

impl From<Arc<AtomicBool>> for StopFlag {
    /// Shares a flag, such as that of a signal handler.
    fn from(raised: Arc<AtomicBool>) -> StopFlag {
        StopFlag {
            raised,
            parent: None,
        }
    }
}

impl StopFlag {
    /// Raises the flag: the search should end.
    pub fn raise(&self) {
        self.set(true);
    }

    /// Raises or lowers the flag.
    pub fn set(&self, raised: bool) {
        self.raised.store(raised, Ordering::Relaxed);
    }

    /// A new flag for a part of the search. It also counts as raised while this flag is raised.
    pub(super) fn child(&self) -> StopFlag {
        StopFlag {
            raised: Arc::default(),
            parent: Some(Arc::new(self.clone())),
        }
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|flag| flag.is_raised())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_counts_to_the_usual_end_or_the_deadline() {
        let start = Instant::now();
        // The seconds until the deadline, the usual time, and the seconds that a tenth of the task gets.
        for (deadline, usual, most) in [
            (None, None, None),
            (Some(5000), None, Some(500)),
            (Some(5000), Some(1000), Some(100)),
            (Some(1000), Some(5000), Some(100)),
            (None, Some(1000), Some(100)),
        ] {
            let limits = Limits {
                deadline: deadline.map(|time| start + Duration::from_secs(time)),
                pace: usual.map(|time| Pace {
                    start,
                    usual: Duration::from_secs(time),
                }),
                ..Limits::default()
            };
            let left = limits.part(10).time_left();
            // Some of it is over already, but less than 50 seconds.
            let left = left.map(|left| left.as_secs().div_ceil(50) * 50);
            assert_eq!(left, most, "{deadline:?} {usual:?}");
        }
    }
}
